"""Options shared by the commands: how to read a paper, and by which rules to judge it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from math import isfinite
from typing import Any

from pdfbot.errors import UsageError
from pdfbot.options import (
    ENGINES,
    MAX_COLUMNS,
    MAX_MEMORY,
    RULE_SETS,
    TIMEOUT,
    ReadingOptions,
    RuleOptions,
)
from pdfbot.ranking.reading_order import SPREADS
from pdfbot.thresholds import Thresholds

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def add_extraction_options(parser: argparse.ArgumentParser, *, with_limits: bool = True) -> None:
    """Add the options for reading the PDF and for the rules."""
    add_reading_options(parser, with_limits=with_limits)
    add_rule_options(parser)


def add_engine_options(group: argparse._ArgumentGroup) -> None:
    """Add the engine, and where its program is."""
    group.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="the engine that reads the PDF; auto means embedded, or pdf2htmlex if --pdf2htmlex is "
        "given (default: auto)",
    )
    group.add_argument(
        "--pdf2htmlex", metavar="PATH", help="path of the program pdf2htmlEX, if not on PATH"
    )


def add_reading_options(parser: argparse.ArgumentParser, *, with_limits: bool = True) -> None:
    """Add engine, pages and password; `with_limits` adds those of time and memory."""
    group = parser.add_argument_group("reading")
    add_engine_options(group)
    group.add_argument("--pages", metavar="2-7", help="pages, counted from 1: 3, 2-7 or 1,4-6")
    group.add_argument("--password", help="password of an encrypted PDF")
    group.add_argument(
        "--allow-copy-protected",
        action="store_true",
        help="also read PDFs whose author forbade copying, if you have the right to",
    )
    if with_limits:
        group.add_argument(
            "--timeout",
            type=float,
            default=TIMEOUT,
            metavar="S",
            help=f"time limit per input in seconds; 0: no limit (default: {TIMEOUT:g})",
        )
        group.add_argument(
            "--max-memory",
            default=f"{MAX_MEMORY >> 30}G",
            metavar="SIZE",
            help="memory limit of a process; 0: no limit (default: %(default)s)",
        )


def add_rule_options(parser: argparse.ArgumentParser, *, with_appendices: bool = True) -> None:
    """Add rule set, columns and thresholds."""
    group = parser.add_argument_group("rules")
    group.add_argument(
        "--rules",
        choices=RULE_SETS,
        default="default",
        help="pdfbot's own rules, or those of the paper (default: default)",
    )
    columns = ["auto", *(str(number) for number in range(1, MAX_COLUMNS + 1))]
    group.add_argument(
        "--columns", choices=columns, default="auto", help="number of text columns (default: auto)"
    )
    group.add_argument(
        "--language",
        metavar="CODE",
        default="",
        help="language of the papers, such as de or zh-Hant (default: detect it)",
    )
    if with_appendices:
        group.add_argument(
            "--appendices",
            action="store_true",
            help="also keep the text after the list of references",
        )
    else:
        parser.set_defaults(appendices=False)
    group.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="changes",
        help="change a threshold listed in docs/algorithm.md; may be repeated",
    )


def add_spread_option(group: argparse._ArgumentGroup) -> None:
    """Add the option for how sections share the layers of a ranking."""
    group.add_argument(
        "--spread",
        choices=SPREADS,
        default=SPREADS[0],
        help="even: sections take turns, by their length; none: the best of the paper, wherever it "
        "is (default: even)",
    )


def add_density_option(group: argparse._ArgumentGroup) -> None:
    """Add the option for the size of a layer."""
    group.add_argument(
        "--density",
        type=float,
        metavar="SHARE",
        help="share of the sentences in every layer but the last, such as 0.1 (default: layers of "
        "equal size)",
    )


def reading_options(options: argparse.Namespace) -> ReadingOptions:
    return ReadingOptions(
        engine=options.engine,
        pages=options.pages,
        password=options.password,
        allow_copy_protected=options.allow_copy_protected,
        pdf2htmlex=options.pdf2htmlex,
        timeout=options.timeout,
        max_memory=parse_size("--max-memory", options.max_memory),
    )


def rule_options(options: argparse.Namespace) -> RuleOptions:
    thresholds = change_thresholds(options.changes)
    if options.appendices:
        thresholds = replace(thresholds, keep_appendices=True)
    return RuleOptions(
        rules=options.rules,
        columns=None if options.columns == "auto" else int(options.columns),
        language=options.language,
        thresholds=thresholds,
    )


def parse_size(option: str, text: str) -> int:
    """The number of bytes that `2G`, `512M` or a plain number stands for."""
    match = re.fullmatch(r"(\d{1,15})\s*([KMG]?)(?:i?B)?", text.strip(), re.IGNORECASE | re.ASCII)
    if match is None:
        raise UsageError(f"{option} {text}: write it as 2G, 512M or a number of bytes")
    return int(match[1]) * _UNITS[match[2].upper()]


def change_thresholds(changes: Sequence[str]) -> Thresholds:
    """The default thresholds with every NAME=VALUE applied."""
    thresholds = Thresholds()
    values: dict[str, Any] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        name = name.strip()
        if not equals:
            raise UsageError(f"--set {change}: write it as NAME=VALUE")
        values[name] = _parse_value(name, text.strip(), _default_value(thresholds, name))
    return replace(thresholds, **values)


def _default_value(thresholds: Thresholds, name: str) -> float:
    names = [field.name for field in fields(thresholds)]
    if name in names:
        value: float = getattr(thresholds, name)
        return value
    similar = get_close_matches(name, names)
    advice = f"; did you mean {' or '.join(similar)}?" if similar else ""
    raise UsageError(f"--set {name}: no such threshold{advice} (docs/algorithm.md lists them)")


def _parse_value(name: str, text: str, default: float) -> float:
    """The number, in the type of the default that it replaces."""
    try:
        value = int(text) if isinstance(default, int) else float(text)
    except ValueError:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise UsageError(f"--set {name}={text}: {name} needs {kind}") from None
    if not isfinite(value):
        raise UsageError(f"--set {name}={text}: {name} needs a finite number")
    return type(default)(value)
