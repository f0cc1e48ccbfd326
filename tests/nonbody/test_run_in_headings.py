"""Run-in headings at the start of a line, which are left out of the text."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.headings import judge_headings

from ..builders import SENTENCE, Part, Row, judged, layout, prose, row


def run_in(
    head: str,
    *,
    gap: float = 1.0,
    above: float = 1.5,
    bold: bool = True,
    italic: bool = False,
) -> Row:
    """A head in another style, white space, and text that continues on the same line."""
    parts = (
        Part(text=head, left=0, right=8, bold=bold, italic=italic),
        Part(text=SENTENCE, left=8 + gap, right=30),
    )
    return Row(parts, above)


def left_out(given: Row) -> str:
    """The run-in heading that is left out of a line that is body text itself."""
    found = judged(judge_headings, layout([*prose(4), given, *prose(4)]))
    line = found.context.lines[4]
    assert found.judgement.is_open(line)
    return line.text[: found.judgement.body_starts.get(line.id, 0)].strip()


def test_run_in_heading_is_left_out() -> None:
    assert left_out(run_in("Soil samples.")) == "Soil samples."
    assert left_out(run_in("Soil samples.", bold=False, italic=True)) == "Soil samples."


@pytest.mark.parametrize("size", [10, 10.8, 12])
def test_larger_run_in_heading_does_not_take_its_line_out(size: float) -> None:
    """The line continues in the size of the body."""
    head = Part(text="Soil samples.", left=0, right=8, size=size, bold=True)
    given = Row((head, Part(text="Every morning the miller", left=9, right=30)), 1.5)
    assert left_out(given) == "Soil samples."


@pytest.mark.parametrize(("gap", "taken"), [(0.6, False), (0.7, True), (0.8, True)])
def test_run_in_heading_without_punctuation_is_followed_by_white_space(
    gap: float, taken: bool
) -> None:
    assert left_out(run_in("Soil samples", gap=gap)) == ("Soil samples" if taken else "")


@pytest.mark.parametrize(("above", "taken"), [(1.1, False), (1.15, False), (1.2, True)])
def test_run_in_heading_with_punctuation_has_a_gap_above(above: float, taken: bool) -> None:
    given = run_in("Soil samples.", gap=0.3, above=above)
    assert left_out(given) == ("Soil samples." if taken else "")


@pytest.mark.parametrize(
    "head", ["Theorem 3.", "Lemma 1 (Two decks).", "Proof.", "Remarks 2:", "HYPOTHESIS 1."]
)
def test_head_of_a_theorem_is_not_left_out(head: str) -> None:
    assert left_out(run_in(head)) == ""


def test_bold_words_at_the_start_of_a_line_are_not_left_out() -> None:
    assert left_out(run_in("Soil samples", gap=0.3)) == ""


@pytest.mark.parametrize(
    ("head", "bold", "italic"),
    [
        ("Abstract", True, False),
        ("Abstract.", False, True),
        ("ABSTRACT", False, False),
        ("Abstract—", False, False),
        ("Summary:", False, False),
    ],
)
def test_label_of_the_abstract_is_left_out(head: str, bold: bool, italic: bool) -> None:
    assert left_out(run_in(head, gap=0.3, bold=bold, italic=italic)) == head


@pytest.mark.parametrize(
    ("family", "rest", "label"),
    [
        ("Other", "The millers count sacks", "Abstract"),
        ("Other", "things are counted", ""),
        ("Serif", "The millers count sacks", ""),
    ],
)
def test_label_of_the_abstract_may_have_a_typeface_of_its_own(
    family: str, rest: str, label: str
) -> None:
    """Without a name that tells bold type; a sentence begins after it."""
    head = Part(text="Abstract", left=0, right=5, family=family)
    given = Row((head, Part(text=rest, left=5.3, right=30)), 1.5)
    assert left_out(given) == label


def test_word_abstract_in_a_sentence_is_not_left_out() -> None:
    assert left_out(row("Abstract things are counted by no miller", above=1.5)) == ""
