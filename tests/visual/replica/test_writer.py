"""A written replica: the DOM reader reads the same blocks from it, and links are in place."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from pdfbot.model import Box, Document, Font, Page, TextBlock
from pdfbot.readers.pdf2htmlex.dom import read_replica
from pdfbot.visual.replica.links import Link
from pdfbot.visual.replica.writer import write_replica
from tests.documents import HOSTILE, PDFS, WORLD_PDFS, built_replica

UNUSUAL = ["2000-tiny-textblocks", "html-in-text", "huge-page", "invisible-text", "rotated-page"]
# Points: far less than a reader sees, far more than rounding explains.
TOLERANCE = 0.02


def block(text: str, edges: list[float], **changes: object) -> TextBlock:
    plain = TextBlock(
        text=text,
        box=Box(edges[0], 97.8, edges[-1], 107.5),
        baseline=100.0,
        font=Font("Probe", 10.0),
        edges=array("f", edges),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def round_trip(*blocks: TextBlock) -> tuple[TextBlock, ...]:
    document = Document((Page(1, 300.0, 200.0, blocks),), "pdfium")
    return tuple(read_replica(write_replica(document, title="t")).pages[0].blocks)


@pytest.mark.parametrize(
    "path",
    [*PDFS, *WORLD_PDFS, *(HOSTILE / f"{name}.pdf" for name in UNUSUAL)],
    ids=lambda path: path.stem,
)
def test_replica_has_the_same_blocks_as_the_pdf(path: Path) -> None:
    replica = built_replica(path)
    before, after = replica.document, read_replica(replica.html)
    assert after.engine == before.engine
    assert [page.number for page in after.pages] == [page.number for page in before.pages]
    for old, new in zip(before.pages, after.pages, strict=True):
        assert (new.width, new.height) == pytest.approx((old.width, old.height), abs=1e-3)
        for one, other in zip(old.blocks, new.blocks, strict=True):
            assert (other.text, other.font) == (one.text, one.font)
            assert (other.rotation, other.hidden) == (one.rotation, one.hidden)
            assert other.baseline == pytest.approx(one.baseline, abs=TOLERANCE)
            assert list(other.edges) == pytest.approx(list(one.edges), abs=TOLERANCE)
            for side in ("left", "bottom", "right", "top"):
                expected = pytest.approx(getattr(one.box, side), abs=TOLERANCE)
                assert getattr(other.box, side) == expected


def test_unmapped_glyph_between_letters_does_not_become_a_space() -> None:
    (read,) = round_trip(block("exp(", [10, 15, 20, 34, 38]))
    assert read.text == "exp("
    assert list(read.edges) == pytest.approx([10, 15, 20, 34, 38], abs=TOLERANCE)


def test_space_as_wide_as_a_gap_between_blocks_stays_a_space() -> None:
    (read,) = round_trip(block("a b", [10, 15, 22.6, 27.6]))
    assert read.text == "a b"


def test_touching_blocks_stay_separate() -> None:
    read = round_trip(block("one", [10, 15, 20, 25]), block("two", [25, 30, 35, 40]))
    assert [part.text for part in read] == ["one", "two"]


def test_invisible_text_stays_invisible() -> None:
    (read,) = round_trip(block("ab", [10, 15, 20], hidden="invisible"))
    assert read.hidden == "invisible"


def test_links_lead_to_urls_positions_and_pages() -> None:
    document = Document((Page(1, 300, 200, ()), Page(2, 300, 200, ())), "pdfium")
    links = [
        Link(1, Box(10, 20, 30, 40), url='https://example.org/?a="><script>'),
        Link(1, Box(50, 20, 70, 40), target_page=2, target_height=120.0),
        Link(1, Box(80, 20, 90, 40), target_page=2),
    ]
    html = write_replica(document, title="t", links=links)
    soup = BeautifulSoup(html, "lxml")
    to_web, to_position, to_page = soup.find_all("a", class_="l")
    assert to_web["href"] == 'https://example.org/?a="><script>'
    assert to_web["rel"] == ["noopener", "noreferrer"]
    assert to_page["href"] == "#pf2"
    target = soup.find(id=str(to_position["href"])[1:])
    assert isinstance(target, Tag)
    assert target.find_parent(id="pf2")
    assert not soup.find_all("script")
