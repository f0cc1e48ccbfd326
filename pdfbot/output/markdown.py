"""Markdown: the title, the headings by their levels, the body text, and other parts on request."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator

from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Paragraph, Section
from pdfbot.output.places import line_boxes
from pdfbot.text.list_labels import counts_on
from pdfbot.text.vocabulary import REFERENCE_HEADINGS

# What is written beside the body text when it is asked for.
INCLUDABLE = ("captions", "notes", "references")
# Markdown has six levels of headings; the title has the first.
MAX_LEVEL = 6
# What would be read as markup at the start of a paragraph.
_BLOCK_START = re.compile(r"^(?=#{1,6}\s|[-+*>]\s|[-=]{3,}|\|)|^(\d+)(?=[.)]\s)")
# What would be read as markup anywhere.
_INLINE = re.compile(r"([\\`*_<])")
# The number of a list item: "2.", "2)", "(2)".
_NUMBER = re.compile(r"\(?(\d{1,3})([.)])\s+")


def render_markdown(
    paper: Extraction, *, anchors: bool = False, include: Collection[str] = ()
) -> str:
    """Blocks separated by blank lines; each heading comes before its text.

    `anchors` puts a comment behind every paragraph, with its id, page and boxes as JSON. `include`
    has the parts that are listed after the text.
    """
    unknown = sorted(set(include) - set(INCLUDABLE))
    if unknown:
        raise UsageError(f"cannot include {unknown[0]!r}: use {', '.join(INCLUDABLE)}")
    blocks = list(_blocks(paper, anchors, include))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _blocks(paper: Extraction, anchors: bool, include: Collection[str]) -> Iterator[str]:
    if paper.title:
        yield f"# {_escape(paper.title)}"
    references = list(_references(paper)) if "references" in include else []
    sections = [s for s in paper.sections if not (references and _is_references(s))]
    number_of = {section.id: number for number, section in enumerate(sections, 1)}
    written = 0
    items = _list_items(paper.paragraphs)
    for paragraph in paper.paragraphs:
        number = number_of.get(paragraph.section, 0)
        yield from map(_heading, sections[written:number])
        written = max(written, number)
        yield _block(paragraph, items) + (_anchor(paragraph) if anchors else "")
    yield from map(_heading, sections[written:])
    if "captions" in include:
        yield from _listed("Captions", _captions(paper))
    if "notes" in include:
        yield from _listed("Notes", _notes(paper))
    yield from _listed("References", references)


def _is_references(section: Section) -> bool:
    return section.heading.lower() in REFERENCE_HEADINGS


def _heading(section: Section) -> str:
    marks = "#" * min(section.level + 1, MAX_LEVEL)
    return f"{marks} {_escape(section.title)}"


def _list_items(paragraphs: Iterable[Paragraph]) -> set[str]:
    """The ids of paragraphs whose number is followed by the next one, or follows the one before."""
    found: set[str] = set()
    previous: Paragraph | None = None
    for paragraph in paragraphs:
        if previous is not None and counts_on(previous.text, paragraph.text):
            found |= {previous.id, paragraph.id}
        previous = paragraph
    return found


def _block(paragraph: Paragraph, items: Collection[str]) -> str:
    """A paragraph, or an item of a list; other text that looks like an item is escaped."""
    text = _escape(paragraph.text)
    if paragraph.bullet:
        return f"- {_protect(text)}"
    number = _NUMBER.match(text) if paragraph.id in items else None
    if number is not None:
        return f"{number[1]}{number[2]} {text[number.end() :]}"
    return _protect(text)


def _protect(text: str) -> str:
    return _BLOCK_START.sub(lambda m: f"{m[1]}\\" if m[1] else "\\", text)


def _anchor(paragraph: Paragraph) -> str:
    boxes = line_boxes(paragraph.sentences)
    record = {"id": paragraph.id, "page": boxes[0]["page"], "boxes": boxes}
    return f" <!-- {json.dumps(record, separators=(',', ':'))} -->"


def _captions(paper: Extraction) -> Iterator[str]:
    return (f"{_label(c.label)}{_escape(c.text)}" for c in paper.captions)


def _notes(paper: Extraction) -> Iterator[str]:
    return (f"{_label(note.mark)}{_escape(note.text)}" for note in paper.footnotes)


def _references(paper: Extraction) -> Iterator[str]:
    return (f"{_label(reference.label)}{_escape(reference.text)}" for reference in paper.references)


def _label(text: str) -> str:
    return f"**{_escape(text)}** " if text.strip() else ""


def _listed(heading: str, items: Iterable[str]) -> Iterator[str]:
    """A list below a heading, nothing if it is empty."""
    lines = [f"- {_protect(item)}" for item in items]
    if lines:
        yield f"## {heading}"
        yield "\n".join(lines)


def _escape(text: str) -> str:
    return _INLINE.sub(r"\\\1", " ".join(text.split()))
