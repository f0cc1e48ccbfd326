"""The unfinished file: torn anywhere, it gives back exactly the records that were whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pdfbot.bulk.parts import Part, read_records, write_good_records
from pdfbot.bulk.records import Outcome, make_line, read_line

SOURCES = ["a.pdf", "b.pdf", "c\udcff.pdf"]


def line(source: str, status: str = "ok") -> bytes:
    body = b'[{"id":"p1","sentences":[]}]' if status == "ok" else b""
    return make_line(source, source, Outcome(status, body=body), thresholds="f")


def fill(path: Path) -> bytes:
    part = Part(path)
    for source in SOURCES:
        assert part.expect(source, source)
        part.append(source, Outcome("ok"), line(source))
    part.sync()
    part.close()
    return path.read_bytes()


def test_torn_at_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl.part"
    whole = fill(path)
    lengths = [len(line(source)) for source in SOURCES]
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        part = Part(path)
        kept = sum(sum(lengths[: n + 1]) <= cut for n in range(3))
        assert list(part.entries) == SOURCES[:kept]
        assert path.stat().st_size == sum(lengths[:kept])
        for source in SOURCES:
            if part.expect(source, source):
                part.append(source, Outcome("ok"), line(source))
        part.is_listed = True
        assert part.is_whole
        assert b"".join(part.lines()) == whole
        part.close()


@pytest.mark.parametrize("tail", [bytes(500), b"garbage\n", b'{"source":"x"}\n', b"[]\n", b"\n"])
def test_what_a_power_cut_leaves_is_cut_off(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "x.jsonl.part"
    whole = fill(path)
    path.write_bytes(whole + tail)
    Part(path).close()
    assert path.read_bytes() == whole


def test_a_record_twice_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl.part"
    path.write_bytes(line("a.pdf") * 2)
    part = Part(path)
    assert list(part.entries) == ["a.pdf"]
    assert path.read_bytes() == line("a.pdf")
    part.close()


def test_the_finished_order_is_that_of_the_papers(tmp_path: Path) -> None:
    part = Part(tmp_path / "x.jsonl.part")
    for source in SOURCES:
        part.expect(source, source)
    part.is_listed = True
    for source in reversed(SOURCES):
        assert not part.is_whole
        part.append(source, Outcome("ok"), line(source))
    assert part.is_whole
    assert [(read_line(text) or {})["source"] for text in part.lines()] == SOURCES
    part.close()


def test_text_names_are_the_same_after_a_resume(tmp_path: Path) -> None:
    part = Part(tmp_path / "x.jsonl.part")
    for source, name in (("t#a/x.pdf", "a/x.pdf"), ("t#b/X.pdf", "b/X.pdf")):
        part.expect(source, name)
    assert list(part.text_names.values()) == ["x", "X-2"]
    part.close()


def test_a_full_disk_leaves_no_torn_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pdfbot.errors import OutputError

    path = tmp_path / "x.jsonl.part"
    part = Part(path)
    part.append("a.pdf", Outcome("ok"), line("a.pdf"))
    real = os.pwrite

    def fills_up(file: int, data: bytes, position: int) -> int:
        if position > len(line("a.pdf")):
            raise OSError(28, "No space left on device")
        return real(file, data[:10], position)

    monkeypatch.setattr(os, "pwrite", fills_up)
    with pytest.raises(OutputError, match=r"No space left on device.*run the same command again"):
        part.append("b.pdf", Outcome("ok"), line("b.pdf"))
    assert path.read_bytes() == line("a.pdf")
    part.close()


def test_only_good_records_are_carried_on(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl.part"
    states = ["ok", "failed", "no-text", "timeout", "killed"]
    path.write_bytes(b"".join(line(f"{status}.pdf", status) for status in states))
    write_good_records(read_records(path), path)
    assert [record["status"] for record, _ in read_records(path)] == ["ok", "no-text"]
    assert list(tmp_path.iterdir()) == [path]
