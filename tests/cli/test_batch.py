"""Wrong calls of `pdfbot batch`; its runs are tested in tests/bulk."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from pdfbot.bulk import cluster
from pdfbot.bulk.run_monitor import RunReport
from pdfbot.cli import main
from pdfbot.cli.batch import exit_code

from .conftest import Streams

needs_distributed = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="needs pdfbot[cluster]"
)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "out"], "nothing to do"),
        (["none.pdf", "-o", "out"], "none.pdf: no such file or folder"),
        (["empty", "-o", "out"], "no PDFs and no archives"),
        (["a.pdf"], "required: -o"),
        (["a.pdf", "-o", "a.pdf"], "-o a.pdf: this is a file; give a folder"),
        (["a.pdf", "-o", "out", "--jobs", "0"], "at least 1"),
        (["a.pdf", "-o", "out", "--max-memory", "lots"], "--max-memory lots: write it as 2G"),
        (["a.pdf", "-o", "out", "--max-memory", "1M"], "at least 256 MiB"),
        (["a.pdf", "-o", "out", "--format", "parquet", "--compress", "gz"], "compressed already"),
        pytest.param(
            ["a.pdf", "-o", "out", "--cluster", "tcp://127.0.0.1:1"],
            "cannot be reached",
            marks=needs_distributed,
        ),
    ],
)
def test_wrong_call_is_refused(
    folder: Path,
    paper: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Streams,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    (folder / "empty").mkdir()
    shutil.copy(paper, folder / "a.pdf")
    assert main(["batch", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (RunReport(shards=2, finished=2), 0),
        (RunReport(shards=2, finished=1), 1),
        (RunReport(shards=2, finished=1, interrupted=True), 130),
    ],
)
def test_exit_code_reports_unfinished_and_interrupted_runs(report: RunReport, code: int) -> None:
    assert exit_code(report) == code
