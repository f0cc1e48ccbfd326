"""Scores of small outputs, counted by hand."""

from __future__ import annotations

import pytest

from pdfbot.evaluation.metrics import PaperScore, Removal, UnitScore, average_scores
from pdfbot.evaluation.scored_text import EQUATION
from pdfbot.evaluation.scoring import ScoredPaper, score_paper
from pdfbot.evaluation.truth import NonbodyText, Truth, TruthParagraph

FIRST = "The river carries gravel down from the northern hills."
SECOND = "Every spring the water rises above the wooden bridge."
THIRD = "Nobody has measured how quickly these banks are eroded."
FOURTH = "Our instruments were placed along eleven separate stations."


def truth(*paragraphs: str | TruthParagraph, nonbody: tuple[NonbodyText, ...] = ()) -> Truth:
    built = [TruthParagraph(p) if isinstance(p, str) else p for p in paragraphs]
    return Truth(tuple(built), nonbody)


def sentences(scored: ScoredPaper) -> tuple[int, int, int, int, int]:
    s = scored.score.sentences
    return s.total, s.correct, s.incomplete, s.extra, s.missing


def test_perfect_output() -> None:
    scored = score_paper(truth(f"{FIRST} {SECOND}", THIRD), f"{FIRST}\n{SECOND}\n\n{THIRD}\n")
    assert scored.score.sentences == UnitScore(3, 3, 0, 0, 0)
    assert scored.score.paragraphs == UnitScore(2, 2, 0, 0, 0)
    assert scored.score.order == scored.score.word_precision == scored.score.word_recall == 1
    assert scored.wrong == ()


def test_one_sentence_of_each_outcome() -> None:
    output = f"{FIRST} Every spring the water rises. Copyright held by the publisher in 2020."
    scored = score_paper(truth(f"{FIRST} {SECOND}", THIRD), output)
    assert sentences(scored) == (3, 1, 1, 1, 1)
    score = scored.score.sentences
    assert score.precision == pytest.approx(1 / 3)
    assert score.recall == pytest.approx(1 / 2)
    assert score.strict == pytest.approx(1 / 3)
    assert score.f1 == pytest.approx(2 * (1 / 3) * (1 / 2) / (1 / 3 + 1 / 2))
    assert score.sf1 == pytest.approx(1 / 3)
    assert [(w.kind, w.text[:12], w.truth[:12]) for w in scored.wrong] == [
        ("incomplete", "Every spring", SECOND[:12]),
        ("extra", "Copyright he", ""),
        ("missing", "", THIRD[:12]),
    ]


def test_spelling_of_mathematics_is_ignored() -> None:
    scored = score_paper(
        truth("The value of x2 ∈ {0, 1} decides about everything."),
        "The value of x_2 in {0,1} decides about everything.",
    )
    assert sentences(scored) == (1, 1, 0, 0, 0)


def test_merged_sentences_are_incomplete_rather_than_missing() -> None:
    merged = f"{FIRST[:-1]} {SECOND[0].lower()}{SECOND[1:]}"
    scored = score_paper(truth(f"{FIRST} {SECOND}"), merged)
    assert sentences(scored) == (2, 0, 1, 0, 0)
    assert scored.score.sentences.recall == 0


def test_fragment_of_a_long_sentence_is_incomplete_rather_than_extra() -> None:
    whole = FIRST[:-1] + " while " + SECOND[:-1].lower() + " because " + THIRD.lower()
    scored = score_paper(truth(whole, FOURTH), f"The river carries gravel.\n\n{FOURTH}")
    # It is less than half of the sentence, so the sentence itself is missing.
    assert sentences(scored) == (2, 1, 1, 0, 1)


def test_optional_text_is_neither_required_nor_penalised() -> None:
    expected = truth(FIRST, TruthParagraph(SECOND, optional=True))
    assert sentences(score_paper(expected, FIRST)) == (1, 1, 0, 0, 0)
    both = score_paper(expected, f"{FIRST}\n\n{SECOND}")
    assert sentences(both) == (1, 1, 0, 0, 0)
    assert both.score.word_precision == 1
    assert both.wrong == ()


@pytest.mark.parametrize("separator", [" ", ". "])
def test_text_around_an_equation_may_be_one_sentence_or_two(separator: str) -> None:
    expected = truth(f"{FIRST[:-1]} {EQUATION} {SECOND}")
    assert sentences(score_paper(expected, f"{FIRST[:-1]}{separator}{SECOND}")) == (2, 2, 0, 0, 0)


