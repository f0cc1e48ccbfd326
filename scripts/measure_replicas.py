"""Measure how sharp replicas are: which share of the letters only the picture of a page shows.

    python scripts/measure_replicas.py PAPERS [PAPERS …]     # folders of <id>/paper.pdf
    python scripts/measure_replicas.py PAPERS --sizes        # and bytes and seconds of the replicas

Letters of Type 3 fonts, which are bitmaps, do not count, and neither do invisible ones.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2

from pdfbot.errors import PdfbotError
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium.pdf_document import read_pdf
from pdfbot.readers.pdfium.styles import is_bitmap
from pdfbot.readers.source import Source
from pdfbot.visual.replica.build import build_replica
from pdfbot.visual.replica.page_images import view_pages

# Papers that are named: those with the largest shares.
NAMED = 10


@dataclass(frozen=True)
class Sharpness:
    """The visible letters of a paper, and those that only pictures show."""

    name: str
    letters: int
    pictured: int

    @property
    def share(self) -> float:
        return self.pictured / self.letters if self.letters else 0.0


def measure_sharpness(path: Path) -> Sharpness:
    """What is drawn of a paper."""
    document = read_pdf(Source.of(path), ReadingOptions())
    letters = pictured = 0
    with pypdfium2.PdfDocument(path) as pdf:
        views = dict(view_pages(pdf, document.pages))
    for page in document.pages:
        blocks = [block for block in page.blocks if not block.hidden]
        bitmaps = sum(_letters(block.text) for block in blocks if is_bitmap(block.font))
        letters += sum(_letters(block.text) for block in blocks) - bitmaps
        lettering = views[page.number].lettering
        if lettering.outlines:
            pictured += max(lettering.undrawn - bitmaps, 0)
        else:
            pictured += sum(_letters(b.text) for b in blocks if not is_bitmap(b.font))
    return Sharpness(path.parent.name, letters, pictured)


def _letters(text: str) -> int:
    return sum(char != " " for char in text)


def find_pdfs(folder: Path) -> Iterator[Path]:
    for paper in sorted(folder.iterdir()):
        yield from sorted(paper.glob("*.pdf"))[:1]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", type=Path, nargs="+")
    parser.add_argument("--sizes", action="store_true", help="also write the replicas")
    parser.add_argument("--every", type=int, default=1, help="take every so many-th paper only")
    options = parser.parse_args()
    for folder in options.papers:
        found: list[Sharpness] = []
        seconds = size = 0.0
        for path in list(find_pdfs(folder))[:: options.every]:
            try:
                found.append(measure_sharpness(path))
                started = time.process_time()
                if options.sizes:
                    size += len(build_replica(path, ReadingOptions()).html)
                seconds += time.process_time() - started
            except PdfbotError as error:
                print(f"{path}: {error}")
        report(folder, found, size, seconds if options.sizes else 0.0)


def report(folder: Path, found: list[Sharpness], size: float, seconds: float) -> None:
    """Print the share of all papers, and the papers with the largest ones."""
    total = sum(item.letters for item in found)
    share = sum(item.pictured for item in found) / total if total else 0.0
    print(f"{folder}: {len(found)} papers, {total:,} letters, {share:.2%} only in pictures", end="")
    print(f", {size / 1e6:.2f} MB, {seconds:.1f} s" if seconds else "", flush=True)
    for item in sorted(found, key=lambda item: -item.share)[:NAMED]:
        print(f"  {item.share:7.2%}  {item.name}")


if __name__ == "__main__":
    main()
