"""Raised marks in sentences."""

from __future__ import annotations

import pytest

from pdfbot.model import Box, Sentence, Span
from pdfbot.structure.raised_marks import find_raised_marks

from ..builders import Part, Row, column

TEXT = Part(text="The miller counted", left=0.0, right=10.0)


def marks(*parts: Part, end: int = 100) -> list[str]:
    """Of a sentence that reaches to `end` on one line of these parts."""
    (line,) = column([Row((TEXT, *parts))])
    sentence = Sentence("s1", line.text, (Span(1, line.id, 0, end, Box(0, 0, 1, 1)),))
    return [mark.text for mark in find_raised_marks([sentence], {line.id: line})]


def raised(text: str, *, size: float = 7.0, up: float = 4.0) -> Part:
    return Part(text=text, left=10.0, right=11.0, size=size, up=up)


def test_small_raised_text_is_a_mark() -> None:
    assert marks(raised("2")) == ["2"]


@pytest.mark.parametrize(
    ("size", "up"), [(8.6, 4.0), (7.0, 1.5)], ids=["too large", "not high enough"]
)
def test_other_text_is_none(size: float, up: float) -> None:
    assert marks(raised("2", size=size, up=up)) == []


def test_parts_that_are_raised_together_are_one_mark() -> None:
    second = Part(text="5–7", left=11.0, right=12.0, size=7.0, up=4.0)
    rest = Part(text="all sacks", left=12.5, right=20.0)
    assert marks(raised("3, "), second, rest) == ["3,5–7"]


def test_symbol_is_a_mark_wherever_it_is() -> None:
    assert marks(Part(text="†", left=10.0, right=10.5)) == ["†"]


def test_mark_after_the_sentence_is_not_its_own() -> None:
    assert marks(raised("2"), end=18) == []
