"""Lines with the features that the rules ask for: position in the column, fonts and words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_letters
from typing import NamedTuple

from pdfbot.frozen_objects import quick_to_make
from pdfbot.model import Box, Font, Line, TextBlock
from pdfbot.readers.font_names import is_math, is_mono
from pdfbot.text.writing_systems import (
    CLOSING_PUNCTUATION,
    EAST_ASIAN,
    OPENING_BRACKETS,
    OTHER_SCRIPT,
    count_words,
)

WORD = re.compile(r"[^\W\d_]{2,}")
# The same in plain text, for a fifth of the time.
_ASCII_WORD = re.compile(r"[A-Za-z]{2,}")
_ASCII_LETTERS = ascii_letters.encode()
# Letters of the shortest words, which are often symbols.
SHORT_WORD = 2
# Function names, and the short words that occur inside display equations.
MATH_WORDS = frozenset(
    "sin cos tan sinh cosh tanh cot sec arcsin arccos arctan exp log min max sup inf lim limsup "
    "liminf arg argmin argmax det dim ker deg gcd mod Pr var cov cor tr Tr diag rank sgn sign div "
    "rot curl grad Re Im for and if or otherwise where with such that subject all when else".split()
)
# Share of a line: this much is most of it.
MAJORITY = 0.5
# Share of characters in math: more is a formula.
MIN_FORMULA_MATH = 0.3
# Ems: words or edges this close are set by the same tab stop or margin.
ALIGNED_SLACK = 0.12
# Ems by which the empty half of a wide bracket or stop hangs out of the column.
MAX_HANGING = 0.7
# Share of the line's size: smaller text is a sub- or superscript.
SCRIPT_SIZE = 0.78
# Share of a line's letters that are in its style.
MIN_UNIFORM_SHARE = 0.7
# Family, size to a tenth of a point, bold, italic, colour.
StyleKey = tuple[str, float, bool, bool, str]
# Parts of the names of small-capital fonts.
SMALL_CAPITALS = re.compile("csc|caps|smallcap", re.IGNORECASE)


@lru_cache(maxsize=512)
def has_small_capitals(family: str) -> bool:
    return SMALL_CAPITALS.search(family) is not None


class Place(NamedTuple):
    """Where a line is set: its zone, the edges of its column, and the gaps around it."""

    zone: int
    left: float
    right: float
    widest_gap: float
    above: float = float("inf")
    below: float = float("inf")


@quick_to_make
@dataclass(frozen=True, slots=True)
class LayoutLine(Line):
    """A line in its column, measured once.

    `index` numbers the lines of the document in reading order. `left` and `right` are the edges of
    its column, `above` and `below` the baseline distances to its neighbours there. `prose`, `math`,
    `bold`, `italic` and `mono` are shares of its non-blank characters; `prose` counts those in
    words. `first_font` and `last_font` are the fonts of the outermost blocks, `head_length` is the
    length of the first block's text. `style` is that of nearly all letters, None if there are
    several. `plain` is the line as it appears in the result, without the features.
    """

    index: int
    zone: int
    left: float
    right: float
    widest_gap: float
    above: float
    below: float
    chars: int
    words: int
    prose: float
    math: float
    bold: float
    italic: float
    mono: float
    family: str
    first_font: Font
    last_font: Font
    head_length: int
    small_capitals: bool
    style: StyleKey | None
    plain: Line

    @property
    def column_key(self) -> tuple[int, int, int]:
        """Page, zone and column; lines with the same key form a column."""
        return self.page, self.zone, self.column

    @property
    def indent(self) -> float:
        return self.box.left - self.left

    @property
    def right_slack(self) -> float:
        """White space between the end of the line and the right edge of its column."""
        return self.right - self.box.right

    @property
    def head(self) -> str:
        """The text of the first block."""
        return self.text[: self.head_length]


class _CharacterCounts(NamedTuple):
    """The non-blank characters of a line by font and by whether they are in words."""

    chars: int
    words: int
    prose: int
    math: int
    bold: int
    italic: int
    mono: int
    families: dict[str, int]


def _count_characters(line: Line) -> _CharacterCounts:
    """Count math and scripts as such only, and other text once for each of its styles."""
    chars = words = prose = math = bold = italic = mono = 0
    families: dict[str, int] = {}
    min_size = SCRIPT_SIZE * line.size
    for block in line.blocks:
        text = block.text
        is_ascii = text.isascii()
        count = len(text) - text.count(" ")
        chars += count
        font = block.font
        families[font.family] = families.get(font.family, 0) + count
        if is_math(font.family) or font.size < min_size:
            math += count
            continue
        if font.bold:
            bold += count
        if font.italic:
            italic += count
        if is_mono(font.family):
            mono += count
        if not is_ascii and OTHER_SCRIPT.search(text):
            if not _runs_against_line(block):
                found, inside = count_words(text)
                words, prose = words + found, prose + inside
            continue
        pattern = _ASCII_WORD if is_ascii else WORD
        lengths = [len(word) for word in pattern.findall(text) if word not in MATH_WORDS]
        prose += sum(lengths)
        words += len(lengths) - lengths.count(SHORT_WORD)
    return _CharacterCounts(chars, words, prose, math, bold, italic, mono, families)


def _runs_against_line(block: TextBlock) -> bool:
    """Whether this is Arabic or Hebrew in a document read from the left, such as a translation."""
    return len(block.edges) > 1 and block.edges[0] > block.edges[-1]


def _find_style(line: Line) -> StyleKey | None:
    """The style of nearly all letters outside math; most lines have only one."""
    if len(line.blocks) == 1:
        only = line.blocks[0]
        is_text = not is_math(only.font.family) and any(map(str.isalpha, only.text))
        return _style_key(only) if is_text else None
    blocks = [block for block in line.blocks if not is_math(block.font.family)]
    if len(blocks) == 1 or len({(id(block.font), block.colour) for block in blocks}) == 1:
        has_letters = any(any(map(str.isalpha, block.text)) for block in blocks)
        return _style_key(blocks[0]) if has_letters else None
    counts: dict[StyleKey, int] = {}
    for block in blocks:
        if letters := _count_letters(block.text):
            key = _style_key(block)
            counts[key] = counts.get(key, 0) + letters
    style = max(counts, key=counts.__getitem__, default=None)
    is_uniform = style and counts[style] >= MIN_UNIFORM_SHARE * sum(counts.values())
    return style if is_uniform else None


def _count_letters(text: str) -> int:
    """The number of letters; in ASCII bytes show it in a tenth of the time."""
    if text.isascii():
        return len(text) - len(text.encode().translate(None, _ASCII_LETTERS))
    return sum(map(str.isalpha, text))


def letter_styles(line: Line) -> frozenset[StyleKey]:
    """The styles of the blocks that have letters."""
    blocks = (block for block in line.blocks if any(map(str.isalpha, block.text)))
    return frozenset(map(_style_key, blocks))


def _style_key(block: TextBlock) -> StyleKey:
    font = block.font
    return font.family, round(font.size, 1), font.bold, font.italic, block.colour


def _within_column(line: Line, place: Place) -> Box:
    """The box of a line without the empty half of a wide bracket or stop that overhangs."""
    box, text = line.box, line.text
    if text.isascii() or not (EAST_ASIAN.match(text[:1]) or EAST_ASIAN.match(text[-1:])):
        return box
    slack = MAX_HANGING * line.size
    left, right = box.left, box.right
    if text[0] in OPENING_BRACKETS and 0 < place.left - left <= slack:
        left = place.left
    if text[-1] in CLOSING_PUNCTUATION and 0 < right - place.right <= slack:
        right = place.right
    return replace(box, left=left, right=right)


def measure_line(line: Line, place: Place, index: int) -> LayoutLine:
    """Add the features of a line to it; `index` is its number in the document."""
    counts = _count_characters(line)
    total = counts.chars or 1
    return LayoutLine(
        line.id,
        line.page,
        line.column,
        line.blocks,
        line.text,
        _within_column(line, place),
        line.baseline,
        line.size,
        index,
        *place,
        chars=counts.chars,
        words=counts.words,
        prose=counts.prose / total,
        math=counts.math / total,
        bold=counts.bold / total,
        italic=counts.italic / total,
        mono=counts.mono / total,
        family=max(counts.families, key=counts.families.__getitem__),
        first_font=line.blocks[0].font,
        last_font=line.blocks[-1].font,
        head_length=len(line.blocks[0].text),
        small_capitals=all(map(has_small_capitals, counts.families)),
        style=_find_style(line),
        plain=line,
    )
