"""The links of a PDF that are safe to follow: to its own pages, the web and email addresses."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as raw

from pdfbot.model import Box
from pdfbot.visual.page_coordinates import to_page_point

# Links per page.
MAX_LINKS = 2_000

_URL = re.compile(r"(?:https?://|mailto:)[^\s\x00-\x20\x7f]+", re.IGNORECASE)
_URL_WITHOUT_SCHEME = re.compile(r"www\.[^\s\x00-\x20:]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """The clickable box of a link, and its target: a URL, or a page and a height on that page."""

    page: int
    box: Box
    url: str = ""
    target_page: int = 0
    target_height: float | None = None


def safe_url(url: str) -> str:
    """The URL if it is safe to follow; empty for schemes other than http, https and mailto."""
    stripped = url.strip()
    if _URL.fullmatch(stripped):
        return stripped
    return f"https://{stripped}" if _URL_WITHOUT_SCHEME.fullmatch(stripped) else ""


def is_safe_href(href: str) -> bool:
    """Whether an `href` of a replica may stay: a link to the web, to email or within the page."""
    return href.startswith("#") or bool(_URL.fullmatch(href))


def read_links(
    pdf: pypdfium2.PdfDocument, numbers: Sequence[int], targets: Iterable[int] = ()
) -> list[Link]:
    """The links on the given pages that lead to the web, to one of these pages or to a target."""
    pages = _OpenPages(pdf)
    included = frozenset((*numbers, *targets))
    try:
        return [link for number in numbers for link in _page_links(pdf, pages, number, included)]
    finally:
        pages.close()


class _OpenPages:
    """The pages that links lead from and to, each opened once: links may be in the thousands."""

    def __init__(self, pdf: pypdfium2.PdfDocument) -> None:
        self._pdf = pdf
        self._pages: dict[int, pypdfium2.PdfPage] = {}

    def __getitem__(self, index: int) -> pypdfium2.PdfPage:
        if index not in self._pages:
            self._pages[index] = self._pdf[index]
        return self._pages[index]

    def close(self) -> None:
        for page in self._pages.values():
            page.close()


def _page_links(
    pdf: pypdfium2.PdfDocument, pages: _OpenPages, number: int, included: frozenset[int]
) -> Iterator[Link]:
    page = pages[number - 1]
    position, link = ctypes.c_int(0), raw.FPDF_LINK()
    for _ in range(MAX_LINKS):
        if not raw.FPDFLink_Enumerate(page, position, link):
            return
        rect = raw.FS_RECTF()
        if not raw.FPDFLink_GetAnnotRect(link, rect):
            continue
        box = _page_box(page, rect)
        action = raw.FPDFLink_GetAction(link)
        kind = raw.FPDFAction_GetType(action) if action else raw.PDFACTION_GOTO
        if kind == raw.PDFACTION_URI:
            url = safe_url(_action_uri(pdf, action))
            if url:
                yield Link(number, box, url)
        elif kind == raw.PDFACTION_GOTO:
            target_page, height = _destination(pdf, pages, link, action)
            if target_page in included:
                yield Link(number, box, target_page=target_page, target_height=height)


def _page_box(page: pypdfium2.PdfPage, rect: Any) -> Box:
    x1, y1 = to_page_point(page, rect.left, rect.bottom)
    x2, y2 = to_page_point(page, rect.right, rect.top)
    return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def _action_uri(pdf: pypdfium2.PdfDocument, action: Any) -> str:
    length = raw.FPDFAction_GetURIPath(pdf, action, None, 0)
    buffer = ctypes.create_string_buffer(max(length, 1))
    raw.FPDFAction_GetURIPath(pdf, action, buffer, length)
    return buffer.value.decode("utf-8", "replace")


def _destination(
    pdf: pypdfium2.PdfDocument, pages: _OpenPages, link: Any, action: Any
) -> tuple[int, float | None]:
    """Page number and height that an internal link leads to; page 0 if it leads nowhere."""
    destination = raw.FPDFLink_GetDest(pdf, link)
    if not destination and action:
        destination = raw.FPDFAction_GetDest(pdf, action)
    if not destination:
        return 0, None
    index = raw.FPDFDest_GetDestPageIndex(pdf, destination)
    if not 0 <= index < len(pdf):
        return 0, None
    has_x, has_y, has_zoom = (ctypes.c_int() for _ in range(3))
    x, y, zoom = (ctypes.c_float() for _ in range(3))
    if (
        not raw.FPDFDest_GetLocationInPage(destination, has_x, has_y, has_zoom, x, y, zoom)
        or not has_y.value
    ):
        return index + 1, None
    return index + 1, to_page_point(pages[index], x.value, y.value)[1]
