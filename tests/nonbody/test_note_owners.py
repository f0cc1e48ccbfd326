"""Small print at the foot of a column that belongs to a heading or a float, and formulas there."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.note_owners import judge_note_owners, mark_of, note_marks
from pdfbot.rules import Rule

from ..builders import context_of, layout, row
from ..structure.parts import judged_as

NOTE = Rule.FOOTNOTE


@pytest.mark.parametrize(
    ("owner", "expected"),
    [
        (None, NOTE),
        (Rule.HEADING, Rule.PUBLICATION_NOTE),
        (Rule.LABEL, Rule.PUBLICATION_NOTE),
        (Rule.CAPTION_TABLE, Rule.BESIDE_CAPTION),
        (Rule.INSIDE_DRAWING, Rule.BESIDE_CAPTION),
        (Rule.DISPLAY_MATH, NOTE),
    ],
)
def test_small_print_without_a_mark_belongs_to_what_is_above(
    owner: Rule | None, expected: Rule
) -> None:
    texts = ["Mills", "No one paid the miller.", "Not even once.", "∗ The sack.", "It was full."]
    context = context_of(layout([row(text, size=8.0, slack=15.0) for text in texts]))
    judgement = judge_note_owners(context, judged_as(context, [owner, *[NOTE] * 4]))
    found = [judgement.rule_of(line) for line in context.lines]
    assert found == [owner, expected, expected, NOTE, NOTE]


@pytest.mark.parametrize(
    ("text", "rule"), [("= 4x + 3 (7)", Rule.LABEL), ("The miller of the sack", NOTE)]
)
def test_formula_is_no_note(text: str, rule: Rule) -> None:
    context = context_of(layout([row(text, size=8.0, slack=15.0)]))
    judgement = judge_note_owners(context, judged_as(context, [NOTE]))
    assert judgement.rule_of(context.lines[0]) is rule


def test_marks_of_notes_are_known_by_page() -> None:
    texts = ["The sack was full.", "∗ The sack.", "It was full.", "† The mill."]
    context = context_of(layout([row(text, size=8.0, slack=15.0) for text in texts]))
    judgement = judged_as(context, [None, NOTE, NOTE, NOTE])
    assert note_marks(context, judgement) == {1: {"∗", "†"}}
    assert note_marks(context, judged_as(context, [None] * 4)) == {}


@pytest.mark.parametrize(
    ("text", "mark"), [("12 A sack", ("12", 3)), ("a sack", ("a", 2)), ("All sacks", ("", 0))]
)
def test_note_begins_with_its_mark(text: str, mark: tuple[str, int]) -> None:
    assert mark_of(text) == mark
