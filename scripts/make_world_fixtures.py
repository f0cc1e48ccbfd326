"""Generate fixtures/world: small papers with the troubles of publishers' PDFs, scans and old files.

    python scripts/make_world_fixtures.py [NAME …]

Reads the text of each document from fixtures/world/NAME/NAME.txt and writes NAME.pdf and truth.json
beside it. The same texts and the same versions of PDFium and Pillow give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from world import old_papers, publishers
from world.house_style import Made
from world.source import Source, read_source

WORLD = Path(__file__).parents[1] / "fixtures" / "world"
DOCUMENTS: dict[str, Callable[[Source], Made]] = {
    "broken-page": old_papers.broken_page,
    "cropped-form": publishers.cropped_form,
    "drop-cap": publishers.drop_cap,
    "framed-abstract": publishers.framed_abstract,
    "letterspaced-labels": publishers.letterspaced_labels,
    "nameless-fonts": publishers.nameless_fonts,
    "numbered-glyphs": old_papers.numbered_glyphs,
    "ocr-strips": old_papers.ocr_strips,
    "publisher-notes": publishers.publisher_notes,
    "side-column": publishers.side_column,
    "type3": old_papers.type3,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", help="documents, or all of them")
    names = parser.parse_args().names or list(DOCUMENTS)
    if unknown := set(names) - set(DOCUMENTS):
        parser.error(f"no such document: {', '.join(sorted(unknown))}")
    for name in names:
        folder = WORLD / name
        source = read_source(folder / f"{name}.txt")
        made = DOCUMENTS[name](source)
        (folder / f"{name}.pdf").write_bytes(made.pdf)
        text = json.dumps(_truth(name, source, made), ensure_ascii=False, indent=1)
        (folder / "truth.json").write_text(f"{text}\n", "utf-8")
        print(f"{name}: {made.pages} pages, {len(made.pdf)} bytes")
    return 0


def _truth(name: str, source: Source, made: Made) -> dict[str, Any]:
    return {
        "id": name,
        "class": "made",
        "columns": made.columns,
        "pages": made.pages,
        "paragraphs": source.body if made.paragraphs is None else made.paragraphs,
        "nonbody": source.nonbody,
    }


if __name__ == "__main__":
    sys.exit(main())
