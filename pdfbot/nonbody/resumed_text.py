"""Where a sentence goes on below a float at the top of a column."""

from __future__ import annotations

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.clauses import ends_clause, starts_lowercase
from pdfbot.nonbody.judgement import JudgementDraft


def resumes_sentence(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether a short line at the edge of the column goes on with the text of the column before.

    It is in the body's size, in lower case and below white space; the last line of text before the
    column is full and ends no clause.
    """
    context = draft.context
    t, em = context.thresholds, context.em
    if (
        not starts_lowercase(line)
        or not line.words
        or context.ratio(line) != 1.0
        or abs(line.indent) > t.edge_reach * em
        or line.widest_gap >= t.min_cell_gap * em
        or not context.scales.is_apart(line)
    ):
        return False
    upper = _text_before_column(draft, line)
    return (
        upper is not None and abs(upper.right_slack) <= t.edge_reach * em and not ends_clause(upper)
    )


def _text_before_column(draft: JudgementDraft, line: LayoutLine) -> LayoutLine | None:
    """The last line of running text in the columns before; None if this one has any above."""
    for upper in reversed(draft.context.lines[: line.index]):
        if draft.is_open(upper) and draft.is_running_text(upper):
            is_above = upper.column_key == line.column_key
            return None if is_above or upper.page < line.page - 1 else upper
    return None
