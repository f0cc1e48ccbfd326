"""Expands the inputs (files, folders, globs, lists, URLs) to papers and archives."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain
from typing import TextIO

from pdfbot.bulk.file_access import canonical, describe, file_system, is_url, size_of
from pdfbot.bulk.names import is_archive, is_paper
from pdfbot.bulk.packed_rows import PackedRows
from pdfbot.errors import PdfbotError, UsageError

STDIN = "-"
# Bytes assumed for a remote file of unknown size, to estimate the time left.
TYPICAL_SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class InputFile:
    """An archive or a single paper, identified by its absolute path or URL; `size` is in bytes."""

    name: str
    is_archive: bool
    size: int


class InputFiles:
    """Input files in order, each once; a million of them need 10 MB if a folder has them."""

    def __init__(self, sources: Iterable[Iterator[InputFile]]) -> None:
        self._rows = PackedRows[tuple[str, bool, int]]()
        # Hashes are smaller than names; of a million, two are equal once in 40 million runs.
        seen = set[int]()
        for source in sources:
            for file in source:
                key = hash(file.name)
                if key not in seen:
                    seen.add(key)
                    self._rows.append((file.name, file.is_archive, file.size))

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[InputFile]:
        return (InputFile(*row) for row in self._rows)


def find_inputs(given: Iterable[str | os.PathLike[str]], lists: Sequence[str] = ()) -> InputFiles:
    """All input files in order, without duplicates; a missing file is an error.

    A missing file named in a list gets a failed record instead: one bad line among thousands must
    not stop the run.
    """
    named = (_expand(os.fspath(name), strict=True) for name in given)
    return InputFiles(chain(named, (_expand(name, strict=False) for name in _read_lists(lists))))


def _read_lists(lists: Sequence[str]) -> Iterator[str]:
    """The lines of list files, without blank lines and comments."""
    for name in lists:
        try:
            with _open_list(name) as lines:
                for line in lines:
                    if line.strip() and not line.lstrip().startswith("#"):
                        yield line.strip()
        except OSError as error:
            raise UsageError(f"--input-list {name}: cannot be read ({error.strerror})") from None


def _open_list(name: str) -> AbstractContextManager[TextIO]:
    if name == STDIN:
        return nullcontext(sys.stdin)
    return open(name, encoding="utf-8", errors="surrogateescape")


def _expand(given: str, strict: bool) -> Iterator[InputFile]:
    name = canonical(given)
    return _expand_url(name, strict) if is_url(name) else _expand_path(name, given, strict)


def _expand_path(path: str, given: str, strict: bool) -> Iterator[InputFile]:
    if os.path.isdir(path):
        yield from _in_folder(path)
    elif os.path.exists(path):
        yield _local_file(path)
    elif glob.has_magic(path):
        matches = sorted(glob.glob(path, recursive=True))
        if not matches and strict:
            raise UsageError(f"{given}: matches no file")
        for match in matches:
            if os.path.isdir(match):
                yield from _in_folder(match)
            else:
                yield _local_file(match)
    elif strict:
        raise UsageError(f"{given}: no such file or folder")
    else:
        yield InputFile(path, is_archive(path), 0)


def _in_folder(folder: str) -> Iterator[InputFile]:
    """All PDFs and archives below a folder, sorted so that every run sees the same order.

    A link to nowhere and a pipe get a record that says so.
    """
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(parent, name)
            if is_paper(name) or is_archive(name):
                yield _local_file(path) if os.path.isfile(path) else InputFile(path, False, 0)


def _local_file(path: str) -> InputFile:
    return InputFile(path, is_archive(path), os.path.getsize(path))


def _expand_url(url: str, strict: bool) -> Iterator[InputFile]:
    try:
        if glob.has_magic(_without_query(url)):
            yield from _matches(url, strict)
        elif is_archive(_without_query(url)):
            yield InputFile(url, True, size_of(url) or TYPICAL_SIZE)
        elif is_paper(_without_query(url)) or not _is_folder(url):
            yield InputFile(url, False, TYPICAL_SIZE)
        else:
            yield from _in_remote_folder(url)
    except PdfbotError:
        raise
    except Exception as error:
        # Every fsspec driver raises different exceptions: no bucket, no credentials, no network.
        if strict:
            reason = "no such file" if isinstance(error, FileNotFoundError) else describe(error)
            raise UsageError(f"{url}: {reason}") from None
        yield InputFile(url, is_archive(_without_query(url)), TYPICAL_SIZE)


def _without_query(url: str) -> str:
    """Strip the query string of a signed link."""
    return url.partition("?")[0] if url.startswith(("http://", "https://")) else url


def _is_folder(url: str) -> bool:
    system, path = file_system(url)
    return bool(system.isdir(path))


def _matches(url: str, strict: bool) -> Iterator[InputFile]:
    system, path = file_system(url)
    details = system.glob(path, detail=True)
    if not details and strict:
        raise UsageError(f"{url}: matches no file")
    for name in sorted(details):
        if details[name].get("type") == "directory":
            yield from _in_remote_folder(system.unstrip_protocol(name))
        else:
            yield _remote_file(system.unstrip_protocol(name), details[name].get("size"))


def _in_remote_folder(url: str) -> Iterator[InputFile]:
    system, path = file_system(url)
    details = system.find(path, detail=True)
    for name in sorted(details):
        if is_paper(name) or is_archive(name):
            yield _remote_file(system.unstrip_protocol(name), details[name].get("size"))


def _remote_file(url: str, size: int | None) -> InputFile:
    return InputFile(url, is_archive(_without_query(url)), size or TYPICAL_SIZE)
