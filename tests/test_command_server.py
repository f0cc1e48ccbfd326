"""Commands in forks behave as new processes do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .command_server import IS_AVAILABLE, CommandServer

pytestmark = pytest.mark.skipif(not IS_AVAILABLE, reason="forks are used on Linux only")


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["extract", "-"], b"%PDF-1.4 broken"),
        (["recover", "-"], b"One line\nand an-\nother.\n"),
        (["--version"], b""),
        (["extract"], b""),
    ],
)
def test_command_has_the_streams_and_the_code_of_a_new_process(
    command_server: CommandServer,
    command_environment: dict[str, str],
    tmp_path: Path,
    arguments: list[str],
    stdin: bytes,
) -> None:
    forked = command_server.run(arguments, tmp_path, command_environment, stdin)
    new = subprocess.run(
        [sys.executable, "-m", "pdfbot", *arguments],
        input=stdin,
        capture_output=True,
        cwd=tmp_path,
        env=command_environment,
    )
    assert (forked.returncode, forked.stdout) == (new.returncode, new.stdout)
    assert forked.stderr == new.stderr
    assert forked.stdout or forked.stderr


def test_commands_of_one_pipe_run_side_by_side(
    shell_environment: dict[str, str], tmp_path: Path, papers: Path
) -> None:
    paper = papers / "novel-dialogue" / "novel-dialogue.pdf"
    script = "pdfbot extract - --format jsonl | pdfbot extract - ; pdfbot extract - < $1 | head -1"
    call = ["bash", "-c", script, "bash", str(paper)]
    done = subprocess.run(
        call, input=b"no PDF", capture_output=True, cwd=tmp_path, env=shell_environment
    )
    assert done.returncode == 0
    assert done.stderr.count(b"\n") == 2
    assert done.stdout.count(b"\n") == 1


def test_server_has_one_thread_and_ends_with_the_tests(
    command_environment: dict[str, str], tmp_path: Path
) -> None:
    """A fork has only one; and whoever kills the tests leaves nothing behind."""
    server = CommandServer(command_environment)
    assert server.run(["--version"], tmp_path, command_environment, b"").returncode == 0
    assert len(os.listdir(f"/proc/{server.process.pid}/task")) == 1
    assert server.process.stdin is not None
    server.process.stdin.close()
    assert server.process.wait(60) == 0
