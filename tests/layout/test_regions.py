"""Regions in reading order: made layouts word by word, a bulletin, single rules on built pages."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from pathlib import Path
from random import Random
from string import ascii_lowercase

import pytest

import pdfbot
from pdfbot.layout.page_headers import find_margins
from pdfbot.layout.reading_order import order_boxes
from pdfbot.layout.regions import PageRegions, find_regions
from pdfbot.model import Box, Font, Graphic, Page, TextBlock

LAYOUTS = sorted((Path(__file__).parents[2] / "fixtures" / "layouts").glob("*.pdf"))
SIZE, PITCH, WIDTH = 10.0, 12.0, 5.0


def block(text: str, x: float, y: float, right: float | None = None) -> TextBlock:
    """A line of text whose characters are five points wide, or as wide as it must be."""
    right = x + WIDTH * len(text) if right is None else right
    step = (right - x) / len(text)
    edges = array("f", [x + i * step for i in range(len(text) + 1)])
    box = Box(x, y - 2, right, y + 8)
    return TextBlock(text, box, y, Font("Serif", SIZE), edges=edges)


def column(name: str, left: float, right: float, top: float, lines: int) -> list[TextBlock]:
    """Flush lines; no two columns of different names have similar text."""
    chance = Random(name)
    return [
        block(name + "".join(chance.choices(ascii_lowercase, k=30)), left, top - i * PITCH, right)
        for i in range(lines)
    ]


def page(*blocks: TextBlock, number: int = 1, graphics: tuple[Graphic, ...] = ()) -> Page:
    return Page(number, 600, 800, blocks, graphics)


def regions_of(*blocks: TextBlock, graphics: tuple[Graphic, ...] = ()) -> PageRegions:
    (found,) = find_regions([page(*blocks, graphics=graphics)])
    return found


def starts(found: PageRegions) -> list[str]:
    return [region.lines[0][:3] if region.lines else region.kind for region in found.regions]


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_made_layouts_are_read_in_order(path: Path) -> None:
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))["pages"]
    for found, expected in zip(pdfbot.regions(path).pages, truth, strict=True):
        labels = set(expected["labels"].split())
        words = [word for word in found.text.split() if word not in labels]
        assert words == expected["text"].split(), f"page {found.page.number}"


def test_there_are_enough_layouts() -> None:
    assert len(LAYOUTS) >= 15


def squeeze(text: str) -> str:
    return "".join(text.replace("-", "").split())


def test_the_bulletin_is_read_as_its_truth_says(papers: Path) -> None:
    folder = papers / "bulletin-threecolumn"
    truth = json.loads((folder / "truth.json").read_text("utf-8"))["regions"]
    document = pdfbot.regions(folder / "bulletin-threecolumn.pdf")
    for found in document.pages:
        expected = [r for r in truth if r["page"] == found.page.number]
        kinds = [region.kind for region in found.regions]
        assert kinds.count("header") == 1
        assert kinds.count("image") == sum(r["kind"] == "image" for r in expected)
        read = squeeze("".join(r.text for r in found.regions if r.kind != "image"))
        place = 0
        for region in expected:
            if region["kind"] == "image":
                continue
            first, _, last = region["text"].partition(" ... ")
            assert read.startswith(squeeze(first), place), region
            place += len(squeeze(first))
            if last:
                place = read.index(squeeze(last), place) + len(squeeze(last))
        assert place == len(read)


def test_the_image_of_the_bulletin_comes_between_the_columns(papers: Path) -> None:
    path = papers / "bulletin-threecolumn" / "bulletin-threecolumn.pdf"
    first = pdfbot.regions(path, pages=[1], header_lines=1).pages[0]
    assert [r.kind for r in first.regions] == ["header", *["text"] * 4, "image", *["text"] * 3]
    assert [(r.column, r.columns) for r in first.regions[2:5]] == [(1, 3), (2, 3), (3, 3)]
    assert set(first.regions[5].lines) >= {"Pond", "Road", "Outlet"}


@pytest.mark.parametrize(
    "name", ["twocolumn-conference", "twocolumn-physics", "onecolumn-indented", "novel-dialogue"]
)
def test_no_character_is_lost_or_doubled(papers: Path, name: str) -> None:
    for found in pdfbot.regions(papers / name / f"{name}.pdf").pages:
        on_page = "".join(b.text for b in found.page.blocks if not b.hidden)
        assert Counter(squeeze(on_page)) == Counter(squeeze(found.text))


def test_two_columns_under_a_title() -> None:
    found = regions_of(
        block("Ttl " + "y" * 40, 200, 760),
        *column("aaa", 50, 290, 730, 12),
        *column("bbb", 310, 550, 730, 12),
    )
    assert starts(found) == ["Ttl", "aaa", "bbb"]
    assert found.separation == pytest.approx(20)
    assert [r.ended_by for r in found.regions] == ["separation", "page", "page"]


def test_a_wider_line_ends_a_region() -> None:
    found = regions_of(
        *column("aaa", 50, 290, 760, 12),
        *column("bbb", 310, 550, 760, 12),
        *column("ccc", 50, 550, 600, 4),
    )
    assert starts(found) == ["aaa", "bbb", "ccc"]
    assert [r.ended_by for r in found.regions] == ["width", "width", "page"]


@pytest.mark.parametrize(("gap", "columns"), [(8.0, 1), (9.5, 2)])
def test_the_threshold_comes_from_the_modal_font(gap: float, columns: int) -> None:
    """A gap must be 1.75 mean characters wide; here these are five points."""
    half = (500 - gap) / 2
    letters = int(half // WIDTH)
    lines = []
    for i in range(20):
        for name, left in (("aaa", 50.0), ("bbb", 550 - half)):
            text = f"{name}{i:02d}".ljust(letters, "x")
            lines.append(block(text, left, 760 - i * PITCH, left + half))
    found = regions_of(*lines)
    assert len(found.regions) == columns


def test_a_given_threshold_is_used(papers: Path) -> None:
    path = papers / "bulletin-threecolumn" / "bulletin-threecolumn.pdf"
    assert pdfbot.regions(path, threshold=40).pages[0].separation is None
    assert pdfbot.regions(path, threshold="width").pages[0].separation is not None


def test_an_image_in_one_column_leaves_it_whole() -> None:
    image = Graphic("image", Box(60, 560, 280, 640))
    found = regions_of(
        *column("aaa", 50, 290, 760, 9),
        *column("ddd", 50, 290, 540, 9),
        *column("bbb", 310, 550, 760, 28),
        graphics=(image,),
    )
    assert starts(found) == ["aaa", "image", "bbb"]
    assert len(found.regions[0].lines) == 18


def test_an_image_over_two_columns_cuts_both() -> None:
    image = Graphic("image", Box(60, 560, 540, 640))
    found = regions_of(
        *column("aaa", 50, 290, 760, 9),
        *column("ccc", 50, 290, 540, 9),
        *column("bbb", 310, 550, 760, 9),
        *column("ddd", 310, 550, 540, 9),
        graphics=(image,),
    )
    assert starts(found) == ["aaa", "bbb", "image", "ccc", "ddd"]
    assert [r.ended_by for r in found.regions] == ["image", "image", "", "page", "page"]


def test_rules_and_text_boxes_are_no_images() -> None:
    rule = Graphic("rule", Box(300, 100, 300.5, 760))
    frame = Graphic("drawing", Box(45, 640, 295, 775))
    found = regions_of(*column("aaa", 50, 290, 760, 11), graphics=(rule, frame))
    assert starts(found) == ["aaa"]


class TestHeaders:
    def book(self, *headers: list[str]) -> list[Page]:
        pages = []
        for number, lines in enumerate(headers, 1):
            rows = [block(text, 50, 780 - 11 * i) for i, text in enumerate(lines)]
            body = column(chr(96 + number) * 7, 50, 550, 720 - number, 8)
            pages.append(page(*rows, *body, number=number))
        return pages

    def test_even_and_odd_pages_apart(self) -> None:
        odd, even = "Proceedings of the Society", "A. Author and B. Writer"
        pages = self.book([f"{odd} 1"], [f"2 {even}"], [f"{odd} 3"], [f"4 {even}"])
        texts = [[row.text for row in m.header] for m in find_margins(pages)]
        assert texts == [[f"{odd} 1"], [f"2 {even}"], [f"{odd} 3"], [f"4 {even}"]]

    def test_several_lines_until_one_differs(self) -> None:
        lines = ["Official Gazette", "Ministry of Waters"]
        pages = self.book([*lines, "qwertz uiop"], [*lines, "asdfgh jkl"], [*lines, "yxcvbnm"])
        assert [len(m.header) for m in find_margins(pages)] == [2, 2, 2]

    def test_pages_without_headers(self) -> None:
        assert all(not m.header for m in find_margins(self.book([], [], [])))

    def test_a_known_number_of_lines(self) -> None:
        pages = self.book(["One thing"], ["Another matter"])
        assert [len(m.header) for m in find_margins(pages)] == [0, 0]
        assert [len(m.header) for m in find_margins(pages, 1)] == [1, 1]

    def test_page_numbers_below_are_read_last(self) -> None:
        pages = [
            page(
                *column(f"a{n}", 50, 290, 760 - n, 20),
                *column(f"b{n}", 310, 550, 760 - n, 20),
                block(str(10 + n), 50, 30),
                number=n,
            )
            for n in (1, 2, 3)
        ]
        for found in find_regions(pages):
            assert [r.kind for r in found.regions] == ["text", "text", "footer"]


def test_the_order_of_boxes() -> None:
    top, left, right = Box(0, 90, 100, 100), Box(0, 10, 45, 85), Box(55, 10, 100, 85)
    assert order_boxes([right, left, top]) == [2, 1, 0]
    lower_left = Box(0, 10, 45, 60)
    assert order_boxes([right, lower_left]) == [1, 0]
    assert order_boxes([]) == []


def test_text_that_is_turned_comes_last_and_hidden_text_not_at_all() -> None:
    turned = TextBlock("turned", Box(10, 300, 20, 360), 20, Font("Serif", 10), rotation=90.0)
    hidden = TextBlock("hidden", Box(50, 20, 90, 30), 22, Font("Serif", 10), hidden="invisible")
    found = regions_of(turned, hidden, *column("aaa", 50, 550, 760, 5))
    assert starts(found) == ["aaa", "tur"]
    assert "hidden" not in found.text


def test_an_empty_page_has_no_regions() -> None:
    assert regions_of().regions == ()


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"threshold": "em"}, "unknown threshold 'em'"),
        ({"threshold": -1.0}, "use a number above 0"),
        ({"header_lines": -1}, "use 0 or more"),
        ({"pages": [0]}, "counted from 1"),
    ],
)
def test_choices_that_make_no_sense(papers: Path, choice: dict[str, object], message: str) -> None:
    path = papers / "novel-dialogue" / "novel-dialogue.pdf"
    with pytest.raises(pdfbot.UsageError, match=message):
        pdfbot.regions(path, **choice)  # type: ignore[arg-type]
