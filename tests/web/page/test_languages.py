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


@pytest.mark.parametrize(("name", "side"), [("arabic", "right"), ("german", "left")])
def test_dot_of_a_known_sentence_is_before_it(
    reader: ReadingPage, server: Server, name: str, side: str
) -> None:
    path = LANGUAGES / name / f"{name}.pdf"
    reader.read(server.keep(path, name=path.name), "?layer=3")
    look = f"(node) => parseFloat(getComputedStyle(node).padding{side.title()})"
    assert reader.tab.locator("#text .s.known").first.evaluate(look) > 8


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


@pytest.mark.parametrize(
    ("language", "text", "direction"),
    [
        ("ar", "Git نظام", "rtl"),
        ("he", "3.1 Git שלום", "rtl"),
        ("ar", "An abstract in English", "auto"),
        ("en", "نظام is a system", "auto"),
    ],
)
def test_text_that_begins_with_a_latin_word_has_the_direction_of_its_paper(
    reader: ReadingPage, language: str, text: str, direction: str
) -> None:
    reader.go()
    find = """async ([language, text]) => {
      const entry = document.querySelector("script[type=module]").src;
      const { Paper } = await import(new URL("paper.js", entry).href);
      return Paper.prototype.directionOf.call({ language }, text);
    }"""
    assert reader.tab.evaluate(find, [language, text]) == direction
