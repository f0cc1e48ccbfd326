"""Archives from untrusted sources: what is read, what is skipped, and how damage is reported."""

from __future__ import annotations

import gzip
import io
import shutil
import struct
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from pdfbot.bulk import archives
from pdfbot.bulk.archives import ArchiveDamaged, ArchiveMember, ArchiveRefused, read_members

from .conftest import tar_bytes, zip_bytes

MEMBERS = {"0704/a.pdf": b"first", "0704/b.PDF": b"second", "0704/readme.txt": b"not a paper"}


def read(path: Path, max_size: int = 1000, skip: str = "") -> list[ArchiveMember]:
    return list(read_members(str(path), lambda key: key != skip, max_size))


def problems(path: Path) -> dict[str, str]:
    return {member.key: member.problem for member in read(path)}


def content(path: Path) -> dict[str, bytes | None]:
    return {member.key: member.data for member in read(path)}


@pytest.mark.parametrize("suffix", [".tar", ".tar.gz", ".tgz", ".zip"])
def test_only_papers_are_read_and_in_order(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"dump{suffix}"
    if suffix == ".zip":
        path.write_bytes(zip_bytes(MEMBERS))
    else:
        path.write_bytes(tar_bytes(MEMBERS, "w:gz" if suffix != ".tar" else "w:"))
    assert list(content(path).items()) == [("0704/a.pdf", b"first"), ("0704/b.PDF", b"second")]
    assert [member.data for member in read(path, skip="0704/a.pdf")] == [None, b"second"]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_in_a_tar_are_listed_but_not_followed(
    tmp_path: Path, kind: bytes
) -> None:
    path = tmp_path / "dump.tar"
    with tarfile.open(path, "w") as tar:
        link = tarfile.TarInfo("secret.pdf")
        link.type, link.linkname = kind, "/etc/passwd"
        tar.addfile(link)
    assert problems(path) == {"secret.pdf": "a link or device in the archive, not a file"}


def test_links_in_a_zip_are_listed_but_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "dump.zip"
    with zipfile.ZipFile(path, "w") as zipped:
        link = zipfile.ZipInfo("secret.pdf")
        link.external_attr = 0o120777 << 16
        zipped.writestr(link, "/etc/passwd")
    assert problems(path) == {"secret.pdf": "a link or device in the archive, not a file"}


@pytest.mark.parametrize("suffix", [".tar", ".tar.gz", ".zip"])
def test_archive_inside_an_archive_is_listed(tmp_path: Path, suffix: str) -> None:
    members = {"inner.tar": tar_bytes(MEMBERS), "b/inner.TGZ": b"x", "c.zip": b"x", "d.pdf": b"x"}
    path = tmp_path / f"dump{suffix}"
    if suffix == ".zip":
        path.write_bytes(zip_bytes(members))
    else:
        path.write_bytes(tar_bytes(members, "w:gz" if suffix != ".tar" else "w:"))
    found = {member.key: member.problem for member in read(path, max_size=100_000)}
    assert list(found) == list(members)
    assert found.pop("d.pdf") == ""
    assert all("an archive inside the archive: unpack it" in problem for problem in found.values())


@pytest.mark.skipif(shutil.which("tar") is None, reason="needs GNU tar")
@pytest.mark.parametrize("style", ["gnu", "posix"])
@pytest.mark.parametrize("suffix", [".tar", ".tar.gz"])
def test_sparse_members_of_a_tar_are_read(tmp_path: Path, style: str, suffix: str) -> None:
    with (tmp_path / "sparse.pdf").open("wb") as file:
        file.write(b"%PDF-1.4")
        file.seek(1 << 20)
        file.write(b"%%EOF")
    (tmp_path / "next.pdf").write_bytes(b"next")
    path = tmp_path / f"dump{suffix}"
    call = ["tar", "--sparse", f"--format={style}", "-caf", path.name, "sparse.pdf", "next.pdf"]
    if subprocess.run(call, cwd=tmp_path, capture_output=True).returncode:
        pytest.skip("this tar is not GNU tar")
    if suffix == ".tar":
        assert path.stat().st_size < 1 << 20, "the file system has no holes"
    sparse, after = read(path, max_size=2 << 20)
    assert sparse.data == (tmp_path / "sparse.pdf").read_bytes()
    assert after.data == b"next"
    too_large, after = read(path, max_size=1 << 20)
    assert "--max-size" in too_large.problem
    assert after.data == b"next"


def test_duplicate_names_are_separate_papers(tmp_path: Path) -> None:
    path = tmp_path / "dump.tar"
    with tarfile.open(path, "w") as tar:
        for data in (b"one", b"other"):
            info = tarfile.TarInfo("a.pdf")
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    assert content(path) == {"a.pdf": b"one", "a.pdf#2": b"other"}
    assert [member.name for member in read(path)] == ["a.pdf", "a.pdf"]


@pytest.mark.parametrize("suffix", [".tar", ".zip"])
@pytest.mark.parametrize(("limit", "refused"), [(5, False), (4, True)])
def test_member_over_the_size_limit_is_not_read(
    tmp_path: Path, suffix: str, limit: int, refused: bool
) -> None:
    path = tmp_path / f"dump{suffix}"
    members = {"a.pdf": b"12345", "b.pdf": b"x"}
    path.write_bytes(tar_bytes(members) if suffix == ".tar" else zip_bytes(members))
    first, second = read(path, max_size=limit)
    assert ("--max-size" in first.problem) == refused
    assert (first.data is None) == refused
    assert second.data == b"x"


@pytest.mark.parametrize("cut", [100, 512 + 3, 1024 + 100, 1536 + 1])
def test_truncated_tar_is_reported_as_damaged(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "dump.tar"
    path.write_bytes(tar_bytes(MEMBERS)[:cut])
    with pytest.raises(ArchiveDamaged, match="download it again"):
        read(path)


def test_broken_header_is_not_taken_for_the_end_of_a_tar(tmp_path: Path) -> None:
    data = bytearray(tar_bytes(MEMBERS))
    data[1024:1034] = b"garbage!!!"
    path = tmp_path / "dump.tar"
    path.write_bytes(data)
    members = read_members(str(path), lambda key: True, 1000)
    assert next(members).data == b"first"
    with pytest.raises(ArchiveDamaged, match="damaged"):
        next(members)


@pytest.mark.parametrize("suffix", [".tar", ".tar.gz", ".zip"])
def test_file_that_is_not_an_archive_is_reported_as_damaged(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"dump{suffix}"
    for data in (b"<html>503</html>" * 100, b"", b"\x1f\x8b\x08\x00broken"):
        path.write_bytes(data)
        with pytest.raises(ArchiveDamaged):
            read(path)


def test_truncated_gzip_is_reported_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "dump.tar.gz"
    data = tar_bytes({"a.pdf": bytes(range(256)) * 40}, "w:gz")
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(ArchiveDamaged):
        read(path, max_size=100_000)


def test_tar_that_expands_like_a_bomb_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "MIB", 1000)
    zeros = bytes(1_000_000)
    path = tmp_path / "bomb.tar.gz"
    for members in ({"a.txt": zeros, "b.pdf": b"x"}, {"a.pdf": zeros}):
        path.write_bytes(gzip.compress(tar_bytes(members)))
        with pytest.raises(ArchiveRefused, match=r"^refused: it expands to more than 200 times"):
            read(path, max_size=2_000_000)
    listed = read_members(str(path), lambda key: True, 2_000_000)
    assert next(listed).problem == "past the size limit of the archive"


def test_member_of_a_zip_that_expands_like_a_bomb_is_refused_alone(tmp_path: Path) -> None:
    zeros = bytes(200 * (64 << 10))
    path = tmp_path / "bomb.zip"
    path.write_bytes(zip_bytes({"a.pdf": zeros + b"x", "b.pdf": zeros, "c.pdf": b"good"}))
    bomb, limit, good = read(path, max_size=100 << 20)
    assert bomb.problem.startswith("expands to more than 200 times its size in the archive")
    assert limit.data == zeros
    assert good.data == b"good"


def test_archive_with_too_many_members_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "MAX_MEMBERS", 2)
    path = tmp_path / "many.tar"
    path.write_bytes(tar_bytes(MEMBERS))
    with pytest.raises(ArchiveRefused, match="more than 2 members"):
        read(path)


def test_tar_header_that_would_exhaust_memory_is_refused(tmp_path: Path) -> None:
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 1 << 40
    path = tmp_path / "dump.tar"
    path.write_bytes(header.tobuf(tarfile.GNU_FORMAT) + bytes(1024))
    with pytest.raises(ArchiveRefused, match="a header of 1099511627776 bytes"):
        read(path)


def test_damaged_zip_member_does_not_affect_the_others(tmp_path: Path) -> None:
    path = tmp_path / "dump.zip"
    data = bytearray(zip_bytes({"a.pdf": b"a" * 50 + b"b" * 50, "b.pdf": b"good"}))
    start = 30 + len("a.pdf")
    data[start : start + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(data)
    bad, good = read(path)
    assert bad.problem.startswith("damaged in the archive")
    assert good.data == b"good"


def test_encrypted_zip_member_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "dump.zip"
    data = bytearray(zip_bytes({"a.pdf": b"data"}))
    for flags_offset in (6, data.index(b"PK\x01\x02") + 8):
        struct.pack_into("<H", data, flags_offset, 1)
    path.write_bytes(data)
    assert read(path)[0].problem.startswith("encrypted in the archive")


def test_archive_without_papers_gives_nothing(tmp_path: Path) -> None:
    path = tmp_path / "dump.tar"
    path.write_bytes(tar_bytes({}))
    assert read(path) == []
