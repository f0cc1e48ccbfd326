"""Both engines give nearly the same body text; how nearly is stated for each document."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path

import pytest

from pdfbot.options import ReadingOptions
from tests.documents import PAPERS, REPLICAS, extracted, truth

# The share of words, numbers and symbols in which the text of a replica agrees with the PDF's.
MIN_AGREEMENT = {
    "bulletin-threecolumn.html": 0.85,
    "interlinear-gloss.html": 1.0,
    "novel-dialogue.html": 1.0,
    "onecolumn-blocks.html": 1.0,
    "onecolumn-indented.default-flags.html": 1.0,
    "onecolumn-indented.html": 1.0,
    "serbian-cyrillic.html": 0.99,
    "twocolumn-conference.default-flags.html": 0.99,
    "twocolumn-conference.html": 0.99,
    "twocolumn-manuscript.html": 1.0,
    "twocolumn-physics.html": 0.98,
}
MIN_OF_ALL = 0.85
MIN_AVERAGE = 0.98


def agreement(replica: Path) -> float:
    pdf = replica.parent / f"{replica.parent.name}.pdf"
    one, other = (extracted(path).text.split() for path in (pdf, replica))
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


@pytest.mark.parametrize("replica", REPLICAS, ids=[path.name for path in REPLICAS])
def test_text_of_the_replica_agrees_with_the_pdf(replica: Path) -> None:
    assert agreement(replica) >= MIN_AGREEMENT[replica.name]


def test_every_document_has_a_minimum_agreement() -> None:
    assert {path.parent.name for path in REPLICAS} == {path.name for path in PAPERS.iterdir()}
    assert set(MIN_AGREEMENT) == {path.name for path in REPLICAS}
    assert min(MIN_AGREEMENT.values()) >= MIN_OF_ALL


def test_engines_agree_on_average() -> None:
    shares = [agreement(path) for path in REPLICAS]
    assert sum(shares) / len(shares) >= MIN_AVERAGE


@pytest.mark.parametrize("replica", REPLICAS, ids=[path.name for path in REPLICAS])
def test_engines_find_the_same_pages_columns_and_sizes(replica: Path) -> None:
    name = replica.parent.name
    paper, copy = extracted(replica.parent / f"{name}.pdf"), extracted(replica)
    assert [p.number for p in paper.pages] == [p.number for p in copy.pages]
    assert len(paper.pages) == truth(name)["pages"]
    assert paper.statistics.columns == copy.statistics.columns == truth(name)["columns"]
    assert copy.statistics.base_size == pytest.approx(paper.statistics.base_size, rel=0.01)
    assert copy.statistics.base_pitch == pytest.approx(paper.statistics.base_pitch, abs=0.26)


@pytest.mark.parametrize(("given", "chosen"), [("auto", "pdf2htmlex"), ("embedded", "embedded")])
def test_program_that_is_given_is_used_unless_an_engine_is_chosen(given: str, chosen: str) -> None:
    assert ReadingOptions(engine=given, pdf2htmlex="bin/pdf2htmlEX").engine == chosen
    assert ReadingOptions().engine == "auto"
