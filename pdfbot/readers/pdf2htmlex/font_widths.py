"""Advance widths and names from a replica's fonts: it has no right edges of its own."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fontTools.ttLib import TTFont

from pdfbot.readers.font_names import parse_font_name
from pdfbot.readers.glyphs.overruled_fonts import Overruled, describe_overruled
from pdfbot.readers.glyphs.web_fonts import read_meanings
from pdfbot.readers.pdf2htmlex.stylesheet import MIN_BOLD_WEIGHT, FontRule

MAC_ITALIC = 1 << 1

# fontTools warns of odd dates and the like, which users cannot act on.
logging.getLogger("fontTools").setLevel(logging.ERROR)

# Ems, for missing fonts: close to the widths of a serif book face.
FALLBACK_WIDTH = 0.5
FALLBACK_WIDTHS: dict[str, float] = {
    **dict.fromkeys(" .,:;'|!`´ijl", 0.28),
    **dict.fromkeys("frtsI()[]{}/-", 0.36),
    **dict.fromkeys("ceazJ?", 0.44),
    **dict.fromkeys("ABCDEFGKLNPQRTUVXYZHO&w", 0.68),
    **dict.fromkeys("mMW—…%@", 0.86),
}

# TeX's fonts of large symbols rarely have a Unicode map: a replica then shows the glyph's code,
# as a letter or at U+E600 + code. Brackets in ASCII may be genuine, so they are left alone.
_LARGE_SYMBOLS = re.compile(r"^(?:cmex|lmmathextension|txex|pxex)", re.IGNORECASE)
_PRIVATE_USE = 0xE600
_LAST_PRIVATE_USE = 0xF8FF
_GENUINE = "()[]{}|/\\ "
_CODES = {
    0x00: "()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\",
    0x44: "⟨⟩⊔⊔∮∮⊙⊙⊕⊕⊗⊗∑∏∫⋃⋂⊎∧∨∑∏∫⋃⋂⊎∧∨∐∐",
    0x68: "[]⌊⌋⌈⌉{}√√√√",
}
_LARGE = {first + i: char for first, row in _CODES.items() for i, char in enumerate(row)}
LARGE_SYMBOLS: dict[str, str] = {
    **{chr(_PRIVATE_USE + code): char for code, char in _LARGE.items()},
    **{chr(c): char for c, char in _LARGE.items() if c > 0x20 and chr(c) not in _GENUINE},
}

# pdf2htmlEX gives a character to one glyph only. Of two, as a small capital and the letter, the
# second stays in the font under this name, with its code in the PDF.
_LEFT_OUT = re.compile(r"NameMe\.(?P<code>\d+)")

# Ligatures that a replica writes as letters, the longest first. Their glyphs are in its fonts, with
# their Unicode value, or with private codes where the PDF itself names the letters.
LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "Th": "", "ft": ""}
# Ems by which a ligature may be narrower than its letters.
MAX_NARROWING = 0.1


class Advances(dict[str, float]):
    """Advance in ems by character, estimated for characters that the font lacks."""

    def __missing__(self, char: str) -> float:
        self[char] = estimate = FALLBACK_WIDTHS.get(char, FALLBACK_WIDTH)
        return estimate


@dataclass(frozen=True, slots=True)
class Face:
    """A font of the replica: its name and the widths of its characters.

    `meanings` maps characters to plain text where the replica has only codes, or other signs than
    the glyphs show; `overruled` counts the latter. `narrowing` has the ems by which a ligature is
    narrower than its letters.
    """

    family: str
    bold: bool
    italic: bool
    advances: Advances
    embedded: bool
    meanings: Mapping[str, str] = field(default_factory=dict)
    narrowing: Mapping[str, float] = field(default_factory=dict)
    overruled: Overruled = field(default_factory=Counter)


class Faces:
    """The fonts of one replica, each parsed on first use."""

    def __init__(
        self, rules: Mapping[str, FontRule], files: Mapping[str, bytes], *, is_own: bool = False
    ) -> None:
        """The fonts of pdfbot's own replicas have the right signs already."""
        self._rules = rules
        self._is_own = is_own
        self._files = files
        self._known: dict[str, Face] = {}

    def __getitem__(self, css_class: str) -> Face:
        """The font of a `.ff` class."""
        face = self._known.get(css_class)
        if face is None:
            rule = self._rules.get(css_class, FontRule(family=css_class))
            data = self._files.get(rule.family, b"")
            face = self._known[css_class] = read_face(data, rule, is_own=self._is_own)
        return face

    def warnings(self) -> list[str]:
        """Which fonts were overruled, and how often."""
        return describe_overruled((face.family, face.overruled) for face in self._known.values())


