"""Abstracts of whole papers, in styles of their own and beside the history of the paper."""

from __future__ import annotations

import pytest
from make_mechanisms import HEADER, compose

import pdfbot


@pytest.mark.parametrize("number", range(20))
def test_the_abstract_is_the_first_text_in_one_style(number: int) -> None:
    """It ends at a heading or where its style ends, and nothing beside it joins its lines."""
    paper = compose("page-one", number)
    found = " ".join(p.text for p in pdfbot.extract(paper.finish(HEADER)).abstract)
    wanted = paper.paragraphs[: paper.abstract_paragraphs]
    # A label that is run in is no part of the text.
    assert found.removeprefix("Abstract. ") == " ".join(p["text"] for p in wanted)
