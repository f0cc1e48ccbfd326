"""Options for reading and judging a document, as objects that commands and functions pass on."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import inf
from typing import Any, Literal, TypeAlias

from pdfbot.errors import UsageError
from pdfbot.thresholds import Thresholds

Engine: TypeAlias = Literal["auto", "embedded", "pdf2htmlex"]
RuleSet: TypeAlias = Literal["default", "paper"]
# Page numbers from 1, or a string such as "1,4-6".
Pages: TypeAlias = Sequence[int] | str

ENGINES: tuple[Engine, ...] = ("auto", "embedded", "pdf2htmlex")
RULE_SETS: tuple[RuleSet, ...] = ("default", "paper")
MAX_COLUMNS = 3
# Seconds and bytes: either engine needs a few seconds and a few hundred megabytes for a paper, and
# a minute for a book.
TIMEOUT = 600.0
MIB = 1 << 20
MAX_MEMORY = 4096 * MIB
# The highest page number in a range.
MAX_PAGE = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """Which engine reads which pages, and what it may open.

    `pages` are numbers from 1, None for all; a string such as "1,4-6" is converted to numbers.
    `pdf2htmlex` is that program's path if it is not on PATH; the engine "auto" then means that
    program, else the embedded one. `timeout`, in seconds, and `max_memory`, in bytes, are its
    limits, in a command those of both engines; 0 means no limit.
    """

    engine: str = "auto"
    pages: Pages | None = None
    password: str | None = None
    allow_copy_protected: bool = False
    pdf2htmlex: str | os.PathLike[str] | None = None
    timeout: float = TIMEOUT
    max_memory: int = MAX_MEMORY

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise UsageError(f"unknown engine {self.engine!r}: use {', '.join(ENGINES)}")
        if self.engine == "auto" and self.pdf2htmlex is not None:
            object.__setattr__(self, "engine", "pdf2htmlex")
        if self.pages is not None:
            object.__setattr__(self, "pages", _page_numbers(self.pages))
        if not isinstance(self.timeout, (int, float)) or not 0 <= self.timeout < inf:
            raise UsageError("the time limit is in seconds; 0 means no limit")
        if not isinstance(self.max_memory, int) or self.max_memory < 0:
            raise UsageError("the memory limit is in bytes; 0 means no limit")

    @property
    def page_numbers(self) -> Sequence[int] | None:
        """The pages as numbers, or None for all of them."""
        assert not isinstance(self.pages, str)
        return self.pages


# BCP 47: a language, perhaps a script and a region.
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """The rules that judge the lines, their thresholds; columns and language if they are known."""

    rules: str = "default"
    columns: int | None = None
    language: str = ""
    thresholds: Thresholds = field(default_factory=Thresholds)

    def __post_init__(self) -> None:
        if self.rules not in RULE_SETS:
            raise UsageError(f"unknown rules {self.rules!r}: use {' or '.join(RULE_SETS)}")
        if self.columns is not None and self.columns not in range(1, MAX_COLUMNS + 1):
            raise UsageError(
                f"{self.columns} columns: use 1 to {MAX_COLUMNS}, or None to detect them"
            )
        if self.language and not LANGUAGE_CODE.fullmatch(self.language):
            raise UsageError(f"language {self.language!r}: use a code such as en, de or zh-Hant")


def parse_pages(text: str) -> list[int]:
    """The pages that `1,4-6` stands for, sorted and without duplicates."""
    pages: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", part, re.ASCII)
        if match is None:
            raise UsageError(f"pages {text!r}: write it as 3, 2-7 or 1,4-6")
        first = int(match[1])
        last = int(match[2] or first)
        if not 1 <= first <= last <= MAX_PAGE:
            raise UsageError(f"pages {text!r}: pages are counted from 1, and ranges must ascend")
        pages.update(range(first, last + 1))
    return sorted(pages)


def _page_numbers(given: Pages) -> list[int]:
    if isinstance(given, str):
        return parse_pages(given)
    try:
        numbers = list(given)
    except TypeError:
        raise UsageError(f'pages {given!r}: write it as [2, 3] or "2-7"') from None
    if not all(isinstance(number, int) for number in numbers):
        raise UsageError(f'pages {given!r}: write it as [2, 3] or "2-7"')
    if not numbers or min(numbers) < 1:
        raise UsageError("pages are counted from 1, and at least one is needed")
    return numbers


def _changed_thresholds(changes: Mapping[str, Any]) -> Thresholds:
    """The default thresholds with those changed that are named."""
    default = Thresholds()
    for name, value in changes.items():
        known = getattr(default, name) if name in {f.name for f in fields(Thresholds)} else None
        if known is None:
            raise UsageError(f"thresholds: there is none named {name!r} (docs/algorithm.md)")
        if not isinstance(value, float if isinstance(known, float) else int) and not (
            isinstance(known, float) and isinstance(value, int)
        ):
            raise UsageError(f"thresholds: {name} is {known!r}, and {value!r} is of another type")
    return replace(default, **changes)


def make_options(**choices: Any) -> tuple[ReadingOptions, RuleOptions]:
    """The options of `pdfbot.extract` as objects; unknown ones are refused."""
    reading_names = {f.name for f in fields(ReadingOptions)}
    rule_names = {f.name for f in fields(RuleOptions)}
    unknown = sorted(set(choices) - reading_names - rule_names - {"appendices"})
    if unknown:
        known = ", ".join(sorted(reading_names | rule_names | {"appendices"}))
        raise UsageError(f"unknown option {unknown[0]!r}: use {known}")
    thresholds = choices.pop("thresholds", None) or Thresholds()
    if isinstance(thresholds, Mapping):
        thresholds = _changed_thresholds(thresholds)
    elif not isinstance(thresholds, Thresholds):
        raise UsageError(f'thresholds {thresholds!r}: write them as {{"min_font_ratio": 0.9}}')
    if choices.pop("appendices", False):
        thresholds = replace(thresholds, keep_appendices=True)
    reading = ReadingOptions(**{k: v for k, v in choices.items() if k in reading_names})
    rules = {k: v for k, v in choices.items() if k in rule_names}
    return reading, RuleOptions(**rules, thresholds=thresholds)
