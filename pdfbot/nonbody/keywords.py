"""Keywords, subject codes and the like below the abstract."""

from __future__ import annotations

from itertools import pairwise

from pdfbot.decisions import DecisionTable, Measurement, Test, at_most, holds
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import JudgementDraft
from pdfbot.rules import Role, Rule
from pdfbot.text.languages.lexicon import entries_of, headings_of

# Characters of the shortest line with a keyword label.
MIN_LABEL_CHARS = 4

_HEADINGS = frozenset(headings_of("keywords"))
_LABEL_ENDS = ":.—–-：】]］"
_LABELS = (
    "keywords", "key words", "key-words", "key -words", "keywords and phrases",
    "key words and phrases", "key-words and phrases", "key -words and phrases", "index terms",
    "additional keywords", "additional key words and phrases",
    "ccs concepts", "acm reference format", "categories and subject descriptors", "general terms",
    "pacs", "pacs number", "pacs numbers", "msc code", "msc codes", "subject classification",
    "subject classifications", "mathematics subject classification",
    "mathematics subject classifications", "ams subject classification",
    "ams subject classifications", "jel classification", "jel code", "jel codes",
    "correspondence", "abbreviations", *entries_of("keywords"),
)  # fmt: skip


def has_keyword_label(text: str) -> bool:
    return _rest_of_label(text) is not None


def _rest_of_label(text: str) -> str | None:
    """What follows a keyword label: nothing, punctuation or a number; None without a label."""
    lowered = " ".join(text.lower().split()).lstrip("【[［")
    if not lowered.startswith(_LABELS):
        return None
    rests = (lowered[len(label) :].lstrip() for label in _LABELS if lowered.startswith(label))
    found = (rest for rest in rests if not rest or rest[0] in _LABEL_ENDS or rest[0].isdecimal())
    return next(found, None)


def judge_keywords(draft: JudgementDraft, lines: list[LayoutLine]) -> None:
    """Remove keywords, subject codes and the like: the label and the lines below it."""
    label: LayoutLine | None = None
    for previous, line in zip([None, *lines], lines, strict=False):
        found = KEYWORDS.decide(draft, line, label, previous)
        if found is None:
            label = None
        else:
            label = line if found.test == "keyword_label" else label
            draft.remove(line, found.outcome, found)


def judge_keyword_sections(draft: JudgementDraft) -> None:
    """Remove keywords below a separate heading, which some journals print at the end."""
    for column in draft.context.columns:
        for index, heading in enumerate(column):
            text = heading.text.strip(" .:").lower()
            named = KEYWORDS.decide(draft, heading, None, None) if text in _HEADINGS else None
            if named is None or draft.role_of(heading) is not Role.HEADING:
                continue
            for previous, line in pairwise(column[index:]):
                found = KEYWORDS.decide(draft, line, heading, previous)
                if found is None or not draft.is_open(line):
                    break
                draft.remove(line, found.outcome, found)
                draft.revise(heading, named.outcome, named)


def _is_keyword_label(
    _: JudgementDraft, line: LayoutLine, label: LayoutLine | None, previous: LayoutLine | None
) -> Measurement | None:
    return holds(has_keyword_label(line.text) and len(line.text) >= MIN_LABEL_CHARS)


def _is_below_lone_label(
    draft: JudgementDraft, line: LayoutLine, label: LayoutLine | None, previous: LayoutLine | None
) -> Measurement | None:
    """Whether the label is alone on its line: then only white space ends the keywords."""
    if label is None or not _is_lone_label(label, previous):
        return None
    limit = draft.context.thresholds.max_display_gap
    return at_most(line.above / draft.context.pitch, limit, "max_display_gap")


def _is_lone_label(label: LayoutLine | None, previous: LayoutLine | None) -> bool:
    """Whether the line above is a label and nothing else."""
    return (
        previous is not None
        and previous is label
        and _rest_of_label(previous.text) in ("", *_LABEL_ENDS)
    )


def _continues_keywords(
    draft: JudgementDraft, line: LayoutLine, label: LayoutLine | None, previous: LayoutLine | None
) -> Measurement | None:
    """Whether keywords go on: no white space, heading, other size, or text below a short line."""
    context, t = draft.context, draft.context.thresholds
    if label is None or previous is None or _is_lone_label(label, previous):
        return None
    if (
        (line.first_font.bold > previous.blocks[-1].font.bold and not line.text[:1].islower())
        or not is_same_size(line.size, previous.size)
        or (draft.is_running_text(line) and _is_short(context, previous))
    ):
        return None
    return at_most(line.above / context.pitch, t.max_block_gap, "max_block_gap")


KEYWORDS: DecisionTable[
    [JudgementDraft, LayoutLine, LayoutLine | None, LayoutLine | None], Rule
] = DecisionTable(
    "keywords",
    (
        Test("keyword_label", Rule.KEYWORDS, _is_keyword_label),
        Test("below_lone_label", Rule.KEYWORDS, _is_below_lone_label),
        Test("keywords_continue", Rule.KEYWORDS, _continues_keywords),
    ),
)


def _is_short(context: DocumentContext, line: LayoutLine) -> bool:
    return line.right_slack >= context.thresholds.min_clearly_short * context.em
