"""Lines, columns and pages built from rows of text, and the verdicts on them.

The body is set in 10 points on a pitch of 10, in columns of 30 ems, so that multiples of either
are exact and a test can sit right at a limit.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise

from pdfbot.layout.columns import Columns
from pdfbot.layout.fonts import Fonts, measure_fonts
from pdfbot.layout.line_builder import build_line
from pdfbot.layout.line_features import LayoutLine, Place, measure_line
from pdfbot.layout.lines import PageLayout, lay_out
from pdfbot.layout.page_summary import summarise_page
from pdfbot.layout.scales import Scales
from pdfbot.model import Box, Finding, Font, Graphic, Page, TextBlock
from pdfbot.nonbody.context import DocumentContext, build_context
from pdfbot.nonbody.families import Family
from pdfbot.nonbody.judgement import Judgement
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
    """A text block of equally wide characters: half an em each unless `right` is given."""
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
    """A line that fills its column, less `indent` and `slack` (in ems)."""
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
    return Graphic("ruling", Box(LEFT + left * EM, height, LEFT + right * EM, height + 0.4))


def column(
    rows: Iterable[Row], *, page: int = 1, number: int = 1, zone: int = 1, top: float = TOP
) -> list[LayoutLine]:
    """The rows of one column from `top` down."""
    left = LEFT + (number - 1) * (WIDTH + GUTTER)
    given = list(rows)
    baseline = top + PITCH
    lines: list[LayoutLine] = []
    for index, current in enumerate(given):
        baseline -= current.above * PITCH
        blocks = [_block(part, left, baseline) for part in current.parts]
        line = build_line(f"p{page}.c{number}.z{zone}.l{index + 1}", page, number, blocks)
        gaps = [b.left - a.right for a, b in pairwise(current.parts)]
        place = Place(zone, left, left + WIDTH, max([0.0, *gaps]) * EM)
        lines.append(measure_line(line, place, index))
    distances = [upper.baseline - lower.baseline for upper, lower in pairwise(lines)]
    far = float("inf")
    return [
        replace(line, above=above, below=below)
        for line, above, below in zip(lines, [far, *distances], [*distances, far], strict=False)
    ]


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
    lines = [
        line
        for number, rows in enumerate(columns, start=1)
        for line in column(rows, page=page, number=number, top=top)
    ]
    return laid_out(lines, page=page, graphics=graphics)


def laid_out(
    lines: Sequence[LayoutLine], *, page: int = 1, graphics: Sequence[Graphic] = ()
) -> PageLayout:
    """A page of lines whose places are known."""
    lefts = tuple(sorted({line.left for line in lines})) or (LEFT,)
    columns = Columns(lefts, tuple(left + WIDTH for left in lefts), {})
    blocks = tuple(b for line in lines for b in line.blocks)
    return PageLayout(
        Page(page, PAGE_WIDTH, PAGE_HEIGHT, blocks, tuple(graphics)), columns, tuple(lines)
    )


def lay_out_blocks(*blocks: TextBlock, columns: int | None = None) -> PageLayout:
    """A page of these blocks after the layout stage."""
    thresholds = Thresholds()
    summary = summarise_page(Page(1, PAGE_WIDTH, PAGE_HEIGHT, blocks))
    (page,) = lay_out([summary], measure_fonts([summary.fonts]), thresholds, columns)
    return page


def context_of(*layouts: PageLayout, thresholds: Thresholds | None = None) -> DocumentContext:
    """The document under judgement, with the pitch it is set in."""
    numbers = count()
    numbered = [
        replace(page, lines=tuple(replace(line, index=next(numbers)) for line in page.lines))
        for page in layouts
    ]
    given = thresholds or Thresholds()
    scales = Scales(
        em=EM,
        pitch=PITCH,
        body_sizes=FONTS.body_sizes,
        visible_gap=given.visible_gap,
    )
    return replace(build_context(numbered, FONTS, given), scales=scales)


@dataclass(frozen=True, slots=True)
class Judged:
    """A document and what one family of rules decided about it."""

    context: DocumentContext
    judgement: Judgement

    def finding(self, index: int) -> Finding | None:
        """What the rule that took a line out had measured."""
        verdict = self.judgement.verdicts[index]
        return verdict.finding if verdict else None


def judged(judge: Family, *layouts: PageLayout, thresholds: Thresholds | None = None) -> Judged:
    """The document after one family of rules."""
    context = context_of(*layouts, thresholds=thresholds)
    return Judged(context, judge(context, Judgement.start(context)))


def rules_of(found: Judged) -> list[str]:
    """For every line in reading order the rule that took it out, or "" for body text."""
    rules = (found.judgement.rule_of(line) for line in found.context.lines)
    return ["" if rule is None else rule.value for rule in rules]
