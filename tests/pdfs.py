"""Small PDFs built on the fly, with the content that a test needs on their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

# Points: an empty page. F1 has some glyphs that old TeX fonts have.
WIDTH, HEIGHT = 400, 600
_ENCODING = (
    "<< /Type /Encoding /BaseEncoding /WinAnsiEncoding "
    "/Differences [1 /fi /fl /dotlessi /caron /breve /nosuchglyph /afii57664] >>"
)
FONTS = {
    "F1": f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding {_ENCODING} >>",
    "F2": "<< /Type /Font /Subtype /Type1 /BaseFont /Times-BoldItalic >>",
    "F3": "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
}
IMAGE = b"BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI"


Contours = Sequence[Sequence[tuple[float, float]]]


@dataclass(frozen=True, slots=True)
class Form:
    """A form XObject: it shows the part of its content inside its box, with /Do."""

    content: bytes
    box: tuple[float, float, float, float]
    matrix: str = "1 0 0 1 0 0"
    forms: Mapping[str, Form] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Type3Font:
    """A font of solid rectangles as wide as they are high, by the height of each letter.

    The heights are in the units of the font matrix, `unit` is one of them in ems; `box` is the
    height of the font's box, which may say nothing about its letters. Glyphs have the names of
    their letters unless others are given. `advance` is the width of all glyphs where that is not
    the width of their rectangles.
    """

    heights: Mapping[str, int]
    unit: float = 0.001
    box: int = 1000
    names: Mapping[str, str] = field(default_factory=dict)
    advance: int | None = None


@dataclass(frozen=True, slots=True)
class EmbeddedFont:
    """A font of outlines: by code the name of each glyph, and its contours in thousandths of an em.

    `unicode_map` is what the file claims the codes to mean; without one, the names say it.
    """

    glyphs: Mapping[int, tuple[str, Contours]]
    unicode_map: Mapping[int, str] = field(default_factory=dict)
    family: str = "Made"
    advance: int = 700


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A content stream, and entries of the page's dictionary such as "/Rotate 90"."""

    content: bytes
    entries: str = ""
    width: float = WIDTH
    height: float = HEIGHT
    forms: Mapping[str, Form] = field(default_factory=dict)
    fonts: Mapping[str, Type3Font | EmbeddedFont] = field(default_factory=dict)


def show(
    text: str | bytes,
    x: float,
    y: float,
    *,
    size: float = 10,
    font: str = "F1",
    matrix: str = "1 0 0 1",
    state: str = "",
) -> bytes:
    """Operators that show `text` at (x, y), after operators in `state` such as "3 Tr".

    Bytes that begin with "[" are an array for the operator TJ.
    """
    string = text if isinstance(text, bytes) else text.encode("cp1252")
    head = f"q {state} BT /{font} {size} Tf {matrix} {x} {y} Tm ".encode()
    if string.startswith(b"["):
        shown = string + b" TJ"
    else:
        for char in (b"\\", b"(", b")"):
            string = string.replace(char, b"\\" + char)
        shown = b"(" + string + b") Tj"
    return head + shown + b" ET Q\n"


def picture(left: float, bottom: float, width: float, height: float) -> bytes:
    return f"q {width} 0 0 {height} {left} {bottom} cm ".encode() + IMAGE + b" Q\n"


def make_pdf(*pages: PdfPage | bytes, catalog: str = "", extra: Sequence[str] = ()) -> bytes:
    """A file with these pages; bytes are the content of an ordinary one.

    `catalog` is more of the document's own dictionary. The `extra` objects are numbered from 3; two
    objects for each page follow, of which the second is the page.
    """
    objects = [f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode(), b""]
    objects += [item.encode() for item in extra]
    kids = []
    for given in pages:
        page = given if isinstance(given, PdfPage) else PdfPage(given)
        content = _add_stream(objects, "", page.content)
        fonts = {name: _add_font(objects, font) for name, font in page.fonts.items()}
        entries = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page.width} {page.height}] "
            f"/Contents {content} {_resources(objects, page.forms, fonts)} {page.entries} >>"
        )
        kids.append(_add(objects, entries.encode()))
    tree = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    objects[1] = tree.encode()
    return _file(objects)


def _resources(objects: list[bytes], forms: Mapping[str, Form], fonts: Mapping[str, str]) -> str:
    listed = " ".join(f"/{name} {font}" for name, font in {**FONTS, **fonts}.items())
    inner = " ".join(f"/{name} {_add_form(objects, form)}" for name, form in forms.items())
    return f"/Resources << /Font << {listed} >> /XObject << {inner} >> >>"


