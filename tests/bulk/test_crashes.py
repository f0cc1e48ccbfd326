"""Runs that are killed, interrupted or fill the disk: no record is lost or duplicated."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import groupby
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until

from .conftest import (
    Finish,
    Start,
    all_records,
    misbehaving,
    mixed_papers,
    small_paper,
    tar_bytes,
    untimed,
)

resource = pytest.importorskip("resource", reason="needs a POSIX system")

KILLS = 20


def make_dumps(folder: Path, papers: dict[str, bytes], shards: int) -> list[str]:
    names = list(papers)
    for number in range(shards):
        some = {name: papers[name] for name in names[number::shards]}
        (folder / f"dump_{number}.tar").write_bytes(tar_bytes(some))
    return [f"dump_{number}.tar" for number in range(shards)]


def kill_at_random(driver: subprocess.Popen[bytes], out: Path, chance: random.Random) -> bool:
    """Kill mostly just after new records were written, sometimes at any moment after the start."""
    if chance.random() < 0.8:
        before = written_bytes(out)
        while driver.poll() is None and written_bytes(out) == before:
            time.sleep(0.01)
    time.sleep(chance.uniform(0, 0.3))
    was_running = driver.poll() is None
    driver.kill()
    driver.communicate()
    return was_running


def written_bytes(out: Path) -> int:
    total = 0
    for path in out.glob("*.jsonl*"):
        with suppress(FileNotFoundError):
            total += path.stat().st_size
    return total


def test_run_killed_at_random_moments_ends_like_an_undisturbed_one(
    tmp_path: Path, start: Start, batch: Finish
) -> None:
    """kill -9 many times, resuming after each."""
    papers = mixed_papers(180)
    dumps = make_dumps(tmp_path, papers, 3)
    assert batch(*dumps, "-o", "undisturbed").returncode == 1
    expected = untimed(all_records(tmp_path / "undisturbed"))
    assert len(expected) == len(papers)
    chance = random.Random(4)
    kills = rounds = 0
    while kills < KILLS:
        rounds += 1
        out = f"out{rounds}"
        while kills < KILLS and kill_at_random(start(*dumps, "-o", out), tmp_path / out, chance):
            kills += 1
        assert batch(*dumps, "-o", out).returncode == 1
        assert untimed(all_records(tmp_path / out)) == expected
        files = {path.name for path in (tmp_path / out).iterdir()}
        finished = {"dump_0.jsonl", "dump_1.jsonl", "dump_2.jsonl"}
        assert files == {".pdfbot", "failed.tsv", "summary.json", *finished}
        assert not list((tmp_path / out / ".pdfbot").glob("*.tmp"))


@pytest.mark.parametrize(
    "options", [("--compress", "gz"), ("--format", "txt"), ("--format", "chunks")]
)
def test_killed_run_resumes_with_other_output_formats(
    tmp_path: Path, start: Start, batch: Finish, options: tuple[str, ...]
) -> None:
    dumps = make_dumps(tmp_path, mixed_papers(60), 2)
    chance = random.Random(5)
    for _ in range(4):
        kill_at_random(start(*dumps, "-o", "out", *options), tmp_path / "out", chance)
    assert batch(*dumps, "-o", "out", *options).returncode == 1
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["total"]["papers"] == 60
    if "txt" in options:
        found = all_records(tmp_path / "out")
        texts = {record["file"] for record in found if record["status"] == "ok"}
        written = {str(p.relative_to(tmp_path / "out")) for p in (tmp_path / "out").glob("*/*.txt")}
        assert texts == written
        assert len(found) == 60
    if "chunks" in options:
        good = [r["source"] for r in all_records(tmp_path / "out") if r["status"] == "ok"]
        rows = all_records(tmp_path / "out" / "chunks")
        assert sorted(source for source, _ in groupby(r["source"] for r in rows)) == sorted(good)


def wait_for_records(part: Path, count: int = 1) -> None:
    wait_until(lambda: part.exists() and part.read_bytes().count(b"\n") >= count)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_first_signal_finishes_papers_in_progress(
    tmp_path: Path, start: Start, batch: Finish, number: signal.Signals
) -> None:
    members = {f"{n}.pdf": small_paper() for n in range(3)}
    members |= {"slow.pdf": misbehaving("sleep 2")}
    members |= {f"late{n}.pdf": misbehaving("sleep 0.5") for n in range(20)}
    (tmp_path / "dump.tar").write_bytes(tar_bytes(members))
    driver = start("dump.tar", "-o", "out", "--jobs", "1")
    part = tmp_path / "out" / "dump.jsonl.part"
    wait_for_records(part, 3)
    time.sleep(0.3)
    driver.send_signal(number)
    _, errors = driver.communicate(timeout=PATIENCE)
    assert driver.returncode == 130
    assert b"pdfbot: stopping after the papers in progress" in errors
    assert b"not complete: run the same command again" in errors
    assert b"Traceback" not in errors
    found = [json.loads(line)["id"] for line in part.read_bytes().splitlines()]
    assert found == ["0", "1", "2", "slow"]
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["interrupted"]
    assert summary["total"]["papers"] == 4
    members = {name: small_paper() for name in members}
    (tmp_path / "dump.tar").write_bytes(tar_bytes(members))
    assert batch("dump.tar", "-o", "out").returncode == 0
    assert len(all_records(tmp_path / "out")) == 24


def test_second_signal_stops_at_once(tmp_path: Path, start: Start) -> None:
    members = {"a.pdf": small_paper(), "slow.pdf": misbehaving("sleep 600")}
    (tmp_path / "dump.tar").write_bytes(tar_bytes(members))
    driver = start("dump.tar", "-o", "out", "--jobs", "1")
    wait_for_records(tmp_path / "out" / "dump.jsonl.part")
    time.sleep(0.3)
    driver.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert driver.poll() is None
    driver.send_signal(signal.SIGINT)
    _, errors = driver.communicate(timeout=PATIENCE)
    assert driver.returncode == 130
    assert b"Traceback" not in errors


def test_full_disk_loses_no_record(tmp_path: Path, batch: Finish) -> None:
    """A file size limit simulates the full disk; the next test uses a real one."""
    dumps = make_dumps(tmp_path, mixed_papers(60), 1)
    limit = 150_000
    full = batch(
        *dumps, "-o", "out", "--jobs", "2",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )  # fmt: skip
    check_full_disk_error(full, tmp_path / "out" / "dump_0.jsonl.part")
    assert batch(*dumps, "-o", "out").returncode == 1
    assert len(all_records(tmp_path / "out")) == 60


def check_full_disk_error(done: subprocess.CompletedProcess[bytes], part: Path) -> None:
    assert done.returncode == 12
    lines = [line for line in done.stderr.splitlines() if b"cannot be written" in line]
    assert len(lines) == 1
    assert b"finished work is kept" in lines[0]
    data = part.read_bytes()
    assert data.endswith(b"\n")
    assert all(json.loads(line) for line in data.splitlines())


def test_run_resumes_after_a_full_disk_is_enlarged(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    """The disk is a tmpfs of 300 kB in its own mount namespace."""
    call = ["unshare", "--user", "--map-root-user", "--mount"]
    probe = [*call, "mount", "-t", "tmpfs", "none", str(tmp_path)]
    if shutil.which("unshare") is None or subprocess.run(probe, capture_output=True).returncode:
        pytest.skip("mounting a tmpfs is not permitted here")
    (tmp_path / "out").mkdir()
    make_dumps(tmp_path, mixed_papers(60), 1)
    run = f"'{sys.executable}' -m pdfbot batch dump_0.tar -o out --jobs 2"
    script = f"""
        mount -t tmpfs -o size=300k none out
        {run} 2>first; echo $? >codes
        cp out/dump_0.jsonl.part part
        mount -o remount,size=20m out
        {run} 2>second; echo $? >>codes
        cp -r out kept
    """
    done = subprocess.run(
        [*call, "sh", "-c", script], cwd=tmp_path, env=environment, capture_output=True, timeout=90
    )
    assert done.returncode == 0, done.stderr
    codes = (tmp_path / "codes").read_text().split()
    assert codes == ["12", "1"], (tmp_path / "first").read_text()
    first = subprocess.CompletedProcess([], 12, b"", (tmp_path / "first").read_bytes())
    check_full_disk_error(first, tmp_path / "part")
    assert b"No space left on device" in first.stderr
    assert len(all_records(tmp_path / "kept")) == 60
