"""Rules and what they measure in plain English."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import pdfbot
from pdfbot import nonbody
from pdfbot.model import Finding
from pdfbot.rules import Rule
from pdfbot.thresholds import Thresholds
from pdfbot.visual.explain.wording import MEASURES, RULE_NAMES, describe_finding, name_rule


def test_every_rule_has_a_name_of_its_own() -> None:
    assert set(RULE_NAMES) == set(Rule)
    assert len(set(RULE_NAMES.values())) == len(Rule)
    assert not any("_" in name for name in RULE_NAMES.values())


def test_captions_are_named_after_what_they_describe() -> None:
    assert name_rule(Rule.CAPTION_FIGURE) == "caption of a figure"
    assert name_rule(Rule.CAPTION_ALGORITHM) == "caption of an algorithm"


def test_every_threshold_that_rules_compare_with_is_described() -> None:
    known = {field.name for field in fields(Thresholds)}
    assert set(MEASURES) <= known
    (folder,) = nonbody.__path__
    source = "".join(path.read_text("utf-8") for path in Path(folder).glob("*.py"))
    assert set(re.findall(r'"(\w+)"', source)) & known == set(MEASURES)


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (
            Finding("min_font_ratio", 0.83333, 0.92),
            "0.833 of the size of the body, the limit is 0.92 (min_font_ratio)",
        ),
        (
            Finding("separate_spacing", 1.694, 1.15),
            "1.69 line distances below the line above, the limit is 1.15 (separate_spacing)",
        ),
        (
            Finding("separate_spacing", 99.0, 1.15),
            "nothing above it, the limit is 1.15 line distances (separate_spacing)",
        ),
        (
            Finding("max_display_prose", 0.125, 0.4),
            "12% of its characters are in words, the limit is 40% (max_display_prose)",
        ),
        (Finding("min_repeats", 4, 3), "found 4 times, the limit is 3 (min_repeats)"),
        (Finding("other", 4.56789, 3), "measured 4.568, the limit is 3 (other)"),
    ],
)
def test_finding_says_what_was_measured_and_the_limit(finding: Finding, expected: str) -> None:
    assert describe_finding(finding) == expected


def test_share_of_a_link_is_not_that_of_bold_type() -> None:
    finding = Finding("majority_share", 0.9, 0.8)
    assert describe_finding(finding, Rule.LINK).startswith("90% of it is a link")
    assert describe_finding(finding, Rule.BESIDE_CAPTION).startswith("90% of it is bold")


def test_missing_finding_is_described_by_nothing() -> None:
    assert describe_finding(None) == ""


def test_every_finding_of_a_paper_can_be_described(conference: pdfbot.Paper) -> None:
    findings = [(v.finding, v.rule) for v in conference.verdicts if v.finding is not None]
    texts = [describe_finding(finding, rule) for finding, rule in findings]
    assert texts
    assert not any(text.startswith("measured") for text in texts)
