"""The replica in a browser: text where the picture has it, working links, and nothing that runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pdfbot.explain.view import explain_replica
from pdfbot.model import Box, Document, Page
from pdfbot.overlay.highlight import highlight_replica
from pdfbot.overlay.marks import plan_marks
from pdfbot.pipeline import extract_body
from pdfbot.replica.links import Link
from pdfbot.replica.make import make_replica
from pdfbot.replica.typefaces import DESCENT
from pdfbot.replica.write import ZOOM, write_replica
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[2]
PAPERS = ROOT / "fixtures" / "papers"
HOSTILE = ROOT / "fixtures" / "hostile"
# CSS pixels between where a block ends in the browser and where the PDF has it.
MOST_OFF = 1.0

BLOCKS = """() => [...document.querySelectorAll(".pf")].map((frame) => {
  const page = frame.getBoundingClientRect();
  return [...frame.querySelectorAll(".t")].map((line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    const r = range.getBoundingClientRect();
    return [line.textContent, r.left - page.left, r.right - page.left, page.bottom - r.bottom];
  });
})"""


@pytest.mark.parametrize(
    "name", ["twocolumn-physics", "serbian-cyrillic", "interlinear-gloss", "bulletin-threecolumn"]
)
def test_text_lies_over_its_picture(page: Any, tmp_path: Path, name: str) -> None:
    replica = make_replica(PAPERS / name / f"{name}.pdf")
    file = tmp_path / "replica.html"
    file.write_text(replica.html, "utf-8")
    page.goto(file.as_uri())
    page.evaluate("() => document.fonts.ready")
    frames = page.evaluate(BLOCKS)
    off = []
    for shown, read in zip(frames, replica.document.pages, strict=True):
        for (text, left, right, bottom), block in zip(shown, read.blocks, strict=True):
            assert text == block.text
            if not block.rotation and not block.hidden:
                low = (block.baseline - DESCENT * block.font.size) * ZOOM
                ends = (min(block.edges) * ZOOM, max(block.edges) * ZOOM, low)
                off.append(
                    max(abs(a - b) for a, b in zip((left, right, bottom), ends, strict=True))
                )
    assert len(off) > 50
    # Glyphs that say nothing (roots, large brackets) may end a block; a browser has none there.
    assert sum(distance > MOST_OFF for distance in off) <= 0.03 * len(off)
    assert page.seen == []


def test_pictures_come_when_their_page_comes(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "replica.html"
    file.write_text(make_replica(PAPERS / "novel-dialogue" / "novel-dialogue.pdf").html, "utf-8")
    page.goto(file.as_uri())
    last = page.locator("img.bi").last
    last.scroll_into_view_if_needed()
    page.wait_for_function("() => [...document.images].at(-1).naturalWidth > 0")
    assert last.evaluate("(image) => image.complete")


def test_internal_links_lead_to_their_place(page: Any, tmp_path: Path) -> None:
    pages = tuple(Page(number, 600.0, 800.0, ()) for number in range(1, 6))
    links = [Link(1, Box(100, 700, 200, 720), target=3, height=500.0)]
    file = tmp_path / "links.html"
    html = write_replica(Document(pages, "pdfium"), title="t", pictures={}, links=links)
    file.write_text(html, "utf-8")
    page.goto(file.as_uri())
    page.mouse.click(*_middle(page.locator("a.l div")))
    page.wait_for_function("() => scrollY > 0")
    top = page.locator("#pf3").bounding_box()["y"]
    assert top + (800 - 500) * ZOOM == pytest.approx(0, abs=2)


def _middle(locator: Any) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


EVIL = """<!DOCTYPE html><html><head><title>&lt;script&gt;window.ran=1&lt;/script&gt;</title>
<script>window.ran=1</script><base href="https://evil.example/">
<meta http-equiv="refresh" content="0;url=https://evil.example/">
<link rel="stylesheet" href="https://evil.example/a.css">
<style>@import url("https://evil.example/b.css"); .pf{background:url(https://evil.example/c.png)}
.fs0{font-size:10px} .x0{left:10px} .y0{bottom:40px} .w0{width:300px} .h0{height:300px}
</style></head><body onload="window.ran=1"><div id="page-container">
<div id="pf1" class="pf w0 h0" data-page-no="1"><div class="pc w0 h0" onmouseover="window.ran=1">
<img class="bi" src="x" onerror="window.ran=1">
<svg onload="window.ran=1"><script>ran=1</script></svg>
<iframe srcdoc="<script>parent.ran=1</script>"></iframe>
<div class="t x0 y0 fs0">Words that stay for the reader of this page.</div>
<a class="l" href="javascript:window.ran=1"><div class="d x0 y0 w0 h0">link</div></a>
<a class="l" href=" java&#x0A;script:window.ran=1"><div class="d x0 y0 w0 h0">link</div></a>
<form action="javascript:window.ran=1"><button>b</button></form></div></div></div></body></html>"""


def hostile_sources() -> list[Any]:
    files = ["active-content", "html-in-text"]
    return [pytest.param(EVIL.encode(), id="replica")] + [
        pytest.param((HOSTILE / f"{name}.pdf").read_bytes(), id=name) for name in files
    ]


@pytest.mark.parametrize("source", hostile_sources())
@pytest.mark.parametrize("command", ["replica", "highlight", "explain"])
def test_nothing_runs_and_nothing_is_loaded(
    page: Any, tmp_path: Path, source: bytes, command: str
) -> None:
    replica = make_replica(source)
    thresholds = Thresholds()
    paper = extract_body(replica.document, thresholds)
    html = replica.html
    if command == "highlight":
        wanted = {s.id: "yellow" for s in paper.sentences}
        html = highlight_replica(html, paper, plan_marks(paper, wanted))
    elif command == "explain":
        html = explain_replica(html, paper, thresholds, title="<script>window.ran=1</script>")
    file = tmp_path / "hostile.html"
    file.write_text(html, "utf-8")
    page.goto(file.as_uri())
    for link in page.locator("a").all():
        link.evaluate("(a) => a.click()")
    page.mouse.move(300, 300)
    page.wait_for_timeout(100)
    assert page.evaluate("() => typeof window.ran") == "undefined"
    assert page.url == file.as_uri()
    assert page.seen == []


def test_the_policy_stops_a_script_that_gets_in(page: Any, tmp_path: Path) -> None:
    """The second wall: even markup that escaped all cleaning could not run."""
    html = make_replica(HOSTILE / "html-in-text.pdf").html
    broken = html.replace(
        "</body>", "<script>window.ran=1</script><img src=x onerror='ran=1'></body>"
    )
    assert broken != html
    file = tmp_path / "broken.html"
    file.write_text(broken, "utf-8")
    page.goto(file.as_uri())
    page.wait_for_timeout(100)
    assert page.evaluate("() => typeof window.ran") == "undefined"
    assert any("Content Security Policy" in event for event in page.seen)
