"""Pages to an HTML replica in pdf2htmlEX's dialect, from which the same blocks can be read."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import cos, radians, sin

from pdfbot.model import Document, Page, TextBlock
from pdfbot.resources import read_text
from pdfbot.visual.replica.links import Link
from pdfbot.visual.replica.sanitize import content_policy
from pdfbot.visual.replica.typefaces import (
    ASCENT,
    FaceKey,
    Typeface,
    build_woff,
    face_key,
    measure_typefaces,
)

GENERATOR = "pdfbot"
# Class of the style sheet that lays out the pages of a replica.
FRAME_STYLE = "pdfbot-frame"
# CSS pixels per point: a page of letter size fills a window of common width.
ZOOM = 1.5
# Text is laid out this many times larger and scaled down, since browsers round small font sizes.
TEXT_SCALE = 4.0
# Points between a glyph's position in the replica and in the PDF.
MAX_DRIFT = 0.01
# Points: widths of spaces are rounded to multiples of this.
SPACING_STEP = 0.0025


class _ValueClasses:
    """CSS classes for one property: one per distinct value, numbered in order of first use."""

    def __init__(self, prefix: str, css_property: str) -> None:
        self._prefix, self._property = prefix, css_property
        self._names: dict[str, str] = {}

    def __getitem__(self, value: str) -> str:
        return self._names.setdefault(value, f"{self._prefix}{len(self._names):x}")

    def px(self, value: float) -> str:
        """The class of a length."""
        return self[f"{value:.4f}px"]

    def css(self) -> str:
        return "".join(f".{name}{{{self._property}:{v}}}\n" for v, name in self._names.items())


def write_replica(
    document: Document,
    *,
    title: str,
    images: Mapping[int, bytes],
    links: Sequence[Link] = (),
) -> str:
    """One HTML file: the pages as images, covered by invisible but selectable text.

    `images` are WebP files by page number.
    """
    writer = _PageWriter(document.pages)
    pages = "\n".join(
        writer.page(page, images.get(page.number, b""), links) for page in document.pages
    )
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(content_policy())}"/>\n'
        f'<meta name="generator" content="{GENERATOR}"/>\n'
        '<meta name="viewport" content="width=device-width"/>\n'
        f"<title>{escape(title)}</title>\n"
        f'<style class="{FRAME_STYLE}">\n{read_text("replica.css")}</style>\n'
        f"<style>\n{writer.css()}</style>\n</head>\n"
        f'<body>\n<div id="page-container">\n{pages}\n</div>\n</body>\n</html>\n'
    )


class _PageWriter:
    """Writes pages as HTML and collects the style sheet they need."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._faces: dict[FaceKey, tuple[str, Typeface]] = {
            face.key: (f"ff{number:x}", face)
            for number, face in enumerate(
                measure_typefaces(b for page in pages for b in page.blocks), 1
            )
        }
        self._transform = _ValueClasses("m", "transform")
        self._left = _ValueClasses("x", "left")
        self._bottom = _ValueClasses("y", "bottom")
        self._width = _ValueClasses("w", "width")
        self._height = _ValueClasses("h", "height")
        self._font_size = _ValueClasses("fs", "font-size")
        self._colour = _ValueClasses("fc", "color")
        self._space = _ValueClasses("_s", "width")
        self._negative_space = _ValueClasses("_b", "margin-left")

    def css(self) -> str:
        """The rules for the pages written so far."""
        faces = "".join(_face_rule(name, face) for name, face in self._faces.values())
        classes = (
            self._transform, self._left, self._bottom, self._width, self._height,
            self._font_size, self._colour, self._space, self._negative_space,
        )  # fmt: skip
        return faces + "".join(values.css() for values in classes)

    def page(self, page: Page, image: bytes, links: Sequence[Link]) -> str:
        """One page: image, text in the order of the file, link targets, links."""
        size = f"{self._width.px(page.width * ZOOM)} {self._height.px(page.height * ZOOM)}"
        number = f"{page.number:x}"
        parts = [
            f'<div id="pf{number}" class="pf {size}" data-page-no="{number}">'
            f'<div class="pc pc{number} {size}">'
        ]
        if image:
            corner = f"{self._left.px(0)} {self._bottom.px(0)}"
            data = base64.b64encode(image).decode("ascii")
            parts.append(
                f'<img class="bi {corner} {size}" alt="" loading="lazy" decoding="async" '
                f'src="data:image/webp;base64,{data}"/>'
            )
        parts += [self._text(block) for block in page.blocks]
        parts += self._targets(page.number, links)
        parts += [self._link(link) for link in links if link.page == page.number]
        matrix = f"[{ZOOM:.6f},0.000000,0.000000,{ZOOM:.6f},0.000000,0.000000]"
        parts.append(f'</div><div class="pi" data-data=\'{{"ctm":{matrix}}}\'></div></div>')
        return "".join(parts)

    def _text(self, block: TextBlock) -> str:
        name, face = self._faces[face_key(block.font)]
        angle = radians(block.rotation)
        along, across = block.edges[0], block.baseline
        left = along * cos(angle) - across * sin(angle)
        bottom = along * sin(angle) + across * cos(angle)
        size = block.font.size
        colour = "transparent" if block.hidden == "invisible" else block.colour
        place = f"{self._left.px(left * ZOOM)} {self._bottom.px(bottom * ZOOM)}"
        is_clipped = block.hidden == "clipped"
        x, y = (0.0, 0.0) if is_clipped else (left * ZOOM, bottom * ZOOM)
        classes = (
            "t", self._transform[_matrix(angle)], self._left.px(x),
            self._height.px(ASCENT * size * TEXT_SCALE), self._bottom.px(y),
            name, self._font_size.px(size * TEXT_SCALE), self._colour[colour], "sc0", "ls0", "ws0",
        )  # fmt: skip
        text = f'<div class="{" ".join(classes)}">{self._glyphs(block, face)}</div>'
        if not is_clipped:
            return text
        # An empty clip box at the place of the text, which is relative to it.
        empty = f"{self._width.px(0)} {self._height.px(0)}"
        return f'<div class="c {place} {empty}">{text}</div>'

    def _glyphs(self, block: TextBlock, face: Typeface) -> str:
        """The characters, with a spacer wherever the pen is not at the next edge."""
        text, edges, size = block.text, block.edges, block.font.size
        pen = edges[0]
        parts: list[str] = []
        for char, left, right in zip(text, edges, edges[1:], strict=False):
            if abs(left - pen) > MAX_DRIFT:
                pen += self._move_pen(parts, left - pen, "")
            if char == " ":
                pen += self._move_pen(parts, right - pen, " ")
            else:
                parts.append(escape(char, quote=False))
                pen += face.advances[char] * size
        if abs(edges[-1] - pen) > MAX_DRIFT:
            self._move_pen(parts, edges[-1] - pen, "")
        return "".join(parts)

    def _move_pen(self, parts: list[str], width: float, content: str) -> float:
        """Append a spacer and return its rounded width; one with content must have some width."""
        rounded = round(width / SPACING_STEP) * SPACING_STEP
        if content:
            rounded = max(rounded, SPACING_STEP)
        classes = self._space if rounded > 0 else self._negative_space
        parts.append(f'<span class="_ {classes.px(rounded * TEXT_SCALE)}">{content}</span>')
        return rounded

    def _targets(self, page: int, links: Iterable[Link]) -> list[str]:
        heights = {
            link.target_height
            for link in links
            if link.target_page == page and link.target_height is not None
        }
        return [
            f'<a class="d {self._left.px(0)} {self._bottom.px(height * ZOOM)}" '
            f'id="{_target_id(page, height)}"></a>'
            for height in sorted(heights)
        ]

    def _link(self, link: Link) -> str:
        box = link.box
        place = (
            f"{self._left.px(box.left * ZOOM)} {self._bottom.px(box.bottom * ZOOM)} "
            f"{self._width.px(box.width * ZOOM)} {self._height.px(box.height * ZOOM)}"
        )
        if link.url:
            attributes = f'href="{escape(link.url)}" target="_blank" rel="noopener noreferrer"'
        elif link.target_height is not None:
            attributes = f'href="#{_target_id(link.target_page, link.target_height)}"'
        else:
            attributes = f'href="#pf{link.target_page:x}"'
        return f'<a class="l" {attributes}><div class="d {place}"></div></a>'


def _matrix(angle: float) -> str:
    scale = ZOOM / TEXT_SCALE
    a, b = scale * cos(angle), scale * sin(angle)
    return f"matrix({a:.6f},{-b:.6f},{b:.6f},{a:.6f},0,0)"


def _face_rule(name: str, face: Typeface) -> str:
    data = base64.b64encode(build_woff(face)).decode("ascii")
    return (
        f"@font-face{{font-family:{name};"
        f"src:url('data:application/font-woff;base64,{data}')format('woff')}}\n"
        f".{name}{{font-family:{name};line-height:1}}\n"
    )


def _target_id(page: int, height: float) -> str:
    return f"to-{page}-{round(height)}"
