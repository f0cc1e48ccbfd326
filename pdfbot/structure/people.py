"""The authors as people: given and family names, and the marks of their affiliations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pdfbot.bibliography import Author, Name
from pdfbot.notation import Script, raised_ranges

_UP = r"(?![a-zß-öø-ÿа-яё])[^\W\d_]"
# What stands between authors; a comma before a mark or a degree does not.
_BETWEEN = re.compile(r"\s*(?:[,;•|·∙●]|\band\b|\bund\b|\bet\b|\by\b|&|\n)\s*")
_SYMBOLS = "*∗†‡§¶#⋆✉"
_MARKS = re.compile(rf"[{re.escape(_SYMBOLS)}]+|(?<![^\W\d_])\d{{1,2}}|(?<=[^\W\d_.)])\d{{1,2}}")
_DEGREE = re.compile(
    r"\b(?:Ph\.?\s?D|M\.?D|M\.?Sc|B\.?Sc|M\.?P\.?H|BDS|MDS|MBBS|MBChB|FRCP|FRCS|DVM|PharmD|Dr|Prof|"
    r"Professor|RN|MA|BA|MS|ID)\b\.?(?!\s?-)"
)
# The letters of the ORCID sign, which fonts of symbols have.
_SIGN = re.compile(r"(?<=[a-zß-öø-ÿ])ID(?![^\W\d_])|\biD\b|\bORCID\b|´")
_PARTICLES = frozenset(
    "de del della di du da dos das do la le van von der den ter ten zu zur el al bin ibn af y "
    "st".split()
)
_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV)\.?")
_INITIALS = re.compile(rf"(?:{_UP}){{1,3}}")
_WORD = re.compile(
    rf"(?:[dlDLO][’'])?{_UP}[\w.’'`´‐‑–-]*|[a-z]{{1,3}}(?=\s|{_UP})|(?:el|al|d’|d')-?\w+"
)
# Words that no name has.
_NO_NAME = re.compile(
    r"\b(?:universit\w*|department|institut\w*|faculty|school|college|hospital|cent(?:er|re)|received|"
    r"abstract|open|access|article|research|review|journal|editor|correspond\w*|available|the|of|for|"
    r"original|academic|laborator\w*|published|accepted|vol\w*|doi|e-?mail|http\w*|www|keywords?)\b",
    re.IGNORECASE,
)

MIN_NAME_WORDS = 2
MAX_NAME_WORDS = 7
# Share of the names with initials behind the family name: the list is in that order.
MIN_REVERSED = 0.6
# What stands for a mark in the text while it is taken apart.
_OPEN, _CLOSE = "\ue000", "\ue001"


def read_people(text: str, scripts: Sequence[Script]) -> tuple[Author, ...]:
    """The people that a block of authors names, in order."""
    parts = [part for part in _parts(_with_marks(text, scripts)) if part[0]]
    names = [name.split() for name, _ in parts]
    is_reversed = sum(
        bool(_INITIALS.fullmatch(words[-1])) for words in names
    ) >= MIN_REVERSED * max(len(names), 1)
    return tuple(
        Author(name.given, name.family, marks)
        for words, (_, marks) in zip(names, parts, strict=True)
        for name in (_reversed_name(words) if is_reversed else _name(words),)
    )


def _with_marks(text: str, scripts: Sequence[Script]) -> str:
    """The text in which every mark stands between two signs."""
    written, end = [], 0
    for start, stop in raised_ranges(scripts):
        # Separators are sometimes raised, too.
        if start >= end and not _BETWEEN.fullmatch(text[start:stop]):
            written += [_plain_marks(text[end:start]), _OPEN, text[start:stop], _CLOSE]
            end = stop
    written.append(_plain_marks(text[end:]))
    return "".join(written)


def _plain_marks(text: str) -> str:
    bare = _DEGREE.sub(" ", _SIGN.sub(" ", text))
    return _MARKS.sub(lambda match: f"{_OPEN}{match[0]}{_CLOSE}", bare)


def _parts(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each name with its marks; anything else is left out."""
    marked = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
    # Commas between marks do not separate names.
    joined = re.sub(rf"{_CLOSE}\s*[,;]?\s*(?={_OPEN})", f"{_CLOSE}", text)
    if not text.startswith(_OPEN):
        joined = re.sub(rf"{_CLOSE}\s*(?={_UP})", f"{_CLOSE}, ", joined)
    for part in _BETWEEN.split(_protected(joined)):
        found = [mark for inside in marked.findall(part) for mark in _single_marks(inside)]
        name = " ".join(marked.sub(" ", part).split()).strip(" .:-–")
        if _is_name(name):
            yield name, tuple(dict.fromkeys(found))


def _protected(text: str) -> str:
    """The text without separators inside marks: "1,2" becomes "1 2"."""
    inside = re.compile(f"{_OPEN}[^{_CLOSE}]*{_CLOSE}")
    return inside.sub(lambda match: re.sub(r"[,;&|]", " ", match[0]), text)


def _single_marks(inside: str) -> list[str]:
    return re.findall(rf"\d+|[a-z]|[{re.escape(_SYMBOLS)}]", inside)


def _is_name(name: str) -> bool:
    words = name.split()
    return (
        MIN_NAME_WORDS <= len(words) <= MAX_NAME_WORDS
        and not any(map(str.isdigit, name))
        and "@" not in name
        and not _NO_NAME.search(name)
        and all(_WORD.match(f"{word} ") for word in words)
        and any(len(word.strip(".")) > 1 for word in words)
    )


def _name(words: list[str]) -> Name:
    """A name whose last word, with the particles before it, is the family name."""
    last = len(words) - (2 if _SUFFIX.fullmatch(words[-1]) and len(words) > MIN_NAME_WORDS else 1)
    first = last
    while first > 1 and words[first - 1].lower() in _PARTICLES:
        first -= 1
    return Name(" ".join(words[:first]), " ".join(words[first:]))


def _reversed_name(words: list[str]) -> Name:
    if not _INITIALS.fullmatch(words[-1]):
        return _name(words)
    return Name(words[-1], " ".join(words[:-1]))
