"""How lines end and continue: whether a sentence or a clause ends with a line."""

from __future__ import annotations

import re

from pdfbot.layout.line_features import LayoutLine

_SENTENCE_ENDS = tuple(".?!。！？｡．।॥؟۔")
_CLAUSE_ENDS = (*_SENTENCE_ENDS, *":;：；؛")
_PROOF_ENDS = tuple("□■∎")
_INITIAL = re.compile(r"(?<!\w)[A-Z]\.\Z")
# Quotes and brackets that may follow the end of a sentence.
_CLOSING = "\"'”’)]»」』）】》〉"
# Footnote marks after the end of a sentence, and the characters they consist of.
_NOTE_MARKS = re.compile(r"\d{1,3}(?:[,–-]\d{1,3})*|[*†‡]")
_NOTE_MARK_CHARS = "0123456789,–-*†‡"
# A citation after a sentence: "was shown. [3, 5-7]", "was shown. (Smith, 2020)"; "et al. [3]" ends
# none, so the last word has four small letters, or two digits, or is a bracket.
_CITATION = re.compile(
    r"(?:(?<=[a-z]{4}[.?!])|(?<=\d\d[.?!])|(?<=[)\]][.?!]))[\"”’]?\s?"
    r"(?:\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]|\([^()]*\b(?:19|20)\d\d[a-z]?\))\Z"
)
_CITATION_ENDS = ("]", ")")


def starts_lowercase(line: LayoutLine) -> bool:
    """Whether the line starts in lower case, as the continuation of a sentence does."""
    return line.text[:1].islower()


def ends_sentence(line: LayoutLine) -> bool:
    """Whether the line ends with a full stop, question mark or exclamation mark of any script."""
    return line.text.rstrip().rstrip(_CLOSING).endswith(_SENTENCE_ENDS)


def ends_clause(line: LayoutLine, above: LayoutLine | None = None) -> bool:
    """Whether the line ends a sentence, clause or proof, perhaps with a note mark or citation.

    The citation may begin in the line above, or be a line by itself.
    """
    text = line.text.rstrip()
    if text.endswith(_CITATION_ENDS):
        whole = f"{above.text.rstrip()} {text}" if above else text
        if _CITATION.search(whole):
            return True
    unmarked = text.rstrip(_NOTE_MARK_CHARS)
    ended = unmarked.rstrip(_CLOSING).endswith(_CLAUSE_ENDS)
    if ended and unmarked != text:
        ended = _NOTE_MARKS.fullmatch(text, len(unmarked)) is not None
    return ended or text.endswith(_PROOF_ENDS)


def ends_with_initial(line: LayoutLine) -> bool:
    """Whether the line ends with an initial, such as the "B." of "B. napus"."""
    return _INITIAL.search(line.text.rstrip()) is not None


def continues_sentence(previous: LayoutLine, line: LayoutLine) -> bool:
    """Whether the line starts in lower case after an unfinished clause or an initial."""
    return starts_lowercase(line) and (not ends_clause(previous) or ends_with_initial(previous))
