"""Papers that hang, crash and swell: each costs one record, and the others are done."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from pdfbot.bulk.process import Worker
from pdfbot.bulk.settings import MIB, Settings
from pdfbot.errors import PdfbotError

from .conftest import Finish, Start, all_records, small_paper, stand_in, tar_bytes


def make_tar(folder: Path, *deeds: str) -> Path:
    members = {}
    for number, deed in enumerate(deeds):
        members[f"{number}.pdf"] = stand_in(deed) if deed else small_paper()
    path = folder / "dump.tar"
    path.write_bytes(tar_bytes(members))
    return path


@pytest.mark.parametrize(
    ("deed", "status", "error"),
    [
        ("spin", "timeout", "not done after 2 s"),
        ("segfault", "killed", "the worker process died of SIGSEGV"),
        ("abort", "killed", "the worker process died of SIGABRT"),
        ("exit", "killed", "the worker process ended with exit code 3"),
        ("swell", "killed", "over the memory limit of 2048 MiB"),
        ("print", "ok", None),
    ],
)
def test_one_record_and_the_others_go_on(
    tmp_path: Path, batch: Finish, deed: str, status: str, error: str | None
) -> None:
    make_tar(tmp_path, "", deed, "", deed, "")
    done = batch("dump.tar", "-o", "out", "--jobs", "2", "--timeout", "2")
    found = all_records(tmp_path / "out")
    assert [record["status"] for record in found] == ["ok", status, "ok", status, "ok"]
    assert [record["error"] for record in found] == [None, error, None, error, None]
    assert done.returncode == (0 if status == "ok" else 1)


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find workers")
def test_a_worker_killed_from_outside(tmp_path: Path, start: Start) -> None:
    make_tar(tmp_path, "", "sleep 60", "", "")
    driver = start("dump.tar", "-o", "out", "--jobs", "1")
    part = tmp_path / "out" / "dump.jsonl.part"
    while not part.exists() or not part.stat().st_size:
        time.sleep(0.02)
    time.sleep(0.5)
    (worker,) = children(driver.pid)
    os.kill(worker, signal.SIGKILL)
    driver.communicate(timeout=60)
    assert driver.returncode == 1
    found = all_records(tmp_path / "out")
    assert [record["status"] for record in found] == ["ok", "killed", "ok", "ok"]
    assert "SIGKILL" in found[1]["error"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find workers")
def test_a_worker_that_spins_does_not_outlive_its_driver(tmp_path: Path, start: Start) -> None:
    make_tar(tmp_path, "spin")
    driver = start("dump.tar", "-o", "out", "--jobs", "1", "--timeout", "1")
    while not (found := children(driver.pid)):
        time.sleep(0.02)
    time.sleep(0.7)
    os.kill(driver.pid, signal.SIGKILL)
    driver.communicate()
    deadline = time.monotonic() + 30
    while Path(f"/proc/{found[0]}").exists():
        state = Path(f"/proc/{found[0]}/stat").read_text().rpartition(")")[2].split()[0]
        if state == "Z":
            break
        assert time.monotonic() < deadline, "the worker lives on"
        time.sleep(0.2)


def process_id(worker: Worker) -> int:
    process = worker._process
    assert process is not None
    return process.pid


@pytest.fixture
def paper() -> bytes:
    return small_paper()


def test_a_worker_is_replaced_after_so_many_papers(paper: bytes) -> None:
    worker = Worker(Settings(recycle=2))
    try:
        assert worker.process(paper).status == "ok"
        first = process_id(worker)
        assert worker.process(paper).status == "ok"
        assert worker._process is None
        assert worker.process(paper).status == "ok"
        assert process_id(worker) != first
    finally:
        worker.kill()


def test_a_worker_that_has_grown_is_replaced(
    paper: bytes, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYTHONPATH", "STAND_IN_PAPER"):
        monkeypatch.setenv(name, environment[name])
    worker = Worker(Settings(max_memory=1024 * MIB))
    try:
        assert worker.process(paper).status == "ok"
        first = process_id(worker)
        assert worker.process(stand_in("leak")).status == "ok"
        assert process_id(worker) == first
        assert worker.process(stand_in("leak")).status == "ok"
        assert worker._process is None
    finally:
        worker.kill()


def test_a_worker_that_died_between_papers_costs_nothing(paper: bytes) -> None:
    worker = Worker(Settings())
    try:
        assert worker.process(paper).status == "ok"
        os.kill(process_id(worker), signal.SIGKILL)
        assert worker.process(paper).status == "ok"
    finally:
        worker.kill()


def test_workers_that_cannot_start_are_no_fault_of_the_paper(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = Settings(choices={"thresholds": {"no_such_threshold": 1}})
    with pytest.raises(PdfbotError, match=r"a worker process does not start \(TypeError"):
        Worker(settings).process(small_paper())


def test_a_paper_over_the_size_is_not_read(tmp_path: Path, batch: Finish) -> None:
    (tmp_path / "big.pdf").write_bytes(small_paper() + bytes(3 << 20))
    assert batch("big.pdf", "-o", "out", "--max-size", "2M").returncode == 1
    (record,) = all_records(tmp_path / "out")
    assert (record["status"], record["error_type"]) == ("failed", "InputError")
    assert "over the limit (--max-size)" in record["error"]
