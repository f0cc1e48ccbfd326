"""The kinds of values that fields have, and how they are written to records."""

from __future__ import annotations

from dataclasses import fields
from reprlib import Repr
from typing import Annotated, TypeAlias

from pdfbot.notation import Script
from pdfbot.record_fields import IdOf, Mark, Rounded

# Decimal places in records: a thousandth of a point is not visible.
POINT_DIGITS = 3
MEASURE_DIGITS = 6
EXACT_DIGITS = 30

Points: TypeAlias = Annotated[float, Rounded(POINT_DIGITS)]
Measure: TypeAlias = Annotated[float, Rounded(MEASURE_DIGITS, finite=False)]
# What was measured must stay on its side of the limit.
Exact: TypeAlias = Annotated[float, Rounded(EXACT_DIGITS, finite=False)]
PageNumber: TypeAlias = Annotated[int, Mark.PAGE_NUMBER]
LineId: TypeAlias = Annotated[str, IdOf("Line")]
SentenceId: TypeAlias = Annotated[str, IdOf("Sentence")]
ParagraphId: TypeAlias = Annotated[str, IdOf("Paragraph")]
SectionId: TypeAlias = Annotated[str, IdOf("Section")]
EquationId: TypeAlias = Annotated[str, IdOf("Equation")]
ReferenceId: TypeAlias = Annotated[str, IdOf("Reference")]
StableId: TypeAlias = Annotated[str, "stable for the same file and version"]
HeadingPath: TypeAlias = Annotated[
    tuple[str, ...], "the headings above it, from the outermost to its own"
]

Scripts: TypeAlias = Annotated[
    tuple[Script, ...], "what is raised or lowered in its text, the outer before the inner"
]

# Longer texts and sequences are abbreviated.
_REPR = Repr()
_REPR.maxstring = 80
_REPR.maxtuple = 4


class Brief:
    """A dataclass whose repr fits on a line or two, whatever it contains."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = [
            f"{item.name}={_REPR.repr(getattr(self, item.name))}"
            for item in fields(self)  # type: ignore[arg-type]
            if item.repr
        ]
        return f"{type(self).__name__}({', '.join(shown)})"
