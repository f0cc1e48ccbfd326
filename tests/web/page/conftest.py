"""The page in a real browser, with a real server behind it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.documents import PAPERS
from tests.patience import PATIENCE
from tests.web.conftest import Server

CONFERENCE = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
WIDE = (1400, 900)
PHONE = (400, 800)
LAYERS = 4
# Per cent of the sentences in each layer but the last, if the reader asks for nothing else.
DENSITY = 12

# How each sentence is marked on the pages near the screen, by its id: "tint 2", "earlier 1".
MARKS = """() => {
  const found = {};
  for (const mark of document.querySelectorAll("#page-frame .mark")) {
    const [, how, layer] = mark.classList;
    found[mark.dataset.sentence] = `${how} ${layer.replace("layer-", "")}`;
  }
  return found;
}"""
# A point of a page in pixels of the window, from shares of its size; null if it cannot be seen.
PLACE = """([page, x, y]) => {
  const outer = document.querySelector("#page-frame").getBoundingClientRect();
  const box = document.querySelector(`.sheet[data-page="${page}"]`).getBoundingClientRect();
  const place = [box.left + x * box.width, box.top + y * box.height];
  return place[1] > outer.top && place[1] < outer.bottom ? place : null;
}"""
CURRENT = """() => {
  const inText = document.querySelectorAll("#text [aria-current]");
  const onPage = document.querySelectorAll("#page-frame svg.now");
  return [...inText, ...onPage].map((node) => node.dataset.sentence);
}"""
SHOWN = """() => [...document.querySelectorAll("#text .s:not([hidden])")]
  .filter((node) => node.offsetParent).map((node) => [node.dataset.sentence, node.className])"""


class ReadingPage:
    """A tab with the page, and what a reader sees in it."""

    def __init__(self, tab: Any, server: Server) -> None:
        self.tab = tab
        self.server = server
        self.paper_id = ""
        self.faults: list[str] = []
        tab.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        tab.on("console", self._on_console)
        tab.on("request", self._on_request)

    def _on_console(self, message: Any) -> None:
        # The browser reports every answer such as 404; the page shows them to the reader.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.faults.append(f"console: {message.text}")

    def _on_request(self, request: Any) -> None:
        if not request.url.startswith((f"{self.server.url}/", "data:")):
            self.faults.append(f"request: {request.url}")

    def go(self, address: str = "") -> None:
        """Open the page at an address such as "#/p/ID"."""
        found = re.search(r"/p/([\w-]+)", address)
        self.paper_id = found[1] if found else ""
        self.tab.goto(f"{self.server.url}/{address}")

    def read(self, paper_id: str, query: str = "") -> None:
        """Open a paper and wait until both sides are there."""
        self.go(f"#/p/{paper_id}{query}")
        self.wait_for_paper()

    def upload(self, path: Path) -> None:
        self.go()
        self.tab.set_input_files("#file", path)

    def wait_for_paper(self) -> None:
        self.tab.wait_for_selector("#text .s:not([hidden])", state="attached")
        self.tab.wait_for_selector(".sheet.drawn", state="attached")

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait; the page's policy forbids Playwright to do so within the page."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, "the page did not get there"
            self.tab.wait_for_timeout(25)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.tab.keyboard.press(key)

    def shown(self) -> list[str]:
        """The sentences in the text, in the order in which they are read."""
        return [sentence for sentence, _ in self.tab.evaluate(SHOWN)]

    def shown_layers(self) -> dict[str, int]:
        """The layer whose colour each sentence in the text has."""
        names = dict(self.tab.evaluate(SHOWN))
        return {
            sentence: int(part.removeprefix("layer-"))
            for sentence, name in names.items()
            for part in name.split()
            if part.startswith("layer-")
        }

    def marks(self) -> dict[str, str]:
        """How each sentence is marked on the pages near the one that is seen."""
        found: dict[str, str] = self.tab.evaluate(MARKS)
        return found

    def all_marks(self) -> dict[str, str]:
        """How each sentence is marked, from all pages of the paper."""
        found: dict[str, str] = {}
        sheets = self.tab.locator(".sheet")
        for index in range(sheets.count()):
            sheets.nth(index).evaluate("(node) => node.scrollIntoView({behavior: 'instant'})")
            self.tab.wait_for_timeout(120)
            found |= self.marks()
        return found

    def place_on_page(self, sentence: str) -> list[float] | None:
        """Where a sentence can be seen on the paper."""
        view = self.view(self.paper_id)
        (wanted,) = [s for s in view["sentences"] if s["id"] == sentence]
        box = wanted["rectangles"][0]
        (size,) = [page for page in view["pages"] if page["number"] == box["page"]]
        x = (box["left"] + box["width"] / 2) / size["width"]
        y = (box["top"] + box["height"] / 2) / size["height"]
        found: list[float] | None = self.tab.evaluate(PLACE, [box["page"], x, y])
        return found

    def current(self) -> list[str]:
        """The sentences marked as the current one: in the text, and on the page."""
        found: list[str] = self.tab.evaluate(CURRENT)
        return found

    def is_in_view(self, selector: str) -> bool:
        box = self.tab.locator(selector).first.bounding_box()
        size = self.tab.viewport_size
        return bool(box) and box["y"] + box["height"] > 0 and box["y"] < size["height"]

    def sentences(self, paper_id: str, **query: Any) -> list[dict[str, Any]]:
        """What the server itself says about the sentences."""
        found: list[dict[str, Any]] = self.view(paper_id, **query)["sentences"]
        return found

    def view(self, paper_id: str, **query: Any) -> dict[str, Any]:
        """What the server sends to the page."""
        query = {"layers": LAYERS, "spread": "even", "density": DENSITY / 100, **query}
        answer = self.server.client.get(f"/papers/{paper_id}/sentences", params=query)
        found: dict[str, Any] = answer.json()
        return found


@pytest.fixture
def open_tab(browser: Any, server: Server) -> Iterator[Callable[..., ReadingPage]]:
    """Open the page in a separate browser, such as a dark one or a phone; see `reader`."""
    opened: list[ReadingPage] = []

    def start(size: tuple[int, int] = WIDE, to: Server = server, **options: Any) -> ReadingPage:
        viewport = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, **options)
        context.set_default_timeout(PATIENCE * 1000)
        opened.append(ReadingPage(context.new_page(), to))
        return opened[-1]

    yield start
    for reading in opened:
        reading.tab.context.close()
    assert [fault for reading in opened for fault in reading.faults] == []


@pytest.fixture
def reader(open_tab: Callable[..., ReadingPage]) -> ReadingPage:
    """The page in a wide window; no test may cause an error in it, or a request elsewhere."""
    return open_tab()


@pytest.fixture(scope="session")
def conference(server: Server) -> str:
    """The id of a paper in two columns that the server has read."""
    return server.keep(CONFERENCE, name="conference.pdf")
