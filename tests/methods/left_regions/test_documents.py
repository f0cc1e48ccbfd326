"""Whole documents in reading order: generated layouts word by word, a bulletin, papers."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import pdfbot

LAYOUTS = sorted((Path(__file__).parents[3] / "fixtures" / "layouts").glob("*.pdf"))


@pytest.fixture
def bulletin(papers: Path) -> Path:
    return papers / "bulletin-threecolumn" / "bulletin-threecolumn.pdf"


def without_spaces_and_hyphens(text: str) -> str:
    return "".join(text.replace("-", "").split())


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_every_word_of_a_generated_layout_is_read_in_order(path: Path) -> None:
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))["pages"]
    for found, expected in zip(pdfbot.regions(path).pages, truth, strict=True):
        labels = set(expected["labels"].split())
        words = [word for word in found.text.split() if word not in labels]
        assert words == expected["text"].split(), f"page {found.page.number}"


def test_at_least_15_generated_layouts_are_checked() -> None:
    assert len(LAYOUTS) >= 15


def test_bulletin_regions_follow_each_other_as_in_its_truth(bulletin: Path) -> None:
    truth = json.loads((bulletin.parent / "truth.json").read_text("utf-8"))["regions"]
    for found in pdfbot.regions(bulletin).pages:
        expected = [r for r in truth if r["page"] == found.page.number]
        kinds = [region.kind for region in found.regions]
        assert kinds.count("header") == 1
        assert kinds.count("image") == sum(r["kind"] == "image" for r in expected)
        read = without_spaces_and_hyphens(
            "".join(r.text for r in found.regions if r.kind != "image")
        )
        position = 0
        for region in expected:
            if region["kind"] == "image":
                continue
            first, last = map(without_spaces_and_hyphens, region["text"].partition(" ... ")[::2])
            assert read.startswith(first, position), region
            position = read.index(last, position + len(first)) + len(last)
        assert position == len(read)


def test_bulletin_image_comes_between_the_columns_that_it_cuts(bulletin: Path) -> None:
    first = pdfbot.regions(bulletin, pages=[1], header_lines=1).pages[0]
    assert [r.kind for r in first.regions] == ["header", *["text"] * 4, "image", *["text"] * 3]
    assert [(r.column, r.columns) for r in first.regions[2:5]] == [(1, 3), (2, 3), (3, 3)]
    assert set(first.regions[5].lines) >= {"Pond", "Road", "Outlet"}


def test_given_threshold_replaces_the_one_from_the_font(bulletin: Path) -> None:
    assert pdfbot.regions(bulletin, threshold=40).pages[0].separation is None
    assert pdfbot.regions(bulletin, threshold="width").pages[0].separation is not None


@pytest.mark.parametrize(
    "name", ["twocolumn-conference", "twocolumn-physics", "onecolumn-indented", "novel-dialogue"]
)
def test_regions_of_a_paper_have_every_visible_character_once(papers: Path, name: str) -> None:
    for found in pdfbot.regions(papers / name / f"{name}.pdf").pages:
        on_page = "".join(b.text for b in found.page.blocks if not b.hidden)
        assert Counter(without_spaces_and_hyphens(on_page)) == Counter(
            without_spaces_and_hyphens(found.text)
        )
