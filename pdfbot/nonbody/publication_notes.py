"""Publisher's notes: dates, copyright, licence, correspondence, affiliations, links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pdfbot.decisions import (
    Decision,
    DecisionTable,
    Measurement,
    Test,
    at_least,
    at_most,
    holds,
)
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.keywords import judge_keyword_sections
from pdfbot.rules import Role, Rule
from pdfbot.text.vocabulary import ADMINISTRATIVE_HEADINGS, is_abstract_heading

_DATE = r"""
    (?: \d{1,2}(?:st|nd|rd|th)?\s+\w+,?\s+\d{4}     # 3 March 2017
      | \w+\s+\d{1,2},?\s+\d{4}                     # March 3, 2017
      | \d{1,4}[./-]\d{1,2}[./-]\d{2,4} )           # 03.03.2017
"""
_NOTE = re.compile(
    rf"""
    \W*
    (?: (?:Received|Accepted|Revised|Submitted|Published(?:\s+online)?|Available\s+online)
        (?:\s+in\s+revised\s+form)?\s*:?\s*(?:on\s+)?{_DATE}
      | (?:Copyright\s*(?:\(c\)|©|:|(?:19|20)\d\d) | © | \(c\)\s*(?:19|20)\d\d)
      | Open\s+Access\W+This\s+(?:article|is)
      | This\s+is\s+an\s+open[\s-]access\s+article
      | (?:This|The)\s+(?:article|work)\s+is\s+
        (?:an\s+open[\s-]access|(?:distributed|licensed|published)\s+under)
      | Correspondence\s*(?::|to\b|and\s+requests\b|should\s+be|address)
      | To\s+whom\s+correspondence | Address\s+(?:for\s+)?correspondence
      | Corresponding\s+author | Author\s+for\s+correspondence
      | E-?mail(?:\s+address)?\s*:
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LINK = re.compile(r"\s*\[?(?:https?://|DOI:?\s*10\.)\S+", re.IGNORECASE)

# Lines of the longest note.
MAX_NOTE_LINES = 14
# Ems: the baselines of two headings side by side are no further apart.
MAX_BASELINE_STEP = 0.3
# A line that occurs this often, word for word, is a label and not text.
MIN_RECURRENCES = 4
# Words of three letters in a recurring line.
MIN_RECURRING_WORDS = 2
MAX_RECURRING_WORDS = 6
# Share of a line that is a link.
MIN_LINK_SHARE = 0.6


def begins_note(text: str) -> bool:
    """Whether the text opens with the words of such a note."""
    return _NOTE.match(text) is not None


def judge_publication_notes(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove publisher's notes, text below administrative headings, and links."""
    draft = JudgementDraft(context, known)
    judge_keyword_sections(draft)
    for column in context.columns:
        for index, line in enumerate(column):
            found = NOTE_STARTS.decide(context, line) if draft.is_open(line) else None
            if found and _starts_block(draft, column, index):
                _remove_note(draft, column, index, found)
    _judge_administrative_sections(draft)
    _judge_links(draft)
    return draft.finish()


NOTE_STARTS: DecisionTable[[DocumentContext, LayoutLine], Rule] = DecisionTable(
    "notes of the publisher",
    (Test("note_words", Rule.PUBLICATION_NOTE, lambda _, p: holds(begins_note(p.text))),),
)


def _starts_block(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """Whether a line is set apart, differs in size from the one above, or follows a short line."""
    context, line = draft.context, column[index]
    if index == 0 or not draft.is_open(column[index - 1]):
        return True
    above, t = column[index - 1], context.thresholds
    return (
        context.scales.is_apart(line)
        or not is_same_size(line.size, above.size)
        or above.right_slack >= t.min_clear_space * context.em
    )


def _remove_note(
    draft: JudgementDraft, column: Sequence[LayoutLine], start: int, found: Decision[Rule]
) -> None:
    """Remove a note, which lasts while size and pitch stay the same; its label may be larger."""
    context, t = draft.context, draft.context.thresholds
    first, *rest = column[start : start + MAX_NOTE_LINES]
    draft.remove(first, found.outcome, found)
    size = min(first.size, rest[0].size) if rest else first.size
    max_gap = t.max_block_gap * max(context.pitch, USUAL_PITCH * first.size)
    for previous, line in pairwise((first, *rest)):
        resized = not is_same_size(line.size, size)
        more = NOTE_LINES.decide(context, line, max_gap)
        if not draft.is_open(line) or resized or more is None:
            return
        if _ends_paragraph(context, previous) or line.indent - first.indent > context.em:
            return
        max_gap = min(max_gap, context.scales.visible_gap * line.above)
        draft.remove(line, more.outcome, more)


def _is_near(context: DocumentContext, line: LayoutLine, max_gap: float) -> Measurement | None:
    return at_most(line.above / context.pitch, max_gap / context.pitch)


NOTE_LINES: DecisionTable[[DocumentContext, LayoutLine, float], Rule] = DecisionTable(
    "lines of a note", (Test("note_continues", Rule.PUBLICATION_NOTE, _is_near),)
)


def _ends_paragraph(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether a short line with a full stop ends a paragraph in the body's size."""
    is_short = line.right_slack >= context.thresholds.min_clear_space * context.em
    return is_short and line.text.rstrip().endswith(".") and context.ratio(line) == 1.0


def _judge_administrative_sections(draft: JudgementDraft) -> None:
    """Remove lines below a heading such as "Author details", down to the next heading."""
    heading: LayoutLine | None = None
    for line in draft.context.lines:
        role = draft.role_of(line)
        if role is Role.HEADING:
            is_administrative = line.text.strip().rstrip(".:").lower() in ADMINISTRATIVE_HEADINGS
            heading = line if is_administrative and not _is_beside_abstract(draft, line) else None
        elif role is Role.REFERENCE:
            heading = None
        elif heading and role is None:
            found = ADMINISTRATIVE_LINES.decide(line.index - heading.index)
            if found:
                draft.remove(line, found.outcome, found)


def _is_beside_abstract(draft: JudgementDraft, heading: LayoutLine) -> bool:
    """Whether the abstract's heading is on the same baseline, so that the abstract may be below."""
    return any(
        abs(line.baseline - heading.baseline) < MAX_BASELINE_STEP * heading.size
        and is_abstract_heading(line.text)
        for line in draft.context.layout_of(heading).lines
    )


# The argument is how many lines below the heading a line is.
ADMINISTRATIVE_LINES: DecisionTable[[int], Rule] = DecisionTable(
    "administrative sections",
    (
        Test(
            "below_administrative_heading",
            Rule.PUBLICATION_NOTE,
            lambda lines: at_least(lines, 1),
        ),
    ),
)


def _judge_links(draft: JudgementDraft) -> None:
    """Remove lines that consist of a link, and short lines that recur verbatim."""
    counts = Counter(
        line.text
        for line in draft.open_lines()
        if MIN_RECURRING_WORDS <= line.words <= MAX_RECURRING_WORDS
    )
    for column in draft.context.columns:
        for index, line in enumerate(column):
            if not draft.is_open(line) or draft.is_running_text(line):
                continue
            if found := LINKS.decide(draft, column, index, counts[line.text]):
                draft.remove(line, found.outcome, found)


def _is_link(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int, _: int
) -> Measurement | None:
    text = column[index].text
    link = _LINK.match(text)
    if link is None or not _follows_sentence(draft, column, index):
        return None
    return at_least(len(link[0]) / len(text), MIN_LINK_SHARE)


# The last argument is how often the line occurs in the document.
LINKS: DecisionTable[[JudgementDraft, Sequence[LayoutLine], int, int], Rule] = DecisionTable(
    "links and recurring lines",
    (
        Test("link", Rule.LINK, _is_link),
        Test(
            "recurring_line", Rule.RECURRING_LINE, lambda *args: at_least(args[3], MIN_RECURRENCES)
        ),
    ),
)


def _follows_sentence(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """Whether the line is set apart, or the line above ends a sentence."""
    context = draft.context
    if index == 0 or not draft.is_open(column[index - 1]):
        return True
    apart = context.scales.is_apart(column[index])
    return apart or column[index - 1].text.rstrip().endswith((".", "?", "!"))
