"""Notes of the publisher: dates, copyright, licence, correspondence, affiliations, links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import USUAL_PITCH, DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Role, Rule
from pdfbot.text.vocabulary import ADMINISTRATIVE_HEADINGS

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
# A number, several, or a symbol before the name of an institution or of a position.
_MARKED = re.compile(r"\W*(?:\d{1,2}(?:[,–-]\d{1,2})*|[*†‡§¶#])\s?[^\W\d_]")
_INSTITUTION = re.compile(
    r"(?<![^\W\d_])(?:Universi|Institut|D[eé]part[ae]m|Facult|College|Hospital|Laborato|School|Cent(?:er|re|ro)\b"
    r"|Academ|Division\b|Professor|Lecturer)"
)
_LINK = re.compile(r"\s*\[?https?://\S+")

# Lines of the longest note.
MAX_NOTE_LINES = 14
# A line that occurs this often, word for word, is a label and not text.
MIN_RECURRENCES = 4
# Words of three letters in a recurring line.
MIN_RECURRING_WORDS = 2
MAX_RECURRING_WORDS = 6
# Share of a line that is a link.
MIN_LINK_SHARE = 0.6


def judge_publication_notes(context: DocumentContext, known: Judgement) -> Judgement:
    """Blocks that start as such a note does, text below administrative headings, links."""
    draft = JudgementDraft(context, known)
    for column in context.columns:
        for index, line in enumerate(column):
            is_note = draft.is_open(line) and (
                _NOTE.match(line.text) is not None or _is_affiliation(context, line)
            )
            if is_note and _starts_block(draft, column, index):
                _remove_note(draft, column, index)
    _judge_administrative_sections(draft)
    _judge_links(draft)
    return draft.finish()


def _is_affiliation(context: DocumentContext, line: LayoutLine) -> bool:
    """On the first pages, a number or mark and the name of an institution in small type."""
    page = line.page - context.layouts[0].page.number + 1
    return (
        page <= context.thresholds.max_front_pages
        and line.size <= context.thresholds.max_footnote_ratio * context.em
        and _MARKED.match(line.text) is not None
        and _INSTITUTION.search(line.text) is not None
    )


def _starts_block(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """Set apart above, in another size than the line above, or after a line that ends early."""
    context, line = draft.context, column[index]
    if index == 0 or not draft.is_open(column[index - 1]):
        return True
    above, t = column[index - 1], context.thresholds
    return (
        line.above >= t.separate_spacing * context.pitch
        or abs(line.size - above.size) >= t.size_change * context.em
        or above.right_slack >= t.min_clear_space * context.em
    )


def _remove_note(draft: JudgementDraft, column: Sequence[LayoutLine], start: int) -> None:
    """The note continues while its size and pitch stay the same; its label may be larger."""
    context, t = draft.context, draft.context.thresholds
    first, *rest = column[start : start + MAX_NOTE_LINES]
    draft.remove(first, Rule.PUBLICATION_NOTE, "max_pitch_ratio", context.space_above(first))
    size = min(first.size, rest[0].size) if rest else first.size
    max_gap = t.max_pitch_ratio * max(context.pitch, USUAL_PITCH * first.size)
    for previous, line in pairwise((first, *rest)):
        resized = abs(line.size - size) >= t.size_change * context.em
        if not draft.is_open(line) or resized or line.above > max_gap:
            return
        if _ends_paragraph(context, previous) or line.indent - first.indent > context.em:
            return
        max_gap = min(max_gap, t.separate_spacing * line.above)
        draft.remove(line, Rule.PUBLICATION_NOTE, "max_pitch_ratio", context.space_above(line))


def _ends_paragraph(context: DocumentContext, line: LayoutLine) -> bool:
    """A short line with a full stop, in the body's size: a note in small type may go on."""
    is_short = line.right_slack >= context.thresholds.min_clear_space * context.em
    return is_short and line.text.rstrip().endswith(".") and context.ratio(line) == 1.0


def _judge_administrative_sections(draft: JudgementDraft) -> None:
    """Lines below a heading such as "Author details", down to the next heading."""
    inside = False
    for line in draft.context.lines:
        role = draft.role_of(line)
        if role is Role.HEADING:
            inside = line.text.strip().rstrip(".:").lower() in ADMINISTRATIVE_HEADINGS
        elif role is Role.REFERENCE:
            inside = False
        elif inside and role is None:
            ratio = draft.context.ratio(line)
            draft.remove(line, Rule.PUBLICATION_NOTE, "min_heading_ratio", ratio)


def _judge_links(draft: JudgementDraft) -> None:
    """Lines that consist of a link, and short lines that recur in the same words."""
    counts = Counter(
        line.text
        for line in draft.open_lines()
        if MIN_RECURRING_WORDS <= line.words <= MAX_RECURRING_WORDS
    )
    for column in draft.context.columns:
        for index, line in enumerate(column):
            if not draft.is_open(line) or draft.is_running_text(line):
                continue
            link = _LINK.match(line.text)
            share = len(link[0]) / len(line.text) if link else 0.0
            if share >= MIN_LINK_SHARE and _follows_sentence(draft, column, index):
                draft.remove(line, Rule.LINK, "majority_share", share, MIN_LINK_SHARE)
            elif (count := counts[line.text]) >= MIN_RECURRENCES:
                draft.remove(line, Rule.RECURRING_LINE, "min_repeats", count, MIN_RECURRENCES)


def _follows_sentence(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """No sentence continues in the line: it is set apart, or the line above ends one."""
    context = draft.context
    if index == 0 or not draft.is_open(column[index - 1]):
        return True
    apart = column[index].above >= context.thresholds.separate_spacing * context.pitch
    return apart or column[index - 1].text.rstrip().endswith((".", "?", "!"))
