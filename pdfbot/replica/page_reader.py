"""One page of a PDF: its glyphs to text blocks, its other objects to graphics."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

import pypdfium2
import pypdfium2.raw as raw

from pdfbot.model import Box, Font, Graphic, Page, TextBlock
from pdfbot.replica import pdfium_functions as functions
from pdfbot.replica.fontnames import is_extension, parse_font_name
from pdfbot.replica.runs import REAL_SPACE, SEEN_SPACE, RunBuilder, Style, plain
from pdfbot.shelf import Shelf

RULE_THICKNESS = 2.0
ROOT = 0x221A
PLAIN = [plain(code) for code in range(0x7F)]
INVISIBLE_MODES = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)
TEXT_OBJECT = int(raw.FPDF_PAGEOBJ_TEXT)


class PageReader:
    """Reads pages one after the other; fonts are looked up once."""

    def __init__(self) -> None:
        self.glyphs = 0
        self.unmapped = 0
        self._names: dict[int, tuple[str, bool, bool]] = {}
        self._steps: dict[str, tuple[float, int]] = {}
        # A long document has millions of equal fonts and colours: one of each is kept.
        self._fonts: dict[Font, Font] = {}
        self._colours: dict[str, str] = {}
        self._shelf = Shelf()
        self._owned: set[int] | None = None
        self._matrix = raw.FS_MATRIX()
        self._doubles = [ctypes.c_double() for _ in range(4)]
        self._floats = [ctypes.c_float() for _ in range(2)]
        self._uints = [ctypes.c_uint() for _ in range(4)]

    def page(self, pdf: pypdfium2.PdfDocument, number: int) -> Page:
        page = pdf[number - 1]
        self._names.clear()
        self._owned = None
        self._page = ctypes.cast(page.raw, ctypes.c_void_p).value or 0
        width, height = page.get_size()
        self._width, self._height = width, height
        self._turn = page.get_rotation()
        left, bottom, right, top = page.get_bbox()
        self._crop = (left, bottom, right, top)
        graphics = self._graphics()
        text_page = page.get_textpage()
        try:
            blocks = self._blocks(text_page)
        finally:
            text_page.close()
            page.close()
        blocks = _reveal_ocr(_hide_white(blocks, graphics), graphics, width * height)
        return Page(number, width, height, self._shelf.put(blocks), tuple(graphics))

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
        add, unicode, text_object = runs.add, functions.unicode, functions.text_object
        loose_box = functions.loose_box
        handle = ctypes.cast(text_page.raw, ctypes.c_void_p).value or 0
        rect = raw.FS_RECTF()
        where = ctypes.addressof(rect)
        shift = self._crop[0]
        last_object, high, lettered, level = None, 0, True, True
        style: Style | None = None
        for index in range(raw.FPDFText_CountChars(text_page)):
            code = unicode(handle, index)
            if code == 10 or code == 13:
                continue
            owner = text_object(handle, index)
            if owner is None:
                continue
            loose_box(handle, index, where)
            if code == 32:
                runs.space(REAL_SPACE if rect.right > rect.left else SEEN_SPACE)
                continue
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            if 0xDC00 <= code < 0xE000:
                code = 0x10000 + ((high & 0x3FF) << 10) + (code & 0x3FF)
            if owner != last_object:
                style = self._style(handle, index, owner, rect)
                last_object = owner
                lettered = not is_extension(style.font.family)
                level = self._turn == 0 and style.rotation == 0.0
            assert style is not None
            self.glyphs += 1
            text = PLAIN[code] if code < 0x7F else plain(code)
            left, right = rect.left - shift, rect.right - shift
            if not text or 0xE000 <= code < 0xF900 or (not lettered and code < 0x7F):
                self.unmapped += lettered
                runs.skip(left, right)
                continue
            if text == " ":
                runs.space()
                continue
            if code == ROOT:
                style, last_object = self._hung_root(handle, index, style), None
            if not level:
                left, right = self._turned(handle, index, rect, style)
            add(text, left, right, style)
        runs.flush()
        return runs.blocks

    def _style(self, handle: int, index: int, owner: int, rect: Any) -> Style:
        """What the glyphs of one text object share; asked once for each object."""
        matrix = self._matrix
        functions.matrix(handle, index, ctypes.addressof(matrix))
        scale = hypot(matrix.c, matrix.d) or hypot(matrix.a, matrix.b) or 1.0
        size = functions.font_size(handle, index) * scale
        rotation = 0.0
        if self._turn or matrix.b or matrix.a < 0:
            angle = degrees(atan2(matrix.b, matrix.a)) - self._turn
            rotation = float(round((angle + 180) % 360 - 180, 1))
        px, py = self._origin(handle, index)
        family, bold, italic = self._font(owner)
        if size < 1.0 or "type3" in family.lower():
            size = max(rect.top - rect.bottom, 1.0)
        hidden = "invisible" if functions.render_mode(owner) in INVISIBLE_MODES else ""
        hidden = hidden or self._out_of_sight(px, py, size) or self._clipped(owner, px, py, size)
        if rotation == 0.0:
            baseline = py
        else:
            turn = radians(rotation)
            baseline = py * cos(turn) - px * sin(turn)
        font = Font(family, round(size, 2), bold, italic)
        font = self._fonts.setdefault(font, font)
        colour = self._colour(owner)
        return Style(font, baseline, colour, rotation, hidden, 0.75 * size, -0.22 * size)

    def _origin(self, handle: int, index: int) -> tuple[float, float]:
        x, y = self._doubles[:2]
        functions.char_origin(handle, index, ctypes.addressof(x), ctypes.addressof(y))
        return self._point(x.value, y.value)

    def _colour(self, owner: int) -> str:
        red, green, blue, alpha = self._uints
        if not functions.fill_colour(owner, *map(ctypes.addressof, (red, green, blue, alpha))):
            return "#000000"
        colour = f"#{red.value:02x}{green.value:02x}{blue.value:02x}"
        return self._colours.setdefault(colour, colour)

    def _clipped(self, owner: int, x: float, y: float, size: float) -> str:
        """Text of the page itself that lies outside its clip path; in forms other axes hold."""
        clip = functions.clip_path(owner)
        paths = functions.count_paths(clip) if clip else 0
        if paths < 1 or owner not in self._own_objects():
            return ""
        for path in range(paths):
            points = []
            for index in range(functions.count_segments(clip, path)):
                segment = functions.path_segment(clip, path, index)
                fx, fy = self._floats
                if segment and functions.segment_point(
                    segment, ctypes.addressof(fx), ctypes.addressof(fy)
                ):
                    points.append(self._point(fx.value, fy.value))
            if points and not (
                min(p[0] for p in points) - size < x < max(p[0] for p in points)
                and min(p[1] for p in points) - size < y < max(p[1] for p in points)
            ):
                return "clipped"
        return ""

    def _own_objects(self) -> set[int]:
        """The text objects that the page draws itself, not through a form."""
        if self._owned is None:
            page = self._page
            items = (functions.page_object(page, i) for i in range(functions.count_objects(page)))
            self._owned = {item for item in items if functions.object_type(item) == TEXT_OBJECT}
        return self._owned

    def _hung_root(self, handle: int, index: int, style: Style) -> Style:
        """TeX hangs its root signs from the top: their ink says in which line they stand."""
        bottom, top = self._doubles[2:]
        functions.char_box(handle, index, *map(ctypes.addressof, self._doubles))
        low, high = self._point(0, bottom.value)[1], self._point(0, top.value)[1]
        if self._turn or high > style.baseline + 0.2 * style.font.size:
            return style
        return replace(style, baseline=low + 0.2 * style.font.size)

    def _out_of_sight(self, x: float, y: float, size: float) -> str:
        inside = -size < x < self._width and -0.5 * size < y < self._height
        return "" if inside else "off-page"

    def _turned(self, handle: int, index: int, rect: Any, style: Style) -> tuple[float, float]:
        """Start and end of a glyph along its own direction, for turned text or pages."""
        px, py = self._origin(handle, index)
        turn = radians(style.rotation)
        start = px * cos(turn) + py * sin(turn)
        box = self._box(rect.left, rect.bottom, rect.right, rect.top)
        extent = abs(box.width * cos(turn)) if abs(cos(turn)) > 0.7 else box.height
        return start, start + min(extent, style.font.size)

    def _font(self, owner: int) -> tuple[str, bool, bool]:
        font = functions.font_of(owner) or 0
        known = self._names.get(font)
        if known is None:
            buffer = ctypes.create_string_buffer(256)
            functions.font_name(font, ctypes.addressof(buffer), 256)
            name = buffer.value.decode("utf-8", "replace")
            known = self._names[font] = parse_font_name(name, max(functions.font_flags(font), 0))
        return known

    def _graphics(self) -> list[Graphic]:
        """Images, rules and the boxes of drawings, as evidence for tables and figures."""
        found = []
        area = self._width * self._height
        bounds = [ctypes.c_float() for _ in range(4)]
        places = [ctypes.addressof(b) for b in bounds]
        for index in range(functions.count_objects(self._page)):
            item = functions.page_object(self._page, index)
            kind = functions.object_type(item)
            if kind == TEXT_OBJECT or not functions.object_bounds(item, *places):
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
