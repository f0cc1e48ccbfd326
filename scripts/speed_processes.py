"""The processes that bench_speed.py measures: warm tools, and single commands."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "scripts" / "speed_tools.py"
# The other checkout of pdfbot.
AGAINST = "against"
MODULES = {
    "liteparse": "liteparse",
    "pdf_oxide": "pdf_oxide",
    "pdf_inspector": "pdf_inspector",
    "pdfminer": "pdfminer",
    "pymupdf4llm": "pymupdf4llm",
    "opendataloader": "opendataloader_pdf",
}
# Tools that may live in another environment.
ELSEWHERE = ("liteparse", "pdf_oxide", "pdf_inspector", "pymupdf4llm", "opendataloader")


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
        """Milliseconds per page, the median of the rounds."""
        return 1000 * median(r[what] for r in self.rounds) / self.pages

    def ratio(self, other: Tool) -> float:
        """The processor time per page over another tool's, round by round."""
        return median(
            (mine["cpu"] / self.pages) / (theirs["cpu"] / other.pages)
            for mine, theirs in zip(self.rounds, other.rounds, strict=True)
        )


@dataclass(frozen=True)
class Launcher:
    """Starts tools: of this checkout, of another one, or from another environment."""

    against: Path | None
    other_python: str

    def environment(self, key: str) -> dict[str, str]:
        """One of the checkouts, compiled to bytecode as an installed package is."""
        kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        return {**kept, "PYTHONPATH": str(self.against if key == AGAINST else ROOT)}

    def start(self, key: str, papers: list[str], pages: int) -> Tool:
        process = subprocess.Popen(
            [self._python(key), str(TOOLS), "pdfbot" if key == AGAINST else key],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self.environment(key),
            text=True,
        )
        return Tool(key, process, papers, pages)

    def is_available(self, key: str) -> bool:
        if key == AGAINST:
            return self.against is not None
        if key == "pdftotext":
            return shutil.which("pdftotext") is not None
        if key not in MODULES:
            return True
        call = [self._python(key), "-c", f"import {MODULES[key]}"]
        return subprocess.run(call, capture_output=True).returncode == 0

    def command_seconds(self, key: str, call: Sequence[str]) -> float:
        """Processor seconds of a call of Python, in a folder without a package to import."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *call],
            stdout=subprocess.DEVNULL,
            env=self.environment(key),
            cwd=TOOLS.parent,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def _python(self, key: str) -> str:
        return self.other_python if key in ELSEWHERE else sys.executable
