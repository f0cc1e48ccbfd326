"""Reading: both sides together, contents, search, the explain view, downloads, addresses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.documents import ROOT
from tests.web.page.conftest import CONFERENCE, PHONE, ReadingPage

OpenTab = Callable[..., ReadingPage]

DROP = """(bytes) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(bytes)], "dropped.pdf", {type: "application/pdf"}));
  for (const name of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(name, {dataTransfer: transfer, bubbles: true, cancelable: true});
    document.body.dispatchEvent(event);
  }
}"""


def test_uploaded_paper_is_shown_on_both_sides(reader: ReadingPage) -> None:
    reader.upload(CONFERENCE)
    reader.wait_for_paper()
    assert reader.tab.inner_text("#text h1").startswith("Duty-Cycled Acoustic Monitoring")
    assert reader.tab.get_attribute("#page-frame iframe", "sandbox") == "allow-same-origin"
    assert "#/p/" in reader.tab.url
    reader.go()
    assert reader.tab.locator(".recent a").all_inner_texts()[0].startswith("Duty-Cycled")


def test_progress_is_told_in_words(reader: ReadingPage) -> None:
    told: list[str] = []
    reader.tab.expose_function("tell", lambda words: told.append(words))
    reader.go()
    reader.tab.evaluate(
        """() => new MutationObserver(() => {
          const words = document.querySelector(".working .words")?.textContent;
          if (words) tell(words);
        }).observe(document.body, {subtree: true, childList: true, characterData: true})"""
    )
    reader.tab.set_input_files("#file", CONFERENCE)
    reader.wait_for_paper()
    assert any("of 3" in words or "sentences" in words for words in told), told


def test_dropped_paper_is_opened(reader: ReadingPage) -> None:
    reader.go()
    reader.tab.evaluate(DROP, list(CONFERENCE.read_bytes()))
    reader.wait_for_paper()


def test_sample_is_opened(reader: ReadingPage) -> None:
    reader.go()
    reader.tab.click("[data-sample='paper']")
    reader.wait_for_paper()
    assert "Footpath" in reader.tab.inner_text("#text h1")


def test_click_on_the_page_marks_the_sentence_in_the_text(
    reader: ReadingPage, conference: str
) -> None:
    reader.read(conference, "?layer=4")
    sentence = next(s["id"] for s in reader.sentences(conference) if s["id"].startswith("s6."))
    place = reader.place_on_page(sentence)
    assert place is not None
    reader.tab.mouse.click(*place)
    reader.until(lambda: reader.current() == [sentence, sentence])
    reader.until(lambda: reader.is_in_view(f"#text [data-sentence='{sentence}']"))
    assert f"sentence={sentence}" in reader.tab.url


def test_click_in_the_text_scrolls_the_page(reader: ReadingPage, conference: str) -> None:
    reader.read(conference, "?layer=4")
    sentence = reader.shown()[-2]
    assert reader.place_on_page(sentence) is None
    reader.tab.click(f"#text [data-sentence='{sentence}']")
    reader.until(lambda: reader.place_on_page(sentence) is not None)
    assert reader.current() == [sentence, sentence]


def test_sentence_of_a_hidden_layer_is_shown_when_it_is_clicked(
    reader: ReadingPage, conference: str
) -> None:
    reader.read(conference, "?layer=4")
    first_page = [s for s in reader.sentences(conference) if s["page"] == 1 and s["layer"] == 4]
    sentence = first_page[0]["id"]
    place = reader.place_on_page(sentence)
    assert place is not None
    reader.press("1")
    assert sentence not in reader.shown()
    reader.tab.mouse.click(*place)
    reader.until(lambda: reader.current() == [sentence, sentence])
    assert sentence in reader.shown()
    assert sentence not in reader.shown_layers()


def test_next_and_previous_highlight(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    order = reader.shown()
    visited = []
    for _ in range(4):
        reader.tab.click("#next")
        visited.append(reader.current()[0])
    assert visited == order[:4]
    reader.tab.click("#previous")
    assert reader.current()[0] == order[2]


def test_contents_lead_to_sections_and_follow_the_reader(
    reader: ReadingPage, conference: str
) -> None:
    reader.read(conference, "?layer=4")
    reader.tab.click("#contents-list button:has-text('Results')")
    reader.until(lambda: reader.is_in_view("#text h2:has-text('Results')"))
    current = reader.tab.locator("#contents-list [aria-current]")
    assert current.inner_text().startswith("V Results")
    reader.tab.wait_for_timeout(1000)
    reader.tab.hover("#text-pane")
    reader.tab.mouse.wheel(0, -20000)
    reader.until(lambda: current.count() == 0 or "Introduction" in current.inner_text())


def test_search_counts_and_marks_sentences(reader: ReadingPage, conference: str) -> None:
    wanted = [s["id"] for s in reader.sentences(conference) if "energy" in s["text"].lower()]
    reader.read(conference)
    reader.press("/")
    reader.tab.keyboard.type("ENERGY")
    reader.until(lambda: reader.tab.inner_text("#search-count") == str(len(wanted)))
    assert set(wanted) <= set(reader.shown())
    assert reader.tab.evaluate("() => CSS.highlights.get('search').size") >= len(wanted)
    reader.press("Enter", "Enter")
    reader.until(lambda: reader.current() == [wanted[1], wanted[1]])
    assert reader.tab.inner_text("#search-count") == f"2 of {len(wanted)}"
    hits = "document.querySelectorAll('#page-frame .hit')"
    assert reader.tab.evaluate(f"{hits}.length") > 0
    reader.press("Shift+Enter")
    reader.until(lambda: reader.current() == [wanted[0], wanted[0]])
    reader.press("Escape")
    reader.until(lambda: reader.tab.evaluate(f"{hits}.length") == 0)
    assert reader.tab.input_value("#query") == ""


@pytest.mark.parametrize("query", ['"voltage V1 and"', '"VOLTAGE V₁ and"'])
def test_search_ignores_what_is_lowered(reader: ReadingPage, conference: str, query: str) -> None:
    (wanted,) = [s for s in reader.sentences(conference) if "voltage V1 and" in s["text"]]
    reader.read(conference)
    reader.press("/")
    reader.tab.keyboard.type(query)
    reader.until(lambda: reader.tab.inner_text("#search-count") == "1")
    node = f"document.querySelector('#text [data-sentence=\"{wanted['id']}\"]')"
    assert reader.tab.evaluate(f"{node}.textContent") == wanted["text"]
    assert reader.tab.evaluate(f"{node}.querySelector('sub').textContent") == "1"
    marked = "[...CSS.highlights.get('search')].map(String)"
    assert reader.tab.evaluate(f"() => {marked}") == ["voltage V1 and"]


def test_search_finds_words_in_any_order(reader: ReadingPage, conference: str) -> None:
    texts = [s["text"].lower() for s in reader.sentences(conference)]
    both = sum("energy" in text and "the" in text for text in texts)
    phrase = sum("the energy" in text for text in texts)
    assert both > phrase > 0
    reader.read(conference)
    for query, count in (("energy the", both), ('"the energy"', phrase)):
        reader.press("/")
        reader.tab.keyboard.type(query)
        reader.until(lambda count=count: reader.tab.inner_text("#search-count") == str(count))  # type: ignore[misc]
        reader.press("Escape")


def test_sentence_says_why_it_is_in_its_layer(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    shown = reader.shown()[0]
    reason = next(s["reason"] for s in reader.sentences(conference) if s["id"] == shown)
    title = reader.tab.get_attribute(f"#text [data-sentence='{shown}']", "title")
    assert title is not None
    assert title.startswith("Layer 1: ")
    assert reason


def test_paper_can_be_left_during_a_search(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    reader.tab.fill("#query", "energy")
    reader.until(lambda: reader.tab.inner_text("#search-count") != "")
    reader.tab.click(".brand")
    reader.tab.wait_for_selector("#zone")
    reader.read(conference)
    assert reader.tab.input_value("#query") == ""


def test_search_that_finds_nothing_says_so(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    reader.tab.fill("#query", "zeppelin")
    reader.until(lambda: reader.tab.inner_text("#search-count") == "none")


def test_explain_view_takes_the_papers_place(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    reader.tab.click("#explain-button")
    reader.until(lambda: any(f.url.endswith("/explain") for f in reader.tab.frames))
    explain = next(f for f in reader.tab.frames if f.url.endswith("/explain"))
    explain.wait_for_selector(".pb-panel")
    # No access to the page, but its own script.
    assert reader.tab.get_attribute(".explain-frame iframe", "sandbox") == "allow-scripts"
    assert "view=explain" in reader.tab.url
    reader.tab.click("#explain-button")
    assert reader.tab.locator(".explain-frame").is_hidden()
    assert "view=explain" not in reader.tab.url


def is_markdown(data: bytes) -> bool:
    return data.startswith(b"# Duty-Cycled") and b"\n## " in data


def is_record(data: bytes) -> bool:
    return bool(json.loads(data)["paragraphs"])


def is_tei(data: bytes) -> bool:
    return ElementTree.fromstring(data).tag == "{http://www.tei-c.org/ns/1.0}TEI"


KINDS: dict[str, Callable[[bytes], bool]] = {
    "txt": lambda data: b"A colony of honeybees announces" in data and b"<" not in data,
    "md": is_markdown,
    "json": is_record,
    "tei": is_tei,
    "html": lambda data: data.lower().startswith(b"<!doctype html>") and b"pb-mark" in data,
    "pdf": lambda data: data.startswith(b"%PDF-") and b"/Highlight" in data,
}


@pytest.mark.parametrize("kind", KINDS)
def test_download(kind: str, reader: ReadingPage, conference: str, tmp_path: Path) -> None:
    reader.read(conference)
    reader.tab.click("#download-button")
    with reader.tab.expect_download() as expected:
        reader.tab.click(f"#downloads [data-format='{kind}']")
    path = tmp_path / expected.value.suggested_filename
    assert path.name.endswith({"tei": ".tei.xml"}.get(kind, f".{kind}"))
    expected.value.save_as(path)
    assert KINDS[kind](path.read_bytes())


def test_address_leads_to_paper_layer_and_sentence(reader: ReadingPage, conference: str) -> None:
    sentence = reader.sentences(conference)[-3]["id"]
    reader.read(conference, f"?layer=3&sentence={sentence}")
    assert reader.tab.input_value("#layer") == "3"
    reader.until(lambda: reader.current() == [sentence, sentence])
    reader.until(lambda: reader.is_in_view(f"#text [data-sentence='{sentence}']"))


def test_back_button_undoes_step_by_step(reader: ReadingPage, conference: str) -> None:
    reader.go()
    reader.tab.wait_for_selector("#zone")
    reader.read(conference)
    first = reader.shown()[0]
    reader.tab.click(f"#text [data-sentence='{first}']")
    reader.press("3")
    assert reader.tab.input_value("#layer") == "3"
    reader.tab.go_back()
    reader.until(lambda: reader.tab.input_value("#layer") == "1")
    assert reader.current()[0] == first
    reader.tab.go_back()
    reader.until(lambda: reader.current() == [])
    reader.tab.go_back()
    reader.tab.wait_for_selector("#zone")
    reader.tab.go_forward()
    reader.wait_for_paper()


def test_link_is_copied(open_tab: OpenTab, conference: str) -> None:
    reader = open_tab(permissions=["clipboard-read", "clipboard-write"])
    reader.read(conference, "?layer=2")
    reader.press("j", "l")
    reader.until(lambda: reader.tab.inner_text("#toast") == "Link copied")
    copied = reader.tab.evaluate("() => navigator.clipboard.readText()")
    assert copied == reader.tab.url
    assert "layer=2" in copied
    assert "sentence=" in copied


def test_recent_paper_can_be_forgotten(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    reader.go("#/")
    reader.tab.wait_for_selector(".recent a")
    reader.tab.click(".recent button")
    assert reader.tab.locator(".recent").count() == 0
    reader.tab.reload()
    reader.tab.wait_for_selector("#zone")
    assert reader.tab.locator(".recent").count() == 0


def test_paper_can_be_deleted_from_the_server(reader: ReadingPage) -> None:
    paper_id = reader.server.keep(ROOT / "paper.pdf", name="delete-me.pdf")
    reader.read(paper_id)
    reader.tab.on("dialog", lambda dialog: dialog.accept())
    reader.press("d")
    reader.tab.click("#delete-paper")
    reader.tab.wait_for_selector("#zone")
    assert reader.server.client.get(f"/papers/{paper_id}").status_code == 404
    # The answer to a page that was about to be shown is an error, which may not be framed.
    reader.faults[:] = [fault for fault in reader.faults if "frame-ancestors" not in fault]


def test_settings_are_remembered(open_tab: OpenTab, conference: str) -> None:
    reader = open_tab(color_scheme="light")
    reader.read(conference)
    size = "() => getComputedStyle(document.querySelector('#text')).fontSize"
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    before = reader.tab.evaluate(size), reader.tab.evaluate(ground)
    reader.press("t", ")", ")")
    after = reader.tab.evaluate(size), reader.tab.evaluate(ground)
    assert float(after[0][:-2]) > float(before[0][:-2])
    assert after[1] != before[1]
    reader.tab.reload()
    reader.wait_for_paper()
    assert (reader.tab.evaluate(size), reader.tab.evaluate(ground)) == after


def test_system_may_ask_for_dark(open_tab: OpenTab, conference: str) -> None:
    reader = open_tab(color_scheme="dark")
    reader.read(conference)
    lightness = """() => {
      const parts = getComputedStyle(document.querySelector("#text-pane")).backgroundColor;
      return Math.max(...parts.match(/\\d+/g).slice(0, 3).map(Number));
    }"""
    assert reader.tab.evaluate(lightness) < 60


def test_phone_shows_one_side_at_a_time(open_tab: OpenTab, conference: str) -> None:
    reader = open_tab(PHONE, has_touch=True, is_mobile=True)
    reader.go(f"#/p/{conference}")
    reader.tab.wait_for_selector("#text .s:not([hidden])")
    assert reader.tab.locator("#page-pane").is_hidden()
    first = reader.shown()[0]
    reader.tab.tap(f"#text [data-sentence='{first}']")
    reader.tab.tap("#tab-page")
    assert reader.tab.locator("#text-pane").is_hidden()
    reader.until(lambda: reader.place_on_page(first) is not None)
    assert reader.current() == [first, first]
    reader.tab.tap("#contents-button")
    reader.tab.tap("#contents-list button >> nth=3")
    assert reader.tab.locator("#contents").is_hidden()
    assert no_sideways_scrolling(reader)


def no_sideways_scrolling(reader: ReadingPage) -> bool:
    return bool(
        reader.tab.evaluate(
            "() => document.documentElement.scrollWidth <= innerWidth"
            " && document.querySelector('#text-pane').scrollWidth <= innerWidth"
        )
    )


def test_splitter_moves_by_pointer_and_keyboard(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    width: Callable[[], Any] = lambda: reader.tab.locator("#page-pane").bounding_box()["width"]  # noqa: E731
    before = width()
    reader.tab.focus("#splitter")
    reader.press("ArrowLeft", "ArrowLeft")
    narrower = width()
    assert narrower < before
    box = reader.tab.locator("#splitter").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 200
    reader.tab.mouse.move(x, y)
    reader.tab.mouse.down()
    reader.tab.mouse.move(x + 150, y, steps=4)
    reader.tab.mouse.up()
    assert width() == pytest.approx(narrower + 150, abs=15)
