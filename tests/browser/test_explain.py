"""The explain page in a browser: tooltips, filters, and what is drawn on the pages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pdfbot.model import Extraction
from pdfbot.options import RuleOptions
from pdfbot.pipeline import analyse
from pdfbot.rules import Rule
from pdfbot.visual.explain.describe import find_lines
from pdfbot.visual.explain.view import explain_replica
from pdfbot.visual.explain.wording import describe_finding, name_rule
from tests.documents import PAPERS, built_replica

PHYSICS = PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf"
CONFERENCE = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
OpenHtml = Callable[..., str]


def open_explained(open_html: OpenHtml, source: Path) -> Extraction:
    replica = built_replica(source)
    analysis = analyse(replica.document, RuleOptions())
    open_html(explain_replica(replica.html, analysis))
    return analysis.extraction


@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_tooltip_shows_rule_and_finding_of_a_line(
    page: Any, open_html: OpenHtml, suffix: str
) -> None:
    paper = open_explained(open_html, PHYSICS.with_suffix(suffix))
    verdict = next(v for v in paper.verdicts if v.finding is not None and v.rule is Rule.HEADING)
    line = page.locator(f'[id="{verdict.line_id}"]')
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tooltip = page.locator(".pb-tip")
    assert tooltip.is_visible()
    text = tooltip.inner_text()
    assert verdict.line_id in text
    assert f"not body text: {name_rule(verdict.rule)}" in text
    assert describe_finding(verdict.finding) in text
    page.mouse.move(2, 2)
    assert tooltip.is_hidden()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.press("Escape")
    assert tooltip.is_hidden()
    assert page.events == []


def test_lines_can_be_filtered_by_rule(page: Any, open_html: OpenHtml) -> None:
    open_explained(open_html, PHYSICS)
    body = page.locator('.pb-line[data-rule="body"]').first
    heading = page.locator('.pb-line[data-rule="heading"]').first
    page.locator(".pb-filter label", has_text="body").click()
    assert body.is_hidden()
    assert heading.is_visible()
    page.get_by_role("button", name="none").click()
    assert heading.is_hidden()
    page.get_by_role("button", name="all").click()
    assert body.is_visible()
    assert heading.is_visible()


def test_lines_columns_and_paragraph_starts_are_drawn(page: Any, open_html: OpenHtml) -> None:
    paper = open_explained(open_html, PHYSICS)
    assert page.locator(".pb-paragraph-start").count() == len(paper.paragraphs)
    assert page.locator(".pb-line").count() == len(paper.lines)
    assert page.locator("#pf3 .pb-columns rect").count() >= 2


def test_reading_order_can_be_hidden(page: Any, open_html: OpenHtml) -> None:
    open_explained(open_html, PHYSICS)
    number = page.locator("#pf1 .pb-number").first
    assert number.is_visible()
    page.locator(".pb-shown label", has_text="reading order").click()
    assert number.is_hidden()


def test_text_of_the_pages_is_the_same_as_in_the_replica(page: Any, open_html: OpenHtml) -> None:
    open_explained(open_html, CONFERENCE)
    texts = "() => [...document.querySelectorAll('.pf')].map((frame) => frame.textContent)"
    explained = page.evaluate(texts)
    open_html(built_replica(CONFERENCE).html)
    assert page.evaluate(texts) == explained


@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_lines_are_found_by_their_words(page: Any, open_html: OpenHtml, suffix: str) -> None:
    paper = open_explained(open_html, PHYSICS.with_suffix(suffix))
    page.keyboard.press("/")
    field = page.locator(".pb-search input")
    assert field.evaluate("field => field === document.activeElement")
    for words in ("stack", "Schro\u0308dinger", "thin sheets spreads", "quetzalcoatl"):
        field.fill(words)
        expected = find_lines(paper, words)
        shown = page.locator(".pb-found a").evaluate_all("all => all.map((link) => link.hash)")
        assert shown == [f"#{line_id}" for line_id in expected[:50]]
        count = "1 line" if len(expected) == 1 else f"{len(expected)} lines"
        assert page.locator(".pb-found-count").inner_text() == count
    field.fill("I. Introduction")
    field.press("Enter")
    assert page.locator(".pb-current").count() == 1
    assert "not body text" in page.locator(".pb-tip").inner_text()
    box = page.locator(".pb-current").bounding_box()
    assert 0 <= box["y"] <= 1000


def test_page_says_in_words_what_is_shown(page: Any, open_html: OpenHtml) -> None:
    paper = open_explained(open_html, CONFERENCE)
    body = sum(verdict.is_body for verdict in paper.verdicts)
    text = page.locator(".pb-introduction").inner_text()
    assert text.startswith(f"pdfbot took {body} of the {len(paper.lines)} lines")
    names = page.locator(".pb-filter label span").all_inner_texts()
    assert set(names) == {name_rule(verdict.rule) for verdict in paper.verdicts}


def test_labels_of_the_charts_do_not_overlap(page: Any, open_html: OpenHtml) -> None:
    open_explained(open_html, CONFERENCE)
    boxes = """() => [...document.querySelectorAll(".pb-chart svg")].map((chart) =>
      [...chart.querySelectorAll("text")].map((label) => {
        const box = label.getBoundingClientRect();
        return [box.left, box.right];
      }).sort((a, b) => a[0] - b[0]))"""
    charts = page.evaluate(boxes)
    assert [len(chart) > 1 for chart in charts] == [True, True]
    for chart in charts:
        assert all(one[1] <= other[0] for one, other in pairwise(chart))


@pytest.mark.parametrize("width", [400, 820, 1300])
def test_panel_folds_on_every_screen(page: Any, open_html: OpenHtml, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_explained(open_html, PHYSICS)
    rules, summary = page.locator(".pb-filter label").first, page.locator(".pb-fold > summary")
    is_docked = width == 1300
    assert rules.is_visible() == is_docked
    summary.click()
    assert rules.is_visible() != is_docked
    box = page.locator(".pb-panel").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    summary.click()
    assert rules.is_visible() == is_docked


def test_line_answers_a_touch_and_the_panel_is_dark(browser: Any, tmp_path: Path) -> None:
    replica = built_replica(PHYSICS)
    analysis = analyse(replica.document, RuleOptions())
    (tmp_path / "x.html").write_text(explain_replica(replica.html, analysis), "utf-8")
    context = browser.new_context(
        viewport={"width": 400, "height": 780}, has_touch=True, color_scheme="dark"
    )
    tab = context.new_page()
    tab.goto((tmp_path / "x.html").as_uri())
    line = tab.locator('.pb-line[data-rule="body"]').first
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    tab.touchscreen.tap(max(box["x"], 0) + 5, box["y"] + box["height"] / 2)
    assert tab.locator(".pb-tip").inner_text().startswith("body text: no rule took it out")
    colour = tab.locator(".pb-panel").evaluate("panel => getComputedStyle(panel).backgroundColor")
    assert colour == "rgb(27, 30, 35)"
    context.close()
