"""TeX's text encoding (OT1): the letters of bitmap fonts that have nothing but codes."""

from __future__ import annotations

# Codes of ligatures, and of the comma and the full stop: a TeX font with both is a text font,
# since math fonts have rare symbols in place of the latter.
LIGATURE_CODES = frozenset(range(11, 16))
STOP_CODES = frozenset(map(ord, ",."))

# By code, where it differs from ASCII.
TEX_LETTERS = dict(enumerate("ΓΔΘΛΞΠΣΥΦΨΩﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ")) | {
    34: "”", 39: "’", 60: "¡", 62: "¿", 92: "“", 94: "ˆ", 95: "˙", 96: "‘",
    123: "–", 124: "—", 125: "˝", 126: "˜", 127: "¨",
}  # fmt: skip
