"""The text of a replica in a browser: phrases are found and copied across line ends."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import pdfbot
from tests.documents import PAPERS, ROOT, built_replica, extracted

OpenHtml = Callable[..., str]

# Share of the phrases of two words that the browser finds. The others continue on the next page or
# in the next column.
MIN_FOUND = 0.99
# The same in a replica by pdf2htmlEX, where each line is a separate element.
MIN_FOUND_IN_LINES = 0.85
# One of this many phrases is searched for.
STEP = 4
PUBLISHED = ROOT.parent / "shared" / "publishers" / "papers"
SOURCES = [
    *(
        PAPERS / name / f"{name}.pdf"
        for name in (
            "bulletin-threecolumn", "novel-dialogue", "onecolumn-indented", "serbian-cyrillic",
            "twocolumn-conference", "twocolumn-physics",
        )
    ),
    PUBLISHED / "PMC4100024" / "paper.pdf",
]  # fmt: skip

NOT_FOUND = """(phrases) => phrases.filter((phrase) => {
  getSelection().removeAllRanges();
  return !window.find(phrase, true, false, true);
})"""
COPIED = """async () => {
  const copied = new Promise((resolve) => document.addEventListener("copy", () =>
    resolve(getSelection().toString()), { once: true }));
  document.execCommand("copy");
  return copied;
}"""


def phrases(paper: pdfbot.Paper) -> list[str]:
    """Every two words that follow each other in a sentence."""
    found = []
    for sentence in paper.sentences:
        words = sentence.text.split()
        found += [" ".join(pair) for pair in pairwise(words)]
    return found


def source(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"{path.parent.name} is not part of the checkout")
    return path


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}")
def test_phrases_are_found_over_line_ends_and_hyphens(
    page: Any, open_html: OpenHtml, path: Path
) -> None:
    open_html(built_replica(source(path)).html)
    wanted = phrases(extracted(path))[::STEP]
    assert len(wanted) > 100
    missing = page.evaluate(NOT_FOUND, wanted)
    assert 1 - len(missing) / len(wanted) >= MIN_FOUND, missing


@pytest.mark.parametrize("name", ["novel-dialogue", "twocolumn-conference"])
def test_phrases_of_a_line_are_found_in_a_replica_by_pdf2htmlex(
    page: Any, open_html: OpenHtml, name: str
) -> None:
    path = PAPERS / name / f"{name}.html"
    open_html(built_replica(path).html)
    wanted = phrases(extracted(path))[::STEP]
    missing = page.evaluate(NOT_FOUND, wanted)
    assert 1 - len(missing) / len(wanted) >= MIN_FOUND_IN_LINES, missing


@pytest.mark.parametrize("name", ["onecolumn-indented", "twocolumn-conference"])
def test_copied_sentence_has_its_spaces_and_whole_words(
    page: Any, open_html: OpenHtml, name: str
) -> None:
    """The longest sentences within a column: they are on several lines, with broken words."""
    path = PAPERS / name / f"{name}.pdf"
    open_html(built_replica(path).html)
    paper = extracted(path)
    within = [s for s in paper.sentences if len({i.rsplit(".", 1)[0] for i in s.line_ids}) == 1]
    for sentence in sorted(within, key=lambda s: -len(s.text))[:5]:
        assert len(sentence.spans) > 2
        assert page.evaluate(NOT_FOUND, [sentence.text]) == []
        assert page.evaluate(COPIED) == sentence.text


def test_lines_that_are_no_paragraph_are_copied_as_lines(page: Any, open_html: OpenHtml) -> None:
    path = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
    open_html(built_replica(path).html)
    page.evaluate("() => getSelection().selectAllChildren(document.querySelector('#pf1'))")
    lines = page.evaluate(COPIED).splitlines()
    assert "I. Introduction" in lines
