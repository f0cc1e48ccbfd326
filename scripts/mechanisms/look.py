"""How a generated document looks apart from its mechanism: page, columns, fonts, paragraphs."""

from __future__ import annotations

from dataclasses import dataclass

from world.house_style import A4, LETTER
from world.typesetting import Column, Style

# Points.
SIZES = (9.0, 9.5, 10.0, 10.5, 11.0)
GUTTER = 18.0
SIDE_MARGIN = 62.0
TOP_MARGIN = 74.0
BOTTOM_MARGIN = 70.0
HEADER_DROP = 42.0
FOOTER_RISE = 36.0
# Times the size.
LEADINGS = (1.17, 1.22, 1.3)
INDENTS = (1.0, 1.5, 2.0)
# Lines: the gap between paragraphs that are not indented.
PARAGRAPH_GAPS = (0.5, 0.7, 1.0)
FACES = (
    ("Times-Roman", "Times-Bold", "Times-Italic"),
    ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique"),
)


@dataclass(frozen=True, slots=True)
class Look:
    """The parameters that vary from document to document; sizes are in points."""

    page: tuple[float, float]
    columns: int
    faces: tuple[str, str, str]
    size: float
    leading: float
    indent: float
    gap: float
    align: str

    @property
    def body(self) -> Style:
        return Style(
            self.faces[0], self.size, self.leading, self.align, indent=self.indent, after=self.gap
        )

    @property
    def flush(self) -> Style:
        """A paragraph without an indent: the first of a section, or a continuation."""
        return Style(self.faces[0], self.size, self.leading, self.align, after=self.gap)

    @property
    def note(self) -> Style:
        small = round(0.82 * self.size, 1)
        return Style(self.faces[0], small, round(1.18 * small, 2), self.align)

    @property
    def caption(self) -> Style:
        small = round(0.88 * self.size, 1)
        return Style(self.faces[0], small, round(1.18 * small, 2), "left")

    def heading(self, **changes: object) -> Style:
        usual: dict[str, object] = {
            "face": self.faces[1],
            "size": round(1.2 * self.size, 1),
            "leading": round(1.44 * self.size, 1),
            "align": "left",
            "before": 1.2 * self.leading,
            "after": 0.5 * self.leading,
            "is_heading": True,
        }
        return Style(**{**usual, **changes})  # type: ignore[arg-type]

    def areas(self, page: int, top: float, bottom: float = BOTTOM_MARGIN) -> list[Column]:
        """The columns of a page."""
        left, right = SIDE_MARGIN, self.page[0] - SIDE_MARGIN
        if self.columns == 1:
            return [Column(page, left, right, top, bottom)]
        middle = (left + right) / 2
        return [
            Column(page, left, middle - GUTTER / 2, top, bottom),
            Column(page, middle + GUTTER / 2, right, top, bottom),
        ]

    @property
    def top(self) -> float:
        return self.page[1] - TOP_MARGIN

    def wide(self, page: int, top: float) -> Column:
        """The area across all columns."""
        return Column(page, SIDE_MARGIN, self.page[0] - SIDE_MARGIN, top, BOTTOM_MARGIN)


def choose_look(number: int) -> Look:
    """The look for a number; consecutive numbers differ in all parameters."""
    size = SIZES[number % len(SIZES)]
    leading = round(size * LEADINGS[number // 2 % len(LEADINGS)], 2)
    indented = number // 4 % 2 == 0
    return Look(
        page=(A4, LETTER)[number % 2],
        columns=1 + number // 2 % 2,
        faces=FACES[number // 3 % 3 == 2],
        size=size,
        leading=leading,
        indent=INDENTS[number % len(INDENTS)] * size if indented else 0.0,
        gap=0.0 if indented else PARAGRAPH_GAPS[number % len(PARAGRAPH_GAPS)] * leading,
        align="left" if number % 7 == 3 else "justify",
    )
