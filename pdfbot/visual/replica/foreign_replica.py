"""Turns another program's replica into one like pdfbot's: safe, laid out by CSS, with slots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from bs4 import BeautifulSoup, Comment, Tag

from pdfbot.errors import NotAPdfError
from pdfbot.model import Page
from pdfbot.readers.pdf2htmlex.elements import class_names, page_frames, page_zoom
from pdfbot.readers.pdf2htmlex.stylesheet import MEDIA_RULE
from pdfbot.resources import read_text
from pdfbot.visual.replica.additions import (
    LAYER,
    OVERLAY_STYLE,
    PANEL,
    PANEL_SLOT,
    STYLE_SLOT,
    layer_slot,
)
from pdfbot.visual.replica.page_frame_styles import PageSizes, page_attributes
from pdfbot.visual.replica.sanitize import sanitise
from pdfbot.visual.replica.writer import FRAME_STYLE

# What the style sheet of pdf2htmlEX leaves to its viewer script. A space here is text of size zero
# with its width as word spacing: browsers find no phrase across an element with a width.
VIEWER_RULES = """#page-container { position: static !important; }
.pc { display: block !important; }
.t > ._, .t span > ._ { display: inline !important; }
@media screen { .pf { margin: 12px auto !important; } }
"""
_SPACE_WIDTH = re.compile(r"\.(_[0-9a-f]+)\{width:([\d.]+px);?\}")


def clean_replica(html: bytes | str, pages: Sequence[Page], name: str) -> str:
    """The replica with only these pages; its text is never changed.

    What earlier runs added is removed. Sanitising removes the viewer script of pdf2htmlEX, which
    shows pages only as they come near; the style sheet of pdfbot's own replicas replaces it.
    """
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else html
    soup = BeautifulSoup(text, "lxml")
    container = soup.find(id="page-container")
    if not isinstance(container, Tag) or soup.body is None:
        raise NotAPdfError("not a replica (no page container)")
    for old in soup.find_all(class_=[LAYER, PANEL, OVERLAY_STYLE]):
        old.decompose()
    sanitise(soup)
    frames = _keep_pages(container, {page.number for page in pages})
    if soup.find("style", class_=FRAME_STYLE) is None:
        _lay_out(soup, container, frames, pages)
    _set_title(soup, Path(name).name)
    assert soup.head is not None
    soup.head.append(_comment(STYLE_SLOT))
    soup.body.append(_comment(PANEL_SLOT))
    return str(soup)


def _keep_pages(container: Tag, numbers: set[int]) -> dict[int, Tag]:
    """Remove the other pages, and add a slot for a layer to each that stays."""
    kept = {}
    for number, frame in page_frames(container).items():
        content = frame.find(class_="pc")
        if number not in numbers or not isinstance(content, Tag):
            frame.decompose()
            continue
        kept[number] = frame
        slot = _comment(layer_slot(number, page_zoom(frame)))
        image = content.find(class_=["bi", "bf"], recursive=False)
        if isinstance(image, Tag):
            image.insert_after(slot)
        else:
            content.insert(0, slot)
    return kept


def _comment(slot: str) -> Comment:
    return Comment(slot.removeprefix("<!--").removesuffix("-->"))


def _lay_out(
    soup: BeautifulSoup, container: Tag, frames: dict[int, Tag], pages: Sequence[Page]
) -> None:
    """Give the pages of another program's replica pdfbot's layout."""
    zooms = (page_zoom(frame) for frame in frames.values())
    sizes = PageSizes(pages, next(zooms, 1.0))
    for page in pages:
        if page.number in frames:
            frame = frames[page.number]
            frame["class"] = " ".join([*class_names(frame), sizes.name(page)])
            frame.attrs |= page_attributes(page.number)
    container["role"] = "main"
    css = read_text("replica.css") + sizes.css() + VIEWER_RULES
    for style in soup.find_all("style"):
        # Style sheets for screens belong to the viewer; those for print repeat all sizes.
        style.string = rules = MEDIA_RULE.sub("", str(style.string or ""))
        for name, width in _SPACE_WIDTH.findall(rules):
            css += f".{name}{{font-size:0;letter-spacing:0;word-spacing:{width}}}\n"
            css += f".{name}:empty{{margin-left:{width}}}\n"
    frame_style = soup.new_tag("style", attrs={"class": FRAME_STYLE})
    frame_style.string = css
    assert soup.head is not None
    first = soup.head.find("style")
    if isinstance(first, Tag):
        first.insert_before(frame_style)
    else:
        soup.head.append(frame_style)


def _set_title(soup: BeautifulSoup, title: str) -> None:
    """Set the title of a replica that has none."""
    assert soup.head is not None
    if soup.head.title is None:
        soup.head.append(soup.new_tag("title"))
    assert soup.head.title is not None
    if not soup.head.title.get_text(strip=True):
        soup.head.title.string = title
