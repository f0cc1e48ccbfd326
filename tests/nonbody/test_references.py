"""The list of references, with and without a heading, and the text after it."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.references import continues_list, judge_references
from pdfbot.thresholds import Thresholds

from ..builders import Row, judged, layout, prose, row, rules_of

ENTRY = "A. Miller, On sacks and their number, J. Village Ponds 7"


def entries(count: int, form: str = "[{}] ", year: int = 1987) -> list[Row]:
    return [row(form.format(i + 1) + f"{ENTRY} ({year + i}).") for i in range(count)]


def judge(rows: list[Row], *, keep_appendices: bool = False) -> list[str]:
    thresholds = Thresholds(keep_appendices=keep_appendices)
    return rules_of(judged(judge_references, layout(rows), thresholds=thresholds))


HEADINGS = [
    "References",
    "REFERENCES",
    "Reference",
    "7 References",
    "7. References",
    "VII. REFERENCES",
    "Bibliography",
    "Literature",
    "Literature Cited",
    "Works cited",
    "References and Notes",
    "R E F E R E N C E S",
    "R E FE R E N C E S",
    "RE FERENCES",
    "L I T E R AT U R E C I T E D",
    "References:",
    "Литература",
    "ΒΙΒΛΙΟΓΡΑΦΙΑ",
    "参 考 文 献",
]


@pytest.mark.parametrize("text", HEADINGS)
def test_references_reach_from_their_heading_to_the_end(text: str) -> None:
    found = judge([*prose(10), row(text, slack=20), *entries(3), *prose(2)])
    assert found == [""] * 10 + ["references_heading"] + ["after_references"] * 5


@pytest.mark.parametrize(
    "text",
    [
        "References are given below",
        "The references",
        "Preferences",
        "See References",
        "Refer ences",
        "P R E F E R E N C E S",
    ],
)
def test_line_that_mentions_references_is_not_their_heading(text: str) -> None:
    assert judge([*prose(10), row(text), *prose(3)]) == [""] * 14


def test_references_heading_without_years_below_is_an_entry_of_the_contents() -> None:
    assert judge([row("References"), *prose(10)]) == [""] * 11


@pytest.mark.parametrize(("dated", "rule"), [(1, ""), (2, "references_heading")])
def test_references_heading_needs_two_years_below(dated: int, rule: str) -> None:
    found = judge([*prose(10), row("References"), *entries(dated, ""), *prose(4)])
    assert found[10] == rule


def test_references_begin_at_the_last_heading() -> None:
    found = judge([row("References"), *prose(10), row("References"), *entries(4)])
    assert found == [""] * 11 + ["references_heading"] + ["after_references"] * 4


@pytest.mark.parametrize("form", ["[{}] ", "({}) ", "{}. ", "{} "])
def test_numbered_references_need_no_heading(form: str) -> None:
    found = judge([*prose(10), *entries(6, form)])
    assert found == [""] * 10 + ["references_numbered"] + ["after_references"] * 5


@pytest.mark.parametrize(("count", "rule"), [(4, ""), (5, "references_numbered")])
def test_numbered_references_within_the_document_need_five_entries(count: int, rule: str) -> None:
    found = judge([*prose(10), *entries(count), *prose(14)])
    assert found[10] == rule


@pytest.mark.parametrize(("count", "rule"), [(1, ""), (2, "references_numbered")])
def test_numbered_references_at_the_end_need_two_entries(count: int, rule: str) -> None:
    assert judge([*prose(30), *entries(count)])[30] == rule


@pytest.mark.parametrize(("apart", "rule"), [(1, True), (2, True), (3, False)])
def test_first_entries_may_be_at_the_foot_of_a_column_of_text(apart: int, rule: bool) -> None:
    """Text in the next column follows one or two entries, with the others below it."""
    given = entries(9)
    found = judge([*prose(10), *given[:apart], *prose(20), *given[apart:]])
    assert (found[30 + apart] == "references_numbered") is rule


def test_numbered_list_without_years_is_text() -> None:
    items = [row(f"{i}. the sacks are counted by the miller") for i in range(1, 8)]
    assert judge([*prose(10), *items]) == [""] * 17


def test_numbered_list_early_in_the_document_is_not_the_references() -> None:
    assert judge([*prose(2), *entries(6), *prose(20)])[2] == ""


@pytest.mark.parametrize(("count", "rule"), [(4, ""), (5, "references_keyed")])
def test_references_with_keys_need_five_entries(count: int, rule: str) -> None:
    keyed = [row(f"[AKV{13 + i}] {ENTRY}.") for i in range(count)]
    assert judge([*prose(10), *keyed])[10] == rule


def with_appendix() -> list[Row]:
    return [
        *prose(10),
        row("References", size=12, bold=True),
        *entries(4),
        row("A Proofs", size=12, bold=True),
        *prose(9),
    ]


def test_appendix_goes_with_the_references_unless_kept() -> None:
    assert judge(with_appendix())[15:] == ["after_references"] * 10
    assert judge(with_appendix(), keep_appendices=True)[14:] == ["after_references"] + [""] * 10


def test_appendix_heading_has_the_style_of_the_references_heading_and_no_year() -> None:
    rows = with_appendix()
    rows[15] = row("A Proofs", size=10, bold=True)
    assert judge(rows, keep_appendices=True)[15] == "after_references"
    rows[15] = row("Papers of 1987", size=12, bold=True)
    assert judge(rows, keep_appendices=True)[15] == "after_references"


@pytest.mark.parametrize(
    "text", ["R e f e r e n c e s", "7. R E F E R E N C E S", "R E F E R E N C E S:"]
)
def test_letterspaced_references_heading_may_be_numbered_or_in_lower_case(text: str) -> None:
    entries = [row(f"A. Miller, On sacks, J. Ponds 7 (198{i}).") for i in range(4)]
    found = rules_of(judged(judge_references, layout([*prose(10), row(text, slack=20), *entries])))
    assert found[10] == "references_heading"


@pytest.mark.parametrize(("before", "rule"), [(8, ""), (20, "references_heading")])
def test_references_of_a_supplement_leave_the_start_at_those_of_the_paper(
    before: int, rule: str
) -> None:
    """Unless they are so early that they may be those of another paper."""
    one = [*prose(before), row("References", slack=20), *entries(5)]
    other = [*prose(15), row("References", slack=20), *entries(5)]
    found = judge([*one, *other])
    assert found[before] == rule
    assert found[-6] == ("after_references" if rule else "references_heading")


@pytest.mark.parametrize(
    ("numbers", "continues"), [((5, 6), True), ((5, 7), False), ((6, 5), False)]
)
def test_entry_with_the_next_number_continues_the_list(
    numbers: tuple[int, int], continues: bool
) -> None:
    lines = layout([row(f"{n}. Miller, Mills") for n in numbers]).lines
    assert continues_list(lines, 1) is continues


@pytest.mark.parametrize(
    ("reach", "rule"), [(2.3, "after_references"), (2.2, "")], ids=["centred", "in its column"]
)
def test_heading_centred_over_two_columns_heads_both(reach: float, rule: str) -> None:
    """Below it, the left column has the first entries; the gutter is 2 em wide."""
    left = [*prose(30), *entries(3)]
    heading = row("References", indent=-reach, slack=20)
    page = layout(left, [*prose(29), heading, *entries(3)])
    assert rules_of(judged(judge_references, page))[29:33] == ["", rule, rule, rule]
