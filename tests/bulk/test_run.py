"""`pdfbot batch` as a user runs it: records, resuming, retries, locks."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import pdfbot

from .conftest import (
    NOVEL,
    Finish,
    Start,
    all_records,
    misbehaving,
    mixed_papers,
    records,
    small_paper,
    statuses,
    tar_bytes,
    zip_bytes,
)


def test_every_paper_gets_one_record(tmp_path: Path, arxiv_tar: Path, batch: Finish) -> None:
    done = batch(arxiv_tar, "-o", "out")
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
    assert found[0]["paragraphs"] == json.loads(paper.to_json())["paragraphs"]
    assert [page["number"] for page in found[0]["pages"]] == [1, 2, 3]
    assert pdfbot.from_json(json.dumps(found[0])).to_json(lean=True) == paper.to_json(lean=True)
    assert found[0]["source"] == f"{arxiv_tar}#0001/hep-th0001208.pdf"
    assert (broken["error_type"], broken["error"]) == ("NotAPdfError", "not a PDF")
    assert (broken["engine"], broken["pages"], broken["paragraphs"]) == (None, [], [])
    assert broken.keys() == found[0].keys()
    assert {record["version"] for record in found} == {pdfbot.__version__}
    assert {record["thresholds"] for record in found} == {paper.thresholds}
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["total"]["statuses"] == {
        "ok": 2, "no-text": 1, "failed": 1, "timeout": 0, "killed": 0,
    }  # fmt: skip
    assert summary["complete"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "arXiv_pdf_0001_001.tar", "misbehaviour", "out",
    ]  # fmt: skip


def test_files_folders_archives_and_lists_can_be_mixed(
    tmp_path: Path, arxiv_tar: Path, batch: Finish
) -> None:
    (tmp_path / "loose" / "deep").mkdir(parents=True)
    for name in ("b.pdf", "deep/a.pdf", "c.pdf"):
        (tmp_path / "loose" / name).write_bytes(small_paper())
    (tmp_path / "loose" / "z.zip").write_bytes(zip_bytes({"1.pdf": small_paper()}))
    (tmp_path / "list").write_text("loose/none.pdf\nloose/b.pdf\n")
    call = ("loose", arxiv_tar.name, "--input-list", "list", "-o", "out", "--shard-size", "2")
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
    # Files added later: existing ones keep their shards, and nothing is processed twice.
    (tmp_path / "loose" / "aa.pdf").write_bytes(small_paper())
    assert batch(*call).returncode == 1
    assert [r["id"] for r in records(out / "files-00003.jsonl")] == ["aa"]
    found = [record["source"] for record in all_records(out)]
    assert len(found) == len(set(found)) == 10


def test_archives_with_equal_names_get_separate_shards(tmp_path: Path, batch: Finish) -> None:
    for folder in ("a", "B"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.tar").write_bytes(tar_bytes({f"{folder}.pdf": small_paper()}))
    assert batch("a/x.tar", "-o", "out").returncode == 0
    assert batch("B", "a", "-o", "out").returncode == 0
    assert [r["id"] for r in records(tmp_path / "out" / "x.jsonl")] == ["a"]
    assert [r["id"] for r in records(tmp_path / "out" / "x-2.jsonl")] == ["B"]


def test_second_run_skips_finished_shards(tmp_path: Path, arxiv_tar: Path, batch: Finish) -> None:
    batch(arxiv_tar, "-o", "out")
    final = tmp_path / "out" / "arXiv_pdf_0001_001.jsonl"
    before = (final.stat().st_mtime_ns, final.read_bytes())
    done = batch(arxiv_tar, "-o", "out")
    assert done.returncode == 1  # the output still contains a failure
    assert b"1 finished before" in done.stderr
    assert (final.stat().st_mtime_ns, final.read_bytes()) == before
    # Lost counts are recomputed.
    (tmp_path / "out" / ".pdfbot" / "arXiv_pdf_0001_001.json").unlink()
    assert batch(arxiv_tar, "-o", "out").returncode == 1


def test_different_settings_are_refused_without_force(
    tmp_path: Path, arxiv_tar: Path, batch: Finish
) -> None:
    batch(arxiv_tar, "-o", "out", "--format", "txt")
    refused = batch(arxiv_tar, "-o", "out")
    assert refused.returncode == 2
    assert b"created with a different --format (txt, now jsonl)" in refused.stderr
    assert (tmp_path / "out" / "arXiv_pdf_0001_001" / "evil.txt").exists()
    assert batch(arxiv_tar, "-o", "out", "--force").returncode == 1
    assert len(all_records(tmp_path / "out")) == 4
    assert "paragraphs" in all_records(tmp_path / "out")[0]
    assert batch(arxiv_tar, "-o", "out", "--set", "short_line=1.4").returncode == 2


@pytest.mark.parametrize("options", [(), ("--compress", "gz"), ("--format", "parquet")])
def test_failed_papers_are_retried_on_request(
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


def test_good_papers_of_a_damaged_archive_are_kept(
    tmp_path: Path, arxiv_tar: Path, batch: Finish
) -> None:
    whole = arxiv_tar.read_bytes()
    arxiv_tar.write_bytes(whole[: whole.index(b"../../evil.pdf") + 1000])
    assert batch(arxiv_tar, "-o", "out").returncode == 1
    found = records(tmp_path / "out" / "arXiv_pdf_0001_001.jsonl")
    assert statuses(found) == {"ok": 1, "failed": 3, "no-text": 1}
    assert found[-2]["error"] == "cut off in the archive"
    assert found[-1]["source"] == str(arxiv_tar)
    assert "download it again" in found[-1]["error"]
    arxiv_tar.write_bytes(whole)
    assert batch(arxiv_tar, "-o", "out", "--retry-errors").returncode == 1
    found = records(tmp_path / "out" / "arXiv_pdf_0001_001.jsonl")
    assert statuses(found) == {"ok": 2, "failed": 1, "no-text": 1}


def test_unreachable_archive_is_left_to_the_next_run(
    tmp_path: Path, arxiv_tar: Path, batch: Finish
) -> None:
    (tmp_path / "list").write_text("gone.tar\n")
    done = batch(arxiv_tar, "--input-list", "list", "-o", "out")
    assert done.returncode == 1
    assert b"gone.tar: cannot be read (No such file or directory)" in done.stderr
    assert b"not complete: run the same command again" in done.stderr
    (tmp_path / "gone.tar").write_bytes(tar_bytes({"x.pdf": small_paper()}))
    assert b"not complete" not in batch(arxiv_tar, "--input-list", "list", "-o", "out").stderr
    assert len(records(tmp_path / "out" / "gone.jsonl")) == 1


def test_output_folder_is_locked_only_while_a_run_is_alive(
    tmp_path: Path, start: Start, batch: Finish
) -> None:
    (tmp_path / "slow.pdf").write_bytes(misbehaving("sleep 30"))
    first = start("slow.pdf", "-o", "out")
    lock = tmp_path / "out" / ".pdfbot" / "lock"
    while not lock.exists() or not lock.read_text():
        time.sleep(0.02)
    refused = batch("slow.pdf", "-o", "out")
    assert refused.returncode == 2
    assert f"another run is using this folder (process {first.pid} on".encode() in refused.stderr
    first.kill()
    first.communicate()
    (tmp_path / "slow.pdf").write_bytes(small_paper())
    assert batch("slow.pdf", "-o", "out").returncode == 0


def test_unwritable_output_folder_is_an_output_error(tmp_path: Path, batch: Finish) -> None:
    (tmp_path / "a.pdf").write_bytes(small_paper())
    done = batch("a.pdf", "-o", "/proc/out")
    assert done.returncode == 12
    assert b"/proc/out" in done.stderr


def test_outcome_of_a_paper_does_not_depend_on_its_worker(tmp_path: Path, batch: Finish) -> None:
    papers = mixed_papers(300)
    (tmp_path / "dump.tar").write_bytes(tar_bytes(papers))
    assert batch("dump.tar", "-o", "out", "--recycle", "40").returncode == 1
    found = records(tmp_path / "out" / "dump.jsonl")
    assert [r["source"].rpartition("#")[2] for r in found] == list(papers)
    # Equal documents have equal outcomes, whichever worker processed them and after what.
    outcomes: dict[bytes, set[tuple[str, str, int]]] = {}
    for record, data in zip(found, papers.values(), strict=True):
        outcome = (record["status"], record["error_type"], len(record["paragraphs"]))
        outcomes.setdefault(data, set()).add(outcome)
    assert all(len(seen) == 1 for seen in outcomes.values())
