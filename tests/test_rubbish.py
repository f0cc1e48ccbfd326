"""Python's own search goes on as before when a paper is read."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

import pdfbot
from pdfbot.rubbish import SELDOM, seldom_searched


@pytest.fixture(autouse=True)
def usual() -> Iterator[tuple[int, int, int]]:
    before = gc.get_threshold()
    gc.set_threshold(701, 11, 12)
    yield 701, 11, 12
    gc.set_threshold(*before)


def test_it_is_seldom_inside_and_as_before_outside(usual: tuple[int, int, int]) -> None:
    with seldom_searched:
        with seldom_searched:
            assert gc.get_threshold() == SELDOM
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == usual


def test_the_wish_of_somebody_else_is_kept() -> None:
    with seldom_searched:
        gc.set_threshold(5, 6, 7)
    assert gc.get_threshold() == (5, 6, 7)


def test_after_a_paper_and_after_a_failure(papers: Path, usual: tuple[int, int, int]) -> None:
    pdfbot.extract(papers / "novel-dialogue" / "novel-dialogue.pdf", pages=[1])
    assert gc.get_threshold() == usual
    with pytest.raises(pdfbot.NotAPdfError):
        pdfbot.extract(b"nothing")
    assert gc.get_threshold() == usual
