"""Body lines to paragraphs: indents, short lines, gaps, and what stood between two lines."""

from __future__ import annotations

from pdfbot.align.habits import Habits, below_equation, between, measure_habits
from pdfbot.align.insets import is_close, measure_insets
from pdfbot.align.openings import (
    DASHES,
    bullet_end,
    ends_clause,
    opens_bold,
    opens_item,
    opens_lower,
    opens_styled,
    opens_theorem,
)
from pdfbot.dataclass import dataclass, field
from pdfbot.layout.lines import Placed
from pdfbot.model import Verdict
from pdfbot.nonbody.backward import INDENTED
from pdfbot.nonbody.captions import is_verb_after_label, label_of
from pdfbot.nonbody.equations import EQUATION_RULES
from pdfbot.nonbody.labels import LABEL, counts_on
from pdfbot.nonbody.rule import Context

# Points: what is further up is no line of the same paragraph.
WIDEST_GAP = 100


@dataclass(slots=True)
class Draft:
    """A paragraph in the making: its lines, and the left edge of its lines after the first.

    `gap` is the least one between two of its lines that stand under each other.
    """

    lines: list[Placed] = field(default_factory=list)
    hanging: float | None = None
    gap: float = WIDEST_GAP

    def add(self, placed: Placed) -> None:
        self.lines.append(placed)
        self.gap = min(self.gap, placed.above)

    @property
    def pitch(self) -> float:
        """That of its own lines; nothing while there is one line in each place."""
        return self.gap if self.gap < WIDEST_GAP else 0.0


def draft_paragraphs(context: Context) -> list[Draft]:
    """Go through the body lines in reading order; each begins a paragraph or goes on with one."""
    body = list(context.open_lines())
    measure_insets(context, body)
    habits = measure_habits(context, body)
    drafts: list[Draft] = []
    for placed, after in zip(body, [*body[1:], None], strict=False):
        draft = drafts[-1] if drafts else None
        if draft is None or _begins(context, habits, draft, placed, after):
            drafts.append(Draft([placed]))
            continue
        if draft.lines[-1].place != placed.place:
            draft.hanging = placed.line.box.left if len(draft.lines) > 1 or draft.hanging else None
        elif draft.hanging is None:
            draft.hanging = placed.line.box.left
        draft.add(placed)
    return drafts


def _begins(
    context: Context, habits: Habits, draft: Draft, placed: Placed, after: Placed | None
) -> bool:
    """Does this line begin a paragraph?"""
    previous = draft.lines[-1]
    rules = set(between(context, previous, placed))
    text = placed.line.text
    broken = opens_lower(placed) and not ends_clause(previous)
    if placed.line.id in context.trims:
        return True
    if _below_larger(context, placed) and not broken:
        return True
    if "heading" in rules and not (broken or _runs_over(context, previous, placed, rules)):
        return True
    hung_out = -context.thresholds.min_clear_indent * context.em
    if bullet_end(text) and placed.indent > hung_out and text[:1] not in DASHES:
        return True
    equation = bool(rules) and rules <= EQUATION_RULES
    if broken and not LABEL.match(text) and not (equation and habits.indented):
        return False
    if opens_theorem(placed) and (rules or not _flows_into(context, previous, placed)):
        return True
    if previous.place != placed.place or rules - EQUATION_RULES:
        displayed = not EQUATION_RULES.isdisjoint(rules)
        return _begins_after_break(context, habits, draft, placed, after, displayed)
    if equation:
        return _begins_after_equation(context, habits, draft, placed, after)
    return _begins_below(context, habits, draft, placed)


def _flows_into(context: Context, previous: Placed, placed: Placed) -> bool:
    """A full line that ends nothing, and the next one begins in its style."""
    one, other = previous.last_font, placed.first_font
    return (
        not ends_clause(previous)
        and not _is_short(context, previous)
        and (one.bold, one.italic) == (other.bold, other.italic)
    )


