"""Single characters: to plain Unicode, and letters with accents that are drawn apart."""

from __future__ import annotations

import unicodedata

# Spacing diacritics that old TeX fonts draw above, below or beside the letter they belong to.
COMBINING = {
    "`": "\u0300", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "˘": "\u0306",
    "˙": "\u0307", "¨": "\u0308", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327",
    "˛": "\u0328", "^": "\u0302", "~": "\u0303",
}  # fmt: skip
# Those that formulas put on digits and on the sign of Laplace: 0.1̇, 3̄, ∆̂.
FORMULA_ACCENTS = frozenset("ˆ˜¯˙\u0302\u0303\u0304\u0305\u0307")
LAPLACIAN = "∆"
# Drawn through a relation that they negate.
SLASHES = "/\u0338"
# Characters that neither carry a separate accent nor overhang the next glyph.
PLAIN_LETTERS = frozenset("abcdeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,.;:()[]-")
# Characters that carry no separate accent and are none.
SIMPLE_LETTERS = frozenset(map(chr, range(0x21, 0x7F))) - frozenset("`^~/")
# Mathematical letters that are others than plain ones: script, fraktur, double-struck.
ALPHABETS = range(0x1D49C, 0x1D5A0)
# Hyphens, among them what some files have in their place, and the italic h of Unicode's
# mathematical letters.
WRITTEN_AS = {**dict.fromkeys((0x02, 0xAD, 0xFFFE, 0x2010, 0x2011), "-"), 0x210E: "h"}
DOTLESS = {"ı": "i", "ȷ": "j"}
# Circles, and what a letter in one is: TeX draws these signs in two parts.
CIRCLES = "○◯\u20dd"
CIRCLED = {"R": "®", "C": "©", "c": "©", "P": "℗"}


def plain_text(code: int) -> str:
    """A character without control characters, ligatures and special spaces; may be empty."""
    if 0x20 <= code < 0x7F:
        return chr(code)
    if code in WRITTEN_AS:
        return WRITTEN_AS[code]
    if code < 0x20 or 0xD800 <= code < 0xE000 or code == 0xFFFF:
        return ""
    char = chr(code)
    if code in (0xA0, 0x2007, 0x202F) or 0x2000 <= code <= 0x200A:
        return " "
    if code in (0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF) or 0x7F <= code < 0xA0:
        return ""
    if (
        0xFB00 <= code <= 0xFB06
        or (0x1D400 <= code <= 0x1D7FF and code not in ALPHABETS)
        or 0xFB1D <= code <= 0xFDFB
        or 0xFE70 <= code <= 0xFEFC
    ):
        return unicodedata.normalize("NFKC", char)
    return char


def compose(letter: str, accent: str) -> str | None:
    """The letter with the diacritic, as one character where Unicode has it; None if it is none."""
    if len(accent) != 1:
        return None
    if accent in CIRCLES:
        return CIRCLED.get(letter)
    if accent in SLASHES and not letter.isalnum():
        negated = unicodedata.normalize("NFC", letter + SLASHES[-1])
        return negated if len(negated) == 1 else None
    if not letter.isalpha() and not (
        accent in FORMULA_ACCENTS and (letter.isdecimal() or letter == LAPLACIAN)
    ):
        return None
    combining = COMBINING.get(accent) or (accent if unicodedata.combining(accent) else None)
    if combining is None:
        return None
    return unicodedata.normalize("NFC", DOTLESS.get(letter, letter) + combining)
