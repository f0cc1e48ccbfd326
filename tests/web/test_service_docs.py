"""docs/service.md is true: its calls are made, its tables are compared with the code."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pdfbot.cli.parser import build_parser
from pdfbot.web.problems import INTERNAL, KINDS
from tests.test_docs import ROOT, blocks, table

from .conftest import PAPER, Server

PAGE = ROOT / "docs" / "service.md"
CALLS = [block for block in blocks(PAGE, "sh") if "curl" in block]


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize("block", CALLS, ids=["extract", "papers"])
def test_documented_calls_succeed(server: Server, tmp_path: Path, block: str) -> None:
    shutil.copy(PAPER, tmp_path / "paper.pdf")
    (tmp_path / ".curlrc").write_text("fail\nno-progress-meter\n")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block.replace("http://127.0.0.1:8070", server.url)],
        cwd=tmp_path,
        env={**os.environ, "CURL_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    written = [name for name in re.findall(r"-o (\S+)", block) if (tmp_path / name).stat().st_size]
    assert len(written) == block.count(" -o ")


def test_documented_calls_are_those_of_the_server(server: Server) -> None:
    paths = server.client.get("/openapi.json").json()["paths"]
    described = {f"{method.upper()} {path}" for path in paths for method in paths[path]}
    own = {call for call in described if not call.partition(" ")[2].startswith("/api/")}
    assert {row[0] for row in table(PAGE, "call", "answer")} == own


def test_documented_errors_are_those_of_the_workers() -> None:
    documented = {
        (int(row[0]), code)
        for row in table(PAGE, "status", "code", "when")
        for code in row[1].split(", ")
    }
    assert {(kind.status, kind.code) for kind in (*KINDS.values(), INTERNAL)} <= documented


def test_documented_limits_are_the_defaults() -> None:
    options = vars(build_parser().parse_args(["serve"]))
    for option, default, _ in table(PAGE, "option", "default", "limit"):
        value = options[option.removeprefix("--").replace("-", "_")]
        shown = "cores" if value is None else f"{value:g}" if isinstance(value, float) else value
        assert str(shown) == default
