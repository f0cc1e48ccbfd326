"""Front matter: title, authors and affiliations go, the abstract stays, keywords go."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.front_matter import judge_front_matter
from pdfbot.nonbody.keywords import has_keyword_label

from ..builders import (
    PITCH,
    SENTENCE,
    Part,
    Row,
    column,
    judged,
    laid_out,
    layout,
    prose,
    row,
    rules_of,
)


def centred(text: str, width: float = 10.0, **style: object) -> Row:
    side = (30 - width) / 2
    return row(text, indent=side, slack=side, **style)  # type: ignore[arg-type]


TITLE = [
    centred("On the Number of Sacks", size=17),
    centred("Ada Miller"),
    centred("Ponds Institute"),
]


def judge(*rows: Row) -> list[str]:
    return rules_of(judged(judge_front_matter, layout(rows)))


@pytest.mark.parametrize(
    "text",
    ["Abstract", "ABSTRACT", "Summary", "A B S T R A C T", "Zusammenfassung", "ΠΕΡΙΛΗΨΗ", "요 약"],
)
def test_lines_before_the_abstract_are_front_matter(text: str) -> None:
    found = judge(*TITLE, centred(text, 4), *prose(8))
    assert found == ["before_abstract"] * 3 + [""] * 9


@pytest.mark.parametrize(
    "part",
    [
        Part(text="Abstract", left=0, right=5, bold=True),
        Part(text="Abstract.", left=0, right=5, italic=True),
        Part(text="ABSTRACT", left=0, right=5),
        Part(text="Abstract—", left=0, right=5),
        Part(text="Abstract:", left=0, right=5),
        Part(text="Abstract", left=0, right=5, family="Other"),
    ],
    ids=["bold", "italic", "capitals", "dash", "colon", "typeface"],
)
def test_heading_of_the_abstract_may_be_run_in(part: Part) -> None:
    rest = Part(text=SENTENCE, left=5.3, right=30)
    assert judge(*TITLE, Row((part, rest)), *prose(8)) == ["before_abstract"] * 3 + [""] * 9


@pytest.mark.parametrize("label", ["摘要：", "[摘要]", "תקציר:"])
def test_label_of_the_abstract_needs_no_bold_type(label: str) -> None:
    """Browsers embed Chinese fonts without a name that tells bold type."""
    rest = Part(text=SENTENCE, left=5.3, right=30)
    found = judge(*TITLE, Row((Part(text=label, left=0, right=5), rest)), *prose(8))
    assert found == ["before_abstract"] * 3 + [""] * 9


def test_sentence_that_begins_with_the_word_abstract_is_not_an_abstract() -> None:
    found = judge(*TITLE, row("Abstract things are counted by no miller in any month"), *prose(8))
    assert found == ["before_first_paragraph"] * 3 + [""] * 9


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Summary:", "before_abstract"),
        ("summary(model)", "before_first_paragraph"),
        ("Summary of sacks", "before_first_paragraph"),
    ],
)
def test_heading_of_the_abstract_is_alone_on_its_line(text: str, rule: str) -> None:
    assert judge(*TITLE, *prose(8), centred(text, 8), *prose(3))[0] == rule


def test_summary_after_the_introduction_is_not_an_abstract() -> None:
    rows = [*TITLE, row("1 Introduction", slack=20), *prose(6), row("Summary", slack=25)]
    assert "before_abstract" not in judge(*rows, *prose(3))


def test_front_matter_without_an_abstract_ends_at_the_first_paragraph() -> None:
    assert judge(*TITLE, *prose(8)) == ["before_first_paragraph"] * 3 + [""] * 8


def test_front_matter_ends_at_a_ragged_first_paragraph() -> None:
    ragged = [row(slack=s) for s in (1.0, 3.0, 2.0, 5.0)]
    assert judge(*TITLE, *ragged) == ["before_first_paragraph"] * 3 + [""] * 4


@pytest.mark.parametrize(("overhang", "lost"), [(0.25, 0), (0.35, 5)])
def test_small_first_paragraph_may_hang_past_the_edge(overhang: float, lost: int) -> None:
    """Letters and hyphens hang past the edges of the column by less than 0.3 em."""
    opening = [row(size=9, slack=-slack) for slack in (0, 0, overhang, 0, 0)]
    found = judge(*TITLE, *opening, *prose(4))[3:8]
    assert found == ["before_first_paragraph"] * lost + [""] * (5 - lost)


def test_short_lines_of_addresses_are_front_matter() -> None:
    addresses = [row("Institute of Ponds", slack=18) for _ in range(3)]
    assert judge(*TITLE, *addresses, *prose(8)) == ["before_first_paragraph"] * 6 + [""] * 8


@pytest.mark.parametrize(("size", "rule"), [(8.9, "before_first_paragraph"), (9.1, "")])
def test_full_line_of_addresses_in_smaller_type_is_front_matter(size: float, rule: str) -> None:
    """The lines of a paragraph differ by less than a tenth of an em."""
    found = judge(*TITLE, row(size=size), *prose(8))
    assert found == ["before_first_paragraph"] * 3 + [rule] + [""] * 8


def test_title_of_three_full_lines_is_front_matter() -> None:
    title = [row(size=17) for _ in range(3)]
    assert judge(*title, *prose(8)) == ["before_first_paragraph"] * 3 + [""] * 8


def test_document_that_begins_with_text_has_no_front_matter() -> None:
    assert judge(*prose(8)) == [""] * 8


@pytest.mark.parametrize(
    "label",
    [
        "Keywords: ponds, sacks",
        "Key words and phrases. Ponds",
        "Index Terms—ponds, sacks",
        "Additional Key Words and Phrases: ponds",
        "CCS CONCEPTS",
        "PACS numbers: 44.10",
        "2010 Mathematics Subject Classification",
        "JEL Classification: Q25",
        "Кључне речи: вода",
    ],
)
def test_line_that_opens_with_a_keyword_label_goes(label: str) -> None:
    found = judge(centred("Abstract", 4), *prose(5), row(label, slack=9), *prose(3))
    expected = "" if label.startswith("2010") else "keywords"
    assert found[6] == expected


@pytest.mark.parametrize(
    ("below", "rule"),
    [
        (row(above=1.4), "keywords"),
        (row(above=1.45), ""),
        (row("1 Introduction", bold=True), ""),
        (row("tributed mills and sacks", bold=True), "keywords"),
        (row(size=9), ""),
    ],
    ids=["continues", "white space", "heading", "bold word goes on", "different size"],
)
def test_keywords_end_at_a_gap_a_heading_or_a_change_of_size(below: Row, rule: str) -> None:
    label = row("Keywords: ponds, sacks, mills, numbers, months and", above=2)
    found = judge(centred("Abstract", 4), *prose(5), label, below, row(above=2))
    assert found[6:] == ["keywords", rule, ""]


@pytest.mark.parametrize(("slack", "rule"), [(2.9, "keywords"), (3.0, "")])
def test_keywords_end_at_running_text_below_a_short_line(slack: float, rule: str) -> None:
    """In double spacing there is no more white space above a heading than between lines."""
    label = row("Keywords: ponds, sacks, mills, numbers, months", slack=slack, above=2)
    assert judge(centred("Abstract", 4), *prose(5), label, *prose(3))[7] == rule


def test_keyword_label_alone_in_its_line_has_its_keywords_below() -> None:
    rows = [row("Keywords", slack=25, above=2), row("ponds, sacks", slack=20, above=2.2)]
    assert judge(centred("Abstract", 4), *prose(5), *rows, row(above=2))[6:] == [
        "keywords",
        "keywords",
        "",
    ]


def test_line_below_a_label_with_few_keywords_is_none_of_them() -> None:
    rows = [row("Keywords: ponds, sacks", slack=19, above=2), row("1 Mills", bold=True, above=2)]
    assert judge(centred("Abstract", 4), *prose(5), *rows, row(above=2))[6:] == ["keywords", "", ""]


def test_authors_in_the_column_next_to_the_abstract_are_front_matter() -> None:
    """In the other column, higher than the abstract, and not running text."""
    left = column([*TITLE, row("Abstract", slack=25), *prose(8)], number=1)
    authors = [row("Bo Weaver", slack=20), row("Loom House", slack=20)]
    right = column([*authors, row(above=2), *prose(7)], number=2)
    found = judged(judge_front_matter, laid_out([*left, *right]))
    assert rules_of(found)[12:] == ["before_abstract"] * 2 + [""] * 8


def test_front_matter_is_on_the_first_two_pages() -> None:
    pages = [layout(prose(4), page=1), layout(prose(4), page=2)]
    third = layout([row("Keywords: ponds", slack=20), *prose(4)], page=3)
    assert rules_of(judged(judge_front_matter, *pages, third)) == [""] * 13


def test_abstract_may_be_on_the_second_page() -> None:
    cover = layout([row("Annals of Village Ponds", slack=15)], page=1)
    second = layout([*TITLE, centred("Abstract", 4), *prose(5)], page=2)
    found = rules_of(judged(judge_front_matter, cover, second))
    assert found == ["before_abstract"] * 4 + [""] * 6


@pytest.mark.parametrize(("height", "rule"), [(0.45, ""), (0.55, "before_abstract")])
def test_authors_next_to_the_abstract_are_higher_than_its_heading(height: float, rule: str) -> None:
    left = column([row("Abstract", slack=25), *prose(8)], number=1)
    top = left[0].baseline + height * PITCH
    right = column([row("Bo Weaver", slack=20), row(above=2), *prose(7)], number=2, top=top)
    found = judged(judge_front_matter, laid_out([*left, *right]))
    assert rules_of(found)[9] == rule


@pytest.mark.parametrize(("above", "kept"), [(1.4, True), (1.45, False)])
def test_first_paragraph_begins_with_the_first_full_line_of_its_block(
    above: float, kept: bool
) -> None:
    """Two ragged lines in smaller type above three that share their edges."""
    ragged = [row(slack=s, size=9) for s in (1.0, 4.0)]
    block = [*ragged, row(size=9, above=above), row(size=9), row(size=9)]
    rule = "" if kept else "before_first_paragraph"
    found = judge(*TITLE, *block, row(above=2), *prose(8))
    assert found == ["before_first_paragraph"] * 3 + [rule] * 2 + [""] * 12


def test_block_of_addresses_with_marks_is_no_part_of_the_first_paragraph() -> None:
    mark = Part(text="1", left=0, right=0.4, size=6, up=4)
    address = Row((mark, Part(text=SENTENCE, left=0.6, right=28, size=9)))
    small = [row(slack=4, size=9), *[row(size=9) for _ in range(3)]]
    found = judge(*TITLE, address, *small, row(above=2), *prose(8))
    assert found == ["before_first_paragraph"] * 5 + [""] * 12


def test_full_lines_of_marked_addresses_are_no_first_paragraph() -> None:
    mark = Part(text="1", left=0, right=0.4, size=6, up=4)
    address = Row((mark, Part(text=SENTENCE, left=0.6, right=30)))
    found = judge(*TITLE, address, address, row(), row(slack=8), row(above=2), *prose(8))
    assert found == ["before_first_paragraph"] * 7 + [""] * 9


@pytest.mark.parametrize(
    ("last", "kept"),
    [
        ("mills that are still read by the owners of the village.", True),
        ("mills that are still read by the owners of the village", False),
        ("Mills that are still read by the owners of the village.", False),
    ],
)
def test_three_lines_that_end_a_sentence_are_a_first_paragraph(last: str, kept: bool) -> None:
    """A short abstract, indented on both sides and smaller than the body."""
    first = row("Mills that grind flour for several villages are", indent=2, slack=2, size=9)
    second = row("older than their owners think, and so are the", indent=2, slack=2, size=9)
    short = [first, second, row(last, indent=2, slack=5, size=9)]
    rule = "" if kept else "before_first_paragraph"
    found = judge(*TITLE, *short, row(above=2), *prose(8))
    assert found == ["before_first_paragraph"] * len(TITLE) + [rule] * 3 + [""] * 9


def ragged_abstract(
    *, size: float = 9.0, inner: int = 3, above: float = 1.0, indent: float = 0.0
) -> list[Row]:
    """Five lines, of which `inner` start in lower case."""
    ends = (1.0, 5.0, 3.0, 6.0, 2.0)
    words = [SENTENCE, *[SENTENCE.lower()] * inner, *[SENTENCE] * (4 - inner)]
    gaps = [2.0, 1.0, 1.0, above, 1.0]
    return [
        row(text, slack=end, size=size, above=gap, indent=indent)
        for text, end, gap in zip(words, ends, gaps, strict=True)
    ]


@pytest.mark.parametrize(
    ("abstract", "kept"),
    [
        (ragged_abstract(), True),
        (ragged_abstract(size=8.5), True),
        (ragged_abstract(indent=9), True),
        (ragged_abstract(size=8.4), False),
        (ragged_abstract(inner=2), False),
        (ragged_abstract(above=1.45), False),
    ],
    ids=["kept", "size at the limit", "indented", "too small", "few lower-case lines", "a gap"],
)
def test_ragged_prose_in_another_size_is_a_first_paragraph(abstract: list[Row], kept: bool) -> None:
    found = judge(*TITLE, *abstract, row(above=2), *prose(8))
    assert found[3] == ("" if kept else "before_first_paragraph")


def test_pages_of_nothing_but_names_are_front_matter() -> None:
    names = [row("Ada Miller and Bert Baker", slack=12, size=12, bold=True) for _ in range(6)]
    pages = [layout(names, page=1), layout(names, page=2), layout(prose(9), page=3)]
    found = rules_of(judged(judge_front_matter, *pages))
    assert found == ["before_first_paragraph"] * 12 + [""] * 9


@pytest.mark.parametrize(
    "label", ["Palavras-chave: moinho, rio", "关键词：磨坊", "【关键词】磨坊", "Mots clés. moulin"]
)
def test_keywords_have_a_label_in_each_language(label: str) -> None:
    assert has_keyword_label(label)


def test_word_that_begins_like_a_label_is_none() -> None:
    assert not has_keyword_label("Descritores do moinho foram")
