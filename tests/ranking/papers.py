"""Papers made of sentences, for the ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pdfbot.model import Box, Extraction, Paragraph, Section, Sentence, Span, Statistics

SPAN = Span(1, "p1.c1.l1", 0, 1, Box(0, 0, 1, 1))


def paper_of(
    sections: Mapping[str, Sequence[str]],
    abstract: Sequence[str] = (),
    title: str = "",
    language: str = "en",
    authors: str = "",
) -> Extraction:
    """A paper with an abstract, and one paragraph of sentences under each heading."""
    parts = [("", abstract)] if abstract else []
    parts += list(sections.items())
    found = [
        Paragraph(
            f"p{number}",
            tuple(
                Sentence(f"s{number}.{place}", text, (SPAN,)) for place, text in enumerate(texts, 1)
            ),
            f"h{number}" if heading else "",
            (heading,) if heading else (),
        ).with_placed_sentences()
        for number, (heading, texts) in enumerate(parts, 1)
    ]
    return Extraction(
        version="",
        engine="",
        thresholds="",
        statistics=Statistics(10, 12, 50, 1),
        pages=(),
        title=title,
        language=language,
        authors=authors,
        abstract_ids=("p1",) if abstract else (),
        sections=tuple(
            Section(f"h{number}", "", 1, heading, "", (SPAN,))
            for number, (heading, _) in enumerate(parts, 1)
            if heading
        ),
        paragraphs=tuple(found),
    )
