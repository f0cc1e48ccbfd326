"""Markdown: headings by level, paragraphs, and characters that would be markup."""

from __future__ import annotations

import pytest

from pdfbot.output.markdown import render_markdown

from .papers import make_paper


def test_headings_come_before_their_text_by_level() -> None:
    assert render_markdown(make_paper()) == (
        "# On mills\n\n"
        "## Abstract\n\nWe count sacks. All of them.\n\n"
        "## 1 Mills\n\n"
        "### 1.1 Sacks\n\nA sack is heavy.\n\n"
        "## References\n"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("# is a sign", "\\# is a sign"),
        ("1. is a number", "1\\. is a number"),
        ("- is a dash", "\\- is a dash"),
        ("a_b and a*b <c>", "a\\_b and a\\*b \\<c>"),
    ],
)
def test_text_is_not_read_as_markup(text: str, written: str) -> None:
    assert f"\n\n{written}\n\n" in render_markdown(make_paper(text))
