"""Run-in labels that the ground truth lists are removed from the output before scoring."""

from __future__ import annotations

import pytest

from pdfbot.evaluation.metrics import UnitScore
from pdfbot.evaluation.run_in_labels import remove_labels
from pdfbot.evaluation.scoring import score_paper
from pdfbot.evaluation.truth import RunInLabel, Truth, TruthParagraph

FIRST = "The river carries gravel down from the northern hills."
SECOND = "Every spring the water rises above the wooden bridge."
TRUTH = Truth(
    paragraphs=(TruthParagraph(FIRST), TruthParagraph(SECOND)),
    nonbody=(),
    labels=(RunInLabel("Field work & sampling", "Every spring the"),),
)


@pytest.mark.parametrize(
    "label",
    [
        "Field work & sampling.",
        "Field work & sampling:",
        "FIELD WORK – SAMPLING",
        "2.5. Field work & sampling.",
        "Field work, sampling —",
    ],
)
def test_label_is_removed_before_its_text(label: str) -> None:
    assert remove_labels(TRUTH, [f"{label} {SECOND}"]) == [SECOND]


def test_label_is_removed_inside_a_paragraph() -> None:
    merged = f"{FIRST} Field work & sampling. {SECOND}"
    assert remove_labels(TRUTH, [merged]) == [f"{FIRST} {SECOND}"]


@pytest.mark.parametrize(
    "paragraph",
    [
        f"Field work & sampling. {FIRST}",
        f"Laboratory work. {SECOND}",
        f"Airfield work & sampling. {SECOND}",
        "Field work & sampling.",
    ],
)
def test_other_text_is_kept(paragraph: str) -> None:
    assert remove_labels(TRUTH, [paragraph]) == [paragraph]


@pytest.mark.parametrize("heading", ["Abstract", "ABSTRACT:", "Summary.", "A B S T R A C T"])
def test_heading_of_the_abstract_is_removed(heading: str) -> None:
    assert remove_labels(TRUTH, [f"{heading} {FIRST}"]) == [FIRST]
    assert remove_labels(TRUTH, [f"{heading} {SECOND}"]) == [f"{heading} {SECOND}"]


def test_abstract_starts_with_the_first_required_paragraph() -> None:
    truth = Truth((TruthParagraph(SECOND, optional=True), TruthParagraph(FIRST)), (), labels=())
    output = [f"Summary {SECOND}", f"Summary {FIRST}"]
    assert remove_labels(truth, output) == [output[0], FIRST]


def test_nothing_is_removed_unless_the_truth_lists_labels() -> None:
    truth = Truth(TRUTH.paragraphs, ())
    assert remove_labels(truth, [f"Abstract {FIRST}"]) == [f"Abstract {FIRST}"]


def test_label_without_words_is_ignored() -> None:
    truth = Truth(
        TRUTH.paragraphs, (), labels=(RunInLabel("—", "Every"), RunInLabel("Methods", ""))
    )
    assert remove_labels(truth, [f"Methods {SECOND}"]) == [f"Methods {SECOND}"]


@pytest.mark.parametrize("label", ["", "Field work & sampling: "])
def test_score_is_the_same_with_and_without_the_label(label: str) -> None:
    score = score_paper(TRUTH, f"{FIRST}\n\n{label}{SECOND}").score
    assert score.sentences == score.paragraphs == UnitScore(2, 2, 0, 0, 0)
    assert score.word_precision == score.word_recall == 1
