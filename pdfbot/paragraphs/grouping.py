"""Body lines to paragraphs, by indents, short lines, gaps, and what lies between two lines."""

from __future__ import annotations

from dataclasses import dataclass

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import USUAL_PITCH, DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.body import Body
from pdfbot.paragraphs.insets import is_close
from pdfbot.paragraphs.line_cues import (
    bullet_end,
    continues_sentence,
    ends_clause,
    starts_bold,
    starts_item,
    starts_lowercase,
    starts_styled,
    starts_theorem,
)
from pdfbot.paragraphs.paragraph_style import is_hanging, measure_style
from pdfbot.rules import Role
from pdfbot.text.list_labels import LABEL, counts_on
from pdfbot.text.vocabulary import DASH_BULLETS

# Ratio to the body's size: larger lines are headings in any weight.
MUCH_LARGER = 1.25
# Pitches: more white space separates paragraphs even in a document that indents them.
MIN_CLEAR_GAP = 1.4
# Points: larger baseline distances do not occur within a paragraph.
MAX_GAP = 100


@dataclass(slots=True)
class Group:
    """A paragraph under construction.

    `hanging` is the left edge of its lines after the first, `gap` the smallest baseline distance
    between two of its lines.
    """

    lines: list[LayoutLine]
    hanging: float | None = None
    gap: float = MAX_GAP

    def add(self, line: LayoutLine) -> None:
        if self.last.column_key != line.column_key or self.last.left != line.left:
            self.hanging = line.box.left if len(self.lines) > 1 or self.hanging else None
        elif self.hanging is None:
            self.hanging = line.box.left
        self.lines.append(line)
        self.gap = min(self.gap, line.above)

    @property
    def first(self) -> LayoutLine:
        return self.lines[0]

    @property
    def last(self) -> LayoutLine:
        return self.lines[-1]

    @property
    def pitch(self) -> float:
        """The pitch of its own lines; 0 while no two of them are in the same column."""
        return self.gap if self.gap < MAX_GAP else 0.0


def group_paragraphs(context: DocumentContext, judgement: Judgement) -> list[list[LayoutLine]]:
    """Group the body lines in reading order: each one begins a paragraph or continues one."""
    body = Body.of(context, judgement)
    grouper = _Grouper(body)
    groups: list[Group] = []
    for line, after in zip(body.lines, [*body.lines[1:], None], strict=False):
        if groups and not grouper.begins(groups[-1], line, after):
            groups[-1].add(line)
        else:
            groups.append(Group([line]))
    return [group.lines for group in groups]


