"""Outcomes on built outputs, counted by hand."""

from __future__ import annotations

import pytest

from pdfbot.evaluation.judging import JudgedPaper, judge_paper
from pdfbot.evaluation.scores import PaperScore, Removal, UnitScore, summarise
from pdfbot.evaluation.truth import Nonbody, TrueParagraph, Truth
from pdfbot.evaluation.wording import EQUATION

FIRST = "The river carries gravel down from the northern hills."
SECOND = "Every spring the water rises above the wooden bridge."
THIRD = "Nobody has measured how quickly these banks are eroded."
FOURTH = "Our instruments were placed along eleven separate stations."


def truth(*paragraphs: str | TrueParagraph, nonbody: tuple[Nonbody, ...] = ()) -> Truth:
    made = [TrueParagraph(p) if isinstance(p, str) else p for p in paragraphs]
    return Truth(tuple(made), nonbody)


def sentences(judged: JudgedPaper) -> tuple[int, int, int, int, int]:
    s = judged.score.sentences
    return s.total, s.correct, s.incomplete, s.extra, s.missing


def test_all_right() -> None:
    judged = judge_paper(truth(f"{FIRST} {SECOND}", THIRD), f"{FIRST}\n{SECOND}\n\n{THIRD}\n")
    assert judged.score.sentences == UnitScore(3, 3, 0, 0, 0)
    assert judged.score.paragraphs == UnitScore(2, 2, 0, 0, 0)
    assert judged.score.order == judged.score.word_precision == judged.score.word_recall == 1
    assert judged.wrong == ()


def test_one_of_each_outcome() -> None:
    output = f"{FIRST} Every spring the water rises. Copyright held by the publisher in 2020."
    judged = judge_paper(truth(f"{FIRST} {SECOND}", THIRD), output)
    assert sentences(judged) == (3, 1, 1, 1, 1)
    score = judged.score.sentences
    assert score.precision == pytest.approx(1 / 3)
    assert score.recall == pytest.approx(1 / 2)
    assert score.strict == pytest.approx(1 / 3)
    assert score.f1 == pytest.approx(2 * (1 / 3) * (1 / 2) / (1 / 3 + 1 / 2))
    assert score.sf1 == pytest.approx(1 / 3)
    assert [(w.kind, w.text[:12], w.truth[:12]) for w in judged.wrong] == [
        ("incomplete", "Every spring", SECOND[:12]),
        ("extra", "Copyright he", ""),
        ("missing", "", THIRD[:12]),
    ]


def test_spelling_of_mathematics_does_not_count() -> None:
    judged = judge_paper(
        truth("The value of x2 ∈ {0, 1} decides about everything."),
        "The value of x_2 in {0,1} decides about everything.",
    )
    assert sentences(judged) == (1, 1, 0, 0, 0)


def test_merged_sentences_are_damaged_and_not_missing() -> None:
    merged = f"{FIRST[:-1]} {SECOND[0].lower()}{SECOND[1:]}"
    judged = judge_paper(truth(f"{FIRST} {SECOND}"), merged)
    assert sentences(judged) == (2, 0, 1, 0, 0)
    assert judged.score.sentences.recall == 0


def test_a_fragment_of_a_long_sentence_is_damaged_and_not_extra() -> None:
    whole = FIRST[:-1] + " while " + SECOND[:-1].lower() + " because " + THIRD.lower()
    judged = judge_paper(truth(whole, FOURTH), f"The river carries gravel.\n\n{FOURTH}")
    # Less than half of the sentence, so nothing of it counts as found.
    assert sentences(judged) == (2, 1, 1, 0, 1)


def test_what_is_optional_is_neither_wanted_nor_punished() -> None:
    wanted = truth(FIRST, TrueParagraph(SECOND, optional=True))
    assert sentences(judge_paper(wanted, FIRST)) == (1, 1, 0, 0, 0)
    both = judge_paper(wanted, f"{FIRST}\n\n{SECOND}")
    assert sentences(both) == (1, 1, 0, 0, 0)
    assert both.score.word_precision == 1
    assert both.wrong == ()


@pytest.mark.parametrize("mark", [" ", ". "])
def test_both_readings_over_an_equation_are_correct(mark: str) -> None:
    wanted = truth(f"{FIRST[:-1]} {EQUATION} {SECOND}")
    assert sentences(judge_paper(wanted, f"{FIRST[:-1]}{mark}{SECOND}")) == (2, 2, 0, 0, 0)


