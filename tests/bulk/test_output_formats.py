"""The output formats of a batch run: text files, compressed JSON lines, Parquet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pdfbot

from .conftest import NOVEL, Finish, records, untimed


def test_text_format_writes_one_file_per_paper(
    tmp_path: Path, arxiv_tar: Path, batch: Finish
) -> None:
    assert batch(arxiv_tar, "-o", "out", "--format", "txt").returncode == 1
    folder = tmp_path / "out" / "arXiv_pdf_0001_001"
    assert sorted(path.name for path in folder.iterdir()) == ["evil.txt", "hep-th0001208.txt"]
    text = (folder / "hep-th0001208.txt").read_text("utf-8")
    assert text == pdfbot.extract(NOVEL).text + "\n"
    found = records(tmp_path / "out" / "arXiv_pdf_0001_001.jsonl")
    assert [record["text_file"] for record in found] == [
        "arXiv_pdf_0001_001/hep-th0001208.txt", None, None, "arXiv_pdf_0001_001/evil.txt",
    ]  # fmt: skip
    assert not list(tmp_path.glob("**/*.tmp"))


def test_compressed_and_parquet_shards_have_the_same_records(
    tmp_path: Path, arxiv_tar: Path, batch: Finish
) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="needs pdfbot[parquet]")
    zstandard = pytest.importorskip("zstandard", reason="needs pdfbot[zstd]")
    batch(arxiv_tar, "-o", "plain")
    expected = untimed(records(tmp_path / "plain" / f"{arxiv_tar.stem}.jsonl"))
    batch(arxiv_tar, "-o", "gz", "--compress", "gz")
    assert untimed(records(tmp_path / "gz" / f"{arxiv_tar.stem}.jsonl.gz")) == expected
    batch(arxiv_tar, "-o", "zst", "--compress", "zst")
    with (tmp_path / "zst" / f"{arxiv_tar.stem}.jsonl.zst").open("rb") as file:
        data = zstandard.ZstdDecompressor().stream_reader(file).read()
    assert untimed(json.loads(line) for line in data.splitlines()) == expected
    batch(arxiv_tar, "-o", "pq", "--format", "parquet")
    rows = pq.read_table(tmp_path / "pq" / f"{arxiv_tar.stem}.parquet").to_pylist()
    assert untimed(rows) == expected
