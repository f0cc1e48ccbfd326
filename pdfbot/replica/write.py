"""Pages to an HTML replica in pdf2htmlEX's dialect; `html.py` reads it back to the same blocks."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import cos, radians, sin

from pdfbot.model import Document, Page, TextBlock
from pdfbot.replica.links import Link
from pdfbot.replica.safety import content_policy
from pdfbot.replica.typefaces import (
    ASCENT,
    FaceKey,
    Typeface,
    build_woff,
    face_key,
    measure_typefaces,
)
from pdfbot.shipped import read_shipped

GENERATOR = "pdfbot"
# CSS pixels a point: a page of letter size fills a window of common width.
ZOOM = 1.5
# Text is laid out this much larger and scaled down: browsers round the sizes of small text.
ENLARGED = 4.0
# In points: a glyph may stand so far from its place, and widths of spaces are rounded to this.
MOST_DRIFT, SPACING_STEP = 0.01, 0.0025


class _Classes:
    """CSS classes of one family: every value gets one, numbered in order of first use."""

    def __init__(self, prefix: str, rule: str) -> None:
        self._prefix, self._rule = prefix, rule
        self._names: dict[str, str] = {}

    def __getitem__(self, value: str) -> str:
        return self._names.setdefault(value, f"{self._prefix}{len(self._names):x}")

    def px(self, value: float) -> str:
        """The class of a length."""
        return self[f"{value:.4f}px"]

    def css(self) -> str:
        return "".join(f".{name}{{{self._rule}:{v}}}\n" for v, name in self._names.items())


def write_replica(
    document: Document,
    *,
    title: str,
    pictures: Mapping[int, bytes],
    links: Sequence[Link] = (),
) -> str:
    """One HTML file: the pages as pictures, the text over them, unseen but selectable."""
    sheet = _Sheet(document.pages)
    pages = "\n".join(
        sheet.page(page, pictures.get(page.number, b""), links) for page in document.pages
    )
    frame = read_shipped("replica.css").decode()
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(content_policy())}"/>\n'
        f'<meta name="generator" content="{GENERATOR}"/>\n'
        '<meta name="viewport" content="width=device-width"/>\n'
        f"<title>{escape(title)}</title>\n"
        f'<style class="{GENERATOR}-frame">\n{frame}</style>\n'
        f"<style>\n{sheet.css()}</style>\n</head>\n"
        f'<body>\n<div id="page-container">\n{pages}\n</div>\n</body>\n</html>\n'
    )


class _Sheet:
    """The style sheet, which grows while the pages are written."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._faces: dict[FaceKey, tuple[str, Typeface]] = {
            face.key: (f"ff{number:x}", face)
            for number, face in enumerate(
                measure_typefaces(b for page in pages for b in page.blocks), 1
            )
        }
        self._matrix = _Classes("m", "transform")
        self._left = _Classes("x", "left")
        self._bottom = _Classes("y", "bottom")
        self._width = _Classes("w", "width")
        self._height = _Classes("h", "height")
        self._size = _Classes("fs", "font-size")
        self._colour = _Classes("fc", "color")
        self._space = _Classes("_s", "width")
        self._back = _Classes("_b", "margin-left")

    def css(self) -> str:
        """All rules, for the pages that have been written."""
        faces = "".join(_face_rule(name, face) for name, face in self._faces.values())
        families = (
            self._matrix, self._left, self._bottom, self._width, self._height,
            self._size, self._colour, self._space, self._back,
        )  # fmt: skip
        return faces + "".join(family.css() for family in families)

    def page(self, page: Page, picture: bytes, links: Sequence[Link]) -> str:
        """One page: picture, text in the order of the file, places that links lead to, links."""
        size = f"{self._width.px(page.width * ZOOM)} {self._height.px(page.height * ZOOM)}"
        number = f"{page.number:x}"
        parts = [
            f'<div id="pf{number}" class="pf {size}" data-page-no="{number}">'
            f'<div class="pc pc{number} {size}">'
        ]
        if picture:
            place = f"{self._left.px(0)} {self._bottom.px(0)}"
            data = base64.b64encode(picture).decode("ascii")
            parts.append(
                f'<img class="bi {place} {size}" alt="" loading="lazy" decoding="async" '
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
        turn = radians(block.rotation)
        along, across = block.edges[0], block.baseline
        left = along * cos(turn) - across * sin(turn)
        bottom = along * sin(turn) + across * cos(turn)
        size = block.font.size
        colour = "transparent" if block.hidden == "invisible" else block.colour
        classes = (
            "t", self._matrix[_matrix(turn)], self._left.px(left * ZOOM),
            self._height.px(ASCENT * size * ENLARGED), self._bottom.px(bottom * ZOOM),
            name, self._size.px(size * ENLARGED), self._colour[colour], "sc0", "ls0", "ws0",
        )  # fmt: skip
        return f'<div class="{" ".join(classes)}">{self._glyphs(block, face)}</div>'

    def _glyphs(self, block: TextBlock, face: Typeface) -> str:
        """The characters, with spans wherever the pen is not at the next edge."""
        text, edges, size = block.text, block.edges, block.font.size
        pen = edges[0]
        parts: list[str] = []
        for char, left, right in zip(text, edges, edges[1:], strict=False):
            if abs(left - pen) > MOST_DRIFT:
                pen += self._step(parts, left - pen, "")
            if char == " ":
                pen += self._step(parts, right - pen, " ")
            else:
                parts.append(escape(char, quote=False))
                pen += face.advances[char] * size
        if abs(edges[-1] - pen) > MOST_DRIFT:
            self._step(parts, edges[-1] - pen, "")
        return "".join(parts)

    def _step(self, parts: list[str], width: float, said: str) -> float:
        """Move the pen: the width as it was rounded. Only a step forward can hold a space."""
        rounded = round(width / SPACING_STEP) * SPACING_STEP
        if said:
            rounded = max(rounded, SPACING_STEP)
        family = self._space if rounded > 0 else self._back
        parts.append(f'<span class="_ {family.px(rounded * ENLARGED)}">{said}</span>')
        return rounded

    def _targets(self, page: int, links: Iterable[Link]) -> list[str]:
        heights = {ln.height for ln in links if ln.target == page and ln.height is not None}
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
        if link.address:
            reference = f'{escape(link.address)}" target="_blank" rel="noopener noreferrer'
        elif link.height is not None:
            reference = f"#{_target_id(link.target, link.height)}"
        else:
            reference = f"#pf{link.target:x}"
        return f'<a class="l" href="{reference}"><div class="d {place}"></div></a>'


def _matrix(turn: float) -> str:
    scale = ZOOM / ENLARGED
    a, b = scale * cos(turn), scale * sin(turn)
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
