"""Generates fixtures/layouts: pages whose reading order is known, as PDF and JSON.

    python scripts/make_layouts.py [FOLDER]

Each layout has nine pages with different font sizes and column gaps. The order in which a file
draws its lines differs from page to page.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

from layout_pages import LEFT, RIGHT, DrawnLine, LayoutPage, advance, write_pdf

LAYOUTS = Path(__file__).parents[1] / "fixtures" / "layouts"
PAGES = 9
# In points.
FONT_SIZES = (7.0, 7.5, 8.0)
GAPS = (12.0, 14.0, 17.0, 22.0, 30.0)
# In points: notes are this much smaller than the text.
NOTE_DIFFERENCE = 1.5
PAGE_NUMBER_SIZE = 7
PAGE_NUMBER_Y = 40


def one_column(page: LayoutPage) -> None:
    page.add_title(3)
    page.add_columns(1, 45)


def two_columns(page: LayoutPage) -> None:
    page.add_columns(2, 50, short=page.rng.choice([0, 1, 8]))


def three_columns(page: LayoutPage) -> None:
    page.add_title(4)
    page.add_columns(3, 45, short=page.rng.choice([0, 1, 12]))


def one_two_three(page: LayoutPage) -> None:
    counts = [1, 2, 3]
    page.rng.shuffle(counts)
    for count in counts:
        page.add_title(4)
        page.add_columns(count, 14)


def direct_change(page: LayoutPage) -> None:
    """The number of columns changes without a title in between."""
    for count in page.rng.choice([[2, 3], [3, 2], [1, 3, 1], [2, 1, 2], [3, 1, 2]]):
        page.add_columns(count, 13)


def short_titles(page: LayoutPage) -> None:
    """Titles above three columns that are narrower than the middle column."""
    for _ in range(3):
        page.add_title(1)
        page.add_columns(3, 14)


def left_headings(page: LayoutPage) -> None:
    """Headings at the left, above text in one column and below two columns."""
    for count in (2, 1, 2, 1):
        if count == 1:
            text = " ".join(page.new_words(2))
            page.y -= page.pitch
            page.frames.append([DrawnLine(LEFT, page.y - page.size, page.size, text)])
            page.y -= 1.4 * page.pitch
        page.add_columns(count, 12)


def image_over_all(page: LayoutPage) -> None:
    """An image across all columns, which continue below it."""
    for count in page.rng.choice([[3, 3], [2, 2], [3, 2]]):
        page.add_columns(count, 22)
        if page.y > 400:
            page.add_image_band()


def image_over_two(page: LayoutPage) -> None:
    """An image across two of three columns, which continue below it; the third runs beside it."""
    is_right = bool(page.rng.getrandbits(1))
    cut = (1, 2) if is_right else (0, 1)
    edges = page.column_edges(3)
    upper_lines, lower_lines, image_lines = 18, 16, 8
    upper, lower = [], []
    for index, (left, right) in enumerate(edges):
        if index not in cut:
            lines = upper_lines + image_lines + lower_lines
            upper.append(page.set_prose(left, right, page.y, lines))
            continue
        upper.append(page.set_prose(left, right, page.y, upper_lines))
        below = page.y - (upper_lines + image_lines) * page.pitch
        lower.append(page.set_prose(left, right, below, lower_lines))
    top = page.y - (upper_lines + 0.7) * page.pitch
    height = (image_lines - 1.4) * page.pitch
    page.draw_image(edges[cut[0]][0], edges[cut[1]][1], top, height)
    page.frames += upper + lower


def image_in_column(page: LayoutPage) -> None:
    """An image within one column, which continues below it."""
    chosen = page.rng.randrange(2)
    for index, (left, right) in enumerate(page.column_edges(2)):
        if index != chosen:
            page.frames.append(page.set_prose(left, right, page.y, 44))
            continue
        upper = page.set_prose(left, right, page.y, 16)
        lower = page.set_prose(left, right, page.y - 26 * page.pitch, 18)
        page.frames.append(upper + lower)
        page.draw_image(left, right, page.y - 16.7 * page.pitch, 8.6 * page.pitch)


def image_on_top_of_column(page: LayoutPage) -> None:
    """The left column starts below an image, lower than the others."""
    count = page.rng.choice([2, 3])
    left, right = page.column_edges(count)[0]
    page.draw_image(left, right, page.y, 9 * page.pitch)
    page.add_columns(count, 40, shift=10)


def column_footnotes(page: LayoutPage) -> None:
    """Footnotes at the bottom of their columns."""
    count = page.rng.choice([2, 3])
    lines = 44
    for left, right in page.column_edges(count):
        notes = page.rng.choice([0, 2, 4])
        frame = page.set_prose(left, right, page.y, lines - notes - (2 if notes else 0))
        top = page.y - (lines - notes) * page.pitch
        frame += page.set_prose(left, right, top, notes, size=page.size - NOTE_DIFFERENCE)
        page.frames.append(frame)
        if notes:
            page.draw_rule(left, top + 4, 50)


def page_footnotes(page: LayoutPage) -> None:
    """Footnotes across the page, below its columns."""
    page.add_columns(page.rng.choice([2, 3]), 42)
    page.draw_rule(LEFT, page.y - 1, 80)
    size = page.size - NOTE_DIFFERENCE
    page.frames.append(page.set_prose(LEFT, RIGHT, page.y - 4, 3, size=size))


def one_header(page: LayoutPage) -> None:
    name = page.new_words(1)[0]
    page.add_header([f"Gazette of the Lower Marshes, Number 31, {name}  {400 + page.number}"])
    page.add_columns(page.rng.choice([2, 3]), 46)


def three_headers(page: LayoutPage) -> None:
    """Three header lines, different on even pages, and a page number at the outer edge below."""
    side = "Decrees and Orders" if page.number % 2 else "Ministry of Still Waters"
    page.add_header(["Gazette of the Lower Marshes", side, f"Sheet {10 + page.number}"])
    page.add_columns(page.rng.choice([1, 2, 3]), 20)
    page.add_title(3)
    page.add_columns(page.rng.choice([2, 3]), 20)
    number = str(400 + page.number)
    x = RIGHT - advance(number, PAGE_NUMBER_SIZE) if page.number % 2 else LEFT
    page.frames.append([DrawnLine(x, PAGE_NUMBER_Y, PAGE_NUMBER_SIZE, number)])


BUILDERS: dict[str, Callable[[LayoutPage], None]] = {
    "one-column": one_column,
    "two-columns": two_columns,
    "three-columns": three_columns,
    "one-two-three": one_two_three,
    "direct-change": direct_change,
    "short-titles": short_titles,
    "left-headings": left_headings,
    "image-over-all": image_over_all,
    "image-over-two": image_over_two,
    "image-in-column": image_in_column,
    "image-on-top": image_on_top_of_column,
    "column-footnotes": column_footnotes,
    "page-footnotes": page_footnotes,
    "one-header": one_header,
    "three-headers": three_headers,
}


def build_page(name: str, number: int) -> LayoutPage:
    rng = random.Random(f"{name} {number}")
    page = LayoutPage(number, rng, size=rng.choice(FONT_SIZES), gap=rng.choice(GAPS))
    BUILDERS[name](page)
    return page


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=LAYOUTS)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in BUILDERS:
        pages = [build_page(name, number) for number in range(1, PAGES + 1)]
        (folder / f"{name}.pdf").write_bytes(write_pdf(pages))
        truth = [
            {
                "text": " ".join(line.text for frame in page.frames for line in frame),
                "labels": " ".join(line.text for line in page.labels),
            }
            for page in pages
        ]
        (folder / f"{name}.json").write_text(json.dumps({"pages": truth}, indent=0) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
