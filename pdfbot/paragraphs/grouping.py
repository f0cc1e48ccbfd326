"""Groups body lines into paragraphs: the first test to hold says whether a line begins one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pdfbot.decisions import PRESENT
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import CONTINUES, FIRST_LINE, StartDecision
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.body import Body
from pdfbot.paragraphs.boundary import Boundary, Group, Setting
from pdfbot.paragraphs.boundary_tests import AFTER_BREAK, AFTER_EQUATION, ANYWHERE
from pdfbot.paragraphs.line_below_tests import BELOW_LINE
from pdfbot.runs import split_runs

# All tests of where paragraphs begin; a place between two lines has the first and one of the rest.
TABLES = (ANYWHERE, AFTER_BREAK, AFTER_EQUATION, BELOW_LINE)


def decide_starts(context: DocumentContext, judgement: Judgement) -> dict[str, StartDecision]:
    """For each body line, by its id in reading order, why it begins or continues a paragraph."""
    body = Body.of(context, judgement)
    setting = Setting.of(body)
    reasons: dict[str, StartDecision] = {}
    shared: dict[str, StartDecision] = {}
    group: Group | None = None
    for line, after in zip(body.lines, [*body.lines[1:], None], strict=False):
        if group is None:
            reason = FIRST_LINE
        else:
            reason = decide_start(Boundary.between(setting, group, line, after))
            if reason.measurement is PRESENT:
                reason = shared.setdefault(reason.test, reason)
        reasons[line.id] = reason
        if group is not None and reason.outcome == CONTINUES:
            group.add(line)
        else:
            group = Group(line, line)
    return reasons


def decide_start(boundary: Boundary) -> StartDecision:
    """The decision of the first test that holds."""
    decision = ANYWHERE.decide(boundary)
    if decision is None:
        if boundary.is_broken:
            decision = AFTER_BREAK.decide(boundary)
        elif boundary.roles:
            decision = AFTER_EQUATION.decide(boundary)
        else:
            decision = BELOW_LINE.decide(boundary)
    assert decision is not None  # each of those tables ends with a test that always holds
    return decision


def split_paragraphs(
    lines: Iterable[LayoutLine], reasons: Mapping[str, StartDecision]
) -> list[list[LayoutLine]]:
    """The lines of each paragraph."""
    return list(split_runs(lines, lambda _, line: reasons[line.id].outcome == CONTINUES))
