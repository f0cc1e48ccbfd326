"""Letterspaced capitals: makes whole words of "CO N FLI C T O F I NTER E S T"."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from pdfbot.model import TextBlock

# Letters of a line: in fewer no spacing shows.
MIN_SPACED_LETTERS = 5
# Ems between letters: more is the white space between columns.
MAX_SPACING = 0.5
# Ems: a space between words is wider than the spacing of the letters by at least this.
MIN_WORD_SPACE = 0.17
# Ems by which the spacing varies, and the share of the letters that keep to it.
MAX_VARIATION = 0.14
MIN_REGULAR = 0.8
# Letters: where a word would have more, narrow spaces were taken for letterspacing.
MAX_WORD = 22
# After the number of a heading.
STOPS = ".:|"


def word_gap(blocks: Sequence[TextBlock]) -> float | None:
    """The gap, in points, above which a word begins on a line of capitals; None on others."""
    if not _is_in_capitals(blocks):
        return None
    size = max(b.font.size for b in blocks)
    gaps = [left - right for (_, right), (left, _) in pairwise(_letters(blocks))]
    if len(gaps) < MIN_SPACED_LETTERS - 1:
        return None
    spacing = median(gaps)
    limit = max(spacing, 0.0) + MIN_WORD_SPACE * size
    if spacing > MAX_SPACING * size or not _is_regular(gaps, spacing, limit, size):
        return None
    ends = [0, *(i for i, gap in enumerate(gaps, 1) if gap > limit), len(gaps) + 1]
    return limit if max(b - a for a, b in pairwise(ends)) <= MAX_WORD else None


def _is_in_capitals(blocks: Sequence[TextBlock]) -> bool:
    text = "".join([b.text for b in blocks])
    return (
        len(text) >= MIN_SPACED_LETTERS and text.isupper() and not any(b.rotation for b in blocks)
    )


def _is_regular(gaps: Sequence[float], spacing: float, limit: float, size: float) -> bool:
    """Whether most gaps inside words are about as wide as the spacing."""
    inside = [gap for gap in gaps if gap <= limit]
    regular = sum(abs(gap - spacing) <= MAX_VARIATION * size for gap in inside)
    return regular >= MIN_REGULAR * len(inside)


def _letters(blocks: Sequence[TextBlock]) -> Iterator[tuple[float, float]]:
    """The edges of the characters that are not spaces."""
    for block in blocks:
        for index, char in enumerate(block.text):
            if not char.isspace():
                yield block.edges[index], block.edges[index + 1]


def close_up(block: TextBlock, gap: float) -> TextBlock:
    """The block with spaces only where letters are further apart than `gap`, or after a stop."""
    text: list[str] = []
    edges = array("f")
    reach = block.edges[0]
    has_space = False
    for index, char in enumerate(block.text):
        if char.isspace():
            has_space = True
            continue
        left, right = block.edges[index], block.edges[index + 1]
        if text and (left - reach > gap or (has_space and text[-1] in STOPS)):
            text.append(" ")
            edges.append(reach)
        has_space = False
        text.append(char)
        edges.append(left)
        reach = right
    edges.append(block.edges[-1])
    closed = "".join(text)
    return block if closed == block.text else replace(block, text=closed, edges=edges)
