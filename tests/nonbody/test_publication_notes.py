"""Notes of the publisher: dates, copyright, correspondence, affiliations, links, and what stays."""

from __future__ import annotations

import pytest

from pdfbot.model import Finding
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.headings import judge_headings
from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.publication_notes import (
    MAX_NOTE_LINES,
    MAX_RECURRING_WORDS,
    MIN_LINK_SHARE,
    MIN_RECURRENCES,
    MIN_RECURRING_WORDS,
    judge_publication_notes,
)
from pdfbot.nonbody.references import judge_references

from ..builders import Row, context_of, judged, layout, prose, row, rules_of

DATE = "Received 3 March 1987"


def judge(*rows: Row) -> list[str]:
    return rules_of(judged(judge_publication_notes, layout(rows)))


def around(*given: Row) -> list[str]:
    """The verdicts on `given` between two paragraphs, with white space below."""
    return judge(*prose(4), *given, row(above=2), *prose(3))[4 : 4 + len(given)]


def note(text: str = DATE, *, above: float = 2.0, size: float = 8.0, slack: float = 12.0) -> Row:
    return row(text, above=above, size=size, slack=slack)


@pytest.mark.parametrize(
    "text",
    [
        "Received 3 March 1987",
        "Received: March 3, 1987; accepted: April 4, 1987",
        "Received in revised form 3rd March, 1987",
        "ACCEPTED 03.03.1987",
        "Revised on 1987-03-03",
        "Submitted: 3/3/87",
        "Published online 3 March 1987",
        "Available online 3 March 1987",
        "(Received 3 March 1987)",
        "Copyright 1987 The Millers",
        "© 1987 The Millers",
        "(c) 1987 The Millers",
        "Open Access This article may be shared",
        "Open Access This article is free for every mill",
        "This is an open-access article",
        "This is an Open Access article",
        "This article is distributed under the terms of the mill",
        "The work is licensed under the rules of the mill",
        "Correspondence to: A. Miller",
        "Correspondence and requests should be addressed to A. Miller",
        "*Correspondence: address of the mill",
        "To whom correspondence is sent",
        "Address for correspondence: The Mill",
        "∗ Corresponding author: A. Miller",
        "Author for correspondence",
        "E-mail: miller@sacks.example.org",
        "Email address: miller@sacks.example.org",
    ],
)
def test_block_that_starts_as_a_note_goes(text: str) -> None:
    assert around(note(text)) == ["publication_note"]


@pytest.mark.parametrize(
    "text",
    [
        "Received sacks are counted",
        "Received by 3 of the mills",
        "Accepted numbers of sacks",
        "Published sacks of 1987",
        "Copyrighted sacks",
        "(c) the number of sacks",
        "Open accesses to the mill",
        "This article is about the mill",
        "The work is hard",
        "Correspondences with millers",
        "Corresponding sacks are counted",
        "Emails to the miller",
        "The sacks were received 3 March 1987",
    ],
)
def test_block_that_starts_otherwise_stays(text: str) -> None:
    assert around(note(text)) == [""]


def test_finding_of_a_note_is_its_words() -> None:
    found = judged(judge_publication_notes, layout([*prose(4), note(), row(above=2)]))
    assert found.finding(4) == Finding("note_words", 1, "at least", 1, "")


def test_sentence_in_the_middle_of_a_paragraph_may_start_as_a_note_does() -> None:
    given = row("Received 3 March 1987, the sacks were counted", above=1.0)
    assert judge(*prose(4), given, *prose(4)) == [""] * 9


@pytest.mark.parametrize(
    ("slack_above", "given", "taken"),
    [
        (0, note(above=1.15, size=10), False),
        (0, note(above=1.2, size=10), True),
        (0, note(above=1.0, size=9.7), False),
        (0, note(above=1.0, size=9.5), True),
        (1.9, note(above=1.0, size=10), False),
        (2.0, note(above=1.0, size=10), True),
    ],
    ids=["no gap", "gap", "same size", "other size", "below a full line", "below a short line"],
)
def test_note_starts_a_block(slack_above: float, given: Row, taken: bool) -> None:
    found = judge(*prose(3), row(slack=slack_above), given, row(above=2), *prose(3))
    assert found[4] == ("publication_note" if taken else "")


def test_note_may_start_a_column_or_follow_a_line_that_is_out() -> None:
    plain = note(above=1.0, size=10)
    assert judge(plain, row(above=2), *prose(3))[0] == "publication_note"
    heading = row("Discussion", bold=True, slack=18, above=2)
    assert judge_sections(*prose(4), heading, plain, row(above=2))[5] == "publication_note"


def test_note_continues_in_its_size_and_pitch() -> None:
    assert around(note(), *[note("the mill", above=1.0)] * 3) == ["publication_note"] * 4


