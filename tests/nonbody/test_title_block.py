"""The lines of the title get a rule of their own."""

from __future__ import annotations

import pytest

from pdfbot.model import Finding
from pdfbot.nonbody.title_block import judge_title
from pdfbot.rules import Rule

from ..builders import context_of, layout, prose, row
from ..structure.parts import judged_as


@pytest.mark.parametrize("rule", [Rule.BEFORE_ABSTRACT, Rule.HEADING, Rule.BEYOND_BODY_AREA])
def test_title_is_one_whatever_removed_it(rule: Rule) -> None:
    rows = [row("On the counting of sacks", size=18.0, slack=6.0), row("A. Miller", slack=20.0)]
    context = context_of(layout([*rows, row(above=3.0), *prose(5)]))
    known = judged_as(context, [rule, Rule.BEFORE_ABSTRACT, *[None] * 6])
    judgement = judge_title(context, known)
    assert [judgement.rule_of(line) for line in context.lines[:3]] == [
        Rule.TITLE,
        Rule.BEFORE_ABSTRACT,
        None,
    ]
    assert judgement.verdicts[0] is not None
    assert judgement.verdicts[0].finding == Finding(
        "larger_than_text", 1.8, "at least", 1.08, "min_heading_ratio"
    )
