"""The list of references as BibTeX: one entry for each work, with what is printed as its note."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from unicodedata import combining, normalize

from pdfbot.bibliography import Name
from pdfbot.model import Reference

# Digits of a year; the letter of "2020a" is part of the key alone.
YEAR_DIGITS = 4
# Letters of the word of the title in a key; shorter ones are mostly articles and prepositions.
MIN_KEY_WORD = 4
_WORD = re.compile(r"[a-z]+")
# What TeX would take for more than a character; every other character is written as it is.
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
# Fields that are read as they are, not typeset.
_VERBATIM = ("doi", "url", "eprint")
_DASH = re.compile(r"\s*[‐‑–−-]+\s*")


def render_bibtex(references: Sequence[Reference]) -> str:
    """The entries in the order of the list, separated by blank lines."""
    used: Counter[str] = Counter()
    entries = []
    for reference in references:
        key = _key(reference)
        used[key] += 1
        entries.append(_entry(reference, key if used[key] == 1 else f"{key}-{used[key]}"))
    return "\n".join(entries)


def _entry(work: Reference, key: str) -> str:
    lines = [f"  {name} = {{{value}}},\n" for name, value in _fields(work) if value]
    return f"@{_kind(work)}{{{key},\n{''.join(lines)}}}\n"


def _kind(work: Reference) -> str:
    """What is in a volume is an article; what has a title in a source is part of it."""
    if work.volume and work.source:
        return "article"
    return "incollection" if work.title and work.source else "misc"


def _fields(work: Reference) -> Iterator[tuple[str, str]]:
    kind = _kind(work)
    container = {"article": "journal", "incollection": "booktitle", "misc": "howpublished"}[kind]
    values = (
        ("author", " and ".join(map(_person, work.authors))),
        ("title", work.title),
        (container, work.source),
        ("year", work.year[:YEAR_DIGITS]),
        ("volume", work.volume),
        ("number", work.issue),
        ("pages", _DASH.sub("--", work.pages)),
        ("doi", work.doi),
        ("eprint", work.arxiv),
        ("archiveprefix", "arXiv" if work.arxiv else ""),
        ("url", work.url),
        ("note", work.text),
    )
    for name, value in values:
        is_ready = name in _VERBATIM or name == "author"
        yield name, _plain(value) if is_ready else _escape(value)


def _person(name: Name) -> str:
    """ "Family, Given"; a group in braces, so that it is not taken apart."""
    family, given = _escape(name.family), _escape(name.given)
    return f"{family}, {given}" if given else f"{{{family}}}"


def _escape(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)


def _plain(text: str) -> str:
    """Without braces that do not match, which would end the field."""
    return text if text.count("{") == text.count("}") else re.sub(r"[{}]", "", text)


def _key(work: Reference) -> str:
    """Family name, year and the first word of the title in plain letters, or the id."""
    family = _letters(work.authors[0].family) if work.authors else ""
    words = (word for word in _WORD.findall(_folded(work.title)) if len(word) >= MIN_KEY_WORD)
    return f"{family}{work.year}{next(words, '')}" or work.id


def _letters(text: str) -> str:
    return "".join(_WORD.findall(_folded(text)))


def _folded(text: str) -> str:
    return "".join(c for c in normalize("NFKD", text.lower()) if not combining(c))
