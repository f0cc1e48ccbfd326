"""Draw the reference shapes of signs in openly licensed typefaces: pdfbot/data/glyph_shapes.bin.gz.

    apt-get install fonts-stix fonts-lmodern fonts-texgyre fonts-texgyre-math \
        fonts-linuxlibertine fonts-dejavu-core fonts-gfs-didot fonts-gfs-neohellenic \
        fonts-crosextra-carlito fonts-ebgaramond
    python scripts/make_glyph_shapes.py [FOLDER_OF_FONTS]

A sign is drawn once in every typeface that has it; a drawing that looks like one of another
typeface is left out, unless it would then be taken for another sign. Of bold and slanted typefaces
only the ligatures are drawn, which differ most.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

from pdfbot.readers.glyphs.outlines import read_outline
from pdfbot.readers.glyphs.reference_shapes import pack_shapes
from pdfbot.readers.glyphs.shapes import Shape, draw_shape

TARGET = Path(__file__).parent.parent / "pdfbot" / "data" / "glyph_shapes.bin.gz"
# Likeness from which a drawing says nothing new.
SAME = 0.85
# A ligature must be more like drawings of its own than like those of others, by this.
CLEAR = 0.03

# By the file's name. The typefaces of text have letters, signs and ligatures; of those for
# mathematics only the signs are taken.
TEXT_FACES = (
    "STIXGeneral-Regular", "STIXGeneral-Italic", "STIXGeneral-Bold", "STIXGeneral-BoldItalic",
    "lmroman10-regular", "lmroman10-italic", "lmroman10-bold", "lmsans10-regular",
    "texgyretermes-regular", "texgyretermes-italic", "texgyretermes-bold",
    "texgyrepagella-regular", "texgyrepagella-italic", "texgyreheros-regular",
    "texgyreheros-italic", "texgyreheros-bold", "texgyreschola-regular", "texgyrebonum-regular",
    "DejaVuSans", "DejaVuSerif", "LinLibertine_R", "LinLibertine_RI", "LinBiolinum_R",
    "GFSDidot", "GFSDidotItalic", "GFSNeohellenic", "Carlito-Regular", "EBGaramond12-Regular",
    "EBGaramond12-Italic", "lmmono10-regular", "DejaVuSansMono",
)  # fmt: skip
MATH_FACES = (
    "STIXMath-Regular", "latinmodern-math", "texgyretermes-math", "texgyrepagella-math",
    "texgyredejavu-math", "texgyreschola-math",
)  # fmt: skip

# Letters with accents are told by the accents, so a few typefaces are enough.
ACCENT_FACES = (
    "STIXGeneral-Regular", "STIXGeneral-Italic", "lmroman10-regular", "texgyreheros-regular",
)  # fmt: skip
# Those of which only the ligatures are drawn.
LIGATURE_FACES = (
    "lmroman10-bolditalic", "lmromanslant10-regular", "lmromanslant10-bold", "lmroman12-regular",
    "lmroman8-regular", "lmroman7-regular", "lmroman5-regular", "lmsans10-bold",
    "lmsans10-oblique", "lmsans10-boldoblique", "texgyretermes-bolditalic",
    "texgyrepagella-bold", "texgyrepagella-bolditalic", "texgyreheros-bolditalic",
    "texgyreschola-bold", "texgyreschola-italic", "texgyrebonum-bold", "texgyrebonum-italic",
    "Carlito-Bold", "Carlito-Italic", "Carlito-BoldItalic", "DejaVuSans-Bold",
    "DejaVuSans-Oblique", "DejaVuSerif-Bold", "DejaVuSerif-Italic", "LinLibertine_RB",
    "LinLibertine_RBI", "EBGaramond12-Bold",
)  # fmt: skip

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
ACCENTED = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĀāĂăĄąĆćČčĎďĐđĒēĘęĚěĞğĪīİıŁłŃńŇňŌōŐőŒœŘřŚśŞşŠšŤťŪūŮůŰűŸŹźŻżŽžȷ"
)
GREEK = "ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρςστυφχψωϑϕϖϱϵ"
PUNCTUATION = (
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~¡¢£¤¥¦§¨©ª«¬®¯°±²³´¶·¸¹º»¼½¾¿×÷–—‘’‚“”„†‡•…‰‹›€™ˆ˜˘˙˚˝ˇ˛"
)
SIGNS = (
    "−∓∗∘∙√∝∞∠∥∣∧∨∩∪∫∬∮∴∵∼∽≃≅≈≠≡≢≤≥≦≧≪≫≲≳≺≻≼≽⊂⊃⊄⊆⊇⊕⊖⊗⊙⊢⊣⊤⊥⋅⋆⋮⋯∀∂∃∅∇∈∉∋∏∐∑∖′″‴"
    "←↑→↓↔↕↗↘↦⇌⇐⇒⇔⇑⇓⌈⌉⌊⌋〈〉⟨⟩‖ℏℓℑℜ℘ℵ■□▪▲△▼▽◆◇○●★☆♀♂✓"
)
# Where TeX's fonts of symbols have primes: large and on the line, to be set as a raised script.
PRIME_BOX = (0.03, 0.04, 0.26, 0.56)
# The names that fonts give them.
LIGATURES = {
    "ff": ("f_f", "uniFB00", "ff"), "fi": ("fi", "uniFB01", "f_i"), "fl": ("fl", "uniFB02", "f_l"),
    "ffi": ("f_f_i", "uniFB03", "ffi"), "ffl": ("f_f_l", "uniFB04", "ffl"),
    "ft": ("f_t",), "fft": ("f_f_t",), "fj": ("f_j",), "ffj": ("f_f_j",), "Th": ("T_h",),
    "tt": ("t_t",), "ti": ("t_i",), "tf": ("t_f",), "fb": ("f_b",), "fh": ("f_h",), "fk": ("f_k",),
    "ct": ("c_t",), "st": ("s_t", "uniFB06"),
}  # fmt: skip


def draw_face(path: Path, characters: str, *, has_ligatures: bool) -> Iterator[tuple[str, Shape]]:
    """The signs that a typeface has, and its ligatures."""
    font = TTFont(path)
    glyphs: Any = font.getGlyphSet()
    scale = 1 / font["head"].unitsPerEm
    names = font.getBestCmap()
    wanted = {char: names[ord(char)] for char in characters if ord(char) in names}
    for letters, known in LIGATURES.items() if has_ligatures else ():
        found = [name for name in known if name in glyphs]
        wanted |= {letters: found[0]} if found else {}
    for sign, name in wanted.items():
        shape = draw_shape(read_outline(glyphs, name, scale))
        if shape is not None:
            yield sign, shape
            if sign == "′":
                yield sign, Shape.of(shape.planes, PRIME_BOX)


def draw_faces(fonts: Path) -> Iterator[tuple[str, Shape]]:
    """The signs of all typefaces, which are files in a folder."""
    found = {path.stem: path for path in fonts.rglob("*.[ot]tf")}
    faces = {
        **dict.fromkeys(TEXT_FACES, LETTERS),
        **dict.fromkeys(MATH_FACES, ""),
        **dict.fromkeys(ACCENT_FACES, LETTERS + ACCENTED),
    }
    for face, letters in faces.items():
        characters = letters + GREEK + PUNCTUATION + SIGNS
        yield from draw_face(found[face], characters, has_ligatures=bool(letters))
    for face in LIGATURE_FACES:
        yield from draw_face(found[face], "", has_ligatures=True)


def choose(shapes: Iterable[tuple[str, Shape]]) -> dict[str, list[Shape]]:
    """The drawings that say something new, by their signs."""
    chosen: dict[str, list[Shape]] = {}
    left_out: list[tuple[str, Shape]] = []
    for sign, shape in shapes:
        known = chosen.setdefault(sign, [])
        if all(shape.likeness(other) < SAME for other in known):
            known.append(shape)
        elif len(sign) > 1:
            left_out.append((sign, shape))
    for sign, shape in left_out:
        others = [other for letters, known in chosen.items() if len(letters) > 1
                  and letters != sign for other in known]  # fmt: skip
        if likest(shape, others) > likest(shape, chosen[sign]) - CLEAR:
            chosen[sign].append(shape)
    return chosen


def likest(shape: Shape, others: Iterable[Shape]) -> float:
    return max((shape.likeness(other) for other in others), default=0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fonts", nargs="?", type=Path, default=Path("/usr/share"))
    drawn = choose(draw_faces(parser.parse_args().fonts))
    packed = pack_shapes(drawn)
    TARGET.write_bytes(gzip.compress(packed, 9, mtime=0))
    shapes = sum(map(len, drawn.values()))
    print(f"{len(drawn)} signs, {shapes} shapes, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
