"""Papers that hang, crash or exhaust memory cost one record each; the others are processed."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.pdfs import Form, PdfPage, make_pdf

from .conftest import (
    Finish,
    Start,
    all_records,
    child_processes,
    misbehaving,
    small_paper,
    tar_bytes,
)

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="needs /proc to find worker processes"
)


def make_tar(folder: Path, *behaviours: str) -> None:
    """An archive with one paper per behaviour; an empty one means a normal paper."""
    members = {
        f"{number}.pdf": misbehaving(behaviour) if behaviour else small_paper()
        for number, behaviour in enumerate(behaviours)
    }
    (folder / "dump.tar").write_bytes(tar_bytes(members))


@pytest.mark.parametrize(
    ("behaviour", "status", "error"),
    [
        ("spin", "timeout", "not done after 2 s"),
        ("segfault", "killed", "the worker process died of SIGSEGV"),
        ("abort", "killed", "the worker process died of SIGABRT"),
        ("exit", "killed", "the worker process ended with exit code 3"),
        ("exhaust-memory", "killed", "over the memory limit of 2048 MiB"),
        ("print", "ok", None),
    ],
)
def test_misbehaving_paper_costs_only_its_own_record(
    tmp_path: Path, batch: Finish, behaviour: str, status: str, error: str | None
) -> None:
    make_tar(tmp_path, "", behaviour, "", behaviour, "")
    done = batch("dump.tar", "-o", "out", "--jobs", "2", "--timeout", "2")
    found = all_records(tmp_path / "out")
    assert [record["status"] for record in found] == ["ok", status, "ok", status, "ok"]
    assert [record["error"] for record in found] == [None, error, None, error, None]
    assert done.returncode == (0 if status == "ok" else 1)


@needs_proc
def test_worker_killed_from_outside_costs_one_record(tmp_path: Path, start: Start) -> None:
    make_tar(tmp_path, "", "sleep 60", "", "")
    driver = start("dump.tar", "-o", "out", "--jobs", "1")
    part = tmp_path / "out" / "dump.jsonl.part"
    while not part.exists() or not part.stat().st_size:
        time.sleep(0.02)
    time.sleep(0.5)
    (worker,) = child_processes(driver.pid)
    os.kill(worker, signal.SIGKILL)
    driver.communicate(timeout=60)
    assert driver.returncode == 1
    found = all_records(tmp_path / "out")
    assert [record["status"] for record in found] == ["ok", "killed", "ok", "ok"]
    assert "SIGKILL" in found[1]["error"]


@needs_proc
def test_spinning_worker_does_not_outlive_its_driver(tmp_path: Path, start: Start) -> None:
    make_tar(tmp_path, "", "spin")
    driver = start("dump.tar", "-o", "out", "--jobs", "1", "--timeout", "2")
    part = tmp_path / "out" / "dump.jsonl.part"
    wait_until(lambda: part.exists() and part.stat().st_size)
    time.sleep(0.7)
    (worker,) = child_processes(driver.pid)
    os.kill(driver.pid, signal.SIGKILL)
    driver.communicate()
    deadline = time.monotonic() + 30
    while Path(f"/proc/{worker}").exists():
        state = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0]
        if state == "Z":
            break
        assert time.monotonic() < deadline, "the worker is still alive"
        time.sleep(0.2)


def test_paper_over_the_size_limit_is_not_read(tmp_path: Path, batch: Finish) -> None:
    (tmp_path / "big.pdf").write_bytes(small_paper() + bytes(3 << 20))
    assert batch("big.pdf", "-o", "out", "--max-size", "2M").returncode == 1
    (record,) = all_records(tmp_path / "out")
    assert (record["status"], record["error_type"]) == ("failed", "InputError")
    assert "over the limit (--max-size)" in record["error"]


def test_native_crash_near_the_memory_limit_is_told_as_memory(
    tmp_path: Path, batch: Finish
) -> None:
    form = Form(b"BT /F1 9 Tf (bomb) Tj ET", (0.0, 0.0, 400.0, 600.0))
    for _ in range(8):
        form = Form(b"/X Do " * 10, form.box, forms={"X": form})
    (tmp_path / "bomb.pdf").write_bytes(make_pdf(PdfPage(b"/X Do", forms={"X": form})))
    batch("bomb.pdf", "-o", "out", "--max-memory", "400M")
    (record,) = all_records(tmp_path / "out")
    assert record["error"] == "over the memory limit of 400 MiB"
    assert record["error_type"] == "MemoryError"


def test_links_to_nowhere_and_pipes_in_a_folder_have_records(tmp_path: Path, batch: Finish) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "good.pdf").write_bytes(small_paper())
    (folder / "link.pdf").symlink_to("nowhere.pdf")
    os.mkfifo(folder / "pipe.pdf")
    batch("papers", "-o", "out", "--timeout", "20")
    found = {record["id"]: record["error"] for record in all_records(tmp_path / "out")}
    assert found == {
        "good": None,
        "link": "no such file",
        "pipe": "not a file, but a pipe, a socket or a device",
    }
