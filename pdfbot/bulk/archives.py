"""Papers inside tar and zip files, read one after the other without unpacking.

Nothing in an archive is trusted: no member's name becomes a path, links and devices are passed
over, sizes are checked before anything is read.
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
from typing import IO, Any, cast

from pdfbot.bulk.files import open_binary, size_of
from pdfbot.bulk.names import is_paper
from pdfbot.bulk.settings import MIB
from pdfbot.dataclass import dataclass

# PDFs are compressed inside: what unpacks to more than this many times its size is a bomb.
MOST_EXPANSION = 200
MOST_MEMBERS = 1_000_000
# A long name or an extended header is read into memory as a whole.
LONGEST_HEADER = 1 * MIB

_HEADERS = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
_DAMAGE = (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, gzip.BadGzipFile)


class ArchiveDamaged(Exception):
    """The archive cannot be read on from here; what came before is good."""


@dataclass(frozen=True, slots=True)
class Member:
    """A paper of an archive: its data, or why there is none (`problem`); neither if not wanted.

    Archives may hold a name twice, and both are papers: `key` tells them apart.
    """

    key: str
    name: str
    weight: int
    data: bytes | None = None
    problem: str = ""


def read_members(archive: str, wanted: Callable[[str], bool], max_size: int) -> Iterator[Member]:
    """Every paper in the archive in its order, with the data of those that are wanted."""
    read = _read_zip if archive.lower().partition("?")[0].endswith(".zip") else _read_tar
    try:
        with open_binary(archive) as file:
            yield from read(archive, file, wanted, max_size)
    except _DAMAGE as error:
        message = str(error) or type(error).__name__
        raise ArchiveDamaged(f"the archive is damaged ({message}); download it again") from None


class _Header(tarfile.TarInfo):
    """Refuses headers that would fill the memory, and remembers how the archive ended."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _Header:
        header = super().frombuf(buf, encoding, errors)
        if header.type in _HEADERS and header.size > LONGEST_HEADER:
            raise tarfile.HeaderError(f"a header of {header.size} bytes")
        return header

    @classmethod
    def fromtarfile(cls, tarfile: tarfile.TarFile) -> _Header:
        try:
            return super().fromtarfile(tarfile)
        except Exception as error:
            cast(Any, tarfile).end = type(error).__name__
            raise


class _Bounded(io.RawIOBase):
    """What a compressed file holds, up to a limit."""

    def __init__(self, file: gzip.GzipFile, limit: int) -> None:
        self._file, self._left = file, limit

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise tarfile.ReadError(f"it unpacks to more than {MOST_EXPANSION} times its size")
        return data


def _open_tar(archive: str, file: IO[bytes]) -> tarfile.TarFile:
    path = archive.lower().partition("?")[0]
    if path.endswith((".gz", ".tgz")):
        limit = max(size_of(archive) or 0, MIB) * MOST_EXPANSION
        bounded = _Bounded(gzip.GzipFile(fileobj=file), limit)
        return tarfile.open(fileobj=cast(IO[bytes], bounded), mode="r|", tarinfo=_Header)
    mode = "r:" if _is_seekable(file) else "r|"
    return cast(Any, tarfile).open(fileobj=file, mode=mode, tarinfo=_Header)  # type: ignore[no-any-return]


def _is_seekable(file: IO[bytes]) -> bool:
    try:
        file.seek(0)
    except (OSError, ValueError):
        return False
    return True


def _read_tar(
    archive: str, file: IO[bytes], wanted: Callable[[str], bool], max_size: int
) -> Iterator[Member]:
    names: Counter[str] = Counter()
    with _open_tar(archive, file) as tar:
        number = 0
        while (header := tar.next()) is not None:
            number += 1
            if number > MOST_MEMBERS:
                raise tarfile.ReadError(f"more than {MOST_MEMBERS} members")
            # The library keeps every header it has seen; thousands of papers need none of them.
            cast(Any, tar).members.clear()
            if not header.isreg() or header.issparse() or not is_paper(header.name):
                continue
            key = _unrepeated(header.name, names)
            if not wanted(key):
                yield Member(key, header.name, header.size)
            elif header.size > max_size:
                yield Member(
                    key, header.name, header.size, problem=_too_large(header.size, max_size)
                )
            else:
                try:
                    data = _tar_data(tar, header)
                except _DAMAGE:
                    # It has been named, so it gets its record before the archive gets one.
                    yield Member(key, header.name, header.size, problem="cut off in the archive")
                    raise
                yield Member(key, header.name, header.size, data)
        if getattr(tar, "end", "") != "EOFHeaderError":
            # The library takes a broken header for the end, and papers would be lost in silence.
            raise tarfile.ReadError("it ends without its end mark")


def _tar_data(tar: tarfile.TarFile, header: tarfile.TarInfo) -> bytes:
    content = tar.extractfile(header)
    data = content.read() if content is not None else b""
    if len(data) != header.size:
        raise tarfile.ReadError("unexpected end of data")
    return data


def _read_zip(
    archive: str, file: IO[bytes], wanted: Callable[[str], bool], max_size: int
) -> Iterator[Member]:
    if not _is_seekable(file):
        raise zipfile.BadZipFile("its server does not allow reading from the end")
    names: Counter[str] = Counter()
    with zipfile.ZipFile(file) as zipped:
        infos = zipped.infolist()
        if len(infos) > MOST_MEMBERS:
            raise zipfile.BadZipFile(f"more than {MOST_MEMBERS} members")
        limit = max(size_of(archive) or 0, MIB) * MOST_EXPANSION
        if sum(info.file_size for info in infos) > limit:
            raise zipfile.BadZipFile(f"it unpacks to more than {MOST_EXPANSION} times its size")
        for info in infos:
            is_link = stat.S_ISLNK(info.external_attr >> 16)
            if info.is_dir() or is_link or not is_paper(info.filename):
                continue
            key = _unrepeated(info.filename, names)
            if wanted(key):
                yield _zip_member(zipped, info, key, max_size)
            else:
                yield Member(key, info.filename, info.compress_size)


def _zip_member(zipped: zipfile.ZipFile, info: zipfile.ZipInfo, key: str, max_size: int) -> Member:
    """One member; damage to it is its own affair, since the others are found without it."""
    name, weight = info.filename, info.compress_size
    if info.file_size > max_size:
        return Member(key, name, weight, problem=_too_large(info.file_size, max_size))
    if info.flag_bits & 1:
        return Member(
            key, name, weight, problem="encrypted in the archive: unpack it yourself first"
        )
    try:
        return Member(key, name, weight, zipped.read(info))
    except (*_DAMAGE, NotImplementedError) as error:
        return Member(key, name, weight, problem=f"damaged in the archive ({error})")


def _unrepeated(name: str, seen: Counter[str]) -> str:
    seen[name] += 1
    return name if seen[name] == 1 else f"{name}#{seen[name]}"


def _too_large(size: int, limit: int) -> str:
    return f"{size / MIB:.0f} MiB, more than the limit of {limit / MIB:.0f} MiB (--max-size)"
