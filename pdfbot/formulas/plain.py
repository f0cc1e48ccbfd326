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
from pdfbot.formulas.operator_limits import OPERATORS
from pdfbot.notation import Script, ScriptKind, write_scripts

# Set off by spaces on both sides.
_RELATIONS = frozenset("=<>≤≥⩽⩾≈∼≃≅≡∝∈∉⊂⊆⊃⊇→⇒⇔↦≪≫≜≠+−±×⋅·∪∩∧∨⊕⊗∘")
_KINDS: tuple[ScriptKind, ScriptKind] = ("lowered", "raised")


def write_plain(row: Row) -> str:
    """The formula as text."""
    text = ""
    before: Node | None = None
    for node in row:
        part = _write(node)
        is_relation = isinstance(node, Sign) and unicodedata.normalize("NFC", part) in _RELATIONS
        if is_relation and text and not text.endswith(("(", " ", "[")):
            part = f" {part} "
        elif text[-1:].isalpha() and part[:1].isalpha() and (_is_word(before) or _is_word(node)):
            part = f" {part}"
        text += part
        before = node
    return unicodedata.normalize("NFC", " ".join(text.split()))


def needs_writing(row: Row) -> bool:
    """Whether scripts alone cannot write a formula: a fraction, a root, a letter of an alphabet."""
    return any(map(_needs_writing, row))


def _needs_writing(node: Node) -> bool:
    match node:
        case Fraction() | Root():
            return True
        case Sign():
            return alphabet_of(node.font.family) is not None and _write(node) != node.text
        case Scripted():
            base = () if node.base is None else (node.base,)
            return needs_writing((*base, *node.lowered, *node.raised))
        case Limits():
            return needs_writing((*node.below, *node.above))
        case Accented():
            return needs_writing(node.content)
    return False


def _is_word(node: Node | None) -> bool:
    """Whether a part is a word: "log" of "log q", not a letter of "ab"."""
    return isinstance(node, Sign) and len(node.text) > 1 and node.text.isalpha()


def _write(node: Node) -> str:
    match node:
        case Sign():
            alphabet = alphabet_of(node.font.family)
            return in_alphabet(node.text, alphabet) if alphabet else node.text
        case Gap():
            return "  "
        case Scripted():
            return _with_scripts(node)
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


def _with_scripts(node: Scripted) -> str:
    base = "" if node.base is None else _write(node.base)
    space = " " if base in OPERATORS else ""
    return base + _scripts(node.lowered, node.raised) + space


def _scripts(lowered: Row, raised: Row) -> str:
    parts = []
    for kind, row in zip(_KINDS, (lowered, raised), strict=True):
        if text := write_plain(row).replace(" ", ""):
            parts.append(write_scripts(text, (Script(kind, 0, len(text)),)))
    return "".join(parts)


def _bracketed(row: Row) -> str:
    text = write_plain(row)
    return text if len(row) == 1 or text.isalnum() else f"({text})"
