"""A replica is harmless, whatever the PDF or replica it comes from contains."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from bs4 import BeautifulSoup, Comment

from pdfbot.options import ReadingOptions
from pdfbot.visual.replica.build import build_replica
from pdfbot.visual.replica.links import is_safe_href, read_links, safe_url
from pdfbot.visual.replica.sanitize import ALLOWED_TAGS, sanitise
from tests.documents import HOSTILE, PAPERS, built_replica

REPLICAS = sorted([*PAPERS.glob("*/*.pdf"), *PAPERS.glob("*/*.html")])

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


@pytest.mark.parametrize(
    ("url", "expected"),
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
def test_only_urls_of_the_web_and_email_are_safe(url: str, expected: str) -> None:
    assert safe_url(url) == expected
    assert not expected or is_safe_href(expected)


@pytest.mark.parametrize("href", ["javascript:x", " javascript:x", "//evil.example", "a.html"])
def test_other_hrefs_of_a_replica_are_unsafe(href: str) -> None:
    assert not is_safe_href(href)


def test_href_into_the_replica_is_safe() -> None:
    assert is_safe_href("#pf3")


def test_scripts_and_javascript_links_of_a_pdf_are_left_out() -> None:
    with pypdfium2.PdfDocument(HOSTILE / "active-content.pdf") as pdf:
        assert read_links(pdf, [1]) == []
    html = build_replica(HOSTILE / "active-content.pdf", ReadingOptions()).html
    assert "javascript" not in html.lower()
    assert "<script" not in html


def test_markup_in_text_and_title_is_escaped() -> None:
    html = build_replica(HOSTILE / "html-in-text.pdf", ReadingOptions()).html
    soup = BeautifulSoup(html, "lxml")
    names = {tag.name for tag in soup.find_all(True)}
    text = {"div", "img", "span", "wbr", "a"}
    assert names <= {"html", "head", "meta", "title", "style", "body", *text}
    assert "<" in soup.find(id="page-container").get_text()  # type: ignore[union-attr]


def test_content_policy_precedes_everything_that_could_load() -> None:
    html = build_replica(HOSTILE / "html-in-text.pdf", ReadingOptions()).html
    policy = re.search(r'content="([^"]*)" http-equiv="Content-Security-Policy"', html)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "script-src 'none'" in policy[1]
    assert policy.start() < html.index("<style")


def test_existing_replica_is_sanitised() -> None:
    html = build_replica(EVIL.encode(), ReadingOptions()).html
    for removed in ("bad()", "evil.example", "<script", "<iframe", "<svg", "<base", "javascript"):
        assert removed not in html
    assert "Words that stay." in html


@pytest.mark.parametrize("source", REPLICAS, ids=lambda path: path.name)
def test_replicas_of_the_fixtures_are_left_as_they_are(source: Path) -> None:
    soup = BeautifulSoup(built_replica(source).html, "lxml")
    for comment in soup.find_all(string=lambda string: isinstance(string, Comment)):
        comment.extract()
    body, styles = str(soup.body), [str(style) for style in soup.find_all("style")]
    sanitise(soup)
    assert str(soup.body) == body
    assert [str(style) for style in soup.find_all("style")] == styles


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>bad()</script>",
        "<svg><script>bad()</script></svg>",
        "<math><a href='javascript:bad()'>bad()</a></math>",
        "<custom-element onclick='bad()'>bad()</custom-element>",
        "<details open ontoggle='bad()'><summary>bad()</summary></details>",
        "<video><source onerror='bad()'></video>",
        "<form action='https://evil.example'><button>bad()</button></form>",
        "<template><img src=x onerror='bad()'></template>",
        "<xmp><img src=x onerror='bad()'></xmp>",
        "<!--pdfbot layer 1 bad()-->",
        "<!--[if IE]><script>bad()</script><![endif]-->",
        "<div background='https://evil.example/bad()'></div>",
        "<img srcset='https://evil.example/bad() 2x'>",
        "<a ping='https://evil.example/bad()' href='#pf1'></a>",
        "<div style='background:url(https://evil.example/bad())'></div>",
    ],
)
def test_what_is_not_allowed_is_removed(hostile: str) -> None:
    soup = BeautifulSoup(f"<html><body><p>{hostile}</p>{hostile}<div>stays</div></body>", "lxml")
    sanitise(soup)
    assert "bad()" not in str(soup)
    assert "evil" not in str(soup)
    assert {tag.name for tag in soup.find_all(True)} <= ALLOWED_TAGS | {"meta"}
    assert soup.get_text(strip=True) == "stays"
