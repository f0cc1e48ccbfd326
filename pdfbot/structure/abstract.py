"""The abstract: the paragraphs below its heading, or those before the first heading."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.model import OtherAbstract, Paragraph, Section
from pdfbot.text.languages.detection import detect_language
from pdfbot.text.vocabulary import is_abstract_heading

# Characters of a paragraph that shows its language; a shorter one is in that of the one above.
MIN_CHARS = 80


def find_abstract(
    paragraphs: Sequence[Paragraph], sections: Sequence[Section], language: str
) -> tuple[tuple[str, ...], tuple[OtherAbstract, ...]]:
    """The ids of its paragraphs in the paper's language, and those in other languages.

    A paper without headings has no abstract of its own.
    """
    if not sections:
        return (), ()
    inside = {section.id for section in sections if is_abstract_heading(section.heading)}
    for section in sections:
        if section.parent in inside:
            inside.add(section.id)
    by_language: dict[str, list[str]] = {}
    current = language
    for paragraph in paragraphs:
        if paragraph.section and paragraph.section not in inside:
            continue
        if len(paragraph.text) >= MIN_CHARS:
            current = detect_language([paragraph.text]) or current
        by_language.setdefault(current, []).append(paragraph.id)
    # A paper may have an abstract in English only.
    own = by_language.pop(language if language in by_language else next(iter(by_language), ""), [])
    return tuple(own), tuple(OtherAbstract(code, tuple(ids)) for code, ids in by_language.items())
