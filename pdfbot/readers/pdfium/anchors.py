"""What a PDF points to itself: the entries of its outline, and the places it has names for."""

from __future__ import annotations

import ctypes
import re
from array import array
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import TypeAlias

from pdfbot.model import Box, NamedPlace, OutlineEntry
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate
from pdfbot.readers.pdfium.page_frame import PageFrame

# Entries of an outline that are read: a thesis has a few hundred.
MAX_ENTRIES = 2_000
# Levels of an outline that are read.
MAX_DEPTH = 15
# A long paper has a thousand names. The library counts from the first one each time, so many more
# would take minutes, and are not read.
MAX_NAMES = 3_000
# Bytes, two for each character: titles and names are not longer.
MAX_BYTES = 2_000

# Format characters: joiners, byte order marks, soft hyphens.
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")

# The library writes what is to be seen here, as long as the lock is held.
_view, _view_addresses = allocate("f", 4)
_NO_VIEW = array("f", _view)

Frames = Mapping[int, PageFrame]
# A page, and what is to be seen there.
Place: TypeAlias = tuple[int, Box]


def read_outline(pdf: int, frames: Frames) -> tuple[OutlineEntry, ...]:
    """The entries that lead to one of the pages, in the order of the outline."""
    entries = []
    for bookmark, depth in _bookmarks(pdf):
        title = " ".join(_title(bookmark).split())
        target = pdfium.bookmark_target(pdf, bookmark)
        if not target and (action := pdfium.bookmark_action(bookmark)):
            target = pdfium.action_target(pdf, action)
        if title and target and (place := place_of(pdf, target, frames)):
            entries.append(OutlineEntry(title, depth, *place))
    return tuple(entries)


def read_named_places(pdf: int, frames: Frames) -> tuple[NamedPlace, ...]:
    """The places on the pages that have names, as the file sorts them; none if it has too many."""
    count = pdfium.count_named_targets(pdf)
    if count > MAX_NAMES:
        return ()
    places = []
    buffer = array("H", bytes(MAX_BYTES))
    address = buffer.buffer_info()[0]
    length = ctypes.c_long()
    for index in range(count):
        length.value = MAX_BYTES
        target = pdfium.named_target(pdf, index, address, ctypes.addressof(length))
        if target and length.value > 0 and (place := place_of(pdf, target, frames)):
            places.append(NamedPlace(_decode(buffer, length.value), *place))
    return tuple(places)


def _bookmarks(pdf: int) -> Iterator[tuple[int, int]]:
    """Each bookmark with its depth, parents first; those of a cycle come once."""
    seen: set[int] = set()
    above: list[int] = []
    bookmark = pdfium.first_bookmark(pdf, None)
    while len(seen) < MAX_ENTRIES:
        if not bookmark or bookmark in seen:
            if not above:
                return
            bookmark = pdfium.next_bookmark(pdf, above.pop())
            continue
        seen.add(bookmark)
        yield bookmark, len(above) + 1
        child = pdfium.first_bookmark(pdf, bookmark) if len(above) + 1 < MAX_DEPTH else None
        if child:
            above.append(bookmark)
            bookmark = child
        else:
            bookmark = pdfium.next_bookmark(pdf, bookmark)


def _title(bookmark: int) -> str:
    buffer = array("H", bytes(MAX_BYTES))
    length = pdfium.bookmark_title(bookmark, buffer.buffer_info()[0], MAX_BYTES)
    title = _decode(buffer, length) if length <= MAX_BYTES else ""
    return _UNSEEN.sub("", title)


def _decode(buffer: array[int], length: int) -> str:
    """The text without the zero at its end."""
    return buffer.tobytes()[:length].decode("utf-16-le", "replace").rstrip("\0")


def place_of(pdf: int, target: int, frames: Frames) -> Place | None:
    """The page of a target and what is to be seen there; None if that page was not read."""
    number = pdfium.target_page(pdf, target) + 1
    if (frame := frames.get(number)) is None:
        return None
    _view[:] = _NO_VIEW
    count = ctypes.c_ulong()
    view = pdfium.target_view(target, ctypes.addressof(count), _view_addresses[0])
    whole = Box(0.0, 0.0, frame.width, frame.height)
    if not all(map(isfinite, _view)):
        return number, whole
    if view == pdfium.VIEW_POINT and count.value >= 2:
        x, y, *_ = _view
        return number, frame.box(x, y, x, y)
    if view in pdfium.VIEW_HEIGHTS and count.value:
        return number, frame.box(frame.left, _view[0], frame.right, _view[0])
    if view == pdfium.VIEW_RECTANGLE and count.value == 4:
        left, bottom, right, top = _view
        sides = min(left, right), min(bottom, top), max(left, right), max(bottom, top)
        return number, frame.box(*sides)
    return number, whole
