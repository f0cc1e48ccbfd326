"""The boundary between a paragraph and the next body line, with the measurements that tests use."""

from __future__ import annotations

from dataclasses import dataclass

from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.scales import Scales
from pdfbot.nonbody.clauses import ends_clause, ends_with_initial, starts_lowercase
from pdfbot.paragraphs.body import Body
from pdfbot.paragraphs.insets import SAME_INDENT, is_close
from pdfbot.paragraphs.line_cues import bullet_end, starts_item
from pdfbot.paragraphs.paragraph_style import ParagraphStyle, measure_style
from pdfbot.rules import Role
from pdfbot.text.list_labels import LABEL
from pdfbot.text.sentences import split_sentences
from pdfbot.text.writing_systems import SOUTHEAST_ASIAN
from pdfbot.thresholds import Thresholds

# Points: larger baseline distances do not occur within a paragraph.
MAX_LINE_DISTANCE = 100
ONLY_EQUATION = frozenset((Role.EQUATION,))


@dataclass(slots=True)
class Group:
    """A paragraph under construction.

    `before` is its last line but one, `hanging` the left edge of its lines after the first, `gap`
    the smallest baseline distance between two of its lines.
    """

    first: LayoutLine
    last: LayoutLine
    before: LayoutLine | None = None
    count: int = 1
    hanging: float | None = None
    gap: float = MAX_LINE_DISTANCE

    def add(self, line: LayoutLine) -> None:
        if self.last.column_key != line.column_key or self.last.left != line.left:
            self.hanging = line.box.left if self.count > 1 or self.hanging else None
        elif self.hanging is None:
            self.hanging = line.box.left
        self.before, self.last = self.last, line
        self.count += 1
        self.gap = min(self.gap, line.above)

    @property
    def pitch(self) -> float:
        """The pitch of its lines; 0 until two of them are in the same column."""
        return self.gap if self.gap < MAX_LINE_DISTANCE else 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of a document: its body lines, paragraph style and units."""

    body: Body
    style: ParagraphStyle
    thresholds: Thresholds
    scales: Scales
    em: float
    pitch: float

    @staticmethod
    def of(body: Body) -> Setting:
        context = body.context
        return Setting(
            body, measure_style(body), context.thresholds, context.scales, context.em, context.pitch
        )


@dataclass(slots=True)
class Boundary:
    """A body line below a group of lines, which it continues unless it begins a paragraph.

    `after` is the body line after it, `roles` those of the lines removed in between. It is
    `mid_sentence` if it starts in lower case and the line above ends no clause. `indent`,
    `step` (against the line above) and `slack` (at the end of the line above) are in em.
    """

    setting: Setting
    group: Group
    line: LayoutLine
    after: LayoutLine | None
    roles: frozenset[Role | None]
    ended: bool
    mid_sentence: bool
    labelled: bool
    indent: float
    step: float
    slack: float

    @staticmethod
    def between(
        setting: Setting, group: Group, line: LayoutLine, after: LayoutLine | None
    ) -> Boundary:
        previous, em = group.last, setting.em
        indent, ended = line.indent, ends_clause(previous, group.before)
        unfinished = not ended or ends_with_initial(previous)
        labelled = LABEL.match(line.text) is not None
        return Boundary(
            setting,
            group,
            line,
            after,
            setting.body.roles_between(previous, line),
            ended,
            (unfinished and starts_lowercase(line))
            or (not labelled and _begins_with_number_of(previous, line)),
            labelled,
            indent / em,
            (indent - previous.indent) / em,
            setting.body.slack(previous) / em,
        )

    @property
    def previous(self) -> LayoutLine:
        return self.group.last

    @property
    def style(self) -> ParagraphStyle:
        return self.setting.style

    @property
    def thresholds(self) -> Thresholds:
        return self.setting.thresholds

    @property
    def is_broken(self) -> bool:
        """Whether a new column or page, or anything but an equation, is in between."""
        return self.previous.column_key != self.line.column_key or not self.roles <= ONLY_EQUATION

    @property
    def is_short(self) -> bool:
        """Whether the line above ends early."""
        return self.slack > self.setting.thresholds.short_line

    @property
    def may_have_ended(self) -> bool:
        """Whether the line above ends a clause, or is in a script that has no sign for that."""
        last = self.previous.text[-1:]
        return self.ended or (not last.isascii() and SOUTHEAST_ASIAN.match(last) is not None)

    @property
    def lowercase(self) -> bool:
        return starts_lowercase(self.line)

    @property
    def is_item(self) -> bool:
        """Whether the line starts with a bullet or a label."""
        return self.labelled or bullet_end(self.line.text) > 0

    @property
    def in_item(self) -> bool:
        """Whether the paragraph above is a list item."""
        return starts_item(self.group.first)

    @property
    def gap(self) -> float:
        """The distance to the line above, in pitches of the body or of the group if it is wider."""
        return self.line.above / max(self.setting.pitch, self.group.pitch)

    @property
    def shift(self) -> float | None:
        """How far right of the group's own left edge the line starts, in em; None if unknown."""
        group = self.group
        if group.hanging is None:
            return None
        return (self.line.indent - (group.hanging - group.last.left)) / self.setting.em

    @property
    def next_step(self) -> float | None:
        """How far right of the next line it starts, in em; None if that is not right below."""
        after = self.after
        if after is None or not is_close(self.setting.body.context, self.line, after):
            return None
        return (self.line.box.left - after.box.left) / self.setting.em

    @property
    def goes_on_further_left(self) -> bool:
        """Whether it is a full line whose sentence goes on further left, as after a first line."""
        step, slack = self.next_step, self.setting.body.slack(self.line) / self.setting.em
        return (
            step is not None
            and step >= self.thresholds.min_step
            and slack <= self.thresholds.short_line
            and not ends_clause(self.line)
        )

    @property
    def room(self) -> float:
        """The white space that would be left at the end of the line above with the next word."""
        words = self.line.text.split(maxsplit=1)
        left, right = self.line.x_range(0, len(words[0])) if words else (0.0, 0.0)
        return self.slack - (right - left) / self.setting.em

    @property
    def has_usual_indent(self) -> bool:
        """Whether the line has the usual first-line indent of the document."""
        first = self.style.first_indent / self.setting.em
        return self.style.indented and abs(self.indent - first) < SAME_INDENT

    @property
    def is_closed(self) -> bool:
        """Whether the line above is short, or ends a clause above a line with the usual indent."""
        return self.is_short or (self.ended and self.has_usual_indent)


def _begins_with_number_of(previous: LayoutLine, line: LayoutLine) -> bool:
    """Whether the line above ends with an abbreviation such as "Sect." and its number is here."""
    if not previous.text.endswith(".") or not line.text[:1].isdigit():
        return False
    text = f"{previous.text} {line.text}"
    return all(start <= len(previous.text) for start, _ in split_sentences(text))
