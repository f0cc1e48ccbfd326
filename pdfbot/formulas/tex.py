"""A formula as TeX, in commands that KaTeX knows."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from pdfbot.formulas.alphabets import alphabet_in_unicode, alphabet_of
from pdfbot.formulas.grids import CLOSING
from pdfbot.formulas.nodes import (
    OVERLINE,
    UNDERLINE,
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
from pdfbot.formulas.pieces import FUNCTIONS
from pdfbot.model import Font
from pdfbot.readers.font_names import is_math
from pdfbot.resources import read_text

_ACCENTS = {
    "\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar",
    "\u0305": "overline", "\u0306": "breve", "\u0307": "dot", "\u0308": "ddot",
    "\u030a": "mathring", "\u030c": "check", "\u0332": "underline", "\u20d7": "vec",
}  # fmt: skip
_WIDE = {"hat": "widehat", "tilde": "widetilde"}
_NEGATED = "\u0338"
_MATRICES = {"(": "pmatrix", "[": "bmatrix", "{": "cases", "|": "vmatrix", "‖": "Vmatrix"}
# In place of an apostrophe that TeX would read as a script.
_PRIME = {"'": "'", "′": "'", "’": "'", "″": "''"}
# Accents without a letter.
_STANDALONE = {"~": r"\sim ", "^": r"\hat{}"}
_OUTSIDE_TEXT = re.compile(r"[\\{}$&#^_%~]")


@cache
def _signs() -> dict[str, str]:
    """The commands of signs that are not written as themselves."""
    lines = read_text("tex_signs.txt").splitlines()
    return dict(tuple(line.split(" ", 1)) for line in lines)  # type: ignore[misc]


def write_tex(row: Row) -> str:
    """The formula, with a space only where TeX needs one."""
    parts: list[str] = []
    nodes = list(row)
    index = 0
    while index < len(nodes):
        matrix = _matrix(nodes, index)
        if matrix is not None:
            text, index = matrix
        else:
            text = _write(nodes[index])
            index += 1
        if parts and re.search(r"\\[A-Za-z]+$", parts[-1]) and text[:1].isalpha():
            text = " " + text
        parts.append(text)
    return "".join(parts).strip()


def as_text(text: str) -> str:
    """Unknown text, escaped so that it cannot break a formula."""
    return rf"\text{{{_OUTSIDE_TEXT.sub('', text)}}}"


def _matrix(nodes: list[Node], index: int) -> tuple[str, int] | None:
    """A grid with the brackets around it, and the index after them."""
    bracket, grid = nodes[index], nodes[index + 1] if index + 1 < len(nodes) else None
    if not isinstance(bracket, Sign) or not isinstance(grid, Grid) or bracket.text not in CLOSING:
        return None
    last = nodes[index + 2] if index + 2 < len(nodes) else None
    inner = last.base if isinstance(last, Scripted) else last
    closed = isinstance(inner, Sign) and inner.text == CLOSING[bracket.text]
    if closed == (bracket.text == "{"):
        return None
    text = _environment(_MATRICES[bracket.text], grid)
    if not closed:
        return text, index + 2
    scripts = _scripts(last) if isinstance(last, Scripted) else ""
    return text + scripts, index + 3


def _environment(name: str, grid: Grid) -> str:
    rows = (" & ".join(map(write_tex, cells)) for cells in grid.rows)
    return rf"\begin{{{name}}}" + r" \\ ".join(rows) + rf"\end{{{name}}}"


def _write(node: Node) -> str:
    match node:
        case Sign():
            return _sign(node)
        case Gap():
            return r"\quad "
        case Scripted():
            return _base(node.base) + _scripts(node)
        case Limits():
            return _write(node.operator) + _limits(node.below, node.above)
        case Fraction():
            return rf"\frac{{{write_tex(node.above)}}}{{{write_tex(node.below)}}}"
        case Root():
            degree = f"[{write_tex(node.degree)}]" if node.degree else ""
            return rf"\sqrt{degree}{{{write_tex(node.content)}}}"
        case Accented():
            return _accent(node)
        case Grid():
            return _environment("gathered", node)


def _base(node: Node | None) -> str:
    if node is None:
        return "{}"
    text = _write(node)
    return f"{{{text}}}" if isinstance(node, Limits) else text


def _scripts(node: Scripted) -> str:
    raised = list(node.raised)
    primes = ""
    while raised and isinstance(raised[0], Sign) and raised[0].text in _PRIME:
        primes += _PRIME[raised.pop(0).text]  # type: ignore[union-attr]
    return primes + _limits(node.lowered, raised)


def _limits(below: Row, above: Row) -> str:
    return "".join(
        f"{mark}{_group(write_tex(row))}" for mark, row in (("_", below), ("^", above)) if row
    )


def _group(text: str) -> str:
    return text if len(text) == 1 and text.isalnum() else f"{{{text}}}"


def _accent(node: Accented) -> str:
    content = write_tex(node.content)
    if node.accent in (OVERLINE, UNDERLINE) and len(node.content) == 1 and node.accent == OVERLINE:
        return rf"\bar{{{content}}}"
    accent = _ACCENTS[node.accent]
    command = _WIDE.get(accent, accent) if len(node.content) > 1 else accent
    return rf"\{command}{{{content}}}"


def _sign(sign: Sign) -> str:
    text = unicodedata.normalize("NFD", sign.text) if sign.text.isalpha() else sign.text
    if text.endswith(_NEGATED):
        whole = unicodedata.normalize("NFC", text)
        return _signs().get(whole) or rf"\not{_plain(text[:-1], sign)}"
    if len(text) > 1 and unicodedata.combining(text[-1]) and text[-1] in _ACCENTS:
        return rf"\{_ACCENTS[text[-1]]}{{{_plain(text[:-1], sign)}}}"
    return _plain(text, sign)


def _plain(text: str, sign: Sign) -> str:
    """A character or a word in the font that it is printed in."""
    if text in FUNCTIONS:
        return rf"\{text}"
    if text in _PRIME:
        return _PRIME[text]
    if command := _signs().get(text):
        return command
    if own := alphabet_in_unicode(text):
        return rf"\{own[0].command}{{{own[1]}}}"
    if not (text.isascii() and text.isprintable()):
        return _foreign(text)
    if not text.isalpha():
        return _STANDALONE.get(text, text)
    return _letters(text, sign.font)


def _letters(text: str, font: Font) -> str:
    """A letter in the alphabet, the weight and the slant of its font; a word as text."""
    alphabet = alphabet_of(font.family)
    if alphabet and (text.isupper() or not alphabet.capitals_only):
        return rf"\{alphabet.command}{{{text}}}"
    if len(text) > 1:
        return rf"\text{{{text}}}"
    if font.bold:
        return rf"\mathbf{{{text}}}"
    is_upright = not font.italic and not is_math(font.family)
    return rf"\mathrm{{{text}}}" if is_upright else text


def _foreign(text: str) -> str:
    """Characters without a TeX command: minus signs, letters of other scripts, unknown signs."""
    simple = (
        text.replace("−", "-")
        .replace("–", "-")
        .replace("∕", "/")
        .replace("⁄", "/")
        .replace("∶", ":")
    )
    if simple.isascii() and simple.isprintable():
        return _OUTSIDE_TEXT.sub("", simple)
    return as_text(simple)
