"""Measures Left Regions Expansion: pages in the right order, and time for 10·2^x pages.

    python scripts/bench_regions.py                 # both tables
    python scripts/bench_regions.py --max-power 5   # the time table up to 10·2^5 pages

A page is right when all its words come in the right order. Labels inside images have no defined
order and are left out for every method. XY-cut is that of `pdfbot blocks`; the last column is
the order of the text in the file, as pdfium reads it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pypdfium2

import pdfbot
from pdfbot import freki
from pdfbot.methods.left_regions.text_regions import find_regions
from pdfbot.model import Page
from pdfbot.options import ReadingOptions
from pdfbot.readers.document import read_document

FIXTURES = Path(__file__).parents[1] / "fixtures"
BULLETIN = FIXTURES / "papers" / "bulletin-threecolumn" / "bulletin-threecolumn.pdf"
LAYOUTS = sorted((FIXTURES / "layouts").glob("*.pdf"))
# Milliseconds per page in section 5 of the paper.
PAPER_MS = 1347
# Pages of the shortest document in the time table.
FIRST_COUNT = 10


@dataclass(frozen=True)
class Score:
    """How many pages of a document each method reads in the right order."""

    name: str
    pages: int
    right: tuple[int, ...]


def read_by_regions(path: Path) -> list[str]:
    return [page.text for page in pdfbot.regions(path).pages]


def read_by_xycut(path: Path) -> list[str]:
    blocks = freki.blocks(path).blocks
    texts: list[list[str]] = [[] for _ in range(max(block.page for block in blocks))]
    for block in blocks:
        texts[block.page - 1].append(block.text)
    return ["\n".join(parts) for parts in texts]


def read_by_pdfium(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


METHODS: dict[str, Callable[[Path], list[str]]] = {
    "LRE": read_by_regions,
    "XY-cut": read_by_xycut,
    "pdfium's order": read_by_pdfium,
}


def score_layout(path: Path) -> Score:
    """Compares word by word, since every word on a page is different."""
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))["pages"]
    right = tuple(
        sum(
            words_without_labels(text, page["labels"]) == page["text"].split()
            for text, page in zip(read(path), truth, strict=True)
        )
        for read in METHODS.values()
    )
    return Score(path.stem, len(truth), right)


def words_without_labels(text: str, labels: str) -> list[str]:
    skipped = set(labels.split())
    return [word for word in text.split() if word not in skipped]


def score_bulletin() -> Score:
    """Compares with a truth that has the start and the end of every region, in order."""
    regions = json.loads((BULLETIN.parent / "truth.json").read_text("utf-8"))["regions"]
    labels = [label for r in regions if r["kind"] == "image" for label in r["text"].split(" | ")]
    pages = sorted({r["page"] for r in regions})
    truth = [
        [r["text"] for r in regions if r["page"] == number and r["kind"] != "image"]
        for number in pages
    ]
    right = tuple(
        sum(
            is_in_order(remove_label_lines(text, labels), page)
            for text, page in zip(read(BULLETIN), truth, strict=True)
        )
        for read in METHODS.values()
    )
    return Score(BULLETIN.stem, len(pages), right)


def remove_label_lines(text: str, labels: Sequence[str]) -> str:
    """The text without lines that consist of labels of a diagram."""
    kept = []
    # pdfium has U+FFFE for the hyphen of a broken word.
    for line in text.replace("\ufffe", "-").splitlines():
        rest = line
        for label in labels:
            rest = rest.replace(label, "")
        if rest.strip():
            kept.append(line)
    return "".join(kept)


def squeeze(text: str) -> str:
    """Without spaces and hyphens, since words are whole in the truth and broken on the page."""
    return "".join(text.replace("-", "").split())


def is_in_order(text: str, regions: Sequence[str]) -> bool:
    """Whether every region starts right where the one before it ends."""
    read = squeeze(text)
    position = 0
    for region in regions:
        start, _, end = (squeeze(part) for part in region.partition(" ... "))
        if not read.startswith(start, position):
            return False
        found = read.find(end, position + len(start))
        if found < 0:
            return False
        position = found + len(end)
    return position == len(read)


def print_scores() -> None:
    scores = [score_bulletin(), *(score_layout(path) for path in LAYOUTS)]
    right = tuple(map(sum, zip(*(score.right for score in scores), strict=True)))
    scores.append(Score("all", sum(score.pages for score in scores), right))
    print(f"| document | pages | {' | '.join(METHODS)} |")
    print("|---|---:" + "|---:" * len(METHODS) + "|")
    for score in scores:
        shares = " | ".join(f"{count / score.pages:.0%}" for count in score.right)
        print(f"| {score.name} | {score.pages} | {shares} |")


def print_times(max_power: int) -> None:
    """Reading and regions are measured separately, since the paper's time includes both."""
    start = time.process_time()
    reading = ReadingOptions()
    pages = [page for path in LAYOUTS for page in read_document(path, reading).pages]
    reading_ms = (time.process_time() - start) / len(pages) * 1000
    print(f"\nreading a page of the PDF: {reading_ms:.1f} ms\n")
    print(f"| pages | s | ms per page | of the paper's {PAPER_MS} ms | ms with reading |")
    print("|---:|---:|---:|---:|---:|")
    for power in range(max_power + 1):
        count = FIRST_COUNT * 2**power
        document = list(repeat_pages(pages, count))
        start = time.process_time()
        find_regions(document)
        seconds = time.process_time() - start
        page_ms = seconds / count * 1000
        share = f"1/{PAPER_MS / page_ms:.0f}"
        print(f"| {count} | {seconds:.2f} | {page_ms:.1f} | {share} | {page_ms + reading_ms:.1f} |")


def repeat_pages(pages: Sequence[Page], count: int) -> Iterator[Page]:
    for number in range(1, count + 1):
        yield replace(pages[(number - 1) % len(pages)], number=number)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--max-power", type=int, default=9, metavar="X", help="time 10·2^0 to 10·2^X pages"
    )
    options = parser.parse_args()
    print_scores()
    print_times(options.max_power)
    return 0


if __name__ == "__main__":
    sys.exit(main())
