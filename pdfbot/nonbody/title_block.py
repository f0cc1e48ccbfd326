"""The title, which is the largest block of lines before the abstract, and the authors below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least
from pdfbot.geometry import overlap_width
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_builder import build_line
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.model import Box
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.heading_tests import is_in_capitals
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Role, Rule
from pdfbot.runs import split_runs
from pdfbot.text.vocabulary import is_abstract_heading

# Words of three letters in a title.
MIN_TITLE_WORDS = 2
# Ratio to the usual pitch of its size: the lines of a title are closer.
MAX_TITLE_PITCH = 1.5
# Ems: baselines no further apart are on the same row.
TITLE_ROW_REACH = 0.3
# Share of the characters: a line with more in bold is bold.
HALF = 0.5
# Letters: a longer title does not count for more.
ENOUGH_LETTERS = 60
# Letters: shorter lines above a title as large as it name the kind of article.
MIN_LINE_LETTERS = 30
# Ems: from a title to what is beside it.
MIN_TITLE_GAP = 2.0
# A line with a number that occurs this often is a running header.
MIN_TITLE_REPEATS = 3
# Lines with these roles are never part of a title, whatever their size.
NO_TITLE = frozenset(
    (
        None, Role.PAGE_MARGIN, Role.KEYWORDS, Role.CAPTION, Role.FLOAT, Role.EQUATION,
        Role.FOOTNOTE, Role.REFERENCE,
    )
)  # fmt: skip

_VOLUME = r",? *(?:vol(?:ume|\.)? *)?\d{1,4} *[(:;,]"
# A number by itself, as of a volume or a year; "nwb4edu" and "Lorenz-96" have none.
_NUMBER = re.compile(r"(?<!\w)(?<![^\W\d]-)\d+(?!\w|-[^\W\d])")

Row = list[LayoutLine]


@dataclass(frozen=True, slots=True)
class TitleBlock:
    """The lines of the title, and those of the authors below it."""

    title: Sequence[LayoutLine] = ()
    authors: Sequence[LayoutLine] = ()


def judge_title(context: DocumentContext, known: Judgement) -> Judgement:
    """Judge the lines of the title, whatever rule removed them."""
    draft = JudgementDraft(context, known)
    title = find_title(context, known).title
    for line in title:
        if found := TITLES.decide(context, title):
            draft.revise(context.lines[line.index], found.outcome, found)
    return draft.finish()


def _is_largest(context: DocumentContext, title: Sequence[LayoutLine]) -> Measurement | None:
    """Whether the title is clearly larger than the text."""
    ratio, limit = context.ratio(title[0]), context.thresholds.min_heading_ratio
    return at_least(ratio, limit, "min_heading_ratio")


TITLES: DecisionTable[[DocumentContext, Sequence[LayoutLine]], Rule] = DecisionTable(
    "title",
    (
        Test("larger_than_text", Rule.TITLE, _is_largest),
        Test(
            "most_prominent", Rule.TITLE, lambda _, title: at_least(_words(title), MIN_TITLE_WORDS)
        ),
    ),
)


def find_title(context: DocumentContext, judgement: Judgement) -> TitleBlock:
    """The largest block of lines in the front matter, and the block below it."""
    blocks = _blocks(_front_rows(context, judgement))
    title = _known_title(judgement, blocks) or _choose_title(context, judgement, blocks)
    if title is None:
        return TitleBlock()
    below = [b for b in blocks[blocks.index(title) + 1 :] if _is_below(title, b)]
    return TitleBlock(title, below[0] if below else ())


def _known_title(
    judgement: Judgement, blocks: Sequence[list[LayoutLine]]
) -> list[LayoutLine] | None:
    return next((b for b in blocks if judgement.rule_of(b[0]) is Rule.TITLE), None)


def _choose_title(
    context: DocumentContext, judgement: Judgement, blocks: Sequence[list[LayoutLine]]
) -> list[LayoutLine] | None:
    cited = "\n".join(line.text for line in context.lines)
    for block in sorted(blocks, key=lambda b: _weight(context, judgement, b), reverse=True):
        block = _more_prominent(blocks, block)
        if _words(block) < MIN_TITLE_WORDS:
            continue
        if not _names_journal(" ".join(line.text for line in block), cited):
            return block
    return None


def _words(block: Sequence[LayoutLine]) -> int:
    return sum(line.words for line in block)


def _is_below(title: Sequence[LayoutLine], block: Sequence[LayoutLine]) -> bool:
    """Whether a block is below the title, not beside it."""
    return overlap_width(Box.around(p.box for p in title), Box.around(p.box for p in block)) > 0


def _more_prominent(
    blocks: Sequence[list[LayoutLine]], block: list[LayoutLine]
) -> list[LayoutLine]:
    """An earlier block that is as large and more prominent (bold, capitals), or else this block.

    The names of the authors may be as large as the title.
    """
    size = block[0].size
    for other in blocks[: blocks.index(block)]:
        is_prominent = (other[0].bold > HALF) > (block[0].bold > HALF) or (
            is_in_capitals(other[0]) > is_in_capitals(block[0])
        )
        if (
            is_prominent
            and is_same_size(other[0].size, size)
            and _letters(other) >= MIN_LINE_LETTERS
        ):
            return other
    return block


def _weight(
    context: DocumentContext, judgement: Judgement, block: Sequence[LayoutLine]
) -> tuple[bool, float]:
    """The key by which titles are compared: size, then length; journal names are shorter.

    A block above the body area is a masthead, unless nothing else is larger than the text.
    """
    in_body_area = any(judgement.rule_of(p) is not Rule.BEYOND_BODY_AREA for p in block)
    is_large = context.ratio(block[0]) >= context.thresholds.min_heading_ratio
    weight = block[0].size ** 2 * sqrt(min(_letters(block), ENOUGH_LETTERS))
    return in_body_area and is_large, weight


def _letters(block: Sequence[LayoutLine]) -> int:
    return sum(sum(map(str.isalpha, line.text)) for line in block)


def _names_journal(text: str, cited: str) -> bool:
    """Whether it is a journal's name: cited again, or with a volume: "Cell Reports 8 (2017)"."""
    if _NUMBER.search(text) and cited.count(text) >= MIN_TITLE_REPEATS:
        return True
    return re.search(re.escape(text) + _VOLUME, cited, re.IGNORECASE) is not None


