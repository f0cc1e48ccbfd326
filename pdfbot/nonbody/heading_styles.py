"""The styles that a document keeps for its headings, found by how their lines recur.

The fonts of publishers' PDFs often have names that say nothing ("AdvP6960"), so their weight and
slant are unknown. But a heading is in a style of its own from end to end, has space above and text
in another style right below, and its style recurs in just this way throughout the document.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pdfbot.decisions import Decision, DecisionTable, Measurement, Test, at_least
from pdfbot.layout.line_features import LayoutLine, StyleKey
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.nonbody.judgement import JudgementDraft
from pdfbot.rules import Rule

# Lines that look like headings and make their style one for headings.
MIN_STYLED_HEADINGS = 2
# Share of the lines in a style, among those set apart, that look like headings.
MIN_HEADING_SHARE = 0.7
# Share of the lines of running text in the most frequent style: more make a body style.
MIN_BODY_STYLE_SHARE = 0.05
# Lines of a heading in a known style.
MAX_STYLED_LINES = 4


class HeadingRun(NamedTuple):
    """Lines of a column in the style of headings: the first, the one after the last, and why."""

    column: Sequence[LayoutLine]
    start: int
    end: int
    found: Decision[Rule]


def _recurs(looks: Sequence[bool]) -> Measurement | None:
    """By how many lines in the style look like headings, of those that are set apart."""
    return at_least(sum(looks), max(MIN_STYLED_HEADINGS, MIN_HEADING_SHARE * len(looks)))


STYLES: DecisionTable[[Sequence[bool]], Rule] = DecisionTable(
    "heading styles", (Test("heading_style", Rule.HEADING, _recurs),)
)


def find_heading_runs(draft: JudgementDraft) -> Iterator[HeadingRun]:
    """Runs of lines in the styles that look like headings nearly wherever they are set apart.

    They come one by one, because a heading that is removed sets the one below it apart.
    """
    found: dict[StyleKey, list[bool]] = defaultdict(list)
    text_lines: Counter[StyleKey] = Counter()
    runs = []
    for column in draft.context.columns:
        for style, start, end in _style_runs(draft, column):
            is_heading = _looks_like_heading(draft, column, start, end)
            if _is_set_apart(draft, column, start):
                found[style].append(is_heading)
            if not is_heading:
                text_lines[style] += sum(map(draft.is_running_text, column[start:end]))
            runs.append((style, column, start, end))
    body = _body_styles(text_lines)
    reasons = {style: STYLES.decide(looks) for style, looks in found.items() if style not in body}
    for style, column, start, end in runs:
        reason = reasons.get(style)
        if reason and _fits_heading(draft, column, start, end):
            yield HeadingRun(column, start, end, reason)


def _body_styles(text_lines: Counter[StyleKey]) -> frozenset[StyleKey]:
    """The styles in which more than a few lines of running text are set."""
    most = max(text_lines.values(), default=0)
    return frozenset(
        style for style, count in text_lines.items() if count > MIN_BODY_STYLE_SHARE * most
    )


def _style_runs(
    draft: JudgementDraft, column: Sequence[LayoutLine]
) -> Iterator[tuple[StyleKey, int, int]]:
    """Runs of open lines in one style: the style, the first line, the one after the last."""
    context = draft.context
    start, current = 0, None
    for index, line in enumerate(column):
        style = line.style if draft.is_open(line) else None
        pitch = max(context.pitch, USUAL_PITCH * line.size)
        apart = line.above > context.thresholds.max_block_gap * pitch
        if style != current or apart:
            if current is not None:
                yield current, start, index
            start, current = index, style
    if current is not None:
        yield current, start, len(column)


def _is_set_apart(draft: JudgementDraft, column: Sequence[LayoutLine], start: int) -> bool:
    """White space above, or a line that is not body text, or the top of the column."""
    context = draft.context
    return (
        start == 0 or context.scales.is_apart(column[start]) or not draft.is_open(column[start - 1])
    )


def _fits_heading(
    draft: JudgementDraft, column: Sequence[LayoutLine], start: int, end: int
) -> bool:
    """A few lines that are set apart, end without punctuation, and have text below."""
    context = draft.context
    first, last = column[start], column[end - 1]
    return (
        end - start <= MAX_STYLED_LINES
        and first.words >= context.thresholds.min_words
        and first.prose >= context.thresholds.max_symbols_prose
        and _is_set_apart(draft, column, start)
        and last.text.rstrip()[-1:] not in (".", ",", ";")
        and end < len(column)
        and column[end].above <= context.thresholds.max_display_gap * context.pitch
    )


def _looks_like_heading(
    draft: JudgementDraft, column: Sequence[LayoutLine], start: int, end: int
) -> bool:
    """Also starts with a capital or a number and ends early, while its style is not yet known."""
    context = draft.context
    text, last = column[start].text.strip(), column[end - 1]
    return (
        (text[:1].isupper() or text[:1].isdigit())
        and last.right_slack >= context.thresholds.min_clear_space * context.em
        and last.text.rstrip()[-1:] != ":"
        and _fits_heading(draft, column, start, end)
    )
