"""Atomic writes, and output names that never clash."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pdfbot.errors import OutputError, UsageError
from pdfbot.output.compression import compressor

# Characters of the target's name in that of its temporary file, to stay within the file system's
# limit of 255 bytes.
MAX_TEMPORARY_STEM = 100

# The ending of a file name, if it has one: "2101.00001" has not.
_ENDING = re.compile(r"\.[a-z]\w*$", re.IGNORECASE)
_SUFFIXES = re.compile(r"\.(pdf|html?)(\.gz)?$", re.IGNORECASE)


def write_whole(path: str | Path, text: str | bytes) -> None:
    """Write a file so that no crash leaves a part of it."""
    with whole_file(path) as file:
        file.write(text if isinstance(text, bytes) else encode(text))


def encode(text: str) -> bytes:
    """The text in UTF-8; a lone surrogate becomes its escape: valid in JSON, readable elsewhere."""
    return text.encode("utf-8", "backslashreplace")


@contextmanager
def whole_file(path: str | Path, compression: str = "") -> Iterator[IO[bytes]]:
    """A file that appears under its name when it is complete; nothing is left of it on an error."""
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():
            # A pipe or a device cannot be replaced.
            with target.open("wb") as device, compressor(device, compression) as file:
                yield file
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with _replacing(target) as raw, compressor(raw, compression) as file:
            yield file
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror or error})") from None


@contextmanager
def _replacing(target: Path) -> Iterator[IO[bytes]]:
    stem = target.name[:MAX_TEMPORARY_STEM]
    part = target.with_name(f".{stem}.{os.urandom(4).hex()}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def format_by_ending(
    output: str | None,
    endings: Mapping[str, Sequence[str]],
    default: str,
    bare_name: str | None = None,
) -> str:
    """The format whose files end as this output does, the default if it has no ending.

    An ending that no format has is refused. `bare_name` is the name without that of a compression.
    """
    name = (output or "").lower() if bare_name is None else bare_name
    known = [(ending, form) for form in endings for ending in endings[form]]
    # The longest first: .chunks.jsonl before .jsonl.
    for ending, form in sorted(known, key=lambda item: -len(item[0])):
        if name.endswith(ending):
            return form
    if unknown := _ENDING.search(name):
        listed = ", ".join(ending for ending, _ in known)
        raise UsageError(
            f"-o {output}: no format has the ending {unknown[0]}; use {listed} or --format"
        )
    return default


def output_names(inputs: Sequence[Path], suffix: str) -> list[Path]:
    """One relative name per input: its stem, or its path below the common folder if stems clash.

    Two different inputs never share a name; the same input twice is an error.
    """
    stems = [Path(_stem(path) + suffix) for path in inputs]
    shared = Counter(_folded(name) for name in stems)
    clashing = [path for path, name in zip(inputs, stems, strict=True) if shared[_folded(name)] > 1]
    if not clashing:
        return stems
    folder = os.path.commonpath([path.absolute().parent for path in clashing])
    names = [
        Path(os.path.relpath(path.absolute(), folder) + suffix)
        if shared[_folded(name)] > 1
        else name
        for path, name in zip(inputs, stems, strict=True)
    ]
    owners: dict[str, Path] = {}
    for path, name in zip(inputs, names, strict=True):
        if _folded(name) in owners:
            other = owners[_folded(name)]
            raise UsageError(f"{other} and {path} would both be written to {name}")
        owners[_folded(name)] = path
    return names


def _stem(path: Path) -> str:
    """`paper` for paper.pdf, paper.html and paper.html.gz, but all of 2101.00001."""
    return _SUFFIXES.sub("", path.name) or path.name


def _folded(name: Path) -> str:
    """The name in one case: some file systems are not case-sensitive."""
    return str(name).casefold()
