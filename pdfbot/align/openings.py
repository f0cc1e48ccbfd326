"""How the text of a line begins and ends: bullets, labels, theorem heads, full stops."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.labels import LABEL

_BULLETS = frozenset("•◦‣▪▫■□●○►▶➢➤⋄◆◇∙·✓✔❖\uf0b7")
# Bullets that occur in running text as well.
DASHES = frozenset("–—*∗")
_THEOREMS = frozenset(
    "Theorem Lemma Proof Proposition Corollary Definition Remark Example Claim Fact Conjecture "
    "Assumption Observation Property Problem Question Hypothesis Condition Notation "
    "Exercise".split()
)
_FIRST_WORD = re.compile(r"\s*(\w+)")
_FULL_STOPS, _CLOSING = tuple(".?!"), "\"'”’)]"
_CLAUSE_ENDS, _PROOF_ENDS = tuple(".?!:;"), tuple("□■∎")
# The marks of notes behind a stop, and what they are made of.
_NOTES = re.compile(r"\d{1,3}(?:[,–-]\d{1,3})*|[*†‡]")
_IN_NOTES = "0123456789,–-*†‡"


def bullet_end(text: str) -> int:
    """Where the text behind a bullet begins; 0 where none opens it."""
    rest = text.lstrip()
    behind = rest[1:].lstrip()
    if rest[:1] in _BULLETS or (rest[:1] in DASHES and 0 < len(behind) < len(rest) - 1):
        return len(text) - len(behind)
    return 0


def opens_item(placed: Placed) -> bool:
    """A bullet or a label such as "(a)" or "2." opens the line."""
    return bool(LABEL.match(placed.line.text) or bullet_end(placed.line.text))


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
    text = placed.line.text.rstrip()
    bare = text.rstrip(_IN_NOTES)
    closed = bare.rstrip(_CLOSING).endswith(_CLAUSE_ENDS)
    if closed and bare != text:
        closed = _NOTES.fullmatch(text, len(bare)) is not None
    return closed or text.endswith(_PROOF_ENDS)


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
