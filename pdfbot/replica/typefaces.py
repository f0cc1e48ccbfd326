"""Blank fonts with the widths measured on the page: text that can be selected but is not drawn."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from typing import Any

from pdfbot.dataclass import dataclass
from pdfbot.model import Font, TextBlock

UNITS = 10_000
# Above and below the baseline, in ems: together one line of line-height 1.
ASCENT, DESCENT = 0.75, 0.25
SPACE = 0.25
BOLD = 700
ITALIC_STYLE, BOLD_STYLE = 2, 1

FaceKey = tuple[str, bool, bool]


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font of the document: advances in ems, exactly as the font file has them."""

    key: FaceKey
    advances: dict[str, float]


def face_key(font: Font) -> FaceKey:
    """Sizes of one font share their widths."""
    return font.family, font.bold, font.italic


def measure_typefaces(blocks: Iterable[TextBlock]) -> list[Typeface]:
    """The usual advance of every character of every font, in the order of first use.

    At the end of a word no kern hides a glyph's width, so those ends count first.
    """
    ends: dict[FaceKey, dict[str, Counter[int]]] = {}
    inner: dict[FaceKey, dict[str, Counter[int]]] = {}
    for block in blocks:
        key = face_key(block.font)
        own_ends, own_inner = ends.setdefault(key, {}), inner.setdefault(key, {})
        text, edges, size = block.text, block.edges, block.font.size or 1.0
        last = len(text) - 1
        for index, char in enumerate(text):
            if char == " ":
                continue
            at_end = index == last or text[index + 1] == " "
            step = max(round((edges[index + 1] - edges[index]) / size * UNITS), 0)
            (own_ends if at_end else own_inner).setdefault(char, Counter())[step] += 1
    return [
        Typeface(
            key, {char: _usual(char, ends[key], inner[key]) for char in _chars(key, ends, inner)}
        )
        for key in ends
    ]


def _chars(key: FaceKey, *counted: dict[FaceKey, dict[str, Counter[int]]]) -> list[str]:
    return sorted({char for part in counted for char in part[key]})


def _usual(char: str, *counted: dict[str, Counter[int]]) -> float:
    steps = next(part[char] for part in counted if char in part)
    return min(max(steps, key=lambda s: (steps[s], -s)), 0xFFFF) / UNITS


def build_woff(face: Typeface) -> bytes:
    """A WOFF whose glyphs are empty; characters of one width share a glyph."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    family, bold, italic = face.key
    widths = {char: round(advance * UNITS) for char, advance in face.advances.items()}
    widths.setdefault(" ", round(SPACE * UNITS))
    glyphs = {f"w{width}": width for width in sorted(set(widths.values()))}
    order = [".notdef", *glyphs]
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(char): f"w{width}" for char, width in widths.items()})
    builder.setupGlyf({name: Glyph() for name in order})
    builder.setupHorizontalMetrics({".notdef": (0, 0), **{n: (w, 0) for n, w in glyphs.items()}})
    high, low = round(ASCENT * UNITS), round(DESCENT * UNITS)
    builder.setupHorizontalHeader(ascent=high, descent=-low)
    builder.setupNameTable({"familyName": family, "styleName": "Regular", "psName": family})
    builder.setupOS2(
        sTypoAscender=high,
        sTypoDescender=-low,
        usWinAscent=high,
        usWinDescent=low,
        usWeightClass=BOLD if bold else 400,
    )
    builder.setupPost(keepGlyphNames=False)
    font: Any = builder.font
    font["head"].macStyle = italic * ITALIC_STYLE | bold * BOLD_STYLE
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    font.flavor = "woff"
    stream = io.BytesIO()
    font.save(stream)
    return stream.getvalue()
