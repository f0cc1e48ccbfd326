"""The lines that pages repeat at their top and bottom, found by comparing pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from pdfbot.dataclass import dataclass
from pdfbot.layout.pieces import line_text, shared_height
from pdfbot.model import Page, TextBlock

# Two headers are the same when their texts, with all numbers made equal, are this similar.
MIN_SIMILARITY = 0.75
# In points: headers stand at the same height on every page.
MAX_SHIFT = 4.0
MOST_HEADER_LINES = 4
MOST_FOOTER_LINES = 2
# A row of more blocks than this is no header.
MOST_BLOCKS = 50

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Row:
    """Everything at one height of a page: a header has no columns."""

    blocks: tuple[TextBlock, ...]
    middle: float
    text: str


@dataclass(frozen=True, slots=True)
class Margins:
    """The rows of one page that belong to its header and its footer, from the top."""

    header: tuple[Row, ...] = ()
    footer: tuple[Row, ...] = ()


def find_margins(pages: Sequence[Page], header_lines: int | None = None) -> list[Margins]:
    """Header and footer of every page; `header_lines` says how long the header is, if known."""
    tops = [_rows(page, from_top=True, count=MOST_HEADER_LINES + 1) for page in pages]
    ends = [_rows(page, from_top=False, count=MOST_FOOTER_LINES + 1) for page in pages]
    rivals = [_rivals(index, pages) for index in range(len(pages))]
    margins = []
    for index, page in enumerate(pages):
        header = tops[index]
        if header_lines is None:
            header = header[: _repeated(index, tops, rivals[index], MOST_HEADER_LINES)]
        else:
            header = _rows(page, from_top=True, count=header_lines)
        footer = ends[index][: _repeated(index, ends, rivals[index], MOST_FOOTER_LINES)]
        taken = {id(block) for row in header for block in row.blocks}
        footer = [row for row in footer if not any(id(b) in taken for b in row.blocks)]
        margins.append(Margins(tuple(header), tuple(reversed(footer))))
    return margins


def similar(one: Row, other: Row) -> bool:
    """The same line on two pages, but for its numbers and a few words."""
    if abs(one.middle - other.middle) > MAX_SHIFT:
        return False
    texts = [_NUMBER.sub("0", row.text) for row in (one, other)]
    matcher = SequenceMatcher(None, texts[0], texts[1], autojunk=False)
    return matcher.quick_ratio() >= MIN_SIMILARITY and matcher.ratio() >= MIN_SIMILARITY


def _rivals(index: int, pages: Sequence[Page]) -> list[list[int]]:
    """The nearest pages on the same side of the sheet, then the neighbours on the other side."""
    around = range(max(0, index - 2), min(len(pages), index + 3))
    odd = pages[index].number % 2
    same = [i for i in around if i != index and pages[i].number % 2 == odd]
    return [same, [i for i in around if abs(i - index) == 1]]


def _repeated(index: int, rows: list[list[Row]], rivals: list[list[int]], most: int) -> int:
    """How many rows one of the rivals repeats; pages that go on alike are copies, not headers."""
    for side in rivals:
        count = max((_alike(rows[index], rows[rival]) for rival in side), default=0)
        if count:
            return count if count <= most else 1
    return 0


def _alike(rows: list[Row], others: list[Row]) -> int:
    count = 0
    for one, other in zip(rows, others, strict=False):
        if not similar(one, other):
            break
        count += 1
    return count


def _rows(page: Page, *, from_top: bool, count: int) -> list[Row]:
    """The outermost rows, the outermost first; text that is hidden or turned is no header."""
    outside: Callable[[TextBlock], float] = (
        (lambda b: -b.box.top) if from_top else (lambda b: b.box.bottom)
    )
    left = sorted((b for b in page.blocks if not b.hidden and not b.rotation), key=outside)
    left = left[: MOST_BLOCKS * count]
    rows: list[Row] = []
    while left and len(rows) < count:
        first = left[0].box
        members = [
            b for b in left if shared_height(b.box.bottom, b.box.top, first.bottom, first.top) > 0.5
        ] or left[:1]
        taken = {id(b) for b in members}
        left = [b for b in left if id(b) not in taken]
        rows.append(Row(tuple(members), (first.bottom + first.top) / 2, line_text(members)))
    return rows
