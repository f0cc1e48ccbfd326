"""Ordered tables of named tests: the first test that holds decides, and says what it measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, ParamSpec, TypeVar

from pdfbot.frozen_objects import quick_to_make

Comparison = Literal["at least", "at most", "more than", "less than"]
Arguments = ParamSpec("Arguments")
Outcome = TypeVar("Outcome")


@quick_to_make
@dataclass(frozen=True, slots=True)
class Measurement:
    """A comparison that held; `threshold` names the limit if `--set` can change it."""

    measured: float
    comparison: Comparison
    limit: float
    threshold: str = ""


def at_least(measured: float, limit: float, threshold: str = "") -> Measurement | None:
    return Measurement(measured, "at least", limit, threshold) if measured >= limit else None


def at_most(measured: float, limit: float, threshold: str = "") -> Measurement | None:
    return Measurement(measured, "at most", limit, threshold) if measured <= limit else None


def more_than(measured: float, limit: float, threshold: str = "") -> Measurement | None:
    return Measurement(measured, "more than", limit, threshold) if measured > limit else None


def less_than(measured: float, limit: float, threshold: str = "") -> Measurement | None:
    return Measurement(measured, "less than", limit, threshold) if measured < limit else None


# What every test measures that asks whether something is there at all; one object for all of them.
PRESENT = Measurement(1, "at least", 1)


def holds(condition: object) -> Measurement | None:
    """A measurement for tests of mere presence: of a label, a bullet, a known word."""
    return PRESENT if condition else None


@dataclass(frozen=True, slots=True)
class Test(Generic[Arguments, Outcome]):
    """One row of a table; `measure` returns None where the test does not hold."""

    __test__ = False  # not a class of tests for pytest

    name: str
    outcome: Outcome
    measure: Callable[Arguments, Measurement | None]


@quick_to_make
@dataclass(frozen=True, slots=True)
class Decision(Generic[Outcome]):
    """The test that decided, its outcome, and what it measured."""

    test: str
    outcome: Outcome
    measurement: Measurement


@dataclass(frozen=True, slots=True)
class DecisionTable(Generic[Arguments, Outcome]):
    """Tests in order; scripts/rule_support.py finds every table and tries it without each test."""

    name: str
    tests: tuple[Test[Arguments, Outcome], ...]

    def decide(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Decision[Outcome] | None:
        """The first test that holds; None if none does."""
        for test in self.tests:
            measurement = test.measure(*args, **kwargs)
            if measurement is not None:
                return Decision(test.name, test.outcome, measurement)
        return None
