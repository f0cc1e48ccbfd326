"""What the page shows besides sentences: pages as they are drawn, figures, citations, notes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pypdf
import pytest

from tests.documents import ROOT
from tests.web.conftest import Server
from tests.web.page.conftest import CONFERENCE, PHONE, WIDE, ReadingPage

OpenTab = Callable[..., ReadingPage]

# Pages of a document that is longer than what is kept.
MANY = 64
# At most so many are near a screen of 900 pixels: those in it, and as much above and below.
MAX_NEAR = 8
DRAWN = """() => [...document.querySelectorAll(".sheet.drawn")]
  .map((node) => Number(node.dataset.page))"""
TOP = "(node) => node.scrollTop"
FOUND = """async (query) => {
  const { findSentences } = await import("./assets/search.js");
  const texts = ["The Łódź—Malmö line", "naïve groß\\u00adstadt", "CO₂ of Ærø", "𝑘-means"];
  const paper = {sentences: texts.map((text) => ({text}))};
  return findSentences(paper, query).map((sentence) => texts.indexOf(sentence.text));
}"""


@pytest.fixture(scope="module")
def long_paper(server: Server) -> str:
    writer = pypdf.PdfWriter()
    for _ in range(MANY // 4):
        writer.append(ROOT / "paper.pdf")
    data = io.BytesIO()
    writer.write(data)
    return server.keep(data.getvalue(), name="long.pdf")


def drawn(reader: ReadingPage) -> list[int]:
    found: list[int] = reader.tab.evaluate(DRAWN)
    return found


def top(reader: ReadingPage, selector: str) -> float:
    found: float = reader.tab.locator(selector).evaluate(TOP)
    return found


def wheel(reader: ReadingPage, selector: str, pixels: int) -> None:
    reader.tab.hover(selector, position={"x": 60, "y": 300})
    reader.tab.mouse.wheel(0, pixels)


def test_only_pages_near_the_screen_are_in_the_document(
    reader: ReadingPage, long_paper: str
) -> None:
    reader.read(long_paper)
    assert reader.tab.locator(".sheet").count() == MANY
    reader.until(lambda: {1, 2} <= set(drawn(reader)))
    assert reader.tab.locator("#page-frame iframe").count() <= MAX_NEAR
    reader.tab.locator(f".sheet[data-page='{MANY}']").evaluate("(n) => n.scrollIntoView()")
    reader.until(lambda: MANY in drawn(reader) and 1 not in drawn(reader))
    assert reader.tab.locator("#page-frame iframe").count() <= MAX_NEAR
    assert reader.tab.inner_text("#page-number") == f"{MANY} / {MANY}"
    folder = reader.server.folder / "papers" / long_paper
    files = {path.name for path in folder.glob("*.html")}
    assert "replica.html" not in files
    assert len(files) < MANY


def test_text_and_paper_scroll_together(reader: ReadingPage, conference: str) -> None:
    reader.read(conference, "?layer=4")
    wheel(reader, "#text-pane", 2500)
    reader.until(lambda: top(reader, "#page-frame") > 100)
    text = top(reader, "#text-pane")
    wheel(reader, "#page-frame", 900)
    reader.until(lambda: top(reader, "#text-pane") > text + 200)
    shown = reader.tab.inner_text("#page-number").partition(" ")[0]
    labels = """() => [...document.querySelectorAll("#text .s[data-page]")]
      .filter((node) => node.getBoundingClientRect().top < 420)
      .map((node) => node.dataset.page).at(-1)"""
    assert abs(int(reader.tab.evaluate(labels).removeprefix("p. ")) - int(shown)) <= 1


def test_pages_are_dimmed_in_the_dark_theme(open_tab: OpenTab, conference: str) -> None:
    reader = open_tab(color_scheme="dark")
    reader.read(conference)
    look = "(node) => getComputedStyle(node).filter"
    assert reader.tab.locator(".sheet").first.evaluate(look) == "brightness(0.86)"
    reader.press("a")
    reader.tab.check("#dark-pages")
    assert "invert" in reader.tab.locator(".sheet").first.evaluate(look)


def test_sides_can_scroll_apart(reader: ReadingPage, conference: str) -> None:
    reader.read(conference, "?layer=4")
    reader.press("a")
    reader.tab.uncheck("#together")
    reader.press("Escape")
    wheel(reader, "#text-pane", 1500)
    reader.until(lambda: top(reader, "#text-pane") > 1000)
    reader.tab.wait_for_timeout(200)
    assert top(reader, "#page-frame") == 0


def test_first_screen_explains_itself(reader: ReadingPage, paper_id: str) -> None:
    reader.read(paper_id)
    assert reader.tab.inner_text("#text .authors") == "Henrike Valdsen and Bruno Achterberg"
    summary = reader.tab.locator("#text .summary")
    assert summary.inner_text().startswith("Layer 1 is what to read if you read nothing else: ")
    assert reader.tab.locator("#text :is(.new, .known)").count() == 0
    first = reader.shown()
    summary.locator("button").click()
    assert reader.tab.input_value("#layer") == "2"
    classes = {name: reader.tab.locator(f"#text .{name}:visible") for name in ("known", "new")}
    known = [node.get_attribute("data-sentence") for node in classes["known"].all()]
    new = [node.get_attribute("data-sentence") for node in classes["new"].all()]
    assert known == first
    assert sorted(known + new) == sorted(reader.shown())
    reader.press("4")
    assert summary.inner_text().startswith("The whole text.")
    assert classes["new"].count() == 0


def test_every_page_is_named_where_it_begins(reader: ReadingPage, paper_id: str) -> None:
    reader.read(paper_id, "?layer=4")
    labels = reader.tab.locator("#text [data-page]")
    assert [node.get_attribute("data-page") for node in labels.all()] == [
        "p. 1", "p. 2", "p. 3", "p. 4"
    ]  # fmt: skip


@pytest.mark.parametrize("size", [WIDE, (820, 1100)], ids=["wide", "narrow"])
def test_page_number_of_four_digits_is_whole(
    open_tab: OpenTab, paper_id: str, size: tuple[int, int]
) -> None:
    reader = open_tab(size=size)
    reader.read(paper_id)
    room = """(node) => {
      node.dataset.page = "p. 1383";
      const style = getComputedStyle(node, "::before");
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = `${style.fontSize} ${style.fontFamily}`;
      const pane = document.querySelector("#text-pane").getBoundingClientRect().left;
      const left = node.parentNode.getBoundingClientRect().left + parseFloat(style.left);
      return [parseFloat(style.width) - canvas.measureText("p. 1383").width, left - pane];
    }"""
    spare, from_edge = reader.tab.locator("#text [data-page]").first.evaluate(room)
    assert spare > -1
    assert from_edge > 4


def test_abstract_without_a_section_has_a_heading(
    reader: ReadingPage, conference: str, paper_id: str
) -> None:
    reader.read(conference)
    heading = reader.tab.locator("#text h2:text-is('Abstract')")
    assert heading.is_visible()
    below = reader.tab.locator("#text .abstract .s:visible")
    view = reader.view(conference)
    abstract = {s for p in view["paragraphs"] if p["abstract"] for s in p["sentences"]}
    shown = {node.get_attribute("data-sentence") for node in below.all()}
    assert shown == abstract & set(reader.shown()) != set()
    reader.read(paper_id)
    assert heading.count() == 1
    assert reader.tab.locator("#text .abstract").count() == 0


def test_citation_shows_its_reference(reader: ReadingPage, paper_id: str) -> None:
    references = reader.view(paper_id)["references"]
    reader.read(paper_id, "?layer=4")
    reader.tab.click("#text .cite[data-references='r2']")
    card = reader.tab.locator("#aside")
    assert references[1]["text"][:40] in card.inner_text()
    assert reader.current() == []
    card.locator(".link").click()
    assert card.is_hidden()
    page = references[1]["page"]
    reader.until(lambda: page in drawn(reader))
    assert reader.tab.inner_text("#page-number").startswith(f"{page} /")


def test_keyboard_reaches_the_citations_of_the_current_sentence(
    reader: ReadingPage, paper_id: str
) -> None:
    reader.read(paper_id, "?layer=4&sentence=s3.3")
    reader.tab.focus("#text [aria-current]")
    reader.press("Tab", "Enter")
    assert reader.tab.locator("#aside").is_visible()
    reader.press("Escape")
    assert reader.tab.locator("#aside").is_hidden()
    assert reader.tab.evaluate("() => document.activeElement.dataset.references") == "r1"


def test_footnote_is_shown(reader: ReadingPage, paper_id: str) -> None:
    reader.read(paper_id, "?layer=4")
    reader.tab.click("#text [data-note='n2']")
    assert "one shared citation in forty papers" in reader.tab.inner_text("#aside")


@pytest.mark.parametrize("size", [(1400, 900), PHONE])
def test_figure_is_enlarged(open_tab: OpenTab, paper_id: str, size: tuple[int, int]) -> None:
    reader = open_tab(size)
    reader.go(f"#/p/{paper_id}?layer=4")
    reader.tab.wait_for_selector("#text .s:not([hidden])")
    figure = reader.tab.locator("#text figure[data-figure='c2']")
    figure.scroll_into_view_if_needed()
    image = figure.locator("img")
    reader.until(lambda: bool(image.evaluate("(node) => node.complete && node.naturalWidth")))
    assert figure.locator("figcaption").inner_text().startswith("Figure 1 ")
    mentions = reader.view(paper_id)["figures"][1]["mentions"]
    paragraph = figure.evaluate("(node) => node.previousElementSibling.textContent")
    texts = {s["id"]: s["text"] for s in reader.sentences(paper_id)}
    assert any(texts[name] in paragraph for name in mentions)
    image.click()
    dialog = reader.tab.locator("#picture")
    assert dialog.locator("h2").inner_text() == "Figure 1"
    assert dialog.locator("img").bounding_box()["width"] >= image.bounding_box()["width"]
    dialog.locator("button:has-text('Show on page')").click()
    assert dialog.is_hidden()
    assert reader.tab.locator("#page-pane").is_visible()


def test_figure_needs_a_sentence_that_mentions_it(reader: ReadingPage, paper_id: str) -> None:
    reader.read(paper_id)
    shown = set(reader.shown())
    view = reader.view(paper_id)
    expected = [f["id"] for f in view["figures"] if shown & set(f["mentions"])]
    figures = reader.tab.locator("#text figure:visible").all()
    assert [node.get_attribute("data-figure") for node in figures] == expected
    reader.press("4")
    assert reader.tab.locator("#text figure:visible").count() == len(view["figures"])


def test_equation_is_a_picture_with_its_tex(open_tab: OpenTab, paper_id: str) -> None:
    reader = open_tab(permissions=["clipboard-read", "clipboard-write"])
    reader.read(paper_id, "?layer=4")
    image = reader.tab.locator("#text .equation img").first
    image.scroll_into_view_if_needed()
    reader.until(lambda: bool(image.evaluate("(node) => node.complete && node.naturalWidth")))
    tex = reader.view(paper_id)["equations"][0]["tex"]
    assert image.get_attribute("alt") == f"Equation 1: {tex}"
    image.click()
    reader.tab.click("#picture button:has-text('Copy TeX')")
    reader.until(lambda: reader.tab.evaluate("() => navigator.clipboard.readText()") == tex)


def test_equation_at_the_end_of_a_paragraph_has_no_empty_line_below(
    reader: ReadingPage, paper_id: str
) -> None:
    reader.read(paper_id, "?layer=4")
    spaces = reader.tab.evaluate("""() => [...document.querySelectorAll("#text p .equation")]
      .filter((node) => node === node.parentNode.lastChild
        && node.parentNode === node.closest("p").lastChild)
      .map((node) => node.closest("p").getBoundingClientRect().bottom
        - node.getBoundingClientRect().bottom)
    """)
    assert spaces
    assert max(spaces) < 16


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("malmo lodz", [0]),
        ("LINE łódź", [0]),
        ("grossstadt naive", [1]),
        ("aero co2", [2]),
        ("aero naive", []),
        ("ærø CO₂", [2]),
        ("k-means", [3]),
    ],
)
def test_search_across_scripts_and_accents(
    reader: ReadingPage, query: str, found: list[int]
) -> None:
    reader.go()
    assert reader.tab.evaluate(FOUND, query) == found


def test_explain_opens_with_its_legend(reader: ReadingPage, conference: str) -> None:
    reader.read(conference, "?view=explain")
    reader.until(lambda: any(f.url.endswith("/explain") for f in reader.tab.frames))
    explain = next(f for f in reader.tab.frames if f.url.endswith("/explain"))
    explain.wait_for_selector(".pb-filter label >> nth=0", state="visible")


def test_long_paper_is_explained_some_pages_at_a_time(reader: ReadingPage, long_paper: str) -> None:
    reader.read(long_paper, "?view=explain")
    pager = reader.tab.locator(".explain-pager")
    assert pager.inner_text().split("\n") == ["Before", "Pages 1 to 30 of 64", "After"]
    pager.locator("button").last.click()
    reader.until(lambda: any("pages=31-60" in f.url for f in reader.tab.frames))
    assert "Pages 31 to 60 of 64" in pager.inner_text()


def test_paper_is_sent_without_scripts(open_tab: OpenTab) -> None:
    reader = open_tab(java_script_enabled=False)
    reader.go()
    assert reader.tab.locator("h1").inner_text() == "Read a paper in layers"
    reader.tab.set_input_files("#file", CONFERENCE)
    reader.tab.click("#zone button")
    reader.tab.wait_for_url("**/#/p/*")


def test_file_may_be_chosen_before_the_scripts_have_run(reader: ReadingPage) -> None:
    held: list[Any] = []
    reader.tab.route("**/assets/app.js", lambda route: held.append(route))
    reader.tab.goto(f"{reader.server.url}/", wait_until="commit")
    reader.tab.set_input_files("#file", CONFERENCE)
    reader.until(lambda: bool(held))
    held[0].continue_()
    reader.wait_for_paper()


def test_downloads_are_named_by_the_title(reader: ReadingPage, conference: str) -> None:
    title = reader.view(conference)["title"]
    reader.read(conference)
    reader.press("d")
    for kind, ending in (("md", "md"), ("html", "highlighted.html")):
        with reader.tab.expect_download() as expected:
            reader.tab.click(f"#downloads [data-format='{kind}']")
        assert expected.value.suggested_filename == f"{title}.{ending}"


def test_calls_are_shown_with_the_schema_of_the_record(reader: ReadingPage) -> None:
    reader.tab.goto(f"{reader.server.url}/docs")
    reader.tab.wait_for_selector("#schema-Record")
    paths = reader.server.client.get("/openapi.json").json()["paths"]
    shown = reader.tab.locator("#operations details").count()
    assert shown == sum(len(calls) for calls in paths.values())
    reader.tab.click("#operations details:has-text('/extract') summary")
    reader.tab.locator("#operations a:visible:has-text('Record')").first.click()
    fields = reader.tab.locator("#schema-Record td:first-child").all_inner_texts()
    record = json.loads((ROOT / "pdfbot" / "data" / "record.schema.json").read_text("utf-8"))
    assert fields == list(record["properties"])
