"""One page of a PDF: its glyphs to text blocks, its other objects to graphics."""

from __future__ import annotations

import ctypes
import re
from math import atan2, cos, degrees, hypot, radians, sin

from pdfbot.dataclass import replace
from pdfbot.errors import DamagedPdfError
from pdfbot.model import Box, Font, Graphic, Page, TextBlock
from pdfbot.replica import pdfium_functions as functions
from pdfbot.replica.characters import end_of_object, make_room, read_boxes, read_characters
from pdfbot.replica.fontnames import is_extension, parse_font_name
from pdfbot.replica.pdfium_functions import OBJECT_FORM, OBJECT_IMAGE, OBJECT_TEXT
from pdfbot.replica.runs import REAL_SPACE, SEEN_SPACE, RunBuilder, Style, plain
from pdfbot.shelf import Shelf

# The order in which the library gives the edges of a rectangle.
LEFT, TOP, RIGHT, BOTTOM = range(4)
RULE_THICKNESS = 2.0
ROOT = 0x221A
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufeff]")
PLAIN = [plain(code) for code in range(0x7F)]
INVISIBLE_MODES = (functions.MODE_INVISIBLE, functions.MODE_CLIP)


class PageReader:
    """Reads pages one after the other; fonts are looked up once."""

    def __init__(self) -> None:
        self.glyphs = 0
        self.unmapped = 0
        self._names: dict[int, tuple[str, bool, bool]] = {}
        self._sizes: dict[tuple[int, float], Font] = {}
        self._steps: dict[str, tuple[float, int]] = {}
        # A long document has millions of equal fonts and colours: one of each is kept.
        self._fonts: dict[Font, Font] = {}
        self._colours: dict[str, str] = {}
        self._shelf = Shelf()
        self._owned: set[int] = set()
        # The library writes its answers here.
        self._floats, self._to_floats = make_room("f", 6)
        self._doubles, self._to_doubles = make_room("d", 4)
        self._to_x, self._to_y = self._to_doubles[:2]
        self._uints, self._to_uints = make_room("I", 4)

    def page(self, pdf: int, number: int, name: str) -> Page:
        """One page of an open PDF; `name` is for the message when it cannot be read."""
        page = functions.open_page(pdf, number - 1)
        text = functions.open_text(page) if page else None
        try:
            if not text or not functions.page_bounds(page, self._to_floats[0]):
                raise DamagedPdfError(
                    f"{name}: damaged, page {number} cannot be read; try to download it again, or "
                    "read the others with --pages"
                )
            return self._page(page, text, number)
        finally:
            if text:
                functions.close_text(text)
            if page:
                functions.close_page(page)

    def _page(self, page: int, text: int, number: int) -> Page:
        left, top, right, bottom = self._floats[:4]
        self._crop = (left, bottom, right, top)
        self._width = width = functions.page_width(page)
        self._height = height = functions.page_height(page)
        self._turn = 90 * functions.page_turns(page)
        self._names.clear()
        self._sizes.clear()
        graphics = self._graphics(page)
        blocks = _hide_white(self._blocks(text), graphics)
        blocks = _reveal_ocr(blocks, graphics, width * height)
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

    def _blocks(self, handle: int) -> list[TextBlock]:
        runs = RunBuilder(self._steps)
        count = functions.count_chars(handle)
        chars = read_characters(handle, count)
        # The library turns scripts that are read from right to left, and so parts text objects.
        together = RIGHT_TO_LEFT.search(chars) is None
        boxes, shift = read_boxes(handle, count), self._crop[0]
        lefts, rights = boxes[LEFT::4].tolist(), boxes[RIGHT::4].tolist()
        if shift:
            lefts, rights = [x - shift for x in lefts], [x - shift for x in rights]
        last_object, end, high, lettered, level = None, 0, 0, True, True
        style: Style | None = None
        index = -1
        while (index := index + 1) < count:
            code, left, right = ord(chars[index]), lefts[index], rights[index]
            if code == 10 or code == 13:
                continue
            if code == 32:
                if functions.text_object(handle, index) is not None:
                    runs.space(REAL_SPACE if right > left else SEEN_SPACE)
                continue
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            if 0xDC00 <= code < 0xE000:
                code = 0x10000 + ((high & 0x3FF) << 10) + (code & 0x3FF)
            if index >= end:
                owner = functions.text_object(handle, index)
                if owner is None:
                    continue
                end = end_of_object(handle, owner, index, count) if together else index + 1
                if owner != last_object:
                    _, top, _, bottom = boxes[4 * index : 4 * index + 4]
                    style = self._style(handle, index, owner, top - bottom)
                    last_object = owner
                    lettered = not is_extension(style.font.family)
                    level = self._turn == 0 and style.rotation == 0.0
            assert style is not None
            self.glyphs += 1
            text = PLAIN[code] if code < 0x7F else plain(code)
            if not text or 0xE000 <= code < 0xF900 or (not lettered and code < 0x7F):
                self.unmapped += lettered
                runs.skip(left, right)
                continue
            if text == " ":
                runs.space()
                continue
            if code == ROOT:
                style, last_object = self._hung_root(handle, index, style), None
                end = index
            if level:
                runs.add(text, left, right, style)
                if lettered:
                    following = runs.follow(chars, lefts, rights, index + 1, end)
                    self.glyphs += following - index - 1 - chars.count(" ", index, following)
                    index = following - 1
            else:
                box = self._box(*(boxes[4 * index + edge] for edge in (LEFT, BOTTOM, RIGHT, TOP)))
                runs.add(text, *self._turned(handle, index, box, style), style)
        runs.flush()
        return runs.blocks

    def _style(self, handle: int, index: int, owner: int, height: float) -> Style:
        """What the glyphs of one text object share; asked once for each object."""
        functions.char_matrix(handle, index, self._to_floats[0])
        a, b, c, d = self._floats[:4]
        scale = hypot(c, d) or hypot(a, b) or 1.0
        size = functions.font_size(handle, index) * scale
        rotation = 0.0
        if self._turn or b or a < 0:
            angle = degrees(atan2(b, a)) - self._turn
            rotation = float(round((angle + 180) % 360 - 180, 1))
        px, py = self._origin(handle, index)
        face = functions.font_of(owner) or 0
        if size < 1.0 or self._is_type3(face):
            size = max(height, 1.0)
        hidden = "invisible" if functions.render_mode(owner) in INVISIBLE_MODES else ""
        hidden = hidden or self._out_of_sight(px, py, size) or self._clipped(owner, px, py, size)
        if rotation == 0.0:
            baseline = py
        else:
            turn = radians(rotation)
            baseline = py * cos(turn) - px * sin(turn)
        font = self._font(face, round(size, 2))
        colour = self._colour(owner)
        return Style(font, baseline, colour, rotation, hidden, 0.75 * size, -0.22 * size)

    def _origin(self, handle: int, index: int) -> tuple[float, float]:
        functions.char_origin(handle, index, self._to_x, self._to_y)
        return self._point(self._doubles[0], self._doubles[1])

    def _colour(self, owner: int) -> str:
        if not functions.fill_colour(owner, *self._to_uints):
            return "#000000"
        red, green, blue, _ = self._uints
        if not red and not green and not blue:
            return "#000000"
        colour = f"#{red:02x}{green:02x}{blue:02x}"
        return self._colours.setdefault(colour, colour)

    def _clipped(self, owner: int, x: float, y: float, size: float) -> str:
        """Text of the page itself that lies outside its clip path; in forms other axes hold."""
        clip = functions.clip_path(owner)
        paths = functions.count_paths(clip) if clip else 0
        if paths < 1 or owner not in self._owned:
            return ""
        for path in range(paths):
            points = []
            for index in range(functions.count_segments(clip, path)):
                segment = functions.path_segment(clip, path, index)
                if segment and functions.segment_point(segment, *self._to_floats[:2]):
                    points.append(self._point(*self._floats[:2]))
            if points and not (
                min(p[0] for p in points) - size < x < max(p[0] for p in points)
                and min(p[1] for p in points) - size < y < max(p[1] for p in points)
            ):
                return "clipped"
        return ""

    def _hung_root(self, handle: int, index: int, style: Style) -> Style:
        """TeX hangs its root signs from the top: their ink says in which line they stand."""
        functions.char_box(handle, index, *self._to_doubles)
        _, _, bottom, top = self._doubles
        low, high = self._point(0, bottom)[1], self._point(0, top)[1]
        if self._turn or high > style.baseline + 0.2 * style.font.size:
            return style
        return replace(style, baseline=low + 0.2 * style.font.size)

    def _out_of_sight(self, x: float, y: float, size: float) -> str:
        inside = -size < x < self._width and -0.5 * size < y < self._height
        return "" if inside else "off-page"

    def _turned(self, handle: int, index: int, box: Box, style: Style) -> tuple[float, float]:
        """Start and end of a glyph along its own direction, for turned text or pages."""
        px, py = self._origin(handle, index)
        turn = radians(style.rotation)
        start = px * cos(turn) + py * sin(turn)
        extent = abs(box.width * cos(turn)) if abs(cos(turn)) > 0.7 else box.height
        return start, start + min(extent, style.font.size)

    def _font(self, face: int, size: float) -> Font:
        known = self._sizes.get((face, size))
        if known is None:
            family, bold, italic = self._name(face)
            known = Font(family, size, bold, italic)
            known = self._sizes[face, size] = self._fonts.setdefault(known, known)
        return known

    def _name(self, face: int) -> tuple[str, bool, bool]:
        known = self._names.get(face)
        if known is None:
            buffer = ctypes.create_string_buffer(256)
            functions.font_name(face, ctypes.addressof(buffer), 256)
            name = buffer.value.decode("utf-8", "replace")
            known = self._names[face] = parse_font_name(name)
        return known

    def _is_type3(self, face: int) -> bool:
        return "type3" in self._name(face)[0].lower()

    def _graphics(self, page: int) -> list[Graphic]:
        """Images, rules and the boxes of drawings, as evidence for tables and figures.

        The text objects that the page draws itself, not through a form, are noted on the way.
        """
        found = []
        # The rules of a table have few different edges: each number is kept once.
        numbers: dict[float, float] = {}
        area = self._width * self._height
        places = self._to_floats[:4]
        self._owned.clear()
        for index in range(functions.count_objects(page)):
            item = functions.page_object(page, index)
            kind = functions.object_type(item)
            if kind == OBJECT_TEXT:
                self._owned.add(item)
                continue
            if not functions.object_bounds(item, *places):
                continue
            left, bottom, right, top = self._floats[:4]
            if right < left or top < bottom:
                continue
            box = self._box(left, bottom, right, top)
            if _outside(box, self._width, self._height) or (
                kind != OBJECT_IMAGE and box.width * box.height > 0.9 * area
            ):
                continue
            edges = (box.left, box.bottom, box.right, box.top)
            kept = Box(*(numbers.setdefault(edge, edge) for edge in edges))
            found.append(Graphic(_kind(kind, box), kept))
        return found


def _outside(box: Box, width: float, height: float) -> bool:
    return box.right < 0 or box.top < 0 or box.left > width or box.bottom > height


def _kind(kind: int, box: Box) -> str:
    if kind == OBJECT_IMAGE:
        return "image"
    if kind == OBJECT_FORM:
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
