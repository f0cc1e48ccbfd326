"""Assembles the parts of a paper: title, sections, captions, footnotes, references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pdfbot.bibliography import Metadata
from pdfbot.model import (
    Caption,
    CitationMark,
    Equation,
    Footnote,
    Formula,
    Mention,
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
from pdfbot.structure.cited_parts import cite_captions, cite_tables
from pdfbot.structure.equation_texts import find_equations
from pdfbot.structure.heading_texts import find_headings
from pdfbot.structure.inline_formulas import InlineFormulas, find_inline_formulas
from pdfbot.structure.levels import find_levels
from pdfbot.structure.linked_citations import add_linked_marks
from pdfbot.structure.linked_dois import add_linked_dois
from pdfbot.structure.mentions import NumberedParts, find_part_mentions
from pdfbot.structure.metadata import read_front_matter
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
    """The input of the structure: lines with their verdicts, and the body text."""

    context: DocumentContext
    judgement: Judgement
    paragraphs: tuple[Paragraph, ...]
    displays: tuple[Display, ...]
    formulas: InlineFormulas
    vocabulary: Vocabulary
    language: str


def find_structure(known: Known) -> Structure:
    """Find every part separately; none of them changes the text of a paragraph."""
    context, judgement, vocabulary = known.context, known.judgement, known.vocabulary
    paragraphs = known.paragraphs
    page = read_title_page(context, judgement, vocabulary)
    sentences = [sentence for paragraph in paragraphs for sentence in paragraph.sentences]
    lines = {line.id: line for line in context.lines}
    headings = find_headings(context, judgement, vocabulary)
    outlined = [context.outlined.get(heading.first.index) for heading in headings]
    depths = [found.depth if found else 0 for found in outlined]
    levels = find_levels(headings, depths, context.em)
    sections = build_sections(headings, levels)
    metadata = read_front_matter(context, judgement, vocabulary)
    links = {layout.page.number: layout.page.links for layout in context.layouts}
    cited = add_citations(
        add_linked_dois(find_references(context, judgement, vocabulary), links, metadata.doi),
        sentences,
        find_raised_marks(sentences, lines),
    )
    marks = add_linked_marks(cited.marks, sentences, cited.references, context.layouts, lines)
    captions = cite_captions(find_captions(context, judgement, sentences, vocabulary), cited)
    formulas = find_inline_formulas(known.formulas, sentences, marks)
    tables = cite_tables(find_tables(context, judgement, captions), cited)
    equations = find_equations(context, known.displays, sentences)
    parts = NumberedParts.of(captions, tables, sections, equations)
    mentions = find_part_mentions(sentences, parts)
    marked = _with_marks(paragraphs, marks, formulas, mentions)
    placed = assign_sections(marked, sections, lines)
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
        tables=tables,
        footnotes=find_footnotes(context, judgement, cited.raised, vocabulary),
        equations=equations,
        references=cited.references,
    )


def _with_marks(
    paragraphs: Sequence[Paragraph],
    citations: Mapping[str, tuple[CitationMark, ...]],
    formulas: Mapping[str, tuple[Formula, ...]],
    mentions: Mapping[str, tuple[Mention, ...]],
) -> Sequence[Paragraph]:
    """The paragraphs with sentences that know their citation marks, mentions and formulas."""
    marked = citations.keys() | formulas.keys() | mentions.keys()
    return [
        replace(
            paragraph,
            sentences=tuple(
                replace(
                    s,
                    citations=citations.get(s.id, ()),
                    formulas=formulas.get(s.id, ()),
                    mentions=mentions.get(s.id, ()),
                )
                if s.id in marked or s.formulas
                else s
                for s in paragraph.sentences
            ),
        )
        for paragraph in paragraphs
    ]
