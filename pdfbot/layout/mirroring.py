"""Lays out documents read from right to left in a mirror, so that rules about left edges hold.

The results are mirrored back, so that boxes and edges are those of the page.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import singledispatch
from itertools import combinations, pairwise
from typing import Any, TypeVar

from pdfbot.layout.columns import Columns
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box, Document, TextBlock
from pdfbot.text.caption_labels import label_of
from pdfbot.text.vocabulary import is_abstract_heading
from pdfbot.text.writing_systems import RIGHT_TO_LEFT

T = TypeVar("T")
# Share of the letters of a document that is read from right to left.
MIN_RIGHT_TO_LEFT = 0.5
# Characters of the longest heading that is looked at for its number.
MAX_COUNTED_CHARS = 60
_NUMBER = re.compile(r"\d{1,3}(?:[.\-–]\d{1,3})*")
_NUMBERED = re.compile(rf"({_NUMBER.pattern})\.?\s+[^\W\d_]")
_ENTRY = re.compile(r"\[(\d{1,3})\]\s")
# Signs around a Latin word or a number: before it are those that a mirror has behind it.
_SIGNS_AROUND = re.compile(r"(?P<before>[.,:;)(\]\[]*)(?P<word>\w(?:.*\w)?)(?P<after>[)(\]\[]*)")
_BRACKETS = "()[] "
_ONLY_SIGNS = re.compile(r"[^\w\u0590-\u06ff]{2,}")


def is_right_to_left(document: Document) -> bool:
    """Whether most letters of a document are Arabic, Hebrew or the like."""
    letters = leftward = 0
    for page in document.pages:
        for block in page.blocks:
            count = len(block.text)
            letters += count
            if not block.text.isascii() and RIGHT_TO_LEFT.search(block.text):
                leftward += count
    return leftward > MIN_RIGHT_TO_LEFT * letters


def is_last_column_first(layouts: Sequence[PageLayout]) -> bool:
    """Whether the columns of a mirrored document are read from left to right on the page.

    Some programs set Arabic text in the columns of a Latin document. The numbers of headings,
    captions and references tell, and where the abstract is.
    """
    votes = 0
    for layout in layouts:
        places: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
        for line in layout.lines:
            for kind, number in _counted(line):
                places.setdefault(kind, []).append((line.column, number))
        for found in places.values():
            for (column, number), (other, following) in combinations(found, 2):
                if column < other and number != following:
                    votes += 1 if following < number else -1
    return votes > 0


def _counted(line: LayoutLine) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The kind and number that a line begins with, if such numbers count through a document."""
    text = line.text
    if is_abstract_heading(text):
        yield "heading", (0,)
    elif entry := _ENTRY.match(text):
        yield "entry", (int(entry[1]),)
    elif (label := label_of(text)) and _NUMBER.fullmatch(label.number):
        yield label.kind, _parts(label.number)
    elif len(text) <= MAX_COUNTED_CHARS and (heading := _NUMBERED.match(text)):
        yield "heading", _parts(heading[1])


def _parts(number: str) -> tuple[int, ...]:
    return tuple(map(int, re.split(r"[.\-–]", number)))


def axis_of(document: Document) -> float:
    """The width of the widest page, from which every x is subtracted."""
    return max(page.width for page in document.pages)


def mirror(found: T, axis: float) -> T:
    """The same object with left and right exchanged, including everything in it."""
    mirrored: T = _mirror(found, axis)
    return mirrored


@singledispatch
def _mirror(found: Any, axis: float) -> Any:
    if not is_dataclass(found) or isinstance(found, type):
        return found
    changed = {f.name: _mirror(getattr(found, f.name), axis) for f in fields(found) if f.init}
    if isinstance(found, LayoutLine):
        changed["left"], changed["right"] = axis - found.right, axis - found.left
    return replace(found, **changed)


@_mirror.register
def _(found: Box, axis: float) -> Box:
    return Box(axis - found.right, found.bottom, axis - found.left, found.top)


@_mirror.register
def _(found: list, axis: float) -> list[Any]:  # type: ignore[type-arg]
    return [_mirror(item, axis) for item in found]


@_mirror.register
def _(found: tuple, axis: float) -> tuple[Any, ...]:  # type: ignore[type-arg]
    items = [_mirror(item, axis) for item in found]
    return type(found)(*items) if hasattr(found, "_fields") else tuple(items)


@_mirror.register
def _(found: TextBlock, axis: float) -> TextBlock:
    edges = array("f", (axis - x for x in found.edges)) if not found.rotation else found.edges
    return replace(found, box=_mirror(found.box, axis), edges=edges)


@_mirror.register
def _(found: Columns, axis: float) -> Columns:
    lefts = tuple(axis - x for x in reversed(found.rights))
    return replace(found, lefts=lefts, rights=tuple(axis - x for x in reversed(found.lefts)))


def set_apart_signs(document: Document) -> Document:
    """The document with blocks that can be sorted into reading order.

    Signs around a number or Latin word become separate blocks, since the left of a word is behind
    it where text runs to the left. Arabic text is cut at a number inside it.
    """
    pages = []
    for page in document.pages:
        rows: dict[int, list[TextBlock]] = {}
        for block in page.blocks:
            if not RIGHT_TO_LEFT.search(block.text):
                rows.setdefault(round(block.baseline), []).append(block)
        parts = (
            part
            for block in page.blocks
            for whole in _cut_around(block, rows.get(round(block.baseline), ()))
            for part in _split_off_signs(whole)
        )
        pages.append(replace(page, blocks=tuple(parts)))
    return replace(document, pages=tuple(pages))


def _cut_around(block: TextBlock, row: Sequence[TextBlock]) -> Iterator[TextBlock]:
    """A block that runs to the left, cut where others on its baseline are inside it."""
    if block.rotation or not row or not RIGHT_TO_LEFT.search(block.text):
        yield block
        return
    cuts = [0]
    for other in sorted(row, key=lambda b: -b.box.left):
        centre = (other.box.left + other.box.right) / 2
        if block.box.left < centre < block.box.right:
            place = sum(edge > centre for edge in block.edges[1:])
            if cuts[-1] < place < len(block.text):
                cuts.append(place)
    for start, end in pairwise([*cuts, len(block.text)]):
        yield from _part_of(block, start, end) if len(cuts) > 1 else [block]


def _split_off_signs(block: TextBlock) -> Iterator[TextBlock]:
    if _ONLY_SIGNS.fullmatch(block.text) and not block.rotation:
        for place in range(len(block.text)):
            yield from _part_of(block, place, place + 1)
        return
    if not block.rotation and RIGHT_TO_LEFT.search(block.text):
        inner = block.text.strip(_BRACKETS)
        start = block.text.find(inner)
        cuts = [*range(start), start, *range(start + len(inner), len(block.text) + 1)]
        for cut, other in pairwise(cuts):
            yield from _part_of(block, cut, other)
        return
    match = None if block.rotation else _SIGNS_AROUND.fullmatch(block.text)
    if match is None or not (match["before"] or match["after"]):
        yield block
        return
    start, end = match.span("word")
    for cut, other in pairwise([*range(start), start, *range(end, match.end() + 1)]):
        yield from _part_of(block, cut, other)


def _part_of(block: TextBlock, start: int, end: int) -> Iterator[TextBlock]:
    """Some characters of a block, stripped of spaces; nothing if that leaves none."""
    text = block.text[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    if start < end:
        edges = block.edges[start : end + 1]
        box = replace(block.box, left=min(edges), right=max(edges))
        yield replace(block, text=block.text[start:end], edges=edges, box=box)
