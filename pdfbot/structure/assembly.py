"""The parts of a paper together: title, sections, captions, footnotes, references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pdfbot.model import Caption, Footnote, Paragraph, Reference, Section
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.structure.abstract import find_abstract
from pdfbot.structure.captions import find_captions
from pdfbot.structure.citations import add_citations
from pdfbot.structure.false_headings import between_sentences, without_false_headings
from pdfbot.structure.footnotes import find_footnotes
from pdfbot.structure.headings import find_headings
from pdfbot.structure.levels import find_levels
from pdfbot.structure.raised_marks import find_raised_marks
from pdfbot.structure.references import find_references
from pdfbot.structure.second_look import look_again
from pdfbot.structure.sections import assign_sections, build_sections
from pdfbot.structure.title_page import read_title_page
from pdfbot.text.hyphens import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """The parts of a paper; its paragraphs know their sections."""

    title: str
    authors: str
    abstract_ids: tuple[str, ...]
    sections: tuple[Section, ...]
    paragraphs: tuple[Paragraph, ...]
    captions: tuple[Caption, ...]
    footnotes: tuple[Footnote, ...]
    references: tuple[Reference, ...]


def find_structure(
    context: DocumentContext,
    judgement: Judgement,
    paragraphs: Sequence[Paragraph],
    vocabulary: Vocabulary,
) -> Structure:
    """Every part by itself; none of them changes the text of a paragraph."""
    page = read_title_page(context, judgement, vocabulary)
    judgement = look_again(context, judgement)
    sentences = [sentence for paragraph in paragraphs for sentence in paragraph.sentences]
    order = {line.id: line.index for line in context.lines}
    headings = without_false_headings(
        context, judgement, find_headings(context, judgement, vocabulary), page.line_ids
    )
    headings = between_sentences(headings, sentences, order)
    sections = build_sections(headings, find_levels(headings))
    references, raised = add_citations(
        find_references(context, judgement, vocabulary),
        sentences,
        find_raised_marks(sentences, {line.id: line for line in context.lines}),
    )
    placed = assign_sections(paragraphs, sections, order)
    return Structure(
        title=page.title,
        authors=page.authors,
        abstract_ids=find_abstract(placed, sections),
        sections=sections,
        paragraphs=placed,
        captions=find_captions(context, judgement, sentences, vocabulary),
        footnotes=find_footnotes(context, judgement, raised, vocabulary),
        references=references,
    )
