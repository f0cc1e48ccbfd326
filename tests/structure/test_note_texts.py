"""Footnotes: one for each mark."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pdfbot.model import Footnote
from pdfbot.nonbody.note_owners import judge_note_owners
from pdfbot.rules import Rule
from pdfbot.structure.note_texts import find_footnotes
from pdfbot.structure.raised_marks import RaisedMark
from pdfbot.text.hyphens import Vocabulary

from ..builders import Part, Row, context_of, layout, row
from .parts import heading, judged_as


def note(mark: str, text: str) -> Row:
    """A line with a raised mark."""
    return Row(
        (
            Part(text=mark, left=0.0, right=0.4, size=5.0, up=3.0),
            Part(text=text, left=0.4, right=28.0, size=8.0),
        )
    )


def small(text: str) -> Row:
    return row(text, size=8.0)


def footnotes(*pages: list[Row], raised: Iterable[RaisedMark] = ()) -> tuple[Footnote, ...]:
    """Of pages with notes and nothing else, except headings in bold and captions in italics."""
    context = context_of(*(layout(rows, page=number) for number, rows in enumerate(pages, 1)))
    rules = [
        Rule.HEADING if line.bold else Rule.CAPTION_FIGURE if line.italic else Rule.FOOTNOTE
        for line in context.lines
    ]
    judgement = judge_note_owners(context, judged_as(context, rules))
    return find_footnotes(context, judgement, raised, Vocabulary([]))


def test_note_goes_from_its_mark_to_the_next() -> None:
    found = footnotes([note("1", "The miller of the moun-"), small("tains."), note("2", "Not I.")])
    assert [(n.id, n.mark, n.text) for n in found] == [
        ("n1", "1", "The miller of the mountains."),
        ("n2", "2", "Not I."),
    ]
    assert [len(n.spans) for n in found] == [2, 1]


def test_symbols_are_marks() -> None:
    assert [n.mark for n in footnotes([small("∗ The miller."), small("† The sack.")])] == ["∗", "†"]


def test_note_without_a_mark_is_kept() -> None:
    assert [(n.mark, n.text) for n in footnotes([small("The miller.")])] == [("", "The miller.")]


def test_notes_on_two_pages_are_two() -> None:
    assert len(footnotes([small("The miller.")], [small("The sack.")])) == 2


def test_text_below_a_heading_is_no_note() -> None:
    found = footnotes([note("1", "The miller."), heading("Funding"), small("No one paid.")])
    assert [n.text for n in found] == ["The miller."]


def test_note_with_a_mark_below_a_heading_is_a_note() -> None:
    found = footnotes([heading("Funding"), note("1", "The miller."), small("The sack.")])
    assert [n.text for n in found] == ["The miller. The sack."]


def test_text_below_a_caption_is_no_note() -> None:
    caption = row("Figure 1. A mill.", size=8.0, italic=True)
    found = footnotes([caption, small("Source: the miller himself."), note("1", "The sack.")])
    assert [n.text for n in found] == ["The sack."]


@pytest.mark.parametrize(("above", "count"), [(1.1, 1), (1.2, 2)])
def test_white_space_between_sentences_separates_notes(above: float, count: int) -> None:
    rows = [small("The miller sold it."), row("The sack is old.", size=8.0, above=above)]
    assert len(footnotes(rows)) == count


def test_white_space_inside_a_sentence_does_not() -> None:
    rows = [small("The miller sold it to"), row("the owner of the sack.", size=8.0, above=2.0)]
    assert len(footnotes(rows)) == 1


def test_formula_is_no_note() -> None:
    assert footnotes([small("= 4x + 3 (7)")]) == ()


def test_note_leads_to_the_sentences_on_its_page_that_carry_its_mark() -> None:
    raised = [RaisedMark("1", 1, "s1.2"), RaisedMark("2", 1, "s1.3"), RaisedMark("1", 2, "s9.1")]
    found = footnotes([note("1", "The miller."), note("2", "The sack.")], raised=raised)
    assert [n.mentions for n in found] == [("s1.2",), ("s1.3",)]
