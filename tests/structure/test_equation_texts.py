"""Display equations of a real paper: their numbers, places, and marks in the text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import pdfbot
from pdfbot.paper import Paper


@pytest.fixture(scope="module")
def paper(papers: Path) -> Paper:
    return pdfbot.extract(papers / "onecolumn-indented" / "onecolumn-indented.pdf")


def test_equations_come_in_order_with_their_numbers(paper: Paper) -> None:
    assert [(e.id, e.number, e.page) for e in paper.equations] == [
        ("e1", "1", 2),
        ("e2", "2", 2),
        ("e3", "3", 2),
        ("e4", "", 3),
        ("e5", "", 4),
    ]


def test_number_is_not_in_the_formula(paper: Paper) -> None:
    assert paper.equations[1].text == "δ(t,z) = δ₀(z)exp(−t/τ(z)),"
    assert paper.equations[1].display_tex.endswith(r"\tag{2}$$")


def test_sentence_knows_where_an_equation_stands(paper: Paper) -> None:
    equation = paper.equations[0]
    sentence = paper.sentence(equation.sentence_id)
    (mark,) = sentence.equations
    assert mark.equation_id == equation.id
    assert sentence.text[: mark.start].endswith("the relative excess")
    assert sentence.text[mark.start :].startswith(" which is zero")


def test_equation_that_ends_a_sentence_parts_it_from_the_next(paper: Paper) -> None:
    sentence = paper.sentence(paper.equations[2].sentence_id)
    assert sentence.text.endswith("as a power of time, so that")
    assert sentence.written(equation=lambda mark: mark.label).endswith("so that [Eq. 2] [Eq. 3].")
    _, following = paper.neighbours(sentence)
    assert following is not None
    assert following.text.startswith("The parameters of both models")


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("mark", "relative excess [Eq. 1] which"),
        ("tex", r"relative excess $$\delta(t,z)=\frac{\rho_p"),
        ("none", "relative excess which"),
    ],
)
def test_place_is_written_as_asked_for(
    paper: Paper, style: pdfbot.model.EquationStyle, shown: str
) -> None:
    assert shown in paper.written(equations=style)
    assert shown in " ".join(paper.to_markdown(notation="unicode", equations=style).split())
    assert any(shown in chunk.text for chunk in paper.chunks(equations=style))


def test_lines_of_an_equation_are_not_body_text(paper: Paper) -> None:
    rules = {verdict.line_id: verdict for verdict in paper.verdicts}
    lines = [line_id for equation in paper.equations for line_id in equation.line_ids]
    assert lines
    assert not any(rules[line_id].is_body for line_id in lines)


def test_record_and_tei_have_the_equations(paper: Paper) -> None:
    read = pdfbot.from_json(paper.to_json()).equations
    # Boxes are rounded in records.
    assert [replace(e, spans=()) for e in read] == [replace(e, spans=()) for e in paper.equations]
    assert '<formula xml:id="formula_0" notation="TeX"' in paper.to_tei()


def test_mark_moves_with_its_text_when_citations_are_left_out(paper: Paper) -> None:
    spoken = paper.without_citations()
    assert "relative excess [Eq. 1] which" in spoken.text


def test_equations_of_pages_that_are_left_out_leave_no_mark(papers: Path) -> None:
    path = papers / "onecolumn-indented" / "onecolumn-indented.pdf"
    part = pdfbot.extract(path, pages="1")
    assert part.equations == ()
    assert not any(sentence.equations for sentence in part.sentences)
