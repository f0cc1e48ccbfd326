"""Citation marks: which entries of the list of references each sentence cites, and where."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from pdfbot.model import CitationMark, Reference, Sentence
from pdfbot.notation import Script, raised_ranges
from pdfbot.structure.raised_marks import RaisedMark
from pdfbot.text.citation_marks import find_raised, narrow

_YEAR = r"(?:18[5-9]\d|19\d\d|20[0-2]\d)[a-h]?"
# The year of an entry: in parentheses, or neither a page nor a part of another number.
_ENTRY_YEARS = (
    re.compile(rf"\(({_YEAR})\b"),
    re.compile(rf"(?<![\w.–−-])({_YEAR})(?![:–−-]|\.\d|\w)"),
)
_YEARS = re.compile(rf"({_YEAR})((?:\s*[,&]\s*[a-h]\b)*)")
_FIRST_AUTHOR_END = re.compile(r"[,;:&(]|\sand\s|\set al|(?<=[^\W\d_]{2})\.")
_INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?-?){1,3}")
_LEAD = r"(?:(?:see(?: also)?|e\.\s?g\.|cf\.?|refs?\.?|reviewed (?:in|by)|for reviews?)[,:]?\s*)*"
_RANGE = r"\d{1,3}(?:\s*[–−-]\s*\d{1,3})?"
_NUMBERS = rf"{_RANGE}(?:\s*(?:[,;&]|and|,\s*and)\s*{_RANGE})*"
_NUMBER_MARK = re.compile(rf"\s*{_LEAD}({_NUMBERS})(?:,\s*(?:pp?\.|[A-Z][a-z]+\.?|§).{{0,40}})?\s*")
_EACH = re.compile(r"(\d{1,3})(?:\s*[–−-]\s*(\d{1,3}))?")
_LABEL = re.compile(r"[^\s,;]+")
# "[2]–[5]" is one range.
_BRACKETS = re.compile(r"\[(\d{1,3}\]\s*[–−-]\s*\[\d{1,3}|[^\[\]]{1,120})\]")
_PARENTHESES = re.compile(r"\(([^()]{1,80})\)")
_INNER = re.compile(r"\]\s*([–−-])\s*\[")
# Between a first author and the year there are other names, "et al." and punctuation.
_NAMES_ONLY = re.compile(
    r"(?:[\s,.&(\[’']|(?:and|et|al|und|y|e|s|de|la|van|von|der|den|di|du|co-?workers|colleagues)\b|"
    r"(?:[^\W\d_]\.)|(?![a-zß-ÿ])[^\W\d_][\w’'‐-]*)*"
)
_AND_OTHERS = re.compile(r"\bet\s+al\b|\bcolleagues\b|\bco-?workers\b")
_AND_ANOTHER = re.compile(r"(?:\band\b|&|\bet\b(?!\s+al)|\bund\b|\by\b)\s+(\S+)")

YEAR_DIGITS = 4
# Characters: authors are no further before their year.
MAX_AUTHOR_CHARS = 80
# Numbers that a range spans at most; more is no range of citations.
MAX_RANGE = 60
# Authors that are named one by one.
MAX_NAMED_AUTHORS = 2

Marks = Mapping[str, tuple[CitationMark, ...]]
# The marks in a text, of which some characters are raised or lowered.
FindMarks: TypeAlias = Callable[[str, Sequence[Script]], Iterable[CitationMark]]


@dataclass(frozen=True, slots=True)
class CitedReferences:
    """The entries with their keys and the sentences that cite them.

    `raised` are the raised marks that cite nothing; `marks` are the citation marks by the id of
    their sentence. `find` finds marks of the same kind in other texts, and `find_numbers` those of
    a text that is nothing but numbers of entries.
    """

    references: tuple[Reference, ...]
    raised: Sequence[RaisedMark]
    marks: Marks
    find: FindMarks
    find_numbers: FindMarks


def add_citations(
    references: Sequence[Reference], sentences: Sequence[Sentence], raised: Sequence[RaisedMark]
) -> CitedReferences:
    """The entries with the sentences that cite them, by the kind of mark that finds most."""
    keyed = [replace(entry, key=author_year_key(entry.text)) for entry in references]
    labels = {entry.label: entry.id for entry in keyed if entry.label}
    known = _by_year(keyed)
    find_raised_ones = partial(_raised_marks, labels=labels)
    kinds: tuple[FindMarks, ...] = (
        partial(_enclosed_marks, pattern=_BRACKETS, labels=labels),
        find_raised_ones,
        partial(_enclosed_marks, pattern=_PARENTHESES, labels=labels),
        partial(_names_in, known=known),
    )
    read = [(_marks(sentences, find), find) for find in kinds]
    marks, find = max(read, key=lambda kind: _count_cited(kind[0]))
    if labels and find is find_raised_ones:
        raised = [mark for mark in raised if not re.fullmatch(_NUMBERS, mark.text)]
    cited: dict[str, list[str]] = defaultdict(list)
    for sentence_id, found in marks.items():
        for reference_id in (name for mark in found for name in mark.references):
            if sentence_id not in cited[reference_id]:
                cited[reference_id].append(sentence_id)
    linked = tuple(replace(e, mentions=tuple(cited.get(e.id, ()))) for e in keyed)
    numbers = partial(_numbers_alone, labels=labels)
    return CitedReferences(linked, raised, marks, find, numbers)


def _marks(sentences: Sequence[Sentence], find: FindMarks) -> Marks:
    found = ((s.id, tuple(find(s.text, s.scripts))) for s in sentences)
    return {name: marks for name, marks in found if marks}


def _count_cited(marks: Marks) -> int:
    return len({name for found in marks.values() for mark in found for name in mark.references})


def _raised_marks(
    text: str, scripts: Sequence[Script], labels: Mapping[str, str]
) -> Iterator[CitationMark]:
    """Raised numbers that cannot be exponents, each of them in the list of references."""
    raised = raised_ranges(scripts)
    for start, end in find_raised(text, raised) if raised and labels else ():
        yield from _numbers_in(text, start, end, labels)


def _numbers_alone(
    text: str, scripts: Sequence[Script], labels: Mapping[str, str]
) -> Iterator[CitationMark]:
    if labels and re.fullmatch(_NUMBERS, text.strip()):
        yield from _numbers_in(text, 0, len(text), labels)


def _enclosed_marks(
    text: str, scripts: Sequence[Script], pattern: re.Pattern[str], labels: Mapping[str, str]
) -> Iterator[CitationMark]:
    """The contents of brackets or parentheses that consist of labels of the list."""
    text = narrow(text)
    for match in pattern.finditer(text) if labels else ():
        inside = _INNER.sub(lambda found: " " * (len(found[0]) - 1) + "–", match[1])
        if numbers := _NUMBER_MARK.fullmatch(inside):
            start = match.start(1) + numbers.start(1)
            flat = text[: match.start(1)] + inside + text[match.end(1) :]
            yield from _numbers_in(flat, start, start + len(numbers[1]), labels)
        else:
            for part in _LABEL.finditer(match[1]):
                if part[0] in labels and not part[0].isdigit():
                    start = match.start(1) + part.start()
                    yield CitationMark(start, start + len(part[0]), (labels[part[0]],))


def _numbers_in(
    text: str, start: int, end: int, labels: Mapping[str, str]
) -> Iterator[CitationMark]:
    """A mark for each number or range between two places: "3, 5–7" are two."""
    found = list(_EACH.finditer(text, start, end))
    if all(number in labels for match in found for number in match.groups() if number):
        for match in found:
            first, last = int(match[1]), int(match[2] or match[1])
            if first <= last < first + MAX_RANGE:
                numbers = map(str, range(first, last + 1))
                named = tuple(labels[number] for number in numbers if number in labels)
                yield CitationMark(match.start(), match.end(), named)


def author_year_key(text: str) -> str:
    """The first author's name and the year: "Smith 2020a"; "" if either is missing."""
    author = _FIRST_AUTHOR_END.split(text.strip(), maxsplit=1)[0]
    words = author.split()
    names = [word for word in words if not _INITIALS.fullmatch(word)] or words
    year = next((m[1] for pattern in _ENTRY_YEARS for m in pattern.finditer(text)), "")
    return f"{names[-1]} {year}" if names and year else ""


