"""Part of a result: what stands on some of its pages, with the ids of the whole document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from pdfbot.model import (
    Caption,
    Extraction,
    Footnote,
    Paragraph,
    Reference,
    Section,
    Sentence,
    Verdict,
)

Part = TypeVar("Part", Sentence, Caption, Footnote, Reference)
Mentioned = TypeVar("Mentioned", Caption, Footnote, Reference)


def select_pages(paper: Extraction, numbers: Collection[int]) -> Extraction:
    """What stands on these pages, at least in part; places on other pages are left out.

    A sentence keeps its whole text, and a paragraph those of its sentences that are on the pages. A
    section is kept where its heading is, or text below it. Statistics are those of the document.
    """
    wanted = frozenset(numbers)
    paragraphs = tuple(_paragraphs(paper.paragraphs, wanted))
    kept = {sentence.id for paragraph in paragraphs for sentence in paragraph.sentences}
    kept_paragraphs = {paragraph.id for paragraph in paragraphs}
    return replace(
        paper,
        paragraphs=paragraphs,
        lines=tuple(line for line in paper.lines if line.page in wanted),
        verdicts=tuple(_verdicts(paper, wanted)),
        pages=tuple(page for page in paper.pages if page.number in wanted),
        abstract_ids=tuple(id for id in paper.abstract_ids if id in kept_paragraphs),
        sections=tuple(_sections(paper.sections, paragraphs, wanted)),
        captions=tuple(_mentioned(paper.captions, wanted, kept)),
        footnotes=tuple(_mentioned(paper.footnotes, wanted, kept)),
        references=tuple(_mentioned(paper.references, wanted, kept)),
    )


def _on_pages(parts: Iterable[Part], wanted: frozenset[int]) -> Iterator[Part]:
    for part in parts:
        spans = tuple(span for span in part.spans if span.page in wanted)
        if spans:
            yield replace(part, spans=spans)


def _mentioned(
    parts: Iterable[Mentioned], wanted: frozenset[int], kept: Collection[str]
) -> Iterator[Mentioned]:
    """The parts on the pages, with those of the sentences that mention them which are kept."""
    for part in _on_pages(parts, wanted):
        yield replace(part, mentions=tuple(id for id in part.mentions if id in kept))


def _paragraphs(paragraphs: Iterable[Paragraph], wanted: frozenset[int]) -> Iterator[Paragraph]:
    for paragraph in paragraphs:
        sentences = tuple(_on_pages(paragraph.sentences, wanted))
        if sentences:
            yield replace(paragraph, sentences=sentences)


def _verdicts(paper: Extraction, wanted: frozenset[int]) -> Iterator[Verdict]:
    for line, verdict in zip(paper.lines, paper.verdicts, strict=True):
        if line.page in wanted:
            yield verdict


def _sections(
    sections: Collection[Section], paragraphs: Iterable[Paragraph], wanted: frozenset[int]
) -> list[Section]:
    """Sections with a heading or text on the pages, and those around them."""
    needed = {paragraph.section for paragraph in paragraphs}
    needed |= {s.id for s in sections if any(span.page in wanted for span in s.spans)}
    # A section comes after the one around it.
    for section in reversed(tuple(sections)):
        if section.id in needed:
            needed.add(section.parent)
    return [section for section in sections if section.id in needed]
