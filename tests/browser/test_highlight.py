"""Coloured sentences as the browser shows them, beside the words as pdfium sees them."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import pdfbot
from pdfbot.model import Extraction, Sentence
from pdfbot.overlay.matching import folded

from .words import Glyph, Rectangle, around, find_glyphs, read_glyphs, share_covered

ROOT = Path(__file__).parents[2]
PAPERS = ROOT / "fixtures" / "papers"
NAMES = [
    "bulletin-threecolumn",
    "novel-dialogue",
    "twocolumn-conference",
    "twocolumn-manuscript",
    "twocolumn-physics",
]
SOURCES = [f"{name}.{kind}" for name in NAMES for kind in ("pdf", "html")]
SOURCES += ["onecolumn-indented.default-flags.html"]
# Shares of a word's box: covered when it is in the sentence, and touched when it is not.
LEAST_COVERED, MOST_TOUCHED = 0.9, 0.25
MOST_SENTENCES = 25
# Points: the letters of a DRAFT stamp stand behind everything.
STAMP_HEIGHT = 40

MARKS = """() => {
  const found = [];
  for (const frame of document.querySelectorAll(".pf")) {
    const page = frame.getBoundingClientRect();
    for (const mark of frame.querySelectorAll(".pb-mark")) {
      const r = mark.getBoundingClientRect();
      found.push([parseInt(frame.dataset.pageNo, 16), mark.dataset.sentence,
        (r.left - page.left) / page.width, (page.bottom - r.bottom) / page.height,
        (r.right - page.left) / page.width, (page.bottom - r.top) / page.height]);
    }
  }
  return found;
}"""


def choose(paper: Extraction) -> list[Sentence]:
    """Sentences over pages and columns first, then others from all over the paper."""
    rows = list(paper.sentences)
    crossing = [s for s in rows if len({p.line_id.rpartition(".")[0] for p in s.spans}) > 1]
    rest = [s for s in rows if s not in crossing and len(s.text) > 20]
    step = max(len(rest) // (MOST_SENTENCES - len(crossing[:8])), 1)
    return crossing[:8] + rest[::step]


def shown(window: Any, paper: Extraction) -> dict[tuple[str, int], list[Rectangle]]:
    """The coloured rectangles in points by sentence and page."""
    sizes = {page.number: (page.width, page.height) for page in paper.pages}
    marks: dict[tuple[str, int], list[Rectangle]] = defaultdict(list)
    for number, name, left, bottom, right, top in window.evaluate(MARKS):
        width, height = sizes[number]
        box = (left * width, bottom * height, right * width, top * height)
        marks[name, number].append(box)
    return marks


@pytest.mark.parametrize("name", SOURCES)
def test_colours_cover_the_words_of_a_sentence_and_no_others(
    name: str, page: Any, tmp_path: Path
) -> None:
    folder = PAPERS / name.partition(".")[0]
    paper = pdfbot.extract(folder / name)
    sentences = choose(paper)
    file = tmp_path / "coloured.html"
    file.write_text(paper.highlight([s.id for s in sentences]), "utf-8")
    page.goto(file.as_uri())
    marks = shown(page, paper)
    glyphs = read_glyphs(folder / f"{folder.name}.pdf")
    lines = {line.id: line for line in paper.lines}
    compared = 0
    for sentence in sentences:
        for number, group in groupby(sentence.spans, key=lambda span: span.page):
            said = [folded(lines[s.line_id].text[s.start : s.end]) for s in group]
            places = [find_glyphs(glyphs[number], text) for text in said]
            found = [place for place in places if place is not None]
            covers = marks[sentence.id, number]
            for place in found:
                check_words(sentence, glyphs[number][slice(*place)], covers)
            if len(found) == len(places):
                check_others(sentence, glyphs[number], found, covers)
                compared += 1
    assert compared >= 0.6 * len(sentences)
    assert page.seen == []


def check_words(sentence: Sentence, inside: list[Glyph], covers: list[Rectangle]) -> None:
    for _, word in groupby(inside, key=lambda glyph: glyph.word):
        letters = list(word)
        box = around([glyph.box for glyph in letters])
        text = "".join(glyph.char for glyph in letters)
        assert share_covered(box, covers) >= LEAST_COVERED, (sentence.id, text, box, covers)


def check_others(
    sentence: Sentence,
    glyphs: list[Glyph],
    places: list[tuple[int, int]],
    covers: list[Rectangle],
) -> None:
    own = {index for place in places for index in range(*place)}
    left, bottom, right, top = around(covers)
    for index, glyph in enumerate(glyphs):
        x0, y0, x1, y1 = glyph.box
        if index in own or x1 <= left or x0 >= right or y1 <= bottom or y0 >= top:
            continue
        if y1 - y0 > STAMP_HEIGHT:
            continue
        touched = share_covered(glyph.box, covers) if x1 > x0 and y1 > y0 else 0.0
        assert touched <= MOST_TOUCHED, (sentence.id, glyph)


def test_layers_are_switched_on_and_off(page: Any, tmp_path: Path) -> None:
    paper = pdfbot.extract(PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf")
    scores = {s.id: float(i) for i, s in enumerate(paper.sentences[:9])}
    file = tmp_path / "layers.html"
    file.write_text(paper.highlight(scores, layers=3), "utf-8")
    page.goto(file.as_uri())
    first, second = page.locator(".pb-mark.pb-on0"), page.locator(".pb-mark.pb-on1")
    assert first.first.is_visible()
    switch = page.locator(".pb-legend label", has_text="layer 1")
    switch.click()
    assert first.first.is_hidden()
    assert second.first.is_visible()
    switch.click()
    assert first.first.is_visible()
    assert page.locator(".pb-legend label").count() == 3
    assert page.seen == []


@pytest.mark.parametrize("kind", ["pdf", "html"])
def test_text_under_the_colour_can_be_selected(page: Any, tmp_path: Path, kind: str) -> None:
    paper = pdfbot.extract(PAPERS / "novel-dialogue" / f"novel-dialogue.{kind}")
    sentence = next(s for s in paper.sentences if len(s.spans) == 1 and len(s.text) > 25)
    file = tmp_path / "select.html"
    file.write_text(paper.highlight([sentence.id]), "utf-8")
    page.goto(file.as_uri())
    page.locator(".pb-mark").first.scroll_into_view_if_needed()
    box = page.locator(".pb-mark").first.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.5, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, middle, steps=10)
    page.mouse.up()
    selected = page.evaluate("() => getSelection().toString()")
    assert folded(selected) in folded(sentence.text)
    assert len(folded(selected)) >= 0.9 * len(folded(sentence.text))


def test_an_address_leads_to_its_sentence(page: Any, tmp_path: Path) -> None:
    paper = pdfbot.extract(PAPERS / "onecolumn-indented" / "onecolumn-indented.pdf")
    last = paper.sentences[-1]
    file = tmp_path / "target.html"
    file.write_text(paper.highlight([last.id]), "utf-8")
    page.goto(f"{file.as_uri()}#{last.id}")
    box = page.locator(".pb-mark").first.bounding_box()
    assert 0 <= box["y"] <= 1000
