"""Finds the abstract: the paragraphs below its heading, or those before the first heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import OtherAbstract, Paragraph, Section
from pdfbot.text.languages.detection import detect_language
from pdfbot.text.vocabulary import INTRODUCTION, is_abstract_heading

# Share of a line's letters: lines with more in bold are bold, and in italics italic.
MIN_STYLE_SHARE = 0.5
# A heading that is also that of a section: software papers open with a "Summary".
_AMBIGUOUS = "summary"
# Share of the text: no abstract without a heading is longer, and none with one that has more
# characters.
MAX_ABSTRACT_SHARE = 0.5
MAX_ABSTRACT = 10_000

# Characters of a paragraph that shows its language; a shorter one is in that of the one above.
MIN_LANGUAGE_CHARS = 80


@dataclass(frozen=True, slots=True)
class _Style:
    """The style of most letters of a text."""

    size: float
    family: str
    bold: bool
    italic: bool

    def is_like(self, other: _Style) -> bool:
        same_font = replace(self, size=other.size) == other
        return same_font and is_same_size(self.size, other.size)


def find_abstract(
    paragraphs: Sequence[Paragraph],
    sections: Sequence[Section],
    lines: Mapping[str, LayoutLine],
) -> Sequence[Paragraph]:
    """The paragraphs of the abstract, in all languages; none in a paper without headings.

    An abstract in a distinct style ends where the body's style begins, since the introduction
    below it may have no heading.
    """
    if not sections:
        return ()
    inside = _abstract_sections(sections)
    candidates = [p for p in paragraphs if p.section in inside]
    if not candidates or 2 * paragraphs.index(candidates[0]) > len(paragraphs):
        candidates = [p for p in paragraphs if not p.section]
    if not candidates:
        return ()
    body, own = _style_of(paragraphs, lines), _style_of(candidates[:1], lines)
    if own.is_like(body):
        is_plain = _is_plain_section(candidates[0], sections) or _is_most(candidates, paragraphs)
        return () if is_plain else candidates
    return tuple(takewhile(lambda p: not _style_of([p], lines).is_like(body), candidates))


def _abstract_sections(sections: Sequence[Section]) -> set[str]:
    """The first sections named as an abstract, in one or more languages, and their subsections."""
    inside: set[str] = set()
    for section in sections:
        if is_abstract_heading(section.heading) or section.parent in inside:
            inside.add(section.id)
        elif inside:
            break
    return inside


def _is_plain_section(first: Paragraph, sections: Sequence[Section]) -> bool:
    """Whether "Summary" comes before a section that is neither the introduction nor numbered."""
    below = next((i for i, s in enumerate(sections, 1) if s.id == first.section), 0)
    if not below or sections[below - 1].heading.lower() != _AMBIGUOUS:
        return False
    after = sections[below] if below < len(sections) else None
    return after is None or not (after.number or after.heading.lower().startswith(INTRODUCTION))


def _is_most(candidates: Sequence[Paragraph], paragraphs: Sequence[Paragraph]) -> bool:
    """Whether most of the text has no heading, or none but that of the abstract."""
    own, whole = (sum(len(p.text) for p in some) for some in (candidates, paragraphs))
    is_possible = candidates[0].section and own <= MAX_ABSTRACT
    return not is_possible and own > MAX_ABSTRACT_SHARE * whole


def _style_of(paragraphs: Iterable[Paragraph], lines: Mapping[str, LayoutLine]) -> _Style:
    """The style of most letters of some paragraphs."""
    counts: Counter[_Style] = Counter()
    for paragraph in paragraphs:
        for line_id in dict.fromkeys(i for s in paragraph.sentences for i in s.line_ids):
            line = lines[line_id]
            shares = line.bold >= MIN_STYLE_SHARE, line.italic >= MIN_STYLE_SHARE
            counts[_Style(line.size, line.family, *shares)] += line.chars
    return counts.most_common(1)[0][0]


def split_by_language(
    abstract: Sequence[Paragraph], language: str
) -> tuple[tuple[str, ...], tuple[OtherAbstract, ...]]:
    """The ids of the abstract's paragraphs in the paper's language, and in other languages."""
    by_language: dict[str, list[str]] = {}
    current = language
    for paragraph in abstract:
        if len(paragraph.text) >= MIN_LANGUAGE_CHARS:
            current = detect_language([paragraph.text]) or current
        by_language.setdefault(current, []).append(paragraph.id)
    # A paper may have an abstract in English only.
    own = by_language.pop(language if language in by_language else next(iter(by_language), ""), [])
    return tuple(own), tuple(OtherAbstract(code, tuple(ids)) for code, ids in by_language.items())
