"""Entries of the list of references, by each of the signs that separate them."""

from __future__ import annotations

import pytest

from pdfbot.model import Reference
from pdfbot.rules import Rule
from pdfbot.structure.reference_entries import MIN_SHORT_LIST, find_references
from pdfbot.text.hyphens import Vocabulary

from ..builders import Part, Row, context_of, layout, prose, row
from .parts import heading, judged_as, section, structure_of

WORKS = (
    ("Miller, A. (1961). The counting of moun-", "tain sacks."),
    ("Sack, B. (1987). The end of the last", "mill."),
    ("Stone, C. (2009). The weight of two", "stones."),
)
TEXTS = [
    "Miller, A. (1961). The counting of mountain sacks.",
    "Sack, B. (1987). The end of the last mill.",
    "Stone, C. (2009). The weight of two stones.",
]


def references(*rows: Row) -> list[tuple[str, str]]:
    found = structure_of(layout([*prose(20), heading("References"), *rows])).references
    return [(r.label, r.text) for r in found]


def entries(
    label: str = "", *, hanging: float = 0.0, gap: float = 1.0, slack: float = 0.0
) -> list[Row]:
    rows = []
    for number, (first, second) in enumerate(WORKS, 1):
        start = label.format(number) + first
        rows.append(row(start, size=8.0, above=gap))
        rows.append(row(second, size=8.0, indent=hanging, slack=slack))
    return rows


def listed(rows: list[Row]) -> tuple[Reference, ...]:
    """The entries of lines that are all of a list of references."""
    context = context_of(layout(rows))
    judgement = judged_as(context, [Rule.AFTER_REFERENCES] * len(context.lines))
    return find_references(context, judgement, Vocabulary([]))


@pytest.mark.parametrize("label", ["[{}] ", "{}. ", "({}) ", "{} "])
def test_entries_are_found_by_their_numbers(label: str) -> None:
    assert references(*entries(label)) == list(zip("123", TEXTS, strict=True))


def test_entries_are_found_by_their_keys() -> None:
    keys = [f"Mil{year}" for year in (61, 87, 99)]
    rows = [
        row(f"[{key}] {' '.join(work)}", size=8.0) for key, work in zip(keys, WORKS, strict=True)
    ]
    assert [label for label, _ in references(*rows)] == keys


def test_entries_are_found_by_their_hanging_indents() -> None:
    assert references(*entries(hanging=2.0)) == [("", text) for text in TEXTS]


@pytest.mark.parametrize(("gap", "count"), [(1.1, 1), (1.2, 3)])
def test_entries_are_found_by_the_gaps_above_them(gap: float, count: int) -> None:
    assert len(listed(entries(gap=gap))) == count


def test_entries_are_found_by_lines_that_end_early() -> None:
    assert references(*entries(slack=20.0)) == [("", text) for text in TEXTS]


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (entries("[{}] "), MIN_SHORT_LIST),
        (entries(hanging=2.0), MIN_SHORT_LIST),
        (entries(slack=20.0), 1),
    ],
)
def test_two_entries_are_divided_by_numbers_and_indents(rows: list[Row], count: int) -> None:
    assert len(references(*rows[: 2 * MIN_SHORT_LIST])) == count


@pytest.mark.parametrize(("slack", "count"), [(0.0, 3), (10.0, 4)])
def test_entry_begins_at_the_top_of_a_page_below_a_line_that_ends_early(
    slack: float, count: int
) -> None:
    more = [row("Wind, D. (2010). Wind.", size=8.0), row("Mills.", size=8.0)]
    context = context_of(layout(entries(gap=1.5, slack=slack)), layout(more, page=2))
    judgement = judged_as(context, [Rule.AFTER_REFERENCES] * len(context.lines))
    assert len(find_references(context, judgement, Vocabulary([]))) == count


def test_entry_is_whole_over_columns_and_pages() -> None:
    first, second, *rest = entries("[{}] ")
    found = structure_of(
        layout([*prose(20), heading("References"), first]), layout([second, *rest], page=2)
    ).references
    assert [r.text for r in found] == TEXTS
    assert [span.page for span in found[0].spans] == [1, 2]


def test_pages_at_a_line_start_are_no_number_in_brackets() -> None:
    rows = [
        row("[1] Miller, A. Sacks of the North. Mill 3, 1–", size=8.0),
        row("2. Delft.", size=8.0),
        row("[2] Sack, B. The end of the last mill.", size=8.0),
        row("[3] Stone, C. The weight of two stones.", size=8.0),
    ]
    assert [(r.label, r.text[:5]) for r in listed(rows)] == [
        ("1", "Mille"), ("2", "Sack,"), ("3", "Stone"),
    ]  # fmt: skip


def test_last_entries_of_one_line_stay_where_all_are_apart() -> None:
    last = [
        row(f"Wind, D. ({year}). Wind.", size=8.0, above=1.6, slack=10.0) for year in (2010, 2011)
    ]
    found = listed([*entries(hanging=2.0, gap=1.6), *last])
    assert [r.text for r in found] == [*TEXTS, "Wind, D. (2010). Wind.", "Wind, D. (2011). Wind."]


def test_what_is_printed_after_the_list_is_no_part_of_it() -> None:
    after = row("The authors declare no interests.", size=8.0, above=1.5)
    assert references(*entries("[{}] "), after) == list(zip("123", TEXTS, strict=True))


def test_heading_ends_the_list() -> None:
    rows = [*entries("[{}] "), heading("Appendix"), row(above=1.2), *prose(3)]
    assert references(*section("Mills"), heading("References"), *rows)[-1] == ("3", TEXTS[-1])


def test_numbers_may_be_raised() -> None:
    rows = [
        Row(
            (
                Part(text=str(number), left=0.0, right=0.4, size=5.0, up=3.0),
                Part(text=" ".join(work), left=0.4, right=28.0, size=8.0),
            )
        )
        for number, work in enumerate(WORKS, 1)
    ]
    found = references(*rows)
    assert [label for label, _ in found] == ["1", "2", "3"]
    assert found[1][1].startswith("Sack, B.")
