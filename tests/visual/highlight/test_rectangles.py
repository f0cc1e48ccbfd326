"""The rectangles that cover characters of a line."""

from __future__ import annotations

from array import array

import pytest

from pdfbot.layout.line_builder import build_line
from pdfbot.model import Box, Font, Line, Span, TextBlock
from pdfbot.visual.highlight.rectangles import line_rectangles, span_rectangles


def block(
    text: str, left: float, baseline: float = 100.0, size: float = 10.0, step: float = 5.0
) -> TextBlock:
    edges = array("f", [left + step * i for i in range(len(text) + 1)])
    box = Box(edges[0], baseline - 0.22 * size, edges[-1], baseline + 0.75 * size)
    return TextBlock(text, box, baseline, Font("Probe", size), edges=edges)


def line(*blocks: TextBlock) -> Line:
    return build_line("p1.c1.l1", 1, 1, blocks)


def test_part_of_a_block_is_covered_with_a_margin() -> None:
    (box,) = line_rectangles(line(block("abcdef", 10)), 1, 3)
    assert (box.left, box.right) == (14.6, 25.4)
    assert box.bottom < 100 < box.top


def test_superscript_protrudes_above_the_band_of_its_line() -> None:
    area = line(block("cm", 10), block("2", 20, 104, 7), block("is", 30))
    band, above = line_rectangles(area, 0, len(area.text))
    assert (band.left, band.right) == (9.6, 40.4)
    assert (above.left, above.right) == (20, 25)
    assert above.bottom == band.top
    assert above.top == pytest.approx(104 + 0.78 * 7)


def test_subscript_protrudes_below_the_band_of_its_line() -> None:
    water = line(block("H", 10), block("2", 15, 97, 7), block("O", 20))
    band, below = line_rectangles(water, 0, len(water.text))
    assert below.top == band.bottom
    assert below.bottom == pytest.approx(97 - 0.24 * 7)


def test_two_sentences_in_one_block_do_not_overlap() -> None:
    both = line(block("One. Two.", 0))
    (first,), (second,) = line_rectangles(both, 0, 4), line_rectangles(both, 5, 9)
    assert first.right <= second.left


def test_empty_range_has_no_rectangle() -> None:
    assert line_rectangles(line(block("abc", 0)), 2, 2) == []


def test_hyphen_of_a_broken_word_is_covered_only_if_the_sentence_continues() -> None:
    first = build_line("p1.c1.l1", 1, 1, [block("exam-", 0)])
    second = build_line("p1.c1.l2", 1, 1, [block("ple", 0, 88)])
    lines = {first.id: first, second.id: second}
    spans = [Span(1, first.id, 0, 4, first.box), Span(1, second.id, 0, 3, second.box)]
    assert span_rectangles(spans, lines)[0][1].right == 25.4
    assert span_rectangles(spans[:1], lines)[0][1].right == 20.4


def test_spans_without_a_line_keep_their_own_boxes() -> None:
    span = Span(1, "p1.c1.l1", 0, 4, Box(1, 2, 3, 4))
    assert span_rectangles([span], {}) == [(1, Box(1, 2, 3, 4))]
