"""Images, rulings and the boxes of drawings, as evidence for tables and figures."""

from __future__ import annotations

from array import array
from itertools import repeat

from pdfbot.model import Box, Graphic
from pdfbot.readers.pdfium import bare_calls as bare
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.clipping import ClipReader
from pdfbot.readers.pdfium.page_frame import PageFrame

# Points: how thick a ruling may be, and how long it must be.
MAX_RULING_THICKNESS = 2.0
MIN_RULING_LENGTH = 8.0
# Share of the page's area: a larger drawing is the background of the page.
MAX_DRAWING_AREA = 0.9
# Objects of a page that are looked at: a map has 100,000.
MAX_OBJECTS = 500_000

# The library writes its results here, as long as the lock is held.
_sides = array("f", [0] * 4)
_references = bare.references(_sides)


def read_graphics(page: int, frame: PageFrame) -> tuple[list[Graphic], ClipReader]:
    """What the page draws besides text, and what its text objects are clipped to."""
    graphics: list[Graphic] = []
    clips = ClipReader(frame)
    max_area = MAX_DRAWING_AREA * (frame.width * frame.height)
    count = min(pdfium.count_objects(page), MAX_OBJECTS)
    for item in map(bare.page_object, repeat(bare.reference(page)), range(count)):
        object_type = bare.object_type(item)
        if object_type == pdfium.OBJECT_TEXT:
            clips.add_text(item)
            continue
        if not bare.object_bounds(item, *_references):
            continue
        left, bottom, right, top = _sides
        if right < left or top < bottom:
            continue
        box: Box | None = frame.box(left, bottom, right, top)
        if box and object_type == pdfium.OBJECT_FORM:
            clips.add_form(item.value or 0)
            box = clips.seen_part(item.value or 0, box)
        if box is None:
            continue
        is_background = object_type != pdfium.OBJECT_IMAGE and box.width * box.height > max_area
        if frame.overlaps(box) and not is_background:
            graphics.append(Graphic(_kind(object_type, box), box))
    return graphics, clips


def _kind(object_type: int, box: Box) -> str:
    if object_type == pdfium.OBJECT_IMAGE:
        return "image"
    if object_type == pdfium.OBJECT_FORM:
        return "form"
    short, long = box.width, box.height
    if short > long:
        short, long = long, short
    return "ruling" if short <= MAX_RULING_THICKNESS and long > MIN_RULING_LENGTH else "drawing"
