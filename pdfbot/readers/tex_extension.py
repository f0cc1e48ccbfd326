"""Large operators, brackets and roots: under the codes of letters (OMX), by name, or by height."""

from __future__ import annotations

import re

# By code; a blank is a piece of an extensible sign that says nothing by itself.
_SIGNS = (
    "()[]⌊⌋⌈⌉{}⟨⟩|‖/\\"
    "()()[]⌊⌋⌈⌉{}⟨⟩/\\"
    "()[]⌊⌋⌈⌉{}⟨⟩/\\/\\"
    "⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪|"
    "⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂"
    "∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁"
    "∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}"
    "√√√√√√√‖        "
)

# Which sign the glyphs of such fonts are whose names begin so: parenleftBigg, braceleftmid,
# summationdisplay. Fonts that have more of them than OMX put them under codes of their own.
_STEMS = {
    "parenleft": "(", "parenright": ")", "bracketleft": "[", "bracketright": "]",
    "braceleft": "{", "braceright": "}", "braceex": "⎪", "floorleft": "⌊", "floorright": "⌋",
    "ceilingleft": "⌈", "ceilingright": "⌉", "angbracketleft": "⟨", "angbracketright": "⟩",
    "angleleft": "⟨", "angleright": "⟩", "vextendsingle": "|", "vextenddouble": "‖",
    "barex": "|", "bardblex": "‖", "slash": "/", "backslash": "\\", "summation": "∑",
    "product": "∏", "coproduct": "∐", "integral": "∫", "contintegral": "∮", "unionmulti": "⨄",
    "unionsq": "⨆", "union": "⋃", "intersection": "⋂", "logicaland": "⋀", "logicalor": "⋁",
    "circledot": "⨀", "circleplus": "⨁", "circlemultiply": "⨂", "radical": "√",
    "hat": "ˆ", "tilde": "˜",
}  # fmt: skip
_STEM = re.compile(
    "(" + "|".join(_STEMS) + r")(?:[Bb]ig|text|display|tp|bt|ex|mid|vertex|wide|more|ult|\.|$)"
)
# Fonts with the codes of OMX and no others.
_OMX = re.compile(r"(?:(?:cm|[tp]x)b?ex|mtex|lmmathextension)[\d-]*(?:regular)?")

# Signs of mathematical fonts with Unicode values that are large where they are high, ...
_FENCES = frozenset("()[]{}⌊⌋⌈⌉⟨⟩|‖∣∥")
# ... and those that are large wherever they stand.
_ALWAYS_LARGE = frozenset("⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎫⎬⎭⎪")
OPERATORS = frozenset("∑∏∐⋃⋂⨄⨆⋀⋁⨁⨂⨀∫∮")
# Ems: an operator that is as high as a line of text is not higher, ...
MAX_TEXT_HEIGHT = 1.2
# ... and a bracket around letters and scripts.
MAX_BRACKET_HEIGHT = 1.7

# Adobe's private codes for pieces of brackets begin here.
_FIRST_PRIVATE = 0xF8EB
_PRIVATE = "⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⎞⎟⎠⎤⎥⎦⎫⎬⎭"


def large_sign(code: int) -> str:
    """The sign with this code; empty if there is none."""
    signs, place = (_SIGNS, code) if code < len(_SIGNS) else (_PRIVATE, code - _FIRST_PRIVATE)
    return signs[place].strip() if 0 <= place < len(signs) else ""


def is_piece(code: int) -> bool:
    """Whether this is a private code for a piece of a bracket."""
    return 0 <= code - _FIRST_PRIVATE < len(_PRIVATE)


def has_other_codes(family: str) -> bool:
    """Whether a font of large signs may have them under other codes, so that their names tell."""
    return _OMX.fullmatch(family.lower()) is None


def sign_of_name(name: str) -> str:
    """The large sign that a glyph of this name is, or is a piece of; empty if it is none."""
    match = _STEM.match(name)
    return _STEMS[match[1]] if match else ""


def may_be_large(char: str) -> bool:
    """Whether a sign of a mathematical font with Unicode values may be a large one."""
    return char in _FENCES or char in _ALWAYS_LARGE or char in OPERATORS


def is_large(char: str, height: float, size: float) -> bool:
    """Whether it is one, by its height and the size of its font."""
    return char in _ALWAYS_LARGE or char in OPERATORS or height > MAX_BRACKET_HEIGHT * size
