"""Pages to Freki's blocks: XY-cut, lines, and their text on a monospaced page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pdfbot.dataclass import dataclass
from pdfbot.layout.respacing import respace, split_tokens
from pdfbot.layout.xycut import UNCUT, choose_cuts, cut_lines, cut_page
from pdfbot.model import Box, Document, Font, Page, TextBlock


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A line of a block: its text is spaced so that columns stand under each other.

    Lines are numbered through the document. `fonts` are names and sizes; `tab_score` is the
    part of its words that share a column with the line above, None where there are none.
    """

    number: int
    text: str
    fonts: tuple[tuple[str, float], ...]
    box: Box
    tab_score: float | None = None
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A block of text; `label` is the path of cuts to it: t(op), b(ottom), l(eft), r(ight)."""

    doc_id: str
    page: int
    id: str
    box: Box
    label: str
    lines: tuple[BlockLine, ...]

    @property
    def first_line(self) -> int:
        return self.lines[0].number

    @property
    def last_line(self) -> int:
        return self.lines[-1].number

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class Blocks:
    """A whole document in blocks; `fonts` says which font a short name such as F1 stands for."""

    doc_id: str
    blocks: tuple[Block, ...]
    fonts: Mapping[str, Font]
    engine: str
    warnings: tuple[str, ...] = ()


def find_blocks(document: Document, doc_id: str, *, valley: bool = False) -> Blocks:
    """The blocks of all pages; `valley` is for documents with double-spaced lines."""
    builder = _Builder(doc_id, valley)
    for page in document.pages:
        builder.add_page(page)
    fonts = {name: font for font, name in builder.fonts.items()}
    return Blocks(doc_id, tuple(builder.blocks), fonts, document.engine, document.warnings)


class _Builder:
    """Numbers lines and fonts through the document."""

    def __init__(self, doc_id: str, valley: bool) -> None:
        self.doc_id, self.valley = doc_id, valley
        self.blocks: list[Block] = []
        self.fonts: dict[Font, str] = {}
        self._lines = 0

    def add_page(self, page: Page) -> None:
        seen = [b for b in page.blocks if not b.hidden and b.text.strip()]
        upright = [b for b in seen if not b.rotation]
        leaves = cut_page(page, upright, choose_cuts(upright, valley=self.valley))
        before = len(self.blocks)
        for leaf in leaves:
            self._add(page, before, leaf.label, cut_lines(leaf.blocks))
        turned = [[b] for b in seen if b.rotation]
        if turned:
            self._add(page, before, UNCUT, turned)

    def _add(
        self, page: Page, before: int, label: str, lines: Sequence[Sequence[TextBlock]]
    ) -> None:
        box = _rounded(Box.around(b.box for line in lines for b in line))
        respaced = respace([split_tokens(line) for line in lines], box.left)
        made = []
        for blocks, line in zip(lines, respaced, strict=True):
            self._lines += 1
            score = round(line.tab_score, 2)
            made.append(
                BlockLine(
                    number=self._lines,
                    text=line.text,
                    fonts=self._font_names(blocks),
                    box=_rounded(Box.around(b.box for b in blocks)),
                    tab_score=score or None,
                )
            )
        name = f"{page.number}-{len(self.blocks) - before + 1}"
        self.blocks.append(Block(self.doc_id, page.number, name, box, label, tuple(made)))

    def _font_names(self, blocks: Sequence[TextBlock]) -> tuple[tuple[str, float], ...]:
        names: dict[tuple[str, float], None] = {}
        for block in sorted(blocks, key=lambda b: b.box.left):
            font = Font(block.font.family, 0.0, block.font.bold, block.font.italic)
            name = self.fonts.setdefault(font, f"F{len(self.fonts) + 1}")
            names[name, round(float(block.font.size), 1)] = None
        return tuple(names)


def _rounded(box: Box) -> Box:
    return Box(*(round(float(v), 2) for v in (box.left, box.bottom, box.right, box.top)))
