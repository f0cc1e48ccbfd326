"""Switch single rules and tests of pdfbot off."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pdfbot
from pdfbot.decisions import DecisionTable, Test
from pdfbot.layout import lines as layout_lines
from pdfbot.layout import page_summary
from pdfbot.model import Document
from pdfbot.nonbody.judgement import JudgementDraft
from pdfbot.rules import Rule

# The table that all rules are in.
RULES = "rules"
# These judge only with `--rules paper`.
PAPER_RULES = frozenset(
    (
        Rule.FONT_SIZE,
        Rule.SPECIAL_INDENT,
        Rule.SPECIAL_GAP,
        Rule.SPARSE_INDENTED,
        Rule.APART_UNENDED,
    )
)
# The names of the tables that decide with it begin so.
PUBLISHED = "published"
# The methods by which a family gives a line a rule.
REMOVALS = ("remove", "revise")


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """What can be switched off: a rule, or a test of a table."""

    table: str
    name: str


@contextmanager
def replaced(owner: Any, name: str, value: object) -> Iterator[None]:
    """Temporarily replace an attribute of a module or class."""
    original = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, original)


@contextmanager
def asked_before_removal(may_remove: Callable[[Any, Rule, Sequence[Any]], bool]) -> Iterator[None]:
    """Give a line a rule only where `may_remove(line, rule, reasons)` allows it."""
    with ExitStack() as stack:
        for name in REMOVALS:
            original = getattr(JudgementDraft, name)

            def remove(
                draft: Any, line: Any, rule: Rule, *reasons: Any, by: Any = original, **named: Any
            ) -> None:
                if may_remove(line, rule, reasons):
                    by(draft, line, rule, *reasons, **named)

            stack.enter_context(replaced(JudgementDraft, name, remove))
        yield


@cache
def find_tables() -> Mapping[str, DecisionTable[Any, Any]]:
    """Every table of tests in pdfbot's modules, by its name."""
    found: dict[str, DecisionTable[Any, Any]] = {}
    for module in pkgutil.walk_packages(pdfbot.__path__, "pdfbot."):
        if module.name.endswith("__main__"):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, DecisionTable):
                known = found.setdefault(value.name, value)
                if known is not value:
                    raise ValueError(f"two tables are called {value.name}")
    return found


def all_parts() -> list[Part]:
    """Every rule, and every test of every table, that can decide without `--rules paper`."""
    rules = [Part(RULES, rule.value) for rule in Rule if rule not in {Rule.BODY, *PAPER_RULES}]
    tables = [t for t in find_tables().values() if not t.name.startswith(PUBLISHED)]
    tests = [Part(t.name, test.name) for t in tables for test in t.tests]
    return [*rules, *tests]


def _nothing(*_: object) -> frozenset[int]:
    return frozenset()


# Rules that set text aside before any line is judged: what finds it, and what finds none.
_SET_ASIDE: dict[Rule, tuple[Any, str, Callable[..., Any]]] = {
    Rule.SIDE_COLUMN: (layout_lines, "find_side_column", lambda *_: []),
    Rule.LINE_NUMBER: (page_summary, "find_line_numbers", _nothing),
}


# The same, where tests of a table find it.
DECIDED_IN_LAYOUT = frozenset((Rule.MARGIN,))


def shown_and_upright(document: Document, part: Part) -> Document:
    """The document with its hidden or rotated text as ordinary text, if that rule is off."""
    changes: dict[Part, dict[str, Any]] = {
        Part(RULES, Rule.HIDDEN.value): {"hidden": ""},
        Part(RULES, Rule.ROTATED.value): {"rotation": 0},
    }
    if part not in changes:
        return document
    pages = [
        replace(page, blocks=tuple(replace(b, **changes[part]) for b in page.blocks))
        for page in document.pages
    ]
    return replace(document, pages=tuple(pages))


@contextmanager
def without(part: Part) -> Iterator[None]:
    """Temporarily switch off a rule or test."""
    if part.table != RULES:
        table = find_tables()[part.table]
        with without_tests(table, lambda test: test.name == part.name):
            yield
        return
    rule = Rule(part.name)
    with ExitStack() as stack:
        if rule in _SET_ASIDE:
            stack.enter_context(replaced(*_SET_ASIDE[rule]))
        for table in find_tables().values():
            if rule in DECIDED_IN_LAYOUT:
                stack.enter_context(without_tests(table, lambda test: test.outcome is rule))
        stack.enter_context(asked_before_removal(lambda line, by, reasons: by is not rule))
        yield


@contextmanager
def without_tests(
    table: DecisionTable[Any, Any], is_off: Callable[[Test[Any, Any]], bool]
) -> Iterator[None]:
    """Temporarily remove some tests from a table."""
    tests = table.tests
    object.__setattr__(table, "tests", tuple(test for test in tests if not is_off(test)))
    try:
        yield
    finally:
        object.__setattr__(table, "tests", tests)
