"""The stages together: every line is in the result once, with its verdict."""

from __future__ import annotations

import pickle
from statistics import mean

import pytest

import pdfbot
from pdfbot.model import Extraction, Line
from tests.pdfs import make_pdf, show


@pytest.fixture(scope="module")
def paper() -> Extraction:
    """Three pages of text with a note in the margin, a rotated and a hidden line."""
    sentence = "The words of this line go from one edge of the column to the other."
    page = b"".join(show(sentence, 80, 560 - 12 * number, size=9) for number in range(30))
    page += show("a note", 20, 500, size=8)
    page += show("rotated", 40, 200, size=8, matrix="0 1 -1 0")
    page += show("unseen", 80, 100, size=8, state="3 Tr")
    return pdfbot.extract(make_pdf(page, page, page))


def test_lines_out_of_the_flow_come_last_with_the_reason(paper: Extraction) -> None:
    pairs = zip(paper.lines, paper.verdicts, strict=True)
    found = [(line.id, line.text, verdict.rule) for line, verdict in pairs]
    assert found[90:] == [
        (f"p{page}.c0.l{number}", text, rule)
        for page in (1, 2, 3)
        for number, text, rule in (
            (1, "a note", "margin"),
            (2, "rotated", "rotated"),
            (3, "unseen", "hidden"),
        )
    ]


def test_lines_of_the_result_have_no_features_of_the_rules(paper: Extraction) -> None:
    assert {type(line) for line in paper.lines} == {Line}


def test_base_density_is_the_mean_over_the_lines_in_the_flow(paper: Extraction) -> None:
    expected = mean(line.density for line in paper.lines[:90])
    assert paper.statistics.base_density == pytest.approx(expected)


def test_extraction_survives_pickling(paper: Extraction) -> None:
    assert pickle.loads(pickle.dumps(paper)) == paper
