"""Lines joined to running text: spaces, hyphens, omitted labels, and spans of sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import EquationMark, Paragraph
from pdfbot.nonbody.displays import Display
from pdfbot.paragraphs.joining import write_paragraphs
from pdfbot.text.hyphens import Vocabulary

from ..builders import EM, LEFT, Part, Row, column, row


def lines_of(*texts: str) -> list[LayoutLine]:
    return column(row(text) for text in texts)


def written(
    groups: list[list[LayoutLine]], body_starts: Mapping[str, int] | None = None
) -> tuple[Paragraph, ...]:
    vocabulary = Vocabulary(line.text for group in groups for line in group)
    return write_paragraphs(groups, body_starts or {}, vocabulary)


def paragraph(*texts: str, body_start: int = 0) -> Paragraph:
    """One paragraph of lines with these texts; the first is read from `body_start` on."""
    lines = lines_of(*texts)
    (joined,) = written([lines], {lines[0].id: body_start})
    return joined


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("Every morning the", "miller came."), "Every morning the miller came."),
        (("It was an exam-", "ple of it."), "It was an example of it."),
        (("It is a well-", "known fact."), "It is a well-known fact."),
        (("The Navier-", "Stokes equation."), "The Navier-Stokes equation."),
        (("The years 1961–", "1987 were dry."), "The years 1961–1987 were dry."),
        (("The mill –", "or what is left."), "The mill – or what is left."),
        (("The input/", "output of it."), "The input/output of it."),
        (("The number 3-", "4 is small."), "The number 3-4 is small."),
    ],
)
def test_lines_are_joined_with_spaces_dashes_and_hyphens(lines: tuple[str, ...], text: str) -> None:
    assert paragraph(*lines).text == text


def test_hyphen_is_kept_if_the_document_has_the_word_with_a_hyphen() -> None:
    lines = "The re-entry was", "late. A re-", "entry is rare."
    assert paragraph(*lines).text == "The re-entry was late. A re-entry is rare."


@pytest.mark.parametrize("bullet", ["• ", "■ ", "– ", "∗ ", "· "])
def test_bullet_is_left_out(bullet: str) -> None:
    assert paragraph(f"{bullet}One sack is", "here.").text == "One sack is here."


def test_number_of_a_list_item_is_kept() -> None:
    assert paragraph("(1) One sack is", "here.").text == "(1) One sack is here."


def test_dash_within_a_paragraph_is_not_a_bullet() -> None:
    assert paragraph("It was late", "– very late.").text == "It was late – very late."


def test_run_in_heading_is_left_out() -> None:
    joined = paragraph("Soil. Every month", "it was dry.", body_start=6)
    assert joined.text == "Every month it was dry."
    assert joined.sentences[0].spans[0].start == 6


def test_sentence_has_a_span_for_each_of_its_lines() -> None:
    joined = paragraph("One is here. Two are", "there. Three")
    spans = [[(s.line_id, s.start, s.end) for s in t.spans] for t in joined.sentences]
    one, other = "p1.c1.z1.l1", "p1.c1.z1.l2"
    assert spans == [[(one, 0, 12)], [(one, 13, 20), (other, 0, 6)], [(other, 7, 12)]]
    assert [s.text for s in joined.sentences] == ["One is here.", "Two are there.", "Three"]
    assert [s.page for s in joined.sentences] == [1, 1, 1]


def test_box_of_a_span_encloses_its_characters() -> None:
    """The line has 20 characters on 30 ems: one and a half each."""
    joined = paragraph("One is here. Two are")
    first, second = (sentence.spans[0].box for sentence in joined.sentences)
    assert (first.left, first.right) == (LEFT, LEFT + 12 * 1.5 * EM)
    assert (second.left, second.right) == (LEFT + 13 * 1.5 * EM, LEFT + 30 * EM)
    assert first.bottom == second.bottom < first.top


def test_removed_hyphen_is_not_in_a_span() -> None:
    joined = paragraph("It was an exam-", "ple of it.")
    assert [(s.start, s.end) for s in joined.sentences[0].spans] == [(0, 14), (0, 10)]
    kept = paragraph("It is a well-", "known fact.")
    assert [(s.start, s.end) for s in kept.sentences[0].spans] == [(0, 13), (0, 11)]


def test_paragraphs_and_sentences_are_numbered() -> None:
    paragraphs = written([[line] for line in lines_of("One. Two.", "Three.")])
    assert [p.id for p in paragraphs] == ["p1", "p2"]
    assert [s.id for p in paragraphs for s in p.sentences] == ["s1.1", "s1.2", "s2.1"]


def test_line_without_text_is_not_a_paragraph() -> None:
    paragraphs = written([[line] for line in lines_of("• ", "One.")])
    assert [p.text for p in paragraphs] == ["One."]


def with_display(before: str, display: str, after: str = "") -> str:
    """The text of a paragraph with display (3) below its first line."""
    lines = lines_of(before, display, after)
    shown = Display("e1", "3", (lines[1],), lines[0].id)
    body = [line for line in (lines[0], lines[2]) if line.text]
    (paragraph,) = write_paragraphs(
        [body], {}, Vocabulary([before, after]), displays={lines[0].id: [shown]}
    )
    return paragraph.written(equation=lambda mark: mark.label)


@pytest.mark.parametrize(
    ("before", "display", "after", "text"),
    [
        ("This gives", "a = b,", "where a is", "This gives [Eq. 3] where a is"),
        ("It is in Eq. (3).", "a = b", "where a is", "It is in Eq. (3) [Eq. 3]. where a is"),
        ("It is as follows.", "a = b", "The next", "It is as follows [Eq. 3]. The next"),
        ("This gives", "a = b.", "The next", "This gives [Eq. 3]. The next"),
        ("This gives", "a = b.", "", "This gives [Eq. 3]."),
        ("We have, e.g.", "a = b", "where a is", "We have, e.g. [Eq. 3] where a is"),
        ("It says:", "a = b", "", "It says: [Eq. 3]"),
    ],
)
def test_mark_of_an_equation_comes_before_the_full_stop(
    before: str, display: str, after: str, text: str
) -> None:
    assert with_display(before, display, after) == text


def test_formula_in_tex_comes_behind_the_full_stop() -> None:
    mark = EquationMark(8, "e1", "", before_stop=True)
    assert mark.written_behind("It is so.", "$$a=b.$$") == "It is so. $$a=b.$$"


def test_stops_of_other_scripts_are_stops() -> None:
    mark = EquationMark(8, "e1", "", before_stop=True)
    assert mark.written_behind("यह है।", "[Eq. 1]") == "यह है [Eq. 1]।"


def test_several_equations_have_one_full_stop() -> None:
    mark = EquationMark(8, "e1", "", before_stop=True)
    text = mark.written_behind(mark.written_behind("It is", "[Eq. 1]"), "[Eq. 2]")
    assert text == "It is [Eq. 1] [Eq. 2]."


def noted(text: str, mark: str, notes: Mapping[int, frozenset[str]]) -> Paragraph:
    """A paragraph of one line that ends with a raised mark, and the notes of its page."""
    line = row(text)
    (first,) = line.parts
    end = Part(text=mark, left=first.right - 1, right=first.right - 0.6, size=6.0, up=4.0)
    lines = column([Row((replace(first, right=first.right - 1), end))])
    (joined,) = write_paragraphs([lines], {}, Vocabulary([text]), note_marks=notes)
    return joined


NOTES = {1: frozenset(("1", "†"))}


@pytest.mark.parametrize(
    ("text", "mark", "flat"),
    [
        ("The miller counted the sacks.", "1", "The miller counted the sacks."),
        ("The miller counted the sacks", "†", "The miller counted the sacks"),
        # Another page, a citation, and exponents.
        ("The miller counted the sacks.", "2", "The miller counted the sacks.2"),
        ("The miller walked ten km", "1", "The miller walked ten km1"),
        ("The miller knows the x", "1", "The miller knows the x1"),
    ],
)
def test_mark_of_a_footnote_on_its_page_is_none_of_the_words(
    text: str, mark: str, flat: str
) -> None:
    assert noted(text, mark, NOTES).written("flat") == flat
    assert noted(text, mark, {2: NOTES[1]}).written("flat") == text + mark
    assert noted(text, mark, NOTES).written() != flat
