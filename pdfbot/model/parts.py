"""Sections, and what is left out of the body text: captions, tables, notes, references."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pdfbot.bibliography import Name
from pdfbot.model.line_types import Placed, Span
from pdfbot.model.pages import Box, PageBox
from pdfbot.model.sentence_types import Citations
from pdfbot.model.values import (
    Brief,
    PageNumber,
    ParagraphId,
    Scripts,
    SectionId,
    SentenceId,
    StableId,
)
from pdfbot.notation import Notation, write_scripts
from pdfbot.record_fields import AtLeast, IdOf, Key


@dataclass(frozen=True, slots=True, repr=False)
class Section(Placed):
    """A heading and what is below it."""

    id: StableId
    number: Annotated[
        str, "the number as printed, without a full stop: `2.1`; empty if there is none"
    ]
    level: Annotated[
        int, AtLeast(1), "from 1, the outermost; by the numbers, or by the styles of the headings"
    ]
    heading: Annotated[str, "the heading without its number"]
    parent: Annotated[SectionId, "`id` of the section around it, empty if there is none"]
    spans: Annotated[tuple[Span, ...], "the lines of the heading"] = field(repr=False)
    scripts: Scripts = field(default=(), repr=False)

    @property
    def title(self) -> str:
        """The heading as printed, with its number."""
        return self._numbered(self.heading)

    def written(self, notation: Notation = "unicode") -> str:
        """The same with raised and lowered characters as such."""
        return self._numbered(write_scripts(self.heading, self.scripts, notation))

    def _numbered(self, heading: str) -> str:
        return f"{self.number} {heading}" if self.number else heading


@dataclass(frozen=True, slots=True, repr=False)
class Caption(Placed):
    """The caption of a figure, a table or the like."""

    id: StableId
    kind: Annotated[str, "`figure`, `table`, `algorithm`, …"]
    label: Annotated[str, "the label as printed: `Fig. 3`"]
    number: Annotated[str, "the number in the label"]
    text: Annotated[str, "what follows the label"]
    mentions: Annotated[tuple[SentenceId, ...], "`id` of the sentences that refer to it"] = field(
        repr=False
    )
    spans: Annotated[tuple[Span, ...], "the lines of the caption"] = field(repr=False)
    scripts: Scripts = field(default=(), repr=False)
    citations: Citations = field(default=(), repr=False)

    def written(self, notation: Notation = "unicode") -> str:
        """What follows the label, with raised and lowered characters as such."""
        return write_scripts(self.text, self.scripts, notation)


@dataclass(frozen=True, slots=True, repr=False)
class Picture(Brief):
    """A figure, table or the like as it is printed."""

    caption: Annotated[str, IdOf("Caption"), "`id` of its caption"]
    name: Annotated[str, "its kind and number, as in `figure-3`; of several, all but one have more"]
    box: Annotated[PageBox, "the part of the page"]
    png: Annotated[bytes, "the image"] = field(repr=False)


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell; one over several columns is a head of all of them."""

    text: Annotated[str, "its text, lines joined"]
    column: Annotated[int, "its first column, from 0"]
    columns: Annotated[int, "how many columns it covers"]
    box: Annotated[Box, "where it is"]
    citations: Citations = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table."""

    cells: Annotated[tuple[TableCell, ...], "its cells from the left; an empty one is left out"]


@dataclass(frozen=True, slots=True, repr=False)
class Table(Brief):
    """A table as rows and cells; without rows if it was not understood."""

    id: StableId
    caption: Annotated[str, IdOf("Caption"), "`id` of its caption; empty if it is turned"]
    page: Annotated[PageNumber, "page number"]
    box: Annotated[Box, "around its cells, its text if it has no rows, or else its caption"]
    rows: Annotated[tuple[TableRow, ...], "its rows from the top; none if it is not understood"] = (
        field(default=(), repr=False)
    )

    label: Annotated[str, "of a table that is turned by 90°: its label, such as `Table 2`"] = ""
    title: Annotated[str, "of a table that is turned by 90°: what follows the label"] = ""
    text: Annotated[str, "of a table that is not understood: what is printed in it, by lines"] = (
        field(default="", repr=False)
    )
    continues: Annotated[
        str, IdOf("Table"), "`id` of the table that it goes on with: “Table 2 (continued)”"
    ] = ""

    @property
    def columns(self) -> int:
        """How many columns it has."""
        ends = (cell.column + cell.columns for row in self.rows for cell in row.cells)
        return max(ends, default=0)

    def grid(self) -> list[list[str]]:
        """Every row with a text for each column; a cell over several columns is in the first."""
        grid = [[""] * self.columns for _ in self.rows]
        for texts, row in zip(grid, self.rows, strict=True):
            for cell in row.cells:
                texts[cell.column] = cell.text
        return grid


@dataclass(frozen=True, slots=True, repr=False)
class Footnote(Placed):
    """A footnote, and the mark that refers to it in the text."""

    id: StableId
    mark: Annotated[str, "the number or symbol before the note, empty if there is none"]
    text: Annotated[str, "the note without its mark"]
    mentions: Annotated[tuple[SentenceId, ...], "`id` of the sentences that carry the mark"] = (
        field(repr=False)
    )
    spans: Annotated[tuple[Span, ...], "the lines of the note"] = field(repr=False)
    scripts: Scripts = field(default=(), repr=False)

    def written(self, notation: Notation = "unicode") -> str:
        """The note with raised and lowered characters as such."""
        return write_scripts(self.text, self.scripts, notation)


@dataclass(frozen=True, slots=True, repr=False)
class Reference(Placed):
    """An entry of the list of references."""

    id: StableId
    label: Annotated[str, "the number or key of the entry, `12` or `AKV13`; empty if there is none"]
    key: Annotated[
        str, "the first author and the year, `Smith 2020a`; empty if either was not found"
    ]
    text: Annotated[str, "the entry as printed, without its label"]
    mentions: Annotated[
        tuple[SentenceId, ...], "`id` of the sentences that cite it, where the mark is plain"
    ] = field(repr=False)
    spans: Annotated[tuple[Span, ...], "the lines of the entry"] = field(repr=False)
    scripts: Scripts = field(default=(), repr=False)
    authors: Annotated[tuple[Name, ...], "its authors in order; empty if they were not read"] = (
        field(default=(), repr=False)
    )
    year: Annotated[str, "the year, with the letter of a key such as 2020a"] = ""
    title: Annotated[str, "the title of the work; empty where only its source is named"] = ""
    source: Annotated[str, "what it appeared in: a journal, a book, proceedings"] = ""
    volume: Annotated[str, "the volume"] = ""
    issue: Annotated[str, "the issue"] = ""
    pages: Annotated[str, "the pages, or the number of the article"] = ""
    doi: Annotated[str, "the DOI in lower case, `10.…`"] = ""
    arxiv: Annotated[str, "the arXiv identifier"] = ""
    url: Annotated[str, "the link that is printed"] = ""

    def written(self, notation: Notation = "unicode") -> str:
        """The entry with raised and lowered characters as such."""
        return write_scripts(self.text, self.scripts, notation)


@dataclass(frozen=True, slots=True, repr=False)
class Equation(Placed):
    """A display equation."""

    id: StableId
    number: Annotated[str, "the number as printed, without brackets; empty if there is none"]
    text: Annotated[str, "the formula on one line: `δ(t) = (a + b)/c²`"]
    tex: Annotated[str, "the formula as TeX that KaTeX reads: `\\delta(t)=\\frac{a+b}{c^2}`"]
    sentence_id: Annotated[
        SentenceId,
        Key("sentence"),
        "`id` of the sentence that it stands in or behind; empty if no text is before it",
    ]
    spans: Annotated[tuple[Span, ...], "its lines"] = field(repr=False)

    @property
    def display_tex(self) -> str:
        """The formula between double dollar signs, with its number."""
        return f"$${self.tex}\\tag{{{self.number}}}$$" if self.number else f"$${self.tex}$$"


@dataclass(frozen=True, slots=True)
class OtherAbstract:
    """The abstract in another language than that of the paper."""

    language: Annotated[str, "the language, a code such as en"]
    paragraph_ids: Annotated[tuple[ParagraphId, ...], Key("paragraphs"), "`id` of its paragraphs"]
