"""A small paper with every part that outputs write."""

from __future__ import annotations

from pdfbot.model import (
    Box,
    Caption,
    Extraction,
    Footnote,
    Page,
    Paragraph,
    Reference,
    Section,
    Sentence,
    Span,
    Statistics,
    Table,
    TableCell,
    TableRow,
)

SPAN = Span(1, "p1.c1.l1", 0, 4, Box(72, 700, 172, 710))


def make_paper(text: str = "A sack is heavy.") -> Extraction:
    """Two paragraphs, one of them the abstract, in a tree of sections."""
    abstract = (
        Sentence("s1.1", "We count sacks.", (SPAN,)),
        Sentence("s1.2", "All of them.", (SPAN, SPAN)),
    )
    second = (Sentence("s2.1", text, (SPAN,)),)
    return Extraction(
        paragraphs=(
            Paragraph("p1", abstract, "h1", ("Abstract",)).with_placed_sentences(),
            Paragraph("p2", second, "h3", ("Mills", "Sacks")).with_placed_sentences(),
        ),
        lines=(),
        verdicts=(),
        pages=(Page(1, 612.0, 792.0, ()),),
        statistics=Statistics(10.0, 12.0, 55.0, 1),
        engine="pdfium",
        version="0.1.0",
        thresholds="abc",
        title="On mills",
        authors="A. Miller & B. Sack",
        abstract_ids=("p1",),
        sections=(
            Section("h1", "", 1, "Abstract", "", (SPAN,)),
            Section("h2", "1", 1, "Mills", "", (SPAN,)),
            Section("h3", "1.1", 2, "Sacks", "h2", (SPAN,)),
            Section("h4", "", 1, "References", "", (SPAN,)),
        ),
        captions=(
            Caption("c1", "figure", "Fig. 1", "1", "A mill.", ("s2.1",), (SPAN,)),
            Caption("c2", "table", "Table 1", "1", "Sacks.", (), (SPAN,)),
        ),
        tables=(
            Table(
                "t1",
                "c2",
                1,
                SPAN.box,
                (
                    TableRow((TableCell("Sacks | mills", 1, 2, SPAN.box),)),
                    TableRow((TableCell("1961", 0, 1, SPAN.box), TableCell("9", 2, 1, SPAN.box))),
                ),
            ),
        ),
        footnotes=(Footnote("n1", "2", "In 1961 \x01only.", ("s2.1",), (SPAN,)),),
        references=(Reference("r1", "1", "Miller 1961", "Miller (1961).", ("s1.1",), (SPAN,)),),
    )
