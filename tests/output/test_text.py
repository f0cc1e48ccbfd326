"""The body text as plain text, and the reason where there is none."""

from __future__ import annotations

import pytest

from pdfbot.model import Box, Extraction, Paragraph, Sentence, Span, Statistics, Verdict
from pdfbot.output.text import explain_empty, render_text
from pdfbot.rules import Rule


def extraction(*rules: Rule, sentences: tuple[str, ...] = ()) -> Extraction:
    """A paper whose lines these rules took out."""
    span = Span(1, "p1.c1.l1", 0, 1, Box(0, 0, 1, 1))
    paragraphs = [
        Paragraph(f"b{i}", (Sentence(f"s{i}", text, (span,)),)) for i, text in enumerate(sentences)
    ]
    return Extraction(
        paragraphs=tuple(paragraphs),
        lines=(),
        verdicts=tuple(Verdict(f"p1.c1.l{i}", rule) for i, rule in enumerate(rules)),
        pages=(),
        statistics=Statistics(10.0, 12.0, 50.0, 1),
        engine="pdfium",
        version="0.1.0",
        thresholds="abc",
    )


def test_paragraphs_are_separated_by_blank_lines() -> None:
    assert render_text(extraction(sentences=("One sack.", "Two sacks."))) == (
        "One sack.\n\nTwo sacks.\n"
    )


def test_extraction_without_paragraphs_has_no_text() -> None:
    assert render_text(extraction(Rule.HIDDEN)) == ""


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ([], "the pages have no text"),
        ([Rule.HIDDEN], "1 of 1 lines are taken for hidden or rotated"),
        (
            [Rule.FOOTNOTE, Rule.MONOSPACED, Rule.WIDE_GAP],
            "2 of 3 lines are taken for cell, code or label",
        ),
    ],
    ids=["no lines", "one line", "most frequent role"],
)
def test_reason_for_no_text_is_the_most_frequent_role(rules: list[Rule], reason: str) -> None:
    assert explain_empty(extraction(*rules)) == f"no body text found: {reason}"
