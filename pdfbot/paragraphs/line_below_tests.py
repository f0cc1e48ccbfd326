"""Tests for paragraph starts right below a body line of the same column."""

from __future__ import annotations

from pdfbot.decisions import DecisionTable, Test, at_least, holds, more_than
from pdfbot.layout.fonts import SIZE_SLACK, size_change
from pdfbot.model import BEGINS, CONTINUES, Start
from pdfbot.paragraphs.boundary import Boundary
from pdfbot.paragraphs.boundary_tests import Held, always
from pdfbot.paragraphs.line_cues import starts_styled, starts_term
from pdfbot.paragraphs.paragraph_style import is_hanging


def other_size(b: Boundary) -> Held:
    """Another font size, with a gap that is visibly wider than usual."""
    if not b.setting.scales.is_apart(b.line):
        return None
    return more_than(size_change(b.line.size, b.previous.size), SIZE_SLACK)


def item_below_short_line(b: Boundary) -> Held:
    return more_than(b.slack, b.thresholds.short_line, "short_line") if b.is_item else None


def item_further_left(b: Boundary) -> Held:
    """Whether the paragraph above has an indented first line, so that others start further left."""
    if (b.group.count == 1 and not b.ended) or not b.is_item:
        return None
    return more_than(-b.step, b.thresholds.edge_reach, "edge_reach")


def usual_indent(b: Boundary) -> Held:
    """The line has the document's first-line indent, and the next line starts further left.

    A list item above may end without a full stop.
    """
    is_shown = b.in_item and (b.is_short or b.goes_on_further_left)
    is_closed = b.may_have_ended or (is_shown and not b.lowercase)
    step = b.next_step if is_closed and b.has_usual_indent else None
    return None if step is None else at_least(step, b.thresholds.min_step, "min_step")


def hanging_lines_below(b: Boundary) -> Held:
    """The first line of a paragraph that hangs, below the end of a sentence."""
    if not b.ended or b.after is None or not is_hanging(b.setting.body, b.line, b.after):
        return None
    step = (b.after.indent - b.line.indent) / b.setting.em
    return at_least(step, b.thresholds.min_step, "min_step")


def right_of_paragraph(b: Boundary) -> Held:
    shift = b.shift
    return None if shift is None else at_least(shift, b.thresholds.min_step, "min_step")


def left_of_paragraph(b: Boundary) -> Held:
    shift = b.shift
    return None if shift is None else at_least(-shift, b.thresholds.min_step, "min_step")


def _is_second_line(b: Boundary) -> bool:
    """Whether the paragraph above has one line so far, whose left edge may be another."""
    return b.group.hanging is None


def indent_below_end(b: Boundary) -> Held:
    if not _is_second_line(b) or not (b.is_short or b.ended) or b.in_item:
        return None
    return at_least(b.step, b.thresholds.min_step, "min_step")


def outdent_below_end(b: Boundary) -> Held:
    """Further left than a single line that ended early; an item may end without a full stop."""
    if not _is_second_line(b) or not b.is_closed:
        return None
    if not b.ended and (b.lowercase or not b.in_item):
        return None
    return at_least(-b.step, b.thresholds.min_step, "min_step")


def below_first_line(b: Boundary) -> Held:
    """The second line of a paragraph starts further left than the first, which is indented."""
    if not _is_second_line(b):
        return None
    return at_least(-b.step, b.thresholds.min_step, "min_step")


def same_indent_below_end(b: Boundary) -> Held:
    """As far inside as the line above, which was a paragraph by itself."""
    if not b.style.indented or not _is_second_line(b) or not b.is_closed:
        return None
    return at_least(b.indent, b.thresholds.min_step, "min_step")


def styled_start(b: Boundary) -> Held:
    """Bold or italic words at the start, below a line that ended early."""
    if not b.ended or not starts_styled(b.previous, b.line):
        return None
    return more_than(b.slack, b.thresholds.short_line, "short_line")


def short_line_above(b: Boundary) -> Held:
    """In justified text without indents a line that ends early ends a paragraph."""
    if not b.may_have_ended or not b.style.justified or b.style.indented:
        return None
    return more_than(b.slack, b.thresholds.short_line, "short_line")


def very_short_line_above(b: Boundary) -> Held:
    """In justified text a line that ends far from the edge ends a paragraph in any style."""
    if not b.ended or not b.style.justified:
        return None
    return at_least(b.slack, b.thresholds.min_unindented_end, "min_unindented_end")


def paragraph_gap(b: Boundary) -> Held:
    """White space; in a document that indents, only below a short line."""
    if not b.may_have_ended or (b.style.indented and not b.is_short):
        return None
    return at_least(b.gap, b.setting.scales.visible_gap, "visible_gap")


def clear_gap(b: Boundary) -> Held:
    """A gap so wide that it separates paragraphs even in a document that indents them."""
    return (
        more_than(b.gap, b.thresholds.max_block_gap, "max_block_gap") if b.may_have_ended else None
    )


def gap_below_short_line(b: Boundary) -> Held:
    """A wide gap below a short line or an item without a full stop, above no small letter."""
    if b.lowercase or (b.slack < b.thresholds.min_unindented_end and not b.in_item):
        return None
    return more_than(b.gap, b.thresholds.max_block_gap, "max_block_gap")


def term_below_gap(b: Boundary) -> Held:
    """Bold words at the start, below a wide gap: the next term of a description."""
    if b.lowercase or not starts_term(b.previous, b.line):
        return None
    return more_than(b.gap, b.thresholds.max_block_gap, "max_block_gap")


def unfinished_sentence(b: Boundary) -> Held:
    return holds(not b.ended)


BELOW_LINE: DecisionTable[[Boundary], Start] = DecisionTable(
    "below a line",
    (
        Test("other_size", BEGINS, other_size),
        Test("item_below_short_line", BEGINS, item_below_short_line),
        Test("item_further_left", BEGINS, item_further_left),
        Test("usual_indent", BEGINS, usual_indent),
        Test("hanging_lines_below", BEGINS, hanging_lines_below),
        Test("right_of_paragraph", BEGINS, right_of_paragraph),
        Test("left_of_paragraph", BEGINS, left_of_paragraph),
        Test("indent_below_end", BEGINS, indent_below_end),
        Test("outdent_below_end", BEGINS, outdent_below_end),
        Test("below_first_line", CONTINUES, below_first_line),
        Test("same_indent_below_end", BEGINS, same_indent_below_end),
        Test("styled_start", BEGINS, styled_start),
        Test("short_line_above", BEGINS, short_line_above),
        Test("very_short_line_above", BEGINS, very_short_line_above),
        Test("paragraph_gap", BEGINS, paragraph_gap),
        Test("clear_gap", BEGINS, clear_gap),
        Test("gap_below_short_line", BEGINS, gap_below_short_line),
        Test("term_below_gap", BEGINS, term_below_gap),
        Test("unfinished_sentence", CONTINUES, unfinished_sentence),
        Test("nothing_sets_it_apart", CONTINUES, always),
    ),
)
