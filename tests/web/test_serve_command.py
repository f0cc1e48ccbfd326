"""`pdfbot serve` as a command: one line with the address, one line for what is wrong."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pdfbot.cli.serve import default_folder, parse_time
from pdfbot.errors import UsageError

from .conftest import Server, StartServer

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


def refusal(done: subprocess.CompletedProcess[bytes]) -> str:
    assert done.returncode == 2
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    return line


def test_port_in_use_is_one_line(run: Run, server: Server) -> None:
    port = server.url.rpartition(":")[2]
    assert "Address already in use); choose another --port" in refusal(
        run("serve", "--port", port, "--folder", "f")
    )


def test_two_servers_cannot_share_a_folder(run: Run, start_server: StartServer) -> None:
    server = start_server()
    line = refusal(run("serve", "--port", "0", "--folder", server.folder))
    assert (
        f"{server.folder}: another run is using this folder (process {server.process.pid} " in line
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "0.0.0.0"], "--token"),
        (["--token", "short"], "at least 16"),
        (["--keep", "soon"], "--keep soon: write it as"),
        (["--max-size", "3G"], "--max-storage must have room"),
        (["--jobs", "-1"], "--jobs and --queue"),
        (["--port", "99999"], "cannot listen there"),
        (["--max-pages", "-1"], "--max-pages -1"),
        (["--max-memory", "1M"], "the memory limit must be at least"),
    ],
)
def test_wrong_options_are_one_line(run: Run, options: list[str], words: str) -> None:
    assert words in refusal(run("serve", "--folder", "f", *options))


def test_missing_extra_says_how_to_install_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ModuleNotFoundError(name='fastapi')\n")
    line = refusal(run("serve", env={"PYTHONPATH": f"{tmp_path}:{Path(__file__).parents[2]}"}))
    assert line.endswith("serve needs fastapi, which is not installed: pip install 'pdfbot[serve]'")


def test_verbose_server_names_calls_but_no_papers(start_server: StartServer) -> None:
    server = start_server("-v")
    paper_id = server.keep()
    assert server.client.get(f"/papers/{paper_id}").status_code == 200
    assert server.stop() == 0
    lines = server.errors()
    assert "pdfbot: GET /papers/{paper_id}: 200 after 0." in lines
    assert paper_id not in lines


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("30m", 1800), ("24h", 86400), ("1.5d", 129600)]
)
def test_times_have_units(text: str, seconds: float) -> None:
    assert parse_time("--keep", text) == seconds


@pytest.mark.parametrize("text", ["", "5", "h", "-1h", "1w", "1e3s"])
def test_time_without_a_known_unit_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--keep"):
        parse_time("--keep", text)


def test_papers_are_kept_in_the_users_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert default_folder() == Path("/cache/pdfbot/papers")
