"""Speed and memory: limits so generous that only a real regression breaks them on a busy machine.

Times are processor time, compared as ratios of two things that are measured in turns.
docs/performance.md has the real figures.
"""

from __future__ import annotations

import ctypes
import gc
import io
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pypdfium2
import pypdfium2.raw as raw
import pytest

import pdfbot
from pdfbot.garbage_collection import relaxed_gc
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.formats import FORMATS, FormatOptions, render
from pdfbot.pipeline import analyse, extract_body
from pdfbot.readers.document import read_document
from pdfbot.readers.pdf2htmlex.dom import read_replica
from pdfbot.readers.source import Source
from tests.documents import HOSTILE, PAPERS
from tests.pdfs import PdfPage, make_pdf, show

TEXT = tuple(PAPERS / n / f"{n}.pdf" for n in ("twocolumn-conference", "onecolumn-indented"))
TINY_BLOCKS = (HOSTILE / "2000-tiny-textblocks.pdf",)
REPLICA = PAPERS / "twocolumn-physics" / "twocolumn-physics.html"
# Bytes that Python may allocate for each page more.
MAX_PAGE_MEMORY = 400_000


@cache
def long_document(sources: tuple[str, ...], pages: int) -> bytes:
    """The pages of the sources over and over; those of one source share their fonts."""
    output = pypdfium2.PdfDocument.new()
    for source in sources:
        document = pypdfium2.PdfDocument(source)
        share = pages // len(sources)
        output.import_pages(document, [page % len(document) for page in range(share)])
        document.close()
    content = io.BytesIO()
    output.save(content)
    output.close()
    return content.getvalue()


@pytest.fixture(autouse=True, scope="module")
def garbage_of_other_tests_is_ignored() -> Iterator[None]:
    """Keep the collector from visiting what the tests before these have left."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def names(paths: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(map(str, paths))


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def best_of(rounds: int, *works: Callable[[], object]) -> list[float]:
    """The least processor time of each, measured in turns after one round to warm up."""
    for work in works:
        work()
    turns = [[seconds(work) for work in works] for _ in range(rounds)]
    return [min(times) for times in zip(*turns, strict=True)]


def read_every_character(content: bytes) -> None:
    """Box, origin, size and font of each, through pypdfium2: what any tool has to pay."""
    left, right, bottom, top, x, y = (ctypes.c_double() for _ in range(6))
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    pdf = pypdfium2.PdfDocument(content)
    for page in pdf:
        text = page.get_textpage()
        for index in range(raw.FPDFText_CountChars(text)):
            raw.FPDFText_GetUnicode(text, index)
            raw.FPDFText_GetCharBox(text, index, left, right, bottom, top)
            raw.FPDFText_GetCharOrigin(text, index, x, y)
            raw.FPDFText_GetFontSize(text, index)
            raw.FPDFText_GetFontInfo(text, index, name, 128, flags)
        text.close()
        page.close()
    pdf.close()


def test_extraction_costs_little_more_than_reading_every_character() -> None:
    content = long_document(names(TEXT), 8)
    floor, whole = best_of(
        3, lambda: read_every_character(content), lambda: pdfbot.extract(content)
    )
    assert whole <= 5 * floor


def test_time_is_linear_in_pages_of_tiny_blocks() -> None:
    few, many = long_document(names(TINY_BLOCKS), 1), long_document(names(TINY_BLOCKS), 10)
    short, long = best_of(2, lambda: pdfbot.extract(few), lambda: pdfbot.extract(many))
    assert long <= 14 * short


def test_time_is_linear_in_the_blocks_of_one_line() -> None:
    def line(blocks: int) -> bytes:
        fonts = ("F1", "F2")
        words = (show("word", 30 + 30 * n, 300, font=fonts[n % 2]) for n in range(blocks))
        return make_pdf(PdfPage(b"".join(words), width=60 + 30 * blocks))

    few, many = line(400), line(4000)
    short, long = best_of(2, lambda: pdfbot.extract(few), lambda: pdfbot.extract(many))
    assert long <= 14 * short


def page_within_a_paragraph() -> bytes:
    """A page on which no paragraph begins or ends, so that many of them are one paragraph."""
    line = "And goes on with these words from the one edge of the column to the other"
    return b"".join(show(line, 30, 580 - 12 * row) for row in range(45))


@pytest.mark.parametrize(
    ("make", "times"),
    [
        (lambda: long_document(names(TEXT), 10), 5),
        (lambda: make_pdf(page_within_a_paragraph()), 40),
    ],
    ids=["papers", "one paragraph"],
)
def test_time_of_the_method_is_linear_in_pages(make: Callable[[], bytes], times: int) -> None:
    """Hundreds of pages: comparing every page or line with every other shows only then."""
    document = read_document(make(), ReadingOptions())

    def analyse_repeated(times: int) -> None:
        pages = [page for _ in range(times) for page in document.pages]
        numbered = tuple(replace(page, number=n) for n, page in enumerate(pages, 1))
        with relaxed_gc():
            analyse(replace(document, pages=numbered), RuleOptions())

    analyse_repeated(1)
    short = min(seconds(lambda: analyse_repeated(times)) for _ in range(2))
    assert seconds(lambda: analyse_repeated(10 * times)) <= 20 * short


def page_of_cells() -> bytes:
    """Fifty rows of eight cells."""
    return b"".join(
        show(f"{row * 37 % 100}.{column}", 20 + 48 * column, 580 - 11 * row, size=8)
        for row in range(50)
        for column in range(8)
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda pages: long_document(names(TEXT), pages),
        lambda pages: make_pdf(*[page_of_cells()] * pages),
    ],
    ids=["text", "cells"],
)
def test_peak_memory_per_page_is_limited(make: Callable[[int], bytes]) -> None:
    peaks = []
    for pages in (10, 26):
        content = make(pages)
        gc.collect()
        tracemalloc.start()
        pdfbot.extract(content)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (peaks[1] - peaks[0]) / 16 < MAX_PAGE_MEMORY


def test_ten_thousand_css_rules_add_little_time() -> None:
    html = REPLICA.read_text("utf-8")
    rules = "".join(f".rule{n}{{bottom:{n}.{n % 97}px;}}\n" for n in range(10_000))
    many = html.replace("</head>", f"<style>{rules}</style></head>", 1)
    plain, full = best_of(2, lambda: read_replica(html), lambda: read_replica(many))
    assert full <= 2.5 * plain
    assert read_replica(many) == read_replica(html)


def traced_peak(work: Callable[[], object]) -> int:
    """The bytes that Python allocates at most, beyond what was there before."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_writing_takes_little_of_the_time_and_memory_of_the_extraction() -> None:
    source = Source(long_document(names(TEXT), 30), "long.pdf")

    def extract() -> Extraction:
        return extract_body(source, ReadingOptions(), RuleOptions())

    paper, peak = extract(), traced_peak(extract)
    (reading,) = best_of(2, extract)
    for form in FORMATS:

        def write(form: str = form) -> None:
            for _ in render(paper, form, FormatOptions(), source):
                pass

        assert traced_peak(write) < peak / 3, form
        (writing,) = best_of(2, write)
        assert writing < 0.2 * reading, form
