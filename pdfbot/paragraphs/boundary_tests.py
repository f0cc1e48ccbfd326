"""Tests for paragraph starts: anywhere, after a break, and below an equation."""

from __future__ import annotations

from pdfbot.decisions import (
    DecisionTable,
    Measurement,
    Test,
    at_least,
    holds,
    less_than,
    more_than,
)
from pdfbot.layout.line_features import MAJORITY
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.model import BEGINS, CONTINUES, Start
from pdfbot.paragraphs.boundary import ONLY_EQUATION, Boundary
from pdfbot.paragraphs.insets import SAME_INDENT
from pdfbot.paragraphs.line_cues import bullet_end, starts_term, starts_theorem
from pdfbot.rules import Role
from pdfbot.text.list_labels import counts_on
from pdfbot.text.vocabulary import DASH_BULLETS

# Ratio to the body's size: larger lines are headings in any weight.
MUCH_LARGER = 1.25

Held = Measurement | None


def always(_: Boundary) -> Held:
    return holds(True)


def run_in_heading(b: Boundary) -> Held:
    return holds(b.line.id in b.setting.body.judgement.body_starts)


def page_missing(b: Boundary) -> Held:
    """A page between the two lines was not read, so the text does not continue."""
    between = range(b.previous.page + 1, b.line.page)
    known = b.setting.body.context.layout_by_page
    return holds(any(number not in known for number in between))


def below_larger_line(b: Boundary) -> Held:
    """Right below a larger bold or a much larger line: a heading, whichever rule removed it."""
    body, t, line = b.setting.body, b.thresholds, b.line
    above = body.line_before(line)
    if b.mid_sentence or body.judgement.is_open(above) or above.column_key != line.column_key:
        return None
    if line.above > t.max_neighbour_gap * max(b.setting.pitch, USUAL_PITCH * above.size):
        return None
    ratio = body.context.ratio(above)
    if above.bold >= MAJORITY:
        return at_least(ratio, t.min_heading_ratio, "min_heading_ratio")
    return at_least(ratio, MUCH_LARGER)


def below_heading(b: Boundary) -> Held:
    """A heading is in between, unless it interrupts a sentence."""
    if Role.HEADING not in b.roles or b.mid_sentence:
        return None
    return holds(not _continues_past_heading(b))


def _continues_past_heading(b: Boundary) -> bool:
    """An unfinished full line, continued with no heading right above or equation between."""
    above = b.setting.body.line_before(b.line)
    heading = b.setting.body.judgement.role_of(above) is Role.HEADING
    return (
        not b.ended
        and not b.is_short
        and (above.column_key != b.line.column_key or not heading)
        and Role.EQUATION not in b.roles
    )


def bullet(b: Boundary) -> Held:
    """A bullet, unless it is a dash, which may be part of a sentence."""
    text = b.line.text
    return holds(
        bullet_end(text) and text[:1] not in DASH_BULLETS and b.indent > -b.thresholds.min_step
    )


def next_label(b: Boundary) -> Held:
    """A label that continues the count of the item above: "2)" after "1)"."""
    return holds(b.labelled and counts_on(b.group.first.text, b.line.text))


def next_dash(b: Boundary) -> Held:
    """The dash that the item above begins with, left of the lines that hang below it."""
    text, first = b.line.text, b.group.first.text
    if text[:1] not in DASH_BULLETS or text[:1] != first[:1] or not bullet_end(text):
        return None
    step = b.next_step if b.shift is None or b.group.count == 1 else b.shift
    return None if step is None else at_least(-step, b.thresholds.min_step, "min_step")


def mid_sentence(b: Boundary) -> Held:
    """Lower case continues an unfinished sentence; below an equation, the indent decides."""
    if not b.mid_sentence or b.labelled:
        return None
    return holds(not (b.roles == ONLY_EQUATION and b.style.indented))


def theorem_head(b: Boundary) -> Held:
    """A styled head such as "Theorem 3.", unless a sentence runs into it in the same style."""
    if not starts_theorem(b.line):
        return None
    one, other = b.previous.last_font, b.line.first_font
    same_style = (one.bold, one.italic) == (other.bold, other.italic)
    return holds(b.roles or b.ended or b.is_short or not same_style)


def label_after_end(b: Boundary) -> Held:
    """A label after a line that ends early or ends a clause."""
    return holds(b.labelled and (b.ended or b.is_short))


def short_end_before_break(b: Boundary) -> Held:
    """The end of a sentence in a line that ends early; in ragged text, far from the edge.

    Where first lines are indented, an equation at the foot of a column ends no paragraph.
    """
    if not b.ended or b.lowercase or (b.style.indented and Role.EQUATION in b.roles):
        return None
    if b.style.justified:
        return more_than(b.slack, b.thresholds.short_line, "short_line")
    return more_than(b.slack, b.thresholds.min_unindented_end, "min_unindented_end")


