"""Lines that look like headings and head no section: what they are instead, and why."""

from __future__ import annotations

import pytest

from pdfbot.layout.lines import PageLayout
from pdfbot.model import Finding
from pdfbot.nonbody.false_headings import judge_false_headings
from pdfbot.rules import Rule

from ..builders import Row, context_of, layout, prose, row
from ..structure.parts import heading, judged_as


def found(*pages: PageLayout, below: Rule | None = None) -> list[tuple[Rule | None, str]]:
    """The rules of the bold lines, all of them headings so far, and the tests that decided.

    `below` is the rule of the line below each of them.
    """
    context = context_of(*pages)
    rules: list[Rule | None] = []
    for line in context.lines:
        is_below = bool(rules) and rules[-1] is Rule.HEADING
        rules.append(Rule.HEADING if line.bold else below if is_below else None)
    judgement = judge_false_headings(context, judged_as(context, rules))
    return [
        (verdict.rule, verdict.finding.test)
        for line, verdict in zip(context.lines, judgement.verdicts, strict=True)
        if line.bold and verdict and verdict.finding
    ]


def page(*headings: str, number: int = 1) -> PageLayout:
    rows: list[Row] = [*prose(3)]
    for text in headings:
        rows += [heading(text), row(above=1.2), *prose(3)]
    return layout(rows, page=number)


KEPT = (Rule.HEADING, "no_words")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Water mills", KEPT),
        ("= + =", (Rule.NO_WORDS, "heading_without_words")),
        ("4.1 Z | η", KEPT),
        ("ER = (flux of oil)/(flux of water)", (Rule.DISPLAY_MATH, "equation_in_words")),
        ("OAI=(NT−NC)/(NT+NC)", (Rule.DISPLAY_MATH, "equation_in_words")),
        ("of the mills", (Rule.LABEL, "starts_inside")),
        ("The case of mills with n = 2", KEPT),
        ("Figure 3", (Rule.LABEL, "label_of_float")),
        ("S3 Text", (Rule.LABEL, "label_of_float")),
        ("Additional file 12", (Rule.LABEL, "label_of_float")),
        ("Additional files", KEPT),
        ("Author details", (Rule.PUBLICATION_NOTE, "contact_heading")),
        ("Received: 17 January 2021;", (Rule.PUBLICATION_NOTE, "contact_heading")),
        ("Received signals of 2021", KEPT),
    ],
)
def test_text_shows_what_is_no_heading(text: str, expected: tuple[Rule, str]) -> None:
    assert found(page(text)) == [expected]


def test_section_at_the_end_may_be_in_the_small_print_of_a_footnote() -> None:
    assert found(page("4 Conflict of interest"), below=Rule.FOOTNOTE) == [KEPT]


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        (None, KEPT),
        (Rule.DISPLAY_MATH, KEPT),
        (Rule.BESIDE_CAPTION, (Rule.LABEL, "above_no_text")),
        (Rule.FOOTNOTE, (Rule.LABEL, "above_no_text")),
    ],
)
def test_heading_is_above_text(below: Rule | None, expected: tuple[Rule, str]) -> None:
    assert found(page("Water mills"), below=below) == [expected]


@pytest.mark.parametrize(("text", "is_label"), [("Water mills", True), ("2 Water mills", False)])
def test_label_between_the_lines_of_a_sentence_is_no_heading(text: str, is_label: bool) -> None:
    rows = [row("the sacks of the miller of the"), heading(text), row("mountains were full.")]
    expected = (Rule.LABEL, "inside_sentence") if is_label else KEPT
    assert found(layout(rows)) == [expected]


def test_finding_of_a_label_above_no_text_is_the_share_of_its_style() -> None:
    context = context_of(page("Water mills"))
    rules = [Rule.HEADING if line.bold else Rule.BESIDE_CAPTION for line in context.lines]
    verdict = judge_false_headings(context, judged_as(context, rules)).verdicts[3]
    assert verdict is not None
    assert verdict.finding == Finding("above_no_text", 0.0, "at most", 0.5, "")
