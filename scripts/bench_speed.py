"""Makes the measured part of docs/performance.md, "Speed": pdfbot beside other tools.

    python scripts/bench_speed.py                        # the project's fixtures
    python scripts/bench_speed.py PAPERS --rounds 5      # a folder of your own papers
    python scripts/bench_speed.py --most-pages 200 --dry-run
    python scripts/bench_speed.py --other-python VENV/bin/python

Every tool stays warm in a process of its own; in each round all take their turn over the same
papers, so that they meet the same machine. Processor time counts, wall time is kept beside it;
ratios are taken within a round, and the median over the rounds is shown. Tools that are not
installed are left out; pymupdf4llm and opendataloader-pdf may live in another environment.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from made_documents import SORTS, make_document, make_rules

ROOT = Path(__file__).parents[1]
DOC = ROOT / "docs" / "performance.md"
TOOLS = ROOT / "scripts" / "speed_tools.py"
# What pip puts on PATH.
COMMAND = "import sys; from pdfbot.cli import run_and_exit; sys.exit(run_and_exit())"
BEGIN, END = "<!-- measured by scripts/bench_speed.py -->", "<!-- end of the measured part -->"
NAMES = {
    "pdftotext": "pdftotext",
    "plain": "pypdfium2, plain text",
    "floor": "pypdfium2, every character (the floor)",
    "pdfminer": "pdfminer.six",
    "pymupdf4llm": "pymupdf4llm",
    "opendataloader": "opendataloader-pdf",
    "pdfbot": "**pdfbot**, embedded engine",
    "replica": "pdfbot, pdf2htmlEX replicas",
}
MODULES = {
    "pdfminer": "pdfminer",
    "pymupdf4llm": "pymupdf4llm",
    "opendataloader": "opendataloader_pdf",
}
ELSEWHERE = ("pymupdf4llm", "opendataloader")
# Tools that need hours for what the others do in minutes see only the first papers.
SLOW = {"pymupdf4llm": 2, "opendataloader": 6, "pdfminer": 6}
# The start is the small difference of two large numbers.
START_ROUNDS = 60
# Pages of the made documents.
SIZES = (10, 100, 2000)


@dataclass
class Tool:
    """A tool's process, and what it needed for its papers in each round."""

    key: str
    process: subprocess.Popen[str]
    papers: list[str]
    pages: int
    rounds: list[dict[str, float]] = field(default_factory=list)

    def run(self, papers: Sequence[str] | None = None) -> dict[str, float]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(papers or self.papers), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self.key} failed")
        return dict(json.loads(answer))

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def per_page(self, what: str = "cpu") -> float:
        """Milliseconds a page, the median of the rounds."""
        return 1000 * median(r[what] for r in self.rounds) / self.pages

    def ratio(self, other: Tool) -> float:
        """How many times the processor time of another tool, a page, round by round."""
        return median(
            (mine["cpu"] / self.pages) / (theirs["cpu"] / other.pages)
            for mine, theirs in zip(self.rounds, other.rounds, strict=True)
        )


