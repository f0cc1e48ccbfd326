"""Captions: their text, where they end, and the sentences that mention them."""

from __future__ import annotations

import pytest

from ..builders import Part, Row, layout, prose, row, rule
from .parts import structure_of


def caption(text: str, above: float = 3.0) -> Row:
    return row(text, size=8.0, above=above)


def test_caption_has_kind_label_number_and_text() -> None:
    rows = [*prose(6), caption("Fig. 3. The water of the moun-"), caption("tains.", 1.0)]
    (found,) = structure_of(layout([*rows, row(above=3.0), *prose(6)])).captions
    assert (found.kind, found.label, found.number) == ("figure", "Fig. 3", "3")
    assert found.text == "The water of the mountains."
    assert len(found.spans) == 2


def test_caption_knows_the_sentences_that_mention_it() -> None:
    rows = [row("All of this is shown in Figs. 2 and 3a of this work here."), *prose(6)]
    found = structure_of(layout([*rows, caption("Figure 3. Sacks."), row(above=3.0), *prose(6)]))
    assert found.captions[0].mentions == ("s1.1",)


def test_caption_at_the_foot_of_a_column_is_no_footnote() -> None:
    found = structure_of(layout([*prose(20), caption("Figure 2. The sacks of the miller.")]))
    assert [c.text for c in found.captions] == ["The sacks of the miller."]
    assert found.footnotes == ()


@pytest.mark.parametrize("is_ruled", [False, True])
def test_caption_of_a_table_ends_at_the_rule_below_it(is_ruled: bool) -> None:
    rows = [*prose(6), caption("Table 1. Sacks by mill"), caption("and by the day", 1.0)]
    page = layout(
        [*rows, row(above=4.0), *prose(6)],
        graphics=[rule(0.0, 30.0, 615.0)] if is_ruled else [],
    )
    (found,) = structure_of(page).captions
    assert found.text == ("Sacks by mill" if is_ruled else "Sacks by mill and by the day")


def test_table_that_continues_has_no_second_caption() -> None:
    rows = [*prose(6), caption("Table 1. Sacks by mill."), row(above=3.0), *prose(6)]
    more = [caption("Table 1. Cont."), row(above=3.0), *prose(6)]
    found = structure_of(layout([*rows, *more]))
    assert [c.text for c in found.captions] == ["Sacks by mill."]


def beside(left: str, right: str, above: float = 1.0, start: float = 15.0) -> Row:
    return Row(
        (
            Part(text=left, left=0.0, right=14.4, size=8.0),
            Part(text=right, left=start, right=29.0, size=8.0),
        ),
        above=above,
    )


def test_captions_side_by_side_are_two() -> None:
    rows = [
        *prose(6),
        beside("Fig. 1. The water of the moun-", "Fig. 2. The sacks of the", 3.0),
        beside("tains above.", "miller."),
    ]
    first, second = structure_of(layout([*rows, row(above=3.0), *prose(6)])).captions
    assert (first.label, first.text) == ("Fig. 1", "The water of the mountains above.")
    assert (second.label, second.text) == ("Fig. 2", "The sacks of the miller.")
    assert [(s.start, s.end) for s in second.spans] == [(31, 55), (13, 20)]


def test_stretched_label_is_one_caption() -> None:
    rows = [*prose(6), beside("Supplemental", "Figure 1. The sacks.", 3.0)]
    (found,) = structure_of(layout([*rows, row(above=3.0), *prose(6)])).captions
    assert found.text == "The sacks."