def first_line_indent(b: Boundary) -> Held:
    """Indented from the edge of the column, and from the next line unless that is short."""
    if not b.style.indented or (b.lowercase and not b.ended):
        return None
    if _continues_item(b) and not b.goes_on_further_left:
        return None
    t, step = b.thresholds, b.next_step
    if b.indent > t.strong_max_indent:
        return None
    if step is not None and step < t.min_step and abs(b.line.right_slack) <= b.setting.em:
        return None
    return at_least(b.indent, t.min_step, "min_step")


def _continues_item(b: Boundary) -> bool:
    """Whether the line has the indent of a list item's lines in the previous column."""
    if b.group.hanging is None:
        return False
    hanging = (b.group.hanging - b.previous.left) / b.setting.em
    t = b.thresholds
    return hanging >= t.min_step and abs(hanging - b.indent) < t.min_step


def item_ended_before_break(b: Boundary) -> Held:
    """A list item whose last line has room for the next word, which is no small letter."""
    if not b.in_item or b.lowercase:
        return None
    return more_than(b.room, b.thresholds.short_line, "short_line")


def hangs_as_above(b: Boundary) -> Held:
    """The first line of a hanging paragraph, like the one in the column above."""
    shift, step = b.shift, b.next_step
    if shift is None or step is None or b.lowercase or abs(step - shift) > SAME_INDENT:
        return None
    return at_least(-step, b.thresholds.min_step, "min_step")


def term_after_colon(b: Boundary) -> Held:
    """Bold words at the start, below a colon: the first term of a description."""
    is_below = b.previous.text.endswith(":") and Role.EQUATION not in b.roles
    return holds(is_below and starts_term(b.previous, b.line))


def lowercase_after_equation(b: Boundary) -> Held:
    """In a document that does not indent first lines."""
    return holds(b.lowercase and not b.style.indented)


def _indent_after_equation(b: Boundary) -> float:
    """The indent from the left edge of the paragraph above, or else of the column; at least 0."""
    left, hanging = b.line.box.left, b.group.hanging
    base = b.line.left if hanging is None else hanging
    return (left - min(base, left)) / b.setting.em


def indent_after_equation(b: Boundary) -> Held:
    """Indented, except below the first line of a list item, whose other lines are indented."""
    if b.group.count == 1 and b.in_item:
        return None
    return at_least(_indent_after_equation(b), b.thresholds.min_step, "min_step")


def no_indent_after_equation(b: Boundary) -> Held:
    """The document indents first lines, and this line is not indented."""
    if not b.style.indented:
        return None
    return less_than(_indent_after_equation(b), b.thresholds.min_step, "min_step")


def space_after_equation(b: Boundary) -> Held:
    """More white space than usual below the equations of the document, in pitches."""
    pitch = b.setting.pitch
    gap = b.setting.body.gap_below_equation(b.line)
    return more_than(gap / pitch, b.style.equation_gap / pitch)


ANYWHERE: DecisionTable[[Boundary], Start] = DecisionTable(
    "anywhere",
    (
        Test("run_in_heading", BEGINS, run_in_heading),
        Test("page_missing", BEGINS, page_missing),
        Test("below_heading", BEGINS, below_heading),
        Test("below_larger_line", BEGINS, below_larger_line),
        Test("bullet", BEGINS, bullet),
        Test("next_label", BEGINS, next_label),
        Test("next_dash", BEGINS, next_dash),
        Test("mid_sentence", CONTINUES, mid_sentence),
        Test("theorem_head", BEGINS, theorem_head),
    ),
)
AFTER_BREAK: DecisionTable[[Boundary], Start] = DecisionTable(
    "after a break",
    (
        Test("label_after_end", BEGINS, label_after_end),
        Test("short_end_before_break", BEGINS, short_end_before_break),
        Test("first_line_indent", BEGINS, first_line_indent),
        Test("item_ended_before_break", BEGINS, item_ended_before_break),
        Test("hangs_as_above", BEGINS, hangs_as_above),
        Test("term_after_colon", BEGINS, term_after_colon),
        Test("nothing_ended_before_break", CONTINUES, always),
    ),
)
AFTER_EQUATION: DecisionTable[[Boundary], Start] = DecisionTable(
    "after an equation",
    (
        Test("lowercase_after_equation", CONTINUES, lowercase_after_equation),
        Test("indent_after_equation", BEGINS, indent_after_equation),
        Test("no_indent_after_equation", CONTINUES, no_indent_after_equation),
        Test("space_after_equation", BEGINS, space_after_equation),
        Test("equation_within_paragraph", CONTINUES, always),
    ),
)
