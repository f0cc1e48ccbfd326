"""Warnings about pages of running text of which hardly anything is left."""

from __future__ import annotations

import pytest

from pdfbot.model import Box, Line
from pdfbot.nonbody import lost_text
from pdfbot.nonbody.lost_text import MIN_RUNNING_WORDS, find_lost_text
from pdfbot.rules import Rule

WORDS = "ten words that read like any sentence of the paper"


def lines(rule: Rule, count: int, text: str = WORDS, page: int = 3) -> list[tuple[Line, Rule]]:
    box = Box(0, 0, 100, 10)
    line = Line(id="", page=page, column=1, blocks=(), text=text, box=box, baseline=0, size=10)
    return [(line, rule)] * count


def test_page_whose_text_was_taken_out_is_named_with_the_rule() -> None:
    judged = [*lines(Rule.BODY, 5), *lines(Rule.BESIDE_CAPTION, 30), *lines(Rule.FOOTNOTE, 4)]
    assert find_lost_text(judged) == [
        "most of the text was taken out on page 3: 50 of 390 words are left, and the rule "
        "beside_caption took 300"
    ]


def test_a_fifth_of_the_text_is_enough() -> None:
    assert find_lost_text([*lines(Rule.BODY, 8), *lines(Rule.MARGIN, 32)]) == []
    assert find_lost_text([*lines(Rule.BODY, 7), *lines(Rule.MARGIN, 32)]) != []


def test_words_are_counted_on_pages_that_may_have_lost_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return 10

    monkeypatch.setattr(lost_text, "_running_words", count)
    assert find_lost_text([*lines(Rule.BODY, 32), *lines(Rule.MARGIN, 8)]) == []
    assert not counted
    assert find_lost_text([*lines(Rule.BODY, 7), *lines(Rule.MARGIN, 32)]) != []
    assert len(counted) == 32


def test_short_texts_references_and_labels_are_expected_to_go() -> None:
    full = MIN_RUNNING_WORDS // 10
    assert find_lost_text(lines(Rule.CAPTION_FIGURE, full - 1)) == []
    assert find_lost_text(lines(Rule.CAPTION_FIGURE, full)) != []
    assert find_lost_text(lines(Rule.REFERENCES_HEADING, 90)) == []
    assert find_lost_text(lines(Rule.CONTENTS, 90)) == []
    assert find_lost_text(lines(Rule.BETWEEN_RULINGS, 90, "Mean 4.1 5.2 Range 3 Smith Jones")) == []


def test_notes_of_an_appendix_are_taken_out_with_it() -> None:
    notes = lines(Rule.FOOTNOTE, 30)
    assert find_lost_text([*notes, *lines(Rule.AFTER_REFERENCES, 30)]) != []
    assert find_lost_text([*notes, *lines(Rule.AFTER_REFERENCES, 31)]) == []
