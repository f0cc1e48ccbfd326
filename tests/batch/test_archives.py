"""Archives that were not made by friends."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from pdfbot.bulk import archives
from pdfbot.bulk.archives import ArchiveDamaged, Member, read_members

from .conftest import tar_bytes, zip_bytes

MEMBERS = {"0704/a.pdf": b"first", "0704/b.PDF": b"second", "0704/readme.txt": b"no paper"}


def read(path: Path, max_size: int = 1000, skip: str = "") -> list[Member]:
    return list(read_members(str(path), lambda key: key != skip, max_size))


def content(path: Path) -> dict[str, bytes | None]:
    return {member.key: member.data for member in read(path)}


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".tgz", ".zip"])
def test_papers_come_in_order_and_nothing_else(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"dump{ending}"
    if ending == ".zip":
        path.write_bytes(zip_bytes(MEMBERS))
    else:
        path.write_bytes(tar_bytes(MEMBERS, "w:gz" if ending != ".tar" else "w:"))
    assert list(content(path).items()) == [("0704/a.pdf", b"first"), ("0704/b.PDF", b"second")]
    assert [member.data for member in read(path, skip="0704/a.pdf")] == [None, b"second"]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_are_passed_over(tmp_path: Path, kind: bytes) -> None:
    path = tmp_path / "dump.tar"
    with tarfile.open(path, "w") as tar:
        link = tarfile.TarInfo("secret.pdf")
        link.type, link.linkname = kind, "/etc/passwd"
        tar.addfile(link)
    assert read(path) == []


def test_links_in_a_zip_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "dump.zip"
    with zipfile.ZipFile(path, "w") as zipped:
        link = zipfile.ZipInfo("secret.pdf")
        link.external_attr = 0o120777 << 16
        zipped.writestr(link, "/etc/passwd")
    assert read(path) == []


def test_the_same_name_twice_is_two_papers(tmp_path: Path) -> None:
    path = tmp_path / "dump.tar"
    with tarfile.open(path, "w") as tar:
        for data in (b"one", b"other"):
            info = tarfile.TarInfo("a.pdf")
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    assert content(path) == {"a.pdf": b"one", "a.pdf#2": b"other"}
    assert [member.name for member in read(path)] == ["a.pdf", "a.pdf"]


@pytest.mark.parametrize("ending", [".tar", ".zip"])
@pytest.mark.parametrize(("limit", "refused"), [(5, False), (4, True)])
def test_a_member_over_the_size_is_not_read(
    tmp_path: Path, ending: str, limit: int, refused: bool
) -> None:
    path = tmp_path / f"dump{ending}"
    members = {"a.pdf": b"12345", "b.pdf": b"x"}
    path.write_bytes(tar_bytes(members) if ending == ".tar" else zip_bytes(members))
    first, second = read(path, max_size=limit)
    assert ("--max-size" in first.problem) == refused
    assert (first.data is None) == refused
    assert second.data == b"x"


@pytest.mark.parametrize("cut", [100, 512 + 3, 1024 + 100, 1536 + 1])
def test_a_tar_that_is_cut_short_is_told(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "dump.tar"
    path.write_bytes(tar_bytes(MEMBERS)[:cut])
    with pytest.raises(ArchiveDamaged, match="download it again"):
        read(path)


def test_a_broken_header_in_the_middle_is_not_taken_for_the_end(tmp_path: Path) -> None:
    whole = bytearray(tar_bytes(MEMBERS))
    whole[1024:1034] = b"garbage!!!"
    path = tmp_path / "dump.tar"
    path.write_bytes(whole)
    members = read_members(str(path), lambda key: True, 1000)
    assert next(members).data == b"first"
    with pytest.raises(ArchiveDamaged, match="damaged"):
        next(members)


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".zip"])
def test_what_is_no_archive_at_all(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"dump{ending}"
    for data in (b"<html>503</html>" * 100, b"", b"\x1f\x8b\x08\x00broken"):
        path.write_bytes(data)
        with pytest.raises(ArchiveDamaged):
            read(path)


def test_a_gzip_that_is_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "dump.tar.gz"
    whole = tar_bytes({"a.pdf": bytes(range(256)) * 40}, "w:gz")
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ArchiveDamaged):
        read(path, max_size=100_000)


def test_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MIB", 1000)
    zeros = bytes(1_000_000)
    path = tmp_path / "bomb.tar.gz"
    path.write_bytes(gzip.compress(tar_bytes({"a.txt": zeros, "b.pdf": b"x"})))
    with pytest.raises(ArchiveDamaged, match="more than 200 times its size"):
        read(path)
    path = tmp_path / "bomb.zip"
    path.write_bytes(zip_bytes({"a.pdf": zeros}))
    with pytest.raises(ArchiveDamaged, match="more than 200 times its size"):
        read(path)
    monkeypatch.setattr(archives, "MOST_MEMBERS", 2)
    path = tmp_path / "many.tar"
    path.write_bytes(tar_bytes(MEMBERS))
    with pytest.raises(ArchiveDamaged, match="more than 2 members"):
        read(path)


def test_a_header_that_would_fill_the_memory(tmp_path: Path) -> None:
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 1 << 40
    path = tmp_path / "dump.tar"
    path.write_bytes(header.tobuf(tarfile.GNU_FORMAT) + bytes(1024))
    with pytest.raises(ArchiveDamaged, match="a header of 1099511627776 bytes"):
        read(path)


def test_damage_to_one_member_of_a_zip_is_its_own(tmp_path: Path) -> None:
    path = tmp_path / "dump.zip"
    data = bytearray(zip_bytes({"a.pdf": b"a" * 50 + b"b" * 50, "b.pdf": b"good"}))
    start = 30 + len("a.pdf")
    data[start : start + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(data)
    bad, good = read(path)
    assert bad.problem.startswith("damaged in the archive")
    assert good.data == b"good"


def test_an_encrypted_member_of_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "dump.zip"
    data = bytearray(zip_bytes({"a.pdf": b"data"}))
    for place in (6, data.index(b"PK\x01\x02") + 8):
        struct.pack_into("<H", data, place, 1)
    path.write_bytes(data)
    assert read(path)[0].problem.startswith("encrypted in the archive")


def test_an_archive_without_papers_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "dump.tar"
    path.write_bytes(tar_bytes({}))
    assert read(path) == []
