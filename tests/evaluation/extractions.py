"""Extractions built from lines of text, without a PDF."""

from __future__ import annotations

from pdfbot.model import Box, Extraction, Line, Page, Statistics, Verdict
from pdfbot.rules import Rule


def build_extraction(*judged: tuple[str, Rule], columns: tuple[int, ...] = ()) -> Extraction:
    """One page with a line every 12 points, each with its text and rule."""
    lines = []
    for number, (text, _) in enumerate(judged):
        column = columns[number] if columns else 1
        top = 700.0 - 12 * number
        box = Box(200.0 * column, top - 10, 200.0 * column + 150, top)
        lines.append(Line(f"p1.c{column}.l{number}", 1, column, (), text, box, top - 8, 10))
    return Extraction(
        paragraphs=(),
        lines=tuple(lines),
        verdicts=tuple(
            Verdict(line.id, rule) for line, (_, rule) in zip(lines, judged, strict=True)
        ),
        pages=(Page(1, 600, 800, ()),),
        statistics=Statistics(10, 12, 20, 2),
        engine="embedded",
        version="0",
        thresholds="",
    )
