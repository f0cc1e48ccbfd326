"""The explain page in a browser: tooltips, filters, and that the panel says what was measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pdfbot
from pdfbot.explain.view import explain_replica
from pdfbot.explain.words import describe_finding
from pdfbot.model import Extraction
from pdfbot.replica.make import make_replica
from pdfbot.thresholds import Thresholds

PAPERS = Path(__file__).parents[2] / "fixtures" / "papers"


def open_explained(page: Any, tmp_path: Path, source: Path) -> Extraction:
    paper = pdfbot.extract(source)
    html = explain_replica(make_replica(source).html, paper, Thresholds(), title="paper")
    file = tmp_path / "explain.html"
    file.write_text(html, "utf-8")
    page.goto(file.as_uri())
    return paper


@pytest.mark.parametrize("kind", ["pdf", "html"])
def test_the_tooltip_shows_the_finding(page: Any, tmp_path: Path, kind: str) -> None:
    source = PAPERS / "twocolumn-physics" / f"twocolumn-physics.{kind}"
    paper = open_explained(page, tmp_path, source)
    verdict = next(v for v in paper.verdicts if v.finding is not None and v.rule == "heading")
    line = page.locator(f'[id="{verdict.line_id}"]')
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tip = page.locator(".pb-tip")
    assert tip.is_visible()
    said = tip.inner_text()
    assert verdict.line_id in said
    assert verdict.rule in said
    assert describe_finding(verdict.finding) in said
    page.mouse.move(2, 2)
    assert tip.is_hidden()
    assert page.seen == []


def test_rules_can_be_filtered(page: Any, tmp_path: Path) -> None:
    open_explained(page, tmp_path, PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf")
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


def test_columns_order_and_paragraphs_are_drawn(page: Any, tmp_path: Path) -> None:
    paper = open_explained(page, tmp_path, PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf")
    assert page.locator(".pb-begins").count() == len(paper.paragraphs)
    assert page.locator(".pb-line").count() == len(paper.lines)
    frames = page.locator("#pf3 .pb-columns rect")
    assert frames.count() >= 2
    number = page.locator("#pf1 .pb-number").first
    assert number.is_visible()
    page.locator(".pb-shown label", has_text="reading order").click()
    assert number.is_hidden()


def test_the_text_of_the_pages_stays_as_it_was(page: Any, tmp_path: Path) -> None:
    source = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
    open_explained(page, tmp_path, source)
    texts = "() => [...document.querySelectorAll('.pf')].map((frame) => frame.textContent)"
    explained = page.evaluate(texts)
    plain = tmp_path / "plain.html"
    plain.write_text(make_replica(source).html, "utf-8")
    page.goto(plain.as_uri())
    assert page.evaluate(texts) == explained
