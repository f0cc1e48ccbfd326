"""Tables turned by 90°, with their captions, read after turning the page back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pdfbot.geometry import shared_height
from pdfbot.layout.line_builder import build_line
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box, Line, Table, TableRow, TextBlock
from pdfbot.rules import Rule
from pdfbot.structure.table_grids import read_grid
from pdfbot.structure.table_regions import join_rulings, places_around
from pdfbot.text.caption_labels import CaptionLabel, label_of

# Degrees: text that is read from the bottom of the page to its top.
UPWARDS = 90.0
# Blocks: fewer are labels of a figure.
MIN_BLOCKS = 12
# Share of the lower height: blocks that share more are on one line.
MIN_SHARED = 0.5
# Line sizes: from a line of a caption to the next one.
MAX_CAPTION_GAP = 0.6


def find_turned_tables(layout: PageLayout) -> Iterator[Table]:
    """The tables of a page whose text is turned; they have their label and title with them."""
    turned = [_turn(block) for block in _upward_blocks(layout)]
    if len(turned) < MIN_BLOCKS:
        return
    lines = _lines(layout.page.number, turned)
    rulings = join_rulings(_turn_box(graphic.box) for graphic in layout.page.graphics)
    captions = list(_captions(lines))
    titles = [line for _, own in captions for line in own]
    cells = [line for line in lines if line not in titles]
    for label, own in captions:
        box = Box.around(line.box for line in own)
        walls = [line.box for line in titles if line not in own]
        place = places_around(box, layout.page.number, cells, walls, rulings)
        text = " ".join(line.text for line in own)
        table = Table(
            id="",
            caption="",
            page=layout.page.number,
            box=_turn_back(box),
            rows=(),
            label=text[: label.end].rstrip(" .:|–—-"),
            title=text[label.end :].strip(),
        )
        region = place.below or place.above
        yield _with_rows(table, _turned_back(read_grid(region)) if region else ())


def _upward_blocks(layout: PageLayout) -> Iterator[TextBlock]:
    for line, found in layout.out_of_flow:
        if found.rule is Rule.ROTATED:
            yield from (block for block in line.blocks if block.rotation == UPWARDS)


def _with_rows(table: Table, rows: tuple[TableRow, ...]) -> Table:
    """The place of a table is that of its cells or, without rows, of its caption."""
    if not rows:
        return table
    return replace(table, rows=rows, box=Box.around(cell.box for row in rows for cell in row.cells))


def _turn_box(box: Box) -> Box:
    """The place of a box on a page turned clockwise by 90°."""
    return Box(box.bottom, -box.right, box.top, -box.left)


def _turn_back(box: Box) -> Box:
    return Box(-box.top, box.left, -box.bottom, box.right)


def _turn(block: TextBlock) -> TextBlock:
    """The edges and the baseline of a turned block are along its own direction already."""
    return replace(block, box=_turn_box(block.box), rotation=0.0)


def _turned_back(rows: Sequence[TableRow]) -> tuple[TableRow, ...]:
    return tuple(
        TableRow(tuple(replace(cell, box=_turn_back(cell.box)) for cell in row.cells))
        for row in rows
    )


def _lines(page: int, blocks: Sequence[TextBlock]) -> list[Line]:
    """Blocks at one height as lines, from the top; the highest block of a line comes first."""
    groups: list[list[TextBlock]] = []
    for block in sorted(blocks, key=lambda b: -b.box.top):
        group = groups[-1] if groups else []
        if group and _shares_height(group[0].box, block.box) >= MIN_SHARED:
            group.append(block)
        else:
            groups.append([block])
    return [build_line("", page, 0, group) for group in groups]


def _shares_height(one: Box, other: Box) -> float:
    return shared_height(one.bottom, one.top, other.bottom, other.top)


def _captions(lines: Sequence[Line]) -> Iterator[tuple[CaptionLabel, list[Line]]]:
    """Each line with the label of a table, and the lines right below it."""
    for index, line in enumerate(lines):
        label = label_of(line.text)
        if label is None or label.kind != "table":
            continue
        own = [line]
        for following in lines[index + 1 :]:
            if own[-1].box.bottom - following.box.top > MAX_CAPTION_GAP * line.size:
                break
            own.append(following)
        yield label, own
