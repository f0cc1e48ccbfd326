"""Generate fixtures/languages: a small paper in each of several languages, set by Chromium.

    python scripts/make_language_fixtures.py [NAME …]

Reads the text of each document from fixtures/languages/NAME/NAME.txt and writes NAME.pdf and
truth.json beside it. Needs Chromium, the Noto fonts and Norasi (Debian: fonts-noto-core,
fonts-noto-cjk, fonts-tlwg-norasi); other versions of them give other PDFs.
"""

from __future__ import annotations

import argparse
import html
import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from world.source import Block, Source, read_source

FOLDER = Path(__file__).parents[1] / "fixtures" / "languages"
# Its code, and the font it is set in.
DOCUMENTS = {
    "arabic": ("ar", "Noto Naskh Arabic"),
    "chinese": ("zh", "Noto Sans CJK SC"),
    "german": ("de", "Noto Serif"),
    "hebrew": ("he", "Noto Serif Hebrew"),
    "hindi": ("hi", "Noto Serif Devanagari"),
    "japanese": ("ja", "Noto Sans CJK JP"),
    "korean": ("ko", "Noto Sans CJK KR"),
    "portuguese": ("pt", "Noto Serif"),
    "russian": ("ru", "Noto Serif"),
    "thai": ("th", "Noto Serif Thai"),
    # Chromium writes this font as procedures (Type 3).
    "thai-procedures": ("th", "Norasi"),
}
RIGHT_TO_LEFT = ("ar", "he")
STYLE = """
@page { size: 480pt 560pt; margin: 40pt 36pt; }
body { font: 9pt/13pt "%s", "Noto Serif"; margin: 0; text-align: justify; hyphens: auto; }
h1 { font-size: 15pt; line-height: 20pt; text-align: center; margin: 0 0 6pt; }
.author { text-align: center; margin: 0 0 14pt; text-indent: 0; }
.text { columns: 2; column-gap: 18pt; }
h2 { font-size: 11pt; margin: 10pt 0 4pt; text-align: start; break-after: avoid; }
p { margin: 0; text-indent: 1em; }
.keywords, .reference { text-indent: 0; margin-top: 4pt; }
h2 + p, .reference { text-indent: 0; }
.reference { font-size: 8pt; line-height: 11pt; }
"""
TAGS = {"title": "h1", "heading": "h2"}
ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", help="documents, or all of them")
    names = parser.parse_args().names or list(DOCUMENTS)
    if unknown := set(names) - set(DOCUMENTS):
        parser.error(f"no such document: {', '.join(sorted(unknown))}")
    for name in names:
        source = read_source(FOLDER / name / f"{name}.txt")
        pdf = FOLDER / name / f"{name}.pdf"
        _print(_page(source, *DOCUMENTS[name]), pdf)
        truth = {
            "id": name,
            "class": "made",
            "language": DOCUMENTS[name][0],
            "columns": 2,
            "paragraphs": source.body,
            "nonbody": source.nonbody,
        }
        text = json.dumps(truth, ensure_ascii=False, indent=1)
        (FOLDER / name / "truth.json").write_text(f"{text}\n", "utf-8")
        print(f"{name}: {pdf.stat().st_size} bytes")
    return 0


def _page(source: Source, language: str, font: str) -> str:
    """The document as a web page: title and authors above two columns."""
    direction = "rtl" if language in RIGHT_TO_LEFT else "ltr"
    head = [block for block in source.blocks if block.kind in ("title", "author")]
    rest = [block for block in source.blocks if block not in head]
    return (
        f'<!DOCTYPE html><html lang="{language}" dir="{direction}"><meta charset="utf-8">'
        f"<style>{STYLE % font}</style>{''.join(map(_element, head))}"
        f'<div class="text">{"".join(map(_element, rest))}</div></html>'
    )


def _element(block: Block) -> str:
    tag = TAGS.get(block.kind, "p")
    return f'<{tag} class="{block.kind}">{html.escape(block.text)}</{tag}>'


def _print(page: str, pdf: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(page, "utf-8")
        command = [chromium, *ARGUMENTS, f"--print-to-pdf={pdf}", file.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


if __name__ == "__main__":
    sys.exit(main())
