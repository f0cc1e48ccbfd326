"""Sentences in layers, by pdfbot's order or by given scores."""

from __future__ import annotations

from collections import Counter

import pytest

import pdfbot
from pdfbot.ranking.reading_order import Spread
from tests.documents import PAPERS

PAPER = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"


@pytest.fixture(scope="module")
def paper() -> pdfbot.Paper:
    return pdfbot.extract(PAPER)


def test_layers_have_equal_sizes_and_best_scores_come_first(paper: pdfbot.Paper) -> None:
    ranked = paper.rank(layers=4)
    assert {item.sentence for item in ranked} == set(paper.sentences)
    sizes = Counter(item.layer for item in ranked)
    assert sorted(sizes) == [1, 2, 3, 4]
    assert max(sizes.values()) - min(sizes.values()) <= 1
    keys = [(item.layer, -item.score) for item in ranked]
    assert keys == sorted(keys)
    assert max(item.score for item in ranked) == 1
    assert all(item.reason for item in ranked)


@pytest.mark.parametrize("spread", ["even", "none"])
def test_density_is_the_share_of_every_layer_but_the_last(
    paper: pdfbot.Paper, spread: Spread
) -> None:
    count = len(paper.sentences)
    sizes = Counter(item.layer for item in paper.rank(layers=4, spread=spread, density=0.1))
    first = round(0.1 * count)
    assert sizes == {1: first, 2: first, 3: first, 4: count - 3 * first}


def test_given_scores_decide_alone(paper: pdfbot.Paper) -> None:
    ids = [sentence.id for sentence in paper.sentences]
    given = {ids[4]: 2.0, ids[1]: -1.0, ids[7]: 0.5}
    ranked = paper.rank(scores=given)
    assert [(r.sentence.id, r.score, r.layer, r.reason) for r in ranked] == [
        (ids[4], 2.0, 1, "by the score that was given"),
        (ids[7], 0.5, 2, "by the score that was given"),
        (ids[1], -1.0, 3, "by the score that was given"),
    ]


def test_scores_must_be_finite_and_of_the_paper(paper: pdfbot.Paper) -> None:
    known = paper.sentences[0].id
    with pytest.raises(pdfbot.UsageError, match=r"^no such sentence: s99\.1, s99\.2$"):
        paper.rank(scores={known: 1, "s99.1": 1, "s99.2": 0})
    with pytest.raises(pdfbot.UsageError, match=f"^not a finite score: {known}$"):
        paper.rank(scores={known: float("nan")})
    unknown = {f"s99.{n}": 1.0 for n in range(9)}
    with pytest.raises(pdfbot.UsageError, match=r"s99\.4 and 4 more$"):
        paper.rank(scores=unknown)


def test_layers_are_in_reading_order(paper: pdfbot.Paper) -> None:
    layers = paper.layers(4, density=0.2)
    ids = [sentence.id for sentence in paper.sentences]
    assert len(layers) == 4
    assert sum(map(len, layers)) == len(ids)
    for number, layer in enumerate(layers, 1):
        places = [ids.index(item.sentence.id) for item in layer]
        assert places == sorted(places)
        assert {item.layer for item in layer} == {number}
    only = paper.layers(3, scores={ids[2]: 1.0})
    assert [[item.sentence.id for item in layer] for layer in only] == [[ids[2]], [], []]


def test_wrong_spread_is_refused(paper: pdfbot.Paper) -> None:
    with pytest.raises(pdfbot.UsageError, match="use even or none"):
        paper.rank(spread="odd")  # type: ignore[arg-type]
