"""Passages: every block of a page once, broken words marked, paragraphs whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from pdfbot.visual.replica.block_order import find_passages
from tests.documents import PAPERS, PDFS, extracted


@pytest.mark.parametrize("path", PDFS, ids=lambda path: path.stem)
def test_passages_have_every_block_of_a_page_once(path: Path) -> None:
    paper = extracted(path)
    for page in paper.pages:
        passages = find_passages(paper)[page.number]
        blocks = [piece.block for passage in passages for line in passage for piece in line]
        assert sorted(blocks) == list(range(len(page.blocks)))


def test_hyphen_is_dropped_from_a_broken_word_and_kept_in_a_compound() -> None:
    paper = extracted(PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf")
    page = paper.pages[0]
    ends = {
        page.blocks[line[-1].block].text.split()[-1]: line[-1]
        for passage in find_passages(paper)[1]
        for line in passage
    }
    assert ends["expe-"].is_broken
    assert not ends["expe-"].is_spaced
    assert not ends["state-"].is_broken
    assert not ends["state-"].is_spaced
    assert ends["needs"].is_spaced
