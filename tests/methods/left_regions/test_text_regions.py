"""Regions of single pages: columns, what ends a region, images, hidden and rotated text."""

from __future__ import annotations

from pathlib import Path

import pytest

import pdfbot
from pdfbot.model import Box, Font, Graphic, TextBlock

from ..builders import CHARACTER_WIDTH
from .builders import PITCH, column, first_words, line, regions_of


def test_two_columns_are_read_after_the_title_above_them() -> None:
    found = regions_of(
        line("Ttl " + "y" * 40, 200, 760),
        *column("aaa", 50, 290, 730, 12),
        *column("bbb", 310, 550, 730, 12),
    )
    assert first_words(found) == ["Ttl", "aaa", "bbb"]
    assert found.separation == pytest.approx(20)
    assert [r.ended_by for r in found.regions] == ["separation", "page", "page"]


def test_wider_line_ends_the_regions_above_it() -> None:
    found = regions_of(
        *column("aaa", 50, 290, 760, 12),
        *column("bbb", 310, 550, 760, 12),
        *column("ccc", 50, 550, 600, 4),
    )
    assert first_words(found) == ["aaa", "bbb", "ccc"]
    assert [r.ended_by for r in found.regions] == ["width", "width", "page"]


@pytest.mark.parametrize(("gap", "columns"), [(8.0, 1), (9.5, 2)])
def test_column_gap_is_at_least_a_multiple_of_the_mean_character(gap: float, columns: int) -> None:
    """A gap must be 1.75 mean characters wide, which are five points here."""
    width = (500 - gap) / 2
    letters = int(width // CHARACTER_WIDTH)
    lines = []
    for i in range(20):
        for name, left in (("aaa", 50.0), ("bbb", 550 - width)):
            text = f"{name}{i:02d}".ljust(letters, "x")
            lines.append(line(text, left, 760 - i * PITCH, left + width))
    assert len(regions_of(*lines).regions) == columns


def test_image_within_one_column_leaves_its_region_whole() -> None:
    image = Graphic("image", Box(60, 560, 280, 640))
    found = regions_of(
        *column("aaa", 50, 290, 760, 9),
        *column("ddd", 50, 290, 540, 9),
        *column("bbb", 310, 550, 760, 28),
        graphics=(image,),
    )
    assert first_words(found) == ["aaa", "image", "bbb"]
    assert len(found.regions[0].lines) == 18


def test_image_across_two_columns_cuts_both_regions() -> None:
    image = Graphic("image", Box(60, 560, 540, 640))
    found = regions_of(
        *column("aaa", 50, 290, 760, 9),
        *column("ccc", 50, 290, 540, 9),
        *column("bbb", 310, 550, 760, 9),
        *column("ddd", 310, 550, 540, 9),
        graphics=(image,),
    )
    assert first_words(found) == ["aaa", "bbb", "image", "ccc", "ddd"]
    assert [r.ended_by for r in found.regions] == ["image", "image", "", "page", "page"]


def test_rules_and_frames_around_text_are_not_images() -> None:
    rule = Graphic("ruling", Box(300, 100, 300.5, 760))
    frame = Graphic("drawing", Box(45, 640, 295, 775))
    found = regions_of(*column("aaa", 50, 290, 760, 11), graphics=(rule, frame))
    assert first_words(found) == ["aaa"]


def test_rotated_text_comes_last_and_hidden_text_is_left_out() -> None:
    rotated = TextBlock("rotated", Box(10, 300, 20, 360), 20, Font("Serif", 10), rotation=90.0)
    hidden = TextBlock("hidden", Box(50, 20, 90, 30), 22, Font("Serif", 10), hidden="invisible")
    found = regions_of(rotated, hidden, *column("aaa", 50, 550, 760, 5))
    assert first_words(found) == ["aaa", "rot"]
    assert "hidden" not in found.text


def test_empty_page_has_no_regions() -> None:
    assert regions_of().regions == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": "em"}, "unknown threshold 'em'"),
        ({"threshold": -1.0}, "use a number above 0"),
        ({"threshold": float("nan")}, "use a number above 0"),
        ({"header_lines": -1}, "use 0 or more"),
        ({"pages": [0]}, "counted from 1"),
    ],
)
def test_invalid_options_of_regions_are_refused(
    papers: Path, options: dict[str, object], message: str
) -> None:
    path = papers / "novel-dialogue" / "novel-dialogue.pdf"
    with pytest.raises(pdfbot.UsageError, match=message):
        pdfbot.regions(path, **options)  # type: ignore[arg-type]
