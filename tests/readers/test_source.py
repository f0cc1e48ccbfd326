"""Inputs are recognised by their content, and other formats are refused by name."""

from __future__ import annotations

import gzip
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, cast

import pytest

from pdfbot.errors import DamagedPdfError, FileMissingError, InputError, NotAPdfError, UsageError
from pdfbot.readers import source as module
from pdfbot.readers.source import Source

REPLICA = b"<!DOCTYPE html><body><div id='page-container'></div></html>\n"


def test_path_names_itself_and_is_read_late(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    source = Source.of(path)
    assert source.name == str(path)
    path.write_bytes(b"%PDF-1.4")
    assert (source.read(), source.read(4)) == (b"%PDF-1.4", b"%PDF")


def test_bytes_and_file_objects_are_sources() -> None:
    assert Source.of(b"%PDF-") == Source.of(BytesIO(b"%PDF-")) == Source(b"%PDF-", "the PDF")
    assert Source.of(cast(Any, memoryview(b"%PDF-")), "paper.pdf") == Source(b"%PDF-", "paper.pdf")


def test_source_is_returned_as_it_is() -> None:
    source = Source(b"", "paper.pdf")
    assert Source.of(source) is source


def test_text_file_object_is_refused() -> None:
    with pytest.raises(UsageError, match="binary mode"):
        Source.of(cast(Any, StringIO("%PDF-")))


def test_gzip_file_is_decompressed(tmp_path: Path) -> None:
    path = tmp_path / "paper.html.gz"
    path.write_bytes(gzip.compress(REPLICA))
    for source in (Source.of(path), Source.of(path.read_bytes())):
        assert source.decompressed().read() == REPLICA
    plain = Source.of(REPLICA)
    assert plain.decompressed() is plain


def test_damaged_gzip_file_is_refused() -> None:
    with pytest.raises(NotAPdfError, match="damaged gzip"):
        Source.of(gzip.compress(REPLICA)[:-9]).decompressed()


@pytest.mark.parametrize(("limit", "refused"), [(len(REPLICA), False), (len(REPLICA) - 1, True)])
def test_gzip_file_over_the_size_limit_is_refused(limit: int, refused: bool) -> None:
    source = Source.of(gzip.compress(REPLICA))
    if refused:
        with pytest.raises(InputError, match="expands to more than the limit"):
            source.decompressed(limit)
    else:
        assert source.decompressed(limit).read() == REPLICA


@pytest.mark.parametrize(("size", "refused"), [(100, False), (101, True)])
def test_gzip_bomb_is_refused(
    tmp_path: Path, size: int, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MIN_PACKED", 1 << 10)
    bomb = tmp_path / "bomb.pdf.gz"
    bomb.write_bytes(gzip.compress(b"%PDF-" + bytes((size << 10) - 5)))
    for source in (Source.of(bomb), Source.of(bomb.read_bytes())):
        if refused:
            with pytest.raises(NotAPdfError, match="more than 100 times its size"):
                source.decompressed()
        else:
            assert len(source.decompressed().read()) == size << 10


@pytest.mark.parametrize(
    ("content", "is_replica"),
    [
        (b"%PDF-1.4", False),
        (b"junk" * 200 + b"%PDF-1.4", False),
        (REPLICA, True),
        (b"\xef\xbb\xbf\n" + REPLICA, True),
    ],
)
def test_pdf_and_replica_are_told_apart(content: bytes, is_replica: bool) -> None:
    assert Source.of(content).is_replica() is is_replica


def test_cut_off_replica_is_refused() -> None:
    with pytest.raises(DamagedPdfError, match=r"^paper\.html: the replica is cut off; convert"):
        Source.of(REPLICA[:-3], "paper.html").is_replica()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"<html>404</html>", "failed download"),
        (b"%!PS-Adobe", "PostScript"),
        (b"PK\x03\x04", "ZIP"),
        (b"\x89PNG", "picture"),
        (b"\\documentclass", "LaTeX"),
        (b"nothing", "not a PDF"),
    ],
)
def test_other_formats_are_refused(content: bytes, reason: str) -> None:
    with pytest.raises(NotAPdfError, match=f"^the PDF: .*{reason}"):
        Source.of(content).is_replica()


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("none.pdf", "no such file"),
        (".", "a folder"),
        ("a\0b.pdf", "not a file name"),
        (
            "https://host/paper.pdf",
            "an address, not a file: download it first, or use pdfbot batch",
        ),
    ],
)
def test_unreadable_path_is_reported(path: str, reason: str) -> None:
    with pytest.raises(FileMissingError, match=reason):
        Source.of(path).read()
