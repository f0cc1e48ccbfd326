"""What sentences refer to by a label: "Figs. 3 and 4a", "Table II"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pdfbot.text.caption_labels import KINDS, NAME, NUMBER, by_first_letter

_FIRST_LETTERS = "".join({spelling[0].lower() for spelling in KINDS})


@cache
def _mention() -> re.Pattern[str]:
    """A label anywhere in a sentence; plain text does without.

    Sorted by their first letters, the names are tried in half of the time that it takes to look for
    each of them in the text.
    """
    return re.compile(
        rf"\b(?i:(?=[{_FIRST_LETTERS}])) (?P<name>(?i:{by_first_letter(NAME, str.lower)}))"
        rf"s?\.?\s*(?P<number>{NUMBER})(?!\w)",
        re.VERBOSE,
    )


_JOINED_NUMBER = re.compile(
    rf"\s*(?:,\s*(?:and|or)\b|,|;|and\b|or\b|to\b|&)\s*(?P<number>{NUMBER})(?![\w.]\w)",
    re.VERBOSE,
)
# Whatever can be a number has one of these in it; half of the sentences have none.
_HAS_NUMBER = re.compile(r"\d|[IVXLC](?!\w)|[一二三四五六七八九十]|[A-Z]\s?[.:|]")
_PANEL = re.compile(r"(?<=\d)(?:[A-Za-z](?:[–-][A-Za-z])?)?(?:\(.*\))?$")
_RANGE = re.compile(r"(\d{1,3})[-–](\d{1,3})")
# Numbers from the first to the last of a range; "2–17" is rather chapter 2, figure 17.
_MAX_RANGE = 12


def find_mentions(text: str) -> frozenset[tuple[str, str]]:
    """The kinds and numbers of the floats that a sentence refers to: "Figs. 3 and 4a", "Table II".

    Panels are left out: "Fig. 3(a)" mentions figure 3.
    """
    return frozenset(
        (found.kind, number) for found in locate_mentions(text) for number in found.numbers
    )


@dataclass(frozen=True, slots=True)
class LocatedMention:
    """Characters that refer to floats of one kind: "Figs. 3" and "4a" are two mentions."""

    start: int
    end: int
    kind: str
    numbers: Sequence[str]


# Sentences are asked for the floats that they mention, and then for all parts of the paper.
@lru_cache(maxsize=2048)
def locate_mentions(text: str) -> tuple[LocatedMention, ...]:
    """The mentions in order, with their places; a range is one mention."""
    found: list[LocatedMention] = []
    if not _HAS_NUMBER.search(text):
        return ()
    for match in _mention().finditer(text):
        kind = KINDS[match["name"].replace(" ", "").casefold()]
        start, end = match.start("name"), match.end()
        found.append(LocatedMention(start, end, kind, _numbers(match["number"])))
        while (joined := _JOINED_NUMBER.match(text, end)) is not None:
            start, end = joined.start("number"), joined.end()
            found.append(LocatedMention(start, end, kind, _numbers(joined["number"])))
    return tuple(found)


def bare_number(number: str) -> str:
    """The number of a float without its panel: "3" of "3(a)" and of "3a"."""
    return _PANEL.sub("", number)


def _numbers(printed: str) -> list[str]:
    """All numbers of a range such as "3–5"; the number itself if it is not a range."""
    ends = _RANGE.fullmatch(printed)
    if ends is None:
        return [bare_number(printed)]
    first, last = int(ends[1]), int(ends[2])
    if not first < last <= first + _MAX_RANGE:
        return [printed]
    return [str(number) for number in range(first, last + 1)]
