"""Markdown: the title, the headings by their levels, and the body text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pdfbot.model import Extraction, Section

# Markdown has six levels of headings; the title has the first.
MAX_LEVEL = 6
# What would be read as markup at the start of a paragraph.
_BLOCK_START = re.compile(r"^(?=#{1,6}\s|[-+*>]\s|[-=]{3,}|\|)|^(\d+)(?=[.)]\s)")
# What would be read as markup anywhere.
_INLINE = re.compile(r"([\\`*_<])")


def render_markdown(paper: Extraction) -> str:
    """Blocks separated by blank lines; each heading comes before its text."""
    blocks = list(_blocks(paper))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _blocks(paper: Extraction) -> Iterator[str]:
    if paper.title:
        yield f"# {_escape(paper.title)}"
    number_of = {section.id: number for number, section in enumerate(paper.sections, 1)}
    written = 0
    for paragraph in paper.paragraphs:
        number = number_of.get(paragraph.section, 0)
        yield from map(_heading, paper.sections[written:number])
        written = max(written, number)
        yield _BLOCK_START.sub(lambda m: f"{m[1]}\\" if m[1] else "\\", _escape(paragraph.text))
    yield from map(_heading, paper.sections[written:])


def _heading(section: Section) -> str:
    marks = "#" * min(section.level + 1, MAX_LEVEL)
    number = f"{section.number} " if section.number else ""
    return f"{marks} {number}{_escape(section.heading)}"


def _escape(text: str) -> str:
    return _INLINE.sub(r"\\\1", " ".join(text.split()))
