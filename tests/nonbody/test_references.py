"""The list of references, with a heading, without one, and what comes behind it."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.references import judge_references
from pdfbot.thresholds import Thresholds

from ..builders import Row, context_of, layout, prose, row, rules_of

ENTRY = "A. Miller, On sacks and their number, J. Village Ponds 7"


def entries(count: int, form: str = "[{}] ", year: int = 1987) -> list[Row]:
    return [row(form.format(i + 1) + f"{ENTRY} ({year + i}).") for i in range(count)]


def judged(rows: list[Row], *, keep_appendices: bool = False) -> list[str]:
    thresholds = Thresholds(keep_appendices=keep_appendices)
    context = context_of(layout(rows), thresholds=thresholds)
    judge_references(context)
    return rules_of(context)


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
    "References:",
    "Литература",
]


@pytest.mark.parametrize("text", HEADINGS)
def test_from_the_heading_to_the_end(text: str) -> None:
    found = judged([*prose(10), row(text, slack=20), *entries(3), *prose(2)])
    assert found == [""] * 10 + ["references_heading"] + ["after_references"] * 5


@pytest.mark.parametrize(
    "text", ["References are given below", "The references", "Preferences", "See References"]
)
def test_other_lines_are_no_heading(text: str) -> None:
    assert judged([*prose(10), row(text), *prose(3)]) == [""] * 14


def test_a_heading_without_years_below_is_an_entry_of_the_contents() -> None:
    assert judged([row("References"), *prose(10)]) == [""] * 11


@pytest.mark.parametrize(("dated", "rule"), [(1, ""), (2, "references_heading")])
def test_two_years_are_needed_below(dated: int, rule: str) -> None:
    found = judged([*prose(10), row("References"), *entries(dated, ""), *prose(4)])
    assert found[10] == rule


def test_the_last_heading_counts() -> None:
    found = judged([row("References"), *prose(10), row("References"), *entries(4)])
    assert found == [""] * 11 + ["references_heading"] + ["after_references"] * 4


@pytest.mark.parametrize("form", ["[{}] ", "({}) ", "{}. ", "{} "])
def test_entries_that_count_need_no_heading(form: str) -> None:
    found = judged([*prose(10), *entries(6, form)])
    assert found == [""] * 10 + ["references_numbered"] + ["after_references"] * 5


@pytest.mark.parametrize(("count", "rule"), [(4, ""), (5, "references_numbered")])
def test_amid_the_document_five_entries_are_needed(count: int, rule: str) -> None:
    found = judged([*prose(10), *entries(count), *prose(14)])
    assert found[10] == rule


@pytest.mark.parametrize(("count", "rule"), [(1, ""), (2, "references_numbered")])
def test_at_the_end_two_entries_are_enough(count: int, rule: str) -> None:
    assert judged([*prose(30), *entries(count)])[30] == rule


def test_a_numbered_list_without_years_is_text() -> None:
    items = [row(f"{i}. the sacks are counted by the miller") for i in range(1, 8)]
    assert judged([*prose(10), *items]) == [""] * 17


def test_a_list_in_the_first_third_is_no_list_of_references() -> None:
    assert judged([*prose(2), *entries(6), *prose(20)])[2] == ""


@pytest.mark.parametrize(("count", "rule"), [(4, ""), (5, "references_keyed")])
def test_entries_with_keys(count: int, rule: str) -> None:
    keyed = [row(f"[AKV{13 + i}] {ENTRY}.") for i in range(count)]
    assert judged([*prose(10), *keyed])[10] == rule


def with_appendix() -> list[Row]:
    return [
        *prose(10),
        row("References", size=12, bold=True),
        *entries(4),
        row("A Proofs", size=12, bold=True),
        *prose(9),
    ]


def test_an_appendix_goes_with_the_references_unless_it_is_wanted() -> None:
    assert judged(with_appendix())[15:] == ["after_references"] * 10
    assert judged(with_appendix(), keep_appendices=True)[14:] == ["after_references"] + [""] * 10


def test_what_looks_like_the_list_is_no_appendix() -> None:
    rows = with_appendix()
    rows[15] = row("A Proofs", size=10, bold=True)
    assert judged(rows, keep_appendices=True)[15] == "after_references"
    rows[15] = row("Papers of 1987", size=12, bold=True)
    assert judged(rows, keep_appendices=True)[15] == "after_references"
