"""The tools that bench_speed.py compares: each runs warm in a process of its own, for one core.

    echo '["paper.pdf"]' | python scripts/speed_tools.py pdfbot
    python scripts/speed_tools.py first paper.pdf

A line of JSON with paths on stdin is one round over these papers; the answer is a line of JSON
with processor seconds, wall seconds, pages and the peak memory of the process so far in MB.
`first` tells what the first paper costs pdfbot in a process that has loaded all it needs.
Nothing is imported that the chosen tool does not need, so that a tool may live in an environment
without pdfbot.
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Round = dict[str, float]


def processor_seconds() -> float:
    """Of this process and of the ones it started, for every tool the same measure."""
    spent = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        spent += usage.ru_utime + usage.ru_stime
    return spent


def peak_memory() -> float:
    """MB; of the process that did the work, this one or the largest it started."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return max(own, started) / 1000


def pdftotext(papers: Sequence[str]) -> None:
    for paper in papers:
        subprocess.run(["pdftotext", paper, "/dev/null"], stderr=subprocess.DEVNULL)


def plain_text(papers: Sequence[str]) -> None:
    """What pypdfium2 gives as text, without any position."""
    import pypdfium2

    for paper in papers:
        pdf = pypdfium2.PdfDocument(paper)
        for page in pdf:
            text_page = page.get_textpage()
            text_page.get_text_range()
            text_page.close()
            page.close()
        pdf.close()


def floor(papers: Sequence[str]) -> None:
    """Every character with box, origin, size and font, by the calls that pypdfium2 offers."""
    import pypdfium2

    for paper in papers:
        pdf = pypdfium2.PdfDocument(paper)
        for page in pdf:
            text_page = page.get_textpage()
            read_characters(text_page)
            text_page.close()
            page.close()
        pdf.close()


def read_characters(text_page: Any) -> list[tuple[Any, ...]]:
    """The characters of a page as tuples: what any tool that needs places must ask for."""
    import ctypes

    import pypdfium2.raw as raw

    left, right, bottom, top, x, y = (ctypes.c_double() for _ in range(6))
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    found = []
    for index in range(raw.FPDFText_CountChars(text_page)):
        raw.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
        raw.FPDFText_GetCharOrigin(text_page, index, x, y)
        raw.FPDFText_GetFontInfo(text_page, index, name, 128, flags)
        found.append(
            (
                raw.FPDFText_GetUnicode(text_page, index),
                (left.value, bottom.value, right.value, top.value),
                (x.value, y.value),
                raw.FPDFText_GetFontSize(text_page, index),
                name.value,
            )
        )
    return found


def pdfminer(papers: Sequence[str]) -> None:
    from pdfminer.high_level import extract_text

    for paper in papers:
        extract_text(paper)


def pymupdf4llm(papers: Sequence[str]) -> None:
    import pymupdf4llm

    for paper in papers:
        pymupdf4llm.to_markdown(paper, show_progress=False)


def opendataloader(papers: Sequence[str]) -> None:
    """One call for all papers: Java starts once."""
    import opendataloader_pdf

    with tempfile.TemporaryDirectory() as folder:
        # Papers of one name would overwrite each other.
        links = [Path(folder, f"{number}.pdf") for number in range(len(papers))]
        for link, paper in zip(links, papers, strict=True):
            link.symlink_to(Path(paper).resolve())
        opendataloader_pdf.convert(
            [str(link) for link in links],
            output_dir=str(Path(folder, "out")),
            format="json",
            quiet=True,
            image_output="off",
        )


def pdfbot(papers: Sequence[str]) -> None:
    import pdfbot

    for paper in papers:
        pdfbot.extract(paper, engine="embedded")


def replica(papers: Sequence[str]) -> Round:
    """The stages apart: parsing the HTML is beautifulsoup4's and lxml's work, not pdfbot's."""
    from bs4 import BeautifulSoup

    from pdfbot.pipeline import extract_body
    from pdfbot.replica.html import read_container
    from pdfbot.thresholds import Thresholds

    spent = {"parse": 0.0, "read": 0.0, "method": 0.0}
    for paper in papers:
        content = Path(paper).read_bytes()
        html = gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
        marks = [time.process_time()]
        container: Any = BeautifulSoup(html.decode("utf-8", "replace"), "lxml").find(
            id="page-container"
        )
        marks.append(time.process_time())
        document = read_container(container)
        marks.append(time.process_time())
        extract_body(document, Thresholds())
        marks.append(time.process_time())
        for stage, begin, end in zip(spent, marks, marks[1:], strict=False):
            spent[stage] += end - begin
    return spent


TOOLS: dict[str, Callable[[Sequence[str]], Round | None]] = {
    "pdftotext": pdftotext,
    "plain": plain_text,
    "floor": floor,
    "pdfminer": pdfminer,
    "pymupdf4llm": pymupdf4llm,
    "opendataloader": opendataloader,
    "pdfbot": pdfbot,
    "replica": replica,
}


def measure(tool: Callable[[Sequence[str]], Round | None], papers: Sequence[str]) -> Round:
    """One round over the papers."""
    wall, spent = time.perf_counter(), processor_seconds()
    stages = tool(papers) or {}
    return {
        "cpu": processor_seconds() - spent,
        "wall": time.perf_counter() - wall,
        "peak": peak_memory(),
        **stages,
    }


def first_paper(paper: str) -> float:
    """Processor seconds of the first extraction, the imports not counted."""
    import pdfbot
    import pdfbot.cli.extract
    import pdfbot.output.text
    import pdfbot.pipeline
    import pdfbot.replica.pdfium

    spent = processor_seconds()
    pdfbot.extract(paper, engine="embedded")
    return processor_seconds() - spent


def main() -> None:
    if sys.argv[1] == "first":
        print(first_paper(sys.argv[2]))
        return
    tool = TOOLS[sys.argv[1]]
    # Some tools print; stdout is for the answers alone.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(measure(tool, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
