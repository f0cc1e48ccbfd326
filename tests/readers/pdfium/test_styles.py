"""The style of text: font, size, colour, rotation, and whether it is seen."""

from __future__ import annotations

import pytest

from ...documents import PAPERS, extracted
from ...pdfs import show
from .reading import read_block, read_page


def test_block_has_text_position_font_and_colour() -> None:
    block = read_block(show("Hello mill", 50, 500))
    assert block.text == "Hello mill"
    assert block.baseline == pytest.approx(500)
    assert (block.box.left, block.edges[0]) == pytest.approx((50, 50), abs=0.01)
    assert len(block.edges) == len(block.text) + 1
    # Helvetica: 722 556 222 222 556 278 833 222 222 222 thousandths of an em.
    assert block.box.right == pytest.approx(50 + 40.55, abs=0.1)
    assert block.box.bottom < 500 < block.box.top
    assert (block.font.family, block.font.size) == ("Helvetica", 10)
    assert (block.colour, block.rotation, block.hidden) == ("#000000", 0, "")


def test_bold_italic_and_colour_are_read() -> None:
    block = read_block(show("Hello", 50, 500, font="F2", state="1 0 0 rg"))
    assert (block.font.bold, block.font.italic, block.colour) == (True, True, "#ff0000")


@pytest.mark.parametrize(
    ("size", "matrix", "seen"), [(1, "12 0 0 12", 12), (10, "0.5 0 0 0.5", 5), (8, "1 0 0 1", 8)]
)
def test_font_size_is_scaled_by_the_text_matrix(size: float, matrix: str, seen: float) -> None:
    assert read_block(show("Hello", 50, 500, size=size, matrix=matrix)).font.size == seen


def test_font_size_is_scaled_by_the_page_matrix() -> None:
    block = read_block(b"q 1.2 0 0 1.2 0 0 cm\n" + show("Hello", 50, 100) + b"Q")
    assert block.font.size == 12
    assert (block.box.left, block.baseline) == pytest.approx((60, 120), abs=0.01)


@pytest.mark.parametrize(("matrix", "rotation"), [("0 1 -1 0", 90), ("0 -1 1 0", -90)])
def test_rotated_text_has_its_rotation(matrix: str, rotation: float) -> None:
    block = read_block(show("Preprint", 100, 100, matrix=matrix))
    assert (block.text, block.rotation) == ("Preprint", rotation)
    assert block.box.height > block.font.size


@pytest.mark.parametrize("state", ["3 Tr", "1 1 1 rg"])
def test_invisible_and_white_text_is_hidden(state: str) -> None:
    page = read_page(show("seen", 50, 500) + show("unseen", 50, 480, state=state))
    assert [(b.text, b.hidden) for b in page.blocks] == [("seen", ""), ("unseen", "invisible")]


@pytest.mark.parametrize(("y", "hidden"), [(500, ""), (350, "clipped")])
def test_text_outside_its_clip_path_is_hidden(y: float, hidden: str) -> None:
    assert read_block(show("text", 50, y, state="40 480 200 60 re W n")).hidden == hidden


def test_white_text_on_a_drawing_is_seen() -> None:
    background = b"q 0 g 40 470 200 30 re f Q\n"
    assert read_block(background + show("white", 50, 480, state="1 1 1 rg")).hidden == ""


def test_text_outside_the_page_is_hidden() -> None:
    page = read_page(show("seen", 50, 500) + show("beyond", 500, 500) + show("below", 50, -40))
    assert [b.text for b in page.blocks if not b.hidden] == ["seen"]


def test_root_signs_belong_to_their_line() -> None:
    """TeX hangs them from the top; in the text they come before the radicand."""
    text = extracted(PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf").written("flat")
    assert "equidistant in √γk if" in text
    assert "grows as √2Dt." in text
