"""A real Dask cluster of several processes, each of which is killed during a run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pdfbot.bulk import cluster as cluster_module
from pdfbot.cli import main
from tests.patience import wait_until

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


class Cluster:
    """A scheduler and its workers, started the way an administrator would."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder, self._environment = folder, environment
        self._contact = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._dask("scheduler", "--host", "127.0.0.1", "--port", "0",
                                    "--scheduler-file", str(self._contact))  # fmt: skip
        wait_until(self._contact.exists)
        time.sleep(0.2)
        self.address: str = json.loads(self._contact.read_text())["address"]

    def _dask(self, *arguments: str) -> subprocess.Popen[bytes]:
        call = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
        with (self._folder / f"dask-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                call, env=self._environment, cwd=self._folder, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self.processes.append(process)
        return process

    def add_workers(self, count: int, nanny: str = "--no-nanny") -> None:
        contact = ("--scheduler-file", str(self._contact))
        for _ in range(count):
            self.workers.append(self._dask("worker", *contact, "--nthreads", "1", nanny))


@pytest.fixture
def cluster(tmp_path: Path, environment: dict[str, str]) -> Iterator[Cluster]:
    found = Cluster(tmp_path, environment)
    try:
        yield found
    finally:
        for process in reversed(found.processes):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def make_dumps(folder: Path, seconds: float = 1) -> list[str]:
    """Five archives of eight papers, with a slow one at the end of each; returns all names."""
    papers = mixed_papers(40)
    names = list(papers)
    for number in range(5):
        members = {name: papers[name] for name in list(papers)[number::5]}
        members[f"slow{number}.pdf"] = misbehaving(f"sleep {seconds}")
        (folder / f"dump_{number}.tar").write_bytes(tar_bytes(members))
        names.append(f"slow{number}.pdf")
    return sorted(names)


def wait_for_work(folder: Path) -> None:
    """Until a cluster worker has written records of an unfinished shard."""
    state = folder / "out" / ".pdfbot"
    wait_until(lambda: any(part.stat().st_size for part in state.glob("attempt-*/*.part")))


def found_names(folder: Path) -> list[str]:
    return sorted(record["source"].rpartition("#")[2] for record in all_records(folder / "out"))


def finish(driver: subprocess.Popen[bytes]) -> bytes:
    _, errors = driver.communicate(timeout=120)
    assert b"Traceback" not in errors, errors.decode()
    return errors


def test_shard_of_a_dead_cluster_worker_is_repeated_elsewhere(
    tmp_path: Path, start: Start, cluster: Cluster
) -> None:
    cluster.add_workers(3)
    names = make_dumps(tmp_path)
    driver = start("dump_*.tar", "-o", "out", "--cluster", cluster.address)
    wait_for_work(tmp_path)
    # A cluster worker with a child process is working on a shard.
    busy = [w for w in cluster.workers if child_processes(w.pid)]
    (busy or cluster.workers)[0].kill()
    finish(driver)
    assert driver.returncode == 1  # because of the hostile documents
    assert found_names(tmp_path) == names
    assert not list((tmp_path / "out" / ".pdfbot").glob("attempt-*"))
    assert not list((tmp_path / "out").glob("*.part"))


def test_worker_that_its_nanny_restarts_goes_on(
    tmp_path: Path, start: Start, cluster: Cluster
) -> None:
    cluster.add_workers(1, "--nanny")
    names = make_dumps(tmp_path)
    driver = start("dump_*.tar", "-o", "out", "--cluster", cluster.address)
    wait_for_work(tmp_path)
    (nanny,) = cluster.workers
    # The worker itself has a child process, the one that extracts papers.
    (busy,) = [pid for pid in child_processes(nanny.pid) if child_processes(pid)]
    os.kill(busy, signal.SIGKILL)
    finish(driver)
    assert driver.returncode == 1
    assert found_names(tmp_path) == names


def test_dead_scheduler_is_reported_in_one_line(
    tmp_path: Path, start: Start, batch: Finish, cluster: Cluster
) -> None:
    cluster.add_workers(1)
    names = make_dumps(tmp_path)
    driver = start("dump_*.tar", "-o", "out", "--cluster", cluster.address)
    wait_for_work(tmp_path)
    cluster.scheduler.kill()
    errors = finish(driver)
    assert driver.returncode == 1
    assert errors.count(b"the connection to the scheduler is lost") == 1
    assert b"the next run will retry it" in errors
    assert b"distributed" not in errors
    assert batch("dump_*.tar", "-o", "out").returncode == 1
    assert found_names(tmp_path) == names


def test_cluster_without_workers_left_is_given_up(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    cluster.add_workers(2)
    make_dumps(tmp_path, 60)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cluster_module, "WATCH_SECONDS", 0.2)

    def kill_workers() -> None:
        wait_for_work(tmp_path)
        # From now on, and not while the first worker is on its way.
        monkeypatch.setattr(cluster_module, "WORKER_SECONDS", 2)
        for worker in cluster.workers:
            worker.kill()

    killer = threading.Thread(target=kill_workers)
    killer.start()
    assert main(["batch", "dump_0.tar", "-o", "out", "--cluster", cluster.address]) == 1
    killer.join()
    errors = capsys.readouterr().err
    assert "it has had no workers for 2 s; unfinished shards: 1" in errors
    assert "not complete: run the same command again" in errors
    assert not list((tmp_path / "out" / ".pdfbot").glob("attempt-*"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_driver_of_a_cluster_run_can_be_stopped_and_resumed(
    tmp_path: Path, start: Start, batch: Finish, cluster: Cluster, number: signal.Signals
) -> None:
    cluster.add_workers(2)
    names = make_dumps(tmp_path)
    driver = start("dump_*.tar", "-o", "out", "--cluster", cluster.address)
    wait_for_work(tmp_path)
    driver.send_signal(number)
    errors = finish(driver)
    if number == signal.SIGKILL:
        assert driver.returncode == -signal.SIGKILL
    else:
        assert driver.returncode == 130
        assert b"stopping; unfinished shards are left to the next run" in errors
        assert json.loads((tmp_path / "out" / "summary.json").read_text())["interrupted"]
    again = batch("dump_*.tar", "-o", "out", "--cluster", cluster.address)
    assert again.returncode == 1
    assert found_names(tmp_path) == names


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