def _add_form(objects: list[bytes], form: Form) -> str:
    box = " ".join(map(str, form.box))
    head = f"/Type /XObject /Subtype /Form /BBox [{box}] /Matrix [{form.matrix}] "
    return _add_stream(objects, head + _resources(objects, form.forms, {}), form.content)


def _add_font(objects: list[bytes], font: Type3Font | EmbeddedFont) -> str:
    return _add_type3(objects, font) if isinstance(font, Type3Font) else _embed(objects, font)


def _embed(objects: list[bytes], font: EmbeddedFont) -> str:
    file = _add_stream(objects, "/Subtype /Type1C", _font_file(font))
    descriptor = _add(
        objects,
        f"<< /Type /FontDescriptor /FontName /{font.family} /Flags 4 /FontBBox [0 -300 1000 1000] "
        f"/ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 /FontFile3 {file} >>".encode(),
    )
    codes = range(min(font.glyphs), max(font.glyphs) + 1)
    widths = " ".join(str(font.advance) for _ in codes)
    names = " ".join(f"{code} /{name}" for code, (name, _) in font.glyphs.items())
    mapped = ""
    if font.unicode_map:
        pairs = "\n".join(
            f"<{code:02x}> <{text.encode('utf-16-be').hex()}>"
            for code, text in font.unicode_map.items()
        )
        cmap = (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def "
            "/CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange "
            f"{len(font.unicode_map)} beginbfchar\n{pairs}\nendbfchar endcmap end end"
        )
        mapped = f"/ToUnicode {_add_stream(objects, '', cmap.encode())}"
    entries = (
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{font.family} /FontDescriptor {descriptor} "
        f"/Encoding << /Type /Encoding /Differences [{names}] >> {mapped} "
        f"/FirstChar {codes[0]} /LastChar {codes[-1]} /Widths [{widths}] >>"
    )
    return _add(objects, entries.encode())


def _font_file(font: EmbeddedFont) -> bytes:
    builder = FontBuilder(1000, isTTF=False)
    drawn: dict[str, Contours] = {".notdef": [], **dict(font.glyphs.values())}
    builder.setupGlyphOrder(list(drawn))
    builder.setupCharacterMap({})
    charstrings = {}
    for name, contours in drawn.items():
        pen = T2CharStringPen(font.advance, None)
        for first, *rest in contours:
            pen.moveTo(first)
            for point in rest:
                pen.lineTo(point)
            pen.closePath()
        charstrings[name] = pen.getCharString()
    builder.setupCFF(font.family, {}, charstrings, {})
    buffer = BytesIO()
    builder.font["CFF "].cff.compile(buffer, builder.font)
    return buffer.getvalue()


def _add_type3(objects: list[bytes], font: Type3Font) -> str:
    procedures = []
    for char, height in font.heights.items():
        drawn = f"{font.advance or height} 0 0 0 {height} {height} d1 0 0 {height} {height} re f"
        name = font.names.get(char, char)
        procedures.append(f"/{name} {_add_stream(objects, '', drawn.encode())}")
    names = " ".join(f"{ord(char)} /{font.names.get(char, char)}" for char in font.heights)
    codes = range(min(map(ord, font.heights)), max(map(ord, font.heights)) + 1)
    widths = " ".join(str(font.advance or font.heights.get(chr(code), 0)) for code in codes)
    entries = (
        f"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 {font.box} {font.box}] "
        f"/FontMatrix [{font.unit} 0 0 {font.unit} 0 0] /CharProcs << {' '.join(procedures)} >> "
        f"/Encoding << /Type /Encoding /Differences [{names}] >> "
        f"/FirstChar {codes[0]} /LastChar {codes[-1]} /Widths [{widths}] /Resources << >> >>"
    )
    return _add(objects, entries.encode())


def _add_stream(objects: list[bytes], entries: str, content: bytes) -> str:
    head = f"<< /Length {len(content)} {entries} >>\nstream\n".encode()
    return _add(objects, head + content + b"\nendstream")


def _add(objects: list[bytes], item: bytes) -> str:
    """A reference to a new object."""
    objects.append(item)
    return f"{len(objects)} 0 R"


def _file(objects: list[bytes]) -> bytes:
    content, offsets = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, start=1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n".encode() + item + b"\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    return (
        content
        + (
            f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
            f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
            f"startxref\n{len(content)}\n%%EOF\n"
        ).encode()
    )


def damaged_pdf(count: int, *numbers: int) -> bytes:
    """A PDF of `count` pages, some of which cannot be read."""
    pages = (show(f"page {i + 1}", 50, 500) for i in range(count))
    parts = make_pdf(*pages).split(b"<< /Type /Page ")
    content = parts[0]
    for number, part in enumerate(parts[1:], start=1):
        content += (b"1 % << /Type /Page " if number in numbers else b"<< /Type /Page ") + part
    return content
