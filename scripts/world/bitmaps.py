"""Bitmaps in PDFs: the Type 3 fonts of the nineties, and scanned pages with an OCR layer."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageDraw, ImageFont
from world.pages import Pages, show_line, standard_font, write_layout
from world.pdf import Face, PdfFile, font_program, pdf_string
from world.typesetting import Layout, SetLine

POINTS_PER_INCH = 72
# Dots per inch: what dvips made fonts for.
FONT_RESOLUTION = 300
# Points: the size in the Tf operator, which is that of one dot.
DOT = POINTS_PER_INCH / FONT_RESOLUTION
# Thousandths of the Tf size: the unit of the numbers in a TJ array.
TJ_UNITS = 1000
# Codes of the old TeX encoding that are not those of ASCII.
TEX_CODES = {"ﬁ": 12, "ﬂ": 13, "–": 123, "’": 39}
LIGATURES = {"fi": "ﬁ", "fl": "ﬂ"}
# Dots per inch, and strips, of a scanned page.
SCAN_RESOLUTION = 100
STRIPS = 11
# Grey values: darker dots of a page become black.
BLACK_BELOW = 150
# OCR is not exact: points by which baselines differ, and shares by which sizes do.
BASELINE_SHIFTS = (0.0, 0.24, -0.12, 0.12, -0.24)
SIZE_RATIOS = (1.0, 1.02, 0.98, 1.0, 0.96, 1.02)


@cache
def type3_face(name: str, base: str, size: float) -> Face:
    """The face of a bitmap font; its advances are whole dots."""
    font = _bitmap_font(base, size)
    chars = [chr(code) for code in range(33, 127)] + list(TEX_CODES)
    dots = {char: _dots(font, char) for char in chars}
    # TeX has no space: the typesetter leaves room for one, and the file moves on.
    dots[" "] = _dots(font, "n") * 2 // 3
    return Face(name, {char: count * DOT / size for char, count in dots.items()})


@cache
def _bitmap_font(base: str, size: float) -> ImageFont.FreeTypeFont:
    program = io.BytesIO(font_program(base))
    return ImageFont.truetype(program, size / DOT, layout_engine=ImageFont.Layout.BASIC)


def _dots(font: ImageFont.FreeTypeFont, char: str) -> int:
    return round(font.getlength(char))


def ligate(text: str) -> str:
    for letters, ligature in LIGATURES.items():
        text = text.replace(letters, ligature)
    return text


class Encoding(NamedTuple):
    """The code by which each character is shown, and the name of its glyph."""

    codes: dict[str, int]
    names: dict[str, str]
    has_unicode_map: bool


def tex_encoding(chars: Iterable[str]) -> Encoding:
    """As dvips and Ghostscript left it: names that say nothing, and a map."""
    codes = {char: _tex_code(char) for char in chars}
    return Encoding(codes, {char: f"a{code}" for char, code in codes.items()}, True)


def numbered_encoding(chars: Iterable[str]) -> Encoding:
    """As dvips and Distiller left it: codes in order of use, without 1; TeX's codes as names."""
    codes = {char: index + (index > 0) for index, char in enumerate(dict.fromkeys(chars))}
    return Encoding(codes, {char: str(_tex_code(char)) for char in codes}, False)


def _tex_code(char: str) -> int:
    return TEX_CODES.get(char, ord(char))


def show_type3(line: SetLine, codes: dict[str, int]) -> str:
    """The words of a line, with white space that is not a character."""
    space = line.face.advances[" "] * line.size + line.spacing
    gap = -round(space / DOT * TJ_UNITS)
    words = f" {gap} ".join(
        f"<{bytes(codes[char] for char in word).hex()}>" for word in line.text.split(" ")
    )
    return f"BT /{line.face.name} {DOT:g} Tf 1 0 0 -1 {line.x:.2f} {line.y:.2f} Tm [{words}] TJ ET"


def add_type3_font(file: PdfFile, base: str, size: float, encoding: Encoding) -> int:
    """A bitmap font: a dot is the unit, the box says nothing."""
    font = _bitmap_font(base, size)
    codes = {code: char for char, code in encoding.codes.items()}
    procedures, differences = [], []
    for code, char in sorted(codes.items()):
        number = file.add_stream(_glyph(font, char))
        name = encoding.names[char]
        procedures.append(f"/{name} {number} 0 R")
        differences.append(f"{code} /{name}")
    first, last = min(codes), max(codes)
    widths = [_dots(font, codes[c]) if c in codes else 0 for c in range(first, last + 1)]
    to_unicode = (
        f"/ToUnicode {file.add_stream(_unicode_map(codes))} 0 R "
        if encoding.has_unicode_map
        else ""
    )
    return file.add(
        f"<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 -1 0 0] /FontBBox [0 0 1 -1] "
        f"/FirstChar {first} /LastChar {last} /Widths [{' '.join(map(str, widths))}] "
        f"/Encoding << /Type /Encoding /Differences [{' '.join(differences)}] >> "
        f"/CharProcs << {' '.join(procedures)} >> {to_unicode}>>"
    )


