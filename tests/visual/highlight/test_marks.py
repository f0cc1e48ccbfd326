"""Which sentences get which colour."""

from __future__ import annotations

import pytest

import pdfbot
from pdfbot.visual.highlight.marks import (
    DEFAULT_COLOUR,
    MAX_LAYERS,
    PALETTE,
    Marks,
    parse_colour,
    plan_marks,
    plan_ranking,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yellow", "#ffff00"),
        ("#abc", "#aabbcc"),
        ("rgb(1, 2, 3)", "#010203"),
        (" Orange ", "#ffa500"),
    ],
)
def test_colours_are_parsed_as_in_css(text: str, expected: str) -> None:
    assert parse_colour(text) == expected


@pytest.mark.parametrize("text", ["", "no colour", "red;}body{display:none", "url(x)"])
def test_text_that_is_not_a_colour_is_refused(text: str) -> None:
    with pytest.raises(pdfbot.UsageError, match="is not a colour"):
        parse_colour(text)


def test_ids_texts_and_passages_are_marked_and_the_rest_is_missing(physics: pdfbot.Paper) -> None:
    sentence = next(s for s in physics.sentences[5:] if len(s.text.split()) > 9)
    passage = " ".join(sentence.text.split()[1:7])
    plan = plan_marks(physics, {"s1.1": "red", sentence.text: None, passage: None, "nowhere": None})
    assert [m.label for m in plan.marks[:2]] == ["s1.1", sentence.id]
    assert plan.marks[2].label == ""
    assert plan.missing == ("nowhere",)
    assert [layer.colour for layer in plan.layers] == ["#ff0000", DEFAULT_COLOUR]


def test_scores_are_divided_into_layers_of_equal_numbers(physics: pdfbot.Paper) -> None:
    scores: Marks = {s.id: i for i, s in enumerate(physics.sentences[:9])}
    plan = plan_marks(physics, scores, layers=3)
    assert [layer.name for layer in plan.layers] == [
        "layer 1: 6 to 8",
        "layer 2: 3 to 5",
        "layer 3: 0 to 2",
    ]
    assert [m.layer for m in plan.marks] == [2, 2, 2, 1, 1, 1, 0, 0, 0]
    assert len({layer.colour for layer in plan.layers}) == 3


def test_equal_scores_stay_in_one_layer(physics: pdfbot.Paper) -> None:
    ids = [s.id for s in physics.sentences[:5]]
    plan = plan_marks(physics, dict(zip(ids, [1.0, 1.0, 1.0, 0.5, 0.5], strict=True)), layers=4)
    assert [m.layer for m in plan.marks] == [0, 0, 0, 1, 1]


@pytest.mark.parametrize("layers", range(1, MAX_LAYERS + 1))
def test_every_layer_has_a_colour_of_its_own(physics: pdfbot.Paper, layers: int) -> None:
    scores: Marks = {s.id: i for i, s in enumerate(physics.sentences[:12])}
    plan = plan_marks(physics, scores, layers=layers)
    assert len({layer.colour for layer in plan.layers}) == layers
    assert all(layer.colour in PALETTE for layer in plan.layers)


@pytest.mark.parametrize("layers", [0, MAX_LAYERS + 1])
def test_no_layers_or_too_many_are_refused(physics: pdfbot.Paper, layers: int) -> None:
    with pytest.raises(pdfbot.UsageError, match=f"{layers} layers"):
        plan_marks(physics, ["s1.1"], layers)


def test_score_that_is_not_finite_is_refused(physics: pdfbot.Paper) -> None:
    with pytest.raises(pdfbot.UsageError, match="finite"):
        plan_marks(physics, {"s1.1": float("nan")})


def test_ranking_gives_every_sentence_its_layer(physics: pdfbot.Paper) -> None:
    plan = plan_ranking(physics, 3)
    assert {(m.label, m.layer + 1, m.score) for m in plan.marks} == {
        (r.sentence.id, r.layer, r.score) for r in physics.rank(layers=3)
    }
    assert [layer.colour for layer in plan.layers] == [PALETTE[0], PALETTE[2], PALETTE[4]]
    assert plan.layers[0].name.endswith(" to 1")
    with pytest.raises(pdfbot.UsageError, match="7 layers: use 1 to 6"):
        plan_ranking(physics, 7)


def test_result_without_marks_is_coloured_by_its_ranking(physics: pdfbot.Paper) -> None:
    scores = {ranked.sentence.id: ranked.score for ranked in physics.rank(spread="none")}
    assert len(set(scores.values())) == len(scores)
    assert physics.highlight(layers=3, spread="none") == physics.highlight(scores, layers=3)
    assert physics.highlight(layers=3) != physics.highlight(scores, layers=3)