def _below_larger(context: Context, placed: Placed) -> bool:
    """Right below a larger line in bold: a heading, whatever rule took it out."""
    t = context.thresholds
    above = context.flow[context.index(placed) - 1]
    return (
        above.place == placed.place
        and not context.is_open(above)
        and context.ratio(above) >= t.min_heading_ratio
        and above.bold >= t.min_mostly
        and placed.above <= t.max_neighbour_pitch * context.pitch
    )


def _runs_over(context: Context, previous: Placed, placed: Placed, rules: set[str]) -> bool:
    """A full line that ends nothing, and no heading or equation is right above where it goes on."""
    above = context.flow[context.index(placed) - 1]
    return (
        not ends_clause(previous)
        and not _is_short(context, previous)
        and (above.place != placed.place or context.rule_of(above) != "heading")
        and EQUATION_RULES.isdisjoint(rules)
    )


def _is_short(context: Context, placed: Placed) -> bool:
    return placed.slack - placed.inset > context.thresholds.short_line * context.em


def _ended(context: Context, habits: Habits, placed: Placed) -> bool:
    return ends_clause(placed) and (_is_short(context, placed) or not habits.justified)


def _first_line_indent(context: Context, placed: Placed, after: Placed | None) -> bool:
    """Indented against its column's edge, or against its own next line."""
    t, em = context.thresholds, context.em
    if not t.min_step * em <= placed.indent <= t.strong_max_indent * em:
        return False
    if after is None or not is_close(context, placed, after):
        return True
    step = placed.line.box.left - after.line.box.left
    return step >= t.min_step * em or abs(placed.slack) > em


def _begins_after_break(
    context: Context,
    habits: Habits,
    draft: Draft,
    placed: Placed,
    after: Placed | None,
    displayed: bool,
) -> bool:
    """A new column or page, or a float in between; `displayed`: an equation as well."""
    previous = draft.lines[-1]
    lower, ended = opens_lower(placed), ends_clause(previous)
    if LABEL.match(placed.line.text) and (ended or _is_short(context, previous)):
        return True
    if _ended(context, habits, previous) and not lower and not (displayed and habits.indented):
        return True
    if not habits.indented or not _first_line_indent(context, placed, after):
        return False
    return not _goes_on_in_list(context, draft, placed) and (ended or not lower)


def _goes_on_in_list(context: Context, draft: Draft, placed: Placed) -> bool:
    """The line begins where the lines of a list item did in the last column."""
    if draft.hanging is None:
        return False
    t, em = context.thresholds, context.em
    hanging = draft.hanging - draft.lines[-1].left
    return hanging >= t.min_clear_indent * em and abs(hanging - placed.indent) < t.min_step * em


def _begins_after_equation(
    context: Context, habits: Habits, draft: Draft, placed: Placed, after: Placed | None
) -> bool:
    """Indented; in documents without indents, below more white space than usual."""
    t, em = context.thresholds, context.em
    left = placed.line.box.left
    if counts_on(draft.lines[0].line.text, placed.line.text):
        return True
    if _hangs(context, draft, placed):
        return False
    if habits.indented:
        base = draft.hanging if draft.hanging is not None else placed.left
        first = draft.lines[0].line.box.left
        indented = left - min(base, left) >= t.min_step * em
        return indented and (len(draft.lines) > 1 or left > first - t.edge_reach * em)
    if opens_lower(placed):
        return False
    step = left - after.line.box.left if is_close(context, placed, after) and after else 0.0
    return step >= t.min_clear_indent * em or below_equation(context, placed) > habits.equation_gap


def _hangs(context: Context, draft: Draft, placed: Placed) -> bool:
    """Level with the words behind the label that opens the paragraph."""
    line = draft.lines[0].line
    label = LABEL.match(line.text)
    start = label.end() if label else bullet_end(line.text)
    if not start:
        return False
    start += line.text[start : start + 1] == " "
    words = line.x_range(start, start + 1)[0]
    return abs(placed.line.box.left - words) < context.thresholds.edge_reach * context.em


