"""The context of the rules: columns, pages and the scales of the document."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from pdfbot.layout.scales import MAX_SPACE_ABOVE

from ..builders import context_of, layout, prose, row


def test_context_cannot_be_changed() -> None:
    context = context_of(layout(prose(2)))
    with pytest.raises(FrozenInstanceError):
        context.lines = ()  # type: ignore[misc]


def test_lines_are_grouped_by_page_and_column() -> None:
    context = context_of(layout(prose(2), prose(3), page=1), layout(prose(4), page=2))
    assert [len(lines) for lines in context.columns] == [2, 3, 4]
    assert [line.index for lines in context.columns for line in lines] == list(range(9))
    assert context.layout_of(context.lines[-1]) is context.layouts[1]


def test_space_above_is_in_pitches() -> None:
    context = context_of(layout([row(), row(above=1.5)]))
    assert [context.space_above(line) for line in context.lines] == [MAX_SPACE_ABOVE, 1.5]
