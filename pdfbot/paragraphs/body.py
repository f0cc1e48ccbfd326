"""The body lines of a document, and what was removed between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.insets import measure_insets
from pdfbot.rules import Role


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
        """White space between the end of a line and the right edge of its own block."""
        return line.right_slack - self.insets.get(line.index, 0.0)

    def roles_between(self, upper: LayoutLine, lower: LayoutLine) -> frozenset[Role | None]:
        """The roles of the lines that were removed between two body lines."""
        between = self.context.lines[upper.index + 1 : lower.index]
        return frozenset(map(self.judgement.role_of, between))

    def line_before(self, line: LayoutLine) -> LayoutLine:
        """The line before this one in reading order, body text or not."""
        return self.context.lines[line.index - 1]

    def gap_below_equation(self, line: LayoutLine) -> float:
        """White space between a display equation and the line below it."""
        return self.line_before(line).box.bottom - line.baseline