def environment() -> dict[str, str]:
    """This checkout, compiled as an installed package is."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT)}


def start(key: str, python: str = sys.executable) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [python, str(TOOLS), key],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
        text=True,
    )


def count_pages(paper: str) -> int:
    import pypdfium2

    pdf = pypdfium2.PdfDocument(paper)
    try:
        return len(pdf)
    finally:
        pdf.close()


def is_installed(key: str, python: str) -> bool:
    if key == "pdftotext":
        return shutil.which("pdftotext") is not None
    if key not in MODULES:
        return True
    done = subprocess.run([python, "-c", f"import {MODULES[key]}"], capture_output=True)
    return done.returncode == 0


def find_tools(pdfs: list[Path], other_python: str, without: Iterable[str]) -> list[Tool]:
    tools = []
    replicas = [(pdf, found) for pdf in pdfs if (found := replica_of(pdf))]
    for key in NAMES:
        python = other_python if key in ELSEWHERE else sys.executable
        if key in without or not is_installed(key, python):
            print(f"{key}: left out", file=sys.stderr)
            continue
        pairs = replicas if key == "replica" else [(pdf, pdf) for pdf in pdfs[: SLOW.get(key)]]
        if pairs:
            pages = sum(count_pages(str(pdf)) for pdf, _ in pairs)
            tools.append(Tool(key, start(key, python), [str(paper) for _, paper in pairs], pages))
    return tools


def replica_of(pdf: Path) -> Path | None:
    return next((p for p in sorted(pdf.parent.glob("*.html*")) if "replica" in p.name), None) or (
        pdf.with_suffix(".html") if pdf.with_suffix(".html").exists() else None
    )


def compare(tools: list[Tool], rounds: int) -> list[str]:
    """The table of all tools: a round to warm them, then round after round in turn."""
    for number in range(rounds + 1):
        for tool in tools:
            figures = tool.run()
            print(f"round {number}: {tool.key} {figures}", file=sys.stderr)
            if number > 0:
                tool.rounds.append(figures)
    by_key = {tool.key: tool for tool in tools}
    floor, text = by_key["floor"], by_key.get("pdftotext")
    lines = [
        "| tool | pages | pages/s of one core | ms a page | wall ms a page | × floor | × pdftotext "
        "| peak MB |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for tool in tools:
        per_page = tool.per_page()
        beside = f"{tool.ratio(text):.1f}" if text else "-"
        lines.append(
            f"| {NAMES[tool.key]} | {tool.pages} | {1000 / per_page:.0f} | {per_page:.1f} "
            f"| {tool.per_page('wall'):.1f} | {tool.ratio(floor):.2f} | {beside} "
            f"| {tool.rounds[-1]['peak']:.0f} |"
        )
    if replica := by_key.get("replica"):
        parse, read, method = (replica.per_page(s) for s in ("parse", "read", "method"))
        lines += [
            "",
            f"A replica's page: {parse:.1f} ms to parse the HTML, {read:.1f} ms to read it",
        ]
        lines[-1] += f" after that, {method:.1f} ms for the method."
    for tool in tools:
        tool.close()
    return lines


def measure_growth(folder: Path, most_pages: int) -> list[str]:
    """Each length in a fresh process, beside the floor: the machine's moods cancel in the ratio."""
    sizes = [n for n in SIZES if n <= most_pages]
    heads = " | ".join(f"{n} pages" for n in sizes)
    lines = [
        f"| pages of | {heads} | kB a page |",
        f"|---|{'---|' * len(sizes)}---|",
    ]
    for sort in SORTS:
        cells, peaks = [], []
        for size in sizes:
            paper = make_document(folder / f"{sort}-{size}.pdf", sort, size)
            floor = run_alone("floor", paper, 100 // size)
            figures = run_alone("pdfbot", paper, 100 // size)
            peaks.append(figures["peak"])
            ratio = figures["cpu"] / floor["cpu"]
            cells.append(f"{1000 * figures['cpu'] / size:.1f} ({ratio:.2f})")
            print(f"{sort} {size}: {cells[-1]}, {peaks[-1]:.0f} MB", file=sys.stderr)
        grown = "-"
        if len(sizes) > 2:
            grown = f"{1000 * (peaks[-1] - peaks[-2]) / (sizes[-1] - sizes[-2]):.0f}"
        lines.append(f"| {SORTS[sort]} | {' | '.join(cells)} | {grown} |")
    return lines


def run_alone(key: str, paper: Path, times: int) -> dict[str, float]:
    """A fresh process, warmed by the first pages of the same sort; the median of some runs."""
    tool = Tool(key, start(key), [str(paper)], 1)
    tool.run([str(make_document(paper.parent / "warm.pdf", paper.stem.split("-")[0], 5))])
    found = [tool.run() for _ in range(max(1, min(times, 5)))]
    tool.close()
    return {what: median(r[what] for r in found) for what in ("cpu", "peak")}


def command_seconds(*arguments: str) -> float:
    """Processor seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_start(folder: Path) -> list[str]:
    """All in turns, so that they meet the same machine; the first round writes the bytecode."""
    paper = str(make_document(folder / "text-10.pdf", "text", 10))
    first = [sys.executable, str(TOOLS), "first", paper]
    works: list[Callable[[], float]] = [
        lambda: command_seconds("-c", "pass"),
        lambda: command_seconds("-c", COMMAND, "extract", paper),
        lambda: float(subprocess.check_output(first, env=environment())),
        lambda: run_alone("pdfbot", Path(paper), 1)["cpu"],
        lambda: command_seconds("-c", "import pypdfium2"),
    ]
    rounds = [[work() for work in works] for _ in range(START_ROUNDS + 1)]
    bare, whole, work, warm, library = (median(c) for c in zip(*rounds[1:], strict=True))
    return [
        f"`pdfbot extract` on ten pages: {1000 * whole:.0f} ms, of which {1000 * work:.0f} ms are"
        " the work: the first `pdfbot.extract` of a process that has loaded all it needs. The"
        f" rest, {1000 * (whole - work):.0f} ms, is {(whole - work) / bare:.1f} times"
        f" `python -c pass` ({1000 * bare:.0f} ms). Of a warm process that has read the same pages"
        f" before, the work is {1000 * warm:.0f} ms, and the rest {(whole - warm) / bare:.1f} times"
        f" `python -c pass`. `import pypdfium2` alone is {library / bare:.1f} times that."
    ]


def measure_rules(folder: Path) -> list[str]:
    """A replica whose style sheet has 10,000 rules more than it needs."""
    source = ROOT / "fixtures" / "papers" / "twocolumn-physics" / "twocolumn-physics.html"
    pages = count_pages(str(source.with_suffix(".pdf")))
    many = make_rules(folder / "rules.html", source, 10_000)
    tool = Tool("replica", start("replica"), [str(many)], pages)
    tool.run([str(source)])
    tool.rounds = [tool.run() for _ in range(5)]
    plain = [tool.run([str(source)]) for _ in range(5)]
    tool.close()
    before = 1000 * median(r["read"] for r in plain) / pages
    return [
        f"A replica of {pages} pages, read after its HTML is parsed: {before:.1f} ms a page; with"
        f" 10,000 more rules in its style sheet {tool.per_page('read'):.1f} ms a page."
    ]


def write_part(lines: Sequence[str]) -> None:
    """Puts the figures between the markers; all else in the document stays."""
    text = DOC.read_text("utf-8")
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    if not pattern.search(text):
        raise SystemExit(f"{DOC}: the markers are missing")
    part = "\n".join([BEGIN, "", *lines, "", END])
    DOC.write_text(pattern.sub(lambda _: part, text), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures speed and memory beside other tools.")
    parser.add_argument("papers", nargs="?", type=Path, default=ROOT / "fixtures" / "papers")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most-pages", type=int, default=2000, help="of the made documents")
    parser.add_argument("--other-python", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--without", nargs="*", default=[], choices=list(NAMES), metavar="TOOL")
    parser.add_argument("--dry-run", action="store_true", help="print, and leave the docs alone")
    options = parser.parse_args()
    pdfs = sorted(options.papers.rglob("*.pdf"))
    if not pdfs:
        parser.error(f"no PDFs in {options.papers}")
    began = time.strftime("%Y-%m-%d")
    with tempfile.TemporaryDirectory(prefix="pdfbot-speed-") as name:
        folder = Path(name)
        tools = find_tools(pdfs, options.other_python, options.without)
        lines = [f"{len(pdfs)} papers, {options.rounds} rounds, Python"]
        lines[0] += f" {platform.python_version()}, {os.cpu_count()} cores, {began}."
        lines += ["", *compare(tools, options.rounds), ""]
        lines += [*measure_growth(folder, options.most_pages), ""]
        lines += [*measure_start(folder), "", *measure_rules(folder)]
    print("\n".join(lines))
    if not options.dry_run:
        write_part(lines)


if __name__ == "__main__":
    main()
