"""Rules and what they measure in plain English."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import pdfbot
from pdfbot import layout, nonbody
from pdfbot.decisions import DecisionTable
from pdfbot.model import BEGINS, CONTINUES, Finding
from pdfbot.rules import Role, Rule
from pdfbot.visual.explain.wording import PHRASES, RULE_NAMES, describe_finding, name_rule


def test_every_rule_has_a_name_of_its_own() -> None:
    assert set(RULE_NAMES) == set(Rule)
    assert len(set(RULE_NAMES.values())) == len(Rule)
    assert not any("_" in name for name in RULE_NAMES.values())


def test_captions_are_named_after_what_they_describe() -> None:
    assert name_rule(Rule.CAPTION_FIGURE) == "caption of a figure"
    assert name_rule(Rule.CAPTION_ALGORITHM) == "caption of an algorithm"


def removing_tests() -> set[str]:
    """The names of the tests that remove lines, in all tables of the rooms that judge."""
    found = set()
    for room in (layout, nonbody):
        for module in pkgutil.iter_modules(room.__path__, f"{room.__name__}."):
            for item in vars(importlib.import_module(module.name)).values():
                if isinstance(item, DecisionTable):
                    kept = (Rule.BODY, Role.BODY, BEGINS, CONTINUES)
                    found |= {test.name for test in item.tests if test.outcome not in kept}
    return found


def test_every_test_that_removes_lines_has_a_phrase() -> None:
    """Where a paragraph begins is described elsewhere."""
    others = {name for name in removing_tests() if name not in PHRASES}
    assert others == set()
    assert set(PHRASES) <= removing_tests()


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (
            Finding("small_font", 0.65333, "less than", 0.72, "min_font_ratio"),
            "0.653 of the size of the body, less than 0.72 (min_font_ratio)",
        ),
        (
            Finding("label_apart", 1.694, "at least", 1.2, "visible_gap"),
            "a label, 1.69 line distances below the line above, at least 1.2 (visible_gap)",
        ),
        (
            Finding("italic_heading", 99.0, "at least", 1.2, "visible_gap"),
            "in italics, nothing above it, at least 1.2 line distances (visible_gap)",
        ),
        (
            Finding("displayed_math", 0.125, "at most", 0.4, "max_display_prose"),
            "12% of its characters are in words, at most 40% (max_display_prose)",
        ),
        (
            Finding("repeated_at_edge", 4, "at least", 2, ""),
            "on 4 pages at the same height, at least 2",
        ),
        (Finding("known_heading", 1, "at least", 1, ""), "the words of a usual heading"),
        (Finding("other", 4.56789, "more than", 3, ""), "measured 4.568, more than 3"),
    ],
)
def test_finding_says_what_was_measured_and_the_limit(finding: Finding, expected: str) -> None:
    assert describe_finding(finding) == expected


def test_missing_finding_is_described_by_nothing() -> None:
    assert describe_finding(None) == ""


def test_every_finding_of_a_paper_can_be_described(conference: pdfbot.Paper) -> None:
    texts = [describe_finding(v.finding) for v in conference.verdicts if not v.is_body]
    assert texts
    assert not any(text.startswith("measured") or not text for text in texts)
