"""The explain page without a browser: what it shows is what the pipeline found."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from pdfbot.options import RuleOptions
from pdfbot.paragraphs.reason_wording import describe_reason
from pdfbot.pipeline import Analysis, analyse
from pdfbot.visual.explain.view import explain_replica
from pdfbot.visual.replica.build import Replica
from tests.documents import PAPERS, built_replica


@pytest.fixture(scope="module")
def replica() -> Replica:
    path = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
    return built_replica(path)


@pytest.fixture(scope="module")
def analysis(replica: Replica) -> Analysis:
    return analyse(replica.document, RuleOptions())


@pytest.fixture(scope="module")
def page(replica: Replica, analysis: Analysis) -> BeautifulSoup:
    return BeautifulSoup(explain_replica(replica.html, analysis), "lxml")


def test_page_shows_every_line_with_its_verdict(page: BeautifulSoup, analysis: Analysis) -> None:
    shown = {str(i["id"]): str(i["data-rule"]) for i in page.find_all("i", class_="pb-line")}
    assert shown == {v.line_id: v.rule for v in analysis.extraction.verdicts}


def test_page_shows_where_paragraphs_start(page: BeautifulSoup, analysis: Analysis) -> None:
    starts = {str(i["id"]) for i in page.find_all("i", class_="pb-paragraph-start")}
    paragraphs = analysis.extraction.paragraphs
    assert starts == {p.sentences[0].spans[0].line_id for p in paragraphs}


def test_page_says_why_each_body_line_begins_a_paragraph_or_goes_on(
    page: BeautifulSoup, analysis: Analysis
) -> None:
    lines = page.find_all("i", class_="pb-line")
    shown = {str(i["id"]): str(i["data-reason"]) for i in lines if i["data-reason"]}
    reasons = analysis.extraction.reasons
    assert shown == {reason.line_id: describe_reason(reason) for reason in reasons}


def test_panel_lists_the_measures_of_the_document(page: BeautifulSoup, analysis: Analysis) -> None:
    measures = page.find("table", class_="pb-measures").get_text(" ")  # type: ignore[union-attr]
    statistics = analysis.extraction.statistics
    for measure in (
        f"BASE_FS {statistics.base_size:g} pt",
        f"BASE_LS {statistics.base_pitch:g} pt",
        f"BASE_CBD {statistics.base_density:.1f}",
        f"columns {statistics.columns}",
    ):
        assert measure in measures


def test_charts_highlight_the_body_size_and_the_columns(page: BeautifulSoup) -> None:
    charts = page.find_all("figure")
    assert len(charts) == 2
    assert all(chart.find("rect", class_="pb-highlighted") for chart in charts)


def test_page_has_one_script_and_loads_nothing(page: BeautifulSoup) -> None:
    assert len(page.find_all("script")) == 1
    assert not page.find_all("link")
    assert all(str(image["src"]).startswith("data:") for image in page.find_all("img"))
