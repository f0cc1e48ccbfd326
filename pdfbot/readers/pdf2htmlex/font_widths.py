"""Advance widths and names from a replica's fonts: it has no right edges of its own."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fontTools.ttLib import TTFont

from pdfbot.readers.font_names import parse_font_name
from pdfbot.readers.pdf2htmlex.stylesheet import BOLD_WEIGHT, FontRule

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


class Advances(dict[str, float]):
    """Advance in ems by character, estimated for characters that the font lacks."""

    def __missing__(self, char: str) -> float:
        self[char] = estimate = FALLBACK_WIDTHS.get(char, FALLBACK_WIDTH)
        return estimate


@dataclass(frozen=True, slots=True)
class Face:
    """A font of the replica: its name and the widths of its characters.

    `meanings` maps characters to plain text where the replica has only codes.
    """

    family: str
    bold: bool
    italic: bool
    advances: Advances
    embedded: bool
    meanings: Mapping[str, str] = field(default_factory=dict)


class Faces:
    """The fonts of one replica, each parsed on first use."""

    def __init__(self, rules: Mapping[str, FontRule], files: Mapping[str, bytes]) -> None:
        self._rules = rules
        self._files = files
        self._known: dict[str, Face] = {}

    def __getitem__(self, css_class: str) -> Face:
        """The font of a `.ff` class."""
        face = self._known.get(css_class)
        if face is None:
            rule = self._rules.get(css_class, FontRule(family=css_class))
            face = self._known[css_class] = read_face(self._files.get(rule.family, b""), rule)
        return face


def read_face(data: bytes, rule: FontRule) -> Face:
    """Names and widths from a WOFF file, or from the style sheet if it cannot be parsed."""
    if data:
        try:
            return _read(data)
        except Exception as error:  # fontTools raises anything for a damaged font
            logging.getLogger(__name__).info("font %s cannot be parsed: %s", rule.family, error)
    family, bold, italic = parse_font_name(rule.family)
    return Face(family, bold or rule.bold, italic or rule.italic, Advances(), embedded=False)


def _read(data: bytes) -> Face:
    with TTFont(io.BytesIO(data), lazy=True) as font:
        family, bold, italic = parse_font_name(_name(font))
        if "OS/2" in font:
            bold = bold or font["OS/2"].usWeightClass >= BOLD_WEIGHT
        italic = italic or bool(font["head"].macStyle & MAC_ITALIC)
        meanings = LARGE_SYMBOLS if _LARGE_SYMBOLS.match(family) else {}
        return Face(family, bold, italic, _advances(font), embedded=True, meanings=meanings)


def _name(font: TTFont) -> str:
    """The PostScript name, else the full name, else the family."""
    if "name" not in font:
        return ""
    names: Any = font["name"]
    return next((str(n) for i in (6, 4, 1) if (n := names.getDebugName(i))), "")


def _advances(font: TTFont) -> Advances:
    metrics = font["hmtx"].metrics
    em = font["head"].unitsPerEm
    cmap: dict[int, str] = font.getBestCmap() or {}
    return Advances({chr(c): metrics[g][0] / em for c, g in cmap.items() if g in metrics})
