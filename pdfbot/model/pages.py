"""What an engine reads: pages of text blocks, and what the PDF points to itself."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from pdfbot.frozen_objects import quick_to_make
from pdfbot.model.values import Brief, PageNumber, Points
from pdfbot.record_fields import AsList, AtLeast, Detail, Mark


@quick_to_make
@dataclass(frozen=True, slots=True)
class Box(AsList):
    """A rectangle in PDF points, with the origin at the lower left of the visible page.

    An inside-out box raises ValueError. A box can be unpacked.

    >>> left, bottom, right, top = paper.sentences[0].box
    """

    left: Annotated[Points, "left edge"]
    bottom: Annotated[Points, "lower edge"]
    right: Annotated[Points, "right edge"]
    top: Annotated[Points, "upper edge"]

    def __post_init__(self) -> None:
        if self.right < self.left or self.top < self.bottom:
            raise ValueError(f"inside-out box: {self}")

    def __iter__(self) -> Iterator[float]:
        return iter((self.left, self.bottom, self.right, self.top))

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @staticmethod
    def around(boxes: Iterable[Box]) -> Box:
        """The smallest box that contains all of `boxes` (at least one)."""
        kept = list(boxes)
        if len(kept) == 1:
            return kept[0]
        return Box(
            min([b.left for b in kept]),
            min([b.bottom for b in kept]),
            max([b.right for b in kept]),
            max([b.top for b in kept]),
        )


@dataclass(frozen=True, slots=True)
class PageBox(Box):
    """A box that knows its page; unpacking it gives its four edges.

    >>> [(box.page, box.top) for box in paper.sentences[0].boxes]
    """

    page: Annotated[PageNumber, "number of the page, from 1"]

    @staticmethod
    def on(page: int, box: Box) -> PageBox:
        """The same box, with its page."""
        return PageBox(box.left, box.bottom, box.right, box.top, page)


@quick_to_make
@dataclass(frozen=True, slots=True)
class Font:
    """A font as seen on the page: family without subset tag, size in points after scaling."""

    family: Annotated[str, "its PostScript name without the tag of a subset"]
    size: Annotated[float, "in points, as it appears on the page"]
    bold: Annotated[bool, "whether it is bold, by its name or its weight"] = False
    italic: Annotated[bool, "whether it is slanted"] = False


@quick_to_make
@dataclass(frozen=True, slots=True, repr=False)
class TextBlock(Brief):
    """The paper's TBK: one run of characters on one baseline in one font.

    It ends at the end of the line, and where a superscript, a subscript or a column gap begins.
    `edges` has one more entry than `text`: the x of each character's left edge, then the right edge
    of the last one (along the text direction for rotated blocks). `hidden` is the reason why the
    block cannot be seen on the page: "invisible", "clipped", "off-page" or "covered"; "" if it can.
    `node` leads back to the element of the replica.
    """

    text: Annotated[str, "its characters in reading order"]
    box: Annotated[Box, "where it is"]
    baseline: Annotated[float, "height of the baseline above the bottom of the page"]
    font: Annotated[Font, "the font that it is set in"]
    colour: Annotated[str, "as in CSS: `#000000`"] = "#000000"
    rotation: Annotated[float, "degrees counter-clockwise; 0 is upright text"] = 0.0
    edges: Annotated[
        array[float], "left edge of each character, then the right edge of the last one"
    ] = field(default_factory=lambda: array("f"), repr=False)
    hidden: Annotated[str, "why it cannot be seen on the page; empty if it can"] = ""
    node: Annotated[str, "place in the replica that it was read from; empty for a PDF"] = ""


@quick_to_make
@dataclass(frozen=True, slots=True)
class Graphic:
    """Something drawn other than text."""

    kind: Annotated[str, "`image`, `form`, `ruling` (a thin line) or `drawing`"]
    box: Annotated[Box, "where it is"]


@dataclass(frozen=True, slots=True)
class Jump:
    """What is printed over a link inside the PDF, and the page and place that it leads to."""

    box: Annotated[Box, "where it is printed"]
    page: Annotated[int, "the page that it leads to"]
    place: Annotated[Box, "the place on that page"]


@dataclass(frozen=True, slots=True)
class Link:
    """What is printed over a link of the PDF, and the address that it leads to."""

    box: Annotated[Box, "where it is printed"]
    url: Annotated[str, "the address"]


@dataclass(frozen=True, slots=True)
class Page:
    """One page as displayed, rotated upright; the same from every engine."""

    number: Annotated[PageNumber, AtLeast(1), "from 1, as in the file; not the printed page number"]
    width: Annotated[Points, "width of the visible page"]
    height: Annotated[Points, "height of the visible page"]
    blocks: Annotated[tuple[TextBlock, ...], Mark.NOT_WRITTEN, "the runs of characters on it"] = (
        field(repr=False)
    )
    graphics: Annotated[tuple[Graphic, ...], Detail.LINES, "whatever is drawn and is not text"] = (
        field(default=(), repr=False)
    )
    large_signs: Annotated[
        tuple[TextBlock, ...],
        Mark.NOT_WRITTEN,
        "operators and brackets of fonts that have nothing else; they are in no line",
    ] = field(default=(), repr=False)
    links: Annotated[tuple[Link, ...], Mark.NOT_WRITTEN, "its links to the web"] = field(
        default=(), repr=False
    )
    jumps: Annotated[tuple[Jump, ...], Mark.NOT_WRITTEN, "its links into the paper"] = field(
        default=(), repr=False
    )


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place that the PDF has a name for, such as "section.2" or "cite.Gray78".

    `box` is a point or a rectangle, as wide as the page where only the height is known.
    """

    name: str
    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """An entry of the PDF's outline and the place that it leads to; `depth` counts from 1."""

    title: str
    depth: int
    page: int
    box: Box


@dataclass(frozen=True, slots=True, repr=False)
class Document(Brief):
    """What an engine read: the pages, warnings for the user, and what the PDF points to itself."""

    pages: tuple[Page, ...] = field(repr=False)
    engine: str
    warnings: tuple[str, ...] = ()
    outline: tuple[OutlineEntry, ...] = field(default=(), repr=False)
    named_places: tuple[NamedPlace, ...] = field(default=(), repr=False)
