"""Text from top to bottom is told from text in lines, whatever its columns."""

from __future__ import annotations

import pytest

from pdfbot.model import Page, TextBlock
from pdfbot.text.readability import why_unreadable
from pdfbot.text.vertical_text import MIN_EAST_ASIAN_CHARS, is_vertical

from ..builders import EM, PAGE_HEIGHT, PAGE_WIDTH, block

TEXT = "毎年の春に橋の下へ帰ってくる燕の巣を四年間数えた。"
ROWS = 20


def columns(step: float, chars: int = len(TEXT)) -> list[TextBlock]:
    """Columns from right to left of single characters, `step` below each other."""
    return [
        block(char, 600 - 2 * EM * column, 700 - step * row, right=600 - 2 * EM * column + EM)
        for column in range(ROWS)
        for row, char in enumerate(TEXT[:chars])
    ]


def page(blocks: list[TextBlock]) -> Page:
    return Page(1, PAGE_WIDTH, PAGE_HEIGHT, tuple(blocks))


@pytest.mark.parametrize("step", [EM, 1.3 * EM])
def test_characters_below_each_other_are_vertical(step: float) -> None:
    vertical = page(columns(step))
    assert is_vertical([vertical])
    assert "vertical" in (why_unreadable([vertical]) or "")


def test_lines_are_not_vertical_whether_whole_or_in_single_characters() -> None:
    whole = [block(TEXT, 50, 700 - EM * row, right=300) for row in range(ROWS)]
    single = [
        block(char, 50 + EM * column, 700 - 2 * EM * row, right=60 + EM * column)
        for row in range(ROWS)
        for column, char in enumerate(TEXT)
    ]
    assert not is_vertical([page(whole)])
    assert not is_vertical([page(single)])


def test_vertical_labels_of_a_table_do_not_make_a_document_vertical() -> None:
    labels = columns(EM, chars=2)
    assert len(labels) < MIN_EAST_ASIAN_CHARS
    assert not is_vertical([page(labels)])
    body = [block(TEXT, 50, 700 - EM * row, right=300) for row in range(ROWS)]
    assert not is_vertical([page(columns(EM, chars=9) + body)])
