"""The sentences that cite an entry of the list of references, where the mark is plain."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pdfbot.model import CitationMark, Reference, Sentence
from pdfbot.notation import raised_ranges
from pdfbot.structure.raised_marks import RaisedMark
from pdfbot.text.citation_marks import find_raised

_YEAR = r"(?:18[5-9]\d|19\d\d|20[0-2]\d)[a-h]?"
# The year of an entry: in parentheses, or neither a page nor a part of another number.
_ENTRY_YEARS = (
    re.compile(rf"\(({_YEAR})\b"),
    re.compile(rf"(?<![\w.–−-])({_YEAR})(?![:–−-]|\.\d|\w)"),
)
_CITED_YEAR = re.compile(rf"\b{_YEAR}\b")
_FIRST_AUTHOR_END = re.compile(r"[,;:&(]|\sand\s|\set al|(?<=[^\W\d_]{2})\.")
_INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?-?){1,3}")
_NUMBERS = re.compile(r"\d{1,3}(?:\s*[,;–−-]\s*\d{1,3})*")
_RANGE = re.compile(r"(\d{1,3})(?:\s*[–−-]\s*(\d{1,3}))?")
_BRACKETS = re.compile(r"\[([^\[\]]{1,80})\]")
_PARENTHESES = re.compile(r"\(([^()]{1,80})\)")

# Characters: authors are no further before their year.
MAX_AUTHORS = 80


@dataclass(frozen=True, slots=True)
class CitedReferences:
    """The entries with their keys and the sentences that cite them.

    `raised` are the raised marks that cite nothing; `marks` are those in sentences that certainly
    cite an entry, by the id of the sentence.
    """

    references: tuple[Reference, ...]
    raised: Sequence[RaisedMark]
    marks: Mapping[str, tuple[CitationMark, ...]]


def add_citations(
    references: Sequence[Reference], sentences: Sequence[Sentence], raised: Sequence[RaisedMark]
) -> CitedReferences:
    """Which sentences cite which entry, by the kind of mark that names most of them."""
    marks: Mapping[str, tuple[CitationMark, ...]] = {}
    keyed = [replace(entry, key=author_year_key(entry.text)) for entry in references]
    labels = {entry.label: entry.id for entry in keyed if entry.label}
    if not labels:
        cited = _by_key(keyed, sentences)
    else:
        by_raised = _by_label(labels, ((mark.sentence_id, mark.text) for mark in raised))
        cited = max(
            _by_label(labels, _enclosed(sentences, _BRACKETS)),
            by_raised,
            _by_label(labels, _enclosed(sentences, _PARENTHESES)),
            key=len,
        )
        if cited is by_raised:
            raised = [mark for mark in raised if not _NUMBERS.fullmatch(mark.text)]
            marks = {s.id: found for s in sentences if (found := tuple(_marks_in(s, labels)))}
            cited = _by_mark(marks)
    linked = tuple(replace(e, mentions=tuple(cited.get(e.id, ()))) for e in keyed)
    return CitedReferences(linked, raised, marks)


def _by_mark(marks: Mapping[str, tuple[CitationMark, ...]]) -> dict[str, list[str]]:
    """By the id of each entry, the sentences with a mark that names it."""
    cited: dict[str, list[str]] = defaultdict(list)
    for sentence_id, found in marks.items():
        for mark in found:
            for reference_id in mark.references:
                _note(cited[reference_id], sentence_id)
    return cited


def _marks_in(sentence: Sentence, labels: Mapping[str, str]) -> Iterator[CitationMark]:
    """Raised numbers that no exponent can be, each of them in the list of references."""
    raised = raised_ranges(sentence.scripts)
    for start, end in find_raised(sentence.text, raised) if raised else ():
        mark = sentence.text[start:end].strip(" [],")
        if set(re.findall(r"\d+", mark)) <= labels.keys():
            named = dict.fromkeys(labels[label] for label in _labels_in(mark, labels))
            if named:
                yield CitationMark(start, end, tuple(named))


def author_year_key(text: str) -> str:
    """The first author's name and the year: "Smith 2020a"; "" if either is missing."""
    author = _FIRST_AUTHOR_END.split(text.strip(), maxsplit=1)[0]
    words = author.split()
    names = [word for word in words if not _INITIALS.fullmatch(word)] or words
    year = next((m[1] for pattern in _ENTRY_YEARS for m in pattern.finditer(text)), "")
    return f"{names[-1]} {year}" if names and year else ""


def _enclosed(sentences: Sequence[Sentence], pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """What is in brackets or parentheses, after the id of its sentence."""
    return ((s.id, match[1]) for s in sentences for match in pattern.finditer(s.text))


def _by_label(labels: Mapping[str, str], marks: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """By the id of each entry, the sentences whose marks name its label."""
    cited: dict[str, list[str]] = defaultdict(list)
    for sentence_id, mark in marks:
        for label in _labels_in(mark, labels):
            _note(cited[labels[label]], sentence_id)
    return cited


def _labels_in(mark: str, labels: Mapping[str, str]) -> Iterator[str]:
    """The labels that a mark names: "3, 5–7" names 3, 5, 6 and 7."""
    if not _NUMBERS.fullmatch(mark.strip()):
        parts = re.split(r"[,;\s]+", mark)
        yield from (part for part in parts if part in labels and not part.isdigit())
        return
    for match in _RANGE.finditer(mark):
        first, last = int(match[1]), int(match[2] or match[1])
        yield from (str(number) for number in range(first, last + 1) if str(number) in labels)


def _by_key(references: Sequence[Reference], sentences: Sequence[Sentence]) -> dict[str, list[str]]:
    """By the first author's name in front of the year, if no other entry has both."""
    keys = Counter(entry.key for entry in references if entry.key)
    ids = {entry.key: entry.id for entry in references if keys[entry.key] == 1}
    cited: dict[str, list[str]] = defaultdict(list)
    names = {key.rpartition(" ")[0] for key in ids}
    for sentence in sentences:
        for match in _CITED_YEAR.finditer(sentence.text):
            before = sentence.text[max(0, match.start() - MAX_AUTHORS) : match.start()]
            name = _last_name(before, names, match[0], ids)
            if name:
                _note(cited[ids[f"{name} {match[0]}"]], sentence.id)
    return cited


def _last_name(before: str, names: Iterable[str], year: str, ids: Mapping[str, str]) -> str:
    """The known name that is nearest to the year, among those with an entry of that year."""
    found = [
        (before.rfind(name), name)
        for name in names
        if f"{name} {year}" in ids and re.search(rf"\b{re.escape(name)}\b", before)
    ]
    return max(found)[1] if found else ""


def _note(sentence_ids: list[str], sentence_id: str) -> None:
    if sentence_id not in sentence_ids:
        sentence_ids.append(sentence_id)