class _Grouper:
    """Decides line by line whether a paragraph begins."""

    def __init__(self, body: Body) -> None:
        self._body, self._context = body, body.context
        self._thresholds, self._em = body.context.thresholds, body.context.em
        self._style = measure_style(body)

    def begins(self, group: Group, line: LayoutLine, after: LayoutLine | None) -> bool:
        """Does the line begin a paragraph, or continue the group?"""
        previous, text = group.last, line.text
        roles = self._body.roles_between(previous, line)
        mid_sentence = continues_sentence(previous, line)
        if line.id in self._body.judgement.body_starts or self._is_page_missing(previous, line):
            return True
        if self._is_below_larger_bold(line) and not mid_sentence:
            return True
        if Role.HEADING in roles and not (
            mid_sentence or self._continues_past_heading(previous, line, roles)
        ):
            return True
        min_indent = -self._thresholds.min_clear_indent * self._em
        if bullet_end(text) and line.indent > min_indent and text[:1] not in DASH_BULLETS:
            return True
        after_equation = roles == {Role.EQUATION}
        if mid_sentence and not LABEL.match(text) and not (after_equation and self._style.indented):
            return False
        if starts_theorem(line) and (roles or not self._flows_into(previous, line)):
            return True
        if previous.column_key != line.column_key or roles - {Role.EQUATION}:
            return self._begins_after_break(group, line, after, Role.EQUATION in roles)
        if after_equation:
            return self._begins_after_equation(group, line, after)
        return self._begins_below(group, line, after)

    def _is_page_missing(self, previous: LayoutLine, line: LayoutLine) -> bool:
        """A page between the two lines was not read: the text does not continue."""
        between = range(previous.page + 1, line.page)
        return any(number not in self._context.layout_by_page for number in between)

    def _flows_into(self, previous: LayoutLine, line: LayoutLine) -> bool:
        """A full line that does not end a clause, and the next one starts in its style."""
        one, other = previous.last_font, line.first_font
        return (
            not ends_clause(previous)
            and not self._is_short(previous)
            and (one.bold, one.italic) == (other.bold, other.italic)
        )

    def _is_below_larger_bold(self, line: LayoutLine) -> bool:
        """Right below a larger bold line, or a much larger one: a heading, whatever removed it."""
        t, above = self._thresholds, self._body.line_before(line)
        is_bold = above.bold >= t.majority_share
        pitch = max(self._context.pitch, USUAL_PITCH * above.size)
        return (
            above.column_key == line.column_key
            and not self._body.judgement.is_open(above)
            and self._context.ratio(above) >= (t.min_heading_ratio if is_bold else MUCH_LARGER)
            and line.above <= t.max_neighbour_pitch * pitch
        )

    def _continues_past_heading(
        self, previous: LayoutLine, line: LayoutLine, roles: set[Role | None]
    ) -> bool:
        """An unfinished full line, continued with no heading right above or equation between."""
        above = self._body.line_before(line)
        heading = self._body.judgement.role_of(above) is Role.HEADING
        return (
            not ends_clause(previous)
            and not self._is_short(previous)
            and (above.column_key != line.column_key or not heading)
            and Role.EQUATION not in roles
        )

    def _is_short(self, line: LayoutLine) -> bool:
        return self._body.slack(line) > self._thresholds.short_line * self._em

    def _ends_paragraph(self, line: LayoutLine) -> bool:
        """In ragged text every line may end early: where indents show paragraphs, only a line that
        ends far from the edge counts.
        """
        if self._style.justified or not ends_clause(line):
            return ends_clause(line) and self._is_short(line)
        min_slack = self._thresholds.min_unindented_end * self._em
        return not self._style.indented or self._body.slack(line) > min_slack

    def _has_first_line_indent(self, line: LayoutLine, after: LayoutLine | None) -> bool:
        """Indented from the edge of its column, or from its own next line."""
        t, em = self._thresholds, self._em
        if not t.min_step * em <= line.indent <= t.strong_max_indent * em:
            return False
        if after is None or not is_close(self._context, line, after):
            return True
        step = line.box.left - after.box.left
        return step >= t.min_step * em or abs(line.right_slack) > em

    def _begins_after_break(
        self, group: Group, line: LayoutLine, after: LayoutLine | None, has_equation: bool
    ) -> bool:
        """After a column, page or float break, possibly with a display equation in it."""
        lowercase, ended = starts_lowercase(line), ends_clause(group.last)
        indented = self._style.indented
        if LABEL.match(line.text) and (ended or self._is_short(group.last)):
            return True
        if self._ends_paragraph(group.last) and not lowercase and not (has_equation and indented):
            return True
        if not indented or not self._has_first_line_indent(line, after):
            return False
        return not self._continues_item(group, line) and (ended or not lowercase)

    def _continues_item(self, group: Group, line: LayoutLine) -> bool:
        """The line has the same indent as the lines of a list item in the previous column."""
        if group.hanging is None:
            return False
        t, em = self._thresholds, self._em
        hanging = group.hanging - group.last.left
        return hanging >= t.min_clear_indent * em and abs(hanging - line.indent) < t.min_step * em

    def _begins_after_equation(
        self, group: Group, line: LayoutLine, after: LayoutLine | None
    ) -> bool:
        """Indented; in documents without indents, after more white space than usual."""
        t, em = self._thresholds, self._em
        left = line.box.left
        if counts_on(group.first.text, line.text):
            return True
        if self._is_aligned_with_item(group, line):
            return False
        if self._style.indented:
            base = group.hanging if group.hanging is not None else line.left
            indented = left - min(base, left) >= t.min_step * em
            return indented and (
                len(group.lines) > 1 or left > group.first.box.left - t.edge_reach * em
            )
        if starts_lowercase(line):
            return False
        step = left - after.box.left if after and is_close(self._context, line, after) else 0.0
        return (
            step >= t.min_clear_indent * em
            or self._body.gap_below_equation(line) > self._style.equation_gap
        )

    def _is_aligned_with_item(self, group: Group, line: LayoutLine) -> bool:
        """Aligned with the words after the bullet or label at the start of the paragraph."""
        first = group.first
        label = LABEL.match(first.text)
        start = label.end() if label else bullet_end(first.text)
        if not start:
            return False
        start += first.text[start : start + 1] == " "
        words = first.x_range(start, start + 1)[0]
        return abs(line.box.left - words) < self._thresholds.edge_reach * self._em

    def _begins_below(self, group: Group, line: LayoutLine, after: LayoutLine | None) -> bool:
        """In the same column: by size, then label, then indent, then the short line above."""
        t, em, pitch = self._thresholds, self._em, self._context.pitch
        style, previous = self._style, group.last
        step = line.indent - previous.indent
        wide_gap = line.above > t.paragraph_gap * max(pitch, group.pitch)
        short, ended = self._is_short(previous), ends_clause(previous)
        resized = abs(line.size - previous.size) >= t.min_resize * em
        if resized and line.above >= t.loose_spacing * pitch:
            return True
        if self._begins_by_label(group, line, step, short or wide_gap):
            return True
        usual_indent = style.indented and abs(line.indent - style.first_indent) < t.level_slack * em
        if usual_indent and ended and self._is_outdented(line, after):
            return True
        if ended and is_hanging(self._body, line, after):
            return True
        ended_before_indent = short or (usual_indent and ended)
        by_indent = self._begins_by_indent(group, line, step, ended_before_indent)
        if by_indent is not None:
            return by_indent
        indented = style.indented and group.hanging is None and line.indent >= t.min_step * em
        if indented and ended_before_indent:
            return True
        if short and ended and (starts_styled(previous, line) or self._leaves_item(group, line)):
            return True
        if ended and line.above >= t.loose_spacing * pitch and starts_bold(previous, line):
            return True
        if short and style.justified and ended:
            early = self._body.slack(previous) >= t.min_unindented_end * em
            return wide_gap or not style.indented or early
        far = line.above > MIN_CLEAR_GAP * max(pitch, group.pitch)
        return wide_gap and ended and (not style.indented or short or far)

    def _is_outdented(self, line: LayoutLine, after: LayoutLine | None) -> bool:
        """The next line is right below, further to the left: this one is the first of its own."""
        return (
            after is not None
            and is_close(self._context, line, after)
            and line.indent - after.indent >= self._thresholds.min_step * self._em
        )

    def _begins_by_label(self, group: Group, line: LayoutLine, step: float, apart: bool) -> bool:
        """A bullet or label with another sign of an item, or one that continues the numbering."""
        reach = self._thresholds.edge_reach * self._em
        # Below the indented first line of a paragraph the others start further left.
        is_second = len(group.lines) == 1 and not ends_clause(group.last)
        shifted = apart or (step < -reach and not is_second)
        if bullet_end(line.text) and shifted:
            return True
        if not LABEL.match(line.text):
            return False
        aligned = abs(line.box.left - group.first.box.left) <= reach
        return shifted or step > reach or (aligned and counts_on(group.first.text, line.text))

    def _leaves_item(self, group: Group, line: LayoutLine) -> bool:
        """Back at the left edge of the list item above, whose own lines are indented."""
        edge = group.first.box.left + self._thresholds.edge_reach * self._em
        return starts_item(group.first) and line.box.left < edge

    def _begins_by_indent(
        self, group: Group, line: LayoutLine, step: float, short: bool
    ) -> bool | None:
        """By the left edge, against the paragraph's own or the line above; None if undecided."""
        t = self._thresholds
        min_step = t.min_step * self._em
        if group.hanging is not None:
            shift = line.indent - (group.hanging - group.last.left)
            if shift >= min_step:
                return short or line.math < t.majority_share
            return True if shift <= -min_step else None
        ended = ends_clause(group.last)
        if step >= min_step and not starts_item(group.first):
            return short or ended or step > self._em
        ended |= starts_item(group.first) and not starts_lowercase(line)
        return short and ended if step <= -min_step else None
