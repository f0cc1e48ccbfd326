"""`pdfbot batch` as a user runs it: records, formats, resuming, refusals."""

from __future__ import annotations

import gzip
import json
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import fsspec
import pytest

import pdfbot

from .conftest import (
    HOSTILE,
    PAPERS,
    Finish,
    Start,
    all_records,
    mixed_papers,
    records,
    small_paper,
    stand_in,
    statuses,
    tar_bytes,
    untimed,
    zip_bytes,
)

NOVEL = PAPERS / "novel-dialogue" / "novel-dialogue.pdf"


@pytest.fixture
def tar(tmp_path: Path) -> Path:
    path = tmp_path / "arXiv_pdf_0001_001.tar"
    members = {
        "0001/hep-th0001208.pdf": NOVEL.read_bytes(),
        "0001/hep-th0001209.pdf": b"not a PDF",
        "0001/math0001001.pdf": (HOSTILE / "image-only.pdf").read_bytes(),
        "../../evil.pdf": small_paper(),
    }
    path.write_bytes(tar_bytes(members))
    return path


def test_one_record_a_paper_whatever_happens(tmp_path: Path, tar: Path, batch: Finish) -> None:
    done = batch(tar, "-o", "out")
    assert done.returncode == 1
    assert done.stdout == b""
    found = records(tmp_path / "out" / "arXiv_pdf_0001_001.jsonl")
    assert [(record["id"], record["status"]) for record in found] == [
        ("hep-th/0001208", "ok"),
        ("hep-th/0001209", "failed"),
        ("math/0001001", "no-text"),
        ("evil", "ok"),
    ]
    paper, broken = pdfbot.extract(NOVEL), found[1]
    text = json.loads(paper.to_json())["paragraphs"]
    assert found[0]["paragraphs"] == text
    assert found[0]["pages"] == 3
    assert found[0]["source"] == f"{tar}#0001/hep-th0001208.pdf"
    assert (broken["error_type"], broken["error"]) == ("NotAPdfError", "not a PDF")
    assert (broken["pages"], broken["paragraphs"]) == (None, [])
    assert {record["pdfbot"] for record in found} == {pdfbot.__version__}
    assert {record["thresholds"] for record in found} == {paper.thresholds}
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["total"]["statuses"] == {
        "ok": 2, "no-text": 1, "failed": 1, "timeout": 0, "killed": 0,
    }  # fmt: skip
    assert summary["complete"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "arXiv_pdf_0001_001.tar", "out", "stand-ins",
    ]  # fmt: skip


def test_files_folders_and_archives_together(tmp_path: Path, tar: Path, batch: Finish) -> None:
    (tmp_path / "loose" / "deep").mkdir(parents=True)
    for name in ("b.pdf", "deep/a.pdf", "c.pdf"):
        (tmp_path / "loose" / name).write_bytes(small_paper())
    (tmp_path / "loose" / "z.zip").write_bytes(zip_bytes({"1.pdf": small_paper()}))
    (tmp_path / "list").write_text("loose/none.pdf\nloose/b.pdf\n")
    call = ("loose", tar.name, "--input-list", "list", "-o", "out", "--shard-size", "2")
    assert batch(*call).returncode == 1
    out = tmp_path / "out"
    shards = {path.name: [r["id"] for r in records(path)] for path in out.glob("*.jsonl")}
    assert shards.pop("arXiv_pdf_0001_001.jsonl")
    assert shards == {
        "files-00001.jsonl": ["b", "c"],
        "files-00002.jsonl": ["a", "none"],
        "z.jsonl": ["1"],
    }
    missing = records(out / "files-00002.jsonl")[1]
    assert (missing["status"], missing["error"]) == ("failed", "no such file")
    # More files later: the old ones keep their shards, and nothing is done twice.
    (tmp_path / "loose" / "aa.pdf").write_bytes(small_paper())
    assert batch(*call).returncode == 1
    assert [r["id"] for r in records(out / "files-00003.jsonl")] == ["aa"]
    found = [record["source"] for record in all_records(out)]
    assert len(found) == len(set(found)) == 10


