"""Inputs and outputs on a real S3 server on this machine, which is killed during a run.

The server is moto's. Its packages do not resolve together with s3fs, so it gets a separate
virtual environment, which pytest keeps in its cache.
"""

from __future__ import annotations

import gzip
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.patience import wait_until

from .conftest import Finish, Start, misbehaving, small_paper, statuses, tar_bytes

s3fs: Any = pytest.importorskip("s3fs", reason="needs pdfbot[s3]")
pytestmark = pytest.mark.install

INSTALL_SECONDS = 300
# A run whose server is dead ends within a minute.
SECONDS_TO_GIVE_UP = 60
PACKED = "dump_0.jsonl.gz"


class Server:
    """A server that can be killed and started again on the same port, with an empty memory."""

    def __init__(self, program: Path, port: int) -> None:
        self._call = [str(program), "-H", "127.0.0.1", "-p", str(port)]
        self.url = f"http://127.0.0.1:{port}"
        self.environment = {
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": self.url,
            "AWS_MAX_ATTEMPTS": "2",
        }
        self.start()

    def start(self) -> None:
        null = subprocess.DEVNULL
        self._process = subprocess.Popen(self._call, stdout=null, stderr=null)
        deadline = time.monotonic() + 60
        while True:
            try:
                urlopen(self.url, timeout=5).close()
                return
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.1)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def files(self) -> Any:
        return s3fs.S3FileSystem(
            key="key", secret="secret", endpoint_url=self.url, skip_instance_cache=True,
            use_listings_cache=False,
        )  # fmt: skip

    def fill(self, seconds: float = 0, archives: int = 2) -> None:
        """Archives of four papers; the last one of each is slow."""
        files = self.files()
        files.mkdir("papers")
        files.mkdir("records")
        for number in range(archives):
            self.put_archive(number, seconds)
        files.pipe_file("papers/loose/a.pdf", small_paper())

    def put_archive(self, number: int, seconds: float = 0) -> None:
        members = {f"{number}{letter}.pdf": small_paper() for letter in "ab"}
        members |= {
            f"{number}c.pdf": b"broken",
            f"{number}d.pdf": misbehaving(f"sleep {seconds}"),
        }
        self.files().pipe_file(f"papers/dumps/dump_{number}.tar", tar_bytes(members))


@pytest.fixture(scope="session")
def program(pytestconfig: pytest.Config) -> Path:
    """The server's program, installed once."""
    cache = pytestconfig.cache
    assert cache is not None
    folder = cache.mkdir("moto")
    found = folder / "bin" / "moto_server"
    if not found.exists():
        python = str(folder / "bin" / "python")
        create = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
        install = [sys.executable, "-m", "pip", "--python", python, "install", "-q"]
        try:
            for call in (create, [*install, "moto[server,s3]"]):
                subprocess.run(call, check=True, capture_output=True, timeout=INSTALL_SECONDS)
        except (subprocess.SubprocessError, OSError) as error:
            pytest.skip(f"moto cannot be installed here ({error})")
    return found


@pytest.fixture
def server(program: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    found = Server(program, port)
    for name, value in found.environment.items():
        monkeypatch.setenv(name, value)
    try:
        yield found
    finally:
        found.kill()


@pytest.fixture
def environment(environment: dict[str, str], server: Server) -> dict[str, str]:
    """That of the commands, with the server's address and credentials."""
    return environment | server.environment


def shard_records(server: Server, name: str = PACKED) -> list[dict[str, Any]]:
    data = gzip.decompress(server.files().cat_file(f"records/out/{name}"))
    return [json.loads(line) for line in data.splitlines()]


CALL = (
    "s3://papers/dumps/*.tar",
    "s3://papers/loose",
    "-o",
    "s3://records/out",
    "--compress",
    "gz",
)


def test_run_from_s3_to_s3(server: Server, batch: Finish) -> None:
    server.fill()
    done = batch(*CALL)
    assert done.returncode == 1, done.stderr
    names = sorted(Path(name).name for name in server.files().ls("records/out", detail=False))
    assert names == [
        ".pdfbot", PACKED, "dump_1.jsonl.gz", "failed.tsv", "files-00001.jsonl.gz", "summary.json",
    ]  # fmt: skip
    found = shard_records(server)
    assert [record["source"] for record in found] == [
        f"s3://papers/dumps/dump_0.tar#0{letter}.pdf" for letter in "abcd"
    ]
    assert statuses(found) == {"ok": 3, "failed": 1}
    summary = json.loads(server.files().cat_file("records/out/summary.json"))
    assert (summary["complete"], summary["total"]["papers"]) == (True, 9)
    again = batch(*CALL)
    assert b"3 shards, 3 finished before" in again.stderr


def test_missing_inputs_are_reported_in_one_line(server: Server, batch: Finish) -> None:
    server.fill()
    for url in ("s3://papers/none.tar", "s3://nowhere/a.tar", "s3://papers/none/*.tar"):
        done = batch(url, "-o", "out")
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
        assert url.encode() in done.stderr


def wait_for(server: Server, name: str) -> None:
    wait_until(lambda: server.files().exists(name))


def test_killed_run_keeps_its_finished_shards(server: Server, start: Start, batch: Finish) -> None:
    """The second archive hangs at first, so that it does not matter when the first is noticed."""
    server.fill()
    server.put_archive(1, seconds=600)
    driver = start(*CALL, "--jobs", "1")
    wait_for(server, f"records/out/{PACKED}")
    driver.kill()
    driver.communicate()
    server.put_archive(1)
    before = server.files().cat_file(f"records/out/{PACKED}")
    done = batch(*CALL)
    assert done.returncode == 1
    assert b"3 shards, 1 finished before" in done.stderr
    assert server.files().cat_file(f"records/out/{PACKED}") == before
    assert len(shard_records(server, "dump_1.jsonl.gz")) == 4


@pytest.mark.parametrize("archives", [2, 4])
def test_server_that_dies_during_a_run_is_reported_in_one_line(
    server: Server, start: Start, batch: Finish, archives: int
) -> None:
    server.fill(seconds=3, archives=archives)
    driver = start(*CALL, "--jobs", "1")
    wait_for(server, f"records/out/{PACKED}")
    server.kill()
    _, errors = driver.communicate(timeout=SECONDS_TO_GIVE_UP)
    assert b"Traceback" not in errors, errors.decode()
    assert driver.returncode == 12
    assert errors.count(b"cannot be written") == 1
    assert b"run the same command again" in errors
    server.start()
    server.fill()
    assert batch(*CALL).returncode == 1
    assert len(shard_records(server)) == 4
