"""Where figures and tables are: next to their captions, up to the next text."""

from __future__ import annotations

import pytest

from pdfbot.geometry import share_inside
from pdfbot.model import Box, Page
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.pipeline import analyse_source
from pdfbot.readers.source import Source
from pdfbot.visual.pictures import MAX_PICTURE_GAP, MIN_SIDE, _PageParts, picture_boxes
from tests.documents import PAPERS, ROOT

CAPTION = Box(100, 300, 300, 320)
PAGE = Page(1, 600, 800, ())


def parts(*contents: Box, boundaries: tuple[Box, ...] = ()) -> _PageParts:
    return _PageParts(PAGE, contents, boundaries)


def test_figure_ends_where_text_begins() -> None:
    figure, other = Box(110, 330, 290, 500), Box(110, 560, 290, 700)
    text = Box(100, 520, 300, 540)
    assert parts(figure, other, boundaries=(text,)).beside(CAPTION, True) == (figure, 10)
    assert parts(figure, other).beside(CAPTION, True) == (Box(110, 330, 290, 700), 10)


def test_figure_wider_than_its_caption_is_whole() -> None:
    left, right = Box(50, 330, 250, 500), Box(240, 330, 550, 480)
    assert parts(left, right).beside(CAPTION, True) == (Box(50, 330, 550, 500), 10)


def test_figure_is_not_widened_over_text() -> None:
    wide = Box(50, 330, 550, 500)
    column = Box(320, 510, 560, 700)
    above = Box(110, 505, 290, 700)
    assert parts(wide, above, boundaries=(column,)).beside(CAPTION, True) == (wide, 10)


def test_what_is_below() -> None:
    table = Box(100, 100, 300, 290)
    assert parts(table).beside(CAPTION, False) == (table, 10)
    assert parts(table).beside(CAPTION, True) is None


@pytest.mark.parametrize(("side", "is_found"), [(MIN_SIDE, True), (MIN_SIDE - 0.1, False)])
def test_small_graphics_are_no_figures(side: float, is_found: bool) -> None:
    low = parts(Box(110, 330, 290, 330 + side)).beside(CAPTION, True)
    narrow = parts(Box(110, 330, 110 + side, 500)).beside(CAPTION, True)
    assert (low is not None, narrow is not None) == (is_found, is_found)


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
