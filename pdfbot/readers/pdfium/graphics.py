"""Images, rules and the boxes of drawings, as evidence for tables and figures."""

from __future__ import annotations

from pdfbot.model import Box, Graphic
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate
from pdfbot.readers.pdfium.page_frame import PageFrame

# Points: how thick a rule may be, and how long it must be.
MAX_RULE_THICKNESS = 2.0
MIN_RULE_LENGTH = 8.0
# Share of the page's area: a larger drawing is the background of the page.
MAX_DRAWING_AREA = 0.9


def read_graphics(page: int, frame: PageFrame) -> tuple[list[Graphic], set[int]]:
    """What the page draws besides text, and the text objects that are not inside a form."""
    graphics: list[Graphic] = []
    text_objects: set[int] = set()
    sides, addresses = allocate("f", 4)
    max_area = MAX_DRAWING_AREA * (frame.width * frame.height)
    for index in range(pdfium.count_objects(page)):
        item = pdfium.page_object(page, index)
        object_type = pdfium.object_type(item)
        if object_type == pdfium.OBJECT_TEXT:
            text_objects.add(item)
            continue
        if not pdfium.object_bounds(item, *addresses):
            continue
        left, bottom, right, top = sides
        if right < left or top < bottom:
            continue
        box = frame.box(left, bottom, right, top)
        is_background = object_type != pdfium.OBJECT_IMAGE and box.width * box.height > max_area
        if frame.overlaps(box) and not is_background:
            graphics.append(Graphic(_kind(object_type, box), box))
    return graphics, text_objects


def _kind(object_type: int, box: Box) -> str:
    if object_type == pdfium.OBJECT_IMAGE:
        return "image"
    if object_type == pdfium.OBJECT_FORM:
        return "form"
    short, long = sorted((box.width, box.height))
    return "rule" if short <= MAX_RULE_THICKNESS and long > MIN_RULE_LENGTH else "drawing"
