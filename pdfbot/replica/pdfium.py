"""The embedded engine: pypdfium2 gives the characters, pdfbot makes the blocks."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as raw

from pdfbot.errors import (
    CopyProtectedError,
    DamagedPdfError,
    NoTextError,
    PasswordError,
    UsageError,
)
from pdfbot.model import Box, Document, Font, Graphic, Page, TextBlock
from pdfbot.replica.fontnames import is_extension, parse_font_name
from pdfbot.replica.runs import REAL_SPACE, SEEN_SPACE, RunBuilder, Style, plain

COPY_PERMISSION = 0x10
RULE_THICKNESS = 2.0
ROOT = 0x221A
INVISIBLE_MODES = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)


def _prototype(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    """The same C function with untyped pointers: half the cost, and there are calls per glyph."""
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return ctypes.CFUNCTYPE(result, *arguments)(address)


_HANDLE, _INT = ctypes.c_void_p, ctypes.c_int
_unicode = _prototype(raw.FPDFText_GetUnicode, ctypes.c_uint, _HANDLE, _INT)
_text_object = _prototype(raw.FPDFText_GetTextObject, _HANDLE, _HANDLE, _INT)
_loose_box = _prototype(raw.FPDFText_GetLooseCharBox, _INT, _HANDLE, _INT, _HANDLE)


def read_pdf(
    source: Path | bytes,
    *,
    name: str,
    password: str | None = None,
    pages: Sequence[int] | None = None,
    allow_copy_protected: bool = False,
) -> Document:
    """The pages of a PDF; every failure is an error of pdfbot's that names the file."""
    pdf = _open(source, name, password)
    try:
        if not allow_copy_protected and not raw.FPDF_GetDocPermissions(pdf) & COPY_PERMISSION:
            raise CopyProtectedError(
                f"{name}: its author forbade copying text; "
                "use --allow-copy-protected if you have the right to"
            )
        count = len(pdf)
        if count == 0:
            raise NoTextError(f"{name}: the PDF has no pages")
        wanted = list(range(1, count + 1)) if pages is None else [p for p in pages if p <= count]
        if not wanted:
            raise UsageError(f"{name}: none of the wanted pages exists, the PDF has {count}")
        reader = _Reader()
        read = tuple(reader.page(pdf, number) for number in wanted)
        return Document(read, "pdfium", _warnings(read, reader, name))
    finally:
        pdf.close()


def _open(source: Path | bytes, name: str, password: str | None) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(source, password=password)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            needed = "a password is needed (--password)" if password is None else "wrong password"
            raise PasswordError(f"{name}: encrypted, {needed}") from None
        data = source if isinstance(source, bytes) else source.read_bytes()
        if re.search(rb"/Type\s*/Pages\b[^>]*/Count\s+0\b|/Count\s+0\b[^>]*/Type\s*/Pages\b", data):
            raise NoTextError(f"{name}: the PDF has no pages") from None
        raise DamagedPdfError(
            f"{name}: damaged or cut off, no page can be read; try to download it again"
        ) from None


def _warnings(pages: tuple[Page, ...], reader: _Reader, name: str) -> tuple[str, ...]:
    """What the user should know; garbage and scans are errors, for there is nothing to give."""
    if reader.glyphs and reader.unmapped > 0.3 * reader.glyphs:
        raise NoTextError(
            f"{name}: the fonts do not say which letters their glyphs are; "
            "the text cannot be read without OCR"
        )
    has_text = any(page.blocks for page in pages)
    if not has_text and any(g.kind == "image" for page in pages for g in page.graphics):
        raise NoTextError(f"{name}: no text layer, the pages are pictures; OCR is needed first")
    warnings = []
    if reader.unmapped:
        warnings.append(f"{reader.unmapped} glyphs have no Unicode value and were left out")
    scans = [page.number for page in pages if _is_scan(page)]
    if has_text and scans:
        listed = ", ".join(map(str, scans[:10])) + (" …" if len(scans) > 10 else "")
        warnings.append(f"no text on page {listed}: a picture, OCR is needed")
    return tuple(warnings)


def _is_scan(page: Page) -> bool:
    area = page.width * page.height
    return not page.blocks and any(
        g.kind == "image" and g.box.width * g.box.height > 0.5 * area for g in page.graphics
    )


