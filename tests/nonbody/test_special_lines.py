"""Shallow removal and special lines as published: size (Δ₂), indent (Γ₂), gap inside (Γ₃)."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.shallow import judge_shallow
from pdfbot.nonbody.special_lines import judge_special_lines
from pdfbot.thresholds import Thresholds

from ..builders import Part, Row, context_of, finding_on, layout, prose, row, rules_of

PAPER = Thresholds.paper()


@pytest.mark.parametrize(
    ("size", "rule"),
    [(10, ""), (12.9, ""), (13, "font_size"), (7.1, ""), (7, "font_size"), (24, "font_size")],
)
def test_sizes_too_far_from_the_body(size: float, rule: str) -> None:
    context = context_of(layout([*prose(2), row(size=size)]), thresholds=PAPER)
    judge_shallow(context)
    assert rules_of(context) == ["", "", rule]


@pytest.mark.parametrize(("indent", "rule"), [(3.7, ""), (3.75, ""), (3.8, "special_indent")])
def test_far_from_the_edge(indent: float, rule: str) -> None:
    context = context_of(layout([row(), row(indent=indent)]), thresholds=PAPER)
    judge_special_lines(context)
    assert rules_of(context) == ["", rule]


@pytest.mark.parametrize(("gap", "rule"), [(3.7, ""), (3.75, ""), (3.8, "special_gap")])
def test_a_wide_hole(gap: float, rule: str) -> None:
    cells = Part(text="first", left=0, right=5), Part(text="other", left=5 + gap, right=20)
    context = context_of(layout([row(), Row(cells)]), thresholds=PAPER)
    judge_special_lines(context)
    assert rules_of(context) == ["", rule]


def test_the_finding_says_what_was_measured() -> None:
    context = context_of(layout([row(indent=10)]), thresholds=PAPER)
    judge_special_lines(context)
    finding = finding_on(context.flow[0])
    assert finding is not None
    assert (finding.measured, finding.limit) == (100, 37.5)
