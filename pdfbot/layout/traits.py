"""What a line is made of, measured once: words, math, weight, slant, its place in the column."""

from __future__ import annotations

import re
from functools import lru_cache

from pdfbot.dataclass import dataclass, field
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


@lru_cache(maxsize=512)
def has_small_capitals(family: str) -> bool:
    return any(part in family.lower() for part in SMALL_CAPITALS)


@dataclass(slots=True)
class Traits:
    """Of a line; shares are of its characters that are not blank.

    `first_font` and `last_font` are those of the outer blocks, `head_length` is the length of the
    first one's text.
    """

    line: Line
    chars: int = field(init=False)
    words: int = field(init=False)
    prose: float = field(init=False)
    math: float = field(init=False)
    bold: float = field(init=False)
    italic: float = field(init=False)
    mono: float = field(init=False)
    family: str = field(init=False)
    first_font: Font = field(init=False)
    last_font: Font = field(init=False)
    head_length: int = field(init=False)
    small_capitals: bool = field(init=False)

    def __post_init__(self) -> None:
        """Count the characters of the line by what they are."""
        chars = math = bold = italic = mono = prose = words = 0
        families: dict[str, int] = {}
        blocks, least = self.line.blocks, SCRIPT * self.line.size
        for block in blocks:
            count = len(block.text) - block.text.count(" ")
            chars += count
            font = block.font
            families[font.family] = families.get(font.family, 0) + count
            if is_math(font.family) or font.size < least:
                math += count
                continue
            if font.bold:
                bold += count
            if font.italic:
                italic += count
            if is_mono(font.family):
                mono += count
            for word in WORD.findall(block.text):
                if word not in MATH_WORDS:
                    prose += len(word)
                    words += len(word) >= LONG_WORD
        self.chars, self.words = chars, words
        self.prose, self.math = _share(prose, chars), _share(math, chars)
        self.bold, self.italic = _share(bold, chars), _share(italic, chars)
        self.mono = _share(mono, chars)
        self.family = max(families, key=lambda f: families[f])
        self.first_font, self.last_font = blocks[0].font, blocks[-1].font
        self.head_length = len(blocks[0].text)
        self.small_capitals = all(map(has_small_capitals, families))

    @property
    def head(self) -> str:
        """The text of the first block."""
        return self.line.text[: self.head_length]


@lru_cache(maxsize=4096)
def _share(count: int, total: int) -> float:
    """One number for each share: a long document has millions of lines."""
    return count / total if total else 0.0
