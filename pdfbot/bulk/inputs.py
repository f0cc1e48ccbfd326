"""What the user names, to papers and archives: files, folders, globs, lists and URLs."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Iterator, Sequence

from pdfbot.bulk.files import canonical, describe, file_system, is_url, size_of
from pdfbot.bulk.names import is_archive, is_paper
from pdfbot.dataclass import dataclass
from pdfbot.errors import PdfbotError, UsageError

STDIN = "-"
# Counts for a remote file whose size nobody has asked for; only the time left depends on it.
USUAL_SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """An archive or one file, by its absolute path or URL."""

    name: str
    is_archive: bool
    weight: int


def find_sources(
    given: Iterable[str | os.PathLike[str]], lists: Sequence[str] = ()
) -> list[Source]:
    """Everything that is meant, in order, each once; what is not there is refused at once.

    An entry of a list that is not there gets a failed record instead: one line among
    thousands must not stop the others.
    """
    found: dict[str, Source] = {}
    for name in given:
        for source in _expand(os.fspath(name), strict=True):
            found.setdefault(source.name, source)
    for name in _listed(lists):
        for source in _expand(name, strict=False):
            found.setdefault(source.name, source)
    return list(found.values())


def _listed(lists: Sequence[str]) -> Iterator[str]:
    """The lines of list files; empty lines and those that begin with # do not count."""
    for name in lists:
        try:
            if name == STDIN:
                lines = sys.stdin.read().splitlines()
            else:
                with open(name, encoding="utf-8", errors="surrogateescape") as file:
                    lines = file.read().splitlines()
        except OSError as error:
            raise UsageError(f"--input-list {name}: cannot be read ({error.strerror})") from None
        for line in lines:
            if line.strip() and not line.lstrip().startswith("#"):
                yield line.strip()


def _expand(given: str, strict: bool) -> Iterator[Source]:
    name = canonical(given)
    return _expand_url(name, strict) if is_url(name) else _expand_path(name, given, strict)


def _expand_path(path: str, given: str, strict: bool) -> Iterator[Source]:
    if os.path.isdir(path):
        yield from _in_folder(path)
    elif os.path.exists(path):
        yield _source(path)
    elif glob.has_magic(path):
        matches = sorted(glob.glob(path, recursive=True))
        if not matches and strict:
            raise UsageError(f"{given}: matches no file")
        for match in matches:
            if os.path.isdir(match):
                yield from _in_folder(match)
            else:
                yield _source(match)
    elif strict:
        raise UsageError(f"{given}: no such file or folder")
    else:
        yield Source(path, is_archive(path), 0)


def _in_folder(folder: str) -> Iterator[Source]:
    """All PDFs and archives below, sorted, so that two runs see the same order."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(parent, name)
            if (is_paper(name) or is_archive(name)) and os.path.isfile(path):
                yield _source(path)


def _source(path: str) -> Source:
    return Source(path, is_archive(path), os.path.getsize(path))


def _expand_url(url: str, strict: bool) -> Iterator[Source]:
    try:
        if glob.has_magic(_path_of(url)):
            yield from _matches(url, strict)
        elif is_archive(_path_of(url)):
            yield Source(url, True, size_of(url) or USUAL_SIZE)
        elif is_paper(_path_of(url)) or not _is_folder(url):
            yield Source(url, False, USUAL_SIZE)
        else:
            yield from _in_remote_folder(url)
    except PdfbotError:
        raise
    except Exception as error:
        # Each driver has its own exceptions: no such bucket, no credentials, no network.
        if strict:
            reason = "no such file" if isinstance(error, FileNotFoundError) else describe(error)
            raise UsageError(f"{url}: {reason}") from None
        yield Source(url, is_archive(_path_of(url)), USUAL_SIZE)


def _path_of(url: str) -> str:
    """The URL without the query of a signed link."""
    return url.partition("?")[0] if url.startswith(("http://", "https://")) else url


def _is_folder(url: str) -> bool:
    system, path = file_system(url)
    return bool(system.isdir(path))


def _matches(url: str, strict: bool) -> Iterator[Source]:
    system, path = file_system(url)
    details = system.glob(path, detail=True)
    if not details and strict:
        raise UsageError(f"{url}: matches no file")
    for name in sorted(details):
        if details[name].get("type") == "directory":
            yield from _in_remote_folder(system.unstrip_protocol(name))
        else:
            yield _remote(system.unstrip_protocol(name), details[name].get("size"))


def _in_remote_folder(url: str) -> Iterator[Source]:
    system, path = file_system(url)
    details = system.find(path, detail=True)
    for name in sorted(details):
        if is_paper(name) or is_archive(name):
            yield _remote(system.unstrip_protocol(name), details[name].get("size"))


def _remote(url: str, size: int | None) -> Source:
    return Source(url, is_archive(_path_of(url)), size or USUAL_SIZE)
