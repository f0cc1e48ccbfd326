"""The links of a PDF: to places in it and to the web; what could run a script is left out."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pypdfium2
import pypdfium2.raw as raw

from pdfbot.dataclass import dataclass
from pdfbot.model import Box

# Parts of a point: pdfium turns and crops in whole device units.
FINE = 64
MOST_LINKS = 2_000
_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s\x00-\x20\x7f]+", re.IGNORECASE)
_WITHOUT_SCHEME = re.compile(r"www\.[^\s\x00-\x20:]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """Where a link can be clicked, and where it leads: an address, or a page and a height on it."""

    page: int
    box: Box
    address: str = ""
    target: int = 0
    height: float | None = None


def safe_address(address: str) -> str:
    """The address when a reader may follow it; nothing for any other scheme."""
    stripped = address.strip()
    if _ADDRESS.fullmatch(stripped):
        return stripped
    return f"https://{stripped}" if _WITHOUT_SCHEME.fullmatch(stripped) else ""


def is_safe_reference(reference: str) -> bool:
    """Whether an `href` of a replica may stay: it leads to the web, to mail or into the page."""
    return reference.startswith("#") or bool(_ADDRESS.fullmatch(reference))


def read_links(pdf: pypdfium2.PdfDocument, numbers: Sequence[int]) -> list[Link]:
    """The links of the wanted pages that lead to the web or to one of these pages."""
    found: list[Link] = []
    for number in numbers:
        page = pdf[number - 1]
        try:
            found += _page_links(pdf, page, number, frozenset(numbers))
        finally:
            page.close()
    return found


def _page_links(
    pdf: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, number: int, known: frozenset[int]
) -> Iterator[Link]:
    position, link = ctypes.c_int(0), raw.FPDF_LINK()
    for _ in range(MOST_LINKS):
        if not raw.FPDFLink_Enumerate(page, position, link):
            return
        rect = raw.FS_RECTF()
        if not raw.FPDFLink_GetAnnotRect(link, rect):
            continue
        box = _seen_box(page, rect)
        action = raw.FPDFLink_GetAction(link)
        kind = raw.FPDFAction_GetType(action) if action else raw.PDFACTION_GOTO
        if kind == raw.PDFACTION_URI:
            address = safe_address(_uri(pdf, action))
            if address:
                yield Link(number, box, address)
        elif kind == raw.PDFACTION_GOTO:
            target, height = _destination(pdf, link, action)
            if target in known:
                yield Link(number, box, target=target, height=height)


def _seen_box(page: pypdfium2.PdfPage, rect: Any) -> Box:
    one, other = (
        seen_point(page, rect.left, rect.bottom),
        seen_point(page, rect.right, rect.top),
    )
    return Box(
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[0], other[0]),
        max(one[1], other[1]),
    )


def seen_point(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    """From the file's user space to the page as it is seen: cropped and turned."""
    width, height = page.get_size()
    right, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(
        page, 0, 0, round(width * FINE), round(height * FINE), 0, x, y, right, down
    )
    return right.value / FINE, height - down.value / FINE


def user_point(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    """From the page as it is seen to the file's user space, where annotations are written."""
    width, height = page.get_size()
    user_x, user_y = ctypes.c_double(), ctypes.c_double()
    raw.FPDF_DeviceToPage(
        page,
        0,
        0,
        round(width * FINE),
        round(height * FINE),
        0,
        round(x * FINE),
        round((height - y) * FINE),
        user_x,
        user_y,
    )
    return user_x.value, user_y.value


def _uri(pdf: pypdfium2.PdfDocument, action: Any) -> str:
    length = raw.FPDFAction_GetURIPath(pdf, action, None, 0)
    buffer = ctypes.create_string_buffer(max(length, 1))
    raw.FPDFAction_GetURIPath(pdf, action, buffer, length)
    return buffer.value.decode("utf-8", "replace")


def _destination(pdf: pypdfium2.PdfDocument, link: Any, action: Any) -> tuple[int, float | None]:
    """Page number and height of an internal link; page 0 where it leads nowhere."""
    place = raw.FPDFLink_GetDest(pdf, link)
    if not place and action:
        place = raw.FPDFAction_GetDest(pdf, action)
    if not place:
        return 0, None
    index = raw.FPDFDest_GetDestPageIndex(pdf, place)
    if not 0 <= index < len(pdf):
        return 0, None
    has = [ctypes.c_int() for _ in range(3)]
    numbers = [ctypes.c_float() for _ in range(3)]
    if not raw.FPDFDest_GetLocationInPage(place, *has, *numbers) or not has[1].value:
        return index + 1, None
    page = pdf[index]
    try:
        return index + 1, seen_point(page, numbers[0].value, numbers[1].value)[1]
    finally:
        page.close()
