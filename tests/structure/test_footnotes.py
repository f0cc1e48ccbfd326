"""Footnotes: one for each mark."""

from __future__ import annotations

from pdfbot.model import Footnote
from pdfbot.rules import Rule
from pdfbot.structure.footnotes import find_footnotes
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


def footnotes(*pages: list[Row]) -> tuple[Footnote, ...]:
    """Of pages with notes and nothing else, except headings in bold."""
    context = context_of(*(layout(rows, page=number) for number, rows in enumerate(pages, 1)))
    rules = [Rule.HEADING if line.bold else Rule.FOOTNOTE for line in context.lines]
    return find_footnotes(context, judged_as(context, rules), Vocabulary([]))


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
