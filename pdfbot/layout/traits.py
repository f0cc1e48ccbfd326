"""What a line is made of, measured once: words, math, weight, slant, its place in the column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pdfbot.model import Font, Line
from pdfbot.replica.fontnames import is_math, is_mono

WORD = re.compile(r"[^\W\d_]{2,}")
# Letters of a word that counts as one; shorter ones are often symbols.
LONG_WORD = 3
# Names of functions and the little words that stand inside display equations.
MATH_WORDS = frozenset(
    "sin cos tan sinh cosh tanh cot sec arcsin arccos arctan exp log min max sup inf lim limsup "
    "liminf arg argmin argmax det dim ker deg gcd mod Pr var cov cor tr Tr diag rank sgn sign div "
    "rot curl grad Re Im for and if or otherwise where with such that subject all when else".split()
)

# Share of the line's size: what is smaller is a sub- or superscript.
SCRIPT = 0.78

# Parts of the names of fonts that have small capitals.
SMALL_CAPITALS = ("csc", "caps", "smallcap")

math_font = lru_cache(maxsize=512)(is_math)
mono_font = lru_cache(maxsize=512)(is_mono)


@lru_cache(maxsize=512)
def has_small_capitals(family: str) -> bool:
    return any(part in family.lower() for part in SMALL_CAPITALS)


@dataclass(slots=True)
class Traits:
    """Shares are of the line's characters that are not blank.

    `first` and `last` are the fonts of the outer blocks, `head` the length of the first one's text.
    """

    chars: int
    words: int
    prose: float
    math: float
    bold: float
    italic: float
    mono: float
    family: str
    first: Font
    last: Font
    head: int
    small_capitals: bool


def measure(line: Line) -> Traits:
    """Count the characters of a line by what they are."""
    chars = math = bold = italic = mono = prose = words = 0
    families: dict[str, int] = {}
    blocks = line.blocks
    for block in blocks:
        count = len(block.text) - block.text.count(" ")
        chars += count
        font = block.font
        families[font.family] = families.get(font.family, 0) + count
        if math_font(font.family) or font.size < SCRIPT * line.size:
            math += count
            continue
        if font.bold:
            bold += count
        if font.italic:
            italic += count
        if mono_font(font.family):
            mono += count
        for word in WORD.findall(block.text):
            if word not in MATH_WORDS:
                prose += len(word)
                words += len(word) >= LONG_WORD
    return Traits(
        chars=chars,
        words=words,
        prose=_share(prose, chars),
        math=_share(math, chars),
        bold=_share(bold, chars),
        italic=_share(italic, chars),
        mono=_share(mono, chars),
        family=max(families, key=lambda f: families[f]),
        first=blocks[0].font,
        last=blocks[-1].font,
        head=len(blocks[0].text),
        small_capitals=all(map(has_small_capitals, families)),
    )


def _share(count: int, total: int) -> float:
    """Most shares are nothing or all: one number for each, for a document has millions."""
    if count == 0:
        return 0.0
    return 1.0 if count == total else count / total
