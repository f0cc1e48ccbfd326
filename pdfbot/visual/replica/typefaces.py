"""Fonts with the widths measured on the page and the outlines of drawn letters."""

from __future__ import annotations

import base64
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

from pdfbot.model import Font, TextBlock
from pdfbot.readers.glyphs.outlines import UNITS_PER_EM, Outline

# The PostScript name inside each font; its real name is in the name table.
POSTSCRIPT_NAME = "replica"
# Font units.
MAX_ADVANCE = 0x7FFF
# Ems above and below the baseline; together they fill a line of line-height 1.
FONT_ASCENT = 0.75
FONT_DESCENT = 0.25
# Ems.
SPACE_ADVANCE = 0.25
# Weight classes of the OS/2 table.
REGULAR_WEIGHT = 400
BOLD_CLASS = 700
# Bits of `macStyle` in the head table.
BOLD_BIT = 1
ITALIC_BIT = 2

FaceKey = tuple[str, bool, bool]
AdvanceCounts = dict[str, Counter[int]]


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font of the document in all sizes, with advances in ems exactly as in the font file.

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
    """The most frequent advance in ems, the smallest in case of a tie."""
    return min(max(counts, key=lambda a: (counts[a], -a)), MAX_ADVANCE) / UNITS_PER_EM


class FontFiles:
    """The fonts of a replica: each typeface once without outlines, and in layers with them.

    A letter may have several outlines in one typeface; each after the first belongs to another
    layer, which is a separate font.
    """

    def __init__(self, faces: Iterable[Typeface]) -> None:
        self._faces = {face.key: face for face in faces}
        self._blank: dict[FaceKey, str] = {}
        self._layers: dict[FaceKey, list[tuple[str, dict[str, Outline]]]] = {}
        self._count = 0

    def advances(self, key: FaceKey) -> dict[str, float]:
        """The advances of a typeface by character, in ems."""
        return self._faces[key].advances

    def blank(self, key: FaceKey) -> str:
        """The name of the font without outlines."""
        return self._blank.get(key) or self._blank.setdefault(key, self._next_name())

    def drawn(self, key: FaceKey, char: str, outline: Outline) -> str:
        """The name of the font in which a character has this outline."""
        layers = self._layers.setdefault(key, [])
        for name, outlines in layers:
            if outlines.setdefault(char, outline) == outline:
                return name
        layers.append((self._next_name(), {char: outline}))
        return layers[-1][0]

    def css(self) -> str:
        """The CSS rules of the fonts used so far."""
        blank = "".join(
            _face_rule(name, build_woff(self._faces[key])) for key, name in self._blank.items()
        )
        return blank + "".join(
            _face_rule(name, build_woff(self._faces[key], outlines))
            for key, layers in self._layers.items()
            for name, outlines in layers
        )

    def _next_name(self) -> str:
        self._count += 1
        return f"ff{self._count:x}"


def _face_rule(name: str, font: bytes) -> str:
    data = base64.b64encode(font).decode("ascii")
    return (
        f"@font-face{{font-family:{name};"
        f"src:url('data:application/font-woff;base64,{data}')format('woff')}}\n"
        f".{name}{{font-family:{name}}}\n"
    )


def build_woff(face: Typeface, outlines: Mapping[str, Outline] | None = None) -> bytes:
    """A WOFF file with these outlines, or with empty glyphs for all characters of the typeface."""
    family, bold, italic = face.key
    chars = face.advances if outlines is None else outlines
    shapes = {c: (round(face.advances[c] * UNITS_PER_EM), (outlines or {}).get(c)) for c in chars}
    shapes[" "] = round(SPACE_ADVANCE * UNITS_PER_EM), None
    names = {shape: f"g{number}" for number, shape in enumerate(dict.fromkeys(shapes.values()), 1)}
    builder = FontBuilder(UNITS_PER_EM, isTTF=False)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(char): names[shape] for char, shape in shapes.items()})
    charstrings = {".notdef": _charstring(0, None)}
    charstrings |= {name: _charstring(*shape) for shape, name in names.items()}
    builder.setupCFF(POSTSCRIPT_NAME, {}, charstrings, {})
    metrics = {name: (width, 0) for (width, _), name in names.items()}
    builder.setupHorizontalMetrics({".notdef": (0, 0), **metrics})
    ascent, descent = round(FONT_ASCENT * UNITS_PER_EM), round(FONT_DESCENT * UNITS_PER_EM)
    builder.setupHorizontalHeader(ascent=ascent, descent=-descent)
    builder.setupNameTable({"familyName": family, "styleName": "Regular", "psName": family})
    builder.setupOS2(
        sTypoAscender=ascent,
        sTypoDescender=-descent,
        usWinAscent=ascent,
        usWinDescent=descent,
        usWeightClass=BOLD_CLASS if bold else REGULAR_WEIGHT,
    )
    builder.setupPost(keepGlyphNames=False)
    return _save(builder.font, bold=bold, italic=italic)


def _charstring(width: int, outline: Outline | None) -> Any:
    pen = T2CharStringPen(width, None)
    if outline is not None:
        outline.draw(pen)
    return pen.getCharString(optimize=False)


def _save(font: Any, *, bold: bool, italic: bool) -> bytes:
    font["head"].macStyle = italic * ITALIC_BIT | bold * BOLD_BIT
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = font.recalcBBoxes = False
    font.flavor = "woff"
    stream = io.BytesIO()
    font.save(stream)
    return stream.getvalue()
