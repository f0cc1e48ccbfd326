"""Which sign a glyph is: what the PDF claims, unless its shape is clearly that of another sign."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

from pdfbot.readers.glyphs.reference_shapes import reference_shapes
from pdfbot.readers.glyphs.shapes import Shape

# What is written for a glyph that nothing tells the meaning of.
UNKNOWN = "\ufffd"


def unknown_warning(count: int) -> str:
    """The warning that glyphs are written as that character."""
    several = (
        "glyphs have no Unicode value: they are"
        if count > 1
        else "glyph has no Unicode value: it is"
    )
    return f"{count} {several} written as {UNKNOWN}"


# Likeness above which a sign fits; the claimed one looks wrong if it is less like by this.
MIN_LIKENESS = 0.75
MIN_MARGIN = 0.25
CLEAR_LIKENESS = 0.85
# The same in a font that is known to claim other signs than it shows, and the margin by which a
# claimed sign is nothing alike.
LIAR_LIKENESS = 0.65
LIAR_MARGIN = 0.1
NOTHING_ALIKE = 0.6
# The same for a twin of the claimed sign: τ and t.
TWIN_MARGIN = 0.4
# The claimed sign is a strange one with less, and no letter is more alike than this best sign.
STRANGE = 0.1
STRANGE_LIKENESS = 0.625
# Signs this close to the most alike are told apart by what is usual in such a font.
TIE = 0.06
# The same for the sign that the claimed letter stands for in the encoding of Symbol.
SYMBOL_TIE = 0.15
# Likeness that other signs than letters must have more than these, in a font of text.
LATIN_RARITY = 0.01
SIGN_RARITY = 0.04
# The same for letters that only formulas have: ℏ, ℓ, ℘.
LETTERLIKE_RARITY = 0.1

# Ems: capitals are higher, and lower-case letters without an ascender are not.
MIN_CAPITAL_HEIGHT = 0.58
_SAME_IN_BOTH_CASES = frozenset("cosuvwxz")

# Signs that look alike: the claimed one is kept. The first is written in a font of symbols.
_ALIKE = (
    "−-–—‐‑‒¯_", "′'‘’‚,´ˊ`", "″\"“”„˝", "°˚∘º◦○", "∘⊖⊙", "·•∙⋅●▪■.", "∼~˜∽", "∗*⋆★", "ϵε∈", "ϕφ∅Ø",
    "Δ∆△",
    "|∣l‖∥ıι", "/⁄∕∖\\", "⊥⟂", "⟨〈<", "⟩〉>", "Π∏∐", "Σ∑", "µμ", "θϑ", "ρϱp", "νv∨", "∧Λ", "×x",
    "χx", "ωϖ", "κk", "ωw", "υu", "τt", "ΩΩ", "σo", "π∏", "⊙Θ", "^ˆ", "˙·", "○O0Qo", "○a", "○α",
)  # fmt: skip
# The Greek letters of the font Symbol, in the order of the Latin letters by whose codes they are.
_SYMBOL = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ",
        strict=True,
    )
)
# Names of TeX's that Adobe's rules do not know.
_OTHER_NAMES = {
    "circlecopyrt": "○", "radicallow": "√", "nequal": "≠", "nelement": "∉",
    "negationslash": "\u0338", "lessorequalslant": "⩽", "greaterorequalslant": "⩾",
}  # fmt: skip
_CAPITALS = dict(zip("ΑΒΧΕΗΙΚΜΝΟΡΤΥΖ", "ABXEHIKMNOPTYZ", strict=True))


def correct_sign(
    shape: Shape, claimed: str, named: str = "", *, is_liar: bool = False
) -> str | None:
    """The sign that a glyph of a small font shows; None if it may be the claimed one.

    `named` is the sign that the glyph's name says, if any; of a font that `is_liar`, other glyphs
    are known to be other signs than it claims.
    """
    if claimed not in reference_shapes():
        return None
    min_margin = LIAR_MARGIN if is_liar else MIN_MARGIN
    own = _likeness(shape, claimed)
    if own > 1 - min_margin:
        return None
    ranked = reference_shapes().rank(shape)
    if named not in ("", claimed) and ranked.get(named, 0.0) > own + min_margin:
        return named
    # Letters are not shown by fonts of symbols, though some signs look like them.
    best = max((x for sign, x in ranked.items() if not is_latin(sign)), default=0.0)
    is_strange = own < STRANGE and best >= max(ranked.values(), default=0.0)
    limit = _limit(own, best, is_strange=is_strange, is_liar=is_liar)
    if best <= limit or best - own < min_margin:
        return None
    sign = _choose(ranked, best, claimed)
    is_twin = sign in _alike(claimed) and not (is_liar and best - own > TWIN_MARGIN)
    return None if is_latin(sign) or is_twin else sign


def _limit(own: float, best: float, *, is_strange: bool, is_liar: bool) -> float:
    """The likeness that the best sign must have more than, by that of the claimed one."""
    if is_strange:
        return STRANGE_LIKENESS
    return LIAR_LIKENESS if is_liar or own < best - NOTHING_ALIKE else MIN_LIKENESS


def _likeness(shape: Shape, claimed: str) -> float:
    """How like the claimed sign a shape is; small capitals are claimed as lower-case letters."""
    table = reference_shapes()
    return max(table.likeness(shape, c) for c in {claimed, claimed.upper()} if c in table)


def recognise(shape: Shape, *, is_text: bool) -> str | None:
    """The sign that a glyph without a meaning shows; None if none fits."""
    ranked = reference_shapes().rank(shape)
    best = max(ranked.values(), default=0.0)
    if not is_text and (best > MIN_LIKENESS or _is_alone(ranked, best)):
        return _choose(ranked, best, "")
    if best <= MIN_LIKENESS:
        return None
    sign = max(ranked, key=lambda sign: ranked[sign] - _rarity(sign))
    if sign.lower() not in _SAME_IN_BOTH_CASES:
        return sign
    _, bottom, _, top = shape.box
    return sign.lower() if top - bottom < MIN_CAPITAL_HEIGHT else sign.upper()


def _is_alone(ranked: Mapping[str, float], best: float) -> bool:
    """Whether only one sign, and its twins, are somewhat like a glyph that has no meaning else."""
    if best <= LIAR_LIKENESS:
        return False
    sign = max(ranked, key=lambda sign: ranked[sign])
    twins = _alike(sign) | {sign}
    return all(x < best - LIAR_MARGIN for other, x in ranked.items() if other not in twins)


def is_clear(shape: Shape, sign: str) -> bool:
    """Whether a shape is that of a sign beyond doubt, so that no name need be asked."""
    return reference_shapes().rank(shape).get(sign, 0.0) > CLEAR_LIKENESS


def text_of_name(name: str) -> str:
    """What a glyph's name says by Adobe's rules (T_h, f_t, uni03BC); empty if nothing."""
    if not name:
        return ""
    # Imported here because it takes as long as a page, and few papers need it.
    from fontTools import agl

    text = unicodedata.normalize("NFKC", agl.toUnicode(name)) or _OTHER_NAMES.get(name, "")
    return "" if any(map(is_meaningless, text)) else text


def is_meaningless(char: str) -> bool:
    """Whether a character is a control code or of private use, so that it says nothing."""
    return unicodedata.category(char) in ("Cc", "Co", "Cn", "Cs") or char == UNKNOWN


def is_private(code: int) -> bool:
    """Whether a character is of private use, or one that stands for none at all."""
    return 0xE000 <= code < 0xF900 or code >= 0xF0000 or code == 0xFFFD


def is_latin(sign: str) -> bool:
    """Whether a sign is a Latin letter or a digit."""
    return len(sign) == 1 and sign.isalnum() and sign < "\u0250" and sign not in "ªº¹²³¼½¾µ"


def _choose(ranked: Mapping[str, float], best: float, claimed: str) -> str:
    """The sign among the most alike that a font of symbols is likely to have."""
    greek = _SYMBOL.get(claimed, "")
    if ranked.get(greek, 0.0) > best - SYMBOL_TIE:
        return greek
    capital = _CAPITALS.get(greek, "")
    if ranked.get(capital, 0.0) > best - SYMBOL_TIE:
        return greek
    close = {s: x for s, x in ranked.items() if x > best - TIE and not (claimed and is_latin(s))}
    # No font claims that a ligature is a letter.
    sign = max(close, key=lambda s: (not is_latin(s), not claimed or len(s) == 1, close[s]))
    for group in _ALIKE:
        if sign in group[1:] and group[0] in close:
            return group[0]
    return sign


@cache
def _alike(sign: str) -> frozenset[str]:
    return frozenset(char for group in _ALIKE if sign in group for char in group)


def _rarity(sign: str) -> float:
    """What likeness a sign must have more than a letter to be expected in a font of text."""
    if len(sign) > 1 or (sign.isascii() and sign.isalpha()):
        return 0.0
    if "\u2100" <= sign < "\u2150":
        return LETTERLIKE_RARITY
    return LATIN_RARITY if is_latin(sign) or sign.isascii() or sign in "–—‘’“”" else SIGN_RARITY
