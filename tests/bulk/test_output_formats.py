"""The output formats of a batch run: text files, compressed JSON lines, Parquet."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import pdfbot
from tests.conftest import Run

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
    assert [record["file"] for record in found] == [
        "arXiv_pdf_0001_001/hep-th0001208.txt", None, None, "arXiv_pdf_0001_001/evil.txt",
    ]  # fmt: skip
    assert not list(tmp_path.glob("**/*.tmp"))


def test_records_have_scores_on_request(tmp_path: Path, batch: Finish) -> None:
    assert batch(NOVEL, "-o", "out", "--rank").returncode == 0
    (record,) = records(tmp_path / "out" / "files-00001.jsonl")
    scores = {s["id"]: s["score"] for p in record["paragraphs"] for s in p["sentences"]}
    assert scores == {r.sentence.id: r.score for r in pdfbot.extract(NOVEL).rank()}


@pytest.mark.parametrize(
    ("form", "suffix", "options"),
    [
        ("md", ".md", ["--anchors", "--include", "notes"]),
        ("tei", ".tei.xml", []),
        ("txt", ".txt", ["--drop-citations"]),
    ],
)
def test_other_formats_are_written_as_by_extract(
    tmp_path: Path, batch: Finish, run: Run, form: str, suffix: str, options: list[str]
) -> None:
    assert batch(NOVEL, "-o", "out", "--format", form, *options).returncode == 0
    (record,) = records(tmp_path / "out" / "files-00001.jsonl")
    assert record["file"] == f"files-00001/novel-dialogue{suffix}"
    assert (record["title"], len(record["pages"])) == (pdfbot.extract(NOVEL).title, 3)
    assert "paragraphs" not in record
    written = (tmp_path / "out" / record["file"]).read_text("utf-8")
    assert run("extract", NOVEL, "-o", "one/", "--format", form, *options).returncode == 0
    expected = (tmp_path / "one" / f"novel-dialogue{suffix}").read_text("utf-8")
    assert written == expected
    assert batch(NOVEL, "-o", "out", "--format", form, "--pages", "1").returncode == 2


@pytest.mark.parametrize(
    ("form", "suffix", "options"),
    [
        ("chunks", ".chunks.jsonl", ["--chunk-words", "50", "--chunk-overlap", "1"]),
        ("txt", ".txt", ["--together"]),
        ("tei", ".tei.xml", ["--together"]),
    ],
)
def test_papers_of_a_shard_share_a_file_with_their_ids(
    tmp_path: Path, arxiv_tar: Path, batch: Finish, form: str, suffix: str, options: list[str]
) -> None:
    call = (arxiv_tar, "-o", "out", "--format", form, *options, "--compress", "gz")
    assert batch(*call).returncode == 1
    shard = f"{arxiv_tar.stem}.jsonl.gz"
    files = {str(p.relative_to(tmp_path / "out")) for p in (tmp_path / "out").glob("[!.]*/*")}
    assert files == {f"{form}/{shard}"}
    found = records(tmp_path / "out" / shard)
    named = {r["source"]: r["id"] for r in found if r["file"]}
    assert {r["file"] for r in found} == {f"{form}/{shard}", None}
    assert set(named.values()) == {"hep-th/0001208", "evil"}
    rows = records(tmp_path / "out" / form / shard)
    assert {row["source"]: row["paper"] for row in rows} == named
    novel = [row for row in rows if row["paper"] == "hep-th/0001208"]
    if form == "chunks":
        chunks = pdfbot.extract(NOVEL).chunks(max_words=50, overlap=1)
        assert [(r["id"], r["text"]) for r in novel] == [(c.id, c.text) for c in chunks]
    elif form == "txt":
        assert [row["text"] for row in novel] == [pdfbot.extract(NOVEL).text + "\n"]
    for option in ("--retry-errors", "--force"):
        (tmp_path / "out" / form / shard).rename(kept := tmp_path / "kept.jsonl.gz")
        shutil.copy(kept, tmp_path / "out" / form / shard)
        assert batch(*call, option).returncode == 1
        assert (tmp_path / "out" / form / shard).read_bytes() == kept.read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--together"], b"--together is for txt, md, tei, chunks, bib, csl, dc, not jsonl"),
        (["--anchors"], b"--anchors is for md, not jsonl"),
        (["--format", "txt", "--chunk-words", "9"], b"--chunk-words is for chunks, not txt"),
        (["--rows", "sentences"], b"--rows sentences is for parquet, not jsonl"),
        (["--format", "parquet", "--compress", "gz"], b"leave out --compress"),
    ],
)
def test_options_without_meaning_are_refused(
    batch: Finish, options: list[str], message: bytes
) -> None:
    done = batch(NOVEL, "-o", "out", *options)
    assert done.returncode == 2
    assert message in done.stderr


def test_rows_can_be_sentences(tmp_path: Path, arxiv_tar: Path, batch: Finish) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="needs pdfbot[parquet]")
    call = (arxiv_tar, "-o", "pq", "--format", "parquet", "--rows", "sentences", "--rank")
    assert batch(*call).returncode == 1
    shard = tmp_path / "pq" / "sentences" / f"{arxiv_tar.stem}.parquet"
    rows = pq.read_table(shard).to_pylist()
    paper = pdfbot.extract(NOVEL)
    novel = [row for row in rows if row["paper"] == "hep-th/0001208"]
    assert [(row["id"], row["text"], tuple(row["path"])) for row in novel] == [
        (s.id, s.text, s.path) for s in paper.sentences
    ]
    assert novel[0]["page"] == paper.sentences[0].page
    assert [place["page"] for place in novel[0]["boxes"]] == [
        span.page for span in paper.sentences[0].spans
    ]
    assert {row["paper"] for row in rows} == {"hep-th/0001208", "evil"}
    assert max(row["score"] for row in novel) == 1.0
    first = shard.read_bytes()
    assert batch(*call, "--retry-errors").returncode == 1
    assert pq.read_table(shard).to_pylist() == rows
    assert batch(*call, "--force").returncode == 1
    assert shard.read_bytes() == first


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
    rows = pq.read_table(tmp_path / "pq" / "papers" / f"{arxiv_tar.stem}.parquet").to_pylist()
    assert untimed(rows) == expected
