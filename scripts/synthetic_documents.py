"""Long documents for bench_speed.py: pages of the fixtures, or pages full of one thing."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).parents[1]
PAPERS = ROOT / "fixtures" / "papers"
TINY_BLOCKS = ROOT / "fixtures" / "hostile" / "2000-tiny-textblocks.pdf"
# Points: US Letter.
PAGE_WIDTH, PAGE_HEIGHT = 612, 792


def write_document(path: Path, kind: str, pages: int) -> Path:
    """Write a PDF with that many pages of one of `KINDS`.

    Pages from the same source share their fonts, as in a real document.
    """
    documents = [pypdfium2.PdfDocument(source) for source in SOURCES[kind]()]
    total = sum(len(document) for document in documents)
    output = pypdfium2.PdfDocument.new()
    for number, document in enumerate(documents, 1):
        is_last = number == len(documents)
        share = pages - len(output) if is_last else pages * len(document) // total
        if share:
            output.import_pages(document, [page % len(document) for page in range(share)])
    output.save(path)
    output.close()
    for document in documents:
        document.close()
    return path


def draw_formulas() -> Iterator[str]:
    """Thirty displayed lines of single letters with indices and exponents."""
    for row in range(30):
        y = 740 - 22 * row
        for column in range(20):
            x = 80 + 20 * column
            yield f"BT /F1 10 Tf {x} {y} Td ({chr(97 + (row + column) % 26)}) Tj ET"
            shift = 4 if column % 2 else -3
            yield f"BT /F1 7 Tf {x + 6} {y + shift} Td ({column % 10}) Tj ET"


def draw_table() -> Iterator[str]:
    """Fifty-five rows of nine cells between rulings."""
    for row in range(55):
        y = 750 - 13 * row
        yield f"60 {y - 3} 490 0.5 re f"
        for column in range(9):
            value = f"{(row * 37 + column * 91) % 1000 / 10:.1f}"
            yield f"BT /F1 9 Tf {65 + 54 * column} {y} Td ({value}) Tj ET"


def single_page_pdf(content: Iterator[str]) -> bytes:
    """A PDF of one page with this content and one font."""
    stream = "\n".join(content).encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {PAGE_WIDTH} {PAGE_HEIGHT}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
    ]
    file = io.BytesIO()
    file.write(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(file.tell())
        file.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    table = file.tell()
    file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    file.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
    file.write(b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1))
    file.write(b"startxref\n%d\n%%%%EOF\n" % table)
    return file.getvalue()


def add_css_rules(path: Path, replica: Path, count: int) -> Path:
    """Write a copy of a replica with more CSS rules, like those of pdf2htmlEX."""
    html = replica.read_text("utf-8")
    rules = "".join(
        f".rule{number}{{bottom:{number}.{number % 97}px;}}\n" for number in range(count)
    )
    path.write_text(html.replace("</head>", f"<style>{rules}</style></head>", 1), "utf-8")
    return path


KINDS = {
    "text": "the fixtures",
    "formulas": "formulas",
    "tables": "tables",
    "tiny": "tiny blocks, 2,000 per page",
}
SOURCES: dict[str, Callable[[], list[bytes]]] = {
    "text": lambda: [path.read_bytes() for path in sorted(PAPERS.glob("*/*.pdf"))],
    "formulas": lambda: [single_page_pdf(draw_formulas())],
    "tables": lambda: [single_page_pdf(draw_table())],
    "tiny": lambda: [TINY_BLOCKS.read_bytes()],
}
