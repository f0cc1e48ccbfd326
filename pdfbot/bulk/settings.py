"""How the papers of a run are treated: one value that workers and clusters get alike."""

from __future__ import annotations

import dataclasses
from typing import Any

from pdfbot.dataclass import dataclass, field, replace
from pdfbot.errors import UsageError
from pdfbot.thresholds import Thresholds

FORMATS = ("jsonl", "txt", "parquet")
COMPRESSIONS = ("gz", "zst")
MIB = 1 << 20
# Python, pdfium and the rules take a third of this before the first page.
LEAST_MEMORY = 256 * MIB


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Limits for one paper, what is written, and the choices of `pdfbot.extract`.

    A `timeout` or `max_memory` of 0 means no limit. `choices` is plain JSON: thresholds are a
    mapping there.
    """

    timeout: float = 120.0
    max_memory: int = 2048 * MIB
    max_size: int = 512 * MIB
    recycle: int = 200
    form: str = "jsonl"
    compress: str = ""
    choices: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.form not in FORMATS:
            raise UsageError(f"unknown format {self.form!r}: use {', '.join(FORMATS)}")
        if self.compress and self.compress not in COMPRESSIONS:
            raise UsageError(f"unknown compression {self.compress!r}: use gz or zst")
        if self.compress and self.form == "parquet":
            raise UsageError("parquet files are compressed already: leave --compress out")
        if self.timeout < 0:
            raise UsageError("the time limit is in seconds; 0 means none")
        if self.max_memory and self.max_memory < LEAST_MEMORY:
            raise UsageError(f"the memory limit must be at least {LEAST_MEMORY // MIB} MiB, or 0")
        if self.max_size < 1 or self.recycle < 1:
            raise UsageError("the largest size and the papers per worker must be at least 1")

    @property
    def suffix(self) -> str:
        """The ending of a finished shard's file."""
        if self.form == "parquet":
            return ".parquet"
        return f".jsonl.{self.compress}" if self.compress else ".jsonl"

    @property
    def fingerprint(self) -> str:
        """That of the thresholds in use."""
        return thresholds_of(self.choices).fingerprint()

    def identity(self) -> dict[str, Any]:
        """What must be the same for all records of one output; never the password."""
        reading = {
            name: self.choices.get(name)
            for name in ("engine", "pages", "rules", "columns", "allow_copy_protected")
        }
        return {
            "format": self.form,
            "compress": self.compress,
            "thresholds": self.fingerprint,
            **reading,
        }

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def thresholds_of(choices: dict[str, Any]) -> Thresholds:
    values = choices.get("thresholds")
    if values is not None:
        return Thresholds(**values)
    return Thresholds.paper() if choices.get("rules") == "paper" else Thresholds()


def plain_choices(choices: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `pdfbot.extract` as plain JSON, checked before any work begins."""
    import os

    from pdfbot.source import check_choices

    known = (
        "engine", "pages", "password", "thresholds", "rules", "columns", "appendices",
        "allow_copy_protected", "pdf2htmlex",
    )  # fmt: skip
    unknown = sorted(set(choices) - set(known))
    if unknown:
        raise UsageError(f"unknown choice {unknown[0]!r}: use {', '.join(known)}")
    plain = {"engine": "auto", "rules": "default", "columns": None, "pages": None, **choices}
    plain["allow_copy_protected"] = bool(plain.get("allow_copy_protected", False))
    check_choices(**{name: plain[name] for name in ("engine", "rules", "columns", "pages")})
    if plain["pages"] is not None:
        plain["pages"] = list(plain["pages"])
    if plain.get("pdf2htmlex") is not None:
        plain["pdf2htmlex"] = os.fspath(plain["pdf2htmlex"])
    if plain.get("thresholds") is not None:
        plain["thresholds"] = dataclasses.asdict(plain["thresholds"])
    if plain.pop("appendices", False):
        kept = replace(thresholds_of(plain), keep_appendices=True)
        plain["thresholds"] = dataclasses.asdict(kept)
    return plain
