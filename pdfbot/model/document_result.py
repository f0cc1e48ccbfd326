"""The result for a whole document."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Annotated

from pdfbot.bibliography import Metadata
from pdfbot.deferred_parts import Deferring
from pdfbot.model.line_types import Line, Reason, Verdict
from pdfbot.model.pages import Page
from pdfbot.model.parts import Caption, Equation, Footnote, OtherAbstract, Reference, Section, Table
from pdfbot.model.sentence_types import EquationStyle, EquationWriter, Paragraph, Sentence
from pdfbot.model.values import Brief, Measure, ParagraphId
from pdfbot.notation import Notation, Script
from pdfbot.record_fields import Detail, Key, Mark


@dataclass(frozen=True, slots=True)
class Statistics:
    """Measurements of the whole document that the rules compare with."""

    base_size: Annotated[Measure, "the most frequent font size, the paper's BASE_FS"]
    base_pitch: Annotated[
        Measure, "the most frequent distance between two baselines, the paper's BASE_LS"
    ]
    base_density: Annotated[
        Measure, "mean characters per text block of the lines in columns, the paper's BASE_CBD"
    ]
    columns: Annotated[int, "columns of the body text"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Extraction(Brief, Deferring[tuple[Paragraph, ...]]):
    """The result: the body text, and every line of the document with its verdict."""

    version: Annotated[str, "the version of pdfbot that wrote the record"]
    engine: Annotated[str, "what read the pages"]
    thresholds: Annotated[
        str,
        "fingerprint of all thresholds: the same paper, version, engine and fingerprint give the "
        "same record",
    ] = field(repr=False)
    warnings: Annotated[tuple[str, ...], "what a user should know about the reading"] = ()
    statistics: Annotated[Statistics, "measurements of the whole document"] = field(repr=False)
    pages: Annotated[tuple[Page, ...], "the pages that were read, in order"] = field(repr=False)
    title: Annotated[str, "the title, empty if none was found"] = ""
    title_scripts: Annotated[tuple[Script, ...], "what is raised or lowered in the title"] = field(
        default=(), repr=False
    )
    authors: Annotated[str, "the authors as printed, with their marks"] = field(
        default="", repr=False
    )
    metadata: Annotated[Metadata, "what the paper says about itself, in fields"] = field(
        default=Metadata(), repr=False
    )
    language: Annotated[
        str, "the language, a code such as en or zh-Hant; empty if it is not known"
    ] = ""
    abstract_ids: Annotated[
        tuple[ParagraphId, ...],
        Mark.PART,
        Key("abstract"),
        "`id` of the paragraphs of the abstract",
    ] = field(default=(), repr=False)
    other_abstracts: Annotated[
        tuple[OtherAbstract, ...], Mark.PART, "the abstract in other languages than the paper's"
    ] = field(default=(), repr=False)
    sections: Annotated[
        tuple[Section, ...],
        Mark.PART,
        "the headings in reading order; with `parent` they form a tree",
    ] = field(default=(), repr=False)
    paragraphs: Annotated[tuple[Paragraph, ...], Mark.PART, "the body text in reading order"] = (
        field(repr=False)
    )
    captions: Annotated[
        tuple[Caption, ...], Mark.PART, "the captions of figures, tables and the like"
    ] = field(default=(), repr=False)
    tables: Annotated[tuple[Table, ...], Mark.PART, "the tables as rows and cells"] = field(
        default=(), repr=False
    )
    footnotes: Annotated[tuple[Footnote, ...], Mark.PART, "the footnotes"] = field(
        default=(), repr=False
    )
    equations: Annotated[tuple[Equation, ...], Mark.PART, "the display equations"] = field(
        default=(), repr=False
    )
    references: Annotated[
        tuple[Reference, ...], Mark.PART, "the entries of the list of references"
    ] = field(default=(), repr=False)
    lines: Annotated[
        tuple[Line, ...],
        Mark.PART,
        Detail.LINES,
        "every line of the pages, body text or not",
    ] = field(default=(), repr=False)
    verdicts: Annotated[
        tuple[Verdict, ...], Mark.PART, Detail.LINES, "one verdict for every line"
    ] = field(default=(), repr=False)
    reasons: Annotated[
        tuple[Reason, ...],
        Mark.PART,
        Detail.REASONS,
        "why each body line begins a paragraph or goes on with one",
    ] = field(default=(), repr=False)

    @property
    def abstract(self) -> tuple[Paragraph, ...]:
        """The paragraphs of the abstract, which are the first of the body text."""
        ids = frozenset(self.abstract_ids)
        return tuple(p for p in self.paragraphs if p.id in ids)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(s for p in self.paragraphs for s in p.sentences)

    @property
    def body(self) -> tuple[Paragraph, ...]:
        """The paragraphs as far as plain text needs them: their sections may not be known yet."""
        pending = self.pending
        return self.paragraphs if pending is None else pending.body

    @property
    def text(self) -> str:
        """The body text as it is written to a file: paragraphs separated by a blank line."""
        return self.written()

    def written(self, notation: Notation = "unicode", equations: EquationStyle = "mark") -> str:
        """The same with raised and lowered characters in the notation that is asked for.

        In the place of a display equation is a mark such as "[Eq. 3]", its TeX, or nothing.
        """
        write = self.equation_writer(equations)
        if write is not None and notation == "html":
            write = _escaped(write)
        return "\n\n".join(p.written(notation, write) for p in self.body)

    def equation_writer(self, style: EquationStyle) -> EquationWriter | None:
        """What writes the places of equations in this style; None if nothing shows them."""
        if style == "none":
            return None
        if style == "mark":
            return lambda mark: mark.label
        tex = {equation.id: equation.display_tex for equation in self.equations}
        return lambda mark: tex.get(mark.equation_id, mark.label)

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings as printed, with their numbers."""
        return tuple(section.title for section in self.sections)

    def sentence(self, sentence_id: str) -> Sentence:
        """The sentence with this id, such as "s4.2"; KeyError if there is none."""
        for sentence in self.paragraph_of(sentence_id).sentences:
            if sentence.id == sentence_id:
                return sentence
        raise KeyError(sentence_id)

    def paragraph_of(self, sentence: Sentence | str) -> Paragraph:
        """The paragraph of a sentence, which may be given by its id; KeyError if there is none."""
        sentence_id = sentence if isinstance(sentence, str) else sentence.id
        for paragraph in self.paragraphs:
            if any(s.id == sentence_id for s in paragraph.sentences):
                return paragraph
        raise KeyError(sentence_id)

    def neighbours(self, sentence: Sentence | str) -> tuple[Sentence | None, Sentence | None]:
        """The sentences before and after this one in the body text, None at its ends."""
        sentence_id = sentence if isinstance(sentence, str) else sentence.id
        sentences = self.sentences
        for index, found in enumerate(sentences):
            if found.id == sentence_id:
                before = sentences[index - 1] if index else None
                return before, sentences[index + 1] if index + 1 < len(sentences) else None
        raise KeyError(sentence_id)

    def section(self, section_id: str) -> Section:
        """The section with this id, such as "h3"; KeyError if there is none."""
        for section in self.sections:
            if section.id == section_id:
                return section
        raise KeyError(section_id)


def _escaped(write: EquationWriter) -> EquationWriter:
    return lambda mark: escape(write(mark), quote=False)
