"""Blank fonts with the widths measured on the page: text that can be selected but is not drawn."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

from pdfbot.model import Font, TextBlock

# Font units.
UNITS_PER_EM = 10_000
MAX_ADVANCE = 0xFFFF
# Ems above and below the baseline; together they fill a line of line-height 1.
ASCENT = 0.75
DESCENT = 0.25
# Ems.
SPACE_ADVANCE = 0.25
# Weight classes of the OS/2 table.
REGULAR_WEIGHT = 400
BOLD_WEIGHT = 700
# Bits of `macStyle` in the head table.
BOLD_BIT = 1
ITALIC_BIT = 2

FaceKey = tuple[str, bool, bool]
AdvanceCounts = dict[str, Counter[int]]


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font of the document in all its sizes: advances in ems, exactly as the font file has them.

    The key is the family, whether it is bold, and whether it is italic.
    """

    key: FaceKey
    advances: dict[str, float]


def face_key(font: Font) -> FaceKey:
    return font.family, font.bold, font.italic


def measure_typefaces(blocks: Iterable[TextBlock]) -> list[Typeface]:
    """The most frequent advance of every character of every font, in order of first use.

    Kerning changes advances only between letters, so characters at the end of a word take
    precedence.
    """
    final: dict[FaceKey, AdvanceCounts] = {}
    inner: dict[FaceKey, AdvanceCounts] = {}
    for block in blocks:
        key = face_key(block.font)
        final_counts, inner_counts = final.setdefault(key, {}), inner.setdefault(key, {})
        text, edges, size = block.text, block.edges, block.font.size or 1.0
        last = len(text) - 1
        for index, char in enumerate(text):
            if char == " ":
                continue
            is_final = index == last or text[index + 1] == " "
            advance = max(round((edges[index + 1] - edges[index]) / size * UNITS_PER_EM), 0)
            counts = final_counts if is_final else inner_counts
            counts.setdefault(char, Counter())[advance] += 1
    return [
        Typeface(
            key,
            {
                char: _most_frequent(final[key].get(char) or inner[key][char])
                for char in sorted({*final[key], *inner[key]})
            },
        )
        for key in final
    ]


def _most_frequent(counts: Counter[int]) -> float:
    """In ems; the smallest among equally frequent advances."""
    return min(max(counts, key=lambda a: (counts[a], -a)), MAX_ADVANCE) / UNITS_PER_EM


def build_woff(face: Typeface) -> bytes:
    """A WOFF file with empty glyphs; characters of the same width share one glyph."""
    family, bold, italic = face.key
    widths = {char: round(advance * UNITS_PER_EM) for char, advance in face.advances.items()}
    widths.setdefault(" ", round(SPACE_ADVANCE * UNITS_PER_EM))
    glyphs = {f"w{width}": width for width in sorted(set(widths.values()))}
    order = [".notdef", *glyphs]
    builder = FontBuilder(UNITS_PER_EM, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(char): f"w{width}" for char, width in widths.items()})
    builder.setupGlyf({name: Glyph() for name in order})
    builder.setupHorizontalMetrics({".notdef": (0, 0), **{n: (w, 0) for n, w in glyphs.items()}})
    ascent, descent = round(ASCENT * UNITS_PER_EM), round(DESCENT * UNITS_PER_EM)
    builder.setupHorizontalHeader(ascent=ascent, descent=-descent)
    builder.setupNameTable({"familyName": family, "styleName": "Regular", "psName": family})
    builder.setupOS2(
        sTypoAscender=ascent,
        sTypoDescender=-descent,
        usWinAscent=ascent,
        usWinDescent=descent,
        usWeightClass=BOLD_WEIGHT if bold else REGULAR_WEIGHT,
    )
    builder.setupPost(keepGlyphNames=False)
    font: Any = builder.font
    font["head"].macStyle = italic * ITALIC_BIT | bold * BOLD_BIT
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    font.flavor = "woff"
    stream = io.BytesIO()
    font.save(stream)
    return stream.getvalue()