def _by_year(references: Sequence[Reference]) -> Mapping[str, Sequence[tuple[str, Reference]]]:
    """The entries by year, each with the name of its first author."""
    known: dict[str, list[tuple[str, Reference]]] = defaultdict(list)
    for entry in references:
        name, _, year = entry.key.rpartition(" ")
        name = entry.authors[0].family if entry.authors else name
        year = entry.year or year
        if name and year:
            known[year].append((name, entry))
    return known


def _names_in(
    text: str, scripts: Sequence[Script], known: Mapping[str, Sequence[tuple[str, Reference]]]
) -> Iterator[CitationMark]:
    """Each year with the names before it; a further year takes the names of the previous one."""
    end, named = 0, ""
    for match in _YEARS.finditer(text):
        before = text[max(end, match.start() - MAX_AUTHOR_CHARS) : match.start()]
        offset = match.start() - len(before)
        repeated = bool(named) and not re.search(r"[^\W\d_]{2,}|;", before)
        years = [match[1], *(match[1][:YEAR_DIGITS] + c for c in re.findall(r"[a-h]", match[2]))]
        found = [_entry_of(named if repeated else before, known.get(year, ())) for year in years]
        hits = [hit for hit in found if hit]
        if hits:
            start = match.start() if repeated else offset + hits[0][0]
            named = named if repeated else before[hits[0][0] :]
            yield CitationMark(start, match.end(), tuple(entry.id for _, entry in hits))
        else:
            named = named if repeated else ""
        end = match.end()


def _entry_of(
    before: str, entries: Sequence[tuple[str, Reference]]
) -> tuple[int, Reference] | None:
    """The only entry whose first author opens the names before a year, and where they begin."""
    hits = [
        (match.start(), entry)
        for name, entry in entries
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", before)
        if _NAMES_ONLY.fullmatch(before, match.end())
    ]
    first = min((start for start, _ in hits), default=0)
    hits = [hit for hit in hits if hit[0] == first]
    if len(hits) > 1:
        hits = [hit for hit in hits if _fits(before[first:], hit[1])]
    return hits[0] if len(hits) == 1 else None


def _fits(names: str, entry: Reference) -> bool:
    """Whether an entry has as many authors as are named, including the second one."""
    count = len(entry.authors)
    if _AND_OTHERS.search(names):
        return count > MAX_NAMED_AUTHORS or "et al" in entry.text
    if another := _AND_ANOTHER.search(names):
        second = another[1].strip(",.(")
        return count == MAX_NAMED_AUTHORS and entry.authors[1].family.endswith(second)
    return count <= 1