@pytest.mark.parametrize(
    "prefix", ["", "Proof. ", "Lemma Two (Slow Rivers) ", "Lemma Two (Slow Rivers). "]
)
def test_paragraph_label_may_be_kept_or_dropped(prefix: str) -> None:
    label = prefix.strip() or "Proof."
    scored = score_paper(
        truth(TruthParagraph(FIRST, label=label), SECOND), f"{prefix}{FIRST}\n\n{SECOND}"
    )
    assert sentences(scored) == (2, 2, 0, 0, 0)
    assert scored.score.paragraphs == UnitScore(2, 2, 0, 0, 0)
    assert scored.score.word_precision == scored.score.word_recall == 1


def test_unlisted_label_is_extra() -> None:
    scored = score_paper(truth(FIRST, SECOND), f"Lemma Two (Slow Rivers). {FIRST}\n\n{SECOND}")
    assert sentences(scored) == (2, 2, 0, 1, 0)


def test_paragraph_label_on_its_own_is_ignored() -> None:
    expected = truth(TruthParagraph(FIRST, label="Slow Rivers Everywhere"))
    scored = score_paper(expected, f"Slow Rivers Everywhere\n\n{FIRST}")
    assert sentences(scored) == (1, 1, 0, 0, 0)
    assert scored.score.paragraphs == UnitScore(1, 1, 0, 0, 0)


def test_characters_are_folded_in_truth_and_output() -> None:
    text = "Моја кућа стоји јако далеко"
    expected = Truth((TruthParagraph(text.replace("ј", "j")),), (), (("ј", "j"),))
    assert sentences(score_paper(expected, text)) == (1, 1, 0, 0, 0)
    bare = Truth(expected.paragraphs, ())
    assert sentences(score_paper(bare, text)) == (1, 0, 1, 0, 0)


def test_order_counts_neighbouring_sentences() -> None:
    scored = score_paper(
        truth(f"{FIRST} {SECOND} {THIRD} {FOURTH}"), f"{THIRD} {FOURTH} {FIRST} {SECOND}"
    )
    assert scored.score.order == pytest.approx(2 / 3)


def test_word_precision_and_recall() -> None:
    scored = score_paper(truth("one two three four five"), "one two three four stray words")
    assert scored.score.word_precision == pytest.approx(4 / 6)
    assert scored.score.word_recall == pytest.approx(4 / 5)


def test_split_and_merged_paragraphs() -> None:
    output = f"{FIRST}\n\n{SECOND} {THIRD}\n\nSome completely different words are here"
    scored = score_paper(truth(f"{FIRST} {SECOND}", THIRD, FOURTH), output)
    assert sentences(scored) == (4, 3, 0, 1, 1)
    # Half of the first paragraph; the other half merged with the second; the third is missing.
    assert scored.score.paragraphs == UnitScore(3, 0, 2, 1, 1)


def test_removal_ignores_trigrams_that_occur_in_the_body() -> None:
    nonbody = (
        NonbodyText("caption", "Figure 1. The river carries stones."),
        NonbodyText("table", "10 20 30 40"),
        NonbodyText("heading", "The river carries"),
    )
    scored = score_paper(truth(FIRST, nonbody=nonbody), f"{FIRST}\n\nFigure 1. The end, 20 30 40")
    # Trigrams of the caption: figure 1 the, 1 the river, river carries stones; of the table: 2.
    assert scored.score.removal == {"caption": Removal(3, 1), "table": Removal(2, 1)}


def test_empty_output_and_empty_truth() -> None:
    scored = score_paper(truth(FIRST), "")
    assert sentences(scored) == (1, 0, 0, 0, 1)
    assert scored.score.order == scored.score.sentences.sf1 == scored.score.word_precision == 0
    empty = score_paper(truth(), FIRST)
    assert sentences(empty) == (0, 0, 0, 1, 0)


def test_corpus_figures_are_means_and_removal_is_pooled() -> None:
    def score(correct: int, missing: int, removal: dict[str, Removal]) -> PaperScore:
        unit = UnitScore(correct + missing, correct, 0, 0, missing)
        return PaperScore(unit, unit, 1.0, 1.0, 0.5, removal)

    summary = average_scores(
        [
            score(1, 0, {"table": Removal(10, 0)}),
            score(1, 3, {"table": Removal(30, 10), "title": Removal(1, 1)}),
        ]
    )
    assert summary.papers == 2
    assert summary.sentences.strict == pytest.approx((1 + 0.25) / 2)
    assert summary.sentences.sf1 == pytest.approx((1 + 0.4) / 2)
    assert summary.sentences.counts == UnitScore(5, 2, 0, 0, 3)
    assert summary.removal["table"].share == pytest.approx(0.75)
    assert summary.removal["title"].share == 0
