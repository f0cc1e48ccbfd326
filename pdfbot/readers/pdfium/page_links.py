"""The links of a page: what they are printed over, and the addresses or places they lead to."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

from pdfbot.model import Box, Jump, Link
from pdfbot.readers.pdfium import bare_calls as bare
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.anchors import Frames, Place, place_of
from pdfbot.readers.pdfium.bare_calls import Pointer
from pdfbot.readers.pdfium.characters import allocate
from pdfbot.readers.pdfium.page_frame import PageFrame

# Links of a page that are looked at: a list of references has a few hundred.
MAX_LINKS = 2_000
# Bytes: the address of a work is not longer.
MAX_URL = 2_000

# The library writes here, as long as the lock is held: to make a buffer for each page takes ctypes
# 14 microseconds, a thousandth of its time.
_sides, _addresses = allocate("f", 4)
_url = ctypes.create_string_buffer(MAX_URL)


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The links to the web, and the boxes of the others with the library's handles of targets."""

    links: tuple[Link, ...]
    targets: tuple[tuple[Box, int], ...]


def read_links(pdf: int, page: int, frame: PageFrame) -> PageLinks:
    """The links in the order of the file; those that lead nowhere are left out."""
    position, link, page_pointer = ctypes.c_int(0), Pointer(), Pointer(page)
    places = Pointer(ctypes.addressof(position)), Pointer(ctypes.addressof(link))
    found: list[Link] = []
    targets: list[tuple[Box, int]] = []
    for _ in range(MAX_LINKS):
        if not bare.next_link(page_pointer, *places):
            break
        action = bare.link_action(link)
        is_web = action and bare.action_type(action) == pdfium.ACTION_URI
        target = 0 if is_web else pdfium.link_target(pdf, link)
        if not (is_web or target) or not pdfium.link_box(link, _addresses[0]):
            continue
        left, top, right, bottom = _sides
        box = frame.box(min(left, right), min(bottom, top), max(left, right), max(bottom, top))
        if target:
            targets.append((box, target))
            continue
        _url[0] = b"\0"
        length = pdfium.action_uri(pdf, action, _url, MAX_URL)
        if length <= MAX_URL:
            found.append(Link(box, _url.value.decode("utf-8", "replace")))
    return PageLinks(tuple(found), tuple(targets))


def find_jumps(
    pdf: int, targets: Sequence[tuple[Box, int]], frames: Frames, known: dict[int, Place | None]
) -> tuple[Jump, ...]:
    """The links of a page to pages that were read; `known` are places by their handles."""
    jumps = []
    for box, target in targets:
        if target not in known:
            known[target] = place_of(pdf, target, frames)
        if (place := known[target]) is not None:
            jumps.append(Jump(box, *place))
    return tuple(jumps)
