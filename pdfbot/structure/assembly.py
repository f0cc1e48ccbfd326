"""The parts of a paper together: title, sections, captions, footnotes, references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pdfbot.bibliography import Metadata
from pdfbot.model import (
    Caption,
    CitationMark,
    Equation,
    Footnote,
    OtherAbstract,
    Paragraph,
    Reference,
    Section,
    Table,
)
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.displays import Display
from pdfbot.nonbody.judgement import Judgement
from pdfbot.notation import Script
from pdfbot.structure.abstract import find_abstract, split_by_language
from pdfbot.structure.caption_texts import find_captions
from pdfbot.structure.citation_links import add_citations
from pdfbot.structure.equation_texts import find_equations
from pdfbot.structure.front_matter import read_front_matter
from pdfbot.structure.heading_texts import find_headings
from pdfbot.structure.levels import find_levels
from pdfbot.structure.linked_dois import add_linked_dois
from pdfbot.structure.note_texts import find_footnotes
from pdfbot.structure.raised_marks import find_raised_marks
from pdfbot.structure.reference_entries import find_references
from pdfbot.structure.sections import assign_sections, build_sections
from pdfbot.structure.tables import find_tables
from pdfbot.structure.title_page import read_title_page
from pdfbot.text.hyphens import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """The parts of a paper; its paragraphs know their sections."""

    title: str
    title_scripts: tuple[Script, ...]
    authors: str
    metadata: Metadata
    abstract_ids: tuple[str, ...]
    other_abstracts: tuple[OtherAbstract, ...]
    sections: tuple[Section, ...]
    paragraphs: tuple[Paragraph, ...]
    captions: tuple[Caption, ...]
    tables: tuple[Table, ...]
    footnotes: tuple[Footnote, ...]
    equations: tuple[Equation, ...]
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What the structure is found in: the lines with their verdicts, and the body text."""

    context: DocumentContext
    judgement: Judgement
    paragraphs: tuple[Paragraph, ...]
    displays: tuple[Display, ...]
    vocabulary: Vocabulary
    language: str


def find_structure(known: Known) -> Structure:
    """Every part by itself; none of them changes the text of a paragraph."""
    context, judgement, vocabulary = known.context, known.judgement, known.vocabulary
    paragraphs = known.paragraphs
    page = read_title_page(context, judgement, vocabulary)
    sentences = [sentence for paragraph in paragraphs for sentence in paragraph.sentences]
    lines = {line.id: line for line in context.lines}
    headings = find_headings(context, judgement, vocabulary)
    sections = build_sections(headings, find_levels(headings))
    metadata = read_front_matter(context, judgement, vocabulary)
    links = {layout.page.number: layout.page.links for layout in context.layouts}
    cited = add_citations(
        add_linked_dois(find_references(context, judgement, vocabulary), links, metadata.doi),
        sentences,
        find_raised_marks(sentences, lines),
    )
    captions = find_captions(context, judgement, sentences, vocabulary)
    placed = assign_sections(_with_citations(paragraphs, cited.marks), sections, lines)
    abstract = find_abstract(placed, sections, lines)
    abstract_ids, other_abstracts = split_by_language(abstract, known.language)
    return Structure(
        title=page.title,
        title_scripts=page.title_scripts,
        authors=page.authors,
        metadata=metadata,
        abstract_ids=abstract_ids,
        other_abstracts=other_abstracts,
        sections=sections,
        paragraphs=placed,
        captions=captions,
        tables=find_tables(context, judgement, captions),
        footnotes=find_footnotes(context, judgement, cited.raised, vocabulary),
        equations=find_equations(context, known.displays, sentences),
        references=cited.references,
    )


def _with_citations(
    paragraphs: Sequence[Paragraph], marks: Mapping[str, tuple[CitationMark, ...]]
) -> Sequence[Paragraph]:
    """The paragraphs with sentences that know their citation marks."""
    if not marks:
        return paragraphs
    return [
        replace(
            paragraph,
            sentences=tuple(
                replace(s, citations=marks[s.id]) if s.id in marks else s
                for s in paragraph.sentences
            ),
        )
        for paragraph in paragraphs
    ]
