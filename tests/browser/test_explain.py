"""The explain page in a browser: tooltips, filters, and what is drawn on the pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.pipeline import analyse
from pdfbot.rules import Rule
from pdfbot.visual.explain.describe import describe_finding
from pdfbot.visual.explain.view import explain_replica
from pdfbot.visual.replica.build import build_replica
from tests.documents import PAPERS

PHYSICS = PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf"
CONFERENCE = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
OpenHtml = Callable[..., str]


def open_explained(open_html: OpenHtml, source: Path) -> Extraction:
    replica = build_replica(source, ReadingOptions())
    analysis = analyse(replica.document, RuleOptions())
    open_html(explain_replica(replica.html, analysis, title="paper"))
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
    assert verdict.rule in text
    assert describe_finding(verdict.finding) in text
    page.mouse.move(2, 2)
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
    open_html(build_replica(CONFERENCE, ReadingOptions()).html)
    assert page.evaluate(texts) == explained
