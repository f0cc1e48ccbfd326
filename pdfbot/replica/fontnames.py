"""What a font's PostScript name says: family, weight and slant."""

from __future__ import annotations

import re

FIXED_PITCH, ITALIC, FORCE_BOLD = 1 << 0, 1 << 6, 1 << 18

_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|demi|semibold|[-,]bd|[-_]b(?:i|it)?$|^cmb|^cmssbx|^sfsx|^sfb[xil]|^ecb[xil]"
    r"|^lmb|medi$|medi[ti]|^rtxb|^ntxb|^ptmb|^phvb|biolinumtb|libertinetb|libertinetz|^xcharter-bold",
    re.IGNORECASE,
)
_ITALIC = re.compile(
    r"ital|obli|slant|[-_]it$|[-_]i$|[-_]bi$|^cmti|^cmssi|^sfsi|^lmmathitalic|^cmsl|^cmbxti|^cmbxsl|^sfti|^sfsl|^sfbi|^ecti"
    r"|libertineti|libertinetzi|medita|reguita|bita",
    re.IGNORECASE,
)
_MATH = re.compile(
    r"cmm|cmsy|cmex|cmbsy|msam|msbm|math|^r?n?e?w?[tp]xb?mi|[tp]xb?sy|[tp]xex|standardsym|symbol"
    r"|^eu[fsre][mbx]|rsfs|stmary|wasy|^bbm|dsrom|esint|^mt(?:mi|sy|ex)|^fourier-m|^zpl|^mdb?ch",
    re.IGNORECASE,
)
_EXTENSION = re.compile(r"^(?:cm|[tp]x|ntx|eu|mt)b?ex|mathext|-mex", re.IGNORECASE)
_MONO = re.compile(
    r"^cmtt|^sftt|^ectt|mono|nimbusmon|courier|typewriter|consol|^pcr|code|zi4|txtt", re.IGNORECASE
)


def is_math(family: str) -> bool:
    """Is this a font of symbols or of math italics, so that its letters make no words?"""
    return bool(_MATH.search(family))


def is_extension(family: str) -> bool:
    """Is this a font of big brackets and roots, whose codes look like letters but are none?"""
    return bool(_EXTENSION.search(family))


def is_mono(family: str) -> bool:
    return bool(_MONO.search(family))


def parse_font_name(name: str, flags: int = 0) -> tuple[str, bool, bool]:
    """Family without the subset tag, bold, italic; flags help where names do not."""
    family = _SUBSET.sub("", name)
    bold = bool(_BOLD.search(family)) or bool(flags & FORCE_BOLD and "bold" in family.lower())
    italic = bool(_ITALIC.search(family))
    return family, bold, italic
