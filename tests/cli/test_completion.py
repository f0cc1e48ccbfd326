"""`pdfbot completion`: what a real bash completes with the script."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pdfbot.cli import main
from pdfbot.cli.completion import SHELLS
from pdfbot.cli.parser import COMMANDS

from .conftest import Streams

# The words are typed up to the last one; bash calls the function that the script registered.
COMPLETE = """
eval "$(pdfbot completion bash)"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
"$(complete -p pdfbot | sed 's/.*-F \\([^ ]*\\).*/\\1/')" 2> /dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        (["ex"], ["extract", "explain"]),
        (["extract", "--app"], ["--appendices"]),
        (["regions", "--format", ""], ["txt", "json", "html"]),
        (["extract", "pa"], ["paper.pdf"]),
        (["extract", "-o", "ou"], ["out"]),
    ],
)
def test_bash_completes_commands_options_and_files(
    typed: list[str], completed: list[str], tmp_path: Path, shell_environment: dict[str, str]
) -> None:
    pytest.importorskip("shtab", reason="needs pdfbot[completion]")
    (tmp_path / "paper.pdf").touch()
    (tmp_path / "out").mkdir()
    done = subprocess.run(
        ["bash", "-c", COMPLETE, "bash", "pdfbot", *typed],
        cwd=tmp_path,
        env=shell_environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.split() == completed, done.stderr


@pytest.mark.parametrize("shell", SHELLS)
def test_script_names_every_command(shell: str, capfd: Streams) -> None:
    pytest.importorskip("shtab", reason="needs pdfbot[completion]")
    assert main(["completion", shell]) == 0
    script = capfd.readouterr().out
    assert all(command in script for command in COMMANDS)


def test_missing_shtab_is_reported_in_one_line(
    capfd: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    message = "pdfbot: completion needs pip install 'pdfbot[completion]'\n"
    assert capfd.readouterr().err == message
