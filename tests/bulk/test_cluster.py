"""A real Dask cluster of several processes, one of which is killed during the run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import (
    NOVEL,
    Finish,
    Start,
    all_records,
    child_processes,
    misbehaving,
    mixed_papers,
    small_paper,
    tar_bytes,
)

pytest.importorskip("distributed", reason="needs pdfbot[cluster]")


@pytest.fixture
def cluster(
    tmp_path: Path, environment: dict[str, str]
) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and three workers, started the way an administrator would."""
    processes: list[subprocess.Popen[bytes]] = []

    def dask(*arguments: str) -> subprocess.Popen[bytes]:
        call = [sys.executable, "-m", "dask", *arguments]
        with (tmp_path / f"dask-{len(processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                call, env=environment, cwd=tmp_path, stdout=log, stderr=log, start_new_session=True
            )
        processes.append(process)
        return process

    try:
        contact = tmp_path / "scheduler.json"
        dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
             "--scheduler-file", str(contact))  # fmt: skip
        deadline = time.monotonic() + 60
        while not contact.exists():
            assert time.monotonic() < deadline, (tmp_path / "dask-0.log").read_text()
            time.sleep(0.05)
        time.sleep(0.2)
        workers = [
            dask("worker", "--scheduler-file", str(contact), "--nthreads", "1", "--no-nanny",
                 "--no-dashboard", "--name", f"w{number}")
            for number in range(3)
        ]  # fmt: skip
        yield json.loads(contact.read_text())["address"], workers
    finally:
        for process in reversed(processes):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_shard_of_a_dead_cluster_worker_is_repeated_elsewhere(
    tmp_path: Path, start: Start, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    papers = mixed_papers(40)
    names = list(papers)
    for number in range(5):
        members = {name: papers[name] for name in list(papers)[number::5]}
        members[f"slow{number}.pdf"] = misbehaving("sleep 1")
        (tmp_path / f"dump_{number}.tar").write_bytes(tar_bytes(members))
        names.append(f"slow{number}.pdf")
    driver = start("dump_*.tar", "-o", "out", "--cluster", address)
    state = tmp_path / "out" / ".pdfbot"
    deadline = time.monotonic() + 60
    while not any(part.stat().st_size for part in state.glob("attempt-*/*.part")):
        assert driver.poll() is None, driver.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    # A cluster worker with a child process is working on a shard.
    busy = [w for w in workers if Path(f"/proc/{w.pid}/task").exists() and child_processes(w.pid)]
    victim = busy[0] if busy else workers[0]
    victim.kill()
    _, errors = driver.communicate(timeout=120)
    assert b"Traceback" not in errors
    assert driver.returncode == 1  # because of the hostile documents
    found = [record["source"].rpartition("#")[2] for record in all_records(tmp_path / "out")]
    assert sorted(found) == sorted(names)
    assert not list(state.glob("attempt-*"))
    assert not list((tmp_path / "out").glob("*.part"))


def test_local_cluster_resumes_an_interrupted_local_run(
    tmp_path: Path, start: Start, batch: Finish
) -> None:
    members = {"a.pdf": small_paper(), "b.pdf": misbehaving("sleep 60"), "c.pdf": b"broken"}
    (tmp_path / "dump.tar").write_bytes(tar_bytes(members))
    (tmp_path / "other.pdf").write_bytes(small_paper())
    driver = start("dump.tar", "other.pdf", "-o", "out", "--jobs", "1")
    part = tmp_path / "out" / "dump.jsonl.part"
    while not part.exists() or not part.stat().st_size:
        time.sleep(0.02)
    driver.kill()
    driver.communicate()
    kept = part.read_bytes().splitlines()[0]
    (tmp_path / "dump.tar").write_bytes(tar_bytes({**members, "b.pdf": small_paper()}))
    call = ("dump.tar", "other.pdf", "-o", "out", "--cluster", "local", "--jobs", "2")
    assert batch(*call).returncode == 1
    lines = (tmp_path / "out" / "dump.jsonl").read_bytes().splitlines()
    assert lines[0] == kept
    assert [r["status"] for r in all_records(tmp_path / "out")] == ["ok", "ok", "failed", "ok"]
    assert not part.exists()
    members["c.pdf"] = small_paper()
    (tmp_path / "dump.tar").write_bytes(tar_bytes({**members, "b.pdf": b"now broken"}))
    assert batch(*call, "--retry-errors").returncode == 0
    assert len(all_records(tmp_path / "out")) == 4


def test_cluster_workers_get_the_reading_and_rule_options(tmp_path: Path, batch: Finish) -> None:
    options = ("--pages", "2", "--set", "min_column_width=120", "--jobs", "1")
    assert batch(NOVEL, "-o", "local", *options).returncode == 0
    assert batch(NOVEL, "-o", "cluster", *options, "--cluster", "local").returncode == 0
    (expected,) = all_records(tmp_path / "local")
    (found,) = all_records(tmp_path / "cluster")
    assert [page["number"] for page in found["pages"]] == [2]
    assert found["thresholds"] == expected["thresholds"]
    assert found["paragraphs"] == expected["paragraphs"]
