"""Cues at the start and end of a line: bullets, labels, theorem heads, full stops."""

from __future__ import annotations

import re

from pdfbot.layout.line_features import LayoutLine
from pdfbot.text.list_labels import LABEL
from pdfbot.text.vocabulary import BULLETS, DASH_BULLETS, THEOREM_WORDS

_THEOREM_HEADS = frozenset(map(str.capitalize, THEOREM_WORDS))
_FIRST_WORD = re.compile(r"\s*(\w+)")


def bullet_end(text: str) -> int:
    """The offset of the text after a bullet; 0 if the text does not start with one."""
    stripped = text.lstrip()
    bullet, after = stripped[:1], stripped[1:].lstrip()
    is_spaced = 0 < len(after) < len(stripped) - 1
    if bullet in BULLETS or (bullet in DASH_BULLETS and is_spaced):
        return len(text) - len(after)
    return 0


def starts_item(line: LayoutLine) -> bool:
    """Whether the line starts with a bullet or a label such as "(a)" or "2."."""
    return bool(LABEL.match(line.text) or bullet_end(line.text))


def starts_theorem(line: LayoutLine) -> bool:
    """Whether the line starts with a styled head such as "Theorem 3." or "Proof."."""
    font = line.first_font
    family = font.family.lower()
    styled = font.bold or font.italic or "csc" in family or "caps" in family
    match = _FIRST_WORD.match(line.text) if styled else None
    word = match[1] if match else ""
    return word in _THEOREM_HEADS or word.removesuffix("s") in _THEOREM_HEADS


def starts_styled(previous: LayoutLine, line: LayoutLine) -> bool:
    """Whether only the start of the line is bold or italic, and the line above does not end so."""
    first, last = line.first_font, line.last_font
    above = previous.last_font
    return (first.bold and not last.bold and not above.bold) or (
        first.italic and not last.italic and not above.italic
    )


def starts_term(previous: LayoutLine, line: LayoutLine) -> bool:
    """Whether only the start of the line is bold, as a term that is described is."""
    return line.first_font.bold and starts_styled(previous, line)
