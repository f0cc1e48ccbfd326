"""Stream papers from tar and zip files without unpacking them to disk.

Archives are untrusted: member names are never used as paths, links are not followed, devices not
opened, and sizes are checked before anything is read. Every member that looks like a paper or an
archive is listed, so that nothing is dropped silently.
"""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, cast

from pdfbot.bulk.file_access import open_binary, size_of
from pdfbot.bulk.names import is_archive, is_paper
from pdfbot.bulk.settings import MIB

# Times its compressed size: PDFs are compressed already, so an archive or zip member that expands
# further is a decompression bomb.
MAX_UNPACKED = 200
# Bytes: smaller zip members are treated as if they had this size.
MIN_MEMBER_SIZE = 64 << 10
MAX_MEMBERS = 1_000_000
# Bytes: tarfile reads long names and extended headers into memory in one go.
MAX_HEADER_SIZE = 1 * MIB

_EXTENDED_HEADERS = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
_DAMAGE = (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, gzip.BadGzipFile)

# Why a member is not read.
NESTED = "an archive inside the archive: unpack it and pass it as a separate input"
CUT_OFF = "truncated in the archive"
NOT_A_FILE = "a link or device in the archive, not a file"


class ArchiveDamaged(Exception):
    """The rest of the archive is unreadable; members read so far are intact."""


class ArchiveRefused(ArchiveDamaged):
    """The archive exceeds a limit, so downloading it again would not help."""


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A paper in an archive, with its data or the `problem` reading it; neither if it was skipped.

    An archive may contain the same name twice, and both are papers: `key` is unique, `name` is
    not. `stored_size` is in bytes, as stored in the archive.
    """

    key: str
    name: str
    stored_size: int
    data: bytes | None = None
    problem: str = ""


def read_members(
    archive: str, wanted: Callable[[str], bool], max_size: int
) -> Iterator[ArchiveMember]:
    """Yield all papers in the archive in order; only the wanted ones are read."""
    read = _read_zip if archive.lower().partition("?")[0].endswith(".zip") else _read_tar
    try:
        with open_binary(archive) as file:
            yield from read(archive, file, wanted, max_size)
    except _DAMAGE as error:
        message = str(error) or type(error).__name__
        raise ArchiveDamaged(f"the archive is damaged ({message}); download it again") from None


class _Header(tarfile.TarInfo):
    """A tar header that refuses to exhaust memory, and records how the archive ended."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _Header:
        header = super().frombuf(buf, encoding, errors)
        if header.type in _EXTENDED_HEADERS and header.size > MAX_HEADER_SIZE:
            raise ArchiveRefused(f"refused: a header of {header.size} bytes")
        return header

    @classmethod
    def fromtarfile(cls, tarfile: tarfile.TarFile) -> _Header:
        try:
            return super().fromtarfile(tarfile)
        except Exception as error:
            cast(Any, tarfile).end = type(error).__name__
            raise


class _BoundedReader(io.RawIOBase):
    """Decompresses a gzip file up to a limit."""

    def __init__(self, file: gzip.GzipFile, limit: int) -> None:
        self._file, self._remaining = file, limit

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._remaining -= len(data)
        if self._remaining < 0:
            raise ArchiveRefused(f"refused: it expands to more than {MAX_UNPACKED} times its size")
        return data


def _open_tar(archive: str, file: IO[bytes]) -> tarfile.TarFile:
    path = archive.lower().partition("?")[0]
    if path.endswith((".gz", ".tgz")):
        bounded = _BoundedReader(gzip.GzipFile(fileobj=file), _expansion_limit(archive))
        return tarfile.open(fileobj=cast(IO[bytes], bounded), mode="r|", tarinfo=_Header)
    mode = "r:" if _is_seekable(file) else "r|"
    return cast(Any, tarfile).open(fileobj=file, mode=mode, tarinfo=_Header)  # type: ignore[no-any-return]


def _expansion_limit(archive: str) -> int:
    return max(size_of(archive) or 0, MIB) * MAX_UNPACKED


def _is_seekable(file: IO[bytes]) -> bool:
    try:
        file.seek(0)
    except (OSError, ValueError):
        return False
    return True


