"""Sentences of a paragraph, as character ranges: nothing but white space lies between them."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from pdfbot.shipped import read_shipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from nltk.tokenize.punkt import PunktSentenceTokenizer

_CLOSING = "\"'”’»›)\\]}"
_OPENING = "\"'“‘„«‹(\\[{¿¡"
# A stop, what closes with it, a footnote mark or citation set behind it ("race.1 Even"), white
# space, and the beginning of what may be the next sentence.
_STOP = re.compile(
    rf"(?<![.?!…])(?P<stop>[.?!…]+)(?P<closing>[{_CLOSING}]*)"
    r"(?P<note>\d{1,3}(?:[,–-]\d{1,3})*|[*†‡§¶¹²³⁰⁴-⁹]{1,4}|\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\])?"
    rf"\s+(?P<next>[{_OPENING}]*\w)"
)
_NEXT_WORD = re.compile(r"\w+(?:['’]\w+)?")
_INNER_CAPITAL = re.compile(r"[^\W\d_]-?[A-Z]")
_ENUMERATOR = re.compile(r"\s*[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})[)\]]?$")
_DOTTED_LETTERS = re.compile(r"(?:[^\W\d_]\.[-‐]?)+[^\W\d_]$")
# The first and the last letter of alphabets; no Greek capitals: they are symbols of formulas.
_INITIALS = (("A", "Z"), ("À", "Ö"), ("Ø", "Þ"), ("\u0400", "\u042f"))
# Longer than any word that matters; keeps the work linear in a text without any boundary.
_MAX_LOOK_BACK = 80
_NEVER, _MAYBE, _STARTS = "never ends a sentence", "may end a sentence", "begins a sentence"


def split_sentences(text: str) -> list[tuple[int, int]]:
    """The ranges of the sentences of `text`, in order; joined they hold all that is not space."""
    ranges: list[tuple[int, int]] = []
    start = len(text) - len(text.lstrip())
    position = start
    while match := _STOP.search(text, position):
        position = match.start("next")
        if _ends_sentence(text, start, match):
            gap = text[start:position]
            ranges.append((start, start + len(gap.rstrip())))
            start = position
    end = len(text.rstrip())
    if start < end:
        ranges.append((start, end))
    return ranges


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether the stop in `match` ends the sentence that began at `start`."""
    beginning = match.end() - 1
    if not _may_begin(text, beginning):
        return False
    before = text[max(start, match.start() - _MAX_LOOK_BACK) : match.start()]
    pieces = before.split()
    word = pieces[-1].lstrip("\"'“‘„«‹([{") if pieces and not before[-1].isspace() else ""
    if match["note"] and not _carries_note(word, match):
        return False
    if match["stop"] in ("...", "…"):
        return not (pieces and pieces[-1].endswith(","))
    if match["stop"] != ".":
        return True
    if not word:
        return _after_spaced_ellipsis(pieces)
    if _ENUMERATOR.match(before):
        return False
    following = _NEXT_WORD.match(text, beginning)
    return _is_full_stop(word, following[0] if following else text[beginning])


def _may_begin(text: str, position: int) -> bool:
    """Sentences begin with a capital or a digit, or a name such as "mRNA" or "t-SNE"."""
    first = text[position]
    return first.isupper() or first.isdigit() or bool(_INNER_CAPITAL.match(text, position))


def _carries_note(word: str, match: re.Match[str]) -> bool:
    """Digits right behind a stop are a footnote mark only behind a word: not in "3.14" or "A.1"."""
    if not match["note"][0].isdigit():
        return True
    return bool(match["closing"]) or (len(word) > 1 and not word[-1].isdigit())


def _after_spaced_ellipsis(pieces: list[str]) -> bool:
    """The last stop of ". . ." ends a sentence, unless it stands in a list: "a, . . . B"."""
    words = [piece for piece in pieces[-3:] if piece != "."]
    return not (words and words[-1].endswith(","))


def _is_full_stop(word: str, following: str) -> bool:
    """Whether the stop behind `word` is more than the mark of an abbreviation or an initial."""
    lowered = word.lower()
    if lowered in _abbreviations()[_NEVER]:
        return False
    if _DOTTED_LETTERS.match(word):
        return breaks_after(word[-1].upper(), following)
    if lowered in _abbreviations()[_MAYBE] or _is_initial(word):
        return breaks_after(word, following)
    return True


def _is_initial(word: str) -> bool:
    return len(word) == 1 and any(first <= word <= last for first, last in _INITIALS)


def breaks_after(word: str, following: str) -> bool:
    """What Punkt says about an abbreviation or initial before a word that may begin a sentence.

    nltk takes longer to import than a paper to read. So the plain cases, which are nearly all,
    are answered here as Punkt answers them; a test compares.
    """
    lists = _abbreviations()
    first = following[0]
    is_number = first.isascii() and first.isdigit()
    if not following.isalnum() or not (is_number or first.isupper()):
        return punkt_breaks(word, following)
    is_letter = len(word) == 1
    if is_letter and word.lower() in lists[_MAYBE]:
        return False
    return is_letter if is_number else following.lower() in lists[_STARTS]


@lru_cache(maxsize=4096)
def punkt_breaks(word: str, following: str) -> bool:
    """The same, from Punkt itself."""
    return bool(_punkt().text_contains_sentbreak(f"{word}. {following}"))


@cache
def _abbreviations() -> dict[str, frozenset[str]]:
    """The shipped lists by section."""
    text = read_shipped("abbreviations.txt").decode()
    sections: dict[str, set[str]] = {}
    for line in text.splitlines():
        if line.startswith("["):
            words = sections.setdefault(line.strip("[] "), set())
        elif line and not line.startswith("#"):
            words.update(line.split())
    return {name: frozenset(words) for name, words in sections.items()}


@cache
def _punkt() -> PunktSentenceTokenizer:
    """Punkt with the shipped lists in place of learned ones; nltk is slow to import."""
    from nltk.tokenize.punkt import _ORTHO_LC, PunktParameters, PunktSentenceTokenizer

    lists = _abbreviations()
    parameters = PunktParameters()
    parameters.abbrev_types = set(lists[_MAYBE])
    # Words that are known in lower case and begin a sentence when capitalised.
    for word in lists[_STARTS]:
        parameters.add_ortho_context(word, _ORTHO_LC)
    return PunktSentenceTokenizer(parameters)
