"""Family, weight, slant and kind of a font, from its PostScript name.

The flags of a font are no help: many producers set them for every font of a family.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SUBSET_TAG = re.compile(r"^[A-Z]{6}\+")

# All of these search a name in lower case.
_BOLD = re.compile(
    r"""
    ^(?: cmb | cmssbx | sfsx | sfb[xil] | ecb[xil] | lmb | [rn]txb | ptmb | phvb )
  | bold | black | heavy | demi | [-,]bd | medi[ti] | (?:biolinum|libertine)tb | libertinetz
  | (?: [-_]b(?:it?)? | medi )\Z
    """,
    re.VERBOSE,
)
_ITALIC = re.compile(
    r"""
    ^(?: cmti | cmssi | cmsl | cmbxti | cmbxsl | sf[tsb]i | sfsl | ecti )
  | ital | obli | slant | libertinetz?i | medita | reguita | bita
  | [-_](?:b?i|it)\Z
    """,
    re.VERBOSE,
)
_MONOSPACED = re.compile(
    r"""
    ^(?: cmtt | sftt | ectt | pcr )
  | mono | nimbusmon | courier | typewriter | consol | code | zi4 | txtt
    """,
    re.VERBOSE,
)
_MATH = re.compile(
    r"""
    ^(?: (?:new|[rn])?[tp]xb?mi | eu[fsre][mbx] | mt(?:mi|sy|ex) | mdb?ch | bbm | fourier-m | zpl )
  | cmm | cmb?sy | cmex | [tp]x(?:b?sy|ex) | ms[ab]m
  | math | ^kp--m | ^hfbr(?:mi|sy|[abm]?s)
  | symbol | standardsym | rsfs | stmary | wasy | dsrom | esint
    """,
    re.VERBOSE,
)
_EXTENSION = re.compile(r"^(?:cm|n?tx|px|eu|mt)b?ex|maths?_?ext|-m-?ex|-extension")


# A document has few fonts, and each is looked up thousands of times.
@lru_cache(maxsize=512)
def is_math(family: str) -> bool:
    """Whether this is a font of symbols or math italics, whose letters do not form words."""
    return _MATH.search(family.lower()) is not None


@lru_cache(maxsize=512)
def is_extension(family: str) -> bool:
    """Whether this is a font of big brackets and roots, whose codes look like letters."""
    return _EXTENSION.search(family.lower()) is not None


@lru_cache(maxsize=512)
def is_unicode_math(family: str) -> bool:
    """Whether this is a mathematical font that may have large signs under their Unicode values."""
    return "math" in family.lower()


@lru_cache(maxsize=512)
def is_mono(family: str) -> bool:
    """Whether this is a monospaced font."""
    return _MONOSPACED.search(family.lower()) is not None


def parse_font_name(name: str) -> tuple[str, bool, bool]:
    """The family without its subset tag, and whether it is bold and italic."""
    family = _SUBSET_TAG.sub("", name)
    lowered = family.lower()
    return family, _BOLD.search(lowered) is not None, _ITALIC.search(lowered) is not None
