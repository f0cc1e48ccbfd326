"""The abstract: the paragraphs below its heading, or those before the first heading."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.model import Paragraph, Section
from pdfbot.text.vocabulary import is_abstract_heading


def find_abstract(paragraphs: Sequence[Paragraph], sections: Sequence[Section]) -> tuple[str, ...]:
    """The ids of its paragraphs; a paper without headings has no abstract of its own."""
    if not sections:
        return ()
    inside = {section.id for section in sections if is_abstract_heading(section.heading)}
    for section in sections:
        if section.parent in inside:
            inside.add(section.id)
    return tuple(p.id for p in paragraphs if p.section in inside or not p.section)