def _begins_below(context: Context, habits: Habits, draft: Draft, placed: Placed) -> bool:
    """The next line of the same column: by size, then label, then indent, then a short line."""
    t, em, pitch = context.thresholds, context.em, context.pitch
    previous = draft.lines[-1]
    step = placed.line.box.left - previous.line.box.left
    wide = placed.above > t.paragraph_gap * max(pitch, draft.pitch)
    short, ended = _is_short(context, previous), ends_clause(previous)
    resized = abs(placed.line.size - previous.line.size) >= t.min_resize * em
    if resized and placed.above >= t.min_looser * pitch:
        return True
    if _begins_by_label(context, draft, placed, step, short or wide):
        return True
    usual = habits.indented and abs(placed.indent - habits.first_indent) < t.level_slack * em
    moved = _begins_by_indent(context, draft, placed, step, short or (usual and ended))
    if moved is not None:
        return moved
    indented = habits.indented and draft.hanging is None and placed.indent >= t.min_step * em
    if indented and (short or (usual and ended)):
        return True
    if short and ended and (opens_styled(previous, placed) or _leaves_item(context, draft, placed)):
        return True
    if ended and placed.above >= t.min_looser * pitch and opens_bold(previous, placed):
        return True
    if short and habits.justified and ended:
        early = previous.slack - previous.inset >= t.min_unindented_end * em
        return wide or not habits.indented or early
    return wide and ended and (not habits.indented or short)


def _begins_by_label(
    context: Context, draft: Draft, placed: Placed, step: float, apart: bool
) -> bool:
    """A bullet or label where something else shows an item too, or where it counts on."""
    reach = context.thresholds.edge_reach * context.em
    text, first = placed.line.text, draft.lines[0].line
    shifted = apart or step < -reach
    if bullet_end(text) and shifted:
        return True
    if not LABEL.match(text):
        return False
    level = abs(placed.line.box.left - first.box.left) <= reach
    return shifted or step > reach or (level and counts_on(first.text, text))


def _leaves_item(context: Context, draft: Draft, placed: Placed) -> bool:
    """Back at the left edge of the list item above, where its own lines would hang."""
    edge = draft.lines[0].line.box.left + context.thresholds.edge_reach * context.em
    return opens_item(draft.lines[0]) and placed.line.box.left < edge


def _begins_by_indent(
    context: Context, draft: Draft, placed: Placed, step: float, short: bool
) -> bool | None:
    """What the left edge says against the paragraph's own, or against the line above."""
    t = context.thresholds
    least = t.min_step * context.em
    if draft.hanging is not None:
        shift = placed.line.box.left - draft.hanging
        if shift >= least:
            return short or placed.math < t.min_mostly
        return True if shift <= -least else None
    ended = ends_clause(draft.lines[-1])
    if step >= least and not opens_item(draft.lines[0]):
        return short or ended or step > context.em
    ended |= opens_item(draft.lines[0]) and not opens_lower(placed)
    return short and ended if step <= -least else None


def draft_as_published(context: Context) -> list[Draft]:
    """Section 4.5: a wider gap or a larger x begins a paragraph; captions have no verb and go."""
    drafts: list[Draft] = []
    for placed in context.open_lines():
        previous = drafts[-1].lines[-1] if drafts else None
        if previous is None or _begins_as_published(context, previous, placed):
            drafts.append(Draft())
        drafts[-1].lines.append(placed)
    kept = []
    for draft in drafts:
        text = " ".join(p.line.text for p in draft.lines)
        label = label_of(text)
        if label is not None and not is_verb_after_label(text):
            for placed in draft.lines:
                placed.verdict = Verdict(placed.line.id, f"caption_{label.kind}")
        else:
            kept.append(draft)
    return kept


def _begins_as_published(context: Context, previous: Placed, placed: Placed) -> bool:
    """A gap over BASE_LS + Γ₄, or further in than the line above; in a new column, indented."""
    if previous.place != placed.place:
        return placed.indent > INDENTED
    gap = previous.line.baseline - placed.line.baseline
    step = placed.line.box.left - previous.line.box.left
    return gap > context.pitch + context.thresholds.gamma4_spacing or step > INDENTED