def test_archives_of_the_same_name(tmp_path: Path, batch: Finish) -> None:
    for folder in ("a", "B"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.tar").write_bytes(tar_bytes({f"{folder}.pdf": small_paper()}))
    assert batch("a/x.tar", "-o", "out").returncode == 0
    assert batch("B", "a", "-o", "out").returncode == 0
    assert [r["id"] for r in records(tmp_path / "out" / "x.jsonl")] == ["a"]
    assert [r["id"] for r in records(tmp_path / "out" / "x-2.jsonl")] == ["B"]


def test_a_second_run_does_nothing(tmp_path: Path, tar: Path, batch: Finish) -> None:
    batch(tar, "-o", "out")
    final = tmp_path / "out" / "arXiv_pdf_0001_001.jsonl"
    before = (final.stat().st_mtime_ns, final.read_bytes())
    done = batch(tar, "-o", "out")
    assert done.returncode == 1  # the output still holds a failure
    assert b"1 finished before" in done.stderr
    assert (final.stat().st_mtime_ns, final.read_bytes()) == before
    # Lost counts are counted again.
    (tmp_path / "out" / ".pdfbot" / "arXiv_pdf_0001_001.json").unlink()
    assert batch(tar, "-o", "out").returncode == 1


def test_force_begins_anew(tmp_path: Path, tar: Path, batch: Finish) -> None:
    batch(tar, "-o", "out", "--format", "txt")
    refused = batch(tar, "-o", "out")
    assert refused.returncode == 2
    assert b"made with another --format (txt, now jsonl)" in refused.stderr
    assert (tmp_path / "out" / "arXiv_pdf_0001_001" / "evil.txt").exists()
    assert batch(tar, "-o", "out", "--force").returncode == 1
    assert len(all_records(tmp_path / "out")) == 4
    assert "paragraphs" in all_records(tmp_path / "out")[0]
    assert batch(tar, "-o", "out", "--set", "short_line=1.4").returncode == 2


@pytest.mark.parametrize("options", [(), ("--compress", "gz"), ("--format", "parquet")])
def test_errors_are_tried_again_when_asked(
    tmp_path: Path, batch: Finish, options: tuple[str, ...]
) -> None:
    names = ["a.pdf", "b.pdf", "c.pdf"]
    for name in names:
        (tmp_path / name).write_bytes(small_paper())
    (tmp_path / "b.pdf").write_bytes(b"broken")
    assert batch(*names, "-o", "out", *options).returncode == 1
    (tmp_path / "b.pdf").write_bytes(small_paper())
    assert batch(*names, "-o", "out", *options).returncode == 1
    assert batch(*names, "-o", "out", *options, "--retry-errors").returncode == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["total"]["statuses"]["ok"] == 3
    assert summary["this_run"]["papers"] == 1
    found = {path.name for path in (tmp_path / "out").iterdir() if path.is_file()}
    assert len(found) == 2
    if not options:
        found_ids = [record["id"] for record in all_records(tmp_path / "out")]
        assert found_ids == ["a", "b", "c"]


def test_text_files(tmp_path: Path, tar: Path, batch: Finish) -> None:
    assert batch(tar, "-o", "out", "--format", "txt").returncode == 1
    folder = tmp_path / "out" / "arXiv_pdf_0001_001"
    assert sorted(path.name for path in folder.iterdir()) == ["evil.txt", "hep-th0001208.txt"]
    text = (folder / "hep-th0001208.txt").read_text("utf-8")
    assert text == pdfbot.extract(NOVEL).text + "\n"
    found = records(tmp_path / "out" / "arXiv_pdf_0001_001.jsonl")
    assert [record["text_file"] for record in found] == [
        "arXiv_pdf_0001_001/hep-th0001208.txt", None, None, "arXiv_pdf_0001_001/evil.txt",
    ]  # fmt: skip
    assert not list(tmp_path.glob("**/*.tmp"))


def test_compressed_and_parquet_hold_the_same(tmp_path: Path, tar: Path, batch: Finish) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="needs pdfbot[parquet]")
    zstandard = pytest.importorskip("zstandard", reason="needs pdfbot[zstd]")
    batch(tar, "-o", "plain")
    expected = untimed(records(tmp_path / "plain" / f"{tar.stem}.jsonl"))
    batch(tar, "-o", "gz", "--compress", "gz")
    assert untimed(records(tmp_path / "gz" / f"{tar.stem}.jsonl.gz")) == expected
    batch(tar, "-o", "zst", "--compress", "zst")
    with (tmp_path / "zst" / f"{tar.stem}.jsonl.zst").open("rb") as file:
        data = zstandard.ZstdDecompressor().stream_reader(file).read()
    assert untimed(json.loads(line) for line in data.splitlines()) == expected
    batch(tar, "-o", "pq", "--format", "parquet")
    rows = pq.read_table(tmp_path / "pq" / f"{tar.stem}.parquet").to_pylist()
    assert untimed(rows) == expected


def test_a_damaged_archive_keeps_its_good_papers(tmp_path: Path, tar: Path, batch: Finish) -> None:
    whole = tar.read_bytes()
    tar.write_bytes(whole[: whole.index(b"../../evil.pdf") + 1000])
    assert batch(tar, "-o", "out").returncode == 1
    found = records(tmp_path / "out" / "arXiv_pdf_0001_001.jsonl")
    assert statuses(found) == {"ok": 1, "failed": 3, "no-text": 1}
    assert found[-2]["error"] == "cut off in the archive"
    assert found[-1]["source"] == str(tar)
    assert "download it again" in found[-1]["error"]
    tar.write_bytes(whole)
    assert batch(tar, "-o", "out", "--retry-errors").returncode == 1
    found = records(tmp_path / "out" / "arXiv_pdf_0001_001.jsonl")
    assert statuses(found) == {"ok": 2, "failed": 1, "no-text": 1}


