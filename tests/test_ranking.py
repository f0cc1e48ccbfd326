"""The ranking of sentences: its scores, its layers, its speed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

import pdfbot
from pdfbot.ranking import Spread, assign_layers, rank_sentences, score_texts
from tests.documents import PAPERS

PAPER = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
FRUIT = ["Red apples grow here.", "Apples grow on trees.", "Green trees grow.", "Zinc melts."]


@pytest.fixture(scope="module")
def paper() -> pdfbot.Paper:
    return pdfbot.extract(PAPER)


def stationary_distribution(texts: Sequence[str], title: str) -> np.ndarray:
    """LexRank by dense linear algebra: the walk's equation is solved, not iterated."""
    words = [[w[:5] for w in re.findall(r"[^\W\d_]+", t.casefold())] for t in [*texts, title]]
    terms = sorted({word for text in words for word in text})
    counts = np.array([[text.count(term) for term in terms] for text in words], dtype=float)
    weights = counts * np.log(len(words) / (counts > 0).sum(axis=0))
    lengths = np.linalg.norm(weights, axis=1, keepdims=True)
    weights = np.divide(weights, lengths, out=np.zeros_like(weights), where=lengths > 0)
    cosines = weights[:-1] @ weights[:-1].T
    steps = cosines / cosines.sum(axis=1, keepdims=True)
    jumps = weights[:-1] @ weights[-1]
    jumps = jumps / jumps.sum() if jumps.any() else np.full(len(texts), 1 / len(texts))
    shares: np.ndarray = np.linalg.solve(np.eye(len(texts)) - 0.85 * steps.T, 0.15 * jumps)
    best: float = shares.max()
    return shares / best


@pytest.mark.parametrize("with_title", [True, False])
def test_scores_are_those_of_dense_linear_algebra(paper: pdfbot.Paper, with_title: bool) -> None:
    texts = [sentence.text for sentence in paper.sentences]
    title = paper.title if with_title else ""
    expected = stationary_distribution(texts, title)
    assert expected.min() < 0.5
    assert score_texts(texts, title) == pytest.approx(list(expected), abs=1e-6)


def test_sentence_that_resembles_most_others_scores_best() -> None:
    """The exact scores, on every machine and Python."""
    assert score_texts(FRUIT) == [0.895015, 1.0, 0.918184, 0.937733]


def test_title_lifts_the_sentences_that_resemble_it() -> None:
    assert score_texts(FRUIT, "How zinc melts")[3] == 1


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([], []),
        (["1 + 2"], [0]),
        (["One sentence."], [1]),
        (["The same.", "The same.", "3.14"], [1, 1, 0]),
    ],
)
def test_texts_without_words_score_nothing(texts: list[str], expected: list[float]) -> None:
    assert score_texts(texts) == expected


