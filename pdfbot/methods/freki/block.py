"""The result of Freki: blocks of lines, with fonts and places on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pdfbot.model import Box, Brief, Font


@dataclass(frozen=True, slots=True, repr=False)
class BlockLine(Brief):
    """A line of a block, spaced so that words aligned on the page start in the same column.

    Lines are numbered throughout the document. `fonts` are names and sizes; `tab_score` is the
    share of the line's words that start in a column of the line above, None if there are none.
    `extra` holds attributes that other tools added.
    """

    number: int
    text: str
    fonts: tuple[tuple[str, float], ...]
    box: Box
    tab_score: float | None = None
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Block(Brief):
    """A block of text; `label` is the path of cuts to it: t(op), b(ottom), l(eft), r(ight)."""

    doc_id: str
    page: int
    id: str
    box: Box
    label: str
    lines: tuple[BlockLine, ...] = field(repr=False)

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

    doc_id: str
    blocks: tuple[Block, ...] = field(repr=False)
    fonts: Mapping[str, Font] = field(repr=False)
    engine: str
    warnings: tuple[str, ...] = ()
