"""Source code in any typeface: lines that look like code, and the comments between them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Role, Rule
from pdfbot.runs import split_runs
from pdfbot.text.list_labels import LABEL
from pdfbot.text.vocabulary import BULLETS, DASH_BULLETS

# Share of lines that read like code; the others are comments.
MIN_CODE_SHARE = 0.4
# Lines of a block of code, at least.
MIN_CODE_LINES = 3
_COMMENT = re.compile(r"\s*(?:#+(?!\d)|//|/[*∗]|[*∗]/|%+(?=\s)|--\s|;;)")
_CODE = re.compile(
    r"""
    \s*
    (?:
        [\w.$@\[\]"']+ \s* (?:<\s?[-−–] | :=| [-+*/|&∗]?=(?!=)) \s* \S     # total += 1, x <- f(y)
      | (?:def|class|function|for|while|if|elif|switch|int|void|double|char|bool|var|let|const
          |public|private|static|struct)\b .* [\[({:]                       # for x in xs:
      | (?:return|import|else|endif|break|continue)\b (?:\s*\S+){0,3} \s* $  # return total
      | [\w.$]+ \( .* \) \s* [;{]? \s* $                                  # summary(model)
      | .* [=()<>+] .* ; \s* (?: // .* )? $                                # f(x);
      | .* [{}] \s* $                                                      # int f(int n) {
      | [\])}]+ \s* [,;]? \s* $
    )
    """,
    re.VERBOSE,
)
CODE_RULES = (Rule.MONOSPACED, Rule.SPACED_LETTERS)


def judge_code(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove blocks of adjacent lines that look like code, none of them running text."""
    draft = JudgementDraft(context, known)
    for column in context.columns:
        candidates = _candidates(draft, column)
        for block in split_runs(candidates, lambda run, line: _continues(context, run[-1], line)):
            _judge_block(draft, block)
    return draft.finish()


def _candidates(draft: JudgementDraft, column: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines of a column that may be code, including continued comments."""
    found: list[LayoutLine] = []
    comment: LayoutLine | None = None
    for line in column:
        if _may_be_code(draft, line):
            comment = line if _COMMENT.match(line.text) else None
        elif comment is None or not _continues_comment(draft, comment, found[-1], line):
            comment = None
            continue
        found.append(line)
    return found


def _continues_comment(
    draft: JudgementDraft, comment: LayoutLine, above: LayoutLine, line: LayoutLine
) -> bool:
    """Whether a line is indented below a comment, in the same size."""
    context = draft.context
    return (
        draft.is_open(line)
        and not draft.is_running_text(line)
        and _continues(context, above, line)
        and line.box.left > comment.box.left + context.thresholds.edge_reach * context.em
        and is_same_size(line.size, comment.size)
    )


def _may_be_code(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether a line is known to be code, is a comment, or looks like code or a formula."""
    if not draft.is_open(line):
        is_formula = draft.role_of(line) is Role.EQUATION
        return draft.rule_of(line) in CODE_RULES or (is_formula and _reads_like_code(line.text))
    return bool(_COMMENT.match(line.text)) or (
        not draft.is_running_text(line)
        and _CODE.match(line.text) is not None
        and not _starts_item(line.text)
    )


def _starts_item(text: str) -> bool:
    return LABEL.match(text) is not None or text.lstrip()[:1] in BULLETS | DASH_BULLETS


def _continues(context: DocumentContext, above: LayoutLine, line: LayoutLine) -> bool:
    """Whether this is the next line of the column, at the distance of lines of code."""
    reach = context.thresholds.max_block_gap * context.pitch
    return line.index == above.index + 1 and line.above <= reach


def _reads_like_code(text: str) -> bool:
    return _CODE.match(text) is not None and _COMMENT.match(text) is None


def _judge_block(draft: JudgementDraft, block: Sequence[LayoutLine]) -> None:
    """Remove a block if it has enough lines of code."""
    code = sum(not draft.is_open(line) or _reads_like_code(line.text) for line in block)
    comments = sum(draft.is_open(p) and _COMMENT.match(p.text) is not None for p in block)
    share = code / max(code + comments, 1)
    if found := CODE_BLOCKS.decide(block, share):
        for line in block:
            draft.remove(line, found.outcome, found)


def _is_code(block: Sequence[LayoutLine], share: float) -> Measurement | None:
    if len(block) < MIN_CODE_LINES:
        return None
    return at_least(share, MIN_CODE_SHARE)


CODE_BLOCKS: DecisionTable[[Sequence[LayoutLine], float], Rule] = DecisionTable(
    "blocks of code", (Test("code_block", Rule.CODE, _is_code),)
)
