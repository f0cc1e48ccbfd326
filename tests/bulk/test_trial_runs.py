"""Options for trying out and monitoring a run: --limit, --dry-run, --log."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .conftest import Finish, all_records, misbehaving, small_paper, tar_bytes


@pytest.fixture
def inputs(tmp_path: Path) -> tuple[str, ...]:
    """An archive of three papers and two loose ones, in two shards."""
    papers = {f"{number}.pdf": small_paper() for number in range(3)}
    (tmp_path / "dump.tar").write_bytes(tar_bytes(papers))
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(small_paper())
    return "dump.tar", "a.pdf", "b.pdf"


def test_limited_runs_continue_each_other(
    tmp_path: Path, batch: Finish, inputs: tuple[str, ...]
) -> None:
    def papers(*options: str) -> tuple[int, bool]:
        done = batch(*inputs, "-o", "out", "--jobs", "2", *options)
        assert done.returncode == 0
        summary = json.loads((tmp_path / "out" / "summary.json").read_text())
        assert (b"stopped at --limit 2: run the same" in done.stderr) == (not summary["complete"])
        return summary["this_run"]["papers"], summary["complete"]

    assert papers("--limit", "2") == (2, False)
    assert papers("--limit", "2") == (2, False)
    assert papers("--limit", "2") == (1, True)
    assert papers("--limit", "2") == (0, True)
    assert len(all_records(tmp_path / "out")) == 5


def test_limit_that_ends_with_the_inputs_is_complete(
    tmp_path: Path, batch: Finish, inputs: tuple[str, ...]
) -> None:
    assert b"--limit" not in batch(*inputs, "-o", "out", "--limit", "5").stderr
    assert len(all_records(tmp_path / "out")) == 5


def test_limited_run_with_a_failed_paper_is_a_failure(tmp_path: Path, batch: Finish) -> None:
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(b"broken")
    assert batch("a.pdf", "b.pdf", "-o", "out", "--limit", "1").returncode == 1


@pytest.mark.parametrize(
    "options",
    [
        ("--limit", "-1"),
        ("--limit", "1", "--cluster", "local"),
        ("--limit", "1", "-o", "memory://out"),
    ],
)
def test_senseless_limit_is_refused(
    tmp_path: Path, batch: Finish, inputs: tuple[str, ...], options: tuple[str, ...]
) -> None:
    done = batch(*inputs, "-o", "out", *options)
    assert done.returncode == 2
    assert b"pdfbot: --limit" in done.stderr


def test_dry_run_lists_the_shards_and_writes_nothing(
    tmp_path: Path, batch: Finish, inputs: tuple[str, ...]
) -> None:
    size, loose = (tmp_path / "dump.tar").stat().st_size, 2 * len(small_paper())
    call = (*inputs, "-o", "out", "--dry-run")

    def rows() -> list[list[str]]:
        done = batch(*call)
        assert (done.returncode, done.stderr) == (0, b"")
        text = done.stdout.decode().replace(f"{tmp_path}/", "")
        return [line.split("\t") for line in text.splitlines()]

    assert rows() == [
        ["shard", "state", "files", "bytes", "source"],
        ["dump", "new", "archive", str(size), "dump.tar"],
        ["files-00001", "new", "2", str(loose), "a.pdf"],
    ]
    assert not (tmp_path / "out").exists()
    batch(*inputs, "-o", "out", "--limit", "4")
    assert [row[1] for row in rows()] == ["state", "finished", "unfinished"]
    call = (*call, "--force")
    before = sorted(path.name for path in (tmp_path / "out").rglob("*"))
    assert [row[1] for row in rows()] == ["state", "again", "unfinished"]
    assert sorted(path.name for path in (tmp_path / "out").rglob("*")) == before


def test_log_has_a_line_for_every_paper_and_problem(tmp_path: Path, batch: Finish) -> None:
    (tmp_path / "a.pdf").write_bytes(small_paper())
    (tmp_path / "b.pdf").write_bytes(misbehaving("sleep 60"))
    (tmp_path / "list").write_text("a.pdf\nb.pdf\ngone.tar\n")
    call = ("--input-list", "list", "-o", "out", "--log", "run.log", "--timeout", "2")
    assert batch(*call, "--jobs", "1").returncode == 1
    lines = (tmp_path / "run.log").read_text("utf-8").splitlines()
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d ", line) for line in lines)
    messages = [re.sub(r"\d+\.\d\d s", "S", line.partition(" ")[2]) for line in lines]
    assert sorted(messages) == sorted([
        "start: 2 shards, 0 finished before, 1 job",
        f"ok S {tmp_path}/a.pdf",
        f"timeout S {tmp_path}/b.pdf: not done after 2 s",
        f"warning: {tmp_path}/gone.tar: cannot be read (No such file or directory); "
        "the next run will retry it",
        "finished files-00001: 2 papers, 1 failed",
    ])  # fmt: skip
    batch(*call)
    assert len((tmp_path / "run.log").read_text("utf-8").splitlines()) == len(lines) + 2


@pytest.mark.parametrize("path", ["none/run.log", "/dev/full"])
def test_log_that_cannot_be_written_is_an_error(
    tmp_path: Path, batch: Finish, inputs: tuple[str, ...], path: str
) -> None:
    done = batch(*inputs, "-o", "out", "--log", path)
    assert done.returncode == 12
    assert f"pdfbot: --log {path}: cannot be written".encode() in done.stderr
