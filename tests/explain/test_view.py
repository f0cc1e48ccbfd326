"""What the explain page says, without a browser: families, words, charts, measures."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

import pdfbot
from pdfbot.explain.charts import bar_chart
from pdfbot.explain.families import BODY, FAMILIES, OTHER, family_of
from pdfbot.explain.view import explain_replica
from pdfbot.explain.words import describe_finding, describe_line, describe_verdict
from pdfbot.model import Extraction, Finding, Verdict
from pdfbot.replica.make import make_replica
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[2]
PAPERS = ROOT / "fixtures" / "papers"
CONFERENCE = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(scope="module")
def paper() -> Extraction:
    return pdfbot.extract(CONFERENCE)


@pytest.fixture(scope="module")
def page(paper: Extraction) -> BeautifulSoup:
    html = explain_replica(make_replica(CONFERENCE).html, paper, Thresholds())
    return BeautifulSoup(html, "lxml")


def test_every_rule_that_speaks_has_a_family() -> None:
    for path in sorted(PAPERS.glob("*/*.pdf")):
        for verdict in pdfbot.extract(path).verdicts:
            assert family_of(verdict.rule) is not OTHER, verdict.rule


def test_families_are_told_apart() -> None:
    assert len({family.colour for family in FAMILIES}) == len(FAMILIES)
    assert family_of("body") is BODY
    assert family_of("caption_video") is family_of("caption_table")
    assert family_of("never_heard_of") is OTHER


def test_a_finding_in_words() -> None:
    finding = Finding("min_font_ratio", 0.66666, 0.72)
    assert describe_finding(finding) == "measured 0.6667, limit min_font_ratio 0.72"
    assert describe_finding(None) == ""
    said = describe_verdict(Verdict("p1.c1.l1", "heading", finding))
    assert said == "not body text: heading (headings)"


def test_a_line_in_words(paper: Extraction) -> None:
    sentence = paper.sentences[3]
    said = describe_line(paper, sentence.spans[0].line_id)
    assert "body text: no rule took it out" in said
    assert sentence.id in said
    with pytest.raises(pdfbot.UsageError, match=r"no line p1\.c1\.l999; did you mean"):
        describe_line(paper, "p1.c1.l999")


def test_every_line_is_on_the_page_with_its_verdict(page: BeautifulSoup, paper: Extraction) -> None:
    shown = {str(i["id"]): str(i["data-rule"]) for i in page.find_all("i", class_="pb-line")}
    assert shown == {v.line_id: v.rule for v in paper.verdicts}
    begins = {str(i["id"]) for i in page.find_all("i", class_="pb-begins")}
    assert begins == {p.sentences[0].spans[0].line_id for p in paper.paragraphs}


def test_the_panel_has_the_measures(page: BeautifulSoup, paper: Extraction) -> None:
    said = page.find("table", class_="pb-measures").get_text(" ")  # type: ignore[union-attr]
    statistics = paper.statistics
    for value in (
        f"BASE_FS {statistics.base_size:g} pt",
        f"BASE_LS {statistics.base_pitch:g} pt",
        f"BASE_CBD {statistics.base_density:.1f}",
        f"columns {statistics.columns}",
    ):
        assert value in said
    assert len(page.find_all("figure")) == 2
    assert all(figure.find("rect", class_="pb-chosen") for figure in page.find_all("figure"))


def test_one_script_and_no_address(page: BeautifulSoup) -> None:
    assert len(page.find_all("script")) == 1
    assert not page.find_all("link")
    assert all(str(image["src"]).startswith("data:") for image in page.find_all("img"))


def test_bars_are_as_high_as_their_counts() -> None:
    svg = BeautifulSoup(
        bar_chart({1.0: 10, 2.0: 5}, name="a < b", thickness=0.5, chosen={2.0}), "lxml"
    )
    first, second = svg.find_all("rect")
    assert float(str(first["height"])) == pytest.approx(2 * float(str(second["height"])))
    assert "class" not in first.attrs
    assert second["class"] == ["pb-chosen"]
    assert svg.find("figcaption").get_text() == "a < b"  # type: ignore[union-attr]
    assert "nothing to count" in bar_chart({}, name="x", thickness=1.0)


def test_commands(run: Run, tmp_path: Path, paper: Extraction) -> None:
    done = run("explain", CONFERENCE, "--line", paper.lines[0].id)
    assert done.returncode == 0
    assert done.stdout.decode() == describe_line(paper, paper.lines[0].id) + "\n"
    done = run("explain", CONFERENCE.with_suffix(".html"), "-o", tmp_path / "e.html")
    assert done.returncode == 0
    assert b"pb-measures" in (tmp_path / "e.html").read_bytes()
    done = run("explain", CONFERENCE, "--line", "p9.c9.l9")
    assert done.returncode == 2
    assert b"no line p9.c9.l9" in done.stderr
