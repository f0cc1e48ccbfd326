"""Archives of real and broken papers, and documents that make a worker misbehave for real."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HOSTILE = ROOT / "fixtures" / "hostile"
PAPERS = ROOT / "fixtures" / "papers"

Start = Callable[..., "subprocess.Popen[bytes]"]
Finish = Callable[..., "subprocess.CompletedProcess[bytes]"]

# Loaded by every Python process of a test at its start. The documents are real input files; what
# they do stands in for what a bad PDF does to the PDF library.
MISBEHAVIOUR = """
import ctypes, os, re, time
import pdfbot.source as source
real = source.open_document
kept = []

def open_document(content, **choices):
    data = content
    if not isinstance(data, bytes):
        data = open(content, "rb").read(100) if os.path.exists(content) else b""
    if data.startswith(b"%PDF-1.4 stand-in"):
        deed = data.split()[2].decode()
        if deed == "spin":
            re.match("(a+)+$", "a" * 64 + "b")  # native code that holds the interpreter
        elif deed == "segfault":
            ctypes.string_at(0)
        elif deed == "abort":
            os.abort()
        elif deed == "exit":
            os._exit(3)
        elif deed == "swell":
            kept.append(bytearray(64 << 30))
        elif deed == "leak":
            kept.append(bytearray(b"x") * (300 << 20))
        elif deed == "print":
            os.write(1, b"noise on standard output" * 100)
        elif deed == "sleep":
            time.sleep(float(data.split()[3]))
        content = open(os.environ["STAND_IN_PAPER"], "rb").read()
    return real(content, **choices)

source.open_document = open_document
"""


def stand_in(deed: str) -> bytes:
    """A document that does to its worker what its name says, and is a plain paper otherwise."""
    return f"%PDF-1.4 stand-in {deed} \n".encode()


def small_paper() -> bytes:
    return (HOSTILE / "active-content.pdf").read_bytes()


def mixed_papers(count: int) -> dict[str, bytes]:
    """The project's documents many times over, under the names of an arXiv dump."""
    broken = sorted(HOSTILE.glob("*.pdf"))
    documents = [path.read_bytes() for path in broken]
    documents += [path.read_bytes() for path in sorted(PAPERS.glob("n*/*.pdf"))]
    return {
        f"0704/0704.{number:04d}.pdf": documents[number % len(documents)] for number in range(count)
    }


def tar_bytes(members: Mapping[str, bytes], mode: str = "w:") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as tar:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def zip_bytes(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in members.items():
            zipped.writestr(name, data)
    return buffer.getvalue()


def records(path: Path) -> list[dict[str, Any]]:
    """The records of one finished shard."""
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    return [json.loads(line) for line in data.splitlines()]


def all_records(out: Path) -> list[dict[str, Any]]:
    return [record for path in sorted(out.glob("*.jsonl")) for record in records(path)]


def statuses(found: Iterable[Mapping[str, Any]]) -> Counter[str]:
    return Counter(record["status"] for record in found)


def untimed(found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Records without what differs from run to run."""
    return [{k: v for k, v in record.items() if k != "seconds"} for record in found]


@pytest.fixture
def environment(tmp_path: Path, command_environment: dict[str, str]) -> dict[str, str]:
    """In which stand-in documents do their deeds."""
    folder = tmp_path / "stand-ins"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(MISBEHAVIOUR)
    (folder / "paper.pdf").write_bytes(small_paper())
    return {
        **command_environment,
        "PYTHONPATH": f"{folder}:{command_environment['PYTHONPATH']}",
        "STAND_IN_PAPER": str(folder / "paper.pdf"),
    }


@pytest.fixture
def start(tmp_path: Path, environment: dict[str, str]) -> Start:
    """Starts `pdfbot batch ARGUMENTS` in the test's folder."""

    def begin(*arguments: str | Path, **options: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "pdfbot", "batch", *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment,
            **options,
        )

    return begin


@pytest.fixture
def batch(start: Start) -> Finish:
    """Runs `pdfbot batch ARGUMENTS` to its end."""

    def finish(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
        process = start(*arguments, **options)
        try:
            output, errors = process.communicate(timeout=120)
        finally:
            process.kill()
        assert b"Traceback" not in errors, errors.decode()
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    return finish
