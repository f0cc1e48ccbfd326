"""Long documents for bench_speed.py: pages of the fixtures, and pages full of one thing."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).parents[1]
PAPERS = ROOT / "fixtures" / "papers"
TINY = ROOT / "fixtures" / "hostile" / "2000-tiny-textblocks.pdf"
WIDTH, HEIGHT = 612, 792
SORTS = {
    "text": "the fixtures",
    "formulas": "formulas",
    "tables": "tables",
    "tiny": "tiny blocks, 2,000 a page",
}


def make_document(path: Path, sort: str, pages: int) -> Path:
    """A PDF of the wanted length; pages of one source share their fonts, as in a real document."""
    sources = {
        "text": lambda: [path.read_bytes() for path in sorted(PAPERS.glob("*/*.pdf"))],
        "formulas": lambda: [write_pdf(draw_formulas())],
        "tables": lambda: [write_pdf(draw_table())],
        "tiny": lambda: [TINY.read_bytes()],
    }[sort]()
    documents = [pypdfium2.PdfDocument(source) for source in sources]
    made = pypdfium2.PdfDocument.new()
    total = sum(len(document) for document in documents)
    for number, document in enumerate(documents, 1):
        share = pages * len(document) // total if number < len(documents) else pages - len(made)
        if share:
            made.import_pages(document, [page % len(document) for page in range(share)])
    made.save(path)
    made.close()
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
    """Fifty-five rows of nine cells between rules."""
    for row in range(55):
        y = 750 - 13 * row
        yield f"60 {y - 3} 490 0.5 re f"
        for column in range(9):
            value = f"{(row * 37 + column * 91) % 1000 / 10:.1f}"
            yield f"BT /F1 9 Tf {65 + 54 * column} {y} Td ({value}) Tj ET"


def write_pdf(content: Iterator[str]) -> bytes:
    """One page with this content and one font, as a file."""
    stream = "\n".join(content).encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
    ]
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    table = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1))
    out.write(b"startxref\n%d\n%%%%EOF\n" % table)
    return out.getvalue()


def make_rules(path: Path, replica: Path, count: int) -> Path:
    """A replica with more rules in its style sheet, like those that pdf2htmlEX writes."""
    html = replica.read_text("utf-8")
    rules = "".join(
        f".rule{number}{{bottom:{number}.{number % 97}px;}}\n" for number in range(count)
    )
    path.write_text(html.replace("</head>", f"<style>{rules}</style></head>", 1), "utf-8")
    return path
