"""A formula on one line of Unicode text: (a + b)/c, √{ab}, ∑_{i=1}^{n} xᵢ."""

from __future__ import annotations

import unicodedata

from pdfbot.formulas.alphabets import alphabet_of, in_alphabet
from pdfbot.formulas.nodes import (
    Accented,
    Fraction,
    Gap,
    Grid,
    Limits,
    Node,
    Root,
    Row,
    Scripted,
    Sign,
)
from pdfbot.notation import Script, ScriptKind, write_scripts

# Set off by spaces on both sides.
_RELATIONS = frozenset("=<>≤≥≈∼≃≅≡∝∈∉⊂⊆⊃⊇→⇒⇔↦≪≫≜≠+−±×")
_KINDS: tuple[ScriptKind, ScriptKind] = ("lowered", "raised")


def write_plain(row: Row) -> str:
    """The formula as text."""
    text = ""
    for node in row:
        part = _write(node)
        is_relation = isinstance(node, Sign) and unicodedata.normalize("NFC", part) in _RELATIONS
        if is_relation and text and not text.endswith(("(", " ", "[")):
            part = f" {part} "
        elif text[-1:].isalpha() and part[:1].isalpha() and _has_word(text, part):
            part = f" {part}"
        text += part
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _has_word(text: str, part: str) -> bool:
    """Whether the end of the text or the part after it is a word: "log q", "for all"."""
    return (len(text) > 1 and text[-2:].isalpha()) or (len(part) > 1 and part[:2].isalpha())


def _write(node: Node) -> str:
    match node:
        case Sign():
            alphabet = alphabet_of(node.font.family)
            return in_alphabet(node.text, alphabet) if alphabet else node.text
        case Gap():
            return "  "
        case Scripted():
            base = "" if node.base is None else _write(node.base)
            return base + _scripts(node.lowered, node.raised)
        case Limits():
            return f"{_write(node.operator)}{_scripts(node.below, node.above)} "
        case Fraction():
            return f"{_bracketed(node.above)}/{_bracketed(node.below)}"
        case Root():
            content = write_plain(node.content)
            degree = _scripts((), node.degree)
            return f"{degree}√{content if len(content) == 1 else f'{{{content}}}'}"
        case Accented():
            content = write_plain(node.content)
            return "".join(char + node.accent for char in content if not char.isspace())
        case Grid():
            return "; ".join(", ".join(map(write_plain, cells)) for cells in node.rows)


def _scripts(lowered: Row, raised: Row) -> str:
    parts = []
    for kind, row in zip(_KINDS, (lowered, raised), strict=True):
        if text := write_plain(row).replace(" ", ""):
            parts.append(write_scripts(text, (Script(kind, 0, len(text)),)))
    return "".join(parts)


def _bracketed(row: Row) -> str:
    text = write_plain(row)
    return text if len(row) == 1 or text.isalnum() else f"({text})"
