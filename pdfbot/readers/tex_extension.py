"""TeX's encoding of large operators, brackets and roots (OMX), under the codes of letters."""

from __future__ import annotations

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