def _front_rows(context: DocumentContext, judgement: Judgement) -> list[Row]:
    """The rows of the first page that are not body text or headings in it, across its columns."""
    lines = context.layouts[0].lines
    body = next(
        (a.index for a, b in pairwise(lines) if judgement.is_open(a) and judgement.is_open(b)),
        len(lines),
    )
    found = [
        _without_smaller_text(line)
        for line in lines
        if _may_be_title(context, judgement, line)
        and (line.index < body or judgement.role_of(line) is not Role.HEADING)
        and not is_abstract_heading(line.text)
    ]
    rows = split_runs(
        sorted(found, key=lambda p: -p.baseline),
        lambda row, line: row[0].baseline - line.baseline <= TITLE_ROW_REACH * line.size,
    )
    return [sorted(row, key=lambda p: p.box.left) for row in rows]


def _without_smaller_text(line: LayoutLine) -> LayoutLine:
    """Rows without smaller text beside them, such as dates and links beside a title."""
    end = next(
        (
            index
            for index, (block, following) in enumerate(pairwise(line.blocks), 1)
            if following.box.left - block.box.right > MIN_TITLE_GAP * line.size
            and following.font.size < block.font.size
        ),
        None,
    )
    if end is None:
        return line
    kept = build_line(line.id, line.page, line.column, line.blocks[:end])
    return replace(line, blocks=kept.blocks, text=kept.text, box=kept.box)


def _may_be_title(context: DocumentContext, judgement: Judgement, line: LayoutLine) -> bool:
    """Whether a row may be part of the title; above the body area, it must be larger than text."""
    if judgement.rule_of(line) is Rule.BEYOND_BODY_AREA:
        return context.ratio(line) >= context.thresholds.min_heading_ratio
    return judgement.role_of(line) not in NO_TITLE


def _blocks(rows: Sequence[Row]) -> list[list[LayoutLine]]:
    """Blocks of rows in one style, whatever else is beside them."""
    runs: list[list[Row]] = []
    for part in (part for row in rows for part in _same_size(row)):
        run = next((run for run in reversed(runs) if _continues(run[-1], part)), None)
        if run is None:
            runs.append([part])
        else:
            run.append(part)
    return [[line for part in run for line in part] for run in runs]


def _same_size(row: Row) -> list[Row]:
    """The row, or its lines one by one if their sizes differ."""
    sizes = [line.size for line in row]
    if is_same_size(max(sizes), min(sizes)):
        return [row]
    return [[line] for line in row]


def _continues(last: Row, row: Row) -> bool:
    """Whether a row continues a block: same size and weight, close below, and aligned."""
    above, line = last[-1], row[0]
    pitch = USUAL_PITCH * above.size
    return (
        is_same_size(line.size, above.size)
        and above.baseline - line.baseline <= MAX_TITLE_PITCH * pitch
        and (above.bold > HALF) == (line.bold > HALF)
        and any(abs(a - b) <= above.size for a, b in zip(_edges(last), _edges(row), strict=True))
    )


def _edges(row: Row) -> tuple[float, float, float]:
    """The left and the right edge, and the centre."""
    left, right = row[0].box.left, row[-1].box.right
    return left, right, (left + right) / 2
