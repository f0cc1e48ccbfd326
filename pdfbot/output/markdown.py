"""Markdown: the title, the headings by their levels, the body text, and other parts on request."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from pdfbot.errors import UsageError
from pdfbot.model import (
    Caption,
    EquationStyle,
    EquationWriter,
    Extraction,
    Paragraph,
    Section,
    Sentence,
)
from pdfbot.notation import Notation, Script
from pdfbot.output.markdown_floats import Float, choose_places, listed_floats
from pdfbot.output.markdown_tables import rows_of_table
from pdfbot.output.markdown_text import (
    Targets,
    anchor,
    escape,
    protect,
    write_heading,
    write_linked,
    write_text,
)
from pdfbot.output.places import box_records, line_boxes
from pdfbot.text.list_labels import counts_on
from pdfbot.text.vocabulary import REFERENCE_HEADINGS

# The id of a part, its label, its text, and what is raised or lowered in the text.
Item: TypeAlias = tuple[str, str, str, tuple[Script, ...]]

# What is written beside the body text when it is asked for.
INCLUDABLE = ("captions", "tables", "notes", "references", "pages", "links")
# Where captions and tables are written: after the text, or below where it first refers to them.
FloatPlace: TypeAlias = Literal["end", "text"]
FLOAT_PLACES: tuple[FloatPlace, ...] = get_args(FloatPlace)
# Markdown has six levels of headings; the title has the first.
MAX_LEVEL = 6
# The number of a list item: "2.", "2)", "(2)".
_NUMBER = re.compile(r"\(?(\d{1,3})([.)])\s+")


def render_markdown(
    paper: Extraction,
    *,
    anchors: bool = False,
    include: Collection[str] = (),
    notation: Notation = "html",
    equations: EquationStyle = "mark",
    floats: FloatPlace = "end",
) -> str:
    """Blocks separated by blank lines; each heading comes before its text.

    `anchors` puts a comment behind every paragraph, with its id, page and boxes as JSON. `include`
    has the parts that are written too: captions, tables, notes and references after the text, or
    with `floats="text"` captions and tables below the paragraph that refers to them; a comment
    where a page begins ("pages"); and links from marks to what is written ("links"). Raised and
    lowered characters are in `<sup>` and `<sub>`, or in another `notation`; `equations` says what
    is in the place of each equation.
    """
    unknown = sorted(set(include) - set(INCLUDABLE))
    if unknown:
        raise UsageError(f"cannot include {unknown[0]!r}: use {', '.join(INCLUDABLE)}")
    if floats not in FLOAT_PLACES:
        raise UsageError(f"cannot put floats at {floats!r}: use {', '.join(FLOAT_PLACES)}")
    equation = paper.equation_writer(equations)
    writer = _Writer(paper, frozenset(include), notation, equation, anchors, floats)
    blocks = list(writer.blocks())
    return "\n\n".join(blocks) + "\n" if blocks else ""


@dataclass(slots=True)
class _Writer:
    """The blocks of one paper; `page` is the last one that a comment names."""

    paper: Extraction
    include: frozenset[str]
    notation: Notation
    equation: EquationWriter | None
    anchors: bool
    place: FloatPlace
    page: int = 0
    targets: Targets = field(default_factory=dict)

    def blocks(self) -> Iterator[str]:
        paper = self.paper
        references = paper.references if "references" in self.include else ()
        sections = [s for s in paper.sections if not self._is_elsewhere(s)]
        floats = listed_floats(paper, self.include)
        if "links" in self.include:
            named = [*sections, *references, *(f.part for f in floats)]
            self.targets = {part.id: part.id for part in named}
        places = choose_places(paper, floats) if self.place == "text" else {}
        if paper.title:
            yield f"# {write_heading(paper.title, paper.title_scripts, self.notation)}"
        yield from self._text(sections, places)
        if self.place == "end":
            yield from self._floats_at_end(floats)
        else:
            yield from self._floats(places.get("", ()))
        if "notes" in self.include:
            notes = ((note.id, note.mark, note.text, note.scripts) for note in paper.footnotes)
            yield from self._listed("Notes", notes)
        entries = ((entry.id, entry.label, entry.text, entry.scripts) for entry in references)
        yield from self._listed("References", entries)

    def _text(self, sections: list[Section], places: dict[str, list[Float]]) -> Iterator[str]:
        """Paragraphs, each after the headings before it and before the floats that it refers to."""
        number_of = {section.id: number for number, section in enumerate(sections, 1)}
        written = 0
        items = _list_items(self.paper.paragraphs)
        for paragraph in self.paper.paragraphs:
            number = number_of.get(paragraph.section, 0)
            for section in sections[written:number]:
                yield from self._headed(section)
            written = max(written, number)
            yield from self._page_marks(paragraph.sentences[0])
            yield self._block(paragraph, items) + (_anchor(paragraph) if self.anchors else "")
            yield from self._floats(places.get(paragraph.id, ()))
        for section in sections[written:]:
            yield from self._headed(section)

    def _is_elsewhere(self, section: Section) -> bool:
        """Whether it is the list of references, which is no body text and has its own heading."""
        if section.heading.lower() not in REFERENCE_HEADINGS:
            return False
        is_written = bool(self.paper.references) and "references" in self.include
        return is_written or all(p.section != section.id for p in self.paper.paragraphs)

    def _headed(self, section: Section) -> Iterator[str]:
        yield from self._page_marks(section)
        marks = "#" * min(section.level + 1, MAX_LEVEL)
        number = f"{escape(section.number)} " if section.number else ""
        heading = write_heading(section.heading, section.scripts, self.notation)
        yield f"{marks} {anchor(section.id, self.targets)}{number}{heading}"

    def _page_marks(self, part: Section | Sentence) -> Iterator[str]:
        """A comment of its own if the part begins on another page than what is before it."""
        page = part.spans[0].page if part.spans else self.page
        if "pages" in self.include and page > self.page:
            self.page = page
            yield f"<!-- page {page} -->"

    def _block(self, paragraph: Paragraph, items: Collection[str]) -> str:
        """A paragraph, or an item of a list; other text that looks like an item is escaped."""
        text = " ".join(map(self._sentence, paragraph.sentences))
        if paragraph.bullet:
            return f"- {protect(text)}"
        number = _NUMBER.match(text) if paragraph.id in items else None
        if number is not None:
            return f"{number[1]}{number[2]} {text[number.end() :]}"
        return protect(text)

    def _sentence(self, sentence: Sentence) -> str:
        written = sentence.written_by(
            lambda part: write_linked(part, self.notation, self.targets), self.equation
        )
        return " ".join([*self._page_marks(sentence), written])

    def _floats_at_end(self, floats: list[Float]) -> Iterator[str]:
        """The captions as a list, and then the tables, each after its caption."""
        captions = [f.part for f in floats if isinstance(f.part, Caption) and f.is_listed]
        yield from self._listed("Captions", ((c.id, c.label, c.text, c.scripts) for c in captions))
        tables = [f for f in floats if f.table]
        if tables:
            yield "## Tables"
        yield from self._floats(tables)

    def _floats(self, floats: Iterable[Float]) -> Iterator[str]:
        for found in floats:
            named = "" if found.is_listed and self.place == "end" else self._named(found.part.id)
            if isinstance(found.part, Caption):
                text = write_text(found.part.text, found.part.scripts, self.notation)
                yield f"{named}{_label(found.part.label)}{protect(text)}"
            elif found.part.label:
                yield f"{named}{_label(found.part.label)}{escape(found.part.title)}".rstrip()
            if found.table:
                yield from rows_of_table(found.table, escape)

    def _named(self, name: str) -> str:
        return anchor(name, self.targets)

    def _listed(self, heading: str, items: Iterable[Item]) -> Iterator[str]:
        """A list below a heading, nothing if it is empty."""
        lines = []
        for name, label, text, scripts in items:
            item = f"{_label(label)}{write_text(text, scripts, self.notation)}"
            lines.append(f"- {self._named(name)}{protect(item)}")
        if lines:
            yield f"## {heading}"
            yield "\n".join(lines)


def _list_items(paragraphs: Iterable[Paragraph]) -> set[str]:
    """The ids of paragraphs whose number is followed by the next one, or follows the one before."""
    found: set[str] = set()
    previous: Paragraph | None = None
    for paragraph in paragraphs:
        if previous is not None and counts_on(previous.text, paragraph.text):
            found |= {previous.id, paragraph.id}
        previous = paragraph
    return found


def _anchor(paragraph: Paragraph) -> str:
    boxes = box_records(line_boxes(paragraph.sentences))
    record = {"id": paragraph.id, "page": boxes[0]["page"], "boxes": boxes}
    return f" <!-- {json.dumps(record, separators=(',', ':'))} -->"


def _label(text: str) -> str:
    return f"**{escape(text)}** " if text.strip() else ""
