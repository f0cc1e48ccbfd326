"""Small PDFs built on the fly, with the content that a test needs on their pages."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A content stream, and entries of the page's dictionary such as "/Rotate 90"."""

    content: bytes
    entries: str = ""
    width: float = WIDTH
    height: float = HEIGHT


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


def make_pdf(*pages: PdfPage | bytes) -> bytes:
    """A file with these pages; bytes are the content of an ordinary one."""
    built = [page if isinstance(page, PdfPage) else PdfPage(page) for page in pages]
    fonts = " ".join(f"/{name} {font}" for name, font in FONTS.items())
    kids = " ".join(f"{3 + 2 * i} 0 R" for i in range(len(built)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(built)} >>".encode(),
    ]
    for number, page in enumerate(built):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page.width} {page.height}] "
            f"/Contents {4 + 2 * number} 0 R /Resources << /Font << {fonts} >> >> "
            f"{page.entries} >>".encode()
        )
        head = f"<< /Length {len(page.content)} >>\nstream\n".encode()
        objects.append(head + page.content + b"\nendstream")
    return _file(objects)


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
