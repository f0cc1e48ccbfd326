"""Lists of names as references print them, in one style throughout."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import normalize

from pdfbot.bibliography import Name

# A letter that is not in lower case, whatever the script.
_UP = r"(?![a-zß-öø-ÿа-яё])[^\W\d_]"
_PARTICLE = (
    r"(?:[Dd]e(?:lla|l|n|r|s)?|[Dd]as?|[Dd]i|[Dd]os?|[Dd]u|[Ll][aeo]s?|[Vv][ao]n|[Tt]e[nr]|[Bb]in|"
    r"[Ii]bn|[Ee]l|[Aa][lf]|[Zz]u[rm]?|[Yye]|[Ss]an|[Ss]ta?\.?|’t|'t|ter|te|op)"
)
_APOSTROPHE = r"(?:[dlLDO][’'`´])?"
# An accent that a font sets before its letter.
_ACCENTS = "¨´`ˇ˜ˆ¸"
_WORD = rf"{_APOSTROPHE}{_UP}(?:[^\W\d_]|[{_ACCENTS}])*(?:[’'`´‐‑–-](?:{_UP}|[a-z])[^\W\d_]*)*"
_FAMILY = rf"(?:{_PARTICLE}[ -]){{0,3}}(?:{_APOSTROPHE}|de|el-|al-){_WORD}"
# Families of several words: "Cechinel Filho", "Vela Díaz", "Di Fiore".
_FAMILIES = rf"{_FAMILY}(?: (?:{_PARTICLE} ){{0,2}}{_WORD}){{0,2}}"
_LETTER = rf"{_UP}[a-z]?"
_DOTTED = rf"{_LETTER}\.(?:[ ‐‑–-]{{0,2}}{_LETTER}\.)*"
_BARE = rf"{_UP}(?:[‐‑– -]?{_UP}){{0,3}}(?![^\W\d_])"
_SUFFIX = r"(?:,? (?:J[rR]|Sr|II|III|IV|2nd|3rd)\b\.?)?"
# Written out, so that it cannot be taken for initials.
_FULL = rf"(?={_APOSTROPHE}[^\W\d_]*[a-zß-öø-ÿа-яё]){_WORD}"
_GIVEN = rf"{_FULL}(?: (?:{_FULL}|{_UP}\.?))*?"
_SEPARATOR = (
    r"(?:\s*(?:[,;]\s*)?(?:…|\. \. \.|\.\.\.)\s*|\s*[,;]\s*(?:and|&|und|et|y|e)\s+|"
    r"\s*[,;]\s*|\s+(?:and|&|und|et|y)\s+)"
)
_AND_OTHERS = re.compile(
    r"[,;]?\s*(?:and\s+|&\s+)?(?:et\s*al\b\.?|(?:co-?workers|others|colleagues)\b|…)", re.IGNORECASE
)
# Between the names and what follows: punctuation, a year, an opening quotation mark.
_STOP = re.compile(
    r"\s*(?:[:.;,(\[“\"‘«]|\b(?:19|20)\d\d|$)|(?<=\.)\s|\s*,?\s*\(?(?:[Ee]ds?|[Ee]ditors?)\b"
)

# "J. Mater" is no author in "J. Mater. Chem. 2010".
# and is one in "A. Gupta. 2016. Title".
_REST_OF_JOURNAL = re.compile(rf"(?!\.\s\d{{4}}[a-z]?\.\s)\.?\s+(?:{_UP}[\w-]*\.?,?\s+){{0,4}}\d")
# "Sack, B. van der", and the second word of "Y. B. Che Man".
_BEHIND = r"(?:(?: (?:van|von|de[nr]?|du|da|dos|di|la|le|te[nr]))+(?=\s*[,;(&]))?"
_SECOND = rf"(?: {_WORD}(?=\s*(?:[,;]|and\b|&)))?"
_ACCENTED = re.compile(rf"([{_ACCENTS}])([^\W\d_])")
_COMBINING = dict(zip(_ACCENTS, "\u0308\u0301\u0300\u030c\u0303\u0302\u0327", strict=True))

_PERSONS = {
    "family initials": rf"(?P<family>{_FAMILIES}) (?P<given>{_BARE}){_SUFFIX}",
    "family dotted": rf"(?P<family>{_FAMILIES}) (?P<given>{_DOTTED}){_SUFFIX}",
    "family, dotted": rf"(?P<family>{_FAMILIES}){_SUFFIX}, ?(?P<given>{_DOTTED}{_BEHIND})"
    rf"{_SUFFIX}",
    "family, initials": rf"(?P<family>{_FAMILIES}), (?P<given>{_BARE}){_SUFFIX}",
    "dotted family": rf"(?P<given>{_DOTTED}) ?(?P<family>{_FAMILY}{_SECOND}){_SUFFIX}",
    "initials family": rf"(?P<given>{_BARE}) (?P<family>{_FAMILY}){_SUFFIX}",
    "family, given": rf"(?P<family>{_FAMILIES}){_SUFFIX}, "
    rf"(?P<given>{_FULL}(?: (?:{_FULL}|{_UP}\.?))?{_BEHIND}){_SUFFIX}",
    "given family": rf"(?P<given>{_GIVEN}) (?P<family>(?={_PARTICLE} |{_FULL}){_FAMILY}){_SUFFIX}",
}
# The first name in one style, the others in another: "Doe, Jane, and John Smith".
_OTHERS = {"family, given": "given family", "family, dotted": "dotted family"}


@dataclass(frozen=True, slots=True)
class NameStyle:
    """How one name is written, and a list of them."""

    person: re.Pattern[str]
    other: re.Pattern[str] | None
    separator: re.Pattern[str]


STYLES = tuple(_PERSONS)


@cache
def _style(name: str) -> NameStyle:
    """Compiled when names are first read, which plain text does without."""
    return NameStyle(
        re.compile(_PERSONS[name]),
        re.compile(_PERSONS[_OTHERS[name]]) if name in _OTHERS else None,
        re.compile(_SEPARATOR),
    )


@dataclass(frozen=True, slots=True)
class NameList:
    """The names at the start of a text, and where they end."""

    names: tuple[Name, ...] = ()
    end: int = 0
    style: str = ""


NOBODY = NameList()


def read_names(text: str, style: str, *, is_whole: bool = False) -> NameList:
    """The longest list of names in one style at the start of the text, ended by a stop.

    With `is_whole`, the whole text consists of names.
    """
    rules = _style(style)
    names: list[Name] = []
    ends: list[int] = []
    position = 0
    while True:
        match = rules.person.match(text, position)
        if names and match is None and rules.other is not None:
            match = rules.other.match(text, position)
        if match is None:
            break
        names.append(Name(given=_clean(match["given"]), family=_clean(match["family"])))
        ends.append(match.end())
        gap = rules.separator.match(text, match.end())
        if gap is None:
            break
        position = gap.end()
    while names:
        end = ends[-1]
        others = _AND_OTHERS.match(text, end)
        if others:
            return NameList(tuple(names), others.end(), style)
        is_journal = style == "dotted family" and _REST_OF_JOURNAL.match(text, end)
        if (end == len(text)) if is_whole else _STOP.match(text, end) and not is_journal:
            return NameList(tuple(names), end, style)
        names.pop()
        ends.pop()
    return NOBODY


def _clean(name: str) -> str:
    joined = _ACCENTED.sub(lambda m: normalize("NFC", m[2] + _COMBINING[m[1]]), name)
    return " ".join(joined.split())


def choose_style(texts: Sequence[str]) -> str:
    """The style in which most entries begin, or among equals the one that reads most names."""
    read: Counter[str] = Counter()
    people: Counter[str] = Counter()
    for text in texts:
        found = {style: read_names(text, style) for style in STYLES}
        longest = max((names.end for names in found.values()), default=0)
        for style, names in found.items():
            if names.names and names.end == longest:
                read[style] += 1
                people[style] += len(names.names)
    return max(STYLES, key=lambda style: (read[style], people[style])) if read else ""
