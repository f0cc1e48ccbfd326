"""What a batch of very many inputs costs its main process: memory, and time besides the extraction.

python scripts/measure_planning.py [--archives 10,100,1000] [--files 1000000]

Archives of 1,000 small PDFs are made, of which one in fifty is broken. A run of the first archive
is real; the results of the others are copies of its results, as if they had been finished before.
Then the same command is run again: it plans all archives, finds that nothing is left to do and
writes the summary. At last one archive more is added, which is processed.

With --files, empty files in folders of 1,000 are planned, and planned again as a run that is
resumed would do.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SMALL = ROOT / "fixtures" / "hostile" / "html-in-text.pdf"
MEMBERS = 1000
# Plans the files of a folder into an output, both its arguments.
PLAN = """
import sys
from pdfbot.bulk.inputs import find_inputs
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.shard_plan import plan_shards
from pdfbot.bulk.store import Store
store = Store(sys.argv[2])
store.prepare()
shards = plan_shards(find_inputs([sys.argv[1]]), store, Settings(), 1000, force=False)
print(sum(len(shard.files) for shard in shards))
"""
# Runs the command of its arguments and prints what that wrote, its exit code, and the peak memory
# of its processes in kilobytes. It is small: a process begins with the peak of its parent.
WATCH = """
import json, resource, subprocess, sys
run = subprocess.run(sys.argv[1:], capture_output=True, text=True)
memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([run.stdout, run.stderr, run.returncode, memory]))
"""
# One member in so many is no PDF.
BROKEN = 50


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one run: seconds from start to end, and the peak memory of the main process in bytes."""

    seconds: float
    memory: int
    papers: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--archives", default="10,100,1000", help="how many, with commas")
    parser.add_argument("--members", type=int, default=MEMBERS, help="PDFs in each of them")
    parser.add_argument("--files", default="", help="how many outside archives, with commas")
    options = parser.parse_args()
    if options.files:
        print("| files | planning | resuming |\n|---|---|---|")
        for files in map(int, options.files.split(",")):
            planned, resumed = measure_files(files)
            print(f"| {resumed.papers:,} | {_shown(planned)} | {_shown(resumed)} |", flush=True)
        return
    print("| inputs | planning and resuming | one archive more |\n|---|---|---|")
    for archives in map(int, options.archives.split(",")):
        resumed, continued = measure(archives, options.members)
        print(f"| {resumed.papers:,} | {_shown(resumed)} | {_shown(continued)} |", flush=True)


def _shown(cost: Cost) -> str:
    return f"{cost.seconds:.1f} s, {cost.memory >> 20} MB"


def measure(archives: int, members: int) -> tuple[Cost, Cost]:
    """Resuming a run that is finished, and one with an archive that is not."""
    with tempfile.TemporaryDirectory(prefix="pdfbot-planning-") as folder:
        dumps, out = Path(folder, "dumps"), Path(folder, "out")
        dumps.mkdir()
        _make_archive(dumps / "dump_0000.tar", members)
        _run(dumps, out)
        for number in range(1, archives):
            _copy(dumps, out, number)
        resumed = _run(dumps, out)
        os.link(dumps / "dump_0000.tar", dumps / f"dump_{archives:04d}.tar")
        return resumed, _run(dumps, out)


def measure_files(files: int) -> tuple[Cost, Cost]:
    """Planning files that are in no archive, and planning them again for a run that is resumed."""
    with tempfile.TemporaryDirectory(prefix="pdfbot-planning-") as folder:
        for number in range(files):
            path = Path(folder, "papers", f"{number // 1000:04d}", f"paper-{number:07d}.pdf")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        call = [sys.executable, "-c", PLAN, str(Path(folder, "papers")), str(Path(folder, "out"))]
        return _planned(call), _planned(call)


def _planned(call: list[str]) -> Cost:
    began = time.monotonic()
    planned, _, _, memory = _watch(call)
    return Cost(time.monotonic() - began, memory, int(planned))


def _watch(call: list[str]) -> tuple[str, str, int, int]:
    """What a command writes to its two streams, its exit code, and its peak memory in bytes."""
    watched = subprocess.run(
        [sys.executable, "-c", WATCH, *call], stdout=subprocess.PIPE, check=True
    )
    output, errors, code, memory = json.loads(watched.stdout)
    return output, errors, code, memory << 10


def _make_archive(path: Path, members: int) -> None:
    paper = SMALL.read_bytes()
    with tarfile.open(path, "w") as archive:
        for number in range(members):
            content = paper if number % BROKEN else b"broken"
            member = tarfile.TarInfo(f"0704/0704.{number:04d}.pdf")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def _copy(dumps: Path, out: Path, number: int) -> None:
    """Another archive, finished with the same results."""
    name, state = f"dump_{number:04d}", out / ".pdfbot"
    os.link(dumps / "dump_0000.tar", dumps / f"{name}.tar")
    os.link(out / "dump_0000.jsonl", out / f"{name}.jsonl")
    shutil.copy(state / "dump_0000.json", state / f"{name}.json")
    plan = json.loads((state / "plan.json").read_text("utf-8"))
    plan["shards"][name] = str(dumps / f"{name}.tar")
    (state / "plan.json").write_text(json.dumps(plan), "utf-8")


def _run(dumps: Path, out: Path) -> Cost:
    call = [sys.executable, "-m", "pdfbot", "batch", str(dumps), "-o", str(out), "--jobs", "1"]
    began = time.monotonic()
    _, errors, code, memory = _watch(call)
    if code != 1:  # some papers are broken
        raise SystemExit(f"the run failed: {errors}")
    papers = json.loads((out / "summary.json").read_text("utf-8"))["total"]["papers"]
    return Cost(time.monotonic() - began, memory, papers)


if __name__ == "__main__":
    main()
