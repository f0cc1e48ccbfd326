"""Runs that are killed, interrupted, or meet a full disk: nothing is lost, nothing is doubled."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from .conftest import (
    Finish,
    Start,
    all_records,
    mixed_papers,
    small_paper,
    stand_in,
    tar_bytes,
    untimed,
)

KILLS = 20


def make_dumps(folder: Path, papers: dict[str, bytes], shards: int) -> list[str]:
    names = list(papers)
    for number in range(shards):
        some = {name: papers[name] for name in names[number::shards]}
        (folder / f"dump_{number}.tar").write_bytes(tar_bytes(some))
    return [f"dump_{number}.tar" for number in range(shards)]


def kill_sometime(driver: subprocess.Popen[bytes], out: Path, chance: random.Random) -> bool:
    """Mostly a little after new records have come, now and then at any moment, even the first."""
    if chance.random() < 0.8:
        before = written(out)
        while driver.poll() is None and written(out) == before:
            time.sleep(0.01)
    time.sleep(chance.uniform(0, 0.3))
    was_running = driver.poll() is None
    driver.kill()
    driver.communicate()
    return was_running


def written(out: Path) -> int:
    total = 0
    for path in out.glob("*.jsonl*"):
        with suppress(FileNotFoundError):
            total += path.stat().st_size
    return total


def test_killed_at_random_moments(tmp_path: Path, start: Start, batch: Finish) -> None:
    """kill -9 again and again, each time resumed; the end is that of a run nobody disturbed."""
    papers = mixed_papers(180)
    dumps = make_dumps(tmp_path, papers, 3)
    assert batch(*dumps, "-o", "calm").returncode == 1
    expected = untimed(all_records(tmp_path / "calm"))
    assert len(expected) == len(papers)
    chance = random.Random(4)
    kills = rounds = 0
    while kills < KILLS:
        rounds += 1
        out = f"out{rounds}"
        while kills < KILLS and kill_sometime(start(*dumps, "-o", out), tmp_path / out, chance):
            kills += 1
        assert batch(*dumps, "-o", out).returncode == 1
        assert untimed(all_records(tmp_path / out)) == expected
        left = {path.name for path in (tmp_path / out).iterdir()}
        assert left == {".pdfbot", "summary.json", "dump_0.jsonl", "dump_1.jsonl", "dump_2.jsonl"}
        assert not list((tmp_path / out / ".pdfbot").glob("*.tmp"))


@pytest.mark.parametrize("options", [("--compress", "gz"), ("--format", "txt")])
def test_killed_with_other_formats(
    tmp_path: Path, start: Start, batch: Finish, options: tuple[str, ...]
) -> None:
    dumps = make_dumps(tmp_path, mixed_papers(60), 2)
    chance = random.Random(5)
    for _ in range(4):
        kill_sometime(start(*dumps, "-o", "out", *options), tmp_path / "out", chance)
    assert batch(*dumps, "-o", "out", *options).returncode == 1
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["total"]["papers"] == 60
    if "txt" in options:
        found = all_records(tmp_path / "out")
        texts = {record["text_file"] for record in found if record["status"] == "ok"}
        written = {str(p.relative_to(tmp_path / "out")) for p in (tmp_path / "out").glob("*/*.txt")}
        assert texts == written
        assert len(found) == 60


def wait_for_records(part: Path, least: int = 1) -> None:
    deadline = time.monotonic() + 60
    while not part.exists() or part.read_bytes().count(b"\n") < least:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_finishes_what_is_in_flight(
    tmp_path: Path, start: Start, batch: Finish, number: signal.Signals
) -> None:
    members = {f"{n}.pdf": small_paper() for n in range(3)}
    members |= {"slow.pdf": stand_in("sleep 2")}
    members |= {f"late{n}.pdf": stand_in("sleep 0.5") for n in range(20)}
    (tmp_path / "dump.tar").write_bytes(tar_bytes(members))
    driver = start("dump.tar", "-o", "out", "--jobs", "1")
    part = tmp_path / "out" / "dump.jsonl.part"
    wait_for_records(part, 3)
    time.sleep(0.3)
    driver.send_signal(number)
    _, errors = driver.communicate(timeout=30)
    assert driver.returncode == 130
    assert b"pdfbot: stopping: papers in flight are finished" in errors
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


def test_a_second_signal_stops_at_once(tmp_path: Path, start: Start) -> None:
    members = {"a.pdf": small_paper(), "slow.pdf": stand_in("sleep 60")}
    (tmp_path / "dump.tar").write_bytes(tar_bytes(members))
    driver = start("dump.tar", "-o", "out", "--jobs", "1")
    wait_for_records(tmp_path / "out" / "dump.jsonl.part")
    time.sleep(0.3)
    driver.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert driver.poll() is None
    began = time.monotonic()
    driver.send_signal(signal.SIGINT)
    _, errors = driver.communicate(timeout=30)
    assert time.monotonic() - began < 10
    assert driver.returncode == 130
    assert b"Traceback" not in errors


def test_a_disk_that_fills_up(tmp_path: Path, batch: Finish) -> None:
    """A limit on the size of files stands in for the disk; the next test has a real one."""
    dumps = make_dumps(tmp_path, mixed_papers(60), 1)
    limit = 150_000
    full = batch(
        *dumps, "-o", "out", "--jobs", "2",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )  # fmt: skip
    check_full(full, tmp_path / "out" / "dump_0.jsonl.part")
    assert batch(*dumps, "-o", "out").returncode == 1
    assert len(all_records(tmp_path / "out")) == 60


def check_full(done: subprocess.CompletedProcess[bytes], part: Path) -> None:
    assert done.returncode == 12
    lines = [line for line in done.stderr.splitlines() if b"cannot be written" in line]
    assert len(lines) == 1
    assert b"what is done is kept" in lines[0]
    data = part.read_bytes()
    assert data.endswith(b"\n")
    assert all(json.loads(line) for line in data.splitlines())


def test_a_small_disk(tmp_path: Path, environment: dict[str, str]) -> None:
    """A tmpfs of 300 kB in a mount namespace of its own, enlarged before the second run."""
    call = ["unshare", "--user", "--map-root-user", "--mount"]
    probe = [*call, "mount", "-t", "tmpfs", "none", str(tmp_path)]
    if shutil.which("unshare") is None or subprocess.run(probe, capture_output=True).returncode:
        pytest.skip("no right to mount a small tmpfs here")
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
    check_full(first, tmp_path / "part")
    assert b"No space left on device" in first.stderr
    assert len(all_records(tmp_path / "kept")) == 60


def test_a_bar_on_a_terminal(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "a.pdf").write_bytes(stand_in("sleep 1"))
    (tmp_path / "b.pdf").write_bytes(b"broken")
    ours, theirs = pty.openpty()
    call = [sys.executable, "-m", "pdfbot", "batch", "a.pdf", "b.pdf", "-o", "out", "--jobs", "1"]
    environment |= {"TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(call, stderr=theirs, stdout=theirs, env=environment, cwd=tmp_path)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait(30) == 1
    plain = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", shown).decode()
    assert "0 of 1 shards" in plain
    assert re.search(r"failed\s+1\s+1", plain)


def test_a_line_now_and_then_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pdfbot.cli import main, progress

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    (tmp_path / "a.pdf").write_bytes(small_paper())
    assert main(["batch", "a.pdf", "-o", "out"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.search(r"pdfbot: \d papers, [\d.]+/s, 0 failed, \d of 1 shards", captured.err)
