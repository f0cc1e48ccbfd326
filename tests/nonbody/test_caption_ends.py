"""Where captions end: lines that belong to them, cells and links that do not."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.caption_ends import judge_caption_ends
from pdfbot.nonbody.judgement import Judgement
from pdfbot.rules import Rule

from ..builders import Row, context_of, layout, row
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


def test_float_that_continues_has_its_caption_elsewhere() -> None:
    rows = [small("Table 1. Cont."), small("Sacks by mill")]
    assert ended(rows, [CAPTION, CAPTION])[1] == [Rule.BESIDE_CAPTION] * 2
