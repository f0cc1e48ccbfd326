"""Where captions end: lines that belong to them, cells and links that do not."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.caption_ends import judge_caption_ends
from pdfbot.nonbody.judgement import Judgement
from pdfbot.rules import Rule

from ..builders import Part, Row, context_of, layout, row
from ..structure.parts import judged_as

CAPTION = Rule.CAPTION_TABLE


def small(text: str) -> Row:
    return row(text, size=8.0, slack=10.0)


def ended(rows: list[Row], rules: list[Rule | None]) -> tuple[Judgement, list[Rule | None]]:
    context = context_of(layout(rows))
    judgement = judge_caption_ends(context, judged_as(context, rules))
    return judgement, [judgement.rule_of(line) for line in context.lines]


@pytest.mark.parametrize("taken_for", [Rule.BESIDE_CAPTION, Rule.FOOTNOTE, Rule.SMALL_FONT])
@pytest.mark.parametrize(
    ("end", "rules"), [("of all the", [CAPTION] * 2), ("of all.", [CAPTION, None])]
)
def test_caption_continues_until_its_sentence_ends(
    taken_for: Rule, end: str, rules: list[Rule | None]
) -> None:
    rows = [small(f"Table 1. The sacks {end}"), small("mills in the valley")]
    expected = [rule or taken_for for rule in rules]
    assert ended(rows, [CAPTION, taken_for])[1] == expected


def test_body_text_below_a_caption_stays_body_text() -> None:
    rows = [small("Table 1. The sacks of all the"), small("mills in the valley")]
    assert ended(rows, [CAPTION, None])[1] == [CAPTION, None]


@pytest.mark.parametrize(
    ("rule", "gap", "ends"),
    [(CAPTION, 1.1, False), (CAPTION, 1.2, True), (Rule.CAPTION_FIGURE, 16.0, False)],
)
def test_caption_of_a_table_ends_at_a_row_of_cells(rule: Rule, gap: float, ends: bool) -> None:
    mill = Part(text="Mill", left=0.0, right=4.0, size=8.0)
    sacks = Part(text="Sacks", left=4.0 + gap, right=8.0 + gap, size=8.0)
    rows = [small("Table 1. The sacks of"), Row((mill, sacks)), small("grain")]
    judgement, rules = ended(rows, [rule] * 3)
    assert rules == ([rule] + [Rule.BESIDE_CAPTION] * 2 if ends else [rule] * 3)
    verdict = judgement.verdicts[1]
    assert verdict is not None
    if ends:
        assert verdict.finding is not None
        assert verdict.finding.test == "row_of_cells"
        assert verdict.finding.measured == pytest.approx(gap)


@pytest.mark.parametrize(
    ("end", "slack", "ends"), [("of", 18.0, False), ("of", 10.0, True), ("mills.", 18.0, True)]
)
def test_caption_beside_its_table_goes_on(end: str, slack: float, ends: bool) -> None:
    """What is right of the gap is a row of the table; the lines of the caption end before it."""
    title = row(f"Table 1. The sacks {end}", size=8.0, slack=slack)
    grain = Part(text="the grain", left=0.0, right=8.0, size=8.0)
    cells = Row((grain, Part(text="Sacks", left=14.0, right=20.0, size=8.0)))
    rules = ended([title, cells], [CAPTION] * 2)[1]
    assert rules == [CAPTION, Rule.BESIDE_CAPTION if ends else CAPTION]


@pytest.mark.parametrize("address", ["https://doi.org/10.1/sack.g1", "Full-size DOI: 10.1/sack.g1"])
@pytest.mark.parametrize(("end", "ends"), [("mill.", True), ("mill at", False)])
def test_address_below_a_caption_is_none_of_it(address: str, end: str, ends: bool) -> None:
    kind = Rule.CAPTION_FIGURE
    rows = [small(f"Figure 1. Sacks of the {end}"), small(address)]
    assert ended(rows, [kind, kind])[1] == [kind, Rule.LINK if ends else kind]


def test_float_that_continues_has_its_caption_elsewhere() -> None:
    rows = [small("Table 1. Cont."), small("Sacks by mill")]
    assert ended(rows, [CAPTION, CAPTION])[1] == [Rule.BESIDE_CAPTION] * 2
