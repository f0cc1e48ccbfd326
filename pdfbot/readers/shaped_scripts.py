"""Scripts whose glyphs are not in the order of their letters: Devanagari, Thai and their kin."""

from __future__ import annotations

import re
import unicodedata

from pdfbot.text.writing_systems import SOUTHEAST_ASIAN

# Glyphs that are drawn before or behind the letters they follow or precede: the vowel sign i, and
# ra above the end of its syllable. In a run they have private codes until it is complete.
VOWEL_I, RA, VIRAMA = "\u093f", "\u0930", "\u094d"
_EARLY_I, _LATE_RA = "\ue93f", "\ue930"
_CONSONANT = "[\u0915-\u0939\u0958-\u095f]\u093c?"
_SYLLABLE = f"(?:{_CONSONANT}{VIRAMA})*{_CONSONANT}"
_VOWELS = "[\u0900-\u0903\u093a\u093b\u093e-\u094c\u094e\u094f\ue93f]*"
_EARLY = re.compile(f"{_EARLY_I}({_SYLLABLE})")
_LATE = re.compile(f"({_SYLLABLE}{_VOWELS}){_LATE_RA}{VIRAMA}")
# No word begins with a vowel sign; where one seems to, the glyphs are in the order of the page.
_IS_DRAWN = re.compile(f"(?<![\u0900-\u097f]){VOWEL_I}")
# The vowels o and au, and how they are written with two signs.
_VOWEL_OF = {
    "\u093e\u0947": "\u094b", "\u093e\u0948": "\u094c",
    "\u0906\u0947": "\u0913", "\u0906\u0948": "\u0914",
}  # fmt: skip
SPLIT_VOWEL = re.compile("|".join(_VOWEL_OF))
_TONES = frozenset("\u0e48\u0e49\u0e4a\u0e4b\u0e4c")
# Shares of an em: how far a glyph may begin before the end of the last one, ...
MAX_STEP_BACK = 1.5
# ... and how wide a space between words is: wider than that between the ink of letters.
SHAPED_WORD_GAP = 0.1
LOOSE_WORD_GAP = 0.24
# Ra above a syllable ends within this share of an em of the syllable's end.
RA_SLACK = 0.05


def is_in_drawing_order(chars: str) -> bool:
    """Whether the text of a page has its vowel signs where they are drawn."""
    return VOWEL_I in chars and _IS_DRAWN.search(chars) is not None


def is_shaped(text: str) -> bool:
    """Whether a letter belongs to a script of South or Southeast Asia."""
    return "\u0900" <= text[0] <= "\u109f" or "\u1780" <= text[0] <= "\u17ff"


def word_gap(text: str, space: float | None) -> float:
    """The gap, in ems, above which a letter begins a word; `space` if there is a space."""
    if SOUTHEAST_ASIAN.match(text):
        return LOOSE_WORD_GAP
    return SHAPED_WORD_GAP if space is None else min(SHAPED_WORD_GAP, space)


def stand_in(text: str, is_inside: bool) -> str:
    """A private code for a glyph out of order; `is_inside`: it is drawn above the last one."""
    if text == VOWEL_I:
        return _EARLY_I
    return _LATE_RA if text == RA and is_inside else text


def put_in_order(text: str) -> str:
    """The letters of a run as they are typed; as many as before."""
    text = _EARLY.sub(r"\1" + VOWEL_I, text).replace(_EARLY_I, VOWEL_I)
    return _LATE.sub(RA + VIRAMA + r"\1", text).replace(_LATE_RA, RA)


def join_vowels(text: str, edges: list[float]) -> tuple[str, list[float]]:
    """Vowels in one piece that some fonts have in two, and the edges that are left."""
    kept = [*edges]
    for match in reversed([*SPLIT_VOWEL.finditer(text)]):
        text = text[: match.start()] + _VOWEL_OF[match[0]] + text[match.end() :]
        del kept[match.start() + 1]
    return text, kept


def place_of_mark(mark: str, text: list[str], edges: list[float], left: float, right: float) -> int:
    """The index in a run at which a mark belongs: behind the letter that it is drawn over."""
    centre = (left + right) / 2
    index = len(text)
    while index > 1 and edges[index - 1] > centre:
        index -= 1
    while index < len(text) and unicodedata.category(text[index]) == "Mn":
        if _is_vowel_above(mark) and text[index] in _TONES:
            break
        index += 1
    if index == len(text) and index > 1 and _is_vowel_above(mark) and text[index - 1] in _TONES:
        index -= 1
    return index


def _is_vowel_above(mark: str) -> bool:
    """Whether a Thai vowel is typed before the tone above it."""
    return mark == "\u0e31" or "\u0e34" <= mark <= "\u0e37"
