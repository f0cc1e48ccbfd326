"""What a formula is made of: signs, and signs above, below and around each other."""

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
    """What is lowered and raised behind a sign."""

    base: Node | None
    lowered: Row = ()
    raised: Row = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """An operator with what is printed below and above it."""

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
    """What is under a root sign, with the small number before it."""

    content: Row
    degree: Row = ()


@dataclass(frozen=True, slots=True)
class Accented:
    """A row below (or above) a line, or a letter with an accent: a combining character."""

    accent: str
    content: Row


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells: a matrix, cases, or the lines of a display."""

    rows: tuple[tuple[Row, ...], ...]


Node: TypeAlias = Sign | Gap | Scripted | Limits | Fraction | Root | Accented | Grid
Row: TypeAlias = Sequence[Node]

OVERLINE, UNDERLINE = "\u0305", "\u0332"
