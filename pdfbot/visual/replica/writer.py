"""Writes pages as a replica in pdf2htmlEX's dialect, from which the same blocks can be read."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from pdfbot.model import Box, Document, Page
from pdfbot.resources import read_text
from pdfbot.visual.replica.additions import PANEL_SLOT, STYLE_SLOT, layer_slot
from pdfbot.visual.replica.block_order import Passage, passages_in_file_order
from pdfbot.visual.replica.links import Link
from pdfbot.visual.replica.page_frame_styles import PageSizes, page_attributes
from pdfbot.visual.replica.page_images import PageImage, PageView
from pdfbot.visual.replica.sanitize import policy_element
from pdfbot.visual.replica.style_classes import StyleClasses
from pdfbot.visual.replica.text_layer import ZOOM, TextWriter
from pdfbot.visual.replica.typefaces import FontFiles, measure_typefaces

GENERATOR = "pdfbot"
# Class of the style sheet that lays out the pages of a replica.
FRAME_STYLE = "pdfbot-frame"


def write_replica(
    document: Document,
    *,
    title: str,
    language: str = "",
    views: Mapping[int, PageView] | None = None,
    links: Sequence[Link] = (),
    passages: Mapping[int, Sequence[Passage]] | None = None,
) -> str:
    """One HTML file: pictures of the pages, and selectable text on top of them.

    `language` is a code such as "en", if known. `views` and `passages` are the look of the pages
    and their text in reading order, by page number.
    """
    writer = _PageWriter(document.pages)
    order = passages or {page.number: passages_in_file_order(page) for page in document.pages}
    looks = views or {}
    pages = "\n".join(
        writer.page(page, looks.get(page.number, PageView()), order[page.number], links)
        for page in document.pages
    )
    lang = f' lang="{escape(language)}"' if language else ""
    return (
        f'<!DOCTYPE html>\n<html{lang}>\n<head>\n<meta charset="utf-8"/>\n'
        f"{policy_element()}\n"
        f'<meta name="generator" content="{GENERATOR}"/>\n'
        '<meta name="viewport" content="width=device-width"/>\n'
        f"<title>{escape(title)}</title>\n"
        f'<style class="{FRAME_STYLE}">\n{read_text("replica.css")}</style>\n'
        f"<style>\n{writer.css()}</style>\n{STYLE_SLOT}</head>\n"
        f'<body>\n<div id="page-container" role="main">\n{pages}\n</div>\n'
        f"{PANEL_SLOT}</body>\n</html>\n"
    )


class _PageWriter:
    """Writes pages as HTML and collects the style sheet they need."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._fonts = FontFiles(measure_typefaces(b for page in pages for b in page.blocks))
        self._classes = StyleClasses()
        self._sizes = PageSizes(pages, ZOOM)
        self._text = TextWriter(self._classes, self._fonts)

    def css(self) -> str:
        """The CSS rules for the pages written so far."""
        return self._sizes.css() + self._fonts.css() + self._classes.css()

    def page(
        self, page: Page, view: PageView, passages: Sequence[Passage], links: Sequence[Link]
    ) -> str:
        """One page: image, text in reading order, link targets, links."""
        classes = self._classes
        size = f"{classes.width.px(page.width * ZOOM)} {classes.height.px(page.height * ZOOM)}"
        number = f"{page.number:x}"
        frame = " ".join(f'{key}="{v}"' for key, v in page_attributes(page.number).items())
        parts = [
            f'<div id="pf{number}" class="pf {size} {self._sizes.name(page)}" '
            f'data-page-no="{number}" {frame}>'
            f'<div class="pc pc{number} {size}">'
        ]
        if view.image is not None:
            parts.append(self._image(view.image))
        parts.append(layer_slot(page.number, ZOOM))
        parts += self._text.write(page, passages, view.lettering.outlines)
        parts += self._targets(page.number, links)
        parts += [self._link(link) for link in links if link.page == page.number]
        matrix = f"[{ZOOM:.6f},0.000000,0.000000,{ZOOM:.6f},0.000000,0.000000]"
        parts.append(f'</div><div class="pi" data-data=\'{{"ctm":{matrix}}}\'></div></div>')
        return "".join(parts)

    def _image(self, image: PageImage) -> str:
        data = base64.b64encode(image.data).decode("ascii")
        return (
            f'<img class="bi {self._box(image.box)}" alt="" loading="lazy" decoding="async" '
            f'src="data:image/webp;base64,{data}"/>'
        )

    def _box(self, box: Box) -> str:
        """The classes that place a box on the page."""
        classes = self._classes
        return (
            f"{classes.left.px(box.left * ZOOM)} {classes.bottom.px(box.bottom * ZOOM)} "
            f"{classes.width.px(box.width * ZOOM)} {classes.height.px(box.height * ZOOM)}"
        )

    def _targets(self, page: int, links: Iterable[Link]) -> list[str]:
        heights = {
            link.target_height
            for link in links
            if link.target_page == page and link.target_height is not None
        }
        return [
            f'<a class="d {self._classes.left.px(0)} {self._classes.bottom.px(height * ZOOM)}" '
            f'id="{_target_id(page, height)}"></a>'
            for height in sorted(heights)
        ]

    def _link(self, link: Link) -> str:
        if link.url:
            attributes = f'href="{escape(link.url)}" target="_blank" rel="noopener noreferrer"'
        elif link.target_height is not None:
            attributes = f'href="#{_target_id(link.target_page, link.target_height)}"'
        else:
            attributes = f'href="#pf{link.target_page:x}"'
        return f'<a class="l" {attributes}><div class="d {self._box(link.box)}"></div></a>'


def _target_id(page: int, height: float) -> str:
    return f"to-{page}-{round(height)}"
