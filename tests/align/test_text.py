"""Lines to running text: joins, hyphens, what is left out, and the places of sentences."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pdfbot.align.hyphens import Vocabulary
from pdfbot.align.text import write_paragraphs
from pdfbot.model import Line, Paragraph

from ..builders import EM, LEFT, column, row


def lines_of(*texts: str) -> list[Line]:
    return [placed.line for placed in column([row(text) for text in texts])]


def written(
    drafts: list[list[Line]], trims: Mapping[str, int] | None = None
) -> tuple[Paragraph, ...]:
    vocabulary = Vocabulary(line.text for draft in drafts for line in draft)
    return write_paragraphs(drafts, trims or {}, vocabulary)


def paragraph(*texts: str, trim: int = 0) -> Paragraph:
    """One paragraph of lines with these texts; `trim` characters of the first are left out."""
    lines = lines_of(*texts)
    (made,) = written([lines], {lines[0].id: trim})
    return made


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
def test_lines_are_joined(lines: tuple[str, ...], text: str) -> None:
    assert paragraph(*lines).text == text


def test_what_the_document_writes_elsewhere_decides() -> None:
    lines = "The re-entry was", "late. A re-", "entry is rare."
    assert paragraph(*lines).text == "The re-entry was late. A re-entry is rare."


@pytest.mark.parametrize("bullet", ["• ", "■ ", "– ", "∗ ", "· "])
def test_bullets_are_left_out(bullet: str) -> None:
    assert paragraph(f"{bullet}One sack is", "here.").text == "One sack is here."


def test_numbers_of_items_are_kept() -> None:
    assert paragraph("(1) One sack is", "here.").text == "(1) One sack is here."


def test_a_dash_within_a_paragraph_is_no_bullet() -> None:
    assert paragraph("It was late", "– very late.").text == "It was late – very late."


def test_a_run_in_heading_is_left_out() -> None:
    made = paragraph("Soil. Every month", "it was dry.", trim=6)
    assert made.text == "Every month it was dry."
    assert made.sentences[0].spans[0].start == 6


def test_sentences_know_their_lines_and_places() -> None:
    made = paragraph("One is here. Two are", "there. Three")
    spans = [[(s.line_id, s.start, s.end) for s in t.spans] for t in made.sentences]
    one, other = "p1.c1.z1.l1", "p1.c1.z1.l2"
    assert spans == [[(one, 0, 12)], [(one, 13, 20), (other, 0, 6)], [(other, 7, 12)]]
    assert [s.text for s in made.sentences] == ["One is here.", "Two are there.", "Three"]
    assert [s.page for s in made.sentences] == [1, 1, 1]


def test_the_box_of_a_span_holds_its_characters() -> None:
    """The line has 20 characters over 30 ems: one and a half each."""
    made = paragraph("One is here. Two are")
    first, second = (sentence.spans[0].box for sentence in made.sentences)
    assert (first.left, first.right) == (LEFT, LEFT + 12 * 1.5 * EM)
    assert (second.left, second.right) == (LEFT + 13 * 1.5 * EM, LEFT + 30 * EM)
    assert first.bottom == second.bottom < first.top


def test_a_hyphen_that_goes_is_in_no_span() -> None:
    made = paragraph("It was an exam-", "ple of it.")
    assert [(s.start, s.end) for s in made.sentences[0].spans] == [(0, 14), (0, 10)]
    kept = paragraph("It is a well-", "known fact.")
    assert [(s.start, s.end) for s in kept.sentences[0].spans] == [(0, 13), (0, 11)]


def test_paragraphs_and_sentences_are_numbered() -> None:
    made = written([[line] for line in lines_of("One. Two.", "Three.")])
    assert [p.id for p in made] == ["p1", "p2"]
    assert [s.id for p in made for s in p.sentences] == ["s1.1", "s1.2", "s2.1"]


def test_what_has_no_text_is_no_paragraph() -> None:
    made = written([[line] for line in lines_of("• ", "One.")])
    assert [p.text for p in made] == ["One."]
