"""Display equations as blocks: all lines of each formula, and the body line before it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.rules import Role

# The number of an equation, in brackets at the right or left edge.
NUMBER = re.compile(r"\((?P<number>[A-Z]{0,2}[.\-]?\d{1,3}(?:[.\-–]\d{1,3})*[a-z]?)[’′]?\)")
# Relations, products, sums and maps: a formula has one.
OPERATORS = frozenset("=<>≤≥⩽⩾≈≅≃∼~≡≜∝∈∉⊂⊃⊆⊇→←↔⇒⇐⇔⇌↦≪≫≺≻∥‖×⋅∗∘⊗⊕∧∨∪∩∑∏∫∂∇∀∃√")
# Characters: less is a piece of a formula in running text.
MIN_DISPLAY_CHARS = 4
# Pitches: lines of one formula are no further apart.
MAX_ROW_GAP = 2.5
# Pitches: numerators and limits are no further from the line of their formula, ...
MAX_PIECE_GAP = 1.2
# ... and no more lines away from it.
MAX_AWAY = 2


@dataclass(frozen=True, slots=True)
class Display:
    """A formula that is set apart: `after` is the id of the body line before it, "" if none is."""

    id: str
    number: str
    lines: tuple[LayoutLine, ...]
    after: str

    @property
    def ends_sentence(self) -> bool:
        """Whether one of its lines ends with a full stop, apart from the number."""
        return any(
            NUMBER.sub("", line.text).rstrip().endswith((".", "?", "!")) for line in self.lines
        )


def find_displays(context: DocumentContext, judgement: Judgement) -> tuple[Display, ...]:
    """The display equations in reading order."""
    displays: list[Display] = []
    for lines, after in _runs(context, judgement):
        for part in _by_number(lines):
            number = _number(part)
            if number or _says_something(part):
                name = f"e{len(displays) + 1}"
                displays.append(Display(name, number, tuple(part), after))
    return tuple(displays)


def by_line_before(displays: Iterable[Display]) -> dict[str, list[Display]]:
    """The displays by the id of the body line before them."""
    found: dict[str, list[Display]] = defaultdict(list)
    for display in displays:
        found[display.after].append(display)
    return found


def _runs(context: DocumentContext, judgement: Judgement) -> Iterator[tuple[list[LayoutLine], str]]:
    """Consecutive equation lines, with the body line before them."""
    run: list[LayoutLine] = []
    after = ""
    for line in context.lines:
        if _is_piece(context, judgement, line):
            if run and not _is_near(run, line, context):
                yield run, after
                run = []
            run.append(line)
        else:
            if run:
                yield run, after
                run = []
            if judgement.is_open(line):
                after = line.id
    if run:
        yield run, after


def _is_piece(context: DocumentContext, judgement: Judgement, line: LayoutLine) -> bool:
    """Whether a line is part of an equation, or was taken for a label or cell next to one."""
    role = judgement.role_of(line)
    if role is not Role.RESIDUAL or line.words:
        return role is Role.EQUATION
    return any(
        judgement.role_of(other) is Role.EQUATION
        and other.column_key == line.column_key
        and abs(other.baseline - line.baseline) <= MAX_PIECE_GAP * context.pitch
        for other in context.lines[max(0, line.index - MAX_AWAY) : line.index + MAX_AWAY + 1]
    )


def _is_near(run: Sequence[LayoutLine], line: LayoutLine, context: DocumentContext) -> bool:
    gap = min(abs(other.baseline - line.baseline) for other in run)
    return run[-1].column_key == line.column_key and gap <= MAX_ROW_GAP * context.pitch


def _by_number(lines: Sequence[LayoutLine]) -> list[list[LayoutLine]]:
    """Split lines into numbered formulas, half-way between two numbers."""
    numbered = [line for line in lines if _number([line])]
    if len(numbered) < 2:
        return [list(lines)]
    parts: list[list[LayoutLine]] = [[] for _ in numbered]
    for line in lines:
        distances = [abs(line.baseline - other.baseline) for other in numbered]
        parts[distances.index(min(distances))].append(line)
    return parts


def _says_something(lines: Sequence[LayoutLine]) -> bool:
    """Whether the lines contain an operator or relation; plain numbers are cells of a table."""
    return sum(line.chars for line in lines) >= MIN_DISPLAY_CHARS and any(
        not OPERATORS.isdisjoint(line.text) for line in lines
    )


def _number(lines: Sequence[LayoutLine]) -> str:
    """The equation number: a separate block at the edge of a line; empty if there is none."""
    for line in lines:
        for block in (line.blocks[-1], line.blocks[0]):
            if match := NUMBER.fullmatch(block.text.strip()):
                return match["number"]
    return ""
