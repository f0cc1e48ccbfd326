"""Which sentences get which colour."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import pdfbot
from pdfbot import Highlight
from pdfbot.visual.highlight.colours import (
    CHOSEN_OPACITY,
    DEFAULT_COLOUR,
    LABEL_COLOURS,
    PALETTE,
)
from pdfbot.visual.highlight.highlight_plan import (
    LAYER_NAMES,
    MAX_LAYERS,
    Layer,
    Marks,
    plan_highlights,
    plan_ranking,
)


def test_ids_texts_and_passages_are_marked_and_the_rest_is_missing(physics: pdfbot.Paper) -> None:
    sentence = next(s for s in physics.sentences[5:] if len(s.text.split()) > 9)
    passage = " ".join(sentence.text.split()[1:7])
    plan = plan_highlights(
        physics, {"s1.1": "red", sentence.text: None, passage: None, "nowhere": None}
    )
    assert [m.sentence_id for m in plan.highlights] == ["s1.1", sentence.id, sentence.id]
    assert [m.is_passage for m in plan.highlights] == [False, False, True]
    assert plan.highlights[1].excerpt == sentence.written()
    assert sentence.written().startswith(plan.highlights[2].excerpt.rstrip("\u2026"))
    assert passage in plan.highlights[2].excerpt
    assert plan.missing == ("nowhere",)
    assert [layer.colour for layer in plan.layers] == ["#ff0000", DEFAULT_COLOUR]


def test_scores_are_divided_into_layers_of_equal_numbers(physics: pdfbot.Paper) -> None:
    scores: Marks = {s.id: i for i, s in enumerate(physics.sentences[:9])}
    plan = plan_highlights(physics, scores, layers=3)
    assert [layer.name for layer in plan.layers] == ["most important", "important", "more detail"]
    assert all(layer.is_ranked for layer in plan.layers)
    assert [m.layer for m in plan.highlights] == [2, 2, 2, 1, 1, 1, 0, 0, 0]
    assert len({layer.colour for layer in plan.layers}) == 3


def test_equal_scores_stay_in_one_layer(physics: pdfbot.Paper) -> None:
    ids = [s.id for s in physics.sentences[:5]]
    plan = plan_highlights(
        physics, dict(zip(ids, [1.0, 1.0, 1.0, 0.5, 0.5], strict=True)), layers=4
    )
    assert [m.layer for m in plan.highlights] == [0, 0, 0, 1, 1]


@pytest.mark.parametrize("layers", range(1, MAX_LAYERS + 1))
def test_every_layer_has_a_colour_of_its_own(physics: pdfbot.Paper, layers: int) -> None:
    scores: Marks = {s.id: i for i, s in enumerate(physics.sentences[:12])}
    plan = plan_highlights(physics, scores, layers=layers)
    assert len({layer.colour for layer in plan.layers}) == layers
    assert all(layer.colour in PALETTE for layer in plan.layers)


@pytest.mark.parametrize("layers", [0, MAX_LAYERS + 1])
def test_no_layers_or_too_many_are_refused(physics: pdfbot.Paper, layers: int) -> None:
    with pytest.raises(pdfbot.UsageError, match=f"{layers} layers"):
        plan_highlights(physics, ["s1.1"], layers)


def test_score_that_is_not_finite_is_refused(physics: pdfbot.Paper) -> None:
    with pytest.raises(pdfbot.UsageError, match="finite"):
        plan_highlights(physics, {"s1.1": float("nan")})


def test_ranking_gives_every_sentence_its_layer(physics: pdfbot.Paper) -> None:
    plan = plan_ranking(physics, 3)
    assert {(m.sentence_id, m.layer + 1, m.score) for m in plan.highlights} == {
        (r.sentence.id, r.layer, r.score) for r in physics.rank(layers=3)
    }
    assert [m.sentence_id for m in plan.highlights] == [s.id for s in physics.sentences]
    assert [layer.colour for layer in plan.layers] == [PALETTE[0], PALETTE[3], PALETTE[5]]
    with pytest.raises(pdfbot.UsageError, match="7 layers: use 1 to 6"):
        plan_ranking(physics, 7)


def test_result_without_marks_is_coloured_by_its_ranking(physics: pdfbot.Paper) -> None:
    marks = {
        ranked.sentence.id: pdfbot.Highlight(score=ranked.score, layer=ranked.layer)
        for ranked in physics.rank(density=0.2)
    }
    assert physics.highlight(layers=3, density=0.2) == physics.highlight(marks, layers=3)
    assert physics.highlight(layers=3) != physics.highlight(marks, layers=3)


def test_given_layer_decides_before_the_score(physics: pdfbot.Paper) -> None:
    marks = {
        "s1.1": pdfbot.Highlight(score=0.1, layer=1),
        "s1.2": pdfbot.Highlight(score=0.9, layer=2),
        "s1.3": pdfbot.Highlight(layer=2, colour="red"),
    }
    plan = plan_highlights(physics, marks)
    assert [(m.sentence_id, m.layer) for m in plan.highlights] == [
        ("s1.1", 0),
        ("s1.2", 1),
        ("s1.3", 2),
    ]
    assert [layer.is_ranked for layer in plan.layers] == [True, True, False]
    with pytest.raises(pdfbot.UsageError, match="layer 7: use 1 to 6"):
        pdfbot.Highlight(layer=7)


def test_only_one_layer_is_kept(physics: pdfbot.Paper) -> None:
    plan = plan_ranking(physics, 3)
    only = plan.only(2)
    assert only.layers == plan.layers[1:2]
    kept = [m.sentence_id for m in only.highlights]
    assert kept == [m.sentence_id for m in plan.highlights if m.layer == 1]
    with pytest.raises(pdfbot.UsageError, match="no layer 4: there are 3"):
        plan.only(4)


def test_density_is_the_share_of_the_scores(physics: pdfbot.Paper) -> None:
    marks = {s.id: float(n) for n, s in enumerate(physics.sentences[:10])}
    plan = plan_highlights(physics, marks, 2, density=0.2)
    assert sum(m.layer == 0 for m in plan.highlights) == 2


def test_marks_are_in_reading_order_and_each_sentence_is_marked_once(physics: pdfbot.Paper) -> None:
    first, second = physics.sentences[3:5]
    plan = plan_highlights(physics, {second.id: "red", first.id: "red", first.text: "blue"})
    assert [(m.sentence_id, plan.layers[m.layer].name) for m in plan.highlights] == [
        (first.id, "blue"),
        (second.id, "red"),
    ]


def test_layers_are_called_as_wanted(physics: pdfbot.Paper) -> None:
    names = ("claims", "methods")
    plan = plan_ranking(physics, names=names)
    assert [layer.name for layer in plan.layers] == list(names)
    scores = {s.id: i for i, s in enumerate(physics.sentences[:9])}
    plan = plan_highlights(physics, scores, 3, ["claims"])
    assert [layer.name for layer in plan.layers] == ["claims", "important", "more detail"]


def test_names_without_a_layer_are_refused(physics: pdfbot.Paper) -> None:
    with pytest.raises(pdfbot.UsageError, match="more layer names than layers"):
        plan_ranking(physics, 1, names=["a", "b"])
    with pytest.raises(pdfbot.UsageError, match="empty"):
        plan_ranking(physics, names=["a", " "])


def test_every_number_of_layers_has_names() -> None:
    assert list(LAYER_NAMES) == list(range(1, MAX_LAYERS + 1))
    for count, names in LAYER_NAMES.items():
        assert len(set(names)) == count


def test_labels_are_layers_with_colours_of_their_own(physics: pdfbot.Paper) -> None:
    plan = plan_highlights(
        physics,
        {
            "s1.1": Highlight(label="method", note="how?"),
            "s1.2": Highlight(label="result", colour="teal"),
            "s1.3": Highlight(label="claim"),
            "s1.4": Highlight(label="method"),
        },
    )
    assert plan.layers == (
        Layer("method", LABEL_COLOURS[0]),
        Layer("result", "#008080", CHOSEN_OPACITY),
        Layer("claim", LABEL_COLOURS[1]),
    )
    assert [m.layer for m in plan.highlights] == [0, 1, 2, 0]
    assert plan.highlights[0].note == "how?"


def test_colour_decides_where_there_is_a_score_too(physics: pdfbot.Paper) -> None:
    plan = plan_highlights(
        physics,
        {"s1.1": Highlight(colour="red", score=3), "s1.2": Highlight(score=2, label="claim")},
    )
    assert [layer.name for layer in plan.layers] == ["important", "red"]
    assert [(m.layer, m.score, m.label) for m in plan.highlights] == [(1, 3, ""), (0, 2, "claim")]


def test_text_colours_whole_words_their_sentences_or_parts_of_words(physics: pdfbot.Paper) -> None:
    def marks(style: Highlight) -> list[tuple[str, bool]]:
        return [
            (m.excerpt, m.is_passage) for m in plan_highlights(physics, {"sheet": style}).highlights
        ]

    words = marks(Highlight())
    assert all(re.search("sheet(?![a-z])", excerpt) for excerpt, _ in words)
    assert len(marks(Highlight(within_words=True))) > len(words)
    sentences = [s for s in physics.sentences if re.search("sheet(?![a-z])", s.text)]
    whole = marks(Highlight(whole_sentence=True))
    assert whole == [(s.written(), False) for s in sentences]


@pytest.mark.parametrize("wrong", [{"colour": "nocolour"}, {"score": float("inf")}])
def test_highlight_without_meaning_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(pdfbot.UsageError):
        replace(Highlight(), **wrong)  # type: ignore[arg-type]
