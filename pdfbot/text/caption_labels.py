"""Labels of captions in all languages: "Figure 3", "Fig. S2:", "3. ábra"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from pdfbot.text.languages.lexicon import (
    BEFORE_NUMBER,
    ENGLISH,
    LABELS,
    entries_of,
    lexicon_of,
    without_accents,
)

# Labels in all languages; N stands for the number where it comes first: "N. ábra".
_LABELS = {kind: tuple(dict.fromkeys(entries_of(kind))) for kind in LABELS}
_NUMBER_FIRST = re.compile(r"N\.? ")
_NAMES = {
    **{
        kind: tuple(name for name in names if not _NUMBER_FIRST.match(name))
        for kind, names in _LABELS.items()
    },
    "listing": ("Listing", "Lst"),
    "scheme": ("Scheme",),
    "chart": ("Chart", "Graph", "Diagram", "Map"),
    "box": ("Box",),
    "plate": ("Plate",),
    "exhibit": ("Exhibit",),
    "video": ("Video", "Movie"),
}


def _spellings(name: str) -> tuple[str, ...]:
    """A name as printed, in capitals, perhaps letterspaced, and in capitals without accents."""
    capitals = name.upper()
    if capitals == name:
        return (name,)
    return name, *dict.fromkeys((capitals, without_accents(capitals)))


KINDS = {
    spelling.replace(" ", "").casefold(): kind
    for kind, names in _NAMES.items()
    for name in names
    for spelling in _spellings(name)
}
# Labels of English papers; verbs after others are not English either.
_ENGLISH_NAMES = frozenset(
    name.casefold()
    for kind, names in _NAMES.items()
    for name in (lexicon_of(ENGLISH)[kind] if kind in LABELS else names)
)
_KINDS_BEHIND = {
    spelling: kind
    for kind, names in _LABELS.items()
    for name in names
    if _NUMBER_FIRST.match(name)
    for spelling in _spellings(_NUMBER_FIRST.sub("", name))
}


def _by_length(name: str) -> tuple[int, str]:
    return -len(name), name


# The grammar of a label, from its parts to the whole. Longer names come first, so that "Figure"
# is not read as "Fig" and "ure"; lower-case "figure 3" is the middle of a sentence. Capitals may
# be letterspaced: "F I G U R E 3".
NAME = "|".join(
    "|".join((re.escape(name), *map("[ ]?".join, _spellings(name)[1:])))
    for name in sorted({name for names in _NAMES.values() for name in names}, key=_by_length)
)


def by_first_letter(names: str, fold: Callable[[str], str] = str) -> str:
    """The same names, each behind its first letter, so that a text is compared with few of them."""
    rests: dict[str, list[str]] = {}
    for name in names.split("|"):
        rests.setdefault(fold(name[0]), []).append(name[1:])
    return "|".join(f"{first}(?:{'|'.join(those)})" for first, those in rests.items())


# "Figura n.º 3", "شكل رقم 3"
_NUMBER_SIGN = "|".join(re.escape(sign) for sign in dict.fromkeys(entries_of(BEFORE_NUMBER)))
PREFIX = r"(?:Supplement(?:ary|al)|SUPPLEMENT(?:ARY|AL)|Extended[ ]Data|Appendix)[ ]"
NUMBER = r"""
    (?:
        (?:[A-Z]{1,2}[.\-]?)?                        # S1, A.2
        \d+ (?:[.\-–]\d+)*                           # 3, 2.1, 3–5
        (?:[A-Za-z](?:[–-][A-Za-z])?(?![A-Za-z]))?   # 3a, 3a–c
      | [IVXLC]+(?!\w)                               # IV
      | [一二三四五六七八九十]{1,3}(?!\w)            # 三
      | [A-Z](?=\s?[.:|])                            # A:
    )
    (?:\([a-z](?:\s?[-–,]\s?[a-z])*\))?              # 3(a), 3(a, b)
"""
_LABEL = re.compile(
    rf"""
    \s* (?P<bracket>[<〈《[［【](?=[^\x00-\x7f]))? (?:{PREFIX})?
    (?P<name>{by_first_letter(NAME)}) (?P<plural>[sS])? \.? \s*
    (?:(?:{_NUMBER_SIGN})\s*|[-–－](?=\d))?
    (?P<inner>\((?=\d+\)))?
    (?P<number>{NUMBER}) (?(inner)\)) (?(bracket)[>〉》\]］】])
    (?:
        (?P<separator> \s?[.:|：．。]+(?!\d) | \s?[–—-]+(?=\s) | \s[–—](?=[^\W\d]) )
      | (?!\w)
    )
    """,
    re.VERBOSE,
)
# Names of figures and tables that are no abbreviations.
_MIN_FULL_NAME = 5
_FULL_NAMES = sorted(
    (
        form
        for kind in ("figure", "table")
        for name in _NAMES[kind]
        if len(name) >= _MIN_FULL_NAME
        for form in {name, name.upper()}
    ),
    key=_by_length,
)
# The only figure of a paper has no number: "Figura. Medianas das bases".
_LABEL_ALONE = re.compile(
    rf"""
    \s* (?P<name>{"|".join(_FULL_NAMES)})
    (?P<separator>\s?[.:|]) \s+ (?=[^\Wa-z_])
    """,
    re.VERBOSE,
)
# "3. ábra", "2. táblázat:"
_LABEL_BEHIND = re.compile(
    rf"""
    \s* (?P<number>\d+(?:\.\d+)*) \.? \s+ (?P<name>{"|".join(map(re.escape, _KINDS_BEHIND))})
    (?: (?P<separator> \s?[.:|]+(?!\d) | \s[–—-]+(?=\s) ) | (?!\w) )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class CaptionLabel:
    """A label such as "TABLE IV." or "Fig. 3(a):"; `end` is the offset after its separator."""

    kind: str
    number: str
    end: int
    separator: str = ""
    plural: bool = False
    is_english: bool = True


def label_of(text: str) -> CaptionLabel | None:
    """The label that opens `text`, if there is one."""
    match = _LABEL.match(text)
    if match is None:
        return _label_behind_number(text)
    name = match["name"].replace(" ", "").casefold()
    return CaptionLabel(
        kind=KINDS[name],
        number=match["number"],
        end=match.end(),
        separator=(match["separator"] or "").strip(),
        plural=match["plural"] is not None,
        is_english=name in _ENGLISH_NAMES,
    )


def label_alone(text: str) -> CaptionLabel | None:
    """A label without a number, as the only figure of a paper has; it may be a sentence's end."""
    match = _LABEL_ALONE.match(text)
    if match is None:
        return None
    name = match["name"].casefold()
    separator = match["separator"].strip()
    return CaptionLabel(KINDS[name], "", match.end(), separator, False, name in _ENGLISH_NAMES)


def is_bare_label(text: str) -> bool:
    """A label with its number and nothing behind it."""
    label = label_of(text)
    return label is not None and not text[label.end :].strip()


def _label_behind_number(text: str) -> CaptionLabel | None:
    match = _LABEL_BEHIND.match(text)
    if match is None:
        return None
    return CaptionLabel(
        kind=_KINDS_BEHIND[match["name"]],
        number=match["number"],
        end=match.end(),
        separator=(match["separator"] or "").strip(),
        is_english=False,
    )
