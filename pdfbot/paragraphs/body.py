"""The body lines of a document, and what was removed between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.equations import has_relation
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.insets import measure_insets
from pdfbot.rules import Role

# Ems: the height of letters above their baseline.
LETTER_TOP = 0.75


@dataclass(frozen=True, slots=True)
class Body:
    """The lines that form paragraphs, in reading order."""

    context: DocumentContext
    judgement: Judgement
    lines: Sequence[LayoutLine]
    insets: Mapping[int, float]

    @staticmethod
    def of(context: DocumentContext, judgement: Judgement) -> Body:
        lines = [line for line in context.lines if judgement.is_open(line)]
        return Body(context, judgement, lines, measure_insets(context, lines))

    def slack(self, line: LayoutLine) -> float:
        """White space between the end of a line and the right edge of its block."""
        return line.right_slack - self.insets.get(line.index, 0.0)

    def roles_between(self, upper: LayoutLine, lower: LayoutLine) -> frozenset[Role | None]:
        """The roles of the lines that were removed between two body lines."""
        between = self.context.lines[upper.index + 1 : lower.index]
        return frozenset(map(self.judgement.role_of, between))

    def line_before(self, line: LayoutLine) -> LayoutLine:
        """The previous line in reading order, whether body text or not."""
        return self.context.lines[line.index - 1]

    def gap_below_equation(self, line: LayoutLine) -> float:
        """White space that is left below a display equation, however deep the equation is.

        The line below is as far from the baseline of a display as lines are from each other, or
        right below a deep one such as a fraction; the white space is added to that.
        """
        context = self.context
        display = [self.line_before(line)]
        while (index := display[-1].index) and self._continues_display(
            context.lines[index - 1], display[-1]
        ):
            display.append(context.lines[index - 1])
        bottom = min(piece.box.bottom for piece in display)
        relations = (
            block.baseline
            for block in (block for piece in display for block in piece.blocks)
            if context.scales.ratio(block.font.size) == 1.0 and has_relation(block.text)
        )
        main = min(relations, default=bottom)
        return min(
            main - line.baseline - context.pitch, bottom - line.baseline - LETTER_TOP * context.em
        )

    def _continues_display(self, above: LayoutLine, piece: LayoutLine) -> bool:
        is_equation = self.judgement.role_of(above) is Role.EQUATION
        return is_equation and above.column_key == piece.column_key
