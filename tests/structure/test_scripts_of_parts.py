"""What is raised in headings, captions, notes, references and the title, as ranges of texts."""

from __future__ import annotations

from dataclasses import replace

from pdfbot.notation import Script
from pdfbot.paragraphs.joining import join_text
from pdfbot.rules import Rule
from pdfbot.structure.note_texts import find_footnotes
from pdfbot.structure.title_page import read_title_page
from pdfbot.text.hyphens import Vocabulary

from ..builders import Part, Row, column, context_of, layout, prose, row
from .parts import heading, judged_as, structure_of


def with_power(given: Row) -> Row:
    """The row with "10−3" after it, of which "−3" is raised."""
    *others, part = given.parts
    right = part.right - 2.0
    base = replace(part, text=f"{part.text} 10", right=right)
    power = Part(
        text="−3",
        left=right,
        right=right + 1.0,
        size=0.7 * part.size,
        up=0.4 * part.size,
        bold=part.bold,
    )
    return Row((*others, base, power), given.above)


def test_joined_text_knows_its_scripts() -> None:
    lines = column([with_power(row("Sacks of  mills at")), row("kg"), with_power(row("and"))])
    joined = join_text(lines, Vocabulary([]))
    assert joined.text == "Sacks of mills at 10−3 kg and 10−3"
    assert joined.scripts == (Script("raised", 20, 22), Script("raised", 32, 34))
    assert joined.scripts_of(9, "mills at 10−3 kg and 10−3") == (
        Script("raised", 11, 13),
        Script("raised", 23, 25),
    )
    assert joined.scripts_of(26, "and 10−3") == (Script("raised", 6, 8),)


def test_heading_without_its_number() -> None:
    rows = [with_power(heading("2.1 Sacks of")), row(above=1.2), *prose(3)]
    (found,) = structure_of(layout([*prose(4), *rows])).sections
    assert (found.number, found.heading) == ("2.1", "Sacks of 10−3")
    assert found.written() == "2.1 Sacks of 10⁻³"
    assert found.title == "2.1 Sacks of 10−3"


def test_caption_without_its_label() -> None:
    caption = with_power(row("Fig. 3. Sacks of", size=8.0, above=3.0))
    (found,) = structure_of(layout([*prose(6), caption, row(above=3.0), *prose(6)])).captions
    assert found.written("tex") == "Sacks of 10^{−3}"


def test_references_without_their_labels() -> None:
    rows = [with_power(row(f"[{n}] Miller, A. (196{n}). Of", size=8.0)) for n in (1, 2, 3)]
    found = structure_of(layout([*prose(20), heading("References"), *rows])).references
    assert [entry.written() for entry in found] == [
        f"Miller, A. (196{n}). Of 10⁻³" for n in (1, 2, 3)
    ]


def test_footnote_without_its_mark() -> None:
    mark = Part(text="1", left=0.0, right=0.4, size=5.0, up=3.0)
    note = with_power(Row((mark, Part(text="Of", left=0.4, right=28.0, size=8.0))))
    context = context_of(layout([note]))
    (found,) = find_footnotes(context, judged_as(context, [Rule.FOOTNOTE]), (), Vocabulary([]))
    assert (found.mark, found.written()) == ("1", "Of 10⁻³")


def test_title() -> None:
    title = with_power(
        row(
            "On the counting of sacks in water mills of", slack=6.0, size=18.0, above=2.0, bold=True
        )
    )
    context = context_of(layout([title, row("Abstract", size=12.0, bold=True), *prose(6)]))
    rules = [Rule.BEFORE_ABSTRACT, Rule.HEADING, *(None for _ in range(6))]
    found = read_title_page(context, judged_as(context, rules), Vocabulary([]))
    assert found.title == "On the counting of sacks in water mills of 10−3"
    assert found.title_scripts == (Script("raised", 45, 47),)