def test_an_archive_that_cannot_be_reached_is_left_for_the_next_run(
    tmp_path: Path, tar: Path, batch: Finish
) -> None:
    (tmp_path / "list").write_text("gone.tar\n")
    done = batch(tar, "--input-list", "list", "-o", "out")
    assert done.returncode == 1
    assert b"gone.tar: cannot be read (No such file or directory)" in done.stderr
    assert b"not complete: run the same command again" in done.stderr
    (tmp_path / "gone.tar").write_bytes(tar_bytes({"x.pdf": small_paper()}))
    assert b"not complete" not in batch(tar, "--input-list", "list", "-o", "out").stderr
    assert len(records(tmp_path / "out" / "gone.jsonl")) == 1


def test_an_archive_over_http(tmp_path: Path, tar: Path, batch: Finish) -> None:
    pytest.importorskip("aiohttp", reason="needs pdfbot[http]")
    (tmp_path / "site").mkdir()
    tar.rename(tmp_path / "site" / tar.name)
    (tmp_path / "site" / "one.pdf").write_bytes(small_paper())
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "site"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        base = f"http://127.0.0.1:{server.server_port}"
        urls = [f"{base}/{tar.name}", f"{base}/one.pdf"]
        assert batch(*urls, "-o", "out").returncode == 1
        missing = batch(f"{base}/none.tar", "-o", "none")
    finally:
        server.shutdown()
        server.server_close()
    assert statuses(all_records(tmp_path / "out")) == {"ok": 3, "failed": 1, "no-text": 1}
    assert missing.returncode == 2
    assert b"none.tar: no such file" in missing.stderr


def test_results_to_a_url(tar: Path) -> None:
    from pdfbot.cli import main

    memory = fsspec.filesystem("memory")
    call = ["batch", str(tar), "-o", "memory://url/out", "--compress", "gz"]
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
        "arXiv_pdf_0001_001.jsonl.gz", "arXiv_pdf_0001_001.json", "plan.json", "summary.json",
    }  # fmt: skip


def test_two_runs_refuse_each_other_and_a_dead_one_blocks_nobody(
    tmp_path: Path, start: Start, batch: Finish
) -> None:
    (tmp_path / "slow.pdf").write_bytes(stand_in("sleep 30"))
    first = start("slow.pdf", "-o", "out")
    lock = tmp_path / "out" / ".pdfbot" / "lock"
    while not lock.exists() or not lock.read_text():
        time.sleep(0.02)
    refused = batch("slow.pdf", "-o", "out")
    assert refused.returncode == 2
    assert f"another run is at work there (process {first.pid} on".encode() in refused.stderr
    first.kill()
    first.communicate()
    (tmp_path / "slow.pdf").write_bytes(small_paper())
    assert batch("slow.pdf", "-o", "out").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "out"], "nothing to do"),
        (["none.pdf", "-o", "out"], "none.pdf: no such file or folder"),
        (["empty", "-o", "out"], "no PDFs and no archives"),
        (["a.pdf"], "required: -o"),
        (["a.pdf", "-o", "a.pdf"], "a file; name a folder"),
        (["a.pdf", "-o", "out", "--jobs", "0"], "at least 1"),
        (["a.pdf", "-o", "out", "--max-memory", "lots"], "--max-memory lots: write it as 2G"),
        (["a.pdf", "-o", "out", "--max-memory", "1M"], "at least 256 MiB"),
        (["a.pdf", "-o", "out", "--format", "parquet", "--compress", "gz"], "compressed already"),
        (["a.pdf", "-o", "out", "--cluster", "tcp://127.0.0.1:1"], "cannot be reached"),
    ],
)
def test_usage(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    from pdfbot.bulk import cluster
    from pdfbot.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    (tmp_path / "empty").mkdir()
    (tmp_path / "a.pdf").write_bytes(small_paper())
    assert main(["batch", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_a_folder_that_cannot_be_written(tmp_path: Path, batch: Finish) -> None:
    (tmp_path / "a.pdf").write_bytes(small_paper())
    done = batch("a.pdf", "-o", "/proc/out")
    assert done.returncode == 12
    assert b"/proc/out" in done.stderr


def test_hundreds_of_papers_in_one_tar(tmp_path: Path, batch: Finish) -> None:
    papers = mixed_papers(300)
    (tmp_path / "dump.tar").write_bytes(tar_bytes(papers))
    assert batch("dump.tar", "-o", "out", "--recycle", "40").returncode == 1
    found = records(tmp_path / "out" / "dump.jsonl")
    assert [r["source"].rpartition("#")[2] for r in found] == list(papers)
    # The same document has the same outcome, whichever worker met it and after what.
    outcomes: dict[bytes, set[tuple[str, str, int]]] = {}
    for record, data in zip(found, papers.values(), strict=True):
        outcome = (record["status"], record["error_type"], len(record["paragraphs"]))
        outcomes.setdefault(data, set()).add(outcome)
    assert all(len(seen) == 1 for seen in outcomes.values())
