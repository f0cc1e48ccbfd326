"""The command without a subcommand, and calls that cannot be parsed."""

from __future__ import annotations

import pytest

import pdfbot
from pdfbot.cli import COMMANDS, main

from .conftest import Streams


def test_version_is_printed(capsys: Streams) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pdfbot {pdfbot.__version__}\n"


def test_help_lists_all_commands(capsys: Streams) -> None:
    assert main(["--help"]) == 0
    output = capsys.readouterr().out
    assert all(command in output for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: Streams) -> None:
    assert main([command, "--help"]) == 0
    assert f"usage: pdfbot {command}" in capsys.readouterr().out


def test_call_without_a_command_prints_help_to_stderr(capsys: Streams) -> None:
    assert main([]) == 2
    assert "extract" in capsys.readouterr().err


@pytest.mark.parametrize(
    "call",
    [
        ["extrakt", "a.pdf"],
        ["extract"],
        ["extract", "a.pdf", "--form", "json"],
        ["extract", "a.pdf", "--format", "xml"],
    ],
)
def test_wrong_call_is_reported_in_one_line(call: list[str], capsys: Streams) -> None:
    assert main(call) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert len(streams.err.splitlines()) == 1
    assert streams.err.startswith("pdfbot: ")
    assert "--help" in streams.err
