"""Headings on lines of their own: set apart by weight, size, capitals, a number or white space."""

from __future__ import annotations

import pytest

from pdfbot.decisions import Comparison, Decision, Measurement
from pdfbot.model import Box, Finding, Graphic
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.headings import judge_headings
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Role, Rule

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
        short("The second year", above=1.4),
        short("and so it went."),
        short("3.14 is the number of them"),
        row("THE MILLER,", slack=18, above=2),
        row(bold=True, text=SENTENCE + ".", above=2),
        short("Discussion of the year", above=1.4),
    ],
    ids=["plain", "full stop", "decimal number", "comma", "bold sentence", "more than a name"],
)
def test_ordinary_line_set_apart_is_not_a_heading(given: Row) -> None:
    assert around(given) == [""]


@pytest.mark.parametrize(("above", "taken"), [(1.15, False), (1.2, True), (1.25, True)])
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
        found = Decision("label_on_top", Role.CAPTION, Measurement(1, "at least", 1))
        draft.remove(context.lines[4], Rule.CAPTION_FIGURE, found)
        return judge_headings(context, draft.finish())

    found = rules_of(judged(judge_after_caption, layout(rows)))
    assert found[4:6] == ["caption_figure", "heading"]


@pytest.mark.parametrize(("count", "taken"), [(1, True), (3, True), (4, False)])
def test_heading_has_at_most_three_lines(count: int, taken: bool) -> None:
    lines = [short("The second", bold=True, above=2 if i == 0 else 1) for i in range(count)]
    assert around(*lines) == ["heading" if taken else ""] * count


@pytest.mark.parametrize(
    ("text", "bold", "end", "rule"),
    [
        ("Author contributions", True, "mill.", "heading"),
        ("Availability of data", True, "mill.", "heading"),
        ("Author contributions", False, "mill.", ""),
        ("Author contributions", True, "mill", ""),
        ("Mill contributions", True, "mill.", ""),
    ],
    ids=["name", "more words", "style of the text", "inside a sentence", "other words"],
)
def test_section_at_the_end_needs_no_white_space(
    text: str, bold: bool, end: str, rule: str
) -> None:
    above = row(f"They all went home to the {end}", slack=12)
    assert around(above, short(text, above=1.1, bold=bold), row(), row()) == ["", rule, "", ""]


def test_heading_in_capitals_ends_where_the_capitals_do() -> None:
    upper = [short("OF THE SECOND YEAR", bold=True, above=2 if i == 0 else 1) for i in range(3)]
    lower = [short("Sacks in all mills", bold=True, above=1) for _ in range(2)]
    assert around(*upper, *lower) == ["heading"] * 5


def test_heading_with_a_dotted_number_may_have_several_plain_lines() -> None:
    lines = [row("6.3 Comparison of the Sacks of all", above=2), short("the mills", above=1)]
    assert around(*lines) == ["heading", "heading"]


ISOLATED = row("The second year", slack=18, above=1.8)


def isolated(*given: Row, below: float = 1.5) -> list[str]:
    """The verdicts on lines in the body's own style, each with text above and below."""
    rows = prose(4)
    for one in given:
        rows += [one, row(above=below), *prose(3)]
    return rules_of(judge(*rows))[4::5]


@pytest.mark.parametrize(("above", "taken"), [(1.6, False), (1.65, True)])
def test_plain_line_with_white_space_above_and_below_is_a_heading(
    above: float, taken: bool
) -> None:
    given = row("The second year", slack=18, above=above)
    assert isolated(given) == ["heading" if taken else ""]


def test_finding_of_one_isolated_line_reports_the_gap() -> None:
    rows = [*prose(4), row("The second year", slack=18, above=1.8), row(above=1.5), *prose(3)]
    reason = Finding("isolated_far_below", 1.8, "more than", 1.6, "max_neighbour_gap")
    assert judge(*rows).finding(4) == reason


@pytest.mark.parametrize(
    ("below", "taken"), [(1.35, False), (1.4, True), (1.5, True), (2.5, True), (2.6, False)]
)
def test_white_space_below_an_isolated_heading_is_limited(below: float, taken: bool) -> None:
    assert isolated(*[ISOLATED] * 3, below=below) == ["heading" if taken else ""] * 3


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (row("A second year", slack=18, above=1.6), False),
        (row("A second year", slack=18, above=1.65), True),
        (row("A second year", slack=2.9, above=1.8), False),
        (row("A second year", slack=3, above=1.8), True),
        (row("A second year", slack=18, above=1.8, indent=0.3), True),
        (row("A second year", slack=18, above=1.8, indent=0.4), False),
        (row("A second year.", slack=18, above=1.8), False),
        (row("A second year:", slack=18, above=1.8), False),
        (row("a second year", slack=18, above=1.8), False),
        (row("Is it 12", slack=18, above=1.8), False),
        (row("Theorem of the year", slack=18, above=1.8), False),
    ],
    ids=[
        "close to the text above",
        "just apart",
        "nearly full",
        "just short",
        "at the edge",
        "indented",
        "full stop",
        "colon",
        "lower case",
        "no words",
        "theorem",
    ],
)
def test_isolated_heading_is_a_short_title_at_the_edge(given: Row, taken: bool) -> None:
    assert isolated(given)[-1] == ("heading" if taken else "")


def test_term_with_what_it_means_is_not_isolated() -> None:
    """An item of a list of terms, without a full stop."""
    term = Part(text="Mill", left=0, right=3, bold=True)
    meaning = Part(text="The house of the miller", left=3.5, right=12)
    assert isolated(Row((term, meaning), 1.8))[-1] == ""


