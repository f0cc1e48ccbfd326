"""The title and the authors, as they are printed before the abstract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import USUAL_PITCH, DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.joining import join_text
from pdfbot.rules import Role
from pdfbot.runs import split_runs
from pdfbot.structure.abstract import is_abstract_heading
from pdfbot.text.hyphens import Vocabulary

# Share of the size: the lines of a title differ by less.
SIZE_SLACK = 0.04
# Words of three letters in a title.
MIN_TITLE_WORDS = 2
# Ratio to the usual pitch of its size: the lines of a title are closer.
MAX_TITLE_PITCH = 1.5
# Ems: baselines no further apart are on the same row.
ROW_REACH = 0.3
# Share of the characters: a line with more in bold is bold.
HALF = 0.5
# Letters: a longer title does not count for more.
ENOUGH_LETTERS = 40
# A line with a number that occurs this often is a running header.
MIN_REPEATS = 3
# Lines with these roles are never part of a title, whatever their size.
NO_TITLE = frozenset(
    (
        None, Role.PAGE_MARGIN, Role.KEYWORDS, Role.CAPTION, Role.FLOAT, Role.EQUATION,
        Role.FOOTNOTE, Role.REFERENCE,
    )
)  # fmt: skip

_VOLUME = r",? *(?:vol(?:ume|\.)? *)?\d{1,4} *[(:;,]"
_DIGIT = re.compile(r"\d")

Row = list[LayoutLine]


@dataclass(frozen=True, slots=True)
class TitlePage:
    """The title, the ids of its lines, and the authors as raw text with their marks."""

    title: str = ""
    authors: str = ""
    line_ids: frozenset[str] = frozenset()


def read_title_page(
    context: DocumentContext, judgement: Judgement, vocabulary: Vocabulary
) -> TitlePage:
    """The largest block of lines in the front matter, and the block below it."""
    blocks = list(_blocks(_front_rows(context, judgement)))
    cited = "\n".join(line.text for line in context.lines)
    for block in sorted(blocks, key=_weight, reverse=True):
        title = join_text(block, vocabulary)
        if sum(line.words for line in block) < MIN_TITLE_WORDS or _names_journal(title, cited):
            continue
        below = blocks[blocks.index(block) + 1 :]
        return TitlePage(
            title=title,
            authors=join_text(below[0], vocabulary) if below else "",
            line_ids=frozenset(line.id for line in block),
        )
    return TitlePage()


def _weight(block: Sequence[LayoutLine]) -> float:
    """The largest text; the name of a journal is often as large, but shorter."""
    letters = sum(sum(map(str.isalpha, line.text)) for line in block)
    return block[0].size ** 2 * sqrt(min(letters, ENOUGH_LETTERS))


def _names_journal(text: str, cited: str) -> bool:
    """Somewhere it comes with a volume: "Cell Reports 8 (2017)"; or a header is cited as it is."""
    if _DIGIT.search(text) and cited.count(text) >= MIN_REPEATS:
        return True
    return re.search(re.escape(text) + _VOLUME, cited, re.IGNORECASE) is not None


def _front_rows(context: DocumentContext, judgement: Judgement) -> list[Row]:
    """The rows of the first page that are not body text or headings in it, across its columns."""
    lines = context.layouts[0].lines
    body = next((line.index for line in lines if judgement.is_open(line)), len(lines))
    found = [
        line
        for line in lines
        if judgement.role_of(line) not in NO_TITLE
        and (line.index < body or judgement.role_of(line) is not Role.HEADING)
        and not is_abstract_heading(line.text)
    ]
    rows = split_runs(
        sorted(found, key=lambda p: -p.baseline),
        lambda row, line: row[0].baseline - line.baseline <= ROW_REACH * line.size,
    )
    return [sorted(row, key=lambda p: p.box.left) for row in rows]


def _blocks(rows: Sequence[Row]) -> Iterator[list[LayoutLine]]:
    """The lines of rows one below the other in one style."""
    parts = (part for row in rows for part in _same_size(row))
    for run in split_runs(parts, lambda run, part: _continues(run[-1][-1], part[0])):
        yield [line for part in run for line in part]


def _same_size(row: Row) -> list[Row]:
    """A row as it is, or its lines one by one if they are in several sizes."""
    sizes = [line.size for line in row]
    if max(sizes) - min(sizes) <= SIZE_SLACK * max(sizes):
        return [row]
    return [[line] for line in row]


def _continues(last: LayoutLine, line: LayoutLine) -> bool:
    pitch = USUAL_PITCH * last.size
    return (
        abs(line.size - last.size) <= SIZE_SLACK * last.size
        and last.baseline - line.baseline <= MAX_TITLE_PITCH * pitch
        and (last.bold > HALF) == (line.bold > HALF)
    )