class _Reader:
    """Reads pages one after the other; fonts are looked up once."""

    def __init__(self) -> None:
        self.glyphs = 0
        self.unmapped = 0
        self._names: dict[int, tuple[str, bool, bool]] = {}
        self._steps: dict[str, tuple[float, int]] = {}

    def page(self, pdf: pypdfium2.PdfDocument, number: int) -> Page:
        page = pdf[number - 1]
        self._names.clear()
        width, height = page.get_size()
        self._width, self._height = width, height
        self._turn = page.get_rotation()
        left, bottom, right, top = page.get_bbox()
        self._crop = (left, bottom, right, top)
        graphics = self._graphics(page)
        text_page = page.get_textpage()
        try:
            blocks = self._blocks(text_page)
        finally:
            text_page.close()
            page.close()
        blocks = _reveal_ocr(_hide_white(blocks, graphics), graphics, width * height)
        return Page(number, width, height, tuple(blocks), tuple(graphics))

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """From the file's user space to the page as seen."""
        left, bottom, right, top = self._crop
        if self._turn == 90:
            return y - bottom, right - x
        if self._turn == 180:
            return right - x, top - y
        if self._turn == 270:
            return top - y, x - left
        return x - left, y - bottom

    def _box(self, left: float, bottom: float, right: float, top: float) -> Box:
        x0, y0 = self._point(left, bottom)
        x1, y1 = self._point(right, top)
        return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def _blocks(self, text_page: pypdfium2.PdfTextPage) -> list[TextBlock]:
        runs = RunBuilder(self._steps)
        handle = ctypes.cast(text_page.raw, ctypes.c_void_p).value
        rect = raw.FS_RECTF()
        where = ctypes.addressof(rect)
        upright = self._turn == 0
        shift = self._crop[0]
        last_object, high, lettered = None, 0, True
        style: Style | None = None
        for index in range(raw.FPDFText_CountChars(text_page)):
            code = _unicode(handle, index)
            if code == 10 or code == 13:
                continue
            owner = _text_object(handle, index)
            if owner is None:
                continue
            _loose_box(handle, index, where)
            left, right = rect.left, rect.right
            if code == 32:
                runs.space(REAL_SPACE if right > left else SEEN_SPACE)
                continue
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            if 0xDC00 <= code < 0xE000:
                code = 0x10000 + ((high & 0x3FF) << 10) + (code & 0x3FF)
            if owner != last_object:
                style = self._style(text_page, index, owner)
                last_object = owner
                lettered = not is_extension(style.font.family)
            self.glyphs += 1
            text = plain(code)
            if not text or 0xE000 <= code < 0xF900 or (not lettered and code < 0x7F):
                self.unmapped += lettered
                runs.skip(left - shift, right - shift)
                continue
            if text == " ":
                runs.space()
                continue
            assert style is not None
            if code == ROOT:
                style, last_object = self._hung_root(text_page, index, style), None
            if upright and style.rotation == 0.0:
                runs.add(text, left - shift, right - shift, style)
            else:
                start, end, style = self._turned(text_page, index, rect, style)
                runs.add(text, start, end, style)
        runs.flush()
        return runs.blocks

    def _style(self, text_page: pypdfium2.PdfTextPage, index: int, owner: int) -> Style:
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(text_page, index, matrix)
        scale = hypot(matrix.c, matrix.d) or hypot(matrix.a, matrix.b) or 1.0
        size = raw.FPDFText_GetFontSize(text_page, index) * scale
        angle = degrees(atan2(matrix.b, matrix.a)) - self._turn
        rotation = float(round((angle + 180) % 360 - 180, 1))
        x, y = ctypes.c_double(), ctypes.c_double()
        raw.FPDFText_GetCharOrigin(text_page, index, x, y)
        px, py = self._point(x.value, y.value)
        pointer = ctypes.cast(owner, raw.FPDF_PAGEOBJECT)
        family, bold, italic = self._font(pointer)
        rect = raw.FS_RECTF()
        raw.FPDFText_GetLooseCharBox(text_page, index, rect)
        if size < 1.0 or "type3" in family.lower():
            size = max(rect.top - rect.bottom, 1.0)
        mode = raw.FPDFTextObj_GetTextRenderMode(pointer)
        colour = _colour(pointer)
        hidden = "invisible" if mode in INVISIBLE_MODES else self._out_of_sight(px, py, size)
        if rotation == 0.0:
            baseline = py
        else:
            turn = radians(rotation)
            baseline = py * cos(turn) - px * sin(turn)
        return Style(
            Font(family, round(size, 2), bold, italic),
            baseline,
            colour,
            rotation,
            hidden,
            0.75 * size,
            -0.22 * size,
        )

    def _hung_root(self, text_page: pypdfium2.PdfTextPage, index: int, style: Style) -> Style:
        """TeX hangs its root signs from the top: their ink says in which line they stand."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
        low, high = self._point(0, bottom.value)[1], self._point(0, top.value)[1]
        if self._turn or high > style.baseline + 0.2 * style.font.size:
            return style
        return replace(style, baseline=low + 0.2 * style.font.size)

    def _out_of_sight(self, x: float, y: float, size: float) -> str:
        inside = -size < x < self._width and -0.5 * size < y < self._height
        return "" if inside else "off-page"

    def _turned(
        self, text_page: pypdfium2.PdfTextPage, index: int, rect: Any, style: Style
    ) -> tuple[float, float, Style]:
        """Start and end of a glyph along its own direction, for turned text or pages."""
        x, y = ctypes.c_double(), ctypes.c_double()
        raw.FPDFText_GetCharOrigin(text_page, index, x, y)
        px, py = self._point(x.value, y.value)
        turn = radians(style.rotation)
        start = px * cos(turn) + py * sin(turn)
        box = self._box(rect.left, rect.bottom, rect.right, rect.top)
        extent = abs(box.width * cos(turn)) if abs(cos(turn)) > 0.7 else box.height
        return start, start + min(extent, style.font.size), style

    def _font(self, pointer: Any) -> tuple[str, bool, bool]:
        font = raw.FPDFTextObj_GetFont(pointer)
        address = ctypes.cast(font, ctypes.c_void_p).value or 0
        known = self._names.get(address)
        if known is None:
            buffer = ctypes.create_string_buffer(256)
            raw.FPDFFont_GetBaseFontName(font, buffer, 256)
            name = buffer.value.decode("utf-8", "replace")
            flags = max(raw.FPDFFont_GetFlags(font), 0)
            known = self._names[address] = parse_font_name(name, flags)
        return known

    def _graphics(self, page: pypdfium2.PdfPage) -> list[Graphic]:
        """Images, rules and the boxes of drawings, as evidence for tables and figures."""
        found = []
        area = self._width * self._height
        bounds = [ctypes.c_float() for _ in range(4)]
        for index in range(raw.FPDFPage_CountObjects(page)):
            item = raw.FPDFPage_GetObject(page, index)
            kind = raw.FPDFPageObj_GetType(item)
            if kind == raw.FPDF_PAGEOBJ_TEXT or not raw.FPDFPageObj_GetBounds(item, *bounds):
                continue
            left, bottom, right, top = (b.value for b in bounds)
            if right < left or top < bottom:
                continue
            box = self._box(left, bottom, right, top)
            if _outside(box, self._width, self._height) or (
                kind != raw.FPDF_PAGEOBJ_IMAGE and box.width * box.height > 0.9 * area
            ):
                continue
            found.append(Graphic(_kind(kind, box), box))
        return found


def _outside(box: Box, width: float, height: float) -> bool:
    return box.right < 0 or box.top < 0 or box.left > width or box.bottom > height


def _kind(kind: int, box: Box) -> str:
    if kind == raw.FPDF_PAGEOBJ_IMAGE:
        return "image"
    if kind == raw.FPDF_PAGEOBJ_FORM:
        return "form"
    thin = min(box.width, box.height) <= RULE_THICKNESS
    return "rule" if thin and max(box.width, box.height) > 4 * RULE_THICKNESS else "drawing"


def _colour(pointer: Any) -> str:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(pointer, red, green, blue, alpha):
        return "#000000"
    return f"#{red.value:02x}{green.value:02x}{blue.value:02x}"


def _reveal_ocr(blocks: list[TextBlock], graphics: list[Graphic], area: float) -> list[TextBlock]:
    """Invisible text over a picture of the whole page is its OCR layer: it is what is seen."""
    if any(not b.hidden for b in blocks) or not any(
        g.kind == "image" and g.box.width * g.box.height > 0.5 * area for g in graphics
    ):
        return blocks
    return [replace(b, hidden="") if b.hidden == "invisible" else b for b in blocks]


def _hide_white(blocks: list[TextBlock], graphics: list[Graphic]) -> list[TextBlock]:
    """White text on the white page cannot be seen; on a drawing or picture it can."""
    return [
        replace(b, hidden="invisible")
        if b.colour == "#ffffff"
        and not b.hidden
        and not any(_covers(g.box, b.box) for g in graphics)
        else b
        for b in blocks
    ]


def _covers(outer: Box, inner: Box) -> bool:
    x, y = (inner.left + inner.right) / 2, (inner.bottom + inner.top) / 2
    return outer.left <= x <= outer.right and outer.bottom <= y <= outer.top
