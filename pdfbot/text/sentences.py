"""Sentences of a paragraph, as character ranges with nothing but white space between them."""

from __future__ import annotations

import re
from functools import cache

from pdfbot.resources import read_text
from pdfbot.text.languages.lexicon import ENGLISH, NEVER_FINAL, SOMETIMES_FINAL, lexicon_of
from pdfbot.text.writing_systems import OTHER_SCRIPT

_CLOSING = "\"'”’»›)\\]}"
_OPENING = "\"'“”‘„«»‹(\\[{¿¡"
# A full stop (or ?, !, …), closing punctuation, a footnote mark or citation attached to it
# ("race.1 Even"), white space, and the first letter of what may be the next sentence.
_STOP = re.compile(
    rf"""
    (?<![.?!…؟۔]) (?P<stop>[.?!…؟۔]+) (?P<closing>[{_CLOSING}]*)
    (?P<note>
        \d{{1,3}}(?:[,–-]\d{{1,3}})*
      | [*†‡§¶¹²³⁰⁴-⁹]{{1,4}}
      | \[\d{{1,3}}(?:\s?[,–-]\s?\d{{1,3}})*\]
    )?
    \s+ (?P<next>[{_OPENING}]*\w)
    """,
    re.VERBOSE,
)
# Stops that need no white space behind them; what a quotation is followed by shows that the
# sentence around it goes on.
_WIDE_STOP = re.compile(
    r"""
    (?: [。！？｡]+ | (?<!\d)．(?!\d) ) (?: [」』）】》〉”’"')\]]+ (?![とのはがをにで，、。])
      | (?![」』）】》〉”’"')\]]) )
    (?: \d{1,2}(?=\s|$) )?
    | [।॥]+
    """,
    re.VERBOSE,
)
_WIDE_SIGNS = re.compile("[。！？｡．।॥]")
_GREEK_QUESTION = re.compile(r"(?<=[\u0370-\u03ff\u1f00-\u1fff])[;\u037e](?=\s+[\u0386-\u03ab])")
_NEXT_WORD = re.compile(r"\w+")
_INNER_CAPITAL = re.compile(r"[^\W\d_]-?[A-Z]")
_ENUMERATOR = re.compile(r"\s*[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})[)\]]?$")
_DOTTED_LETTERS = re.compile(r"(?:[^\W\d_]\.[-‐]?)+[^\W\d_]$")
# Latin and Cyrillic capitals; Greek ones are symbols in formulas.
_INITIAL = re.compile(r"[A-ZÀ-ÖØ-Þ\u0400-\u042f]")
# Characters: longer than any word that matters; keeps the work linear in a text without a stop.
_MAX_LOOK_BACK = 80
# The sections of abbreviations.txt.
_NEVER_FINAL = "never ends a sentence"
_SOMETIMES_FINAL = "may end a sentence"
_STARTERS = "begins a sentence"


def split_sentences(text: str, language: str = ENGLISH) -> list[tuple[int, int]]:
    """The ranges of the sentences of `text` in order; together they cover all but white space."""
    if text.isascii():
        return _split(text, 0, len(text), language)
    ranges: list[tuple[int, int]] = []
    start = 0
    for end in _ends_without_space(text):
        ranges += _split(text, start, end, language)
        start = end
    return ranges + _split(text, start, len(text), language)


def _ends_without_space(text: str) -> list[int]:
    """The ends of sentences that are certain: after 。 ！ ？ । and the Greek question mark."""
    ends = []
    if _WIDE_SIGNS.search(text):
        ends = [match.end() for match in _WIDE_STOP.finditer(text)]
    if ";" in text or "\u037e" in text:
        ends = sorted([*ends, *(match.end() for match in _GREEK_QUESTION.finditer(text))])
    return ends


def _split(text: str, first: int, last: int, language: str) -> list[tuple[int, int]]:
    """The sentences between two offsets."""
    ranges: list[tuple[int, int]] = []
    start = last - len(text[first:last].lstrip())
    position = start
    while match := _STOP.search(text, position, last):
        position = match.start("next")
        if _ends_sentence(text, start, match, language):
            ranges.append((start, start + len(text[start:position].rstrip())))
            start = position
    end = first + len(text[first:last].rstrip())
    if start < end:
        ranges.append((start, end))
    return ranges