@pytest.mark.parametrize(("above", "taken"), [(1.3, True), (1.4, True), (1.45, False)])
def test_second_line_of_a_note_is_near_the_first(above: float, taken: bool) -> None:
    found = around(note(), note("the mill", above=above))
    assert found == ["publication_note", "publication_note" if taken else ""]


@pytest.mark.parametrize(("above", "taken"), [(1.0, True), (1.2, True), (1.25, False)])
def test_later_lines_of_a_note_keep_its_pitch(above: float, taken: bool) -> None:
    found = around(note(), note("the mill", above=1.0), note("the pond", above=above))
    assert found[2] == ("publication_note" if taken else "")


@pytest.mark.parametrize(("size", "taken"), [(7.5, False), (7.7, True), (8.3, True), (8.4, False)])
def test_lines_of_a_note_have_one_size(size: float, taken: bool) -> None:
    lines = [note("the mill", above=1.0), note("the pond", above=1.0, size=size)]
    assert around(note(), *lines)[2] == ("publication_note" if taken else "")


def test_label_of_a_note_may_be_larger_than_its_lines() -> None:
    small = note("The Mill", above=1.0)
    assert around(note("Correspondence to", size=10), small, small) == ["publication_note"] * 3
    large = note("The Mill", above=1.0, size=10)
    assert around(note("Correspondence to"), large) == ["publication_note", ""]


@pytest.mark.parametrize(("lines", "last"), [(14, "publication_note"), (15, "")])
def test_note_has_at_most_fourteen_lines(lines: int, last: str) -> None:
    assert MAX_NOTE_LINES == 14
    assert around(note(), *[note("the mill", above=1.0)] * (lines - 1))[-1] == last


def judge_in_order(context: DocumentContext, known: Judgement) -> Judgement:
    """The notes after the references and the headings."""
    known = judge_headings(context, judge_references(context, known))
    return judge_publication_notes(context, known)


def judge_sections(*rows: Row) -> list[str]:
    return rules_of(judged(judge_in_order, layout(rows)))


def heading(text: str) -> Row:
    return row(text, bold=True, slack=18, above=2)


@pytest.mark.parametrize(
    "text", ["Author details", "AUTHOR DETAILS", "Publisher’s note.", "ORCID:"]
)
def test_text_below_an_administrative_heading_goes_down_to_the_next_heading(text: str) -> None:
    found = judge_sections(
        *prose(4), heading(text), row(above=1.5), *prose(5), heading("Discussion"), *prose(3)
    )
    notes = ["publication_note"] * 6
    assert found == [""] * 4 + ["heading"] + notes + ["heading"] + [""] * 3


@pytest.mark.parametrize("text", ["Author contributions", "Details", "Citation of sacks"])
def test_text_below_another_heading_stays(text: str) -> None:
    found = judge_sections(*prose(4), heading(text), row(above=1.5), *prose(5))
    assert found == [""] * 4 + ["heading"] + [""] * 6


@pytest.mark.parametrize(("beside", "rule"), [("ABSTRACT", ""), ("RESULTS", "publication_note")])
def test_text_below_the_headings_of_abstract_and_history_side_by_side_stays(
    beside: str, rule: str
) -> None:
    """Both columns may have been read as one."""
    upper = [*prose(3), heading(beside)]
    history = [*prose(3), heading("Article history"), row(above=1.5), *prose(3)]
    found = rules_of(judged(judge_in_order, layout(upper, history)))
    assert found[7] == "heading"
    assert found[-4:] == [rule] * 4


def test_administrative_section_may_continue_on_the_next_page() -> None:
    first = layout([*prose(4), heading("Author details"), row(above=1.5)], page=1)
    second = layout([*prose(2), heading("Discussion"), *prose(2)], page=2)
    found = rules_of(judged(judge_in_order, first, second))
    assert found[4:] == ["heading", *["publication_note"] * 3, "heading", "", ""]


def test_references_end_an_administrative_section() -> None:
    entries = [row(f"[{i}] A. Miller, On sacks, J. Ponds 7 (198{i}).") for i in range(1, 7)]
    rows = [*prose(12), heading("Author details"), row(above=1.5), row("References"), *entries]
    found = judge_sections(*rows)
    assert found[12:15] == ["heading", "publication_note", "references_heading"]
    assert set(found[15:]) == {"after_references"}


