"""LexRank: its scores, its speed, and sentences that are alike."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence

import numpy as np
import pytest

import pdfbot
from pdfbot.ranking.lexrank import TextsRead, long_words, score_texts, weigh_terms
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
    code = "import json, pdfbot.ranking.lexrank as r; print(r.score_texts(*json.loads(input())))"
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


def test_sentence_that_says_the_same_is_found_among_those_read() -> None:
    texts = [*FRUIT, "Apples grow on trees!"]
    vectors = weigh_terms(texts)
    read = TextsRead(max_cosine=0.6)
    for index in range(4):
        read.add(index, vectors[index])
    assert read.find_alike(vectors[4]) == 1
    assert TextsRead(0.6).find_alike(vectors[4]) is None
    others = TextsRead(0.6)
    others.add(0, vectors[3])
    assert others.find_alike(vectors[4]) is None


def test_sentences_of_mostly_the_same_words_are_alike_however_common_these_are() -> None:
    """Words that are everywhere in the paper weigh nothing, but a reader sees them twice."""
    same = "Grazed plots of clay lost their topsoil every {} winter"
    others = ["Grazed plots of clay lost topsoil.", "Their topsoil lost clay every winter."]
    texts = [same.format("single"), same.format("cold"), *others * 3]
    vectors = weigh_terms(texts)
    read = TextsRead(max_cosine=0.9)
    read.add(0, vectors[0], long_words(texts[0]))
    assert read.find_alike(vectors[1]) is None
    assert read.find_alike(vectors[1], long_words(texts[1])) == 0
    assert read.find_alike(vectors[1], long_words("Nobody counted sheep in other winters")) is None


@pytest.mark.parametrize("limit", [0.05, 0.1, 0.2])
def test_light_terms_may_be_left_out_when_sentences_are_compared(
    paper: pdfbot.Paper, limit: float
) -> None:
    vectors = weigh_terms([sentence.text for sentence in paper.sentences])
    found = 0
    for index, vector in enumerate(vectors):
        own = dict(vector)
        for other, read_vector in enumerate(vectors[:index]):
            read = TextsRead(limit)
            read.add(other, read_vector)
            cosine = sum(weight * own.get(term, 0.0) for term, weight in read_vector)
            assert (read.find_alike(vector) is not None) == (cosine > limit)
            found += cosine > limit
    assert found


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