def _glyph(font: ImageFont.FreeTypeFont, char: str) -> bytes:
    """The drawing of one glyph: a stencil of dots."""
    left, top, right, bottom = (round(edge) for edge in font.getbbox(char, anchor="ls"))
    width, height = right - left, bottom - top
    image = Image.new("1", (width, height))
    ImageDraw.Draw(image).text((-left, -top), char, font=font, fill=1, anchor="ls")
    box = f"{_dots(font, char)} 0 {left} {-bottom} {right} {-top} d1"
    head = f"{box}\n{width} 0 0 {height} {left} {-bottom} cm\nBI /IM true /W {width} /H {height} "
    return head.encode() + b"/BPC 1 /D [1 0] ID " + image.tobytes() + b"\nEI"


def _unicode_map(codes: dict[int, str]) -> bytes:
    pairs = "\n".join(
        f"<{code:02x}> <{LIGATURE_TEXT.get(char, char).encode('utf-16-be').hex()}>"
        for code, char in sorted(codes.items())
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CMapName /Dots def /CMapType 2 def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{pairs}\nendbfchar\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode()


LIGATURE_TEXT = {ligature: letters for letters, ligature in LIGATURES.items()}


def write_scan(layout: Layout, stamp: list[SetLine]) -> bytes:
    """The pages as pictures in strips, invisible text on top of them, and a visible stamp."""
    pages = Pages()
    names: dict[str, int] = {}
    covers = {}
    for number, image in enumerate(_render(write_layout(layout))):
        strips = [f"Im{number}s{index}" for index in range(STRIPS)]
        height = image.height // STRIPS
        for index, name in enumerate(strips):
            strip = image.crop((0, index * height, image.width, (index + 1) * height))
            names[name] = _add_image(pages.file, strip)
        covers[number] = _show_strips(layout, strips)
    show = {id(line): _show_ocr(line, index) for index, line in enumerate(layout.lines)}
    scanned = Layout(layout.width, layout.height, [*layout.lines, *stamp])
    pages.add(
        scanned,
        lambda line: show[id(line)] if id(line) in show else show_line(line),
        standard_font,
        names,
        covers,
    )
    return pages.write()


def _render(pdf: bytes) -> list[Image.Image]:
    """Black and white pictures whose height can be divided into strips."""
    images = []
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        image = page.render(scale=SCAN_RESOLUTION / POINTS_PER_INCH).to_pil().convert("L")
        image = image.resize((image.width, image.height // STRIPS * STRIPS))
        images.append(image.point(lambda grey: 0 if grey < BLACK_BELOW else 255, "1"))
    document.close()
    return images


def _add_image(file: PdfFile, image: Image.Image) -> int:
    return file.add_stream(
        image.tobytes(),
        f"/Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} "
        "/ColorSpace /DeviceGray /BitsPerComponent 1",
    )


def _show_strips(layout: Layout, names: list[str]) -> str:
    height = layout.height / len(names)
    return "\n".join(
        f"q {layout.width:g} 0 0 {height:.3f} 0 {layout.height - (index + 1) * height:.3f} cm "
        f"/{name} Do Q"
        for index, name in enumerate(names)
    )


def _show_ocr(line: SetLine, index: int) -> str:
    """Word by word, in nearly the right place and size, squeezed to the width on the picture."""
    size = line.size * SIZE_RATIOS[index % len(SIZE_RATIOS)]
    y = line.y + BASELINE_SHIFTS[index % len(BASELINE_SHIFTS)]
    x, operators = line.x, []
    for word in line.text.split(" "):
        width = line.face.width(word, line.size)
        scale = 100 * width / line.face.width(word, size)
        operators.append(
            f"BT 3 Tr /{line.face.name} {size:.2f} Tf {scale:.1f} Tz "
            f"1 0 0 1 {x:.2f} {y:.2f} Tm {pdf_string(word + ' ')} Tj 100 Tz 0 Tr ET"
        )
        x += width + line.face.width(" ", line.size) + line.spacing
    return "\n".join(operators)
