"""The result of Freki: blocks of lines, with fonts and places on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pdfbot.model import Box, Brief, Font


@dataclass(frozen=True, slots=True, repr=False)
class BlockLine(Brief):
    """A line of a block, spaced so that words aligned on the page start in the same column.

    Lines are numbered throughout the document. `fonts` are names and sizes; `tab_score` is the
    share of the line's words that start in a column of the line above, None if there are none.
    `extra` holds attributes that other tools added.
    """

    number: Annotated[int, "counted through the whole document"]
    text: Annotated[str, "the line, spaced as on the page"]
    fonts: Annotated[tuple[tuple[str, float], ...], "name and size of each font in it"]
    box: Annotated[Box, "where it is"]
    tab_score: Annotated[
        float | None, "share of its words that start in a column of the line above"
    ] = None
    extra: Annotated[tuple[tuple[str, str], ...], "attributes that other tools added"] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Block(Brief):
    """A block of text; `label` is the path of cuts to it: t(op), b(ottom), l(eft), r(ight)."""

    doc_id: Annotated[str, "the document"]
    page: Annotated[int, "page number, from 1"]
    id: Annotated[str, "page and number of the block"]
    box: Annotated[Box, "where it is"]
    label: Annotated[str, "the cuts that lead to it"]
    lines: Annotated[tuple[BlockLine, ...], "its lines from the top"] = field(repr=False)

    @property
    def first_line(self) -> int:
        return self.lines[0].number

    @property
    def last_line(self) -> int:
        return self.lines[-1].number

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True, repr=False)
class Blocks(Brief):
    """The blocks of a whole document; `fonts` maps short names such as F1 to fonts."""

    doc_id: Annotated[str, "the document"]
    blocks: Annotated[tuple[Block, ...], "in reading order"] = field(repr=False)
    fonts: Annotated[Mapping[str, Font], "the fonts by the short names of the lines"] = field(
        repr=False
    )
    engine: Annotated[str, "what read the document"]
    warnings: Annotated[tuple[str, ...], "what may be wrong, in one line each"] = ()
