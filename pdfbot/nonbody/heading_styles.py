"""Heading styles of a document, recognised by how their lines recur.

The fonts of publishers' PDFs often have names that say nothing ("AdvP6960"), so their weight and
slant are unknown. But a heading is in a style of its own from end to end, has space above and text
in another style right below, and its style recurs in just this way throughout the document.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pdfbot.decisions import Decision, DecisionTable, Measurement, Test, at_least
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine, StyleKey, letter_styles
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.nonbody.clauses import ends_sentence
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

Styles = frozenset[StyleKey]


class HeadingRun(NamedTuple):
    """Lines in a heading style: the first index, the index after the last, and the reason."""

    column: Sequence[LayoutLine]
    start: int
    end: int
    found: Decision[Rule]


class Looks(NamedTuple):
    """Whether a run of lines that is set apart may be a heading, and whether it also ends early."""

    fits: bool
    ends_early: bool


def _recurs(looks: Sequence[Looks]) -> Measurement | None:
    """Whether the style recurs: how many of its isolated runs may be headings."""
    if sum(look.ends_early for look in looks) < MIN_STYLED_HEADINGS:
        return None
    limit = max(MIN_STYLED_HEADINGS, MIN_HEADING_SHARE * len(looks))
    return at_least(sum(look.fits for look in looks), limit)


STYLES: DecisionTable[[Sequence[Looks]], Rule] = DecisionTable(
    "heading styles", (Test("heading_style", Rule.HEADING, _recurs),)
)


def find_heading_runs(draft: JudgementDraft) -> Iterator[HeadingRun]:
    """Runs in styles whose lines look like headings nearly wherever they are set apart.

    Runs are yielded one by one, because removing a heading sets the one below it apart.
    """
    found: dict[StyleKey, list[Looks]] = defaultdict(list)
    text_lines: Counter[StyleKey] = Counter()
    runs = []
    for column in draft.context.columns:
        heading_end = 0
        for style, start, end in _style_runs(draft, column):
            below_heading = start == heading_end
            looks = _judge_looks(draft, column, start, end, below_heading)
            if below_heading or _is_set_apart(draft, column, start, end):
                found[style].append(looks)
            if looks.ends_early:
                heading_end = end
            if not looks.fits:
                text_lines[style] += sum(map(draft.is_running_text, column[start:end]))
            runs.append((style, column, start, end))
    body = _body_styles(text_lines)
    reasons = {style: STYLES.decide(looks) for style, looks in found.items() if style not in body}
    for style, column, start, end in runs:
        reason = reasons.get(style)
        if reason:
            start, end = _with_mixed_lines(draft, column, start, end, body)
            if _fits_heading(draft, column, start, end):
                yield HeadingRun(column, start, end, reason)


def _with_mixed_lines(
    draft: JudgementDraft, column: Sequence[LayoutLine], start: int, end: int, body: Styles
) -> tuple[int, int]:
    """The run, extended by lines of the heading that contain italics, such as names of species."""
    style = column[start].style
    while start and _is_mixed(draft, column[start - 1], column[start].above, style, body):
        start -= 1
    while end < len(column) and _is_mixed(draft, column[end], column[end].above, style, body):
        end += 1
    return start, end


def _is_mixed(
    draft: JudgementDraft, line: LayoutLine, gap: float, style: StyleKey | None, body: Styles
) -> bool:
    """Whether a line of the same block is partly in the heading style, not in a body style."""
    if style is None or not draft.is_open(line) or not is_same_size(line.size, style[1]):
        return False
    pitch = max(draft.context.pitch, USUAL_PITCH * line.size)
    if gap > draft.context.thresholds.max_block_gap * pitch:
        return False
    styles = letter_styles(line)
    return style in styles and body.isdisjoint(styles)


def _body_styles(text_lines: Counter[StyleKey]) -> Styles:
    """The styles of more than a few lines of running text."""
    most = max(text_lines.values(), default=0)
    return frozenset(
        style for style, count in text_lines.items() if count > MIN_BODY_STYLE_SHARE * most
    )


def _style_runs(
    draft: JudgementDraft, column: Sequence[LayoutLine]
) -> Iterator[tuple[StyleKey, int, int]]:
    """Runs of open lines in one style: the style, the first index, the index after the last."""
    context = draft.context
    usual, max_gap = context.pitch, context.thresholds.max_block_gap
    start, current = 0, None
    for index, line in enumerate(column):
        style = line.style if draft.is_open(line) else None
        apart = line.above > max_gap * max(usual, USUAL_PITCH * line.size)
        if style != current or apart:
            if current is not None:
                yield current, start, index
            start, current = index, style
    if current is not None:
        yield current, start, len(column)


def _is_set_apart(
    draft: JudgementDraft, column: Sequence[LayoutLine], start: int, end: int
) -> bool:
    """Whether white space, a line that is not body text, or the top of the column is above.

    Without them, a sentence that ended above, text below, and a style that neither has.
    """
    if start == 0:
        return True
    line, above = column[start], column[start - 1]
    if draft.context.scales.is_apart(line) or not draft.is_open(above):
        return True
    below = column[end : end + 1]
    return (
        ends_sentence(above)
        and all(map(draft.is_running_text, below))
        and letter_styles(line).isdisjoint(letter_styles(above))
        and all(letter_styles(column[end - 1]).isdisjoint(letter_styles(p)) for p in below)
    )


def _fits_heading(
    draft: JudgementDraft,
    column: Sequence[LayoutLine],
    start: int,
    end: int,
    below_heading: bool = False,
) -> bool:
    """Whether a few lines are set apart, end without punctuation, and have text below.

    If the last line is full, its style must differ from that of the text below.
    """
    context = draft.context
    first, last = column[start], column[end - 1]
    return (
        end - start <= MAX_STYLED_LINES
        and first.words >= context.thresholds.min_words
        and first.prose >= context.thresholds.max_symbols_prose
        and (below_heading or _is_set_apart(draft, column, start, end))
        and last.text.rstrip()[-1:] not in (".", ",", ";")
        and end < len(column)
        and (_ends_early(draft, last) or letter_styles(last).isdisjoint(letter_styles(column[end])))
        and column[end].above <= context.thresholds.max_display_gap * context.pitch
    )


def _judge_looks(
    draft: JudgementDraft,
    column: Sequence[LayoutLine],
    start: int,
    end: int,
    below_heading: bool,
) -> Looks:
    """While the style is unknown, a heading must also start with a capital or a number.

    A heading may fill its last line, but not all headings of a style do.
    """
    text, last = column[start].text.strip(), column[end - 1]
    fits = (
        (text[:1].isupper() or text[:1].isdigit())
        and last.text.rstrip()[-1:] != ":"
        and _fits_heading(draft, column, start, end, below_heading)
    )
    return Looks(fits, fits and _ends_early(draft, last))


def _ends_early(draft: JudgementDraft, last: LayoutLine) -> bool:
    context = draft.context
    return last.right_slack >= context.thresholds.min_clear_space * context.em
