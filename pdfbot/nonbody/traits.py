"""What a line is made of, measured once: words, math, weight, slant, its place in the column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pdfbot.layout.lines import Placed
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

math_font = lru_cache(maxsize=512)(is_math)
mono_font = lru_cache(maxsize=512)(is_mono)


@dataclass(slots=True)
class Traits:
    """Shares are of the line's characters that are not blank."""

    chars: int
    words: int
    prose: float
    math: float
    bold: float
    italic: float
    mono: float
    family: str


def measure(placed: Placed) -> Traits:
    """Count the characters of a line by what they are."""
    line = placed.line
    chars = math = bold = italic = mono = prose = words = 0
    families: dict[str, int] = {}
    for block in line.blocks:
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
    total = max(chars, 1)
    return Traits(
        chars=chars,
        words=words,
        prose=prose / total,
        math=math / total,
        bold=bold / total,
        italic=italic / total,
        mono=mono / total,
        family=max(families, key=lambda f: families[f]) if families else "",
    )
