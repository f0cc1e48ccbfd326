"""scripts/bench_ranking.py: what is compared with the abstract."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def benchmark(root: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("rouge_score", reason="needs pdfbot[test]")
    monkeypatch.syspath_prepend(root / "scripts")
    return importlib.import_module("bench_ranking")


def test_best_sentences_are_cut_off_at_the_length_of_the_abstract(benchmark: Any) -> None:
    sample = benchmark.Sample("", "five words in this abstract", ["a b c", "d e", "f g h i"], [])
    assert benchmark.summarise(sample, [3, 1, 2]) == "a b c\nf g"
    assert benchmark.summarise(sample, [1, 2, 3]) == "d\nf g h i"


def test_ranking_that_repeats_the_abstract_scores_best(benchmark: Any) -> None:
    sentences = ["Zinc melts at once.", "Apples grow on green trees.", "Nobody counts sheep."]
    sample = benchmark.Sample("Apples", "Apples grow on green trees.", sentences, [1, 3, 2])
    results = benchmark.measure(sample, [3, 2, 1])
    assert results["pdfbot"] == [1, 1, 1]
    assert results["lead"] == results["TextRank (sumy)"]
    assert 0 < results["random"][0] < 1
    assert "TextRank (sumy)" not in benchmark.measure(sample, None)
    table = benchmark.rouge_table([results]).splitlines()
    assert table[0] == "|  | ROUGE-1 | ROUGE-2 | ROUGE-L |"
    assert table[2] == "| pdfbot | 100.0 | 100.0 | 100.0 |"


def test_layers_that_are_printed_are_whole_and_say_why(benchmark: Any) -> None:
    rows = benchmark.print_layers(["papers/onecolumn-indented"]).splitlines()
    title, first = rows[:2]
    assert title.startswith("- **How Long Does a Footpath Remember?")
    assert title.endswith(f"({len(rows) - 1} of 83 sentences)")
    assert first.endswith("at once. *(number 1 of 5 in the abstract)*")


def test_citation_behind_the_full_stop_makes_no_fragment(benchmark: Any) -> None:
    whole = benchmark.pdfbot.extract(
        benchmark.FIXTURES / "papers/onecolumn-indented/onecolumn-indented.pdf"
    )
    is_no_text = importlib.import_module("layer_measures").is_no_text
    (sentence, *_) = whole.sentences
    for mark in ("", " [3]", "[5c,29]", "12,13"):
        assert not is_no_text(replace(sentence, text=sentence.text + mark), whole)
    assert is_no_text(replace(sentence, text=sentence.text.rstrip(".")), whole)
