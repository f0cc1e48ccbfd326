"""What must be true of every result, and papers outside the repository on which it is checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain
from pathlib import Path

import pdfbot
from pdfbot.evaluation.evaluation_run import text_to_score
from pdfbot.layout.scales import MIN_CLEARANCE, MIN_VISIBLE_GAP
from pdfbot.model import Extraction, Finding
from pdfbot.rules import Role, Rule
from tests.documents import ROOT

THRESHOLDS = asdict(pdfbot.Thresholds(keep_appendices=True))
SETS = ("bench", "publishers", "publishers2")
SHARED_PDFS = [
    path for name in SETS for path in sorted((ROOT.parent / "shared" / name).glob("papers/*/*.pdf"))
]


@dataclass(frozen=True, slots=True)
class Examined:
    """The text of a paper, and the lines of which something is not true."""

    text: str
    untrue: list[str]
    misplaced: list[str]
    without_part: list[str]

    @property
    def faults(self) -> tuple[str, ...]:
        return (*self.untrue, *self.misplaced, *self.without_part)


@cache
def examine(path: Path) -> Examined:
    """Each paper is read once for all tests, and the paper itself is not kept in memory."""
    paper = pdfbot.extract(path, engine="embedded")
    return Examined(
        text_to_score(paper),
        untrue_findings(paper),
        misplaced_lines(paper),
        lines_without_part(paper),
    )


def untrue_findings(paper: Extraction) -> list[str]:
    """The removed lines without a finding, or with one whose comparison does not hold."""
    return [
        f"{verdict.line_id}: {verdict.rule}, {verdict.finding}"
        for verdict in paper.verdicts
        if not verdict.is_body
        and (
            verdict.finding is None
            or not _holds(verdict.finding)
            or not is_limit(verdict.finding.threshold, verdict.finding.limit)
        )
    ]


def is_limit(threshold: str, limit: float) -> bool:
    """The value of the threshold; what a visible gap is depends on the document, too."""
    if threshold == "visible_gap":
        return bool(MIN_VISIBLE_GAP <= limit <= THRESHOLDS[threshold] + MIN_CLEARANCE)
    return not threshold or bool(THRESHOLDS[threshold] == limit)


def _holds(finding: Finding) -> bool:
    measured, limit = finding.measured, finding.limit
    return (
        bool(finding.test)
        and {
            "at least": measured >= limit,
            "at most": measured <= limit,
            "more than": measured > limit,
            "less than": measured < limit,
        }[finding.comparison]
    )


def _parts(paper: Extraction) -> Iterator[tuple[Role, str]]:
    """The role that each line of a part must have."""
    for role, parts in (
        (Role.HEADING, paper.sections),
        (Role.CAPTION, paper.captions),
        (Role.FOOTNOTE, paper.footnotes),
        (Role.REFERENCE, paper.references),
        (Role.BODY, paper.sentences),
    ):
        for line_id in chain.from_iterable(part.line_ids for part in parts):
            yield role, line_id


def misplaced_lines(paper: Extraction) -> list[str]:
    """The lines of sections, captions, notes, references and sentences with another role."""
    rules = {verdict.line_id: verdict.rule for verdict in paper.verdicts}
    return [
        f"{line_id}: {rules[line_id]}, but in a {role}"
        for role, line_id in _parts(paper)
        if rules[line_id].role is not role
        and not (role is Role.HEADING and rules[line_id] is Rule.REFERENCES_HEADING)
    ]


def lines_without_part(paper: Extraction) -> list[str]:
    """The headings, captions and notes that are in no section, caption or footnote."""
    placed = set(_parts(paper))
    return [
        f"{verdict.line_id}: {verdict.rule}"
        for verdict in paper.verdicts
        if (role := verdict.rule.role) in (Role.HEADING, Role.CAPTION, Role.FOOTNOTE)
        and (role, verdict.line_id) not in placed
    ]
