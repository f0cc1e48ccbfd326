"""Where the volume, the pages and the year of a work stand in an entry of a list of references."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

YEAR = r"(?:1[6-9]|20)\d\d[a-z]?"
_NUMBER = r"[A-Z]{0,3}\d{1,5}[A-Z]?"
_PAGES = r"(?P<pages>[A-Za-z]{0,3}\.?\s?\d[\w.]*(?:\s?[‐‑–−-]+\s?[A-Za-z]{0,2}\d[\w.]*)?)"
_ISSUE = r"(?:\s?[(\[](?P<issue>[^)(\]\[]{1,30})[)\]])?"
_UNITS = r"(?:pp?|pages?|no|art(?:icle)?|id|iss(?:ue)?|vol(?:ume)?|suppl|num|n)\b\.?\s*"
# Where the volume, the pages and the year of a journal begin. All but the first and the last begin
# with separators before a number, and are tried only there: the parts of an entry then take two
# thirds less time than when each expression searches the whole of it.
_LOCATORS = (
    rf"[\s,;.(]*\bvol(?:ume)?\b\.?\s*(?P<volume>[\w–-]+)"
    rf"(?:[,;]?\s*\(?(?:no|iss(?:ue)?|num|n)\b\.?\s*(?P<issue>[\w–-]+)\)?)?"
    rf"(?:[,;:]\s*(?:{YEAR}[,;]\s*)?(?:(?:pp?|pages?|article|art|id)\b\.?\s*(?:no\.?|id)?\s*)*{_PAGES})?",
    rf"[\s,;.]*[\s,;.(\[]{YEAR}\)?(?:\s[A-Z][a-z]{{2,8}}\.?(?:\s\d{{1,2}})?)?\s*[;,:.]?\s*(?P<volume>{_NUMBER}){_ISSUE}"
    rf"\s*[:,]\s*(?:{_UNITS})*{_PAGES}",
    # "12, 3 (1998), 101–119", "12, no. 3 (1998): 101–119", "12.3 (1998), pp. 101–119",
    # "12 (1998), no. 3, 101–119", "12.3, pp. 101–119" and "12, 101 (1998)".
    rf"[\s,;.]+(?P<volume>\d{{1,4}})(?:,\s(?:no\.\s)?|\.)(?P<issue>\d{{1,3}}(?:[–/-]\d+)?)\s\({YEAR}\)[,:]\s(?:{_UNITS})*{_PAGES}",
    rf"[\s,;.]+(?P<volume>{_NUMBER})\s\({YEAR}\),\sno\.\s(?P<issue>[\d/–-]+),\s{_PAGES}",
    rf"[\s,;.]+(?P<volume>\d{{1,4}})\.(?P<issue>\d{{1,3}}),\spp?\.\s{_PAGES}",
    rf"[\s,;.]+(?P<volume>{_NUMBER}),\s(?P<pages>[A-Z]?\d+(?:[–-]\d+)?)\s\({YEAR}\)",
    rf"[\s,;.]+(?P<volume>{_NUMBER}){_ISSUE}\s*\(\s*{YEAR}\s*\)[,:]?\s*(?:{_UNITS})*{_PAGES}?",
    rf"[\s,;.]+(?P<volume>{_NUMBER}){_ISSUE}\s*[:,]\s*(?:{_UNITS})*{_PAGES}",
    rf"[\s,;.]*[\s,;.(\[]{YEAR}\)?\s*[;,:]\s*(?P<volume>{_NUMBER}){_ISSUE}",
    rf"[\s,;.]+(?P<volume>{_NUMBER}){_ISSUE}\s*[,.]?\s*\(\s*{YEAR}\s*\)",
    rf"[\s,;.]+(?P<volume>\d{{1,4}}){_ISSUE}[\s,.]*$",
    rf"[\s,;.]*[(]\s*{YEAR}\s*[)][\s.]*$",
    rf"[\s,;.]+{YEAR}[\s.,;]*$",
    rf"[\s,;.(]+(?:pp?|pages?)\b\.?\s*{_PAGES}",
)
_FIRST_DIGIT = re.compile(r"(?<=[\s,;.(\[])[A-Za-z]{0,3}\d")
_SEPARATORS = frozenset(",;.([")
# Words of four letters that may follow them.
MAX_WORDS_BEHIND = 4
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_BESIDE_NUMBERS = frozenset(
    "pages suppl supplement part article spec issue epub online author doi available from cited "
    "accessed retrieved http https www html pdf january february march april june july august "
    "september october november december published erratum discussion quiz print https".split()
)
# Characters: locators that begin as close are the same, read in several ways.
LOCATOR_REACH = 3


# Each entry of a list is read twice: to learn the style of the list, and then in it.
@lru_cache(maxsize=1024)
def find_locator(text: str, start: int) -> tuple[re.Match[str] | None, int]:
    """The earliest place from which on there are hardly any words."""
    found: list[tuple[int, int, re.Match[str]]] = []
    for order, matches in enumerate(_matches(text, start)):
        for match in matches:
            words = map(str.lower, _LONG_WORD.findall(text, match.end()))
            if sum(word not in _BESIDE_NUMBERS for word in words) <= MAX_WORDS_BEHIND:
                found.append((match.start(), order, match))
                break
    if not found:
        return None, len(text.rstrip())
    first = min(place for place, _, _ in found)
    near = (item for item in found if item[0] <= first + LOCATOR_REACH)
    return min(near, key=lambda item: (item[1], item[0]))[2], first


@cache
def _locators() -> tuple[re.Pattern[str], ...]:
    """Compiled when the first entry is read, which plain text does without."""
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in _LOCATORS)


def _matches(text: str, start: int) -> Iterator[Iterable[re.Match[str]]]:
    """What each expression finds, looked for only where it can begin."""
    first, *others, last = _locators()
    yield first.finditer(text, start) if "vol" in text.lower() else ()
    places = list(_places_before_numbers(text, start))
    for pattern in others:
        yield _matches_at(places, pattern, text)
    yield last.finditer(text, start)


def _places_before_numbers(text: str, start: int) -> Iterator[int]:
    """The places of the separators before numbers, from `start` on."""
    for number in _FIRST_DIGIT.finditer(text, start):
        first = number.start()
        while first > start and (text[first - 1] in _SEPARATORS or text[first - 1].isspace()):
            first -= 1
        yield from range(first, number.start())


def _matches_at(
    places: Sequence[int], pattern: re.Pattern[str], text: str
) -> Iterator[re.Match[str]]:
    """The matches that begin at these places and do not overlap."""
    end = 0
    for place in places:
        if place >= end and (match := pattern.match(text, place)):
            yield match
            end = match.end()
