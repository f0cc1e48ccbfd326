"""What a font's PostScript name says: family, weight and slant."""

from __future__ import annotations

import re
from functools import lru_cache

_SUBSET = re.compile(r"^[A-Z]{6}\+")


class _Kind:
    """Names of one kind, in lower case: by how they begin or end, or by what is in them."""

    def __init__(self, begins: str, contains: str, ends: str = "") -> None:
        self._begins, self._ends = tuple(begins.split()), tuple(ends.split())
        self._parts = contains.split()

    def has(self, family: str) -> bool:
        name = family.lower()
        return (
            name.startswith(self._begins)
            or name.endswith(self._ends)
            or any(part in name for part in self._parts)
        )


_BOLD = _Kind(
    begins="cmb cmssbx sfsx sfbx sfbi sfbl ecbx ecbi ecbl lmb rtxb ntxb ptmb phvb",
    contains="bold black heavy demi -bd ,bd medit medii biolinumtb libertinetb libertinetz",
    ends="-b -bi -bit _b _bi _bit medi",
)
_ITALIC = _Kind(
    begins="cmti cmssi cmsl cmbxti cmbxsl sfti sfsl sfsi sfbi ecti",
    contains="ital obli slant libertineti libertinetzi medita reguita bita",
    ends="-it _it -i _i -bi _bi",
)
_MONO = _Kind(
    begins="cmtt sftt ectt pcr",
    contains="mono nimbusmon courier typewriter consol code zi4 txtt",
)
_MATH = _Kind(
    begins="txmi txbmi pxmi pxbmi rtxmi rtxbmi rpxmi rpxbmi ntxmi ntxbmi npxmi npxbmi newtxmi "
    "newtxbmi newpxmi newpxbmi eufm eufb eufx eusm eusb eusx eurm eurb eurx euem eueb euex mtmi "
    "mtsy mtex mdch mdbch bbm fourier-m zpl",
    contains="cmm cmsy cmex cmbsy txsy txbsy txex pxsy pxbsy pxex msam msbm math symbol "
    "standardsym rsfs stmary wasy dsrom esint",
)
_EXTENSION = _Kind(
    begins="cmex cmbex txex txbex pxex pxbex ntxex ntxbex euex eubex mtex mtbex",
    contains="mathext -mex",
)


# A document has few fonts and asks for each of them a thousand times.
@lru_cache(maxsize=512)
def is_math(family: str) -> bool:
    """Is this a font of symbols or of math italics, so that its letters make no words?"""
    return _MATH.has(family)


@lru_cache(maxsize=512)
def is_extension(family: str) -> bool:
    """Is this a font of big brackets and roots, whose codes look like letters but are none?"""
    return _EXTENSION.has(family)


@lru_cache(maxsize=512)
def is_mono(family: str) -> bool:
    return _MONO.has(family)


def parse_font_name(name: str) -> tuple[str, bool, bool]:
    """Family without the subset tag, bold, italic.

    The flags of a font are no help: many producers set them for every font of a family.
    """
    family = _SUBSET.sub("", name)
    return family, _BOLD.has(family), _ITALIC.has(family)
