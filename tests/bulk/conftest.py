"""Archives of real and broken papers, and documents that make a real worker misbehave."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.command_server import TIMEOUT, CommandServer

ROOT = Path(__file__).parents[2]
HOSTILE = ROOT / "fixtures" / "hostile"
PAPERS = ROOT / "fixtures" / "papers"
NOVEL = PAPERS / "novel-dialogue" / "novel-dialogue.pdf"

Start = Callable[..., "subprocess.Popen[bytes]"]
Finish = Callable[..., "subprocess.CompletedProcess[bytes]"]

# Imported by every Python process of a test when it starts. The documents are real input files;
# their behaviour simulates what a bad PDF does to the PDF library.
MISBEHAVIOUR = """
import ctypes, os, re, time
import pdfbot.pipeline
import pdfbot.readers.document
from pdfbot.readers.source import Source

read_document = pdfbot.pipeline.read_document
kept = []

def misbehave(source, reading, on_page=None):
    content = source.content
    if isinstance(content, bytes):
        data = content
    else:
        data = open(content, "rb").read(100) if os.path.exists(content) else b""
    if data.startswith(b"%PDF-1.4 misbehaving"):
        behaviour = data.split()[2].decode()
        if behaviour == "spin":
            re.match("(a+)+$", "a" * 64 + "b")  # native code that holds the interpreter lock
        elif behaviour == "segfault":
            ctypes.string_at(0)
        elif behaviour == "abort":
            os.abort()
        elif behaviour == "exit":
            os._exit(3)
        elif behaviour == "exhaust-memory":
            kept.append(bytearray(64 << 30))
        elif behaviour == "leak":
            kept.append(bytearray(b"x") * (300 << 20))
        elif behaviour == "print":
            os.write(1, b"noise on standard output" * 100)
        elif behaviour == "sleep":
            time.sleep(float(data.split()[3]))
        source = Source.of(os.environ["WELL_BEHAVED_PAPER"])
    return read_document(source, reading, on_page)

pdfbot.readers.document.read_document = pdfbot.pipeline.read_document = misbehave
"""


def misbehaving(behaviour: str) -> bytes:
    """A document that first misbehaves in its worker, and otherwise reads as a plain paper."""
    return f"%PDF-1.4 misbehaving {behaviour} \n".encode()


def small_paper() -> bytes:
    return (HOSTILE / "active-content.pdf").read_bytes()


def mixed_papers(count: int) -> dict[str, bytes]:
    """The project's documents repeated, named as in an arXiv dump."""
    documents = [path.read_bytes() for path in sorted(HOSTILE.glob("*.pdf"))]
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
    """Records without the fields that differ from run to run."""
    return [{k: v for k, v in record.items() if k != "seconds"} for record in found]


def child_processes(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


@pytest.fixture(autouse=True)
def posix_system() -> None:
    if os.name != "posix":
        pytest.skip("batch runs need Linux or macOS")


@pytest.fixture
def arxiv_tar(tmp_path: Path) -> Path:
    """A good paper, a broken one, a scan, and one with a malicious name."""
    path = tmp_path / "arXiv_pdf_0001_001.tar"
    members = {
        "0001/hep-th0001208.pdf": NOVEL.read_bytes(),
        "0001/hep-th0001209.pdf": b"not a PDF",
        "0001/math0001001.pdf": (HOSTILE / "image-only.pdf").read_bytes(),
        "../../evil.pdf": small_paper(),
    }
    path.write_bytes(tar_bytes(members))
    return path


@pytest.fixture
def environment(tmp_path: Path, command_environment: dict[str, str]) -> dict[str, str]:
    """An environment in which misbehaving documents misbehave."""
    folder = tmp_path / "misbehaviour"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(MISBEHAVIOUR)
    (folder / "paper.pdf").write_bytes(small_paper())
    return {
        **command_environment,
        "PYTHONPATH": f"{folder}:{command_environment['PYTHONPATH']}",
        "WELL_BEHAVED_PAPER": str(folder / "paper.pdf"),
    }


@pytest.fixture
def start(tmp_path: Path, environment: dict[str, str]) -> Start:
    """Start `pdfbot batch ARGUMENTS` in the test's folder."""

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
def batch(
    tmp_path: Path,
    environment: dict[str, str],
    start: Start,
    command_server: CommandServer | None,
) -> Finish:
    """Run `pdfbot batch ARGUMENTS` to its end; its workers are new processes in any case."""

    def finish(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
        if command_server is not None and not options:
            words = ["batch", *map(str, arguments)]
            done = command_server.run(words, tmp_path, environment, b"")
        else:
            done = _finish(start(*arguments, **options))
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done

    return finish


def _finish(process: subprocess.Popen[bytes]) -> subprocess.CompletedProcess[bytes]:
    try:
        output, errors = process.communicate(timeout=TIMEOUT)
    finally:
        process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)
