"""The stages together: every line is in the result once, with its verdict."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

import pdfbot
from pdfbot import pipeline
from pdfbot.model import Extraction, Line
from pdfbot.output.text import render_text
from pdfbot.structure import assembly
from tests.documents import ROOT
from tests.pdfs import make_pdf, show

PAPER = ROOT / "paper.pdf"


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


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one each time that a structure is found."""
    calls: list[int] = []
    find_structure = assembly.find_structure

    def count(*arguments: Any) -> Any:
        calls.append(1)
        return find_structure(*arguments)

    monkeypatch.setattr(pipeline, "find_structure", count)
    return calls


def test_plain_text_does_not_look_for_the_structure(found: list[int]) -> None:
    paper = pdfbot.extract(PAPER)
    assert paper.text.startswith("When a footpath")
    assert render_text(paper) == paper.text + "\n"
    assert not found
    assert len(paper.lines) == len(paper.verdicts)


def test_structure_is_found_once_when_it_is_asked_for(found: list[int]) -> None:
    paper = pdfbot.extract(PAPER)
    text = paper.text
    assert paper.pending is not None
    assert paper.sections
    assert paper.pending is None
    assert [p.text for p in paper.body] == [p.text for p in paper.paragraphs]
    assert paper.title
    assert paper.text == text
    assert any(paragraph.section for paragraph in paper.paragraphs)
    assert len(found) == 1


def test_pending_structure_is_found_for_copies_comparisons_and_records(found: list[int]) -> None:
    complete = pdfbot.extract(PAPER)
    assert complete.captions is not None
    for copy in (
        pickle.loads(pickle.dumps(pdfbot.extract(PAPER))),
        replace(pdfbot.extract(PAPER), title=complete.title),
        pdfbot.extract(PAPER),
    ):
        assert copy == complete
    assert pdfbot.extract(PAPER).to_json() == complete.to_json()


def test_threads_that_ask_at_once_get_the_same_structure(found: list[int]) -> None:
    paper = pdfbot.extract(PAPER)
    with ThreadPoolExecutor(8) as pool:
        sections = list(pool.map(lambda _: paper.sections, range(8)))
    assert all(item is sections[0] for item in sections)
    assert len(found) == 1


def test_unknown_attribute_does_not_look_for_the_structure(found: list[int]) -> None:
    paper = pdfbot.extract(PAPER)
    assert not hasattr(paper, "nothing_of_this_name")
    assert paper.pending is not None
    with pytest.raises(AttributeError):
        paper.title = "another"  # type: ignore[misc]
    assert not found
