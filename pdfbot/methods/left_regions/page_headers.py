"""The lines that pages repeat at the top and the bottom, found by comparing pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pdfbot.geometry import shared_height
from pdfbot.methods.left_regions.line_fragments import line_text
from pdfbot.model import Page, TextBlock
from pdfbot.text.running_headers import header_pattern

# Ratio of matching characters above which two rows are the same; all numbers count as equal.
MIN_ROW_SIMILARITY = 0.75
# In points: headers are at the same height on every page.
MAX_HEADER_SHIFT = 4.0
MAX_HEADER_LINES = 4
MAX_FOOTER_LINES = 2
# A row of more blocks than this is not a header.
MAX_BLOCKS_PER_ROW = 50
# Share of the smaller height that blocks of one row have in common.
MIN_HEADER_HEIGHT_SHARE = 0.5
# Pages before and after that a page is compared with.
MAX_PAGE_DISTANCE = 2


@dataclass(frozen=True, slots=True)
class Row:
    """All text at one height of a page, since a header has no columns."""

    blocks: tuple[TextBlock, ...]
    middle: float
    text: str


@dataclass(frozen=True, slots=True)
class HeaderAndFooter:
    """The rows of one page that are its header and its footer, from the top."""

    header: tuple[Row, ...] = ()
    footer: tuple[Row, ...] = ()


def find_headers_and_footers(
    pages: Sequence[Page], header_lines: int | None = None
) -> list[HeaderAndFooter]:
    """Header and footer of every page; `header_lines` is the length of the header, if known."""
    tops = [_outer_rows(page, from_top=True, count=MAX_HEADER_LINES + 1) for page in pages]
    bottoms = [_outer_rows(page, from_top=False, count=MAX_FOOTER_LINES + 1) for page in pages]
    found = []
    for index, page in enumerate(pages):
        others = _pages_to_compare(index, pages)
        if header_lines is None:
            header = tops[index][: _count_repeated(index, tops, others, MAX_HEADER_LINES)]
        else:
            header = _outer_rows(page, from_top=True, count=header_lines)
        footer = bottoms[index][: _count_repeated(index, bottoms, others, MAX_FOOTER_LINES)]
        taken = {id(block) for row in header for block in row.blocks}
        footer = [row for row in footer if not any(id(b) in taken for b in row.blocks)]
        found.append(HeaderAndFooter(tuple(header), tuple(reversed(footer))))
    return found


def are_similar(one: Row, other: Row) -> bool:
    """Whether two pages repeat a line, except for its numbers and a few words."""
    if abs(one.middle - other.middle) > MAX_HEADER_SHIFT:
        return False
    matcher = SequenceMatcher(
        None, header_pattern(one.text), header_pattern(other.text), autojunk=False
    )
    return matcher.quick_ratio() >= MIN_ROW_SIMILARITY and matcher.ratio() >= MIN_ROW_SIMILARITY


def _pages_to_compare(index: int, pages: Sequence[Page]) -> list[list[int]]:
    """The nearest pages on the same side of the sheet, then the adjacent ones on the other side."""
    nearby = range(
        max(0, index - MAX_PAGE_DISTANCE), min(len(pages), index + MAX_PAGE_DISTANCE + 1)
    )
    parity = pages[index].number % 2
    same_side = [i for i in nearby if i != index and pages[i].number % 2 == parity]
    return [same_side, [i for i in nearby if abs(i - index) == 1]]


def _count_repeated(index: int, rows: list[list[Row]], others: list[list[int]], limit: int) -> int:
    """How many rows another page repeats; beyond `limit` the pages are copies, and 1 is assumed."""
    for candidates in others:
        count = max((_count_similar(rows[index], rows[other]) for other in candidates), default=0)
        if count:
            return count if count <= limit else 1
    return 0


def _count_similar(rows: list[Row], others: list[Row]) -> int:
    count = 0
    for one, other in zip(rows, others, strict=False):
        if not are_similar(one, other):
            break
        count += 1
    return count


def _outer_rows(page: Page, *, from_top: bool, count: int) -> list[Row]:
    """The outermost rows, the outermost first; hidden or rotated text is never a header."""
    distance: Callable[[TextBlock], float] = (
        (lambda b: -b.box.top) if from_top else (lambda b: b.box.bottom)
    )
    remaining = sorted((b for b in page.blocks if not b.hidden and not b.rotation), key=distance)
    remaining = remaining[: MAX_BLOCKS_PER_ROW * count]
    rows: list[Row] = []
    while remaining and len(rows) < count:
        first = remaining[0].box
        members = [b for b in remaining if _is_in_row(b, first.bottom, first.top)] or remaining[:1]
        taken = {id(b) for b in members}
        remaining = [b for b in remaining if id(b) not in taken]
        rows.append(Row(tuple(members), (first.bottom + first.top) / 2, line_text(members)))
    return rows


def _is_in_row(block: TextBlock, bottom: float, top: float) -> bool:
    return shared_height(block.box.bottom, block.box.top, bottom, top) > MIN_HEADER_HEIGHT_SHARE