def test_scores_depend_neither_on_hash_seed_nor_on_order(
    paper: pdfbot.Paper, command_environment: dict[str, str]
) -> None:
    """Reversed, every sum is added up in another order; the seed changes the order of sets."""
    texts = [sentence.text for sentence in paper.sentences]
    scores = score_texts(texts, paper.title)
    assert score_texts(texts[::-1], paper.title)[::-1] == scores
    code = "import json, pdfbot.ranking; print(pdfbot.ranking.score_texts(*json.loads(input())))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps([texts, paper.title]),
            env={**command_environment, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert printed == {str(scores)}


def test_layers_have_equal_sizes_and_best_scores_come_first(paper: pdfbot.Paper) -> None:
    ranked = paper.rank(layers=4, spread="none")
    assert {item.sentence for item in ranked} == set(paper.sentences)
    sizes = Counter(item.layer for item in ranked)
    assert sorted(sizes) == [1, 2, 3, 4]
    assert max(sizes.values()) - min(sizes.values()) <= 1
    scores = [item.score for item in ranked]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1


@pytest.mark.parametrize("spread", ["even", "none"])
def test_density_is_the_share_of_every_layer_but_the_last(
    paper: pdfbot.Paper, spread: Spread
) -> None:
    count = len(paper.sentences)
    sizes = Counter(item.layer for item in paper.rank(layers=4, spread=spread, density=0.1))
    first = round(0.1 * count)
    assert sizes == {1: first, 2: first, 3: first, 4: count - 3 * first}


@pytest.mark.parametrize(
    ("density", "sizes"), [(0.01, [1, 1, 3]), (0.2, [1, 1, 3]), (0.5, [2, 2, 1]), (1, [5])]
)
def test_first_layer_of_any_density_has_a_sentence(density: float, sizes: list[int]) -> None:
    layers = assign_layers([5, 4, 3, 2, 1], [""] * 5, 3, "none", density)
    assert layers == sorted(layers)
    assert list(Counter(layers).values()) == sizes


@pytest.mark.parametrize("density", [0, -0.1, 1.01, float("nan")])
def test_density_must_be_a_share(paper: pdfbot.Paper, density: float) -> None:
    with pytest.raises(pdfbot.UsageError, match="density"):
        paper.rank(density=density)


def test_given_scores_rank_the_sentences_that_have_one(paper: pdfbot.Paper) -> None:
    ids = [sentence.id for sentence in paper.sentences]
    given = {ids[4]: 2.0, ids[1]: -1.0, ids[7]: 0.5}
    ranked = rank_sentences(paper, 3, "none", scores=given)
    assert [(r.sentence.id, r.score, r.layer) for r in ranked] == [
        (ids[4], 2.0, 1),
        (ids[7], 0.5, 2),
        (ids[1], -1.0, 3),
    ]


def test_even_spread_takes_the_best_of_every_section(paper: pdfbot.Paper) -> None:
    section_of = {s.id: p.section for p in paper.paragraphs for s in p.sentences}
    sizes = Counter(section_of.values())

    def first_layer(spread: Spread) -> Counter[str]:
        ranked = paper.rank(layers=3, spread=spread)
        return Counter(section_of[r.sentence.id] for r in ranked if r.layer == 1)

    def is_even(found: Counter[str]) -> bool:
        return all(abs(found[section] - size / 3) <= 1 for section, size in sizes.items())

    assert is_even(first_layer("even"))
    assert not is_even(first_layer("none"))
    scores = {item.sentence.id: item.score for item in paper.rank()}
    for section in sizes:
        layers = {
            r.sentence.id: r.layer for r in paper.rank() if section_of[r.sentence.id] == section
        }
        best_first = sorted(layers, key=lambda name: -scores[name])
        assert [layers[name] for name in best_first] == sorted(layers.values())


def test_more_layers_than_sentences_leave_layers_empty(paper: pdfbot.Paper) -> None:
    count = len(paper.sentences)
    layers = [item.layer for item in rank_sentences(paper, layers=2 * count)]
    assert len(set(layers)) == count
    assert max(layers) <= 2 * count


def test_wrong_layers_and_spreads_are_refused(paper: pdfbot.Paper) -> None:
    with pytest.raises(pdfbot.UsageError, match="0 layers: use 1 or more"):
        paper.rank(layers=0)
    with pytest.raises(pdfbot.UsageError, match="use even or none"):
        paper.rank(spread="odd")  # type: ignore[arg-type]


def test_time_grows_with_the_length_of_the_text(paper: pdfbot.Paper) -> None:
    """The limits are about eight times what docs/ranking.md reports."""
    texts = [sentence.text for sentence in paper.sentences]

    def seconds(count: int) -> float:
        many = [f"{texts[n % len(texts)]} word{chr(97 + n % 26)}" for n in range(count)]
        started = time.process_time()
        score_texts(many, paper.title)
        return time.process_time() - started

    assert min(seconds(200) for _ in range(3)) < 0.15
    assert seconds(5000) < 3
