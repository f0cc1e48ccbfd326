"""Rows of paragraphs, and documents whose verdicts a test gives itself."""

from __future__ import annotations

from pdfbot.layout.lines import PageLayout
from pdfbot.model import Verdict
from pdfbot.nonbody.judgement import Judgement
from pdfbot.rules import Rule

from ..builders import SENTENCE, Judged, Row, context_of, prose, row

ENDED = "and so the sacks were counted."


def first_line(text: str = SENTENCE, *, above: float = 1.0) -> Row:
    """An indented line."""
    return row(text, indent=1.5, above=above)


def last_line(text: str = ENDED, *, above: float = 1.0) -> Row:
    """A short line."""
    return row(text, slack=10, above=above)


def indented(count: int = 4) -> list[Row]:
    """A paragraph with an indent and a short last line."""
    return [first_line(), *prose(count - 2), last_line()]


def spaced(count: int = 4) -> list[Row]:
    """A paragraph without an indent, with white space above."""
    return [row(above=1.5), *prose(count - 2), last_line()]


def judged_body(*layouts: PageLayout, removed: dict[str, Rule] | None = None) -> Judged:
    """All lines are body text except those whose text is a key of `removed`."""
    context = context_of(*layouts)
    rules = ((line.id, (removed or {}).get(line.text)) for line in context.lines)
    verdicts = tuple(Verdict(line_id, rule) if rule else None for line_id, rule in rules)
    return Judged(context, Judgement(verdicts=verdicts))


def hanging(indent: float = 2.0) -> list[Row]:
    """A paragraph whose lines after the first are indented."""
    return [row(), row(indent=indent), row(ENDED, indent=indent, slack=10)]