def _ends_sentence(text: str, start: int, match: re.Match[str], language: str) -> bool:
    """Whether the stop in `match` ends the sentence that began at `start`."""
    next_start = match.end() - 1
    if not _may_begin_sentence(text, next_start):
        return False
    before = text[max(start, match.start() - _MAX_LOOK_BACK) : match.start()]
    pieces = before.split()
    word = pieces[-1].lstrip("\"'“‘„«‹([{") if pieces and not before[-1].isspace() else ""
    if match["note"] and not _is_note(word, match):
        return False
    if match["stop"] in ("...", "…"):
        return not (pieces and pieces[-1].endswith(","))
    if match["stop"] != ".":
        return True
    if not word:
        return _ends_after_spaced_ellipsis(pieces)
    if _ENUMERATOR.match(before):
        return False
    known = None if language == ENGLISH else _ends_by_lexicon(word, text[next_start], language)
    if known is not None:
        return known
    following = _NEXT_WORD.match(text, next_start)
    return _is_full_stop(word, following[0] if following else text[next_start])


def _ends_by_lexicon(word: str, following: str, language: str) -> bool | None:
    """Whether a sentence ends after this word, by the list of abbreviations; None if unknown."""
    if _is_abbreviation(word, language):
        return False
    is_sometimes_final = word.lower() in lexicon_of(language)[SOMETIMES_FINAL]
    if (is_sometimes_final or len(word) == 1) and following.isdigit():
        return False
    return True if is_sometimes_final else None


def _is_abbreviation(word: str, language: str) -> bool:
    """Whether a full stop marks an abbreviation, an initial or an ordinal number."""
    words = lexicon_of(language)
    return (
        word.lower() in words[NEVER_FINAL]
        or (words.has_ordinals and word.isdecimal())
        or _INITIAL.fullmatch(word) is not None
        or _DOTTED_LETTERS.match(word) is not None
    )


def _may_begin_sentence(text: str, position: int) -> bool:
    """Sentences begin with a capital or a digit, a name such as "mRNA" or "t-SNE", or a letter
    of a script without capitals."""
    first = text[position]
    return (
        first.isupper()
        or first.isdigit()
        or bool(_INNER_CAPITAL.match(text, position))
        or OTHER_SCRIPT.match(first) is not None
    )


def _is_note(word: str, match: re.Match[str]) -> bool:
    """Whether digits after a stop are a footnote mark: only after a word, not in "3.14"."""
    if not match["note"][0].isdigit():
        return True
    return bool(match["closing"]) or (len(word) > 1 and not word[-1].isdigit())


def _ends_after_spaced_ellipsis(pieces: list[str]) -> bool:
    """The last stop of ". . ." ends a sentence, except within a list: "a, . . . B"."""
    words = [piece for piece in pieces[-3:] if piece != "."]
    return not (words and words[-1].endswith(","))


def _is_full_stop(word: str, following: str) -> bool:
    """Whether the stop after `word` does more than mark an abbreviation or an initial."""
    lowered = word.lower()
    if lowered in _word_lists()[_NEVER_FINAL]:
        return False
    if _DOTTED_LETTERS.match(word):
        return _begins_sentence_after(word[-1].upper(), following)
    if lowered in _word_lists()[_SOMETIMES_FINAL] or _INITIAL.fullmatch(word):
        return _begins_sentence_after(word, following)
    return True


def _begins_sentence_after(word: str, following: str) -> bool:
    """Whether `following` begins a sentence after an abbreviation or an initial.

    These are the answers of Punkt's orthographic heuristic: a capitalised word does if it is
    usually written in lower case; a number does after an initial only ("in group A. 3 of them").
    """
    is_starter = following.lower() in _word_lists()[_STARTERS]
    if len(word) > 1:
        return is_starter and following[0].isupper()
    is_caseless = not (following[0].isupper() or following[0].islower())
    is_letter_abbreviation = word.lower() in _word_lists()[_SOMETIMES_FINAL]
    return (is_starter or is_caseless) and not is_letter_abbreviation


@cache
def _word_lists() -> dict[str, frozenset[str]]:
    """The words of abbreviations.txt by section."""
    sections: dict[str, set[str]] = {}
    for line in read_text("abbreviations.txt").splitlines():
        if line.startswith("["):
            words = sections.setdefault(line.strip("[] "), set())
        elif line and not line.startswith("#"):
            words.update(line.split())
    return {name: frozenset(words) for name, words in sections.items()}
