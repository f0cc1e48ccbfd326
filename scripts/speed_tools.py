"""The tools that bench_speed.py compares, each warm in a separate process, on one core.

    echo '["paper.pdf"]' | python scripts/speed_tools.py pdfbot

A line of JSON with paths on stdin is one round over these papers. The answer is a line of JSON with
processor seconds, wall seconds and the peak memory of the process so far in MB. Nothing is imported
that the chosen tool does not need, so a tool may live in an environment without pdfbot.
"""

from __future__ import annotations

import ctypes
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

Round = dict[str, float]


def processor_seconds() -> float:
    """The processor time of this process and its children: the same measure for every tool."""
    spent = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        spent += usage.ru_utime + usage.ru_stime
    return spent


def peak_memory() -> float:
    """The peak memory in MB of the process that did the work: this one, or its largest child."""
    started = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return max(own_peak(), started) / 1000


def own_peak() -> int:
    """kB; from /proc where there is one, because `ru_maxrss` begins with the parent's peak."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def pdftotext(papers: Sequence[str]) -> None:
    for paper in papers:
        subprocess.run(["pdftotext", paper, "/dev/null"], stderr=subprocess.DEVNULL)


def plain_text(papers: Sequence[str]) -> None:
    """The plain text from pypdfium2, without positions."""
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
    """Every character with its box, origin, size and font, through pypdfium2's own calls."""
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
    """The characters of a page as tuples: what any tool that needs positions must ask for."""
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


def liteparse(papers: Sequence[str]) -> None:
    from liteparse import LiteParse

    parser = LiteParse(ocr_enabled=False, quiet=True, num_workers=1)
    for paper in papers:
        parser.parse(paper)


def pdf_oxide(papers: Sequence[str]) -> None:
    from pdf_oxide import PdfDocument

    for paper in papers:
        pdf = PdfDocument(paper)
        for number in range(pdf.page_count()):
            pdf.extract_text(number)


def pdf_inspector(papers: Sequence[str]) -> None:
    """Its Markdown, since its plain text is in the order of the file."""
    import pdf_inspector

    for paper in papers:
        pdf_inspector.process_pdf(paper)


def pdfminer(papers: Sequence[str]) -> None:
    from pdfminer.high_level import extract_text

    for paper in papers:
        extract_text(paper)


def pymupdf4llm(papers: Sequence[str]) -> None:
    import pymupdf4llm

    for paper in papers:
        pymupdf4llm.to_markdown(paper, show_progress=False)


def opendataloader(papers: Sequence[str]) -> None:
    """One call for all papers, so that Java starts once."""
    import opendataloader_pdf

    with tempfile.TemporaryDirectory() as folder:
        # Papers with the same file name would overwrite each other.
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
        _ = pdfbot.extract(paper, engine="embedded").text


def pdfbot_json(papers: Sequence[str]) -> None:
    import pdfbot

    for paper in papers:
        pdfbot.extract(paper, engine="embedded").to_json()


def replica(papers: Sequence[str]) -> Round:
    """The stages apart, because beautifulsoup4 and lxml parse the HTML, not pdfbot."""
    from bs4 import BeautifulSoup

    from pdfbot.garbage_collection import relaxed_gc
    from pdfbot.options import RuleOptions
    from pdfbot.pipeline import analyse
    from pdfbot.readers.pdf2htmlex.dom import read_container

    spent = {"parse": 0.0, "read": 0.0, "method": 0.0}
    for paper in papers:
        content = Path(paper).read_bytes()
        html = gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
        with relaxed_gc():
            times = [time.process_time()]
            soup = BeautifulSoup(html.decode("utf-8", "replace"), "lxml")
            container: Any = soup.find(id="page-container")
            times.append(time.process_time())
            document = read_container(container)
            times.append(time.process_time())
            analyse(document, RuleOptions())
            times.append(time.process_time())
        for stage, (begin, end) in zip(spent, pairwise(times), strict=True):
            spent[stage] += end - begin
    return spent


TOOLS: dict[str, Callable[[Sequence[str]], Round | None]] = {
    "pdftotext": pdftotext,
    "plain": plain_text,
    "floor": floor,
    "liteparse": liteparse,
    "pdf_oxide": pdf_oxide,
    "pdf_inspector": pdf_inspector,
    "pdfminer": pdfminer,
    "pymupdf4llm": pymupdf4llm,
    "opendataloader": opendataloader,
    "pdfbot": pdfbot,
    "json": pdfbot_json,
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


def main() -> None:
    tool = TOOLS[sys.argv[1]]
    # Some tools print, but stdout is for the answers alone.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(measure(tool, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
