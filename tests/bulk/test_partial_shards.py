"""The `.part` file: torn at any byte, it gives back exactly the complete records."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pdfbot.bulk.paper_records import PaperOutcome, format_line, parse_line
from pdfbot.bulk.partial_shards import PartialShard, keep_good_records, read_records
from pdfbot.errors import OutputError

SOURCES = ["a.pdf", "b.pdf", "c\udcff.pdf"]
OK = PaperOutcome("ok")


def line(source: str, status: str = "ok") -> bytes:
    body = b',"paragraphs":[{"id":"p1","sentences":[]}]' if status == "ok" else b""
    return format_line(source, source, PaperOutcome(status, body=body), thresholds="f")


def fill(path: Path) -> bytes:
    part = PartialShard(path)
    for source in SOURCES:
        assert part.register(source, source)
        part.append(source, OK, line(source))
    part.sync()
    part.close()
    return path.read_bytes()


def test_part_file_torn_at_any_byte_is_recovered(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl.part"
    data = fill(path)
    lengths = [len(line(source)) for source in SOURCES]
    for cut in range(len(data) + 1):
        path.write_bytes(data[:cut])
        part = PartialShard(path)
        kept = sum(sum(lengths[: n + 1]) <= cut for n in range(3))
        assert list(part.entries) == SOURCES[:kept]
        assert path.stat().st_size == sum(lengths[:kept])
        for source in SOURCES:
            if part.register(source, source):
                part.append(source, OK, line(source))
        part.is_listed = True
        assert part.is_complete
        assert b"".join(part.lines()) == data
        part.close()


@pytest.mark.parametrize("tail", [bytes(500), b"garbage\n", b'{"source":"x"}\n', b"[]\n", b"\n"])
def test_garbage_after_a_power_failure_is_cut_off(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "x.jsonl.part"
    data = fill(path)
    path.write_bytes(data + tail)
    PartialShard(path).close()
    assert path.read_bytes() == data


def test_duplicate_record_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl.part"
    path.write_bytes(line("a.pdf") * 2)
    part = PartialShard(path)
    assert list(part.entries) == ["a.pdf"]
    assert path.read_bytes() == line("a.pdf")
    part.close()


def test_records_are_ordered_like_the_papers(tmp_path: Path) -> None:
    part = PartialShard(tmp_path / "x.jsonl.part")
    for source in SOURCES:
        part.register(source, source)
    part.is_listed = True
    for source in reversed(SOURCES):
        assert not part.is_complete
        part.append(source, OK, line(source))
    assert part.is_complete
    assert [(parse_line(text) or {})["source"] for text in part.lines()] == SOURCES
    part.close()


def test_texts_of_the_same_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    part = PartialShard(tmp_path / "x.jsonl.part")
    for source, name in (("t#a/x.pdf", "a/x.pdf"), ("t#b/X.pdf", "b/X.pdf")):
        part.register(source, name)
    assert list(part.text_names.values()) == ["x", "b_X"]
    part.close()


def test_full_disk_leaves_no_torn_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.jsonl.part"
    part = PartialShard(path)
    part.append("a.pdf", OK, line("a.pdf"))
    pwrite = os.pwrite

    def fill_up(file: int, data: bytes, position: int) -> int:
        if position > len(line("a.pdf")):
            raise OSError(28, "No space left on device")
        return pwrite(file, data[:10], position)

    monkeypatch.setattr(os, "pwrite", fill_up)
    with pytest.raises(OutputError, match=r"No space left on device.*run the same command again"):
        part.append("b.pdf", OK, line("b.pdf"))
    assert path.read_bytes() == line("a.pdf")
    part.close()


def test_failed_records_are_dropped_before_a_retry(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl.part"
    statuses = ["ok", "failed", "no-text", "timeout", "killed"]
    path.write_bytes(b"".join(line(f"{status}.pdf", status) for status in statuses))
    keep_good_records(read_records(path), path)
    assert [record["status"] for record, _ in read_records(path)] == ["ok", "no-text"]
    assert list(tmp_path.iterdir()) == [path]
