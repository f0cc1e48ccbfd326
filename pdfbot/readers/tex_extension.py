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
    "√√√√   ‖        "
)


def large_sign(code: int) -> str:
    """The sign with this code; empty if there is none."""
    return _SIGNS[code].strip() if code < len(_SIGNS) else ""
