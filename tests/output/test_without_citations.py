"""A paper without its citation marks: brackets by the text, raised numbers by the page."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path

import pdfbot
from pdfbot.model import (
    Box,
    Extraction,
    Font,
    Line,
    Paragraph,
    Reference,
    Sentence,
    Span,
    TextBlock,
)
from pdfbot.output.without_citations import drop_citations

from .papers import SPAN, make_paper


def block(text: str, size: float, baseline: float) -> TextBlock:
    edges = array("f", range(len(text) + 1))
    box = Box(0, baseline, len(text), baseline + size)
    return TextBlock(text, box, baseline, Font("Serif", size), edges=edges)


def line(number: int, *blocks: TextBlock) -> Line:
    text = "".join(b.text for b in blocks)
    return Line(f"p1.c1.l{number}", 1, 1, blocks, text, blocks[0].box, 700, 10.0)


def paper_of(text: str, *lines: Line) -> Extraction:
    spans = tuple(Span(1, item.id, 0, len(item.text), item.box) for item in lines)
    references = [Reference(f"r{n}", str(n), "", "A mill.", (), (SPAN,)) for n in range(1, 9)]
    return replace(
        make_paper(),
        paragraphs=(Paragraph("p1", (Sentence("s1.1", text, spans),)),),
        references=tuple(references),
        lines=lines,
    )


def test_raised_numbers_are_found_on_their_lines() -> None:
    first = line(1, block("Mills", 10, 700), block("2", 7, 704), block(" weigh 10", 10, 700))
    second = line(2, block("kg of flour", 10, 700), block("3,4", 7, 704), block(".", 10, 700))
    text = f"{first.text} {second.text}"
    (sentence,) = drop_citations(paper_of(text, first, second)).sentences
    assert sentence.text == "Mills weigh 10 kg of flour."
    assert len(sentence.spans) == 2


def test_numbers_on_the_baseline_and_below_it_stay() -> None:
    text = line(1, block("Water", 10, 700), block("2", 7, 697), block(" runs3.", 10, 700))
    (sentence,) = drop_citations(paper_of(text.text, text)).sentences
    assert sentence.text == text.text


def test_sentence_of_marks_alone_is_left_out() -> None:
    text = line(1, block("[4]", 10, 700))
    assert drop_citations(paper_of(text.text, text)).paragraphs == ()


def test_result_without_lines_keeps_raised_numbers(papers: Path) -> None:
    paper = pdfbot.extract(papers / "twocolumn-physics" / "twocolumn-physics.pdf")
    again = pdfbot.from_json(paper.to_json(lean=True))
    assert again.without_citations().text.count("[") <= paper.text.count("[")


def test_marks_of_a_real_paper_are_left_out(papers: Path) -> None:
    paper = pdfbot.extract(papers / "twocolumn-conference" / "twocolumn-conference.pdf")
    assert "[" in paper.text
    spoken = paper.without_citations()
    assert "[" not in spoken.text
    assert len(spoken.sentences) == len(paper.sentences)
    assert spoken.sections == paper.sections
    for torn in ("  ", " .", " ,", "( ", "()", ",,"):
        assert torn not in spoken.text
