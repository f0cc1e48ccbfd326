"""Where figures and tables are: next to their captions, up to the next text."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pdfbot.geometry import share_inside
from pdfbot.model import Box, PageBox
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.pipeline import analyse_source
from pdfbot.readers.source import Source
from pdfbot.visual.pictures import (
    MAX_PICTURE_GAP,
    MIN_SIDE,
    PICTURE_DESCENT,
    PICTURE_MARGIN,
    _PageParts,
    _turn,
    picture_boxes,
)
from tests.documents import PAPERS, ROOT
from tests.pdfs import Form, PdfPage, make_pdf, show

CAPTION = Box(100, 300, 300, 320)


def parts(*contents: Box, boundaries: tuple[Box, ...] = ()) -> _PageParts:
    return _PageParts(600, 800, contents, boundaries)


def beside(found: _PageParts, above: bool) -> tuple[Box, float] | None:
    place = found.beside(CAPTION, above)
    return (place.box, place.gap) if place else None


def test_figure_ends_where_text_begins() -> None:
    figure, other = Box(110, 330, 290, 500), Box(110, 560, 290, 700)
    text = Box(100, 520, 300, 540)
    assert beside(parts(figure, other, boundaries=(text,)), True) == (figure, 10)
    assert beside(parts(figure, other), True) == (Box(110, 330, 290, 700), 10)


def test_figure_wider_than_its_caption_is_whole() -> None:
    left, right = Box(50, 330, 250, 500), Box(240, 330, 550, 480)
    assert beside(parts(left, right), True) == (Box(50, 330, 550, 500), 10)


def test_figure_is_not_widened_over_text() -> None:
    wide = Box(50, 330, 550, 500)
    column = Box(320, 510, 560, 700)
    above = Box(110, 505, 290, 700)
    assert beside(parts(wide, above, boundaries=(column,)), True) == (wide, 10)


def test_what_is_below() -> None:
    table = Box(100, 100, 300, 290)
    assert beside(parts(table), False) == (table, 10)
    assert beside(parts(table), True) is None


def test_picture_ends_at_its_caption_and_at_the_text() -> None:
    """An image may reach a little beyond what it shows, over the lines next to it."""
    text = Box(100, 500, 300, 512)
    found = parts(Box(110, 315, 290, 504), boundaries=(text,)).beside(CAPTION, True)
    assert found is not None
    assert found.picture() == Box(
        110 - PICTURE_MARGIN, 320 + PICTURE_DESCENT, 290 + PICTURE_MARGIN, 500 - PICTURE_DESCENT
    )
    apart = parts(Box(110, 340, 290, 480), boundaries=(text,)).beside(CAPTION, True)
    assert apart is not None
    assert apart.picture() == Box(
        110 - PICTURE_MARGIN, 340 - PICTURE_MARGIN, 290 + PICTURE_MARGIN, 480 + PICTURE_MARGIN
    )


def test_what_is_right_or_left_is_above_or_below_of_the_turned_page() -> None:
    caption = Box(50, 300, 150, 400)
    figure, text = Box(190, 200, 500, 420), Box(50, 430, 500, 440)
    turned = parts(figure, boundaries=(text,)).turned()
    right = turned.beside(_turn(caption), True)
    assert right is not None
    assert (_turn(right.box), right.gap) == (figure, 40)
    assert turned.beside(_turn(caption), False) is None
    column = Box(160, 290, 185, 410)
    behind = parts(figure, boundaries=(column,)).turned()
    assert behind.beside(_turn(caption), True) is None


@pytest.mark.parametrize(("side", "is_found"), [(MIN_SIDE, True), (MIN_SIDE - 0.1, False)])
def test_small_graphics_are_no_figures(side: float, is_found: bool) -> None:
    low = parts(Box(110, 330, 290, 330 + side)).beside(CAPTION, True)
    narrow = parts(Box(110, 330, 110 + side, 500)).beside(CAPTION, True)
    assert (low is not None, narrow is not None) == (is_found, is_found)


def figure_page(
    figure: str, *texts: bytes, forms: Mapping[str, Form] | None = None
) -> dict[str, PageBox]:
    """The pictures of a page with text, an image or forms at a place, and what else it shows."""
    words = (
        "Every word of this line is part of the text of a paper about paths that nobody walks on."
    )
    body = b"".join(show(words, 50, 760 - 12 * row) for row in range(12))
    drawn = "/X Do" if forms else f"{figure} re f"
    content = body + b"".join(texts) + f"q 0.5 g {drawn} Q".encode()
    source = Source.of(make_pdf(PdfPage(content, width=600, height=800, forms=forms or {})))
    return picture_boxes(analyse_source(source, ReadingOptions(), RuleOptions()).extraction)


@pytest.mark.parametrize(
    ("figure", "is_found"),
    [
        ("60 330 200 180", True),
        ("60 370 200 150", True),
        ("60 430 200 150", False),
        ("230 250 250 180", True),
    ],
    ids=["above", "far above", "too far above", "to the right"],
)
def test_figure_is_found_where_no_text_is_between(figure: str, is_found: bool) -> None:
    caption = show("Figure 1. A path that was", 50, 300) + show("closed long ago.", 50, 288)
    found = figure_page(figure, caption)
    assert len(found) == is_found
    left, bottom, width, height = map(int, figure.split())
    for box in found.values():
        assert share_inside(Box(left, bottom, left + width, bottom + height), box) > 0.99


def test_picture_of_an_embedded_figure_is_whole_where_a_part_of_it_is_clipped() -> None:
    """A small first clip path inside a figure is not its box: it had no picture at all."""
    marker = b"q 70 340 5 5 re W n 60 330 20 20 re f Q "
    figure = Form(marker + b"60 330 200 180 re f", (50, 320, 270, 520))
    caption = show("Figure 1. A path that was", 50, 300) + show("closed long ago.", 50, 288)
    (box,) = figure_page("", caption, forms={"X": figure}).values()
    assert share_inside(Box(60, 330, 260, 510), box) > 0.99


@pytest.mark.parametrize(
    "path",
    [ROOT / "paper.pdf", PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"],
    ids=lambda path: path.stem,
)
def test_pictures_of_a_paper_have_no_body_text_in_them(path: object) -> None:
    source = Source.of(str(path))
    paper = analyse_source(source, ReadingOptions(), RuleOptions()).extraction
    boxes = picture_boxes(paper)
    assert {caption.id for caption in paper.captions} <= set(boxes)
    assert {equation.id for equation in paper.equations} <= set(boxes)
    figures = [boxes[caption.id] for caption in paper.captions]
    for sentence in paper.sentences:
        for line in sentence.boxes:
            inside = [share_inside(line, box) for box in figures if box.page == line.page]
            assert max(inside, default=0) < 0.2
    for caption in paper.captions:
        box = boxes[caption.id]
        gap = max(box.bottom - caption.box.top, caption.box.bottom - box.top)
        assert caption.kind == "algorithm" or -10 < gap <= MAX_PICTURE_GAP
