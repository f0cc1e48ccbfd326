"""Files that are whole or not there at all, under names that never clash."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence

from pdfbot.errors import OutputError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_SUFFIXES = re.compile(r"\.(pdf|html?)(\.gz)?$", re.IGNORECASE)


def write_whole(path: str | Path, text: str | bytes) -> None:
    """Writes beside the target and renames, so that a crash or a full disk leaves nothing half."""
    from pathlib import Path

    # In JSON a lone surrogate comes out as its own escape; elsewhere it stays readable.
    data = text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a pipe or a device cannot be renamed over
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror or error})") from None


def _replace(target: Path, data: bytes) -> None:
    part = target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def output_names(inputs: Sequence[Path], suffix: str) -> list[Path]:
    """One relative name an input: its stem, or its path from where it parts with its namesakes.

    Two different inputs never get one name; the same input twice is refused.
    """
    from pathlib import Path

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
    """`paper` of paper.pdf, paper.html and paper.html.gz, but all of 2101.00001."""
    return _SUFFIXES.sub("", path.name) or path.name


def _folded(name: Path) -> str:
    """Some file systems do not tell upper from lower case."""
    return str(name).casefold()
