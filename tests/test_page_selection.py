"""Part of a result: what is on some of its pages, and no reference to anything else."""

from __future__ import annotations

from dataclasses import replace

from pdfbot.model import Extraction, Finding, Line, Page, Span, Verdict
from pdfbot.page_selection import select_pages
from pdfbot.rules import Rule
from tests.output.papers import SPAN, make_paper

ON_TWO: Span = replace(SPAN, page=2, line_id="p2.c1.l1")
# What a verdict of the second page says.
SMALL = Finding("small_font", 0.5, "less than", 0.72, "min_font_ratio")


def make_two_pages() -> Extraction:
    """The abstract on page 1; section 1.1 and its paragraph, a caption and a note on page 2."""
    paper = make_paper()
    first, second = paper.paragraphs
    turning = replace(first.sentences[1], spans=(SPAN, ON_TWO))
    paragraphs = (
        replace(first, sentences=(first.sentences[0], turning)),
        replace(second, sentences=(replace(second.sentences[0], spans=(ON_TWO,)),)),
    )
    lines = tuple(
        Line(span.line_id, span.page, 1, (), "Text", span.box, 700, 10) for span in (SPAN, ON_TWO)
    )
    return replace(
        paper,
        paragraphs=paragraphs,
        sections=tuple(replace(s, spans=(ON_TWO,)) if s.id == "h3" else s for s in paper.sections),
        captions=tuple(
            replace(c, spans=(ON_TWO,), mentions=("s1.1", "s2.1")) for c in paper.captions
        ),
        lines=lines,
        verdicts=(
            Verdict("p1.c1.l1", Rule.BODY),
            Verdict("p2.c1.l1", Rule.CAPTION_FIGURE, SMALL),
        ),
        pages=(Page(1, 612, 792, ()), Page(2, 612, 792, ())),
    )


def test_parts_on_other_pages_are_left_out() -> None:
    first = select_pages(make_two_pages(), {1})
    assert [page.number for page in first.pages] == [1]
    assert [line.id for line in first.lines] == ["p1.c1.l1"]
    assert [verdict.line_id for verdict in first.verdicts] == ["p1.c1.l1"]
    assert [paragraph.id for paragraph in first.paragraphs] == ["p1"]
    assert first.captions == ()
    assert [note.id for note in first.footnotes] == ["n1"]


def test_sentence_over_two_pages_keeps_its_text_and_the_places_on_the_page() -> None:
    paper = make_two_pages()
    second = select_pages(paper, {2})
    (turning, *_) = second.sentences
    assert turning.text == paper.sentence("s1.2").text
    assert turning.spans == (ON_TWO,)
    assert [s.id for s in second.sentences] == ["s1.2", "s2.1"]


def test_references_to_what_is_left_out_are_left_out() -> None:
    paper = make_two_pages()
    second = select_pages(paper, {2})
    assert [caption.mentions for caption in second.captions] == [("s2.1",), ("s2.1",)]
    assert select_pages(paper, {1}).footnotes[0].mentions == ()
    only_second = replace(paper, paragraphs=paper.paragraphs[1:])
    assert select_pages(paper, {2}).abstract_ids == ("p1",)
    assert select_pages(only_second, {2}).abstract_ids == ()


def test_sections_around_the_text_are_kept() -> None:
    """The heading of section 1 is on page 1, that of 1.1 on page 2."""
    second = select_pages(make_two_pages(), {2})
    assert [section.id for section in second.sections] == ["h1", "h2", "h3"]


def test_all_pages_give_the_whole_result() -> None:
    paper = make_two_pages()
    assert select_pages(paper, {1, 2}) == paper
