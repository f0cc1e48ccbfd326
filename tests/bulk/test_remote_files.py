"""Inputs and outputs that are URLs."""

from __future__ import annotations

import gzip
import json
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import fsspec
import pytest

from pdfbot.cli import main

from .conftest import Finish, all_records, small_paper, statuses, untimed


def test_inputs_are_read_over_http(tmp_path: Path, arxiv_tar: Path, batch: Finish) -> None:
    pytest.importorskip("aiohttp", reason="needs pdfbot[http]")
    (tmp_path / "site").mkdir()
    arxiv_tar.rename(tmp_path / "site" / arxiv_tar.name)
    (tmp_path / "site" / "one.pdf").write_bytes(small_paper())
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "site"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        base = f"http://127.0.0.1:{server.server_port}"
        urls = [f"{base}/{arxiv_tar.name}", f"{base}/one.pdf"]
        assert batch(*urls, "-o", "out").returncode == 1
        missing = batch(f"{base}/none.tar", "-o", "none")
    finally:
        server.shutdown()
        server.server_close()
    assert statuses(all_records(tmp_path / "out")) == {"ok": 3, "failed": 1, "no-text": 1}
    assert missing.returncode == 2
    assert b"none.tar: no such file" in missing.stderr


def test_results_are_written_to_a_url(arxiv_tar: Path) -> None:
    memory = fsspec.filesystem("memory")
    call = ["batch", str(arxiv_tar), "-o", "memory://url/out", "--compress", "gz"]
    assert main(call) == 1
    final = "/url/out/arXiv_pdf_0001_001.jsonl.gz"
    before = memory.cat(final)
    found = [json.loads(line) for line in gzip.decompress(before).splitlines()]
    assert statuses(found) == {"ok": 2, "failed": 1, "no-text": 1}
    assert json.loads(memory.cat("/url/out/summary.json"))["complete"]
    assert main(call) == 1
    summary = json.loads(memory.cat("/url/out/summary.json"))
    assert summary["shards"]["finished_before"] == 1
    assert main([*call, "--retry-errors"]) == 1
    again = [json.loads(line) for line in gzip.decompress(memory.cat(final)).splitlines()]
    assert untimed(again) == untimed(found)
    assert main([*call, "--force"]) == 1
    assert {name.rpartition("/")[2] for name in memory.find("/url/out")} == {
        "arXiv_pdf_0001_001.jsonl.gz", "arXiv_pdf_0001_001.json", "failed.tsv",
        "plan.json", "summary.json",
    }  # fmt: skip
