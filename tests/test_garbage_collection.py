"""The garbage collector is relaxed while a document is read, and only then."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import pdfbot
from pdfbot.garbage_collection import RELAXED, keep_objects, relaxed_gc


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[tuple[int, int, int]]:
    """Unusual thresholds that must be restored."""
    before = gc.get_threshold()
    gc.set_threshold(701, 11, 12)
    yield 701, 11, 12
    gc.set_threshold(*before)


def test_thresholds_are_relaxed_inside_and_restored_outside(
    thresholds: tuple[int, int, int],
) -> None:
    with relaxed_gc():
        with relaxed_gc():
            assert gc.get_threshold() == RELAXED
        assert gc.get_threshold() == RELAXED
    assert gc.get_threshold() == thresholds


def test_thresholds_set_by_the_caller_meanwhile_are_kept() -> None:
    with relaxed_gc():
        gc.set_threshold(5, 6, 7)
    assert gc.get_threshold() == (5, 6, 7)


def test_last_of_several_threads_restores_the_thresholds(
    thresholds: tuple[int, int, int],
) -> None:
    barrier = Barrier(4)

    def work(_: int) -> tuple[int, int, int]:
        with relaxed_gc():
            barrier.wait(timeout=20)
            return gc.get_threshold()

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(work, range(4))) == {RELAXED}
    assert gc.get_threshold() == thresholds


def test_thresholds_are_restored_after_extraction(
    papers: Path, thresholds: tuple[int, int, int]
) -> None:
    pdfbot.extract(papers / "novel-dialogue" / "novel-dialogue.pdf", pages=[1])
    assert gc.get_threshold() == thresholds


def test_thresholds_are_restored_after_a_failure(thresholds: tuple[int, int, int]) -> None:
    with pytest.raises(pdfbot.NotAPdfError):
        pdfbot.extract(b"nothing")
    assert gc.get_threshold() == thresholds


def test_kept_objects_belong_to_the_oldest_generation() -> None:
    young = [object(), []]
    assert any(found is young for found in gc.get_objects(generation=0))
    keep_objects()
    assert any(found is young for found in gc.get_objects(generation=2))


def test_what_the_program_froze_itself_stays_frozen() -> None:
    frozen: list[object] = []
    gc.freeze()
    try:
        keep_objects()
        # The collector lists what it visits, so nothing that is frozen.
        assert not any(found is frozen for found in gc.get_objects())
    finally:
        gc.unfreeze()


def test_a_paper_is_no_work_for_the_next_collection(papers: Path) -> None:
    paper = pdfbot.extract(papers / "novel-dialogue" / "novel-dialogue.pdf")
    assert any(found is paper.pages for found in gc.get_objects(generation=2))
