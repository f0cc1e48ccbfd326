"""What rules cost, and where sentences stand, on built lines."""

from __future__ import annotations

import pytest

from pdfbot.evaluation.places import LineIndex
from pdfbot.evaluation.rules import RuleCost, add_costs, measure_rules
from pdfbot.evaluation.truth import Nonbody, TrueParagraph, Truth
from pdfbot.model import Box, Extraction, Line, Page, Statistics, Verdict

BODY = "the river carries gravel down from the northern hills every spring"
TRUTH = Truth(
    (TrueParagraph(BODY), TrueParagraph("an appendix that nobody has to read", optional=True)),
    (Nonbody("caption", "map of the river carries a scale"),),
)


def extraction(*judged: tuple[str, str], columns: tuple[int, ...] = ()) -> Extraction:
    """One page with a line every 12 points, each with its text and rule."""
    lines = []
    for number, (text, _) in enumerate(judged):
        column = columns[number] if columns else 1
        top = 700.0 - 12 * number
        box = Box(200.0 * column, top - 10, 200.0 * column + 150, top)
        lines.append(Line(f"p1.c{column}.l{number}", 1, column, (), text, box, top - 8, 10))
    return Extraction(
        paragraphs=(),
        lines=tuple(lines),
        verdicts=tuple(
            Verdict(line.id, rule) for line, (_, rule) in zip(lines, judged, strict=True)
        ),
        pages=(Page(1, 600, 800, ()),),
        statistics=Statistics(10, 12, 20, 2),
        engine="embedded",
        version="0",
        thresholds="",
    )


@pytest.mark.parametrize(
    ("text", "mistaken"),
    [
        ("gravel down from the northern", 1),
        # Two of four triples are body: half is enough.
        ("gravel down from the old road", 1),
        ("gravel down from an old road", 0),
        # As much caption as body is no body line.
        ("of the river carries gravel", 0),
        # Fewer than three words cannot be told.
        ("northern hills", 0),
        ("an appendix that nobody has", 0),
        ("map of the river", 0),
    ],
)
def test_a_body_line_that_a_rule_took_out(text: str, mistaken: int) -> None:
    assert measure_rules(TRUTH, extraction((text, "heading"))) == (
        RuleCost("heading", 1, mistaken),
    )


@pytest.mark.parametrize(
    ("text", "mistaken"),
    [
        ("map of the river", 1),
        ("an appendix that nobody", 0),
        (BODY, 0),
        ("nowhere to be found", 0),
    ],
)
def test_a_line_that_was_kept(text: str, mistaken: int) -> None:
    assert measure_rules(TRUTH, extraction((text, "body"))) == (RuleCost("body", 1, mistaken),)


def test_costs_are_added_the_dearest_first() -> None:
    costs = [RuleCost("a", 3, 0), RuleCost("b", 1, 1), RuleCost("a", 2, 0), RuleCost("c", 9, 0)]
    assert add_costs(costs) == (RuleCost("b", 1, 1), RuleCost("c", 9, 0), RuleCost("a", 5, 0))


def test_a_sentence_is_found_in_both_columns() -> None:
    paper = extraction(
        ("something quite different stands here", "body"),
        ("words before the sentence begins", "body"),
        ("river carries gravel down from the nor-", "body"),
        ("thern hills every spring", "body"),
        ("until somebody sees that it is gone", "body"),
        columns=(1, 1, 1, 2, 2),
    )
    places = LineIndex(paper).find("river carries gravel down from the northern hills every spring")
    assert [len(place.lines) for place in places] == [1, 1]
    assert [place.lines[0].left for place in places] == [200, 400]
    assert places[0].box == Box(194, 660, 356, 706)
    assert LineIndex(paper).find("no such words anywhere at all") == []
