"""The verdicts so far: each family of rules returns a new judgement and never modifies one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pdfbot.decisions import Decision
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Finding, Verdict
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.running_text import find_running_text
from pdfbot.rules import Role, Rule

# Lines of these roles are not running text, whatever they look like on their own.
NEVER_RUNNING = frozenset((Role.CAPTION, Role.FLOAT, Role.KEYWORDS))
# What a heading may be taken for that stands near a figure, at the foot or the head of a page.
MISTAKEN_HEADINGS = frozenset((Role.CAPTION, Role.FLOAT, Role.FOOTNOTE))


class _Decisions:
    """Queries about the verdicts so far; a line without a verdict is open."""

    __slots__ = ()

    verdicts: Sequence[Verdict | None]
    running_text: frozenset[int]

    def is_open(self, line: LayoutLine) -> bool:
        return self.verdicts[line.index] is None

    def rule_of(self, line: LayoutLine) -> Rule | None:
        verdict = self.verdicts[line.index]
        return None if verdict is None else verdict.rule

    def role_of(self, line: LayoutLine) -> Role | None:
        verdict = self.verdicts[line.index]
        return None if verdict is None else verdict.rule.role

    def lines_of(self, lines: Sequence[LayoutLine], role: Role) -> Iterator[LayoutLine]:
        """The lines of the document that have this role."""
        for line, verdict in zip(lines, self.verdicts, strict=True):
            if verdict is not None and verdict.rule.role is role:
                yield line

    def is_running_text(self, line: LayoutLine) -> bool:
        if line.index not in self.running_text:
            return False
        verdict = self.verdicts[line.index]
        return verdict is None or verdict.rule.role not in NEVER_RUNNING


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(_Decisions):
    """The verdicts by line index; a line that no rule removes is body text.

    `running_text` has the indices of the lines that look like running text on their own,
    `caption_starts` those of the first lines of captions. `body_starts` gives, by line id, the
    offset where the body text starts after a run-in heading.
    """

    verdicts: Sequence[Verdict | None]
    running_text: frozenset[int] = frozenset()
    caption_starts: frozenset[int] = frozenset()
    body_starts: Mapping[str, int] = field(default_factory=dict)

    @staticmethod
    def start(context: DocumentContext) -> Judgement:
        """The initial judgement: every line is open, and running text is recognised."""
        return Judgement(
            verdicts=(None,) * len(context.lines), running_text=find_running_text(context)
        )


class JudgementDraft(_Decisions):
    """The judgement that one family builds on the verdicts of the families before it."""

    __slots__ = ("body_starts", "caption_starts", "context", "running_text", "verdicts")

    def __init__(self, context: DocumentContext, known: Judgement) -> None:
        self.context: DocumentContext = context
        self.verdicts: list[Verdict | None] = list(known.verdicts)
        self.running_text: frozenset[int] = known.running_text
        self.caption_starts: set[int] = set(known.caption_starts)
        self.body_starts: dict[str, int] = dict(known.body_starts)

    def open_lines(self) -> Iterator[LayoutLine]:
        return (line for line in self.context.lines if self.verdicts[line.index] is None)

    def remove(self, line: LayoutLine, rule: Rule, found: Decision[Any]) -> None:
        """Remove a line from the body, with the test that decided; a line keeps its first verdict.

        A heading that the outline names is never part of a float or note, nor beyond the body area.
        """
        if self.verdicts[line.index] is None and not self._is_mistake(line, rule):
            self.verdicts[line.index] = Verdict(line.id, rule, Finding.of(found))

    def _is_mistake(self, line: LayoutLine, rule: Rule) -> bool:
        outlined = self.context.outlined.get(line.index)
        may_mistake = rule.role in MISTAKEN_HEADINGS or rule is Rule.BEYOND_BODY_AREA
        return outlined is not None and may_mistake and not outlined.is_run_in

    def revise(self, line: LayoutLine, rule: Rule, found: Decision[Any]) -> None:
        """Give a removed line another rule; body text stays as it is."""
        if self.verdicts[line.index] is not None:
            self.verdicts[line.index] = Verdict(line.id, rule, Finding.of(found))

    def finish(self) -> Judgement:
        return Judgement(
            verdicts=tuple(self.verdicts),
            running_text=self.running_text,
            caption_starts=frozenset(self.caption_starts),
            body_starts=self.body_starts,
        )
