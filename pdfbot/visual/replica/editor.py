"""Adding to a replica: layers between the image of a page and its text, panels, style sheets."""

from __future__ import annotations

from collections.abc import Sequence

from bs4 import BeautifulSoup, Tag

from pdfbot.errors import NotAPdfError
from pdfbot.model import Box, Page
from pdfbot.readers.pdf2htmlex.elements import page_frames, page_zoom
from pdfbot.resources import read_text
from pdfbot.visual.replica.sanitize import sanitise
from pdfbot.visual.replica.writer import FRAME_STYLE

# Classes by which a later edit finds what an earlier one added.
OVERLAY_STYLE = "pdfbot-overlay"
LAYER = "pb-layer"
PANEL = "pb-panel"


class ReplicaEditor:
    """A sanitised replica that accepts layers and a panel; its text is never changed.

    Sanitising removes the viewer script of pdf2htmlEX, which shows pages only as they come near.
    The style sheet of pdfbot's own replicas, inserted before the replica's, replaces it. Layers,
    panels and styles of an earlier edit are removed, and so are pages other than the given ones.
    """

    def __init__(self, html: bytes | str, pages: Sequence[Page], script: str = "") -> None:
        text = html.decode("utf-8", "replace") if isinstance(html, bytes) else html
        self._soup = BeautifulSoup(text, "lxml")
        container = self._soup.find(id="page-container")
        if not isinstance(container, Tag) or self._soup.body is None:
            raise NotAPdfError("not a replica (no page container)")
        sanitise(self._soup, script)
        for old in self._soup.find_all(class_=[LAYER, PANEL, OVERLAY_STYLE]):
            old.decompose()
        self._script = script
        self._contents: dict[int, Tag] = {}
        # CSS pixels per point of each page.
        self.zooms: dict[int, float] = {}
        self._keep_pages(container, {page.number for page in pages})
        if self._soup.find("style", class_=FRAME_STYLE) is None:
            css = read_text("replica.css") + ".pc{display:block!important}\n"
            self._insert_style(css, FRAME_STYLE, first=True)

    def _keep_pages(self, container: Tag, numbers: set[int]) -> None:
        for number, frame in page_frames(container).items():
            content = frame.find(class_="pc")
            if number not in numbers or not isinstance(content, Tag):
                frame.decompose()
                continue
            self._contents[number] = content
            self.zooms[number] = page_zoom(frame)

    def add_style(self, css: str) -> None:
        """Add rules after the replica's own."""
        self._insert_style(css, OVERLAY_STYLE, first=False)

    def _insert_style(self, css: str, name: str, *, first: bool) -> None:
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
        """Insert trusted markup between the image of a page and its text."""
        content = self._contents[page]
        layer = BeautifulSoup(f'<div class="{LAYER}">{markup}</div>', "lxml").find("div")
        assert isinstance(layer, Tag)
        image = content.find(class_=["bi", "bf"], recursive=False)
        if isinstance(image, Tag):
            image.insert_after(layer)
        else:
            content.insert(0, layer)

    def add_panel(self, markup: str) -> None:
        """Insert trusted markup next to the pages."""
        panel = BeautifulSoup(f'<aside class="{PANEL}">{markup}</aside>', "lxml").find("aside")
        assert isinstance(panel, Tag)
        assert self._soup.body is not None
        self._soup.body.append(panel)

    def set_title(self, title: str) -> None:
        """Set the title of a replica that has none."""
        head = self._soup.head
        assert head is not None
        if head.title is None:
            head.append(self._soup.new_tag("title"))
        assert head.title is not None
        if not head.title.get_text(strip=True):
            head.title.string = title

    def html(self) -> str:
        """The whole file, with the script at its end."""
        body = self._soup.body
        assert body is not None
        if self._script:
            tag = self._soup.new_tag("script")
            tag.string = self._script
            body.append(tag)
        return str(self._soup)


def box_style(box: Box, zoom: float) -> str:
    """A box in points as the inline style of an element in a layer; `zoom` is px per point."""
    return (
        f"left:{box.left * zoom:.2f}px;bottom:{box.bottom * zoom:.2f}px;"
        f"width:{box.width * zoom:.2f}px;height:{box.height * zoom:.2f}px"
    )
