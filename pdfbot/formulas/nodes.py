"""Nodes of the tree of a formula: signs, scripts, fractions, roots, grids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pdfbot.model import Font


@dataclass(frozen=True, slots=True)
class Sign:
    """A character, or a word in upright letters, as printed in a font."""

    text: str
    font: Font


@dataclass(frozen=True, slots=True)
class Gap:
    """White space as wide as an em."""


@dataclass(frozen=True, slots=True)
class Scripted:
    """The subscript and superscript of a sign."""

    base: Node | None
    lowered: Row = ()
    raised: Row = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """An operator with its limits below and above."""

    operator: Node
    below: Row = ()
    above: Row = ()


@dataclass(frozen=True, slots=True)
class Fraction:
    """One row above another, with a line between them."""

    above: Row
    below: Row


@dataclass(frozen=True, slots=True)
class Root:
    """The radicand of a root, with its degree."""

    content: Row
    degree: Row = ()


@dataclass(frozen=True, slots=True)
class Accented:
    """A row with a bar over or under it, or a letter with an accent (a combining character)."""

    accent: str
    content: Row


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells: a matrix, cases, or the lines of a display."""

    rows: tuple[tuple[Row, ...], ...]


Node: TypeAlias = Sign | Gap | Scripted | Limits | Fraction | Root | Accented | Grid
Row: TypeAlias = Sequence[Node]

OVERLINE, UNDERLINE = "\u0305", "\u0332"
