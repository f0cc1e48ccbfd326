"""Compare speed and memory with other tools, and write the figures into docs/performance.md.

    python scripts/bench_speed.py                        # the project's fixtures
    python scripts/bench_speed.py PAPERS --rounds 5      # a folder of your own papers
    python scripts/bench_speed.py PAPERS --against ../pdfbot-0.1.0
    python scripts/bench_speed.py --max-pages 100 --dry-run
    python scripts/bench_speed.py --other-python VENV/bin/python

Every tool stays warm in a separate process; in each round all take their turn over the same
papers, so that they meet the same load. Processor time counts; wall time is also shown. Ratios
are taken within a round, and the median of the rounds is shown. Tools that are not installed are
left out; the others may live in another environment. `--against` measures
another checkout of pdfbot in the same rounds. A limit that is not kept is exit code 1.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pypdfium2
from speed_limits import MAX_COMMAND_RATIO, MAX_WARM_RATIO, Growth, Limit, limit_table
from speed_processes import AGAINST, ROOT, Launcher, Tool
from synthetic_documents import KINDS, add_css_rules, write_document

DOC = ROOT / "docs" / "performance.md"
# Limits compare with another checkout, which does not concern users.
HISTORY = ROOT / "docs" / "lab" / "history.md"
# What pip puts on PATH.
COMMAND = "import sys; from pdfbot.cli import run_and_exit; sys.exit(run_and_exit())"
NAMES = {
    "pdftotext": "pdftotext",
    "plain": "pypdfium2, plain text",
    "floor": "pypdfium2, every character (the floor)",
    "liteparse": "liteparse",
    "pdf_oxide": "pdf_oxide",
    "pdf_inspector": "pdf-inspector, Markdown",
    "pdfminer": "pdfminer.six",
    "pymupdf4llm": "pymupdf4llm",
    "opendataloader": "opendataloader-pdf",
    "pdfbot": "**pdfbot**, `txt`",
    "json": "**pdfbot**, `json` with structure",
    AGAINST: "pdfbot, the checkout compared with",
    "replica": "pdfbot, pdf2htmlEX replicas",
}
# Papers: tools that need hours for what the others do in minutes see only the first ones.
SLOW = {"pymupdf4llm": 2, "opendataloader": 6, "pdfminer": 6}
# Runs of each command.
COMMAND_ROUNDS = 20
# Pages of the synthetic documents.
SIZES = (10, 100, 500, 2000)
# Pages that are read in all where a short document is read several times, and the most times.
REPEATED_PAGES = 100
MAX_REPEATS = 5
# CSS rules added to a style sheet, and readings with and without them.
CSS_RULES = 10_000
CSS_ROUNDS = 5


@dataclass(frozen=True)
class Bench:
    """The measurements one after another; `limits` collects what they show."""

    launcher: Launcher
    folder: Path
    limits: list[Limit] = field(default_factory=list)

    def find_tools(self, pdfs: list[Path], without: Iterable[str]) -> list[Tool]:
        tools = []
        replicas = [(pdf, found) for pdf in pdfs if (found := replica_of(pdf))]
        for key in NAMES:
            if key in without or not self.launcher.is_available(key):
                print(f"{key}: left out", file=sys.stderr)
                continue
            pairs = replicas if key == "replica" else [(pdf, pdf) for pdf in pdfs[: SLOW.get(key)]]
            if pairs:
                pages = sum(count_pages(pdf) for pdf, _ in pairs)
                tools.append(self.launcher.start(key, [str(paper) for _, paper in pairs], pages))
        return tools

    def compare(self, tools: list[Tool], rounds: int) -> list[str]:
        """The table of all tools: one round to warm them, then round after round in turn."""
        for number in range(rounds + 1):
            for tool in tools:
                figures = tool.run()
                print(f"round {number}: {tool.key} {figures}", file=sys.stderr)
                if number > 0:
                    tool.rounds.append(figures)
        for tool in tools:
            tool.close()
        by_key = {tool.key: tool for tool in tools}
        if AGAINST in by_key:
            ratio = by_key["pdfbot"].ratio(by_key[AGAINST])
            self.limits.append(Limit("a page of the papers, warm", ratio, MAX_WARM_RATIO))
        return tool_table(by_key)

    def measure_growth(self, max_pages: int) -> list[str]:
        """Each kind and length of document in fresh processes, one tool right after the other."""
        sizes = [size for size in SIZES if size <= max_pages]
        heads = " | ".join(f"{size:,} pages" for size in sizes)
        lines = [f"| pages of | {heads} | kB per page |", f"|---|{'---|' * len(sizes)}---|"]
        growth = Growth()
        for kind in KINDS:
            cells = [self._measure_length(growth, kind, size) for size in sizes]
            memory = growth.page_memory(kind)
            shown = "-" if memory is None else f"{memory:.0f}"
            lines.append(f"| {KINDS[kind]} | {' | '.join(cells)} | {shown} |")
        self.limits.extend(growth.limits(KINDS))
        return lines

    def _measure_length(self, growth: Growth, kind: str, size: int) -> str:
        """Milliseconds per page, and how many times the floor and the other checkout that is."""
        paper = write_document(self.folder / f"{kind}-{size}.pdf", kind, size)
        warm_up = write_document(self.folder / f"{kind}-warm.pdf", kind, 5)
        keys = [key for key in ("floor", "pdfbot", AGAINST) if self.launcher.is_available(key)]
        repeats = max(1, min(REPEATED_PAGES // size, MAX_REPEATS))
        found = {key: self._run_alone(key, paper, warm_up, repeats) for key in keys}
        seconds, peak = found["pdfbot"]["cpu"], found["pdfbot"]["peak"]
        growth.seconds[kind, size], growth.peaks[kind, size] = seconds / size, peak
        ratios = [f"{seconds / found['floor']['cpu']:.2f}"]
        if AGAINST in found:
            growth.ratios[kind, size] = seconds / found[AGAINST]["cpu"]
            ratios.append(f"{growth.ratios[kind, size]:.2f}")
        cell = f"{1000 * seconds / size:.1f} ({', '.join(ratios)})"
        print(f"{kind} {size}: {cell}, {peak:.0f} MB", file=sys.stderr)
        return cell

    def _run_alone(self, key: str, paper: Path, warm_up: Path, repeats: int) -> dict[str, float]:
        """A fresh process, warmed by a few pages of the same kind; the median of its runs."""
        tool = self.launcher.start(key, [str(paper)], 1)
        tool.run([str(warm_up)])
        found = [tool.run() for _ in range(repeats)]
        tool.close()
        return {what: median(r[what] for r in found) for what in ("cpu", "peak")}

    def measure_command(self) -> list[str]:
        """`pdfbot extract` from the shell; the first round writes the bytecode."""
        paper = str(write_document(self.folder / "text-10.pdf", "text", 10))
        calls = {"python": ["-c", "pass"], "pdfbot": ["-c", COMMAND, "extract", paper]}
        if self.launcher.against:
            calls[AGAINST] = calls["pdfbot"]
        rounds = [
            {key: self.launcher.command_seconds(key, call) for key, call in calls.items()}
            for _ in range(COMMAND_ROUNDS + 1)
        ][1:]
        spent = {key: 1000 * median(r[key] for r in rounds) for key in calls}
        line = (
            f"`pdfbot extract` of ten pages from the shell: {spent['pdfbot']:.0f} ms of processor"
            f" time, of which {spent['python']:.0f} ms are the start of Python"
        )
        if AGAINST in calls:
            line += f"; the checkout compared with takes {spent[AGAINST]:.0f} ms"
            ratio = median(r["pdfbot"] / r[AGAINST] for r in rounds)
            self.limits.append(Limit("`pdfbot extract` of ten pages", ratio, MAX_COMMAND_RATIO))
        return [line + "."]

    def measure_css_rules(self) -> list[str]:
        """Measure a replica whose style sheet has many more CSS rules than it needs."""
        source = ROOT / "fixtures" / "papers" / "twocolumn-physics" / "twocolumn-physics.html"
        pages = count_pages(source.with_suffix(".pdf"))
        many = add_css_rules(self.folder / "rules.html", source, CSS_RULES)
        tool = self.launcher.start("replica", [str(many)], pages)
        tool.run([str(source)])
        tool.rounds = [tool.run() for _ in range(CSS_ROUNDS)]
        plain = [tool.run([str(source)]) for _ in range(CSS_ROUNDS)]
        tool.close()
        before = 1000 * median(r["read"] for r in plain) / pages
        return [
            f"A replica of {pages} pages, read after its HTML is parsed: {before:.1f} ms per page;"
            f" with {CSS_RULES:,} more rules in its style sheet {tool.per_page('read'):.1f} ms."
        ]


def count_pages(paper: Path) -> int:
    pdf = pypdfium2.PdfDocument(paper)
    try:
        return len(pdf)
    finally:
        pdf.close()


def replica_of(pdf: Path) -> Path | None:
    return next((p for p in sorted(pdf.parent.glob("*.html*")) if "replica" in p.name), None) or (
        pdf.with_suffix(".html") if pdf.with_suffix(".html").exists() else None
    )


def tool_table(tools: dict[str, Tool]) -> list[str]:
    floor, text = tools["floor"], tools.get("pdftotext")
    lines = [
        "| tool | pages | pages/s of one core | ms per page | wall ms per page | × floor "
        "| × pdftotext | peak MB |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for key, tool in tools.items():
        per_page = tool.per_page()
        beside = f"{tool.ratio(text):.1f}" if text else "-"
        lines.append(
            f"| {NAMES[key]} | {tool.pages} | {1000 / per_page:.0f} | {per_page:.1f} "
            f"| {tool.per_page('wall'):.1f} | {tool.ratio(floor):.2f} | {beside} "
            f"| {tool.rounds[-1]['peak']:.0f} |"
        )
    if replica := tools.get("replica"):
        parse, read, method = (replica.per_page(s) for s in ("parse", "read", "method"))
        lines += [
            "",
            f"A page of a replica: {parse:.1f} ms to parse the HTML, {read:.1f} ms to read it after"
            f" that, {method:.1f} ms for the method.",
        ]
    return lines


def write_part(name: str, lines: Sequence[str], page: Path = DOC) -> None:
    """Put figures between their markers; everything else on the page stays."""
    text = page.read_text("utf-8")
    begin, end = f"<!-- measured: {name} -->", "<!-- end -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(text):
        raise SystemExit(f"{page}: the markers of {name!r} are missing")
    part = "\n".join([begin, *lines, end])
    page.write_text(pattern.sub(lambda _: part, text), "utf-8")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare speed and memory with other tools.")
    parser.add_argument("papers", nargs="?", type=Path, default=ROOT / "fixtures" / "papers")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="another pdfbot")
    parser.add_argument("--max-pages", type=int, default=2000, help="of the synthetic documents")
    parser.add_argument("--other-python", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--without", nargs="*", default=[], choices=list(NAMES), metavar="TOOL")
    parser.add_argument("--dry-run", action="store_true", help="print, and leave the docs alone")
    options = parser.parse_args()
    if options.against and not (options.against / "pdfbot" / "__init__.py").exists():
        parser.error(f"{options.against} is not a checkout of pdfbot")
    return options


def main() -> int:
    options = parse_arguments()
    pdfs = sorted(options.papers.rglob("*.pdf"))
    if not pdfs:
        raise SystemExit(f"no PDFs in {options.papers}")
    launcher = Launcher(options.against and options.against.resolve(), options.other_python)
    today = time.strftime("%Y-%m-%d")
    with tempfile.TemporaryDirectory(prefix="pdfbot-speed-") as name:
        bench = Bench(launcher, Path(name))
        speed = [
            f"{len(pdfs)} papers, {options.rounds} rounds, Python {platform.python_version()},"
            f" {os.cpu_count()} cores, {today}.",
            "",
            *bench.compare(bench.find_tools(pdfs, options.without), options.rounds),
            "",
            *bench.measure_growth(options.max_pages),
            "",
            *bench.measure_command(),
            "",
            *bench.measure_css_rules(),
        ]
    limits = limit_table(bench.limits)
    print("\n".join([*speed, "", *limits]))
    if not options.dry_run:
        write_part("speed", speed)
        if bench.limits:
            write_part("limits", limits, HISTORY)
    return int(not all(limit.is_kept for limit in bench.limits))


if __name__ == "__main__":
    sys.exit(main())
