"""Coloured sentences as a browser shows them, compared with the glyphs that pdfium reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

import pdfbot
from pdfbot.model import Sentence
from pdfbot.visual.highlight.sentence_lookup import fold_text
from tests.documents import PAPERS

from .pdf_glyphs import Glyph, Rectangle, around, covered_share, find_glyphs, read_glyphs

NAMES = [
    "bulletin-threecolumn",
    "novel-dialogue",
    "twocolumn-conference",
    "twocolumn-manuscript",
    "twocolumn-physics",
]
SOURCES = [f"{name}.{kind}" for name in NAMES for kind in ("pdf", "html")]
SOURCES += ["onecolumn-indented.default-flags.html"]
# Share of a word's box that is coloured at least if the word is in the sentence.
MIN_COVERED = 0.9
# Share of a glyph's box that is coloured at most if the glyph is not in the sentence.
MAX_TOUCHED = 0.25
# Sentences per paper.
MAX_SENTENCES = 25
MAX_CROSSING = 8
# Share of the sentences that can be compared as a whole.
MIN_COMPARED = 0.6
# Points: only the letters of a DRAFT stamp across the page are higher.
STAMP_HEIGHT = 40

# Page, sentence, and left, bottom, right, top as shares of the page.
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
OpenHtml = Callable[..., str]


def choose_sentences(paper: pdfbot.Paper) -> list[Sentence]:
    """Sentences that cross columns or pages first, then a sample of the others."""
    sentences = list(paper.sentences)
    crossing = [s for s in sentences if len({p.line_id.rpartition(".")[0] for p in s.spans}) > 1]
    others = [s for s in sentences if s not in crossing and len(s.text) > 20]
    step = max(len(others) // (MAX_SENTENCES - len(crossing[:MAX_CROSSING])), 1)
    return crossing[:MAX_CROSSING] + others[::step]


def read_marks(page: Any, paper: pdfbot.Paper) -> dict[tuple[str, int], list[Rectangle]]:
    """The coloured rectangles in points, by sentence and page."""
    sizes = {page.number: (page.width, page.height) for page in paper.pages}
    marks: dict[tuple[str, int], list[Rectangle]] = defaultdict(list)
    for number, name, left, bottom, right, top in page.evaluate(MARKS):
        width, height = sizes[number]
        box = (left * width, bottom * height, right * width, top * height)
        marks[name, number].append(box)
    return marks


@pytest.mark.parametrize("name", SOURCES)
def test_colours_cover_the_words_of_a_sentence_and_no_others(
    name: str, page: Any, open_html: OpenHtml
) -> None:
    folder = PAPERS / name.partition(".")[0]
    paper = pdfbot.extract(folder / name)
    sentences = choose_sentences(paper)
    open_html(paper.highlight([s.id for s in sentences]))
    marks = read_marks(page, paper)
    glyphs = read_glyphs(folder / f"{folder.name}.pdf")
    lines = {line.id: line for line in paper.lines}
    compared = 0
    for sentence in sentences:
        for number, group in groupby(sentence.spans, key=lambda span: span.page):
            texts = [fold_text(lines[s.line_id].text[s.start : s.end]) for s in group]
            runs = [find_glyphs(glyphs[number], text) for text in texts]
            found = [run for run in runs if run is not None]
            covers = marks[sentence.id, number]
            for start, end in found:
                check_words_are_covered(sentence, glyphs[number][start:end], covers)
            if len(found) == len(runs):
                check_others_are_untouched(sentence, glyphs[number], found, covers)
                compared += 1
    assert compared >= MIN_COMPARED * len(sentences)
    assert page.events == []


def check_words_are_covered(
    sentence: Sentence, glyphs: list[Glyph], covers: list[Rectangle]
) -> None:
    for _, word in groupby(glyphs, key=lambda glyph: glyph.word):
        letters = list(word)
        box = around([glyph.box for glyph in letters])
        text = "".join(glyph.char for glyph in letters)
        assert covered_share(box, covers) >= MIN_COVERED, (sentence.id, text, box, covers)


def check_others_are_untouched(
    sentence: Sentence,
    glyphs: list[Glyph],
    runs: list[tuple[int, int]],
    covers: list[Rectangle],
) -> None:
    own = {index for run in runs for index in range(*run)}
    left, bottom, right, top = around(covers)
    for index, glyph in enumerate(glyphs):
        x0, y0, x1, y1 = glyph.box
        if index in own or x1 <= left or x0 >= right or y1 <= bottom or y0 >= top:
            continue
        if y1 - y0 > STAMP_HEIGHT:
            continue
        touched = covered_share(glyph.box, covers) if x1 > x0 and y1 > y0 else 0.0
        assert touched <= MAX_TOUCHED, (sentence.id, glyph)


def test_layers_can_be_hidden_and_shown(page: Any, open_html: OpenHtml) -> None:
    paper = pdfbot.extract(PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf")
    scores = {s.id: float(i) for i, s in enumerate(paper.sentences[:9])}
    open_html(paper.highlight(scores, layers=3))
    first, second = page.locator(".pb-mark.pb-on0"), page.locator(".pb-mark.pb-on1")
    assert first.first.is_visible()
    switch = page.locator(".pb-legend label", has_text="most important")
    switch.click()
    assert first.first.is_hidden()
    assert second.first.is_visible()
    switch.click()
    assert first.first.is_visible()
    assert page.locator(".pb-legend input[type=checkbox]").count() == 3
    assert page.events == []


@pytest.mark.parametrize("kind", ["pdf", "html"])
def test_coloured_text_can_be_selected(page: Any, open_html: OpenHtml, kind: str) -> None:
    paper = pdfbot.extract(PAPERS / "novel-dialogue" / f"novel-dialogue.{kind}")
    sentence = next(s for s in paper.sentences if len(s.spans) == 1 and len(s.text) > 25)
    open_html(paper.highlight([sentence.id]))
    page.locator(".pb-mark").first.scroll_into_view_if_needed()
    box = page.locator(".pb-mark").first.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.5, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, middle, steps=10)
    page.mouse.up()
    selected = page.evaluate("() => getSelection().toString()")
    assert fold_text(selected) in fold_text(sentence.text)
    assert len(fold_text(selected)) >= 0.9 * len(fold_text(sentence.text))


def test_anchor_scrolls_to_its_sentence(page: Any, open_html: OpenHtml) -> None:
    paper = pdfbot.extract(PAPERS / "onecolumn-indented" / "onecolumn-indented.pdf")
    last = paper.sentences[-1]
    open_html(paper.highlight([last.id]), anchor=last.id)
    box = page.locator(".pb-mark").first.bounding_box()
    assert 0 <= box["y"] <= 1000
