"""Sections: the tree of the headings, and the section that each paragraph belongs to."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Paragraph, Section
from pdfbot.nonbody.printed_headings import Heading
from pdfbot.paragraphs.joining import whole_spans


def build_sections(headings: Sequence[Heading], levels: Sequence[int]) -> tuple[Section, ...]:
    """One section for each heading; its parent is the last section before it at an outer level."""
    sections: list[Section] = []
    open_sections: list[Section] = []
    for index, (heading, level) in enumerate(zip(headings, levels, strict=True), 1):
        while open_sections and open_sections[-1].level >= level:
            open_sections.pop()
        section = Section(
            id=f"h{index}",
            number=heading.number,
            level=level,
            heading=heading.text,
            parent=open_sections[-1].id if open_sections else "",
            spans=whole_spans(heading.lines),
            scripts=heading.scripts,
        )
        sections.append(section)
        open_sections.append(section)
    return tuple(sections)


def section_paths(sections: Sequence[Section]) -> dict[str, tuple[str, ...]]:
    """The headings from the outermost to that of each section, by its id."""
    paths: dict[str, tuple[str, ...]] = {"": ()}
    for section in sections:
        paths[section.id] = (*paths[section.parent], section.heading)
    return paths


def assign_sections(
    paragraphs: Sequence[Paragraph],
    sections: Sequence[Section],
    lines: Mapping[str, LayoutLine],
) -> tuple[Paragraph, ...]:
    """Assign every paragraph to the section of the last heading before it."""
    paths = section_paths(sections)
    starts = [lines[section.line_ids[0]].index for section in sections]
    placed = []
    for paragraph in paragraphs:
        before = bisect(starts, lines[paragraph.sentences[0].line_ids[0]].index)
        section_id = sections[before - 1].id if before else ""
        placed.append(replace(paragraph, section=section_id, path=paths[section_id]))
    return tuple(placed)
