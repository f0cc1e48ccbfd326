"""Measure batch runs: papers per second, memory during a long run, time to resume after kill -9.

    python scripts/bench_batch.py                      # the project's fixtures, repeated
    python scripts/bench_batch.py --papers DIR         # your own PDFs
    python scripts/bench_batch.py --long 0             # without the long run

Seconds depend on the load of the machine; core-seconds (the CPU time of all processes of a run)
do so much less.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import resource
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
MIB = 1 << 20
TABLE_HEAD = """\
| jobs | papers | pages | papers/s | core-seconds per paper | core-seconds per page |
|---|---|---|---|---|---|"""


@dataclass
class Memory:
    """Samples of the resident memory of a run's processes, as pairs (papers done, MiB)."""

    driver: list[tuple[int, float]] = field(default_factory=list)
    worker: list[tuple[int, float]] = field(default_factory=list)

    def sample(self, pid: int, papers: int) -> None:
        self.driver.append((papers, resident_memory(pid)))
        workers = [resident_memory(child) for child in child_processes(pid)]
        if workers:
            self.worker.append((papers, max(workers)))

    @staticmethod
    def quarters(samples: list[tuple[int, float]]) -> str:
        """The peak in each quarter of the run; equal peaks mean that memory does not grow."""
        if not samples:
            return "-"
        total = max(papers for papers, _ in samples) or 1
        peaks = [0.0] * 4
        for papers, value in samples:
            quarter = min(papers * 4 // total, 3)
            peaks[quarter] = max(peaks[quarter], value)
        return ", ".join(f"{peak:.0f}" for peak in peaks)


def resident_memory(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * PAGE_SIZE / MIB


def child_processes(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    except OSError:
        pass
    return found


def make_tar(path: Path, papers: list[Path], count: int) -> None:
    data = [paper.read_bytes() for paper in papers]
    with tarfile.open(path, "w") as tar:
        for number in range(count):
            content = data[number % len(data)]
            info = tarfile.TarInfo(f"0704/0704.{number:05d}.pdf")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))


def start(dump: Path, out: Path, jobs: int) -> subprocess.Popen[bytes]:
    call = [sys.executable, "-m", "pdfbot", "batch", str(dump), "-o", str(out), "--jobs", str(jobs)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(call, env=environment, stderr=subprocess.DEVNULL)


def count_records(part: Path) -> int:
    try:
        return part.read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def measure_rate(dump: Path, out: Path, jobs: int) -> str:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start_time = time.monotonic()
    start(dump, out, jobs).wait()
    seconds = time.monotonic() - start_time
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cores = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    total = json.loads((out / "summary.json").read_text())["total"]
    papers, pages = total["papers"], total["pages"]
    return (
        f"| {jobs} | {papers} | {pages} | {papers / seconds:.1f} | {cores / papers:.3f} "
        f"| {cores / max(pages, 1):.4f} |"
    )


def measure_memory(dump: Path, out: Path, jobs: int) -> Memory:
    memory = Memory()
    process = start(dump, out, jobs)
    part = out / "long.jsonl.part"
    while process.poll() is None:
        memory.sample(process.pid, count_records(part))
        time.sleep(0.5)
    return memory


def measure_resume(dump: Path, out: Path, count: int) -> str:
    """Kill a run half way and measure how long the next one takes until its first new record."""
    process = start(dump, out, 2)
    part = out / f"{dump.stem}.jsonl.part"
    while count_records(part) < count // 2:
        if process.poll() is not None:
            return "nothing: the run finished before it could be killed"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = count_records(part)
    start_time = time.monotonic()
    process = start(dump, out, 2)
    while count_records(part) <= done and process.poll() is None:
        time.sleep(0.01)
    seconds = time.monotonic() - start_time
    process.wait()
    return f"{done} records ({shard_size(out, dump) / MIB:.0f} MiB when complete): {seconds:.1f} s"


def shard_size(out: Path, dump: Path) -> int:
    return (out / f"{dump.stem}.jsonl").stat().st_size


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure batch runs.")
    parser.add_argument("--papers", type=Path, default=ROOT / "fixtures" / "papers")
    parser.add_argument("--count", type=int, default=300, help="papers in the short runs")
    parser.add_argument("--long", type=int, default=2000, help="papers in the long run; 0: skip it")
    options = parser.parse_args()
    papers = sorted(options.papers.rglob("*.pdf"))
    if not papers:
        parser.error(f"no PDFs in {options.papers}")
    with tempfile.TemporaryDirectory(prefix="pdfbot-bench-") as name:
        folder = Path(name)
        dump = folder / "short.tar"
        make_tar(dump, papers, options.count)
        print(
            "| jobs | papers | pages | papers/s | core-seconds per paper | core-seconds per page |"
        )
        print("|---|---|---|---|---|---|")
        for jobs in (1, 2):
            print(measure_rate(dump, folder / f"jobs{jobs}", jobs), flush=True)
        print("resume after", measure_resume(dump, folder / "resume", options.count), flush=True)
        if options.long:
            dump = folder / "long.tar"
            make_tar(dump, papers, options.long)
            memory = measure_memory(dump, folder / "long", 2)
            print(f"peak memory in MiB in each quarter of {options.long} papers:")
            print(f"driver {memory.quarters(memory.driver)}; ", end="")
            print(f"largest worker {memory.quarters(memory.worker)}")


if __name__ == "__main__":
    main()
