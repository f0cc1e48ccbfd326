"""The shelf: blocks stay what they are, whether at hand, packed, or packed into a file."""

from __future__ import annotations

import pickle
import tempfile
import tracemalloc
from array import array
from pathlib import Path
from typing import Any

import pytest

import pdfbot
from pdfbot import shelf
from pdfbot.model import Box, Font, TextBlock
from pdfbot.replica.pdfium import read_pdf
from pdfbot.shelf import Shelf
from tests.documents import PAPERS

# Pages at hand in these tests, and the blocks of each.
HELD, BLOCKS = 8, 20
PAPER = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"


def some_blocks(page: int, count: int = BLOCKS) -> tuple[TextBlock, ...]:
    """Blocks with all that can differ, negative places included."""
    return tuple(
        TextBlock(
            text=f"Ďábel 𝑥 {page}.{number}",
            box=Box(-3.5 + number / 7, page / 3, 90.1 + number / 7, page / 3 + 10),
            baseline=page / 3 + 2,
            font=Font(f"Family{number % 3}", 9.96, bold=number % 2 == 0),
            colour="#ff0000" if number % 5 == 0 else "#000000",
            rotation=90.0 if number % 7 == 0 else 0.0,
            edges=array("f", [-3.5 + number / 7 + 1.1 * i for i in range(number)]),
            hidden="clipped" if number % 11 == 0 else "",
            node=f"pf{page}/t{number}" if page % 2 else "",
        )
        for number in range(count)
    )


@pytest.fixture(autouse=True)
def few_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "AT_HAND", HELD * BLOCKS)


@pytest.fixture(params=[1 << 20, 0], ids=["in the memory", "in a file"])
def memory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(shelf, "MOST_MEMORY", request.param)
    return int(request.param)


@pytest.mark.usefixtures("memory")
def test_blocks_come_back_as_they_were() -> None:
    pages = [some_blocks(number) for number in range(3 * HELD)]
    place = Shelf()
    kept = [place.put(blocks) for blocks in pages]
    for _ in range(2):
        assert [tuple(blocks) for blocks in kept] == pages
    assert kept[0] == pages[0]
    assert kept[0] != pages[1]
    assert (len(kept[1]), kept[1][3], kept[1][-2:]) == (20, pages[1][3], pages[1][-2:])


@pytest.mark.usefixtures("memory")
def test_groups_have_an_order_of_their_own() -> None:
    place = Shelf()
    page = place.put(some_blocks(1))
    numbers = [page.groups.add(places) for places in ([3, 1], [], [19])]
    for number in range(2 * HELD):
        place.put(some_blocks(number))
    assert [page.group(n) for n in numbers] == [(page[3], page[1]), (), (page[19],)]
    assert [page.group_length(n) for n in numbers] == [2, 0, 1]


def test_a_page_that_is_not_at_hand_takes_little_memory() -> None:
    """Less than a quarter of what its blocks take as objects."""
    tracemalloc.start()
    try:
        begin = tracemalloc.get_traced_memory()[0]
        plain = [some_blocks(number, 60) for number in range(HELD)]
        large = (tracemalloc.get_traced_memory()[0] - begin) / len(plain)
        place = Shelf()
        kept = [place.put(some_blocks(number, 60)) for number in range(HELD)]
        begin = tracemalloc.get_traced_memory()[0]
        kept += [place.put(some_blocks(number, 60)) for number in range(6 * HELD)]
        small = (tracemalloc.get_traced_memory()[0] - begin) / (6 * HELD)
    finally:
        tracemalloc.stop()
    assert len(kept) == 7 * HELD
    assert small < large / 4


def test_a_full_disk_leaves_the_pages_in_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def seek(self, *_: int) -> int:
            return 0

        def write(self, content: bytes) -> int:
            raise OSError(28, "No space left on device")

        def close(self) -> None:
            pass

    monkeypatch.setattr(shelf, "MOST_MEMORY", 0)
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: Full())
    pages = [some_blocks(number) for number in range(3 * HELD)]
    place = Shelf()
    kept = [place.put(blocks) for blocks in pages]
    assert [tuple(blocks) for blocks in kept] == pages


def test_no_temporary_file_for_a_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> Any:
        raise AssertionError("a temporary file")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert pdfbot.extract(PAPER).paragraphs


def test_the_file_is_closed_with_the_document(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[Any] = []
    make = tempfile.TemporaryFile

    def remember(**options: Any) -> Any:
        opened.append(make(dir=tmp_path, **options))
        return opened[-1]

    monkeypatch.setattr(shelf, "MOST_MEMORY", 0)
    monkeypatch.setattr(shelf, "AT_HAND", 1)
    monkeypatch.setattr(tempfile, "TemporaryFile", remember)
    paper = pdfbot.extract(PAPER)
    assert len(opened) == 1
    assert not opened[0].closed
    del paper
    assert opened[0].closed


@pytest.mark.usefixtures("memory")
def test_the_result_is_the_same_with_one_page_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = pdfbot.extract(PAPER)
    monkeypatch.setattr(shelf, "AT_HAND", 1)
    packed = pdfbot.extract(PAPER)
    assert packed.to_json() == usual.to_json()
    assert [line.blocks for line in packed.lines] == [line.blocks for line in usual.lines]


def test_a_document_can_be_sent_to_another_process() -> None:
    document = read_pdf(PAPER, name="paper")
    assert pickle.loads(pickle.dumps(document)) == document
    paper = pdfbot.extract(PAPER)
    again = pickle.loads(pickle.dumps(paper))
    assert [line.blocks for line in again.lines] == [line.blocks for line in paper.lines]


def test_a_page_may_have_any_number_of_blocks() -> None:
    blocks = some_blocks(1, 2) * 40_000
    page = Shelf().put(blocks)
    page.pack()
    assert page == blocks
    assert page.group(page.groups.add([79_999, 0])) == (blocks[1], blocks[0])
