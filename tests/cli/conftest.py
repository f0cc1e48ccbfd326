"""A short paper and a working folder for the commands."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
Streams = pytest.CaptureFixture[str]


@pytest.fixture(scope="session")
def paper(papers: Path) -> Path:
    return papers / "novel-dialogue" / "novel-dialogue.pdf"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of commands that run inside the test's process."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
