"""The fields of references: authors, year, title, source and numbers, by the style of the list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pdfbot.bibliography import Name
from pdfbot.model import Reference
from pdfbot.structure.identifiers import Identifiers, find_identifiers
from pdfbot.structure.name_lists import NOBODY, NameList, choose_style, read_names
from pdfbot.structure.work_parts import PartStyle, learn_parts, read_parts, read_year

# What stands between the authors and the rest of an entry, where a list keeps to it.
_STOPS = {
    "year": re.compile(r"[.,\s]*[(\[](?:(?:1[6-9]|20)\d\d[a-z]?\b[^)\]]{0,20}|n\.d\.)[)\]]"),
    "quote": re.compile(r"[.,:]?\s*[“„«\"]"),
    "bare year": re.compile(r"[.,]?\s+(?:1[6-9]|20)\d\d[a-z]?[.,:]?\s"),
    "colon": re.compile(r"\s?:\s"),
}
# Share of the entries whose authors were read.
MIN_STOP_SHARE = 0.5
# Characters: authors are no longer.
MAX_AUTHOR_LIST = 1500
# Words: a group of people has no longer a name.
MAX_GROUP_WORDS = 10
_GROUP = re.compile(
    r"\b(?:organi[sz]ation|institut\w*|agency|association|university|committee|department|ministry|"
    r"society|council|bureau|office|commission|group|consortium|team|cent(?:er|re)|foundation|"
    r"collaboration|network|union|WHO|FAO|IPCC|OECD|EFSA)\b",
    re.IGNORECASE,
)
_GROUP_END = re.compile(r"\.\s+(?=\S)")
# In a list with a comma behind the names, where all of its words but small ones have capitals.
_GROUP_COMMA = re.compile(r"((?:(?:[^\Wa-z][\w’-]*|of|the|for|on|and|de)\s?){2,}),\s+(?=\S)")
# A dash, or a comma behind a ruling, for the authors of the entry before.
_SAME_AUTHORS = re.compile(r"\s*(?:[—–―_‐-]+\s*[.,:]?|,)\s+(?=\S)")
# What follows the year where the title is before it.
_NO_TITLE = re.compile(r"[\s.,]*(?:In\s+[^\Wa-z]|Retrieved\b|$)")
_IN = re.compile(r"^In\s+")
# Several works in one entry: "a) …; b) …".
_FIRST_OF_SEVERAL = re.compile(r"\(?a\)\s*(.+?)(?=[;.]\s*\(?b\)\s)")


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry being read: its text without identifiers, its authors, and where they end."""

    text: str
    faces: str
    ids: Identifiers
    names: tuple[Name, ...] = ()
    end: int = 0
    year: str = ""
    start: int = 0


def add_fields(references: Sequence[Reference], faces: Sequence[str]) -> tuple[Reference, ...]:
    """The references with their fields; `faces` are the typefaces of their characters."""
    entries = _read_years(
        _read_authors([_first_work(r.text, f) for r, f in zip(references, faces, strict=True)])
    )
    style = learn_parts([(entry.text, entry.faces, entry.start) for entry in entries])
    return tuple(
        _with_fields(reference, entry, style)
        for reference, entry in zip(references, entries, strict=True)
    )


def _first_work(text: str, faces: str) -> _Entry:
    match = _FIRST_OF_SEVERAL.match(text)
    start, end = match.span(1) if match else (0, len(text))
    ids = find_identifiers(text[start:end])
    return _Entry(ids.rest, faces[start:end], ids)


def _read_authors(entries: Sequence[_Entry]) -> list[_Entry]:
    """Read the authors in the style of most entries, up to the stop that most entries have."""
    usual = choose_style([entry.text for entry in entries])
    people = _repeat_names([_names(entry.text, usual) for entry in entries], entries)
    stops = Counter(
        _stop_after(entry.text, names.end)
        for entry, names in zip(entries, people, strict=True)
        if names.names
    )
    stop = max(stops, key=lambda name: stops[name], default="")
    is_kept = stop and stops[stop] >= MIN_STOP_SHARE * stops.total()
    commas = sum(e.text[n.end : n.end + 1] == "," for e, n in zip(entries, people, strict=True))
    group_end = _GROUP_COMMA if commas >= MIN_STOP_SHARE * len(entries) else _GROUP_END
    return [
        _up_to_stop(entry, names, stop if is_kept else "", group_end)
        for entry, names in zip(entries, people, strict=True)
    ]


def _repeat_names(people: Sequence[NameList], entries: Sequence[_Entry]) -> list[NameList]:
    """The names of each entry; a dash stands for those of the entry before."""
    found: list[NameList] = []
    for names, entry in zip(people, entries, strict=True):
        same = _SAME_AUTHORS.match(entry.text) if found and found[-1].names else None
        if same:
            names = replace(found[-1], end=same.end())
        found.append(names)
    return found


def _names(text: str, usual: str) -> NameList:
    """The names in the style of the list, or else in another style."""
    found = read_names(text, usual) if usual else NOBODY
    if found.names:
        return found
    own = choose_style([text])
    return read_names(text, own) if own else NOBODY


def _stop_after(text: str, end: int) -> str:
    return next((name for name, stop in _STOPS.items() if stop.match(text, end)), "")


def _up_to_stop(entry: _Entry, names: NameList, stop: str, group_end: re.Pattern[str]) -> _Entry:
    """The authors up to the list's stop; a group if the text is not a list of names."""
    found = replace(entry, names=names.names, end=names.end)
    if stop and _stop_after(entry.text, names.end) != stop:
        match = _STOPS[stop].search(entry.text, names.end, MAX_AUTHOR_LIST)
        if match:
            group = entry.text[: match.start()].strip(" .,")
            is_group = not names.names and 0 < len(group.split()) <= MAX_GROUP_WORDS
            return replace(
                found, end=match.start(), names=(Name(family=group),) if is_group else names.names
            )
    if not names.names and (match := group_end.search(entry.text)):
        group = entry.text[: match.start()] if group_end is _GROUP_END else match[1]
        if len(group.split()) <= MAX_GROUP_WORDS and _GROUP.search(group):
            return replace(found, end=match.end(), names=(Name(family=group),))
    return found


def _read_years(entries: Sequence[_Entry]) -> list[_Entry]:
    years = [read_year(entry.text, entry.end) for entry in entries]
    return [
        replace(entry, year=year, start=start)
        for entry, (year, start) in zip(entries, years, strict=True)
    ]


def _is_title_first(entry: _Entry) -> bool:
    """Whether a work without authors begins with its title: "The smallest mill. (2008). In …"."""
    is_group = len(entry.names) == 1 and not entry.names[0].given
    return is_group and _NO_TITLE.match(entry.text, entry.start) is not None


def _with_fields(reference: Reference, entry: _Entry, style: PartStyle) -> Reference:
    parts = read_parts(entry.text, entry.faces, entry.start, style)
    authors, title, source = entry.names, parts.title, parts.source
    if _is_title_first(entry):
        authors, title = (), entry.names[0].family
        source = _IN.sub("", parts.title) if _IN.match(parts.title) else source
    return replace(
        reference,
        authors=authors,
        year=entry.year,
        title=title,
        source=source,
        volume=parts.volume,
        issue=parts.issue,
        pages=parts.pages,
        doi=entry.ids.doi,
        arxiv=entry.ids.arxiv,
        url=entry.ids.url,
    )
