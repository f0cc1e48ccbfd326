"""The settings of a batch run: how every paper is processed, and how the run is carried out."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any

from pdfbot.errors import UsageError
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.compression import COMPRESSIONS
from pdfbot.output.formats import FormatOptions
from pdfbot.thresholds import Thresholds

# FILE_FORMATS write one file per paper, or one per shard.
FILE_FORMATS = ("txt", "md", "tei", "chunks", "bib", "csl", "dc")
FORMATS = ("jsonl", "parquet", *FILE_FORMATS)
# What a row of a Parquet file is.
ROWS = ("papers", "sentences")
MIB = 1 << 20
# Python, pdfium and the rules need a third of this before the first page.
MIN_MEMORY = 256 * MIB


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Limits per paper, the output format, and how papers are read and judged.

    `timeout` is in seconds, `max_memory` and `max_size` are in bytes; a timeout or memory limit of
    0 means no limit. A worker process is replaced after `recycle` papers. `rows` says what a row of
    a Parquet file is, `together` whether the papers of a shard share a file; `content` has the
    options of the other formats.
    """

    timeout: float = 120.0
    max_memory: int = 2048 * MIB
    max_size: int = 512 * MIB
    recycle: int = 200
    format: str = "jsonl"
    rows: str = "papers"
    compress: str = ""
    together: bool = False
    content: FormatOptions = field(default_factory=FormatOptions)
    reading: ReadingOptions = field(default_factory=ReadingOptions)
    rules: RuleOptions = field(default_factory=RuleOptions)

    def __post_init__(self) -> None:
        self._check_format()
        if not isinstance(self.timeout, (int, float)) or not 0 <= self.timeout < inf:
            raise UsageError("the time limit is in seconds; 0 means no limit")
        if not isinstance(self.max_memory, int):
            raise UsageError("the memory limit is in bytes; 0 means no limit")
        if self.max_memory and self.max_memory < MIN_MEMORY:
            raise UsageError(f"the memory limit must be at least {MIN_MEMORY // MIB} MiB, or 0")
        if self.max_size < 1 or self.recycle < 1:
            raise UsageError("the size limit and the papers per worker must be at least 1")

    def _check_format(self) -> None:
        if self.format not in FORMATS:
            raise UsageError(f"unknown format {self.format!r}: use {', '.join(FORMATS)}")
        if self.rows not in ROWS:
            raise UsageError(f"unknown rows {self.rows!r}: use {' or '.join(ROWS)}")
        if self.rows != "papers" and self.format != "parquet":
            raise UsageError(f"--rows {self.rows} is for parquet, not {self.format}")
        if self.together and self.format not in FILE_FORMATS:
            raise UsageError(f"--together is for {', '.join(FILE_FORMATS)}, not {self.format}")
        self.content.check(self.format)
        if self.compress and self.compress not in COMPRESSIONS:
            raise UsageError(f"unknown compression {self.compress!r}: use gz or zst")
        if self.compress and self.format == "parquet":
            raise UsageError("Parquet files are compressed already: leave out --compress")

    @property
    def suffix(self) -> str:
        """The suffix of a finished shard's file."""
        if self.format == "parquet":
            return ".parquet"
        return f".jsonl.{self.compress}" if self.compress else ".jsonl"

    @property
    def folder(self) -> str:
        """The folder of the finished shards in the output: Parquet has one for each kind of row."""
        return f"{ROWS[0]}/" if self.format == "parquet" else ""

    @property
    def is_shared(self) -> bool:
        """Whether the papers of a shard share a file; chunks always do."""
        return self.together or self.format == "chunks"

    def shared_file(self, shard: str) -> str:
        """The name of that file in the output."""
        return f"{self.format}/{shard}{self.suffix}"

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the thresholds."""
        return self.rules.thresholds.fingerprint()

    def identity(self) -> dict[str, Any]:
        """The settings that all records of an output must share, by the names of their options.

        Without those that decide only whether a paper fails: the password and the like.
        """
        content = asdict(self.content) | {"include": list(self.content.include)}
        return {
            "format": self.format,
            "rows": self.rows,
            "compress": self.compress,
            "together": self.is_shared,
            **{name.replace("_", "-"): value for name, value in content.items()},
            **{f"set {name}": value for name, value in asdict(self.rules.thresholds).items()},
            "engine": self.reading.engine,
            "pages": self._page_list(),
            "rules": self.rules.rules,
            "columns": self.rules.columns,
            "language": self.rules.language,
        }

    def to_json(self) -> dict[str, Any]:
        """Plain JSON for the worker processes."""
        plain = asdict(self)
        program = self.reading.pdf2htmlex
        plain["reading"]["pages"] = self._page_list()
        plain["reading"]["pdf2htmlex"] = None if program is None else os.fspath(program)
        return plain

    @staticmethod
    def from_json(plain: dict[str, Any]) -> Settings:
        rules = {**plain["rules"], "thresholds": Thresholds(**plain["rules"]["thresholds"])}
        content = {**plain["content"], "include": tuple(plain["content"]["include"])}
        return Settings(
            **{
                **plain,
                "reading": ReadingOptions(**plain["reading"]),
                "rules": RuleOptions(**rules),
                "content": FormatOptions(**content),
            }
        )

    def _page_list(self) -> list[int] | None:
        pages = self.reading.page_numbers
        return None if pages is None else list(pages)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Where a run writes, how many processes it uses, and what it does with earlier results.

    `cluster` is the address of a Dask scheduler, `local` to start one, or empty. `limit` is the
    number of papers after which the run ends, 0 for all of them.
    """

    output: str
    jobs: int
    shard_size: int = 1000
    retry_errors: bool = False
    force: bool = False
    cluster: str = ""
    limit: int = 0

    def __post_init__(self) -> None:
        if self.jobs < 1 or self.shard_size < 1:
            raise UsageError("--jobs and --shard-size must be at least 1")
        if self.limit < 0:
            raise UsageError(f"--limit {self.limit}: a number of papers; 0 means all of them")
        if self.limit and self.cluster:
            raise UsageError("--limit and --cluster: a cluster processes whole shards")
