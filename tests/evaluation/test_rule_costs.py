"""What each rule costs, on built lines."""

from __future__ import annotations

import pytest

from pdfbot.evaluation.rule_costs import RuleCost, add_costs, measure_rule_costs
from pdfbot.evaluation.truth import NonbodyText, Truth, TruthParagraph
from pdfbot.rules import Rule
from tests.evaluation.extractions import build_extraction

BODY = "the river carries gravel down from the northern hills every spring"
TRUTH = Truth(
    (TruthParagraph(BODY), TruthParagraph("an appendix that nobody has to read", optional=True)),
    (NonbodyText("caption", "map of the river carries a scale"),),
)


@pytest.mark.parametrize(
    ("text", "mistaken"),
    [
        ("gravel down from the northern", 1),
        # Two of four trigrams are in the body: half is enough.
        ("gravel down from the old road", 1),
        ("gravel down from an old road", 0),
        # As much caption as body: not a body line.
        ("of the river carries gravel", 0),
        # Fewer than three words cannot be classified.
        ("northern hills", 0),
        ("an appendix that nobody has", 0),
        ("map of the river", 0),
    ],
)
def test_removed_body_line_is_a_mistake(text: str, mistaken: int) -> None:
    extraction = build_extraction((text, Rule.HEADING))
    assert measure_rule_costs(TRUTH, extraction) == (RuleCost("heading", 1, mistaken),)


@pytest.mark.parametrize(
    ("text", "mistaken"),
    [
        ("map of the river", 1),
        ("an appendix that nobody", 0),
        (BODY, 0),
        ("nowhere to be found", 0),
    ],
)
def test_kept_nonbody_line_is_a_mistake(text: str, mistaken: int) -> None:
    extraction = build_extraction((text, Rule.BODY))
    assert measure_rule_costs(TRUTH, extraction) == (RuleCost("body", 1, mistaken),)


def test_costs_are_summed_most_expensive_first() -> None:
    costs = [RuleCost("a", 3, 0), RuleCost("b", 1, 1), RuleCost("a", 2, 0), RuleCost("c", 9, 0)]
    assert add_costs(costs) == (RuleCost("b", 1, 1), RuleCost("c", 9, 0), RuleCost("a", 5, 0))
