"""Lines of columns, the rules that judged them, and where they begin paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pdfbot.decisions import PRESENT, Comparison, Decision
from pdfbot.frozen_objects import quick_to_make
from pdfbot.model.pages import Box, PageBox, TextBlock
from pdfbot.model.values import Brief, Exact, LineId, PageNumber, Points
from pdfbot.record_fields import Key, Mark
from pdfbot.rules import Rule


@quick_to_make
@dataclass(frozen=True, slots=True, repr=False)
class Line(Brief):
    """One line of one column; its text has a space wherever the page shows one."""

    id: Annotated[str, "page, column and line, such as `p3.c2.l17`"]
    page: Annotated[PageNumber, "page number"]
    column: Annotated[int, "column on the page"]
    blocks: Annotated[
        tuple[TextBlock, ...], Mark.NOT_WRITTEN, "the runs of characters that it is made of"
    ] = field(repr=False)
    text: Annotated[str, "the line as printed"]
    box: Annotated[Box, "where it is"] = field(repr=False)
    baseline: Annotated[Points, "height of the baseline above the bottom of the page"] = field(
        repr=False
    )
    size: Annotated[Points, "font size"]

    @property
    def starts(self) -> tuple[int, ...]:
        """The offset in `text` at which each block starts."""
        return tuple(start for _, start in self._blocks_with_starts())

    def _blocks_with_starts(self) -> Iterator[tuple[TextBlock, int]]:
        """Each block with the offset of its text; no block starts with a space."""
        end = 0
        for block in self.blocks:
            start = end if self.text.startswith(block.text, end) else end + 1
            yield block, start
            end = start + len(block.text)

    @property
    def density(self) -> float:
        """The paper's Char-TBK density: non-blank characters per text block."""
        return len("".join(self.text.split())) / max(len(self.blocks), 1)

    def x_range(self, start: int, end: int) -> tuple[float, float]:
        """The left and right edge of the characters `start` to `end` (exclusive) of the text."""
        blocks, text = self.blocks, self.text
        if len(blocks) == 1 and blocks[0].text == text and 0 <= start < end <= len(text):
            edges = blocks[0].edges
            left, right = edges[start], edges[end]
            return (left, right) if left <= right else (right, left)
        return self.x_ranges([(start, end)])[0]

    def x_ranges(self, ranges: Iterable[tuple[int, int]]) -> list[tuple[float, float]]:
        """The same for several ranges that do not overlap, in order."""
        blocks = self._blocks_with_starts()
        block, first = next(blocks, (None, 0))
        found = []
        for start, end in ranges:
            left, right = float("inf"), float("-inf")
            while block is not None and first < end:
                length = len(block.text)
                low, high = max(start - first, 0), min(end - first, length)
                if low < high:
                    left = min(left, block.edges[low], block.edges[high])
                    right = max(right, block.edges[low], block.edges[high])
                if first + length > end:  # the next range may start in this block
                    break
                block, first = next(blocks, (None, 0))
            found.append((left, right) if left <= right else (self.box.left, self.box.left))
        return found


@quick_to_make
@dataclass(frozen=True, slots=True)
class Finding:
    """The test that decided: what it measured, how it compared that, and with which limit.

    `threshold` names the limit if `--set` can change it; "" if the limit is fixed.
    """

    test: Annotated[str, "name of the test"]
    measured: Annotated[Exact, "what it measured; 1 if it only asks whether something is there"]
    comparison: Annotated[Comparison, "how `measured` compares with `limit`"]
    limit: Annotated[Exact, "what it was compared with"]
    threshold: Annotated[
        str,
        "the name under which `--set` changes the limit, as in "
        "[algorithm.md](algorithm.md#table-of-thresholds); empty if it is fixed",
    ]

    @staticmethod
    def of(found: Decision[Any]) -> Finding:
        """What the test measured that decided."""
        by = found.measurement
        return Finding(found.test, by.measured, by.comparison, by.limit, by.threshold)


@quick_to_make
@dataclass(frozen=True, slots=True)
class Verdict:
    """The rule that removed a line, or `Rule.BODY`, and what the rule measured."""

    line_id: Annotated[LineId, Key("line"), "`id` of the line"]
    rule: Annotated[Rule, "`body`, or the rule that took the line out: a value of `pdfbot.Rule`"]
    finding: Annotated[Finding | None, "what the rule measured"] = None

    @property
    def line(self) -> str:
        """`line_id`, by its name in JSON."""
        return self.line_id

    @property
    def is_body(self) -> bool:
        """Whether the line is body text."""
        return self.rule is Rule.BODY


# Whether a body line begins a paragraph or goes on with one.
Start: TypeAlias = Literal["begins", "continues"]
BEGINS: Literal["begins"] = "begins"
CONTINUES: Literal["continues"] = "continues"
StartDecision: TypeAlias = Decision[Start]
# Nothing to go on with.
FIRST_LINE: StartDecision = Decision("first_line", BEGINS, PRESENT)


@quick_to_make
@dataclass(frozen=True, slots=True)
class Reason:
    """Why a body line begins a paragraph or goes on with one: the test that decided."""

    line_id: Annotated[LineId, Key("line"), "`id` of the line"]
    outcome: Annotated[Start, "whether the line begins a paragraph or goes on with one"]
    finding: Annotated[Finding, "the test that decided, and what it measured"]

    @property
    def line(self) -> str:
        """`line_id`, by its name in JSON."""
        return self.line_id


@quick_to_make
@dataclass(frozen=True, slots=True)
class Span:
    """The part of something on one line."""

    page: Annotated[PageNumber, "page number"]
    line_id: Annotated[LineId, Key("line"), "`id` of the line"]
    start: Annotated[int, "first character of the line's text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    box: Annotated[Box, "where this part is"]

    @property
    def line(self) -> str:
        """`line_id`, by its name in JSON."""
        return self.line_id


class Placed(Brief):
    """Where something is printed, by its spans: one for each of its lines, in reading order."""

    __slots__ = ()

    spans: tuple[Span, ...]

    @property
    def page(self) -> int:
        """The page on which it starts."""
        return self.spans[0].page

    @property
    def box(self) -> Box:
        """The box around it on the page on which it starts."""
        return Box.around(span.box for span in self.spans if span.page == self.page)

    @property
    def boxes(self) -> tuple[PageBox, ...]:
        """The box of each of its lines, with the page that it is on."""
        return tuple(PageBox.on(span.page, span.box) for span in self.spans)

    @property
    def line_ids(self) -> tuple[str, ...]:
        """The ids of its lines."""
        return tuple(span.line_id for span in self.spans)
