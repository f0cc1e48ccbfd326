"""The page in Firefox: what differs between browsers, from the upload to both sides together."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.firefox import firefox
from tests.patience import PATIENCE
from tests.web.conftest import Server
from tests.web.page.conftest import CONFERENCE

__all__ = ["firefox"]

SHOWN = "return [...document.querySelectorAll('#text .s:not([hidden])')].map((n) => n.id)"


class FirefoxPage:
    """The page in a window of Firefox."""

    def __init__(self, client: Any, server: Server) -> None:
        self.client = client
        self.server = server

    def run(self, script: str, *arguments: Any) -> Any:
        return self.client.execute_script(script, script_args=list(arguments), sandbox=None)

    def until(self, condition: Callable[[], Any]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, "the page did not get there"
            time.sleep(0.05)

    def read(self, paper_id: str, query: str = "") -> None:
        self.client.navigate("about:blank")
        self.client.navigate(f"{self.server.url}/#/p/{paper_id}{query}")
        self.until(lambda: self.run("return document.querySelector('.sheet.drawn') !== null"))

    def press(self, key: str) -> None:
        self.find("body").send_keys(key)

    def find(self, selector: str) -> Any:
        return self.client.find_element("css selector", selector)

    def click(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self.find(selector).click()

    def top(self, selector: str) -> float:
        found: float = self.run("return document.querySelector(arguments[0]).scrollTop", selector)
        return found


@pytest.fixture
def reader(firefox: Any, server: Server) -> FirefoxPage:
    firefox.set_window_rect(width=1400, height=1000)
    return FirefoxPage(firefox, server)


def test_paper_is_sent_and_shown(reader: FirefoxPage) -> None:
    reader.client.navigate("about:blank")
    reader.client.navigate(f"{reader.server.url}/")
    reader.find("#file").send_keys(str(CONFERENCE))
    reader.until(lambda: reader.run("return document.querySelector('.sheet.drawn') !== null"))
    assert reader.find("#text h1").text.startswith("Duty-Cycled Acoustic Monitoring")
    letters = """const page = document.querySelector(".sheet.drawn iframe").contentDocument;
      return page.querySelector(".pf").textContent.length"""
    assert reader.run(letters) > 1000


def test_layers_are_added(reader: FirefoxPage, conference: str) -> None:
    reader.read(conference)
    first = len(reader.run(SHOWN))
    reader.press("2")
    reader.until(lambda: len(reader.run(SHOWN)) > first)
    assert "layer=2" in reader.client.get_url()
    look = """return getComputedStyle(document.querySelector("#text .s.new")).backgroundColor"""
    assert reader.run(look) != "rgba(0, 0, 0, 0)"


def test_click_on_the_paper_chooses_the_sentence(reader: FirefoxPage, conference: str) -> None:
    reader.read(conference)
    sentence = reader.run("return document.querySelector('.marks .mark').dataset.sentence")
    click = """const box = document.querySelector(".marks .mark").getBoundingClientRect();
      const frame = document.querySelector(".sheet.drawn iframe");
      const outer = frame.getBoundingClientRect();
      const scale = outer.width / frame.offsetWidth;
      const inside = frame.contentDocument;
      const clientX = (box.left + box.width / 2 - outer.left) / scale;
      const clientY = (box.top + box.height / 2 - outer.top) / scale;
      const target = inside.elementFromPoint(clientX, clientY);
      target.dispatchEvent(new MouseEvent("click", {clientX, clientY, bubbles: true}));"""
    reader.run(click)
    current = "return document.querySelector('#text [aria-current]')?.dataset.sentence"
    reader.until(lambda: reader.run(current) == sentence)


def test_paper_follows_the_text(reader: FirefoxPage, conference: str) -> None:
    reader.read(conference, "?layer=4")
    scroll = """const pane = document.querySelector("#text-pane");
      pane.dispatchEvent(new WheelEvent("wheel"));
      pane.scrollTop = 4000;"""
    reader.run(scroll)
    reader.until(lambda: reader.top("#page-frame") > 200)


def test_citation_and_picture_open(reader: FirefoxPage, paper_id: str) -> None:
    reader.read(paper_id, "?layer=4")
    reader.click("#text .cite[data-references='r2']")
    shown = "return document.querySelector('#aside').matches(':popover-open')"
    reader.until(lambda: reader.run(shown))
    reader.run("document.querySelector('#aside').hidePopover()")
    loaded = "return document.querySelector('#text .equation img').naturalWidth > 0"
    reader.run("document.querySelector('#text .equation').scrollIntoView({block: 'center'})")
    reader.until(lambda: reader.run(loaded))
    reader.click("#text .equation .picture")
    reader.until(lambda: reader.run("return document.querySelector('#picture').open"))
