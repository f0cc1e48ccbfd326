"""Text to its place in the body, and characters to rectangles."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

import pdfbot
from pdfbot.layout.making import make_line
from pdfbot.model import Box, Extraction, Font, Line, Span, TextBlock
from pdfbot.overlay.matching import BodyText, folded
from pdfbot.overlay.rectangles import cover, cover_spans

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def paper() -> Extraction:
    return pdfbot.extract(
        ROOT / "fixtures" / "papers" / "twocolumn-conference" / "twocolumn-conference.pdf"
    )


def said(paper: Extraction, spans: tuple[Span, ...]) -> str:
    lines = {line.id: line for line in paper.lines}
    return "".join(lines[s.line_id].text[s.start : s.end] for s in spans)


def test_spaces_hyphens_ligatures_quotes_and_case_do_not_matter() -> None:
    assert folded("A \ufb01ne\u2010tuned \u201cword\u201d") == folded('a fine tuned\n"WORD"')
    assert folded("a + b") != folded("a b")


def test_every_sentence_finds_itself(paper: Extraction) -> None:
    body = BodyText(paper)
    for sentence in paper.sentences:
        found = body.sentence(sentence.text)
        assert found is not None
        assert folded(found.text) == folded(sentence.text)
        if len(sentence.text) > 40:
            places = body.find(sentence.text)
            assert len(places) == 1
            assert [(s.page, s.line_id) for s in places[0]] == [
                (s.page, s.line_id) for s in sentence.spans
            ]


def test_a_word_broken_at_a_line_end_is_found(paper: Extraction) -> None:
    lines = {line.id: line for line in paper.lines}
    sentence, span = next(
        (s, p)
        for s in paper.sentences
        for p in s.spans[:-1]
        if p.end == len(lines[p.line_id].text) - 1 and lines[p.line_id].text.endswith("-")
    )
    at = sentence.spans.index(span)
    first = lines[span.line_id].text[: span.end].split()[-1]
    second = lines[sentence.spans[at + 1].line_id].text.split()[0]
    places = BodyText(paper).find(first + second)
    assert any(
        [s.line_id for s in p] == [s.line_id for s in sentence.spans[at : at + 2]] for p in places
    )


def test_all_places_are_found_and_none_overlap(paper: Extraction) -> None:
    places = BodyText(paper).find("the")
    text = folded("".join(s.text for s in paper.sentences))
    assert len(places) == text.count("the")
    assert {folded(said(paper, spans)) for spans in places} == {"the"}


def test_what_is_not_there_is_not_found(paper: Extraction) -> None:
    assert BodyText(paper).find("quetzalcoatl") == []
    assert BodyText(paper).find(" -\n") == []


def block(
    text: str, left: float, baseline: float = 100.0, size: float = 10.0, step: float = 5.0
) -> TextBlock:
    edges = array("f", [left + step * i for i in range(len(text) + 1)])
    box = Box(edges[0], baseline - 0.22 * size, edges[-1], baseline + 0.75 * size)
    return TextBlock(text, box, baseline, Font("Probe", size), edges=edges)


def line(*blocks: TextBlock) -> Line:
    return make_line("p1.c1.l1", 1, 1, blocks)


def test_part_of_a_block() -> None:
    (box,) = cover(line(block("abcdef", 10)), 1, 3)
    assert (box.left, box.right) == (14.6, 25.4)
    assert box.bottom < 100 < box.top


def test_several_blocks_share_one_band_and_scripts_stick_out() -> None:
    written = line(block("cm", 10), block("2", 20, 104, 7), block("is", 30))
    band, above = cover(written, 0, len(written.text))
    assert (band.left, band.right) == (9.6, 40.4)
    assert (above.left, above.right) == (20, 25)
    assert above.bottom == band.top
    assert above.top == pytest.approx(104 + 0.78 * 7)


def test_a_subscript_sticks_out_below() -> None:
    written = line(block("H", 10), block("2", 15, 97, 7), block("O", 20))
    band, below = cover(written, 0, len(written.text))
    assert below.top == band.bottom
    assert below.bottom == pytest.approx(97 - 0.24 * 7)


def test_two_sentences_in_one_block_do_not_overlap() -> None:
    written = line(block("One. Two.", 0))
    (first,), (second,) = cover(written, 0, 4), cover(written, 5, 9)
    assert first.right <= second.left


def test_nothing_of_a_line_is_nothing() -> None:
    assert cover(line(block("abc", 0)), 2, 2) == []


def test_the_hyphen_at_a_line_end_belongs_to_the_sentence() -> None:
    first = make_line("p1.c1.l1", 1, 1, [block("exam-", 0)])
    second = make_line("p1.c1.l2", 1, 1, [block("ple", 0, 88)])
    lines = {first.id: first, second.id: second}
    spans = [Span(1, first.id, 0, 4, first.box), Span(1, second.id, 0, 3, second.box)]
    assert cover_spans(spans, lines)[0][1].right == 25.4
    assert cover_spans(spans[:1], lines)[0][1].right == 20.4


def test_lines_of_a_record_use_the_boxes_of_their_spans() -> None:
    span = Span(1, "p1.c1.l1", 0, 4, Box(1, 2, 3, 4))
    assert cover_spans([span], {}) == [(1, Box(1, 2, 3, 4))]
