"""Highlights in a replica: the text stays the same, and highlights can be replaced."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

import pdfbot
from pdfbot.visual.highlight.highlight_plan import plan_highlights
from pdfbot.visual.highlight.overlay import highlight_replica
from tests.documents import PAPERS, built_replica, extracted

PHYSICS = PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf"
SOURCES = sorted([*PAPERS.glob("*/*.pdf"), *PAPERS.glob("*/*.html")])


def page_texts(html: str | bytes) -> list[str]:
    soup = BeautifulSoup(html, "lxml")
    return [frame.get_text() for frame in soup.find_all("div", class_="pf")]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_highlighting_keeps_the_text_of_every_page(source: Path) -> None:
    paper = extracted(source)
    marks = [sentence.id for sentence in paper.sentences]
    if source.suffix == ".html":
        before: str | bytes = source.read_bytes()
        html = paper.highlight(marks)
    else:
        before = built_replica(source).html
        html = highlight_replica(before, paper, plan_highlights(paper, marks))
    assert page_texts(html) == page_texts(before)
    assert pdfbot.extract(html.encode(), pages=[1]).pages[0].blocks


@pytest.mark.parametrize("source", [PHYSICS, PHYSICS.with_suffix(".html")], ids=["pdf", "html"])
def test_highlighted_replica_has_the_same_blocks_as_the_plain_one(source: Path) -> None:
    plain = built_replica(source).html
    html = pdfbot.extract(source).highlight({"s1.1"})
    assert [p.blocks for p in pdfbot.extract(html.encode()).pages] == [
        p.blocks for p in pdfbot.extract(plain.encode()).pages
    ]


def test_highlighting_again_replaces_the_colours(physics: pdfbot.Paper) -> None:
    once = physics.highlight({"s1.1"})
    again = pdfbot.extract(once.encode()).highlight({"s1.2"})
    soup = BeautifulSoup(again, "lxml")
    assert {str(i["data-sentence"]) for i in soup.find_all("i", class_="pb-mark")} == {"s1.2"}
    assert len(soup.find_all("aside")) == 1


def test_marks_that_are_not_in_the_paper_are_refused(physics: pdfbot.Paper) -> None:
    with pytest.raises(pdfbot.UsageError, match=r"not in the body text: 's999\.1'"):
        physics.highlight({"s999.1"})


def test_result_read_from_json_needs_its_source(physics: pdfbot.Paper) -> None:
    loaded = pdfbot.from_json(physics.to_json())
    with pytest.raises(pdfbot.UsageError, match="source="):
        loaded.highlight({"s1.1"})
    html = loaded.highlight({"s1.1": "lime"}, source=PHYSICS)
    assert 'id="s1.1"' in html
    assert loaded.annotate({"s1.1"}, source=PHYSICS.read_bytes()).startswith(b"%PDF")


def test_bytes_and_file_objects_can_be_highlighted(physics: pdfbot.Paper) -> None:
    data = PHYSICS.read_bytes()
    expected = physics.highlight({"s2.1"}).replace(PHYSICS.name, "the PDF")
    assert pdfbot.extract(data).highlight({"s2.1"}).replace(PHYSICS.name, "the PDF") == expected
    assert pdfbot.extract(io.BytesIO(data)).highlight({"s2.1"}) == expected


def test_pages_are_not_styled_anew_at_every_change(physics: pdfbot.Paper) -> None:
    """`:has` on the root costs a second per change in a book; it is for pages without scripts."""
    styles = [physics.highlight(layers=3), pdfbot.explain(PHYSICS)]
    for html in styles:
        assert html.count(":has(") == html.count("@media (scripting:none){:root:has(") > 0
