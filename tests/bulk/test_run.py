"""`pdfbot batch` as a user runs it: records, resuming, retries, locks."""

from __future__ import annotations

import gzip
import hashlib
import json
import time
from pathlib import Path

import pytest

import pdfbot

from ..pdfs import damaged_pdf
from .conftest import (
    HOSTILE,
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

SCAN = (HOSTILE / "image-only.pdf").read_bytes()
WITHOUT_TEXT = (
    "no text layer, the pages are pictures; OCR is needed first, such as: ocrmypdf in.pdf out.pdf"
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


def test_failed_papers_are_listed_with_the_reason(tmp_path: Path, batch: Finish) -> None:
    (tmp_path / "a\tb\n.pdf").write_bytes(b"broken")
    (tmp_path / "hangs.pdf").write_bytes(misbehaving("sleep 60"))
    (tmp_path / "good.pdf").write_bytes(small_paper())
    (tmp_path / "dump.tar").write_bytes(tar_bytes({"0704.0001.pdf": b"", "scan.pdf": SCAN}))
    done = batch(".", "-o", "out", "--timeout", "2")
    assert done.returncode == 1
    assert b"each is listed in out/failed.tsv" in done.stderr
    expected = [
        ("id", "status", "error_type", "error", "source"),
        ("0704.0001", "failed", "NotAPdfError", "the file is empty", "dump.tar#0704.0001.pdf"),
        ("a b", "failed", "NotAPdfError", "not a PDF", "a b .pdf"),
        ("hangs", "timeout", "Timeout", "not done after 2 s", "hangs.pdf"),
        ("scan", "no-text", "NoTextError", WITHOUT_TEXT, "dump.tar#scan.pdf"),
    ]
    assert sorted(failed_rows(tmp_path)) == sorted(expected)
    # The list is that of the whole output, also when a run only adds to it.
    (tmp_path / "later.pdf").write_bytes(b"broken")
    (tmp_path / "out" / ".pdfbot" / "dump.json").unlink()
    assert batch(".", "-o", "out", "--timeout", "2").returncode == 1
    later = ("later", "failed", "NotAPdfError", "not a PDF", "later.pdf")
    assert sorted(failed_rows(tmp_path)) == sorted([*expected, later])


def failed_rows(folder: Path) -> list[tuple[str, ...]]:
    text = (folder / "out" / "failed.tsv").read_text("utf-8").replace(f"{folder}/", "")
    return [tuple(line.split("\t")) for line in text.splitlines()]


def test_records_identify_their_inputs(tmp_path: Path, batch: Finish) -> None:
    contents = {
        "good.pdf": NOVEL.read_bytes(),
        "packed.pdf.gz": gzip.compress(small_paper()),
        "broken.pdf": b"broken",
        "hangs.pdf": misbehaving("sleep 60"),
        "large.pdf": bytes(1 << 20),
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "dump.tar").write_bytes(tar_bytes({"inside.pdf": small_paper()}))
    (tmp_path / "list").write_text("\n".join([*contents, "dump.tar", "missing.pdf"]))
    options = ("--timeout", "3", "--max-size", "1000000")
    assert batch("--input-list", "list", "-o", "out", *options).returncode == 1
    found = {record["id"]: record for record in all_records(tmp_path / "out")}
    identities = {name: (record["sha256"], record["bytes"]) for name, record in found.items()}
    contents["inside.pdf"] = small_paper()
    expected = {
        name.partition(".")[0]: (hashlib.sha256(data).hexdigest(), len(data))
        for name, data in contents.items()
    }
    assert identities == {**expected, "large": (None, 1 << 20), "missing": (None, None)}
    assert found["hangs"]["status"] == "timeout"
    assert found["good"]["pages"] == [
        {key: page[key] for key in ("number", "width", "height")}
        for page in json.loads(pdfbot.extract(NOVEL).to_json())["pages"]
    ]
    assert found["broken"]["pages"] == []


def test_warnings_about_damaged_pages_are_in_the_record(tmp_path: Path, batch: Finish) -> None:
    (tmp_path / "a.pdf").write_bytes(damaged_pdf(3, 2))
    assert batch("a.pdf", "-o", "out").returncode == 0
    (record,) = all_records(tmp_path / "out")
    assert record["warnings"] == ["damaged page 2 was left out"]
    assert [page["number"] for page in record["pages"]] == [1, 3]


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
    assert [r["id"] for r in records(tmp_path / "out" / "B_x.jsonl")] == ["B"]


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
    assert b"made with a different --format (txt, now jsonl)" in refused.stderr
    assert (tmp_path / "out" / "arXiv_pdf_0001_001" / "evil.txt").exists()
    assert batch(arxiv_tar, "-o", "out", "--force").returncode == 1
    assert len(all_records(tmp_path / "out")) == 4
    assert "paragraphs" in all_records(tmp_path / "out")[0]
    changed = batch(arxiv_tar, "-o", "out", "--set", "min_words=3", "--set", "short_line=1.4")
    usual = pdfbot.Thresholds()
    told = f"a different --set min_words ({usual.min_words}, now 3) and --set short_line ("
    assert told in changed.stderr.decode()
    assert (
        f"--set short_line ({usual.short_line}, now 1.4); use the same" in changed.stderr.decode()
    )
    other = batch(arxiv_tar, "-o", "out", "--columns", "1")
    assert b"a different --columns (default, now 1); use the same options" in other.stderr


def test_options_that_only_make_papers_fail_may_change(tmp_path: Path, batch: Finish) -> None:
    protected = (HOSTILE / "copy-protected.pdf").read_bytes()
    encrypted = (HOSTILE / "encrypted-user-password.pdf").read_bytes()
    (tmp_path / "papers").mkdir()
    for name, data in {"a": protected, "b": encrypted, "c": small_paper()}.items():
        (tmp_path / "papers" / f"{name}.pdf").write_bytes(data)
    assert batch("papers", "-o", "out").returncode == 1
    assert [r["status"] for r in all_records(tmp_path / "out")] == ["failed", "failed", "ok"]
    options = ("--allow-copy-protected", "--password", "secret", "--timeout", "60")
    assert batch("papers", "-o", "out", "--retry-errors", *options).returncode == 0
    assert [r["status"] for r in all_records(tmp_path / "out")] == ["ok", "ok", "ok"]


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
    # Parquet is in a folder of its own.
    assert len(found) == (2 if "parquet" in options else 3)
    assert (tmp_path / "out" / "failed.tsv").read_text().count("\n") == 1
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
    assert found[-2]["error"] == "truncated in the archive"
    assert found[-1]["source"] == str(arxiv_tar)
    assert "download it again" in found[-1]["error"]
    arxiv_tar.write_bytes(whole)
    assert batch(arxiv_tar, "-o", "out", "--retry-errors").returncode == 1
    found = records(tmp_path / "out" / "arXiv_pdf_0001_001.jsonl")
    assert statuses(found) == {"ok": 2, "failed": 1, "no-text": 1}


def test_every_entry_that_looks_like_a_paper_or_an_archive_gets_one_record(
    tmp_path: Path, batch: Finish
) -> None:
    inner = tar_bytes({"x.pdf": small_paper()})
    members = {"a.pdf": small_paper(), "inner.tar": inner, "b.txt": b"", "c.pdf": bytes(20 << 20)}
    (tmp_path / "dump.tar").write_bytes(tar_bytes(members))
    (tmp_path / "dump.zip").write_bytes(zip_bytes(members))
    (tmp_path / "bomb.tar.gz").write_bytes(
        gzip.compress(tar_bytes({"a.pdf": small_paper(), "c.pdf": bytes(300 << 20)}))
    )
    assert batch("dump.tar", "dump.zip", "bomb.tar.gz", "-o", "out").returncode == 1
    found = records(tmp_path / "out" / "dump.jsonl")
    assert [(r["id"], r["status"]) for r in found] == [
        ("a", "ok"), ("inner.tar", "failed"), ("c", "failed"),
    ]  # fmt: skip
    assert found[1]["error_type"] == "InputError"
    in_zip = records(tmp_path / "out" / f"{tmp_path.name}_dump.jsonl")
    assert [(r["id"], r["status"]) for r in in_zip] == [(r["id"], r["status"]) for r in found]
    assert in_zip[2]["error"].startswith("expands to more than 200 times its size")
    bomb = records(tmp_path / "out" / "bomb.jsonl")
    assert [r["id"] for r in bomb[:2]] == ["a", "c"]
    assert bomb[2]["error_type"] == "ArchiveRefused"
    assert "download" not in bomb[2]["error"]


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
