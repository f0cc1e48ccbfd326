"""Text and graphics outside the box of a form, or outside a clip path around it, are not seen."""

from __future__ import annotations

import pytest

from pdfbot.model import Page
from pdfbot.readers.pdfium.clipping import (
    IDENTITY,
    MAX_FORM_DEPTH,
    MAX_FORM_OBJECTS,
    multiply,
)

from ...pdfs import Form, PdfPage, picture, show
from .reading import read

# Points: a form's box, and where the form is placed on the page.
WIDTH, HEIGHT = 200, 100
LEFT, BOTTOM = 50, 200
BOX = (0, 0, WIDTH, HEIGHT)
PLACED = f"q 1 0 0 1 {LEFT} {BOTTOM} cm /X Do Q\n".encode()


def page_with(form: Form, *, placed: bytes = PLACED, entries: str = "") -> Page:
    """A page that shows a form."""
    (page,) = read(PdfPage(placed, entries, forms={"X": form})).pages
    return page


def seen(page: Page) -> list[str]:
    return [block.text for block in page.blocks if not block.hidden]


def graphic_box(page: Page) -> tuple[float, float, float, float]:
    (graphic,) = page.graphics
    assert graphic.kind == "form"
    box = graphic.box
    return box.left, box.bottom, box.right, box.top


@pytest.mark.parametrize(
    ("x", "y", "hidden"),
    [
        (20, HEIGHT - 1, ""),
        (20, HEIGHT + 1, "clipped"),
        (20, -9, ""),
        (20, -11, "clipped"),
        (WIDTH - 1, 50, ""),
        (WIDTH + 1, 50, "clipped"),
        (-9, 50, ""),
        (-11, 50, "clipped"),
    ],
)
def test_text_that_begins_outside_the_box_of_its_form_is_clipped(
    x: float, y: float, hidden: str
) -> None:
    """Text of 10 points may begin up to an em left of the box or below it."""
    (block,) = page_with(Form(show("text", x, y), BOX)).blocks
    assert (block.text, block.hidden) == ("text", hidden)
    assert block.baseline == pytest.approx(BOTTOM + y)


@pytest.mark.parametrize("scale", [0.5, 1, 1.5])
def test_box_of_a_form_is_scaled_by_its_matrix(scale: float) -> None:
    content = show("inside", 20, HEIGHT - 5) + show("outside", 20, HEIGHT + 5)
    page = page_with(Form(content, BOX, f"{scale} 0 0 {scale} 0 0"))
    assert seen(page) == ["inside"]
    assert page.blocks[0].baseline == pytest.approx(BOTTOM + scale * (HEIGHT - 5))


def test_forms_inside_forms_are_clipped_by_both_boxes() -> None:
    content = show("inside both", 20, 20) + show("above", 20, 70) + show("right", 160, 20)
    inner = Form(content, (0, 0, WIDTH, 60))
    page = page_with(Form(b"/Y Do", (0, 0, 150, HEIGHT), forms={"Y": inner}))
    assert seen(page) == ["inside both"]
    assert [block.hidden for block in page.blocks] == ["", "clipped", "clipped"]


def test_place_of_an_inner_form_is_relative_to_the_outer_one() -> None:
    """Moved to the top, only the lowest line of the inner form is inside the outer box."""
    inner = Form(show("low", 20, 2) + show("high", 20, 40), (0, 0, WIDTH, 60))
    outer = Form(b"q 1 0 0 1 0 70 cm /Y Do Q", BOX, forms={"Y": inner})
    page = page_with(outer)
    assert seen(page) == ["low"]
    assert page.blocks[0].baseline == pytest.approx(BOTTOM + 72)


@pytest.mark.parametrize(
    ("depth", "hidden"), [(MAX_FORM_DEPTH, "clipped"), (MAX_FORM_DEPTH + 1, "")]
)
def test_forms_are_followed_to_a_limited_depth(depth: int, hidden: str) -> None:
    """Text that is nested deeper counts as seen."""
    form = Form(show("outside", 20, HEIGHT + 20), BOX)
    for _ in range(depth):
        form = Form(b"/Y Do", (0, 0, WIDTH, 2 * HEIGHT), forms={"Y": form})
    (block,) = page_with(form).blocks
    assert block.hidden == hidden


def test_clip_path_of_the_page_clips_the_forms_it_shows() -> None:
    placed = f"q 0 0 400 {BOTTOM + 50} re W n ".encode() + PLACED + b" Q"
    form = Form(show("below", 20, 20) + show("above", 20, 70), BOX)
    assert seen(page_with(form, placed=placed)) == ["below"]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_forms_of_rotated_pages_are_clipped_as_they_are_seen(rotation: int) -> None:
    form = Form(show("inside", 20, 20) + show("outside", 20, HEIGHT + 20), BOX)
    assert seen(page_with(form, entries=f"/Rotate {rotation}")) == ["inside"]


