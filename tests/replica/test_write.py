"""A written replica: the way back to the same blocks, its size, its links, and its harmlessness."""

from __future__ import annotations

import io
import re
from array import array
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from bs4 import BeautifulSoup, Tag
from PIL import Image

import pdfbot
from pdfbot.model import Box, Document, Font, Page, TextBlock
from pdfbot.replica.background import LONGEST_SIDE, MOST_PIXELS, SCALE, choose_scale, pack
from pdfbot.replica.html import read_replica
from pdfbot.replica.links import Link, is_safe_reference, read_links, safe_address
from pdfbot.replica.make import make_replica
from pdfbot.replica.pdfium import read_pdf
from pdfbot.replica.write import write_replica

ROOT = Path(__file__).parents[2]
PAPERS = sorted((ROOT / "fixtures" / "papers").glob("*/*.pdf"))
HOSTILE = ROOT / "fixtures" / "hostile"
ODD = ["2000-tiny-textblocks", "html-in-text", "huge-page", "invisible-text", "rotated-page"]
# Points: far less than a reader sees, far more than rounding explains.
CLOSE = 0.02


def block(text: str, edges: list[float], **changes: object) -> TextBlock:
    made = TextBlock(
        text=text,
        box=Box(edges[0], 97.8, edges[-1], 107.5),
        baseline=100.0,
        font=Font("Probe", 10.0),
        edges=array("f", edges),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def there_and_back(*blocks: TextBlock) -> tuple[TextBlock, ...]:
    document = Document((Page(1, 300.0, 200.0, blocks),), "pdfium")
    return tuple(read_replica(write_replica(document, title="t", pictures={})).pages[0].blocks)


@pytest.mark.parametrize(
    "path", [*PAPERS, *(HOSTILE / f"{name}.pdf" for name in ODD)], ids=lambda path: path.stem
)
def test_round_trip(path: Path) -> None:
    before = read_pdf(path, name=path.name)
    after = read_replica(write_replica(before, title="t", pictures={}))
    assert after.engine == before.engine
    assert [page.number for page in after.pages] == [page.number for page in before.pages]
    for old, new in zip(before.pages, after.pages, strict=True):
        assert (new.width, new.height) == pytest.approx((old.width, old.height), abs=1e-3)
        for one, other in zip(old.blocks, new.blocks, strict=True):
            assert (other.text, other.font) == (one.text, one.font)
            assert (other.rotation, other.hidden) == (one.rotation, one.hidden)
            assert other.baseline == pytest.approx(one.baseline, abs=CLOSE)
            assert list(other.edges) == pytest.approx(list(one.edges), abs=CLOSE)
            for side in ("left", "bottom", "right", "top"):
                assert getattr(other.box, side) == pytest.approx(getattr(one.box, side), abs=CLOSE)


def test_a_replica_gives_the_same_body_text(tmp_path: Path) -> None:
    """The graphics are not in it, so a document without floats must come out the same."""
    pdf = ROOT / "fixtures" / "papers" / "novel-dialogue" / "novel-dialogue.pdf"
    replica = make_replica(pdf)
    assert pdfbot.extract(replica.html.encode()).text == pdfbot.extract(pdf).text


def test_a_glyph_without_a_letter_makes_no_space() -> None:
    (back,) = there_and_back(block("exp(", [10, 15, 20, 34, 38]))
    assert back.text == "exp("
    assert list(back.edges) == pytest.approx([10, 15, 20, 34, 38], abs=CLOSE)


def test_a_space_as_wide_as_a_block_gap_stays_a_space() -> None:
    (back,) = there_and_back(block("a b", [10, 15, 22.6, 27.6]))
    assert back.text == "a b"


def test_blocks_that_touch_stay_apart() -> None:
    backs = there_and_back(block("one", [10, 15, 20, 25]), block("two", [25, 30, 35, 40]))
    assert [back.text for back in backs] == ["one", "two"]


def test_a_page_of_invisible_text_stays_invisible() -> None:
    (back,) = there_and_back(block("ab", [10, 15, 20], hidden="invisible"))
    assert back.hidden == "invisible"


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((612.0, 792.0), SCALE),
        ((14400.0, 14400.0), (MOST_PIXELS / 14400**2) ** 0.5),
        ((100_000.0, 1.0), LONGEST_SIDE / 100_000),
        ((0.0, 0.0), SCALE),
    ],
)
def test_pictures_of_large_pages_are_bounded(size: tuple[float, float], expected: float) -> None:
    scale = choose_scale(*size)
    assert scale == pytest.approx(expected)
    assert size[0] * size[1] * scale**2 <= MOST_PIXELS * 1.001
    assert max(size) * scale <= LONGEST_SIDE * 1.001


def test_a_huge_page_is_rendered_small() -> None:
    html = make_replica(HOSTILE / "huge-page.pdf").html
    assert len(html) < 200_000


def test_photographs_are_packed_with_loss_and_drawings_without() -> None:
    drawing = Image.new("RGB", (200, 200), (255, 255, 255))
    drawing.paste((255, 0, 0), (20, 20, 90, 90))
    channels = [Image.effect_noise((400, 400), 80) for _ in range(3)]
    photograph = Image.merge("RGB", channels)
    unpacked = Image.open(io.BytesIO(pack(drawing))).convert("RGB")
    assert unpacked.getcolors() == drawing.getcolors()
    assert b"VP8 " in pack(photograph)[:40]
    assert b"VP8L" in pack(drawing)[:40]