def read_face(data: bytes, rule: FontRule, *, is_own: bool = False) -> Face:
    """Names and widths from a WOFF file, or from the style sheet if it cannot be parsed."""
    if data:
        try:
            return _read(data, is_own)
        except Exception as error:  # fontTools raises anything for a damaged font
            logging.getLogger(__name__).info("font %s cannot be parsed: %s", rule.family, error)
    family, bold, italic = parse_font_name(rule.family)
    return Face(family, bold or rule.bold, italic or rule.italic, Advances(), embedded=False)


def _read(data: bytes, is_own: bool) -> Face:
    with TTFont(io.BytesIO(data), lazy=True) as font:
        family, bold, italic = parse_font_name(_name(font))
        if "OS/2" in font:
            bold = bold or font["OS/2"].usWeightClass >= MIN_BOLD_WEIGHT
        italic = italic or bool(font["head"].macStyle & MAC_ITALIC)
        cmap: dict[int, str] = font.getBestCmap() or {}
        is_large = _LARGE_SYMBOLS.match(family) is not None
        meanings = LARGE_SYMBOLS if is_large else _spaces(font, cmap)
        if not (is_large or is_own):
            meanings = {**read_meanings(font, cmap), **meanings}
        advances = _advances(font, cmap)
        return Face(family, bold, italic, advances, True, meanings, _narrowing(advances))


def _name(font: TTFont) -> str:
    """The PostScript name, else the full name, else the family."""
    if "name" not in font:
        return ""
    names: Any = font["name"]
    return next((str(n) for i in (6, 4, 1) if (n := names.getDebugName(i))), "")


def _advances(font: TTFont, cmap: Mapping[int, str]) -> Advances:
    """Advances by character; where two glyphs mean a letter, that of the glyph with its code."""
    metrics = font["hmtx"].metrics
    em = font["head"].unitsPerEm
    left_out = {
        int(match["code"]): glyph
        for glyph in font.getGlyphOrder()
        if (match := _LEFT_OUT.fullmatch(glyph))
    }
    # In other fonts these are numbers of glyphs, of which some are no codes of characters.
    glyphs = {**cmap, **left_out} if left_out.keys() <= cmap.keys() else cmap
    return Advances({chr(c): metrics[g][0] / em for c, g in glyphs.items() if g in metrics})


def _spaces(font: TTFont, cmap: Mapping[int, str]) -> dict[str, str]:
    """The spaces among the private codes: no-break spaces, whose glyphs have no outline."""
    private = [code for code in cmap if _PRIVATE_USE <= code <= _LAST_PRIVATE_USE]
    if not private or "loca" not in font:
        return {}
    starts = font["loca"]
    outlined = {
        code
        for code, glyph in cmap.items()
        if starts[index := font.getGlyphID(glyph)] < starts[index + 1]
    }
    # A font without any outlines says nothing about one of its glyphs.
    return {chr(code): " " for code in private if outlined and code not in outlined}


def _narrowing(advances: Advances) -> dict[str, float]:
    """The ligatures of a font; among private codes, the glyph closest to the letters' width."""
    known = {
        letters: sum(advances[char] for char in letters) - advances[ligature]
        for letters, ligature in LIGATURES.items()
        if ligature in advances
    }
    private = [a for char, a in advances.items() if _PRIVATE_USE <= ord(char) <= _LAST_PRIVATE_USE]
    # Those without a Unicode value are always among the private codes.
    unknown = [name for name, ligature in LIGATURES.items() if not (known and ligature)]
    guessed = ((letters, _least_narrowing(advances, letters, private)) for letters in unknown)
    return known | {letters: least for letters, least in guessed if least is not None}


def _least_narrowing(advances: Advances, letters: str, widths: Sequence[float]) -> float | None:
    """How much narrower than its letters the closest of these widths is; None if none is close."""
    if any(char not in advances for char in letters):
        return None
    total = sum(advances[char] for char in letters)
    narrowings = (round(total - width, 3) for width in widths)
    return min((n for n in narrowings if 0 <= n <= MAX_NARROWING), default=None)
