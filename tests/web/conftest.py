"""Real servers on free ports of this machine, each with a separate folder."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.bulk.conftest import MISBEHAVIOUR, child_processes, misbehaving, small_paper
from tests.documents import ROOT
from tests.patience import PATIENCE, wait_until

PAPER = ROOT / "paper.pdf"

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")

__all__ = [
    "PAPER",
    "PATIENCE",
    "Server",
    "StartServer",
    "misbehaving",
    "small_paper",
    "wait_until",
]


class Server:
    """`pdfbot serve` as a process, and a client that talks to it."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pdfbot", "serve", "--port", "0", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        match = re.search(r"http://\S+:(\d+)/", line)
        if match is None:
            raise AssertionError(f"no address: {line!r} {self.errors()}")
        self.url = f"http://127.0.0.1:{match[1]}"
        self.folder = Path(arguments[arguments.index("--folder") + 1])
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def errors(self) -> str:
        """What it wrote to stderr until its end."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def post(self, pdf: bytes | Path = PAPER, **parameters: str) -> dict[str, Any]:
        """Keep a paper; what the server says about it."""
        data = pdf.read_bytes() if isinstance(pdf, Path) else pdf
        answer = self.client.post("/papers", content=data, params=parameters)
        assert answer.status_code == 202, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def events(self, paper_id: str) -> list[dict[str, Any]]:
        """All events of a paper, until the server ends them."""
        found = []
        with self.client.stream("GET", f"/papers/{paper_id}/events") as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    found.append(json.loads(line.removeprefix("data: ")))
        return found

    def keep(self, pdf: bytes | Path = PAPER, **parameters: str) -> str:
        """The id of a paper that has been processed."""
        paper_id: str = self.post(pdf, **parameters)["id"]
        assert self.events(paper_id)[-1]["status"] == "done"
        return paper_id

    def workers(self) -> list[int]:
        return child_processes(self.process.pid)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        self.client.close()
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


StartServer = Callable[..., Server]


@pytest.fixture(scope="session")
def serve_environment(
    tmp_path_factory: pytest.TempPathFactory, command_environment: dict[str, str]
) -> dict[str, str]:
    """An environment in which misbehaving documents misbehave."""
    folder = tmp_path_factory.mktemp("misbehaviour")
    (folder / "sitecustomize.py").write_text(MISBEHAVIOUR)
    (folder / "paper.pdf").write_bytes(small_paper())
    return {
        **command_environment,
        "PYTHONPATH": f"{folder}:{command_environment['PYTHONPATH']}",
        "WELL_BEHAVED_PAPER": str(folder / "paper.pdf"),
    }


@pytest.fixture(scope="session")
def server(
    tmp_path_factory: pytest.TempPathFactory, serve_environment: dict[str, str]
) -> Iterator[Server]:
    """A server with default settings that many tests share."""
    folder = tmp_path_factory.mktemp("papers")
    started = Server(["--folder", str(folder), "--jobs", "2"], serve_environment)
    yield started
    started.close()


@pytest.fixture(scope="session")
def paper_id(server: Server) -> str:
    """A paper that the shared server has processed."""
    return server.keep(name="paper.pdf")


@pytest.fixture
def start_server(tmp_path: Path, serve_environment: dict[str, str]) -> Iterator[StartServer]:
    """Start a server with other settings; its folder is the test's own."""
    servers: list[Server] = []

    def start(*arguments: str, **environment: str) -> Server:
        folder = [] if "--folder" in arguments else ["--folder", str(tmp_path / "papers")]
        servers.append(Server([*folder, *arguments], {**serve_environment, **environment}))
        return servers[-1]

    yield start
    for server in servers:
        server.close()
