"""The options that say how a paper is read, the same for every command."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from math import isfinite

from pdfbot.dataclass import replace
from pdfbot.errors import UsageError
from pdfbot.source import ENGINES, MOST_COLUMNS, RULES
from pdfbot.thresholds import Thresholds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_PAGES = 100_000


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """Engine, pages and password."""
    group = parser.add_argument_group("reading")
    group.add_argument(
        "--engine", choices=ENGINES, default="auto", help="who reads the PDF; auto is embedded"
    )
    group.add_argument(
        "--pdf2htmlex", metavar="PATH", help="the program pdf2htmlEX, when it is not on PATH"
    )
    group.add_argument("--pages", metavar="2-7", help="pages from 1: 3, 2-7 or 1,4-6")
    group.add_argument("--password", help="opens an encrypted PDF")
    group.add_argument(
        "--allow-copy-protected",
        action="store_true",
        help="also read PDFs whose author forbade copying: only if you have the right to",
    )


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Engine, pages, password and rules."""
    add_source_options(parser)
    group = parser.add_argument_group("rules")
    group.add_argument(
        "--rules", choices=RULES, default="default", help="pdfbot's own, or those of the paper"
    )
    choices = ["auto", *(str(n) for n in range(1, MOST_COLUMNS + 1))]
    group.add_argument("--columns", choices=choices, default="auto", help="columns of the text")
    group.add_argument(
        "--appendices",
        action="store_true",
        help="also the text behind the list of references",
    )
    group.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="changes",
        help="change a threshold of docs/algorithm.md; may be repeated",
    )


def source_choices(options: argparse.Namespace) -> dict[str, Any]:
    """What the options say about opening the file."""
    return {
        "engine": options.engine,
        "pdf2htmlex": options.pdf2htmlex,
        "pages": None if options.pages is None else parse_pages(options.pages),
        "password": options.password,
        "allow_copy_protected": options.allow_copy_protected,
    }


def reading_choices(options: argparse.Namespace) -> dict[str, Any]:
    """The keyword arguments of `pdfbot.extract` that the options stand for."""
    thresholds = change_thresholds(options.rules, options.changes)
    if options.appendices:
        thresholds = replace(thresholds, keep_appendices=True)
    return {
        **source_choices(options),
        "rules": options.rules,
        "columns": None if options.columns == "auto" else int(options.columns),
        "thresholds": thresholds,
    }


def parse_pages(text: str) -> list[int]:
    """`1,4-6` to 1, 4, 5, 6: in order, each once."""
    pages: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", part, re.ASCII)
        if match is None:
            raise UsageError(f"--pages {text}: write it as 3, 2-7 or 1,4-6")
        first = int(match[1])
        last = int(match[2] or first)
        if not 1 <= first <= last <= MOST_PAGES:
            raise UsageError(f"--pages {text}: pages are counted from 1, the smaller first")
        pages.update(range(first, last + 1))
    return sorted(pages)


def change_thresholds(rules: str, changes: Sequence[str]) -> Thresholds:
    """The values that go with the rules, with every NAME=VALUE put in."""
    thresholds = Thresholds.paper() if rules == "paper" else Thresholds()
    values: dict[str, Any] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        name = name.strip()
        if not equals:
            raise UsageError(f"--set {change}: write it as NAME=VALUE")
        values[name] = _value(name, text.strip(), _present(thresholds, name))
    return replace(thresholds, **values)


def _present(thresholds: Thresholds, name: str) -> float:
    names = list(thresholds.__annotations__)
    if name in names:
        value: float = getattr(thresholds, name)
        return value
    from difflib import get_close_matches

    near = get_close_matches(name, names)
    advice = f"; did you mean {' or '.join(near)}?" if near else ""
    raise UsageError(f"--set {name}: no such threshold{advice} (docs/algorithm.md lists them)")


def _value(name: str, text: str, present: float) -> float:
    """The number, of the same kind as the value it replaces."""
    try:
        value = int(text) if isinstance(present, int) else float(text)
    except ValueError:
        kind = "a whole number" if isinstance(present, int) else "a number"
        raise UsageError(f"--set {name}={text}: {name} needs {kind}") from None
    if not isfinite(value):
        raise UsageError(f"--set {name}={text}: {name} needs a finite number")
    return type(present)(value)