def _read_tar(
    archive: str, file: IO[bytes], wanted: Callable[[str], bool], max_size: int
) -> Iterator[ArchiveMember]:
    names: Counter[str] = Counter()
    with _open_tar(archive, file) as tar:
        for header in _tar_headers(tar):
            if header.isdir() or not _is_listed(header.name):
                continue
            key = _unique_key(header.name, names)
            if not wanted(key):
                yield ArchiveMember(key, header.name, header.size)
            elif problem := _tar_problem(header, max_size):
                yield ArchiveMember(key, header.name, header.size, problem=problem)
            else:
                try:
                    data = _tar_data(tar, header)
                except (*_DAMAGE, ArchiveRefused) as error:
                    # The member is already listed, so it gets a record before the archive does.
                    is_bomb = isinstance(error, ArchiveRefused)
                    problem = "past the size limit of the archive" if is_bomb else CUT_OFF
                    yield ArchiveMember(key, header.name, header.size, problem=problem)
                    raise
                yield ArchiveMember(key, header.name, header.size, data)


def _tar_headers(tar: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    number = 0
    while (header := tar.next()) is not None:
        number += 1
        if number > MAX_MEMBERS:
            raise ArchiveRefused(f"refused: more than {MAX_MEMBERS} members")
        # tarfile keeps every header it has read, which adds up over thousands of papers.
        cast(Any, tar).members.clear()
        yield header
    if getattr(tar, "end", "") != "EOFHeaderError":
        # tarfile treats a broken header as the end, which would lose the remaining papers.
        raise tarfile.ReadError("it has no end-of-archive marker")


def _tar_problem(header: tarfile.TarInfo, max_size: int) -> str:
    """Why a member is not read."""
    if not header.isreg():
        return NOT_A_FILE
    if is_archive(header.name):
        return NESTED
    return _too_large(header.size, max_size) if header.size > max_size else ""


def _tar_data(tar: tarfile.TarFile, header: tarfile.TarInfo) -> bytes:
    content = tar.extractfile(header)
    data = content.read() if content is not None else b""
    if len(data) != header.size:
        raise tarfile.ReadError("unexpected end of data")
    return data


def _read_zip(
    archive: str, file: IO[bytes], wanted: Callable[[str], bool], max_size: int
) -> Iterator[ArchiveMember]:
    if not _is_seekable(file):
        raise zipfile.BadZipFile("its server does not support random access")
    names: Counter[str] = Counter()
    with zipfile.ZipFile(file) as zipped:
        infos = zipped.infolist()
        if len(infos) > MAX_MEMBERS:
            raise ArchiveRefused(f"refused: more than {MAX_MEMBERS} members")
        for info in infos:
            if info.is_dir() or not _is_listed(info.filename):
                continue
            key = _unique_key(info.filename, names)
            if wanted(key):
                yield _zip_member(zipped, info, key, max_size)
            else:
                yield ArchiveMember(key, info.filename, info.compress_size)


def _zip_member(
    zipped: zipfile.ZipFile, info: zipfile.ZipInfo, key: str, max_size: int
) -> ArchiveMember:
    """Read one member; a damaged one does not affect the others."""
    name, stored_size = info.filename, info.compress_size
    problem = _zip_problem(info, max_size)
    if problem:
        return ArchiveMember(key, name, stored_size, problem=problem)
    try:
        return ArchiveMember(key, name, stored_size, zipped.read(info))
    except (*_DAMAGE, NotImplementedError) as error:
        problem = f"damaged in the archive ({error})"
        return ArchiveMember(key, name, stored_size, problem=problem)


def _zip_problem(info: zipfile.ZipInfo, max_size: int) -> str:
    """Why a member is not read."""
    if stat.S_ISLNK(info.external_attr >> 16):
        return NOT_A_FILE
    if is_archive(info.filename):
        return NESTED
    if info.file_size > max_size:
        return _too_large(info.file_size, max_size)
    if info.flag_bits & 1:
        return "encrypted in the archive: unpack it yourself first"
    if info.file_size > MAX_UNPACKED * max(info.compress_size, MIN_MEMBER_SIZE):
        return f"expands to more than {MAX_UNPACKED} times its size in the archive, as no PDF does"
    return ""


def _is_listed(name: str) -> bool:
    return is_paper(name) or is_archive(name)


def _unique_key(name: str, seen: Counter[str]) -> str:
    seen[name] += 1
    return name if seen[name] == 1 else f"{name}#{seen[name]}"


def _too_large(size: int, limit: int) -> str:
    return f"{size / MIB:.0f} MiB, more than the limit of {limit / MIB:.0f} MiB (--max-size)"
