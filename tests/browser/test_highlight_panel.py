"""Interactive highlights: tips, keys, the list and the legend, on every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import pdfbot
from pdfbot import Highlight
from tests.documents import PAPERS

NAMES = (
    "bulletin-threecolumn",
    "novel-dialogue",
    "onecolumn-blocks",
    "twocolumn-conference",
    "twocolumn-manuscript",
    "twocolumn-physics",
)
SOURCES = [f"{name}.{kind}" for name in NAMES for kind in ("pdf", "html")]
OpenHtml = Callable[..., str]
# What the tip of each sentence has to say.
NOTE = "compare with <b>Figure 2</b>"


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    """A narrow screen that is touched, in dark mode."""
    context = browser.new_context(
        viewport={"width": 400, "height": 780}, has_touch=True, color_scheme="dark"
    )
    yield context.new_page()
    context.close()


@cache
def coloured(name: str) -> tuple[pdfbot.Paper, str]:
    """Nine sentences in three layers, one with a note and a label, and a colour."""
    paper = pdfbot.extract(PAPERS / name.partition(".")[0] / name)
    marks: dict[str, Highlight] = {
        s.id: Highlight(score=float(i)) for i, s in enumerate(paper.sentences[2:11])
    }
    marks[paper.sentences[2].id] = Highlight(score=0, note=NOTE, label="claim")
    marks[paper.sentences[12].id] = Highlight(colour="teal")
    return paper, paper.highlight(marks, layers=3)


def middle(page: Any, mark: Any) -> tuple[float, float]:
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shown_marks(page: Any) -> set[str]:
    marks = page.locator(".pb-mark:visible").all()
    return {mark.get_attribute("data-sentence") for mark in marks}


@pytest.mark.parametrize("name", SOURCES)
def test_sentence_says_on_hover_what_is_known_about_it(
    name: str, page: Any, open_html: OpenHtml
) -> None:
    paper, html = coloured(name)
    open_html(html)
    sentence = paper.sentences[2]
    tip = page.locator(".pb-tip")
    assert tip.is_hidden()
    page.mouse.move(*middle(page, page.locator(f'[data-sentence="{sentence.id}"]').last))
    assert tip.is_visible()
    text = tip.inner_text()
    for part in ("more detail", "claim", "score 0", f"page {sentence.page}", sentence.id, NOTE):
        assert part in text
    page.mouse.move(3, 300)
    assert tip.is_hidden()
    assert page.events == []


@pytest.mark.parametrize("name", SOURCES)
def test_keys_go_through_the_sentences_in_reading_order(
    name: str, page: Any, open_html: OpenHtml
) -> None:
    paper, html = coloured(name)
    open_html(html)
    wanted = [s.id for s in (*paper.sentences[2:11], paper.sentences[12])]
    visited = []
    for key in "njnjnjnjnj":
        page.keyboard.press(key)
        visited.append(page.evaluate("document.activeElement.id"))
        box = page.locator(":focus").bounding_box()
        assert 0 <= box["y"] <= 1000
        assert visited[-1] in page.locator(".pb-tip").inner_text()
    assert visited == wanted
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.id") == wanted[0], "after the last, the first"
    page.keyboard.press("p")
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == wanted[-2]
    assert page.locator(".pb-count").inner_text() == "9 of 10"
    page.keyboard.press("Escape")
    assert page.locator(".pb-tip").is_hidden()
    assert page.locator(".pb-current").count() == 0


def test_tab_stops_at_every_sentence_once(page: Any, open_html: OpenHtml) -> None:
    paper, html = coloured("twocolumn-physics.pdf")
    open_html(html)
    stops = page.locator(".pb-mark[tabindex]").evaluate_all("all => all.map((mark) => mark.id)")
    assert stops == [s.id for s in (*paper.sentences[2:11], paper.sentences[12])]
    page.locator(f'[id="{stops[3]}"]').focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == stops[4]


def test_screen_reader_gets_text_and_description(page: Any, open_html: OpenHtml) -> None:
    paper, html = coloured("twocolumn-physics.pdf")
    open_html(html)
    page.keyboard.press("n")
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    (mark,) = (
        node
        for node in nodes
        if any(p["name"] == "focused" and p["value"]["value"] for p in node.get("properties", ()))
        and node["role"]["value"] == "note"
    )
    assert mark["name"]["value"] == paper.sentences[2].text
    assert mark["description"]["value"].startswith("more detail claim")
    assert NOTE in mark["description"]["value"]


def test_list_shows_the_sentences_and_jumps_to_them(page: Any, open_html: OpenHtml) -> None:
    paper, html = coloured("twocolumn-physics.pdf")
    open_html(html)
    items = page.locator(".pb-list li")
    assert items.count() == 10
    drawn = page.evaluate(
        "getComputedStyle(document.querySelector('.pb-text'), '::before').content"
    )
    assert drawn.startswith('"' + paper.sentences[2].text[:30])
    assert page.locator(".pb-list li", has_text=NOTE).count() == 1
    items.nth(8).click()
    last = paper.sentences[10]
    box = page.locator(f'[id="{last.id}"]').bounding_box()
    assert 0 <= box["y"] <= 1000
    assert items.nth(8).get_attribute("aria-current") == "true"
    assert last.id in page.locator(".pb-tip").inner_text()
    page.locator(".pb-next").click()
    assert items.nth(9).get_attribute("aria-current") == "true"
    page.locator(".pb-previous").click()
    page.locator(".pb-previous").click()
    assert page.locator(".pb-count").inner_text() == "8 of 10"


def test_sentence_on_the_page_is_found_in_the_list_by_a_click(
    page: Any, open_html: OpenHtml
) -> None:
    paper, html = coloured("onecolumn-indented.pdf")
    open_html(html)
    sentence = paper.sentences[6]
    page.mouse.click(*middle(page, page.locator(f'[data-sentence="{sentence.id}"]').first))
    current = page.locator(".pb-list li[aria-current]")
    assert current.get_attribute("data-id") == sentence.id
    page.mouse.click(3, 300)
    page.locator(".pf").first.click(position={"x": 5, "y": 5})
    assert current.count() == 0


def test_search_in_the_browser_finds_a_sentence_once(page: Any, open_html: OpenHtml) -> None:
    _, html = coloured("onecolumn-indented.pdf")
    open_html(html)
    panel = page.locator(".pb-panel").evaluate("panel => panel.textContent")
    assert "sentences" in panel
    assert "footpath" not in panel


def test_layers_are_shown_up_to_a_chosen_one(page: Any, open_html: OpenHtml) -> None:
    paper, html = coloured("twocolumn-physics.pdf")
    open_html(html)
    ids = [s.id for s in paper.sentences[2:11]]
    extra = paper.sentences[12].id
    slider = page.locator(".pb-upto input")
    slider.fill("1")
    assert shown_marks(page) == {*ids[6:], extra}
    assert page.locator(".pb-list li:visible").count() == 4
    assert page.locator(".pb-upto output").inner_text() == "most important"
    slider.press("ArrowRight")
    assert shown_marks(page) == {*ids[3:], extra}
    assert page.locator(".pb-count").inner_text() == "7"
    page.locator(".pb-legend label", has_text="most important").click()
    assert shown_marks(page) == {*ids[3:6], extra}
    assert page.locator(".pb-upto output").inner_text() == "a choice"
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.id") == ids[3]


def test_panel_and_legend_fold(page: Any, open_html: OpenHtml) -> None:
    _, html = coloured("twocolumn-physics.pdf")
    open_html(html)
    legend, summary = page.locator(".pb-legend label").first, page.locator(".pb-legend > summary")
    summary.click()
    assert legend.is_hidden()
    summary.click()
    assert legend.is_visible()
    fold = page.locator(".pb-fold > summary")
    left = page.locator(".pf").first.bounding_box()["x"]
    fold.click()
    assert page.locator(".pb-list").is_hidden()
    assert page.locator(".pb-next").is_visible()
    # The pages use the space as soon as the script has heard of it.
    page.wait_for_function(
        "x => document.querySelector('.pf').getBoundingClientRect().x > x", arg=left
    )
    page.keyboard.press("l")
    assert page.locator(".pb-list").is_visible()


def test_phone_has_the_panel_at_the_bottom_and_answers_a_touch(phone: Any, tmp_path: Any) -> None:
    paper, html = coloured("twocolumn-physics.pdf")
    (tmp_path / "x.html").write_text(html, "utf-8")
    phone.goto((tmp_path / "x.html").as_uri())
    panel = phone.locator(".pb-panel")
    box = panel.bounding_box()
    assert (box["x"], box["width"]) == (0, 400)
    assert box["y"] + box["height"] == pytest.approx(780, abs=1)
    assert box["height"] < 60, "folded"
    sentence = paper.sentences[2]
    mark = phone.locator(f'[data-sentence="{sentence.id}"]').first
    mark.scroll_into_view_if_needed()
    place = mark.bounding_box()
    phone.touchscreen.tap(max(place["x"], 0) + 4, place["y"] + place["height"] / 2)
    tip = phone.locator(".pb-tip")
    assert NOTE in tip.inner_text()
    assert tip.bounding_box()["y"] + tip.bounding_box()["height"] <= box["y"]
    phone.locator(".pb-fold > summary").tap()
    assert phone.locator(".pb-list").is_visible()
    assert panel.bounding_box()["height"] <= 0.65 * 780
    phone.locator(".pb-list a").nth(4).tap()
    assert phone.locator(".pb-list").is_hidden(), "the sentence would be covered"
    assert phone.locator(".pb-count").inner_text() == "5 of 10"
    assert phone.locator(".pb-next").bounding_box()["width"] >= 32


def test_panel_is_dark_where_the_reader_wants_it(phone: Any, tmp_path: Any) -> None:
    _, html = coloured("twocolumn-physics.pdf")
    (tmp_path / "x.html").write_text(html, "utf-8")
    phone.goto((tmp_path / "x.html").as_uri())
    colours = """(name) => {
      const style = getComputedStyle(document.querySelector(".pb-panel"));
      return style[name].match(/\\d+/g).map(Number);
    }"""
    assert max(phone.evaluate(colours, "backgroundColor")) < 60
    assert min(phone.evaluate(colours, "color")) > 200
    phone.emulate_media(color_scheme="light")
    assert min(phone.evaluate(colours, "backgroundColor")) > 240


def test_paper_is_printed_with_colours_and_without_the_panel(
    page: Any, open_html: OpenHtml
) -> None:
    _, html = coloured("twocolumn-physics.pdf")
    open_html(html)
    page.keyboard.press("n")
    page.emulate_media(media="print")
    assert page.locator(".pb-panel").is_hidden()
    assert page.locator(".pb-tip").is_hidden()
    mark = page.locator(".pb-mark").first
    assert mark.is_visible()
    assert mark.evaluate("mark => getComputedStyle(mark).printColorAdjust") == "exact"


def test_file_is_useful_without_scripts(browser: Any, tmp_path: Any) -> None:
    paper, html = coloured("twocolumn-physics.pdf")
    (tmp_path / "x.html").write_text(html, "utf-8")
    context = browser.new_context(
        viewport={"width": 1300, "height": 1000}, java_script_enabled=False
    )
    page = context.new_page()
    page.goto((tmp_path / "x.html").as_uri())
    assert page.locator(".pb-next").is_hidden()
    assert page.locator(".pb-upto").is_hidden()
    page.locator(".pb-fold > summary").click()
    page.locator(".pb-legend label", has_text="most important").click()
    assert page.locator(".pb-mark.pb-on0").first.is_hidden()
    page.locator(".pb-list li.pb-in2 a").last.click()
    assert page.url.endswith(f"#{paper.sentences[4].id}")
    assert 0 <= page.locator(f'[id="{paper.sentences[4].id}"]').bounding_box()["y"] <= 1000
    context.close()


def test_source_cannot_confuse_the_panel_with_its_class_names(
    page: Any, open_html: OpenHtml
) -> None:
    """A replica may itself have elements with the classes of highlights, lists and tips."""
    source = (PAPERS / "twocolumn-physics" / "twocolumn-physics.html").read_text("utf-8")
    classes = ("pb-mark", "pb-tip", "pb-fold", "pb-list", "pb-count", "pb-next", "pb-line")
    fakes = "".join(f'<div class="{name}"><li>x</li></div>' for name in classes)
    crafted = source.replace('<div id="page-container">', f'<div id="page-container">{fakes}', 1)
    assert crafted != source
    paper = pdfbot.extract(crafted.encode())
    open_html(paper.highlight(layers=3))
    page.keyboard.press("n")
    assert page.locator(".pb-panel .pb-tip").is_visible()
    assert page.locator(".pb-panel .pb-count").inner_text() == f"1 of {len(paper.sentences)}"
    open_html(pdfbot.explain(crafted.encode()))
    page.locator(".pb-search input").fill("stack")
    assert page.locator(".pb-found a").count() > 0
    assert page.events == []
