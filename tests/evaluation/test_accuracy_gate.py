"""The gate: how far a figure of accuracy may fall, and how a new figure is recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accuracy_gate import (
    ALL,
    MAX_REPLICAS,
    OTHERS,
    REMOVED,
    Corpus,
    Fall,
    falls,
    figures_of,
    read_corpus,
    renew,
)
from record_accuracy import update_record

from pdfbot.evaluation.evaluation_run import EvaluatedPaper
from pdfbot.evaluation.scoring import score_paper
from pdfbot.evaluation.truth import NonbodyText, PaperFolder, Truth, TruthParagraph

BODY = "Rivers carry gravel down to the sea."
TRUTH = Truth((TruthParagraph(BODY),), (NonbodyText("caption", "A map of the old river."),))


@pytest.mark.parametrize(
    ("group", "name", "now", "is_allowed"),
    [
        (ALL, "sentences", 0.888, True),
        (ALL, "sentences", 0.8879, False),
        (ALL, "paragraphs", 0.886, True),
        (ALL, "paragraphs", 0.8859, False),
        (REMOVED, "caption", 0.886, True),
        (REMOVED, "caption", 0.8859, False),
        ("Harbour Press", "sentences", 0.88, True),
        ("Harbour Press", "sentences", 0.8799, False),
        ("Harbour Press", "paragraphs", 0.88, True),
    ],
)
def test_small_falls_need_no_reason(group: str, name: str, now: float, is_allowed: bool) -> None:
    assert Fall(group, name, 0.89, now).is_allowed == is_allowed


def test_falls_are_named_by_family() -> None:
    recorded = {ALL: {"sentences": 0.9}, "Harbour Press": {"paragraphs": 0.8}}
    measured = {ALL: {"sentences": 0.91}, "Harbour Press": {"paragraphs": 0.7}}
    fallen = [str(fall) for fall in falls(recorded, measured)]
    assert fallen == ["Harbour Press, paragraphs: 0.7000, recorded: 0.8000"]


def test_figure_that_is_not_measured_any_more_fell_to_zero() -> None:
    assert list(falls({"Old Press": {"sentences": 0.9}}, {})) == [
        Fall("Old Press", "sentences", 0.9, 0.0)
    ]


def test_small_falls_do_not_add_up() -> None:
    recorded = {ALL: {"sentences": 0.9, "paragraphs": 0.8}}
    measured = {ALL: {"sentences": 0.899, "paragraphs": 0.85}}
    assert renew(recorded, measured, lower=False) == {ALL: {"sentences": 0.9, "paragraphs": 0.85}}
    assert renew(recorded, measured, lower=True) == measured


def test_figures_of_families_are_apart() -> None:
    papers = [
        EvaluatedPaper("good", score_paper(TRUTH, BODY)),
        EvaluatedPaper("empty", score_paper(TRUTH, "")),
    ]
    assert figures_of(papers, {"good": "a", "empty": "b"}) == {
        ALL: {"sentences": 0.5, "paragraphs": 0.5},
        REMOVED: {"caption": 1.0},
        "a": {"sentences": 1.0, "paragraphs": 1.0},
        "b": {"sentences": 0.0, "paragraphs": 0.0},
    }


@pytest.mark.parametrize(("papers", "family"), [(4, "Harbour Press"), (3, OTHERS)])
def test_small_families_are_put_together(tmp_path: Any, papers: int, family: str) -> None:
    for number in range(papers):
        (tmp_path / "papers" / f"p{number}").mkdir(parents=True)
        truth = tmp_path / "papers" / f"p{number}" / "truth.json"
        truth.write_text('{"paragraphs": [], "nonbody": []}')
    rows = "".join(f"p{number}\tHarbour Press\n" for number in range(papers))
    (tmp_path / "INDEX.tsv").write_text(f"id\tfamily\n{rows}")
    assert set(read_corpus(tmp_path / "papers").families.values()) == {family}


def record(sentences: float, digest: str = "d") -> dict[str, Any]:
    return {"digest": digest, "embedded": {ALL: {"sentences": sentences}}}


def test_large_fall_is_refused_without_a_reason() -> None:
    kept = {"corpora": {"bench": record(0.9)}}
    (refused,) = update_record(kept, {"bench": record(0.8)}, reason="")
    assert refused.startswith("bench, embedded, all papers, sentences")
    assert kept == {"corpora": {"bench": record(0.9)}}


def test_reason_is_kept_with_the_figures_it_lowered() -> None:
    kept: dict[str, Any] = {"corpora": {"bench": record(0.9), "other": record(0.7)}}
    assert not update_record(kept, {"bench": record(0.8)}, reason="A fitted rule is gone.")
    assert kept["corpora"] == {"bench": record(0.8), "other": record(0.7)}
    (entry,) = kept["lowered"]
    assert entry["reason"] == "A fitted rule is gone."
    assert entry["figures"] == {"bench, embedded, all papers, sentences": [0.9, 0.8]}
    assert entry["date"]


def test_small_fall_is_recorded_with_the_old_figure() -> None:
    kept: dict[str, Any] = {"corpora": {"bench": record(0.9)}}
    assert not update_record(kept, {"bench": record(0.899)}, reason="")
    assert kept == {"corpora": {"bench": record(0.9)}}


def test_figures_of_another_ground_truth_are_replaced() -> None:
    kept: dict[str, Any] = {"corpora": {"bench": record(0.9)}}
    assert not update_record(kept, {"bench": record(0.5, digest="new")}, reason="")
    assert kept == {"corpora": {"bench": record(0.5, digest="new")}}


def corpus_of(count: int) -> Corpus:
    """Papers of two families in turn; the last one is alone in its family."""
    names = [f"p{number:03}" for number in range(count)]
    families = {name: "even" if place % 2 == 0 else "odd" for place, name in enumerate(names)}
    families[names[-1]] = "single"
    return Corpus([PaperFolder(name, Path(name), None, None) for name in names], families)


def test_every_replica_of_a_small_corpus_is_measured() -> None:
    corpus = corpus_of(MAX_REPLICAS)
    assert corpus.measured_with("replica") is corpus


def test_some_replicas_of_a_large_corpus_are_measured_and_all_of_its_pdfs() -> None:
    corpus = corpus_of(3 * MAX_REPLICAS - 2)
    assert corpus.measured_with("embedded") is corpus
    measured = corpus.measured_with("replica")
    assert [paper.id for paper in measured.papers] == [p.id for p in corpus.papers[::3]]
    # The only one of its family counts among others.
    assert set(measured.families.values()) == {"even", "odd", OTHERS}
