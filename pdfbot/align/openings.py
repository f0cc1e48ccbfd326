"""How the text of a line begins and ends: bullets, labels, theorem heads, full stops."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.labels import LABEL

BULLET = re.compile(r"^\s*[•◦‣▪▫■□●○►▶➢➤⋄◆◇∙·✓✔❖\uf0b7]\s*|^\s*[–—∗*]\s+(?=\S)")
# Bullets that occur in running text as well.
DASHES = "–—*∗"
_THEOREMS = frozenset(
    "Theorem Lemma Proof Proposition Corollary Definition Remark Example Claim Fact Conjecture "
    "Assumption Observation Property Problem Question Hypothesis Condition Notation "
    "Exercise".split()
)
_FIRST_WORD = re.compile(r"\s*(\w+)")
_FULL_STOPS, _CLOSING = tuple(".?!"), "\"'”’)]"
_TERMINAL = re.compile(r"[.?!:;][\"'”’)\]]*(?:\d{1,3}(?:[,–-]\d{1,3})*|[*†‡])?\s*$|[□■∎]\s*$")


def opens_item(placed: Placed) -> bool:
    """A bullet or a label such as "(a)" or "2." opens the line."""
    return bool(LABEL.match(placed.line.text) or BULLET.match(placed.line.text))


def opens_lower(placed: Placed) -> bool:
    """The line goes on in lower case."""
    return placed.line.text[:1].islower()


def opens_theorem(placed: Placed) -> bool:
    """A styled head such as "Theorem 3." or "Proof.": the statement begins a paragraph."""
    font = placed.first_font
    family = font.family.lower()
    styled = font.bold or font.italic or "csc" in family or "caps" in family
    match = _FIRST_WORD.match(placed.line.text) if styled else None
    word = match[1] if match else ""
    return word in _THEOREMS or word.removesuffix("s") in _THEOREMS


def ends_sentence(placed: Placed) -> bool:
    """A full stop, question or exclamation mark closes the line."""
    return placed.line.text.rstrip().rstrip(_CLOSING).endswith(_FULL_STOPS)


def ends_clause(placed: Placed) -> bool:
    """The same, or a colon, a semicolon, a note's mark, or the end of a proof."""
    return bool(_TERMINAL.search(placed.line.text))


def opens_styled(previous: Placed, placed: Placed) -> bool:
    """The line begins in bold or italics and goes on without; the line above is without, too."""
    first, last = placed.first_font, placed.last_font
    above = previous.last_font
    return (first.bold and not last.bold and not above.bold) or (
        first.italic and not last.italic and not above.italic
    )


def opens_bold(previous: Placed, placed: Placed) -> bool:
    """The line begins in bold, and the one above does not end so."""
    return placed.first_font.bold and not previous.last_font.bold
