"""What a batch run shows on a terminal and on other streams."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pdfbot.bulk.status_counts import StatusCounts
from pdfbot.cli import batch_progress, main
from pdfbot.cli.batch_progress import ProgressDisplay

from .conftest import HOSTILE, misbehaving, small_paper

pty = pytest.importorskip("pty", reason="needs a POSIX system")


def test_terminal_shows_a_progress_bar(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "a.pdf").write_bytes(misbehaving("sleep 1"))
    (tmp_path / "b.pdf").write_bytes(b"broken")
    ours, theirs = pty.openpty()
    call = [sys.executable, "-m", "pdfbot", "batch", "a.pdf", "b.pdf", "-o", "out", "--jobs", "1"]
    environment |= {"TERM": "xterm", "COLUMNS": "160"}
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
    assert re.search(r"0 failed, 0 without text, 0 of 1 shards", plain)
    assert re.search(r"failed\s+1\s+1", plain)


def test_other_streams_get_progress_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(batch_progress, "LINE_SECONDS", 0.0)
    (tmp_path / "a.pdf").write_bytes(small_paper())
    (tmp_path / "scan.pdf").write_bytes((HOSTILE / "image-only.pdf").read_bytes())
    assert main(["batch", "a.pdf", "scan.pdf", "-o", "out"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "1 without text" in captured.err
    assert re.search(
        r"pdfbot: \d papers, [\d.]+/s, 0 failed, \d without text, \d of 1 shards", captured.err
    )


@pytest.mark.parametrize("room", [140, 64, 44, 20])
def test_status_fits_the_terminal_and_keeps_what_matters(room: int) -> None:
    display = ProgressDisplay()
    before = StatusCounts()
    before.statuses.update({"ok": 3400, "failed": 17, "no-text": 80})
    display.start(12, 4, 1000, 2, before)
    status = display._status(room)
    assert len(status) <= room
    assert status.startswith("3497 papers")
    assert ("without text" in status) == (room > 44)
    assert ("17 failed" in status) == (room > 20)


def test_the_first_line_of_a_narrow_terminal_has_a_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with ProgressDisplay() as display:
        display.start(1, 0, 1000, 2, StatusCounts())
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err)
    assert "━━━━━━━━" in shown
    assert "0 papers, 0.0/s, 0 failed, 0 without text" in shown
    assert "…" not in shown


def test_resumed_run_counts_from_where_it_was() -> None:
    display = ProgressDisplay()
    before = StatusCounts()
    before.statuses.update({"ok": 3400})
    display.start(12, 4, 1000, 2, before)
    assert display._status().startswith("3400 papers, 0.0/s, 0 failed, 0 without text, 4 of 12")


def test_resumed_run_counts_the_papers_of_unfinished_shards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(batch_progress, "LINE_SECONDS", 0.0)
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.pdf").write_bytes(small_paper())
    call = ["batch", "a.pdf", "b.pdf", "c.pdf", "-o", "out", "--jobs", "1"]
    assert main([*call, "--limit", "2"]) == 0
    capsys.readouterr()
    assert main(call) == 0
    shown = capsys.readouterr().err
    assert re.search(r"^pdfbot: 2 papers, 0\.0/s, 0 failed", shown, re.M)
    assert re.search(r"^pdfbot: 3 papers, [\d.]+/s, 0 failed", shown, re.M)
    assert not re.search(r"^pdfbot: [014-9] papers?, ", shown, re.M)


def test_verbose_run_has_a_line_for_every_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.pdf").write_bytes(small_paper())
    (tmp_path / "b.pdf").write_bytes(b"broken")
    assert main(["batch", "a.pdf", "b.pdf", "-o", "out", "-v"]) == 1
    shown = capsys.readouterr().err
    assert re.search(r"^pdfbot: \S*a\.pdf: ok in [\d.]+ s$", shown, re.M)
    assert re.search(r"^pdfbot: \S*b\.pdf: failed: not a PDF$", shown, re.M)