LINK = "https://mills.example.org/sack"


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        (LINK, True),
        (f"[{LINK}]", True),
        ("http://mills.example.org", True),
        (f"{LINK} {'w' * 18}", True),
        (f"{LINK} {'w' * 19}", True),
        (f"{LINK} {'w' * 20}", False),
        ("DOI: 10.1000/mills.2014", True),
        (f"See {LINK}", False),
        ("the mill and its sacks", False),
    ],
    ids=["link", "brackets", "http", "61 %", "60 %", "59 %", "DOI", "word before", "no link"],
)
def test_line_that_consists_of_a_link_goes(text: str, taken: bool) -> None:
    assert MIN_LINK_SHARE == 0.6
    assert around(row(text, slack=12, above=2)) == ["link" if taken else ""]


def test_link_that_continues_a_sentence_stays() -> None:
    given = row(LINK + ".", slack=14)
    assert judge(*prose(4), given, row(above=2), *prose(3)) == [""] * 9
    assert judge(*prose(4), row(slack=1.9), given, *prose(3)) == [""] * 9


def test_full_line_of_text_may_start_with_a_link() -> None:
    assert around(row(f"{LINK}/numbers is where the miller wrote", above=2)) == [""]


@pytest.mark.parametrize(("count", "taken"), [(3, False), (4, True), (5, True)])
def test_short_line_that_recurs_in_the_same_words_goes(count: int, taken: bool) -> None:
    assert MIN_RECURRENCES == 4
    rows = [*prose(3), row("Download the sacks", slack=18, above=2), row(above=2)] * count
    assert judge(*rows)[3::5] == ["recurring_line" if taken else ""] * count


@pytest.mark.parametrize(("words", "taken"), [(1, False), (2, True), (6, True), (7, False)])
def test_line_that_recurs_has_a_few_words(words: int, taken: bool) -> None:
    assert (MIN_RECURRING_WORDS, MAX_RECURRING_WORDS) == (2, 6)
    rows = [*prose(3), row(" ".join(["mill"] * words), slack=5, above=2), row(above=2)] * 4
    assert judge(*rows)[3::5] == ["recurring_line" if taken else ""] * 4


def test_short_last_line_of_paragraphs_may_recur() -> None:
    rows = [*prose(3), row("of all the sacks.", slack=18), row(above=2)] * 5
    assert set(judge(*rows)) == {""}


@pytest.mark.parametrize(
    "text",
    [
        "Correspondence analysis was applied to compare the sacks of all mills",
        "Copyright law in the village did not protect the miller from the others",
        "The work is distributed among the mills of the village by the oldest miller",
        "Open access to the mill requires a license that every miller has to hold",
    ],
)
def test_paragraph_of_the_body_that_starts_like_a_note_stays(text: str) -> None:
    rows = [
        *prose(4),
        row("and so it was.", slack=18),
        row(text, indent=1),
        *prose(6),
        row("and so it was.", slack=18),
        row(indent=1),
        *prose(8),
    ]
    assert set(rules_of(judged(judge_publication_notes, layout(rows)))) == {""}


def test_note_in_the_size_of_the_body_ends_with_its_paragraph() -> None:
    rows = [row("Received 3 March 1987.", slack=15), row(indent=1), *prose(8)]
    assert (
        rules_of(judged(judge_publication_notes, layout(rows))) == ["publication_note"] + [""] * 9
    )


def test_link_that_did_not_fit_on_the_line_of_its_sentence_stays() -> None:
    rows = [*prose(4), row("The numbers of sacks are available at", slack=8)]
    rows += [row("https://mills.example.org/sacks/numbers.", slack=10), row(above=1.5), *prose(3)]
    assert set(rules_of(judged(judge_publication_notes, layout(rows)))) == {""}


def test_finding_of_a_link_and_of_a_recurring_line_has_the_limit_that_was_compared_with() -> None:
    rows = [*prose(3), row("Download the sacks", slack=18, above=2), row(above=2)] * 4
    recurring = judged(judge_publication_notes, layout(rows)).finding(3)
    assert recurring is not None
    assert recurring.limit == 4
    link = row("https://mills.example.org/sack", slack=12, above=2)
    found = judged(judge_publication_notes, layout([*prose(3), link])).finding(3)
    assert found is not None
    assert found.limit == 0.6


@pytest.mark.parametrize(
    ("below", "rules"),
    [
        (row("ponds, sacks", above=1.2, slack=18), ["keywords", "keywords"]),
        (row("ponds, sacks", above=5, slack=18), ["heading", ""]),
    ],
    ids=["right below", "further down"],
)
def test_keywords_below_a_heading_of_their_own_go_with_it(below: Row, rules: list[str]) -> None:
    label = row("Keywords", bold=True, slack=25, above=2)
    context = context_of(layout([*prose(4), label, below, row(above=2), *prose(3)]))
    known = judge_headings(context, Judgement.start(context))
    found = judge_publication_notes(context, known).verdicts[4:6]
    assert [verdict.rule.value if verdict else "" for verdict in found] == rules