def test_line_above_an_equation_is_not_isolated() -> None:
    equation = row("x = y + z", indent=10, slack=10, above=1.5, family="CMMI10")
    rows = [*prose(4), ISOLATED, equation, row(above=1.5)] * 3
    assert "heading" not in rules_of(judge(*rows))


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        (short("2 Methods", bold=True), ("bold_heading", 1.0, "at least", 0.8, "min_style_share")),
        (short("On Mills", size=12), ("large_heading", 1.2, "at least", 1.08, "min_heading_ratio")),
        (short("Results"), ("known_heading", 1, "at least", 1, "")),
        (short("SACKS AND MILLS"), ("heading_in_capitals", 1, "at least", 1, "")),
        (
            short("The second year", italic=True),
            ("italic_heading", 2.0, "at least", 1.2, "visible_gap"),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_finding_of_a_heading_is_the_test_that_decided(
    line: Row, finding: tuple[str, float, Comparison, float, str]
) -> None:
    assert judge(*prose(4), line, *prose(4)).finding(4) == Finding(*finding)


@pytest.mark.parametrize(
    ("end", "size", "taken"),
    [
        ("of the mill", 10, False),
        ("of the mill", 10.2, False),
        ("of the mill", 10.5, True),
        ("of the mill", 12, True),
        ("2", 10, True),
    ],
)
def test_heading_in_a_larger_size_is_large_to_its_end(end: str, size: float, taken: bool) -> None:
    """Its last letters are not in the body's size; figures do not count."""
    head = Part(text="Soil samples from the field", left=0, right=14, size=12)
    given = Row((head, Part(text=end, left=14.5, right=18, size=size)), 1.0)
    assert around(given) == (["heading"] if taken else [""])


@pytest.mark.parametrize("lines", [10, 15, 25])
def test_headings_right_above_their_text_do_not_make_a_body_style(lines: int) -> None:
    rows = prose(lines)
    for i in range(6):
        rows += [
            row(f"Plant material {i}", slack=18, above=1.5, family="AdvTT99c4c969"),
            *prose(lines),
        ]
    assert rules_of(judged(judge_headings, layout(rows))).count("heading") == 6


def test_large_heading_may_end_with_a_subscript() -> None:
    head = Part(text="Uptake of the gas CO", left=0, right=14, size=12)
    given = Row((head, Part(text="x", left=14.1, right=14.6, size=8, up=-2)), 2.0)
    assert (
        rules_of(judged(judge_headings, layout([*prose(4), given, row(above=1.5), *prose(3)])))[4]
        == "heading"
    )


DOTTED = "2.1. The second year"


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (short(DOTTED, italic=True, above=1.0), True),
        (short(DOTTED, family="Sans", above=1.0), True),
        (short(DOTTED, above=1.0), False),
        (short(DOTTED, above=1.5), True),
        (short("2. The second year", above=1.0, italic=True), False),
        (short("2.1. The second year,", above=1.0, italic=True), False),
        (short("2.1. the second year", above=1.0, italic=True), False),
    ],
    ids=["italic", "font", "plain", "apart", "list", "unfinished", "lower case"],
)
def test_a_dotted_number_needs_white_space_or_a_style_of_its_own(given: Row, taken: bool) -> None:
    assert around(given) == (["heading"] if taken else [""])


def test_a_style_that_the_next_line_shares_is_none_of_a_heading() -> None:
    rows = [*prose(4), short(DOTTED, italic=True, above=1.0), row(italic=True), *prose(3)]
    assert rules_of(judge(*rows))[4] == ""


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Case presentation", True),
        ("Construction of the mill", True),
        ("Case 1", False),
        ("Theorem A", False),
        ("Proof of Theorem 2", False),
        ("Proof", False),
        ("Remark (on mills)", False),
    ],
)
def test_heads_of_statements_are_counted_or_stand_alone(text: str, taken: bool) -> None:
    given = short(text, italic=True, above=1.5)
    assert around(given) == (["heading"] if taken else [""])


UNDERLINED = "The second year"


@pytest.mark.parametrize(
    ("shift", "depth", "slack", "taken"),
    [
        (0.0, 2.9, 18, True),
        (2.9, 2.9, 18, True),
        (3.1, 2.9, 18, False),
        (0.0, 3.1, 18, False),
        (0.0, -0.1, 18, False),
        (0.0, 2.9, 2.0, True),
        (0.0, 2.9, 1.9, False),
    ],
    ids=["whole line", "nearly", "half", "too deep", "through it", "ends early", "full"],
)
def test_underlined_line_set_apart_is_a_heading(
    shift: float, depth: float, slack: float, taken: bool
) -> None:
    given = row(UNDERLINED, slack=slack, above=2)
    line = layout([*prose(4), given]).lines[4]
    foot = line.baseline - depth
    ruling = Graphic("ruling", Box(line.box.left + shift, foot, line.box.right, foot + 0.5))
    page = layout([*prose(4), given, row(above=1.1), *prose(3)], graphics=[ruling])
    found = judged(judge_headings, page)
    assert (rules_of(found)[4] == "heading") is taken
    if taken:
        finding = found.finding(4)
        assert finding is not None
        assert finding.test == "underlined_heading"


@pytest.mark.parametrize(("text", "taken"), [("Abstract—Every morning", False), ("Mills", True)])
def test_bold_abstract_that_opens_with_its_label_is_no_heading(text: str, taken: bool) -> None:
    """Its third line begins with a formula, which is not bold."""
    rows = [row(f"{text} the miller", bold=True, above=2), row("counted sacks", bold=True)]
    assert (around(*rows) == ["heading"] * 2) is taken
