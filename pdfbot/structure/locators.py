"""Where the numbers of a work are: its year, and the place where volume and pages begin."""

from __future__ import annotations

import re
from functools import lru_cache

YEAR = r"(?:1[6-9]|20)\d\d[a-z]?"
_YEARS = re.compile(rf"(?<![\w–−/-])(?<!\d\.)({YEAR})(?![\w–−/]|-\d|\.\d)")
_FIRST_YEAR = re.compile(
    rf"[\s.,:;]*(?:[(\[]\s*({YEAR})(?:,? [A-Z][a-z]+\.?(?: \d+(?:[–-]\d+)?)?)?\s*[)\]]"
    rf"|\(n\.d\.\)|({YEAR})\b(?![–-]))"
    r"[\s.,:;]*"
)
_ACCESSED = re.compile(
    r"\b(?:accessed|cited|retrieved|available|access date|visited|last|viewed|downloaded)\b", re.I
)
_NUMBER = r"[A-Z]{0,3}\d{1,5}[A-Z]?"
_PAGES = r"(?P<pages>[A-Za-z]{0,3}\.?\s?\d[\w.]*(?:\s?[‐‑–−-]+\s?[A-Za-z]{0,2}\d[\w.]*)?)"
_ISSUE = r"(?:\s?[(\[](?P<issue>[^)(\]\[]{1,30})[)\]])?"
_UNITS = r"(?:pp?|pages?|no|art(?:icle)?|id|iss(?:ue)?|vol(?:ume)?|suppl|num|n)\b\.?\s*"
# Where the volume, the pages and the year of a journal begin.
_LOCATORS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
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
)
# Words of four letters that may follow them.
MAX_WORDS_BEHIND = 4
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_BESIDE_NUMBERS = frozenset(
    "pages suppl supplement part article spec issue epub online author doi available from cited "
    "accessed retrieved http https www html pdf january february march april june july august "
    "september october november december published erratum discussion quiz print https".split()
)

# What speaks for a year that does not follow the authors, in points.
YEAR_IN_BRACKETS = 2.0
YEAR_BEFORE_SEMICOLON = 2.0
YEAR_BEFORE_COMMA = 0.5
YEAR_AT_END = 1.0
YEAR_OF_ACCESS = -4.0
# Characters before a year in which a date of access is announced.
ACCESS_REACH = 40
# Characters: locators that begin as close are the same, read in several ways.
LOCATOR_REACH = 3


def read_year(text: str, start: int) -> tuple[str, int]:
    """The year, and where the text goes on behind it if it follows the authors."""
    if match := _FIRST_YEAR.match(text, start):
        return match[1] or match[2] or "", match.end()
    years = [(_year_points(text, m), m.start(), m[1]) for m in _YEARS.finditer(text, start)]
    return max(years, default=(0.0, 0, ""))[2], start


def _year_points(text: str, match: re.Match[str]) -> float:
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    points = 0.0
    if before.endswith(("(", "[")) and after.startswith((")", "]")):
        points += YEAR_IN_BRACKETS
    if after.startswith(";"):
        points += YEAR_BEFORE_SEMICOLON
    if after.startswith((",", ":")):
        points += YEAR_BEFORE_COMMA
    if not after.strip(".) "):
        points += YEAR_AT_END
    if _ACCESSED.search(text, max(0, match.start() - ACCESS_REACH), match.start()):
        points += YEAR_OF_ACCESS
    return points + match.start() / len(text)


# Each entry of a list is read twice: to learn the style of the list, and then in it.
@lru_cache(maxsize=1024)
def find_locator(text: str, start: int) -> tuple[re.Match[str] | None, int]:
    """The earliest place from which on there are hardly any words."""
    found: list[tuple[int, int, re.Match[str]]] = []
    for order, pattern in enumerate(_LOCATORS):
        for match in pattern.finditer(text, start):
            words = map(str.lower, _LONG_WORD.findall(text, match.end()))
            if sum(word not in _BESIDE_NUMBERS for word in words) <= MAX_WORDS_BEHIND:
                found.append((match.start(), order, match))
                break
    if not found:
        return None, len(text.rstrip())
    first = min(place for place, _, _ in found)
    near = (item for item in found if item[0] <= first + LOCATOR_REACH)
    return min(near, key=lambda item: (item[1], item[0]))[2], first
