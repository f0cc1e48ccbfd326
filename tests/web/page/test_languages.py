"""Papers in other scripts: the language and the direction of their text, and where spaces are."""

from __future__ import annotations

import pytest

from tests.documents import LANGUAGES, extracted
from tests.web.conftest import Server
from tests.web.page.conftest import ReadingPage

PARAGRAPHS = """() => [...document.querySelectorAll("#text section > p")]
  .map((node) => [getComputedStyle(node).direction, node.textContent])"""
LANGUAGE = "() => document.querySelector('#text p').closest('[lang]').lang"
HEADINGS = """() => [...document.querySelectorAll("#text h1, #text section > h2")]
  .map((node) => getComputedStyle(node).direction)"""


@pytest.mark.parametrize(
    ("name", "language", "direction"),
    [("arabic", "ar", "rtl"), ("chinese", "zh", "ltr"), ("german", "de", "ltr")],
)
def test_text_has_its_language_direction_and_spaces(
    reader: ReadingPage, server: Server, name: str, language: str, direction: str
) -> None:
    path = LANGUAGES / name / f"{name}.pdf"
    reader.read(server.keep(path, name=path.name))
    assert reader.tab.evaluate(LANGUAGE) == language
    shown = reader.tab.evaluate(PARAGRAPHS)
    assert [text.strip() for _, text in shown] == [p.text for p in extracted(path).paragraphs]
    assert {found for found, _ in shown} == {direction}
    assert set(reader.tab.evaluate(HEADINGS)) == {direction}
