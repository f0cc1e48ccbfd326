"""Every test of where paragraphs begin: below, at and above its limit, with the reason it gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from pdfbot.decisions import PRESENT
from pdfbot.layout.lines import PageLayout
from pdfbot.model import BEGINS, CONTINUES, FIRST_LINE, Finding, Reason, StartDecision
from pdfbot.nonbody.published import PUBLISHED_STARTS
from pdfbot.paragraphs.grouping import TABLES, decide_starts
from pdfbot.paragraphs.reason_wording import WORDS, describe_reason
from pdfbot.rules import Rule

from ..builders import SENTENCE, Part, Row, layout, row
from .rows import ENDED, first_line, indented, judged_body, last_line, spaced

# The line that is asked about has this word.
WORD = "Xerxes"
TEXT = f"{WORD} counted the sacks and wrote their number down once more"
ENDED_FULL = SENTENCE + "."
EQUATION, HEADING, FIGURE = "a = b", "2 Methods", "Figure 1. Sacks"
REMOVED = {
    EQUATION: Rule.DISPLAY_MATH,
    HEADING: Rule.HEADING,
    FIGURE: Rule.BESIDE_CAPTION,
}
INDENTED = [*indented(), *indented()]
SPACED = [*spaced(), *spaced()]


def asked(**place: float) -> Row:
    return row(TEXT, **place)  # type: ignore[arg-type]


def item(slack: float, indent: float = 2.0) -> list[Row]:
    """Lines that all begin at one place, the last of which ends early."""
    return [row(indent=indent), row(indent=indent), row(ENDED, indent=indent, slack=slack)]


def labelled(label: str = "1)", **place: float) -> Row:
    return row(f"{label} {TEXT}", **place)  # type: ignore[arg-type]


def styled(*, bold: bool = True, family: str = "Serif", text: str = WORD) -> Row:
    """Only its first words are in another style."""
    head = Part(text=text, left=0, right=4, bold=bold, family=family)
    return Row((head, Part(text=SENTENCE, left=4.5, right=30)), 1.0)


def asked_dash() -> Row:
    return row(f"– {TEXT}")


def math(symbols: float) -> Row:
    words = Part(text=WORD, left=1, right=4)
    return Row((words, Part(text="x" * int(symbols), left=4.5, right=30, family="CMMI10")), 1.0)


def equation(*, above: float = 1.5) -> Row:
    return row(EQUATION, indent=10, slack=10, above=above)


def in_indented(*rows: Row) -> tuple[PageLayout, ...]:
    return (layout([*INDENTED, *rows, row(), last_line()]),)


def in_spaced(*rows: Row) -> tuple[PageLayout, ...]:
    return (layout([*SPACED, *rows, row(), last_line()]),)


def over_columns(*rows: Row, then: Row) -> tuple[PageLayout, ...]:
    return (layout([*INDENTED, *rows], [then, row(), last_line()]),)


def reason_for(layouts: tuple[PageLayout, ...]) -> StartDecision:
    """Why the line with the word begins a paragraph or goes on with one."""
    body = judged_body(*layouts, removed=REMOVED)
    reasons = decide_starts(body.context, body.judgement)
    return next(reasons[line.id] for line in body.context.lines if WORD in line.text)


@dataclass(frozen=True)
class Case:
    """What a test measures in a document, where it holds and where it does not."""

    test: str
    outcome: str
    build: Callable[[float], tuple[PageLayout, ...]]
    holds: tuple[float, ...]
    fails: tuple[float, ...]
    limit: float
    measured: Callable[[float], float] = float


MEASURING = [
    Case(
        "below_larger_line",
        BEGINS,
        lambda v: in_indented(
            first_line(),
            row(ENDED_FULL),
            replace_bold(row(FIGURE, slack=20, above=2, size=10 * v)),
            asked(above=1.4),
        ),
        (1.08, 1.1),
        (1.07,),
        1.08,
    ),
    Case(
        "short_end_before_break",
        BEGINS,
        lambda v: over_columns(first_line(), row(), row(ENDED_FULL, slack=v), then=asked()),
        (1.6, 2),
        (1.4, 1.5),
        1.5,
    ),
    Case(
        "first_line_indent",
        BEGINS,
        lambda v: over_columns(first_line(), row(), then=asked(indent=v)),
        (0.4, 0.5, 5),
        (0.3, 5.1),
        0.4,
    ),
    Case(
        "indent_after_equation",
        BEGINS,
        lambda v: in_indented(first_line(), row(), equation(), asked(indent=v, above=1.5)),
        (0.4, 0.5),
        (0.3,),
        0.4,
    ),
    Case(
        "no_indent_after_equation",
        CONTINUES,
        lambda v: in_indented(first_line(), row(), equation(), asked(indent=v, above=1.5)),
        (0, 0.3),
        (0.4,),
        0.4,
    ),
    Case(
        "other_size",
        BEGINS,
        lambda v: in_indented(first_line(), row(), asked(size=10 - 10 * v, above=1.2)),
        (0.05, 0.1),
        (0.03,),
        0.04,
    ),
    Case(
        "item_below_short_line",
        BEGINS,
        lambda v: in_indented(first_line(), row(slack=v), labelled()),
        (1.6, 2),
        (1.4, 1.5),
        1.5,
    ),
    Case(
        "item_further_left",
        BEGINS,
        lambda v: in_indented(first_line(), row(indent=2), labelled(indent=2 - v)),
        (0.4, 1),
        (0.2, 0.3),
        0.3,
    ),
    Case(
        "usual_indent",
        BEGINS,
        lambda v: in_indented(
            first_line(), row(ENDED_FULL), asked(indent=1.5), row(indent=1.5 - v)
        ),
        (0.5, 1.5),
        (0.3,),
        0.4,
    ),
    Case(
        "hanging_lines_below",
        BEGINS,
        lambda v: in_indented(first_line(), row(ENDED_FULL), asked(), row(indent=v)),
        (0.4, 2),
        (0.3,),
        0.4,
    ),
    Case(
        "right_of_paragraph",
        BEGINS,
        lambda v: in_indented(first_line(), row(), asked(indent=v)),
        (0.4, 1.5),
        (0.3,),
        0.4,
    ),
    Case(
        "left_of_paragraph",
        BEGINS,
        lambda v: in_indented(first_line(), row(indent=2), asked(indent=2 - v)),
        (0.4, 2),
        (0.3,),
        0.4,
    ),
    Case(
        "indent_below_end",
        BEGINS,
        lambda v: in_indented(row(ENDED_FULL, indent=1.5), asked(indent=1.5 + v)),
        (0.4, 1),
        (0.3,),
        0.4,
    ),
    Case(
        "outdent_below_end",
        BEGINS,
        lambda v: in_indented(*INDENTED, row(ENDED, indent=3, slack=8), asked(indent=3 - v)),
        (0.4, 2),
        (0.3,),
        0.4,
    ),
    Case(
        "below_first_line",
        CONTINUES,
        lambda v: in_indented(row(indent=2), asked(indent=2 - v)),
        (0.4, 2),
        (0.3,),
        0.4,
    ),
    Case(
        "same_indent_below_end",
        BEGINS,
        lambda v: in_indented(*INDENTED, row(ENDED, indent=v, slack=8), asked(indent=v)),
        (0.4, 0.45),
        (0.3,),
        0.4,
    ),
    Case(
        "styled_start",
        BEGINS,
        lambda v: in_indented(first_line(), row(ENDED, slack=v), styled()),
        (1.6, 3),
        (1.4, 1.5),
        1.5,
    ),
    Case(
        "short_line_above",
        BEGINS,
        lambda v: in_spaced(row(above=1.5), row(ENDED, slack=v), asked()),
        (1.6, 3),
        (1.4, 1.5),
        1.5,
    ),
    Case(
        "very_short_line_above",
        BEGINS,
        lambda v: in_indented(first_line(), row(ENDED, slack=v), asked()),
        (4, 5),
        (3.9,),
        4,
    ),
    Case(
        "paragraph_gap",
        BEGINS,
        lambda v: in_spaced(row(above=1.5), row(ENDED_FULL), asked(above=v)),
        (1.2, 2),
        (1.1, 1.15),
        1.2,
    ),
    Case(
        "clear_gap",
        BEGINS,
        lambda v: in_indented(first_line(), row(), row(ENDED_FULL), asked(above=v)),
        (1.5, 2),
        (1.3, 1.4),
        1.4,
    ),
    Case(
        "next_dash",
        BEGINS,
        lambda v: in_indented(row(f"– {SENTENCE}"), row(indent=v), asked_dash(), row(indent=v)),
        (0.4, 1),
        (0.3,),
        0.4,
    ),
    Case(
        "item_ended_before_break",
        BEGINS,
        # The word is 3 em wide.
        lambda v: over_columns(row("• the sacks", slack=3 + v), then=row(TEXT[:60])),
        (1.6, 3),
        (1.4, 1.5),
        1.5,
    ),
    Case(
        "hangs_as_above",
        BEGINS,
        lambda v: (
            layout([*INDENTED, row(), row("and the sacks", indent=v)]),
            layout([asked(), row("and the sacks", indent=v), last_line()], page=2),
        ),
        (0.4, 2),
        (0.3,),
        0.4,
    ),
    Case(
        "term_below_gap",
        BEGINS,
        lambda v: in_indented(first_line(), row(), replace(styled(), above=v)),
        (1.5, 2),
        (1.3, 1.4),
        1.4,
    ),
    Case(
        "gap_below_short_line",
        BEGINS,
        lambda v: in_indented(first_line(), row("and the sacks", slack=8), asked(above=v)),
        (1.5, 2),
        (1.3, 1.4),
        1.4,
    ),
]


def replace_bold(given: Row) -> Row:
    return replace(given, parts=tuple(replace(part, bold=True) for part in given.parts))


def test_white_space_below_a_thai_line_begins_a_paragraph_though_no_sign_ends_a_sentence() -> None:
    thai = row("ทุกคนมีสิทธิในการศึกษา")
    assert reason_for(in_spaced(row(above=1.5), thai, asked(above=2))).test == "paragraph_gap"
    assert reason_for(in_spaced(row(above=1.5), thai, asked())).outcome == CONTINUES


@pytest.mark.parametrize(
    ("case", "value"),
    [pytest.param(case, v, id=f"{case.test}-{v}") for case in MEASURING for v in case.holds],
)
def test_test_decides_on_its_side_of_the_limit(case: Case, value: float) -> None:
    reason = reason_for(case.build(value))
    assert (reason.test, reason.outcome) == (case.test, case.outcome)
    assert reason.measurement.measured == pytest.approx(case.measured(value))
    assert reason.measurement.limit == case.limit


@pytest.mark.parametrize(
    ("case", "value"),
    [pytest.param(case, v, id=f"{case.test}-{v}") for case in MEASURING for v in case.fails],
)
def test_test_does_not_decide_on_the_other_side(case: Case, value: float) -> None:
    assert reason_for(case.build(value)).test != case.test


# The test, its outcome, and two documents of which only the first one shows what it asks for.
PRESENCE = [
    (
        "page_missing",
        BEGINS,
        (layout([*INDENTED, first_line()], page=1), layout([asked(), row()], page=3)),
        (layout([*INDENTED, first_line()], page=1), layout([asked(), row()], page=2)),
    ),
    (
        "below_heading",
        BEGINS,
        in_indented(first_line(), row(ENDED_FULL), row(HEADING, slack=20), asked()),
        in_indented(first_line(), row(ENDED_FULL), row(FIGURE, slack=20), asked()),
    ),
    (
        "bullet",
        BEGINS,
        in_indented(first_line(), row(), labelled("•")),
        in_indented(first_line(), row(), labelled("–")),
    ),
    (
        "next_label",
        BEGINS,
        in_indented(row("1) " + SENTENCE, indent=1.5), row(), labelled("2)")),
        in_indented(row("1) " + SENTENCE, indent=1.5), row(), labelled("7)")),
    ),
    (
        "mid_sentence",
        CONTINUES,
        in_indented(first_line(), row(slack=8), row("the number of " + WORD, indent=1.5)),
        in_indented(first_line(), row(slack=8), row("The number of " + WORD, indent=1.5)),
    ),
    (
        "theorem_head",
        BEGINS,
        in_indented(first_line(), row(), styled(text=f"Theorem {WORD}")),
        in_indented(first_line(), row(), styled(text=f"Theorem {WORD}", bold=False)),
    ),
    (
        "label_after_end",
        BEGINS,
        over_columns(first_line(), row(ENDED_FULL), then=labelled()),
        over_columns(first_line(), row(), then=labelled()),
    ),
    (
        "term_after_colon",
        BEGINS,
        over_columns(first_line(), row("These are the sacks:"), then=styled()),
        over_columns(first_line(), row("These are the sacks:"), then=styled(bold=False)),
    ),
    (
        "nothing_ended_before_break",
        CONTINUES,
        over_columns(first_line(), row(), then=asked()),
        over_columns(first_line(), last_line(), then=asked()),
    ),
    (
        "lowercase_after_equation",
        CONTINUES,
        in_spaced(row(above=1.5), row(ENDED_FULL), equation(), row("where " + WORD, above=1.5)),
        in_spaced(row(above=1.5), row(ENDED_FULL), equation(), row("Where " + WORD, above=1.5)),
    ),
    (
        "equation_within_paragraph",
        CONTINUES,
        in_spaced(row(above=1.5), row(), equation(), asked(above=1.5)),
        in_indented(first_line(), row(), equation(), asked(above=1.5)),
    ),
    (
        "unfinished_sentence",
        CONTINUES,
        in_indented(first_line(), row(), asked()),
        in_indented(first_line(), row(ENDED_FULL), asked()),
    ),
    (
        "nothing_sets_it_apart",
        CONTINUES,
        in_indented(first_line(), row(ENDED_FULL), asked()),
        in_indented(first_line(), row(), asked()),
    ),
]


@pytest.mark.parametrize(("test", "outcome", "shown", "missing"), PRESENCE)
def test_test_decides_where_what_it_asks_for_is_there(
    test: str, outcome: str, shown: tuple[PageLayout, ...], missing: tuple[PageLayout, ...]
) -> None:
    reason = reason_for(shown)
    assert (reason.test, reason.outcome, reason.measurement) == (test, outcome, PRESENT)
    assert reason_for(missing).test != test


def test_first_line_of_the_document_begins_a_paragraph() -> None:
    assert reason_for((layout([asked(), row()]),)) is FIRST_LINE


def test_run_in_heading_is_the_reason() -> None:
    body = judged_body(layout([*INDENTED, first_line(), asked()]))
    line = body.context.lines[-1]
    judgement = replace(body.judgement, body_starts={line.id: 6})
    reason = decide_starts(body.context, judgement)[line.id]
    assert (reason.test, reason.outcome) == ("run_in_heading", BEGINS)


@pytest.mark.parametrize(("above", "test"), [(1.5, "equation_within"), (2.5, "space_after")])
def test_wide_space_below_an_equation_is_the_reason(above: float, test: str) -> None:
    """The limit comes from the lines that go on below equations in lower case."""
    small = row("where b is the number of sacks", above=1.5)
    usual = [*spaced(3), row(above=1.5), equation(), small, last_line()]
    rows = [*usual, *usual, row(above=1.5), equation(), asked(above=above), last_line()]
    reason = reason_for((layout(rows),))
    assert reason.test.startswith(test)
    assert (reason.outcome == BEGINS) == (reason.measurement is not PRESENT)


def test_reasons_of_the_same_kind_are_one_object() -> None:
    """Most lines go on in lower case; they share the reason."""
    rows = [row("the sacks were counted every morning before the sun was up") for _ in range(9)]
    body = judged_body(layout([*INDENTED, first_line(), *rows]))
    reasons = list(decide_starts(body.context, body.judgement).values())[-9:]
    assert len({id(reason) for reason in reasons}) == 1


@pytest.mark.parametrize("table", TABLES[1:], ids=lambda table: table.name)
def test_tables_end_with_a_test_that_always_holds(table) -> None:  # type: ignore[no-untyped-def]
    assert table.tests[-1].measure(None) is PRESENT


def test_every_test_has_a_case_and_words_and_a_name_of_its_own() -> None:
    names = [test.name for table in (*TABLES, PUBLISHED_STARTS) for test in table.tests]
    assert len(set(names)) == len(names)
    assert set(WORDS) == {"first_line", *names}
    apart = {"run_in_heading", "space_after_equation"}
    tested = {case.test for case in MEASURING} | {test for test, *_ in PRESENCE} | apart
    assert tested == {test.name for table in TABLES for test in table.tests}


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (
            in_indented(first_line(), row(), asked(indent=1.25)),
            "new paragraph: indented by 1.25 em against the paragraph above, at least 0.4 "
            "(min_step)",
        ),
        (
            in_indented(first_line(), row(), row(ENDED_FULL), asked(above=1.6)),
            "new paragraph: 1.6 line distances below the line above, more than 1.4 (max_block_gap)",
        ),
        (
            in_indented(first_line(), row(), row("the " + WORD)),
            "goes on: starts in lower case, within a sentence",
        ),
    ],
)
def test_reason_in_words(build: tuple[PageLayout, ...], expected: str) -> None:
    found = reason_for(build)
    assert describe_reason(Reason("p1.c1.l1", found.outcome, Finding.of(found))) == expected


@pytest.mark.parametrize(
    ("text", "slack", "begins"),
    [(TEXT, 4, True), (TEXT, 3.9, False), (f"the {WORD}", 8, False)],
    ids=["far from the edge", "nearer", "lower case"],
)
def test_gap_below_an_unended_line_needs_a_short_line_and_a_capital(
    text: str, slack: float, begins: bool
) -> None:
    above = row("and the sacks", slack=slack)
    reason = reason_for(in_indented(first_line(), above, row(text, above=2)))
    assert (reason.test == "gap_below_short_line") is begins


@pytest.mark.parametrize(("label", "begins"), [("1) ", True), ("", False)])
def test_usual_indent_below_an_item_without_a_full_stop(label: str, begins: bool) -> None:
    """Its lines hang as far inside as first lines are indented."""
    item = row(f"{label}The sacks of the year", slack=0)
    rest = row("and the mills", indent=1.5, slack=10)
    reason = reason_for(in_indented(last_line(), item, rest, asked(indent=1.6)))
    assert (reason.test == "usual_indent") is begins


@pytest.mark.parametrize(("indent", "begins"), [(1, True), (0, False)])
def test_dash_below_an_item_of_one_line_begins_another_if_its_lines_hang(
    indent: float, begins: bool
) -> None:
    items = row(f"– {SENTENCE}"), asked_dash(), row("and the sacks", indent=indent, slack=10)
    assert (reason_for(in_indented(*items)).test == "next_dash") is begins


@pytest.mark.parametrize(
    ("text", "slack", "begins"),
    [(SENTENCE, 0, True), (ENDED_FULL, 0, False), (SENTENCE, 4, False)],
    ids=["goes on further left", "ends", "ends early"],
)
def test_first_line_below_a_full_item_goes_on_further_left(
    text: str, slack: float, begins: bool
) -> None:
    start = row(f"{WORD}: {text}", indent=1.5, slack=slack)
    for layouts in (
        in_indented(row(f"• {SENTENCE}", indent=1.5), start),
        over_columns(row(f"• {SENTENCE}"), row(indent=1.5), then=start),
    ):
        assert (reason_for(layouts).outcome == BEGINS) is begins


@pytest.mark.parametrize(("text", "begins"), [(TEXT, True), (f"the {WORD}", False)])
def test_gap_below_a_full_item_begins_a_paragraph_unless_in_lower_case(
    text: str, begins: bool
) -> None:
    reason = reason_for(in_indented(row(f"• {SENTENCE}"), row(text, above=1.5)))
    assert (reason.test == "gap_below_short_line") is begins


def test_citation_over_two_lines_ends_a_paragraph() -> None:
    rows = [row(above=1.5), row("as was shown. (Smith and"), row("Jones, 2020)", slack=10)]
    assert reason_for(in_spaced(*rows, asked())).test == "short_line_above"


@pytest.mark.parametrize(("above", "start"), [("(cf. Sect.", CONTINUES), ("Every sack.", BEGINS)])
def test_number_goes_on_with_the_abbreviation_above(above: str, start: str) -> None:
    """A line with the indent of a first line, as the last line of a list item may have."""
    number = row("5 on " + WORD, indent=1.5, slack=15)
    rows = in_indented(first_line(), row(f"{SENTENCE} {above}"), number)
    assert reason_for(rows).outcome == start