@pytest.mark.parametrize(
    "prefix", ["", "Proof. ", "Lemma Two (Slow Rivers) ", "Lemma Two (Slow Rivers). "]
)
def test_a_label_may_stand_there_or_not(prefix: str) -> None:
    label = prefix.strip() or "Proof."
    judged = judge_paper(
        truth(TrueParagraph(FIRST, label=label), SECOND), f"{prefix}{FIRST}\n\n{SECOND}"
    )
    assert sentences(judged) == (2, 2, 0, 0, 0)
    assert judged.score.paragraphs == UnitScore(2, 2, 0, 0, 0)
    assert judged.score.word_precision == judged.score.word_recall == 1


def test_without_a_label_the_same_text_is_extra() -> None:
    judged = judge_paper(truth(FIRST, SECOND), f"Lemma Two (Slow Rivers). {FIRST}\n\n{SECOND}")
    assert sentences(judged) == (2, 2, 0, 1, 0)


def test_a_label_in_a_paragraph_of_its_own_does_not_count() -> None:
    wanted = truth(TrueParagraph(FIRST, label="Slow Rivers Everywhere"))
    judged = judge_paper(wanted, f"Slow Rivers Everywhere\n\n{FIRST}")
    assert sentences(judged) == (1, 1, 0, 0, 0)
    assert judged.score.paragraphs == UnitScore(1, 1, 0, 0, 0)


def test_characters_are_folded_on_both_sides() -> None:
    text = "Моја кућа стоји јако далеко"
    wanted = Truth((TrueParagraph(text.replace("ј", "j")),), (), (("ј", "j"),))
    assert sentences(judge_paper(wanted, text)) == (1, 1, 0, 0, 0)
    bare = Truth(wanted.paragraphs, ())
    assert sentences(judge_paper(bare, text)) == (1, 0, 1, 0, 0)


def test_order() -> None:
    judged = judge_paper(
        truth(f"{FIRST} {SECOND} {THIRD} {FOURTH}"), f"{THIRD} {FOURTH} {FIRST} {SECOND}"
    )
    assert judged.score.order == pytest.approx(2 / 3)


def test_words() -> None:
    judged = judge_paper(truth("one two three four five"), "one two three four stray words")
    assert judged.score.word_precision == pytest.approx(4 / 6)
    assert judged.score.word_recall == pytest.approx(4 / 5)


def test_paragraph_outcomes() -> None:
    output = f"{FIRST}\n\n{SECOND} {THIRD}\n\nSome completely different words stand here"
    judged = judge_paper(truth(f"{FIRST} {SECOND}", THIRD, FOURTH), output)
    assert sentences(judged) == (4, 3, 0, 1, 1)
    # One half of the first; a merger with the third; nothing of the fourth.
    assert judged.score.paragraphs == UnitScore(3, 0, 2, 1, 1)


def test_removal_counts_only_what_the_body_does_not_say() -> None:
    nonbody = (
        Nonbody("caption", "Figure 1. The river carries stones."),
        Nonbody("table", "10 20 30 40"),
        Nonbody("heading", "The river carries"),
    )
    judged = judge_paper(truth(FIRST, nonbody=nonbody), f"{FIRST}\n\nFigure 1. The end, 20 30 40")
    # Of the caption: figure 1 the, 1 the river, river carries stones; of the table: 2 triples.
    assert judged.score.removal == {"caption": Removal(3, 1), "table": Removal(2, 1)}


def test_nothing_at_all() -> None:
    judged = judge_paper(truth(FIRST), "")
    assert sentences(judged) == (1, 0, 0, 0, 1)
    assert judged.score.order == judged.score.sentences.sf1 == judged.score.word_precision == 0
    empty = judge_paper(truth(), FIRST)
    assert sentences(empty) == (0, 0, 0, 1, 0)


def test_a_corpus_is_the_mean_of_its_papers_and_removal_is_pooled() -> None:
    def score(correct: int, missing: int, removal: dict[str, Removal]) -> PaperScore:
        unit = UnitScore(correct + missing, correct, 0, 0, missing)
        return PaperScore(unit, unit, 1.0, 1.0, 0.5, removal)

    summary = summarise(
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
