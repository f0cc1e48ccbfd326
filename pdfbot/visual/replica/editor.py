"""Adding to a replica: layers between the image of a page and its text, panels, style sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bs4 import BeautifulSoup, Tag

from pdfbot.errors import NotAPdfError
from pdfbot.model import Box, Page
from pdfbot.readers.pdf2htmlex.elements import class_names, page_frames, page_zoom
from pdfbot.readers.pdf2htmlex.stylesheet import MEDIA_RULE
from pdfbot.resources import read_text
from pdfbot.visual.replica.page_frame_styles import PageSizes, page_attributes
from pdfbot.visual.replica.sanitize import sanitise
from pdfbot.visual.replica.writer import FRAME_STYLE

# What the style sheet of pdf2htmlEX leaves to its viewer script. A space is text of no size here,
# with its width as word spacing: no phrase is found across an element with a width.
VIEWER_RULES = """#page-container { position: static !important; }
.pc { display: block !important; }
.t > ._, .t span > ._ { display: inline !important; }
@media screen { .pf { margin: 12px auto !important; } }
"""
_SPACE_WIDTH = re.compile(r"\.(_[0-9a-f]+)\{width:([\d.]+px);?\}")
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
            self._lay_out(container, pages)

    def _keep_pages(self, container: Tag, numbers: set[int]) -> None:
        for number, frame in page_frames(container).items():
            content = frame.find(class_="pc")
            if number not in numbers or not isinstance(content, Tag):
                frame.decompose()
                continue
            self._contents[number] = content
            self.zooms[number] = page_zoom(frame)

    def _lay_out(self, container: Tag, pages: Sequence[Page]) -> None:
        """Give the pages of another program's replica the layout of pdfbot's own."""
        sizes = PageSizes(pages, next(iter(self.zooms.values()), 1.0))
        frames = page_frames(container)
        for page in pages:
            if page.number in frames:
                frame = frames[page.number]
                frame["class"] = " ".join([*class_names(frame), sizes.name(page)])
                frame.attrs |= page_attributes(page.number)
        container["role"] = "main"
        css = read_text("replica.css") + sizes.css() + VIEWER_RULES
        for style in self._soup.find_all("style"):
            # Those for screens belong to the viewer, and those for printers repeat all sizes.
            style.string = rules = MEDIA_RULE.sub("", str(style.string or ""))
            for name, width in _SPACE_WIDTH.findall(rules):
                css += f".{name}{{font-size:0;letter-spacing:0;word-spacing:{width}}}\n"
                css += f".{name}:empty{{margin-left:{width}}}\n"
        self._insert_style(css, FRAME_STYLE, first=True)

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
