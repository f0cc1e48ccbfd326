"""The replica in a browser: text lies in its place, links work, and nothing runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pdfbot.model import Box, Document, Page
from pdfbot.options import RuleOptions
from pdfbot.pipeline import analyse
from pdfbot.visual.explain.view import explain_replica
from pdfbot.visual.highlight.highlight_plan import plan_highlights
from pdfbot.visual.highlight.overlay import highlight_replica
from pdfbot.visual.replica.links import Link
from pdfbot.visual.replica.text_layer import ZOOM
from pdfbot.visual.replica.typefaces import FONT_DESCENT
from pdfbot.visual.replica.writer import write_replica
from tests.documents import HOSTILE, PAPERS, built_replica

# CSS pixels between the ends of a block in the browser and in the PDF.
MAX_OFFSET = 1.0
# Share of blocks that may be further off: a glyph without a character, such as a root or a large
# bracket, may end a block in the PDF, and the browser shows none.
MAX_OFFSET_SHARE = 0.03
# Milliseconds in which a script would have run.
SCRIPT_TIME = 100

# Text, left, right and bottom of each block of each page, in CSS pixels and the PDF's order.
BLOCKS = """() => [...document.querySelectorAll(".pf")].map((frame) => {
  const page = frame.getBoundingClientRect();
  const lines = [...frame.querySelectorAll(".t")].sort((a, b) => a.dataset.n - b.dataset.n);
  return lines.map((line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    const r = range.getBoundingClientRect();
    return [line.textContent, r.left - page.left, r.right - page.left, page.bottom - r.bottom];
  });
})"""

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
OpenHtml = Callable[..., str]


@pytest.mark.parametrize(
    "name", ["twocolumn-physics", "serbian-cyrillic", "interlinear-gloss", "bulletin-threecolumn"]
)
def test_text_lies_on_its_image(page: Any, open_html: OpenHtml, name: str) -> None:
    replica = built_replica(PAPERS / name / f"{name}.pdf")
    open_html(replica.html)
    page.evaluate("() => Promise.all([...document.fonts].map((face) => face.load()))")
    frames = page.evaluate(BLOCKS)
    offsets = []
    for shown, read in zip(frames, replica.document.pages, strict=True):
        for (text, *sides), block in zip(shown, read.blocks, strict=True):
            # The hyphen of a broken word is drawn, but is no text.
            assert text in (block.text, block.text.removesuffix("-"))
            if not block.rotation and not block.hidden:
                bottom = (block.baseline - FONT_DESCENT * block.font.size) * ZOOM
                expected = (min(block.edges) * ZOOM, max(block.edges) * ZOOM, bottom)
                offsets.append(max(abs(a - b) for a, b in zip(sides, expected, strict=True)))
    assert len(offsets) > 50
    assert sum(offset > MAX_OFFSET for offset in offsets) <= MAX_OFFSET_SHARE * len(offsets)
    assert page.events == []


def test_images_load_when_their_page_is_scrolled_to(page: Any, open_html: OpenHtml) -> None:
    pdf = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
    open_html(built_replica(pdf).html)
    last = page.locator("img.bi").last
    last.scroll_into_view_if_needed()
    page.wait_for_function("() => [...document.images].at(-1).naturalWidth > 0")
    assert last.evaluate("(image) => image.complete")


def test_internal_link_scrolls_to_its_target(page: Any, open_html: OpenHtml) -> None:
    pages = tuple(Page(number, 600.0, 800.0, ()) for number in range(1, 6))
    links = [Link(1, Box(100, 700, 200, 720), target_page=3, target_height=500.0)]
    open_html(write_replica(Document(pages, "pdfium"), title="t", links=links))
    box = page.locator("a.l div").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => scrollY > 0")
    top = page.locator("#pf3").bounding_box()["y"]
    assert top + (800 - 500) * ZOOM == pytest.approx(0, abs=2)


def hostile_sources() -> list[Any]:
    names = ["active-content", "html-in-text"]
    return [pytest.param(EVIL.encode(), id="replica")] + [
        pytest.param((HOSTILE / f"{name}.pdf").read_bytes(), id=name) for name in names
    ]


def build_page(source: bytes, command: str) -> str:
    """The file that a command writes for a source."""
    replica = built_replica(source)
    analysis = analyse(replica.document, RuleOptions())
    paper = analysis.extraction
    if command == "highlight":
        plan = plan_highlights(paper, {s.id: "yellow" for s in paper.sentences})
        return highlight_replica(replica.html, paper, plan)
    if command == "explain":
        return explain_replica(replica.html, analysis)
    return replica.html


@pytest.mark.parametrize("source", hostile_sources())
@pytest.mark.parametrize("command", ["replica", "highlight", "explain"])
def test_hostile_source_runs_and_loads_nothing(
    page: Any, open_html: OpenHtml, source: bytes, command: str
) -> None:
    url = open_html(build_page(source, command))
    for link in page.locator("a").all():
        link.evaluate("(a) => a.click()")
    page.mouse.move(300, 300)
    page.wait_for_timeout(SCRIPT_TIME)
    assert page.evaluate("() => typeof window.ran") == "undefined"
    assert page.url == url
    assert page.events == []


def test_content_policy_blocks_a_script_that_was_not_removed(
    page: Any, open_html: OpenHtml
) -> None:
    """The second line of defence, should any markup escape sanitising."""
    html = built_replica(HOSTILE / "html-in-text.pdf").html
    infected = html.replace(
        "</body>", "<script>window.ran=1</script><img src=x onerror='ran=1'></body>"
    )
    assert infected != html
    open_html(infected)
    page.wait_for_timeout(SCRIPT_TIME)
    assert page.evaluate("() => typeof window.ran") == "undefined"
    assert any("Content Security Policy" in event for event in page.events)
