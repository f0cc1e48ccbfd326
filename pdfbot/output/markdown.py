"""Markdown: the title, the headings by their levels, the body text, and other parts on request."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from pdfbot.errors import UsageError
from pdfbot.model import (
    EquationStyle,
    EquationWriter,
    Extraction,
    Paragraph,
    Section,
    Sentence,
)
from pdfbot.notation import Notation, Script, follow_scripts, write_scripts, write_tagged
from pdfbot.output.markdown_tables import table_blocks
from pdfbot.output.places import box_records, line_boxes
from pdfbot.text.list_labels import counts_on
from pdfbot.text.vocabulary import REFERENCE_HEADINGS

# A label, a text, and what is raised or lowered in the text.
Item: TypeAlias = tuple[str, str, tuple[Script, ...]]

# What is written beside the body text when it is asked for.
INCLUDABLE = ("captions", "tables", "notes", "references")
# Markdown has six levels of headings; the title has the first.
MAX_LEVEL = 6
# What would be read as markup at the start of a paragraph.
_BLOCK_START = re.compile(r"^(?=#{1,6}\s|[-+*>]\s|[-=]{3,}|\|)|^(\d+)(?=[.)]\s)")
# What would be read as markup anywhere.
_INLINE = re.compile(r"([\\`*_<$])")
# A script for which Unicode has no characters.
_SPELLED_OUT = re.compile(r"[_^]\{")
# The number of a list item: "2.", "2)", "(2)".
_NUMBER = re.compile(r"\(?(\d{1,3})([.)])\s+")


def render_markdown(
    paper: Extraction,
    *,
    anchors: bool = False,
    include: Collection[str] = (),
    notation: Notation = "html",
    equations: EquationStyle = "mark",
) -> str:
    """Blocks separated by blank lines; each heading comes before its text.

    `anchors` puts a comment behind every paragraph, with its id, page and boxes as JSON. `include`
    has the parts that are listed after the text. Raised and lowered characters are in `<sup>` and
    `<sub>`, or in another `notation`; `equations` says what is in the place of each equation.
    """
    unknown = sorted(set(include) - set(INCLUDABLE))
    if unknown:
        raise UsageError(f"cannot include {unknown[0]!r}: use {', '.join(INCLUDABLE)}")
    blocks = list(_blocks(paper, anchors, include, notation, paper.equation_writer(equations)))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _blocks(
    paper: Extraction,
    anchors: bool,
    include: Collection[str],
    notation: Notation,
    equation: EquationWriter | None,
) -> Iterator[str]:
    if paper.title:
        yield f"# {_write_heading(paper.title, paper.title_scripts, notation)}"
    references = list(_labelled(_references(paper), notation)) if "references" in include else []
    sections = [s for s in paper.sections if not (references and _is_references(s))]
    number_of = {section.id: number for number, section in enumerate(sections, 1)}
    written = 0
    items = _list_items(paper.paragraphs)
    for paragraph in paper.paragraphs:
        number = number_of.get(paragraph.section, 0)
        yield from (_heading(section, notation) for section in sections[written:number])
        written = max(written, number)
        block = _block(paragraph, items, notation, equation)
        yield block + (_anchor(paragraph) if anchors else "")
    yield from (_heading(section, notation) for section in sections[written:])
    if "captions" in include:
        yield from _listed("Captions", _labelled(_captions(paper), notation))
    if "tables" in include:
        yield from table_blocks(
            paper,
            lambda c: _label(c.label) + _protect(_write(c.text, c.scripts, notation)),
            _escape,
        )
    if "notes" in include:
        yield from _listed("Notes", _labelled(_notes(paper), notation))
    yield from _listed("References", references)


def _is_references(section: Section) -> bool:
    return section.heading.lower() in REFERENCE_HEADINGS


def _heading(section: Section, notation: Notation) -> str:
    marks = "#" * min(section.level + 1, MAX_LEVEL)
    number = f"{_escape(section.number)} " if section.number else ""
    return f"{marks} {number}{_write_heading(section.heading, section.scripts, notation)}"


def _list_items(paragraphs: Iterable[Paragraph]) -> set[str]:
    """The ids of paragraphs whose number is followed by the next one, or follows the one before."""
    found: set[str] = set()
    previous: Paragraph | None = None
    for paragraph in paragraphs:
        if previous is not None and counts_on(previous.text, paragraph.text):
            found |= {previous.id, paragraph.id}
        previous = paragraph
    return found


def _block(
    paragraph: Paragraph,
    items: Collection[str],
    notation: Notation,
    equation: EquationWriter | None,
) -> str:
    """A paragraph, or an item of a list; other text that looks like an item is escaped."""
    text = " ".join(
        sentence.written_by(lambda part: _write_sentence(part, notation), equation)
        for sentence in paragraph.sentences
    )
    if paragraph.bullet:
        return f"- {_protect(text)}"
    number = _NUMBER.match(text) if paragraph.id in items else None
    if number is not None:
        return f"{number[1]}{number[2]} {text[number.end() :]}"
    return _protect(text)


def _protect(text: str) -> str:
    return _BLOCK_START.sub(lambda m: f"{m[1]}\\" if m[1] else "\\", text)


def _anchor(paragraph: Paragraph) -> str:
    boxes = box_records(line_boxes(paragraph.sentences))
    record = {"id": paragraph.id, "page": boxes[0]["page"], "boxes": boxes}
    return f" <!-- {json.dumps(record, separators=(',', ':'))} -->"


def _captions(paper: Extraction) -> Iterator[Item]:
    return ((caption.label, caption.text, caption.scripts) for caption in paper.captions)


def _notes(paper: Extraction) -> Iterator[Item]:
    return ((note.mark, note.text, note.scripts) for note in paper.footnotes)


def _references(paper: Extraction) -> Iterator[Item]:
    return ((entry.label, entry.text, entry.scripts) for entry in paper.references)


def _labelled(items: Iterable[Item], notation: Notation) -> Iterator[str]:
    return (f"{_label(label)}{_write(text, scripts, notation)}" for label, text, scripts in items)


def _label(text: str) -> str:
    return f"**{_escape(text)}** " if text.strip() else ""


def _listed(heading: str, items: Iterable[str]) -> Iterator[str]:
    """A list below a heading, nothing if it is empty."""
    lines = [f"- {_protect(item)}" for item in items]
    if lines:
        yield f"## {heading}"
        yield "\n".join(lines)


def _write_sentence(sentence: Sentence, notation: Notation) -> str:
    """With the notation "html", formulas are TeX between dollar signs."""
    if notation == "unicode":
        return _escape(sentence.written())
    formulas = [f for f in sentence.formulas if notation == "html" or f.text]
    if notation == "flat" or not formulas:
        return _write(sentence.text, sentence.scripts, notation)
    parts: list[str] = []
    end = 0
    for formula in formulas:
        # Two dollar signs would begin a display.
        before = _between(sentence.part(end, formula.start), notation) or (" " if parts else "")
        parts += (before, f"${formula.tex}$")
        end = formula.end
    parts.append(_between(sentence.part(end, len(sentence.text)), notation))
    return "".join(parts)


def _between(part: Sentence, notation: Notation) -> str:
    """What is before a formula or after it, with the spaces around it."""
    before = " " if part.text[:1].isspace() else ""
    after = " " if part.text[-1:].isspace() and part.text.strip() else ""
    return before + _write(part.text, part.scripts, notation).strip() + after


def _write(text: str, scripts: Sequence[Script], notation: Notation) -> str:
    """The text in Markdown; with the notation "html", what is raised or lowered is in tags."""
    if notation == "html" and scripts:
        line = " ".join(text.split())
        return write_tagged(line, follow_scripts(scripts, text, line), _escape_signs)
    return _escape(write_scripts(text, scripts, "flat" if notation == "html" else notation))


def _write_heading(text: str, scripts: Sequence[Script], notation: Notation) -> str:
    """In Unicode's own characters if it has them all: tables of contents show tags as they are."""
    spelled = write_scripts(text, scripts)
    if notation == "html" and not _SPELLED_OUT.search(spelled):
        return _escape(spelled)
    return _write(text, scripts, notation)


def _escape(text: str) -> str:
    return _escape_signs(" ".join(text.split()))


def _escape_signs(text: str) -> str:
    return _INLINE.sub(r"\\\1", text)
