"""The project's own documents, and the command as a user runs it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

import pdfbot
from tests.chromium import browser
from tests.command_server import IS_AVAILABLE, TIMEOUT, CommandServer
from tests.katex import katex

__all__ = ["browser", "katex"]

ROOT = Path(__file__).parents[1]
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
# They take longest and come first: at the end no process has much left to do alone.
SLOW_FILES = (
    "test_gate.py",
    "bulk/test_s3.py",
    "bulk/test_crashes.py",
    "test_docs.py",
    "web/test_dockerfile.py",
    "bulk/test_run.py",
    "bulk/test_output_formats.py",
    "web/page/test_reading.py",
    "web/page/test_parts.py",
    "web/test_work.py",
    "browser/test_highlight_panel.py",
    "web/test_attacks.py",
    "test_speed.py",
    "cli/test_limits.py",
    "cli/test_main.py",
    "bulk/test_cluster.py",
    "bulk/test_misbehaving_papers.py",
    "bulk/test_trial_runs.py",
    "web/test_grobid.py",
    "visual/highlight/test_command.py",
    "cli/test_single_output.py",
    "formulas/test_katex.py",
    "web/test_openapi.py",
    "bulk/test_planning.py",
    "web/test_papers.py",
    "web/test_problems.py",
    "web/test_storage.py",
    "evaluation/test_typeset.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the files; the tests of each keep their order."""
    places = {ROOT / "tests" / name: place for place, name in enumerate(SLOW_FILES)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """Shells start jobs in the background with SIGINT ignored, which child processes inherit."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def papers() -> Path:
    """The papers written for the tests: papers/NAME/NAME.pdf and .html."""
    return ROOT / "fixtures" / "papers"


@pytest.fixture(scope="session")
def command_environment() -> dict[str, str]:
    """Lets a child process import the same pdfbot as the tests, installed or not."""
    return {**os.environ, "PYTHONPATH": str(Path(pdfbot.__file__).parents[1])}


@pytest.fixture(scope="session")
def command_server(command_environment: dict[str, str]) -> Iterator[CommandServer | None]:
    """A process that runs commands in forks of itself, where that is possible."""
    if not IS_AVAILABLE:
        yield None
        return
    server = CommandServer(command_environment)
    yield server
    server.close()


@pytest.fixture(scope="session")
def shell_environment(
    tmp_path_factory: pytest.TempPathFactory,
    command_environment: dict[str, str],
    command_server: CommandServer | None,
) -> dict[str, str]:
    """Lets a shell find the pdfbot under test as `pdfbot`, and its Python as `python`."""
    programs = tmp_path_factory.mktemp("bin")
    for name, call in (("pdfbot", "-m pdfbot "), ("python", "")):
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {call}"$@"\n')
        (programs / name).chmod(0o755)
    if command_server is not None:
        command_server.write_script(programs / "pdfbot")
    return {**command_environment, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture
def run(
    tmp_path: Path, command_environment: dict[str, str], command_server: CommandServer | None
) -> Run:
    """Run `pdfbot ARGUMENTS` as a separate process in an empty folder.

    With other variables, which Python may read when it starts, the process is a new one.
    """

    def start(
        *arguments: str | Path, stdin: bytes = b"", env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        words = list(map(str, arguments))
        if command_server is not None and env is None:
            return command_server.run(words, tmp_path, command_environment, stdin)
        return subprocess.run(
            [sys.executable, "-m", "pdfbot", *words],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env={**command_environment, **(env or {})},
            timeout=TIMEOUT,
        )

    return start