def test_box_of_a_form_on_the_page_is_the_part_that_is_seen() -> None:
    """A figure is often a whole page of which the form shows a part."""
    drawn = graphic_box(page_with(Form(b"20 20 100 300 re f", BOX)))
    assert drawn == pytest.approx((LEFT + 20, BOTTOM + 20, LEFT + 120, BOTTOM + HEIGHT), abs=0.01)
    pictured = graphic_box(page_with(Form(picture(-80, 20, 400, 30), BOX)))
    assert pictured == pytest.approx((LEFT, BOTTOM + 20, LEFT + WIDTH, BOTTOM + 50), abs=0.01)


def test_box_of_a_form_without_anything_outside_is_that_of_its_content() -> None:
    box = graphic_box(page_with(Form(b"20 20 100 60 re f", BOX)))
    assert box == pytest.approx((LEFT + 20, BOTTOM + 20, LEFT + 120, BOTTOM + 80), abs=0.01)


def test_clip_path_of_the_page_crops_the_box_of_a_form() -> None:
    placed = f"q 0 0 400 {BOTTOM + 50} re W n ".encode() + PLACED + b" Q"
    box = graphic_box(page_with(Form(b"20 20 100 300 re f", BOX), placed=placed))
    assert box == pytest.approx((LEFT + 20, BOTTOM + 20, LEFT + 120, BOTTOM + 50), abs=0.01)


def test_form_of_which_nothing_is_seen_is_no_graphic() -> None:
    page = page_with(Form(b"20 120 100 30 re f", BOX))
    assert page.graphics == ()


def test_matrices_are_multiplied_in_the_order_they_are_applied() -> None:
    double, move = (2.0, 0.0, 0.0, 2.0, 0.0, 0.0), (1.0, 0.0, 0.0, 1.0, 5.0, 7.0)
    turn = (0.0, 1.0, -1.0, 0.0, 0.0, 0.0)
    assert multiply(double, move) == (2, 0, 0, 2, 5, 7)
    assert multiply(move, double) == (2, 0, 0, 2, 10, 14)
    assert multiply(move, turn) == (0, 1, -1, 0, -7, 5)
    assert multiply(turn, IDENTITY) == turn


@pytest.mark.parametrize(
    "content", [b"10 10 50 50 re f 20 20 100 300 re f", show("in", 20, 20) + show("out", 20, 170)]
)
def test_box_of_a_form_is_cropped_also_if_its_first_object_is_inside(content: bytes) -> None:
    form = Form(content, (0, 0, 200, 100))
    (page,) = read(PdfPage(b"q 1 0 0 1 50 200 cm /X Do Q", forms={"X": form})).pages
    assert max(g.box.top for g in page.graphics) <= 300.01


@pytest.mark.parametrize("first", [b"", b"10 10 20 20 re f "])
def test_clip_path_of_one_object_is_not_that_of_its_form(first: bytes) -> None:
    """As in a figure of two panels, each of which clips its curves; labels are clipped by none."""
    panels = b"q 20 20 60 60 re W n 0 0 90 90 re f Q q 110 20 60 60 re W n 90 0 90 90 re f Q "
    box = graphic_box(page_with(Form(first + panels, BOX)))
    left, bottom = (10, 10) if first else (20, 20)
    assert box == pytest.approx((LEFT + left, BOTTOM + bottom, LEFT + 170, BOTTOM + 80), abs=0.01)


def test_clip_path_inside_a_form_in_a_form_is_placed_with_it() -> None:
    inner = Form(b"q 20 20 60 30 re W n 0 0 90 90 re f Q", BOX)
    outer = Form(b"q 1 0 0 1 100 40 cm /Y Do Q 10 10 20 20 re f", BOX, forms={"Y": inner})
    box = graphic_box(page_with(outer))
    assert box == pytest.approx((LEFT + 10, BOTTOM + 10, LEFT + 180, BOTTOM + 90), abs=0.01)


def test_box_of_a_form_of_many_objects_is_measured_from_some() -> None:
    dots = b"".join(b"%d 20 1 1 re f " % (x % 150) for x in range(2 * MAX_FORM_OBJECTS))
    box = graphic_box(page_with(Form(b"q 0 0 180 90 re W n " + dots + b"Q", BOX)))
    assert box == pytest.approx((LEFT, BOTTOM + 20, LEFT + 150, BOTTOM + 21), abs=3)


def test_box_of_a_turned_form_is_where_it_is_seen() -> None:
    """Its corners are not those of its content."""
    placed = f"q 0.8 0.6 -0.6 0.8 {LEFT + 150} {BOTTOM} cm /X Do Q".encode()
    box = graphic_box(page_with(Form(b"0 0 100 50 re f", BOX), placed=placed))
    assert box == pytest.approx((LEFT + 120, BOTTOM, LEFT + 230, BOTTOM + 100), abs=0.1)
