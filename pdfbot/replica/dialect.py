"""A replica as a frame for more: cleaned, with places for layers between picture and text."""

from __future__ import annotations

from collections.abc import Sequence

from bs4 import BeautifulSoup, Tag

from pdfbot.errors import NotAPdfError
from pdfbot.model import Page
from pdfbot.replica.html import page_frames, page_zoom
from pdfbot.replica.safety import clean
from pdfbot.shipped import read_shipped

FRAME_STYLE, OVERLAY_STYLE = "pdfbot-frame", "pdfbot-overlay"
LAYER, PANEL = "pb-layer", "pb-panel"


def shipped(name: str) -> str:
    """A style sheet or script of the package."""
    return read_shipped(name).decode()


class Frame:
    """A replica that takes layers; its text is never touched.

    Scripts are taken out. What they did for the layout (hidden pages are shown when they come
    near) the style sheet of pdfbot's own replicas does, which is put before the replica's.
    """

    def __init__(self, html: bytes | str, pages: Sequence[Page], script: str = "") -> None:
        text = html.decode("utf-8", "replace") if isinstance(html, bytes) else html
        self._soup = BeautifulSoup(text, "lxml")
        container = self._soup.find(id="page-container")
        if not isinstance(container, Tag) or self._soup.body is None:
            raise NotAPdfError("not a replica (no page container)")
        clean(self._soup, script)
        for old in self._soup.find_all(class_=[LAYER, PANEL, OVERLAY_STYLE]):
            old.decompose()
        self._script = script
        self._container = container
        wanted = {page.number for page in pages}
        self._contents: dict[int, Tag] = {}
        self.zooms: dict[int, float] = {}
        for number, frame in page_frames(container).items():
            content = frame.find(class_="pc")
            if number not in wanted or not isinstance(content, Tag):
                frame.decompose()
                continue
            self._contents[number] = content
            self.zooms[number] = page_zoom(frame)
        if self._soup.find("style", class_=FRAME_STYLE) is None:
            css = shipped("replica.css") + ".pc{display:block!important}\n"
            self._style(css, FRAME_STYLE, first=True)

    def add_style(self, css: str) -> None:
        """More rules, after the replica's own."""
        self._style(css, OVERLAY_STYLE, first=False)

    def _style(self, css: str, name: str, *, first: bool) -> None:
        tag = self._soup.new_tag("style", attrs={"class": name})
        tag.string = css
        head = self._soup.head
        assert head is not None
        styles = head.find("style")
        if first and isinstance(styles, Tag):
            styles.insert_before(tag)
        else:
            head.append(tag)

    def add_layer(self, page: int, markup: str) -> None:
        """Markup of pdfbot's own between the picture of a page and its text."""
        content = self._contents[page]
        layer = BeautifulSoup(f'<div class="{LAYER}">{markup}</div>', "lxml").find("div")
        assert isinstance(layer, Tag)
        picture = content.find(class_=["bi", "bf"], recursive=False)
        if isinstance(picture, Tag):
            picture.insert_after(layer)
        else:
            content.insert(0, layer)

    def add_panel(self, markup: str) -> None:
        """Markup of pdfbot's own beside the pages."""
        panel = BeautifulSoup(f'<aside class="{PANEL}">{markup}</aside>', "lxml").find("aside")
        assert isinstance(panel, Tag)
        assert self._soup.body is not None
        self._soup.body.append(panel)

    def set_title(self, title: str) -> None:
        """The title of the page, for replicas that have none."""
        head = self._soup.head
        assert head is not None
        if head.title is None:
            head.append(self._soup.new_tag("title"))
        assert head.title is not None
        if not head.title.get_text(strip=True):
            head.title.string = title

    def html(self) -> str:
        """The whole file."""
        body = self._soup.body
        assert body is not None
        if self._script:
            tag = self._soup.new_tag("script")
            tag.string = self._script
            body.append(tag)
        return str(self._soup)