def test_a_paper_of_ten_pages_stays_under_three_megabytes() -> None:
    """Three times the densest fixture of three pages, and one page more."""
    html = make_replica(
        ROOT / "fixtures" / "papers" / "twocolumn-conference" / "twocolumn-conference.pdf"
    ).html
    assert len(html.encode()) / 3 * 10 < 3_000_000
    assert html.count('loading="lazy"') == 3


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://example.org/a?b=1#c", "https://example.org/a?b=1#c"),
        (" http://example.org ", "http://example.org"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("www.example.org/paper", "https://www.example.org/paper"),
        ("javascript:alert(1)", ""),
        ("java\nscript:alert(1)", ""),
        ("JaVaScRiPt:alert(1)", ""),
        ("data:text/html,<script>alert(1)</script>", ""),
        ("vbscript:x", ""),
        ("file:///etc/passwd", ""),
        ("www.example.org:javascript", ""),
        ("", ""),
    ],
)
def test_only_harmless_addresses_pass(address: str, expected: str) -> None:
    assert safe_address(address) == expected
    assert not expected or is_safe_reference(expected)


@pytest.mark.parametrize("reference", ["javascript:x", " javascript:x", "//evil.example", "a.html"])
def test_references_of_replicas_are_held_to_the_same(reference: str) -> None:
    assert not is_safe_reference(reference)
    assert is_safe_reference("#pf3")


def test_links_are_written_where_they_stand() -> None:
    document = Document((Page(1, 300, 200, ()), Page(2, 300, 200, ())), "pdfium")
    links = [
        Link(1, Box(10, 20, 30, 40), address='https://example.org/?a="><script>'),
        Link(1, Box(50, 20, 70, 40), target=2, height=120.0),
        Link(1, Box(80, 20, 90, 40), target=2),
    ]
    html = write_replica(document, title="t", pictures={}, links=links)
    soup = BeautifulSoup(html, "lxml")
    outer, inner, page = soup.find_all("a", class_="l")
    assert outer["href"] == 'https://example.org/?a="><script>'
    assert outer["rel"] == ["noopener", "noreferrer"]
    assert page["href"] == "#pf2"
    target = soup.find(id=str(inner["href"])[1:])
    assert isinstance(target, Tag)
    assert target.find_parent(id="pf2")
    assert not soup.find_all("script")


def test_no_script_and_no_javascript_link_comes_from_a_pdf() -> None:
    pdf = pypdfium2.PdfDocument(HOSTILE / "active-content.pdf")
    assert read_links(pdf, [1]) == []
    pdf.close()
    html = make_replica(HOSTILE / "active-content.pdf").html
    assert "javascript" not in html.lower()
    assert "<script" not in html


def test_markup_in_text_and_title_is_text() -> None:
    html = make_replica(HOSTILE / "html-in-text.pdf").html
    soup = BeautifulSoup(html, "lxml")
    names = {tag.name for tag in soup.find_all(True)}
    assert names <= {"html", "head", "meta", "title", "style", "body", "div", "img", "span", "a"}
    assert "<" in soup.find(id="page-container").get_text()  # type: ignore[union-attr]


def test_the_policy_stands_before_everything_that_could_load() -> None:
    html = make_replica(HOSTILE / "html-in-text.pdf").html
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert "default-src &#x27;none&#x27;" in policy[1]
    assert "script-src &#x27;none&#x27;" in policy[1]
    assert policy.start() < html.index("<style")


EVIL = """<!DOCTYPE html><html><head><title>x</title><base href="https://evil.example/">
<meta http-equiv="refresh" content="0;url=https://evil.example"><script>bad()</script>
<link rel="stylesheet" href="https://evil.example/a.css">
<style>.fs0{font-size:10px} .x0{left:10px} .y0{bottom:10px} .w0{width:100px} .h0{height:100px}
</style></head><body onload="bad()"><div id="page-container">
<div id="pf1" class="pf w0 h0" data-page-no="1"><div class="pc w0 h0" onclick="bad()">
<img class="bi" src="https://evil.example/track.png">
<iframe srcdoc="<script>bad()</script>"></iframe>
<div class="t x0 y0 fs0">Words that stay.</div><a class="l" href="javascript:bad()">z</a>
<svg onload="bad()"></svg></div></div></div></body></html>"""


def test_a_replica_from_elsewhere_is_cleaned() -> None:
    html = make_replica(EVIL.encode()).html
    for gone in ("bad()", "evil.example", "<script", "<iframe", "<svg", "<base", "javascript"):
        assert gone not in html
    assert "Words that stay." in html


def test_pages_can_be_chosen() -> None:
    pdf = ROOT / "fixtures" / "papers" / "novel-dialogue" / "novel-dialogue.pdf"
    for given in (pdf, pdf.with_suffix(".html")):
        replica = make_replica(given, pages=[2, 3])
        again = read_replica(replica.html)
        assert [page.number for page in again.pages] == [2, 3]


def test_the_external_engine_gives_its_own_pages_with_pictures(tmp_path: Path) -> None:
    """Stands in for pdf2htmlEX: notes how it was called and writes the replica it once made."""
    pdf = ROOT / "fixtures" / "papers" / "novel-dialogue" / "novel-dialogue.pdf"
    program = tmp_path / "pdf2htmlEX"
    program.write_text(
        f'#!/bin/sh\necho "$@" > "{tmp_path}/called"\n'
        'while [ $# -gt 2 ]; do [ "$1" = --dest-dir ] && folder=$2; shift; done\n'
        f'cp "{pdf.with_suffix(".html")}" "$folder/$2"\n'
    )
    program.chmod(0o755)
    replica = make_replica(pdf, engine="pdf2htmlex", pdf2htmlex=program)
    assert "--process-nontext 1" in (tmp_path / "called").read_text()
    assert replica.document.engine == "pdf2htmlex"
    assert replica.html.count('class="bi ') == 3
    assert "<script" not in replica.html
