"""Layers on both sides: what is shown and coloured agrees with the server's response."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.page.conftest import DENSITY, LAYERS, ReadingPage


def mark_of(layer: int, shown: int) -> str:
    """New sentences are tinted on the paper, earlier ones have a bar, the rest is plain."""
    return f"{'tint' if layer == shown else 'earlier'} {layer}"


def check_layers(reader: ReadingPage, sentences: list[dict[str, Any]], layer: int) -> None:
    """Both sides show the sentences up to this layer, each marked as one of its layer."""
    wanted = {s["id"]: s["layer"] for s in sentences if s["layer"] <= layer}
    assert reader.shown() == list(wanted)
    assert reader.shown_layers() == wanted
    printed = {name: mark_of(own, layer) for name, own in wanted.items() if own < LAYERS}
    assert reader.all_marks() == printed
    assert str(len(wanted)) in reader.tab.inner_text("#count")


def test_slider_goes_through_all_layers(reader: ReadingPage, conference: str) -> None:
    sentences = reader.sentences(conference)
    assert {s["layer"] for s in sentences} == set(range(1, LAYERS + 1))
    reader.read(conference)
    check_layers(reader, sentences, 1)
    reader.tab.focus("#layer")
    for layer in range(2, LAYERS + 1):
        reader.press("ArrowRight")
        check_layers(reader, sentences, layer)
    reader.press("Home")
    check_layers(reader, sentences, 1)


def test_stops_below_the_slider_can_be_clicked(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    reader.tab.click(".stop[data-layer='3']")
    check_layers(reader, reader.sentences(conference), 3)


def test_sentences_are_added_between_those_already_there(
    reader: ReadingPage, conference: str
) -> None:
    reader.read(conference)
    first = reader.shown()
    reader.press("2")
    second = reader.shown()
    assert [sentence for sentence in second if sentence in first] == first
    order = [s["id"] for s in reader.sentences(conference)]
    assert second == sorted(second, key=order.index)


def test_spread_by_score(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    even = reader.shown()
    reader.tab.check("input[name='spread'][value='none']", force=True)
    reader.until(lambda: reader.shown() != even)
    check_layers(reader, reader.sentences(conference, spread="none"), 1)
    assert "spread=none" in reader.tab.url


def test_density(reader: ReadingPage, conference: str) -> None:
    reader.read(conference, "?layer=2")
    before = reader.shown()
    reader.tab.focus("#density")
    reader.press("ArrowRight", "ArrowRight", "ArrowRight")
    reader.until(lambda: len(reader.shown()) > len(before))
    check_layers(reader, reader.sentences(conference, density=(DENSITY + 3) / 100), 2)


def test_headings_without_sentences_are_hidden(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    few = reader.tab.locator("#text section:visible").count()
    reader.press("4")
    assert reader.tab.locator("#text section:visible").count() > few
    headings = reader.tab.locator("#text :is(h2, h3):visible").all_inner_texts()
    assert "I Introduction" in headings


def test_reading_place_stays_when_a_layer_is_added(reader: ReadingPage, conference: str) -> None:
    reader.read(conference, "?layer=2")
    reader.tab.evaluate("document.querySelector('#text-pane').scrollTop = 900")
    where = "() => document.querySelector('#text [data-sentence={}]').getBoundingClientRect().top"
    edge = reader.tab.evaluate("document.querySelector('#text-pane').getBoundingClientRect().top")
    seen = [s for s in reader.shown() if edge <= reader.tab.evaluate(where.format(f'"{s}"')) < 400]
    before = reader.tab.evaluate(where.format(f'"{seen[0]}"'))
    reader.press("4")
    assert reader.tab.evaluate(where.format(f'"{seen[0]}"')) == pytest.approx(before, abs=2)


def test_marks_are_drawn_only_near_what_is_seen(reader: ReadingPage, paper_id: str) -> None:
    reader.read(paper_id, "?layer=3")
    printed = {s["id"] for s in reader.sentences(paper_id) if s["layer"] <= 3}
    assert set(reader.marks()) < printed
    assert set(reader.all_marks()) == printed


def test_scores_and_notes_of_a_backend_are_shown(reader: ReadingPage) -> None:
    paper_id = reader.server.keep(name="scored.pdf")
    chosen = [s["id"] for s in reader.sentences(paper_id)][5:7]
    scores = {key: {"score": 1.0, "note": "the main claim"} for key in chosen}
    answer = reader.server.client.put(f"/papers/{paper_id}/scores", json=scores)
    assert answer.status_code == 200
    reader.read(paper_id, "?density=25")
    assert "the scores that were given" in reader.tab.inner_text("#text .summary")
    check_layers(reader, reader.sentences(paper_id, density=0.25), 1)
    shown = reader.shown()
    assert shown
    assert set(shown) <= set(chosen)
    assert (
        reader.tab.get_attribute(f"#text [data-sentence='{shown[0]}']", "title") == "the main claim"
    )
