"""Headings on lines of their own, and run-in headings that are left out of the text."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.headings import judge_headings
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Rule

from ..builders import SENTENCE, Judged, Part, Row, judged, layout, prose, row, rules_of


def judge(*rows: Row) -> Judged:
    return judged(judge_headings, layout(rows))


def around(*given: Row) -> list[str]:
    """The verdicts on `given` between two paragraphs, with white space below."""
    found = judge(*prose(4), *given, row(above=1.5), *prose(3))
    return rules_of(found)[4 : 4 + len(given)]


def short(text: str, *, above: float = 2.0, **style: object) -> Row:
    return row(text, slack=18, above=above, **style)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "given",
    [
        short("2 Methods", bold=True),
        short("2 Methods", size=12),
        short("MATERIALS AND METHODS"),
        short("II. METHODS"),
        short("Acknowledgements"),
        short("Discussion:"),
        short("The second year", italic=True),
        short("Counting Sacks", family="CMCSC10"),
        row("The second year", indent=10, slack=10, above=2),
        short("2.1 The second year", italic=True),
    ],
    ids=[
        "bold",
        "larger",
        "capitals",
        "capitals with a full stop",
        "common name",
        "common name with a colon",
        "italics",
        "small capitals",
        "centred",
        "numbered italics",
    ],
)
def test_styled_or_numbered_line_set_apart_is_a_heading(given: Row) -> None:
    assert around(given) == ["heading"]


@pytest.mark.parametrize(
    "given",
    [
        short("The second year"),
        short("and so it went."),
        short("3.14 is the number of them"),
        row("THE MILLER,", slack=18, above=2),
        row(bold=True, text=SENTENCE + ".", above=2),
        short("Discussion of the year"),
    ],
    ids=["plain", "full stop", "decimal number", "comma", "bold sentence", "more than a name"],
)
def test_ordinary_line_set_apart_is_not_a_heading(given: Row) -> None:
    assert around(given) == [""]


@pytest.mark.parametrize(("above", "taken"), [(1.1, False), (1.15, True), (1.2, True)])
def test_bold_heading_is_set_apart(above: float, taken: bool) -> None:
    assert around(short("2 Methods", bold=True, above=above)) == (["heading"] if taken else [""])


@pytest.mark.parametrize(("size", "taken"), [(10.7, False), (10.8, True), (10.9, True)])
def test_heading_in_a_larger_size_needs_no_gap(size: float, taken: bool) -> None:
    given = short("A second year", size=size, above=1.0)
    assert around(given) == (["heading"] if taken else [""])


@pytest.mark.parametrize(("bold", "taken"), [(70, False), (90, True)])
def test_bold_heading_is_bold_nearly_throughout(bold: int, taken: bool) -> None:
    parts = (
        Part(text="w" * (100 - bold), left=0, right=2),
        Part(text="b" * bold, left=2.4, right=12, bold=True),
    )
    assert around(Row(parts, 2.0)) == (["heading"] if taken else [""])


def test_heading_at_the_top_of_a_column_needs_no_gap() -> None:
    assert rules_of(judge(short("2 Methods", bold=True), *prose(4)))[0] == "heading"


def test_heading_below_a_removed_line_needs_no_gap() -> None:
    rows = [*prose(4), row("Figure 1. Sacks"), short("2 Methods", bold=True, above=1.0), *prose(3)]

    def judge_after_caption(context: DocumentContext, known: Judgement) -> Judgement:
        draft = JudgementDraft(context, known)
        draft.remove(context.lines[4], Rule.CAPTION_FIGURE, "separate_spacing", 1)
        return judge_headings(context, draft.finish())

    found = rules_of(judged(judge_after_caption, layout(rows)))
    assert found[4:6] == ["caption_figure", "heading"]


@pytest.mark.parametrize(("count", "taken"), [(1, True), (3, True), (4, False)])
def test_heading_has_at_most_three_lines(count: int, taken: bool) -> None:
    lines = [short("The second", bold=True, above=2 if i == 0 else 1) for i in range(count)]
    assert around(*lines) == ["heading" if taken else ""] * count


def test_heading_with_a_dotted_number_may_have_several_plain_lines() -> None:
    lines = [row("6.3 Comparison of the Sacks of all", above=2), short("the mills", above=1)]
    assert around(*lines) == ["heading", "heading"]


def test_finding_of_a_heading_reports_the_gap() -> None:
    finding = judge(*prose(4), short("2 Methods", bold=True), *prose(4)).finding(4)
    assert finding is not None
    assert (finding.measured, finding.limit) == (2.0, 1.15)


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
    found = judge(*prose(4), given, *prose(4))
    line = found.context.lines[4]
    assert found.judgement.is_open(line)
    return line.text[: found.judgement.body_starts.get(line.id, 0)].strip()


def test_run_in_heading_is_left_out() -> None:
    assert left_out(run_in("Soil samples.")) == "Soil samples."
    assert left_out(run_in("Soil samples.", bold=False, italic=True)) == "Soil samples."


@pytest.mark.parametrize(("gap", "taken"), [(0.6, False), (0.7, True), (0.8, True)])
def test_run_in_heading_without_punctuation_is_followed_by_white_space(
    gap: float, taken: bool
) -> None:
    assert left_out(run_in("Soil samples", gap=gap)) == ("Soil samples" if taken else "")


@pytest.mark.parametrize(("above", "taken"), [(1.0, False), (1.1, False), (1.15, True)])
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


def test_word_abstract_in_a_sentence_is_not_left_out() -> None:
    assert left_out(row("Abstract things are counted by no miller", above=1.5)) == ""
