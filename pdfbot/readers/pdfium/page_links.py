"""The links of a page that lead to the web: what they are printed over, and their addresses."""

from __future__ import annotations

import ctypes

from pdfbot.model import Link
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate
from pdfbot.readers.pdfium.page_frame import PageFrame

# Links of a page that are looked at: a list of references has a few hundred.
MAX_LINKS = 2_000
# Bytes: the address of a work is not longer.
MAX_URL = 2_000


def read_links(pdf: int, page: int, frame: PageFrame) -> tuple[Link, ...]:
    """The links in the order of the file; those that lead to other places are left out."""
    position, link = ctypes.c_int(0), ctypes.c_void_p()
    places = ctypes.addressof(position), ctypes.addressof(link)
    sides, addresses = allocate("f", 4)
    buffer = ctypes.create_string_buffer(MAX_URL)
    found = []
    for _ in range(MAX_LINKS):
        if not pdfium.next_link(page, *places):
            break
        action = pdfium.link_action(link)
        if not action or pdfium.action_type(action) != pdfium.ACTION_URI:
            continue
        length = pdfium.action_uri(pdf, action, buffer, MAX_URL)
        if length <= MAX_URL and pdfium.link_box(link, addresses[0]):
            left, top, right, bottom = sides
            box = frame.box(min(left, right), min(bottom, top), max(left, right), max(bottom, top))
            found.append(Link(box, buffer.value.decode("utf-8", "replace")))
    return tuple(found)
