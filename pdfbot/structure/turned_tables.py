"""Tables turned by 90°, with their captions, read after turning the page back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pdfbot.geometry import shared_height
from pdfbot.layout.line_builder import build_line
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box, Line, Table, TableRow, TextBlock
from pdfbot.rules import Rule
from pdfbot.structure.table_grids import MAX_INNER_GAP, read_grid
from pdfbot.structure.table_regions import join_rulings, places_around
from pdfbot.text.caption_labels import CaptionLabel, label_of

# Degrees: text that is read from the bottom of the page to its top, or from its top to its bottom.
UPWARDS, DOWNWARDS = 90.0, -90.0
# Blocks: fewer are labels of a figure.
MIN_BLOCKS = 12
# Share of the lower height: blocks that share more are on one line.
MIN_SHARED = 0.5
# Line sizes: from a line of a caption to the next one.
MAX_CAPTION_GAP = 0.6


def find_turned_tables(layout: PageLayout) -> Iterator[Table]:
    """The tables of a page whose text is turned; they have their label and title with them."""
    for rotation in (UPWARDS, DOWNWARDS):
        blocks = list(_blocks(layout, rotation))
        if len(blocks) >= MIN_BLOCKS:
            yield from _find(layout, blocks, rotation)


def _find(layout: PageLayout, blocks: Sequence[TextBlock], rotation: float) -> Iterator[Table]:
    lines = _lines(layout.page.number, [_turn(block) for block in blocks])
    rulings = join_rulings(_turn_box(graphic.box, rotation) for graphic in layout.page.graphics)
    captions = list(_captions(lines, rulings))
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
            box=_turn_box(box, -rotation),
            rows=(),
            label=text[: label.end].rstrip(" .:|–—-"),
            title=text[label.end :].strip(),
        )
        region = place.below or place.above
        yield _with_rows(table, _turned_back(read_grid(region), rotation) if region else ())


def _blocks(layout: PageLayout, rotation: float) -> Iterator[TextBlock]:
    for line, found in layout.out_of_flow:
        if found.rule is Rule.ROTATED:
            yield from (block for block in line.blocks if block.rotation == rotation)


def _with_rows(table: Table, rows: tuple[TableRow, ...]) -> Table:
    """The place of a table is that of its cells or, without rows, of its caption."""
    if not rows:
        return table
    return replace(table, rows=rows, box=Box.around(cell.box for row in rows for cell in row.cells))


def _turn_box(box: Box, rotation: float) -> Box:
    """The place of a box on a page turned back, so that text with this rotation is level."""
    if rotation == UPWARDS:
        return Box(box.bottom, -box.right, box.top, -box.left)
    return Box(-box.top, box.left, -box.bottom, box.right)


def _turn(block: TextBlock) -> TextBlock:
    """The edges and the baseline of a turned block are along its own direction already."""
    return replace(block, box=_turn_box(block.box, block.rotation), rotation=0.0)


def _turned_back(rows: Sequence[TableRow], rotation: float) -> tuple[TableRow, ...]:
    return tuple(
        TableRow(tuple(replace(cell, box=_turn_box(cell.box, -rotation)) for cell in row.cells))
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


def _captions(
    lines: Sequence[Line], rulings: Sequence[Box]
) -> Iterator[tuple[CaptionLabel, list[Line]]]:
    """Each line with the label of a table, and those right below it, up to cells or a ruling."""
    for index, line in enumerate(lines):
        label = label_of(line.text)
        if label is None or label.kind != "table":
            continue
        own = [line]
        for following in lines[index + 1 :]:
            top, bottom = own[-1].box.bottom, following.box.top
            if (
                top - bottom > MAX_CAPTION_GAP * line.size
                or any(bottom <= ruling.top <= own[-1].baseline for ruling in rulings)
                or _has_cells(following)
            ):
                break
            own.append(following)
        yield label, own


def _has_cells(line: Line) -> bool:
    edges = pairwise(sorted((block.box.left, block.box.right) for block in line.blocks))
    return any(left - right > MAX_INNER_GAP * line.size for (_, right), (left, _) in edges)
