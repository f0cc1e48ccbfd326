"""Measures Left Regions Expansion: pages in the right order, and time over 10·2^x pages.

    python scripts/bench_regions.py            # both tables
    python scripts/bench_regions.py --most 5   # the time table up to 10·2^5 pages

A page is right when all its words are there in the right order. Labels inside images have no
order of their own and are left out, for every method. XY-cut is that of `pdfbot blocks`; the
third column is the order in which the file has its text, as pdfium gives it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pypdfium2

import pdfbot
from pdfbot.layout.regions import find_regions
from pdfbot.model import Page
from pdfbot.source import open_document

ROOT = Path(__file__).parents[1] / "fixtures"
BULLETIN = ROOT / "papers" / "bulletin-threecolumn" / "bulletin-threecolumn"
PAPER_MS = 1347


@dataclass(frozen=True)
class Score:
    """How many pages of a document each method gets right."""

    name: str
    pages: int
    regions: int
    xycut: int
    pdfium: int


def words(text: str, labels: str) -> list[str]:
    skipped = set(labels.split())
    return [word for word in text.split() if word not in skipped]


def texts_by_regions(path: Path) -> list[str]:
    return [page.text for page in pdfbot.regions(path).pages]


def texts_by_xycut(path: Path) -> list[str]:
    found = pdfbot.freki.blocks(path).blocks
    pages = max(block.page for block in found)
    texts: list[list[str]] = [[] for _ in range(pages)]
    for block in found:
        texts[block.page - 1].append(block.text)
    return ["\n".join(parts) for parts in texts]


def texts_by_pdfium(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def score_layout(path: Path) -> Score:
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))["pages"]
    counts = []
    for method in (texts_by_regions, texts_by_xycut, texts_by_pdfium):
        counts.append(
            sum(
                words(text, page["labels"]) == words(page["text"], "")
                for text, page in zip(method(path), truth, strict=True)
            )
        )
    return Score(path.stem, len(truth), *counts)


def score_bulletin() -> Score:
    """Its truth gives the beginning and the end of every region, in order."""
    regions = json.loads((BULLETIN.parent / "truth.json").read_text("utf-8"))["regions"]
    path = BULLETIN.with_suffix(".pdf")
    labels = [label for r in regions if r["kind"] == "image" for label in r["text"].split(" | ")]
    order = [
        [r["text"] for r in regions if r["page"] == number and r["kind"] != "image"]
        for number in (1, 2)
    ]
    counts = []
    for method in (texts_by_regions, texts_by_xycut, texts_by_pdfium):
        texts = [without_labels(text, labels) for text in method(path)]
        counts.append(sum(follows(text, page) for text, page in zip(texts, order, strict=True)))
    return Score("bulletin-threecolumn", 2, *counts)


def without_labels(text: str, labels: list[str]) -> str:
    """The lines that are more than labels of a diagram, squeezed."""
    kept = []
    for line in text.replace("\ufffe", "-").splitlines():
        rest = line
        for label in labels:
            rest = rest.replace(label, "")
        if rest.strip():
            kept.append(line)
    return squeeze("".join(kept))


def squeeze(text: str) -> str:
    """Without spaces and hyphens, since the truth has whole words and the page broken ones."""
    return "".join(text.replace("-", "").split())


def follows(read: str, expected: list[str]) -> bool:
    """Does every region begin right where the one before it ended?"""
    place = 0
    for region in expected:
        first, _, last = region.partition(" ... ")
        if not read.startswith(squeeze(first), place):
            return False
        place += len(squeeze(first))
        if last:
            place = read.find(squeeze(last), place) + len(squeeze(last))
            if place < len(squeeze(last)):
                return False
    return place == len(read)


def copies(pages: tuple[Page, ...], count: int) -> Iterator[Page]:
    for number in range(1, count + 1):
        yield replace(pages[(number - 1) % len(pages)], number=number)


def time_pages(most: int) -> None:
    """Reading and regions apart, since the paper's time has both."""
    layouts = sorted((ROOT / "layouts").glob("*.pdf"))
    start = time.process_time()
    pages = tuple(page for path in layouts for page in open_document(path).pages)
    reading = (time.process_time() - start) / len(pages) * 1000
    print(f"\nreading a page of the PDF: {reading:.1f} ms\n")
    print(f"| pages | s | ms a page | of the paper's {PAPER_MS} ms | ms with reading |")
    print("|---:|---:|---:|---:|---:|")
    for power in range(most + 1):
        count = 10 * 2**power
        book = list(copies(pages, count))
        start = time.process_time()
        find_regions(book)
        seconds = time.process_time() - start
        each = seconds / count * 1000
        faster = f"1/{PAPER_MS / each:.0f}"
        print(f"| {count} | {seconds:.2f} | {each:.1f} | {faster} | {each + reading:.1f} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--most", type=int, default=9, metavar="X", help="time 10·2^0 to 10·2^X")
    options = parser.parse_args()
    scores = [score_bulletin()]
    scores += [score_layout(path) for path in sorted((ROOT / "layouts").glob("*.pdf"))]
    print("| document | pages | LRE | XY-cut | pdfium's order |")
    print("|---|---:|---:|---:|---:|")
    total = Score("all", *(sum(getattr(s, key) for s in scores) for key in
                           ("pages", "regions", "xycut", "pdfium")))  # fmt: skip
    for score in [*scores, total]:
        parts = (score.regions, score.xycut, score.pdfium)
        shares = " | ".join(f"{part / score.pages:.0%}" for part in parts)
        print(f"| {score.name} | {score.pages} | {shares} |")
    time_pages(options.most)
    return 0


if __name__ == "__main__":
    sys.exit(main())
