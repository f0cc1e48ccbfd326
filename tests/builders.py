"""Lines, columns and pages made from rows of text: rows in, verdicts out.

The body is set in 10 points on a pitch of 10, in columns of 30 ems, so that multiples of either
are exact and a test can stand right on a limit.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pdfbot.layout.columns import Columns
from pdfbot.layout.fonts import Fonts
from pdfbot.layout.lines import PageLayout, Placed
from pdfbot.layout.making import Asides, Keeper, make_line
from pdfbot.model import Box, Finding, Font, Graphic, Page, TextBlock
from pdfbot.nonbody.prose import find_bodylike
from pdfbot.nonbody.rule import Context, make_context
from pdfbot.shelf import Shelf
from pdfbot.thresholds import Thresholds

EM = PITCH = 10.0
LEFT, TOP, WIDTH, GUTTER = 50.0, 700.0, 300.0, 20.0
PAGE_WIDTH, PAGE_HEIGHT = 720.0, 800.0
FONTS = Fonts(EM, "Serif", (EM,), {EM: 1000})
SENTENCE = "Every morning the miller counted the sacks and wrote their number down"


def block(
    text: str,
    left: float,
    baseline: float,
    *,
    right: float | None = None,
    size: float = EM,
    family: str = "Serif",
    bold: bool = False,
    italic: bool = False,
    rotation: float = 0.0,
    hidden: str = "",
) -> TextBlock:
    """A text block whose characters share its width; half an em each unless `right` is given."""
    end = left + 0.5 * size * len(text) if right is None else right
    step = (end - left) / max(len(text), 1)
    return TextBlock(
        text=text,
        box=Box(left, baseline - 0.22 * size, end, baseline + 0.75 * size),
        baseline=baseline,
        font=Font(family, size, bold, italic),
        rotation=rotation,
        edges=array("f", [left + i * step for i in range(len(text) + 1)]),
        hidden=hidden,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A piece of a row; `left` and `right` in ems from the column's left edge, `up` in points."""

    text: str
    left: float
    right: float
    size: float = EM
    family: str = "Serif"
    bold: bool = False
    italic: bool = False
    up: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """The parts of one line, and the distance to the line above in pitches."""

    parts: tuple[Part, ...]
    above: float = 1.0


def row(
    text: str = SENTENCE,
    *,
    indent: float = 0.0,
    slack: float = 0.0,
    above: float = 1.0,
    size: float = EM,
    family: str = "Serif",
    bold: bool = False,
    italic: bool = False,
) -> Row:
    """A line from `indent` to `slack` (in ems) of its column: full unless told otherwise."""
    right = WIDTH / EM - slack
    part = Part(
        text=text, left=indent, right=right, size=size, family=family, bold=bold, italic=italic
    )
    return Row((part,), above)


def prose(count: int) -> list[Row]:
    """Full lines of running text."""
    return [row() for _ in range(count)]


def rule(left: float, right: float, height: float) -> Graphic:
    """A thin rule; `left` and `right` in ems from the first column's left edge."""
    return Graphic("rule", Box(LEFT + left * EM, height, LEFT + right * EM, height + 0.4))


def column(
    rows: Iterable[Row], *, page: int = 1, number: int = 1, zone: int = 1, top: float = TOP
) -> list[Placed]:
    """The rows of one column from `top` down, each a line where it stands."""
    left = LEFT + (number - 1) * (WIDTH + GUTTER)
    placed: list[Placed] = []
    baseline = top + PITCH
    for index, given in enumerate(rows, start=1):
        baseline -= given.above * PITCH
        blocks = [_block(part, left, baseline) for part in given.parts]
        line = make_line(f"p{page}.c{number}.z{zone}.l{index}", page, number, blocks)
        gaps = [b.left - a.right for a, b in pairwise(given.parts)]
        widest = max([0.0, *gaps]) * EM
        placed.append(Placed(line, left, left + WIDTH, zone, widest))
    for upper, lower in pairwise(placed):
        upper.below = lower.above = upper.line.baseline - lower.line.baseline
    return placed


def _block(part: Part, left: float, baseline: float) -> TextBlock:
    return block(
        part.text,
        left + part.left * EM,
        baseline + part.up,
        right=left + part.right * EM,
        size=part.size,
        family=part.family,
        bold=part.bold,
        italic=part.italic,
    )


def layout(
    *columns: Iterable[Row],
    page: int = 1,
    graphics: Sequence[Graphic] = (),
    top: float = TOP,
) -> PageLayout:
    """A page whose columns have these rows."""
    placed = [
        line
        for number, rows in enumerate(columns, start=1)
        for line in column(rows, page=page, number=number, top=top)
    ]
    return laid_out(placed, page=page, graphics=graphics)


def laid_out(
    placed: list[Placed], *, page: int = 1, graphics: Sequence[Graphic] = ()
) -> PageLayout:
    """A page of lines that stand already where they shall."""
    lefts = tuple(sorted({p.left for p in placed})) or (LEFT,)
    columns = Columns(lefts, tuple(left + WIDTH for left in lefts), {})
    blocks = tuple(b for p in placed for b in p.line.blocks)
    seen = Page(page, PAGE_WIDTH, PAGE_HEIGHT, blocks, tuple(graphics))
    keeper = Keeper(Shelf().put(blocks), blocks, {})
    return PageLayout(seen, columns, placed, Asides(page, 0, (), keeper))


def context_of(*layouts: PageLayout, thresholds: Thresholds | None = None) -> Context:
    """The document under judgement, with the pitch it is set in."""
    context = make_context(layouts, FONTS, thresholds or Thresholds())
    context.pitch = PITCH
    return context


def judged(
    judge: Callable[[Context, set[str]], None],
    *layouts: PageLayout,
    thresholds: Thresholds | None = None,
) -> Context:
    """The document after one family of rules that asks which lines are like body text."""
    context = context_of(*layouts, thresholds=thresholds)
    judge(context, find_bodylike(context))
    return context


def finding_on(placed: Placed) -> Finding | None:
    """What the rule that took a line out had measured."""
    return placed.verdict.finding if placed.verdict else None


def rules_of(context: Context) -> list[str]:
    """For every line in reading order the rule that took it out, or "" while none has."""
    return [context.rule_of(p) for p in context.flow]
