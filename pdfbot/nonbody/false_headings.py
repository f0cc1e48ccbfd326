"""False headings: labels in figures, table heads and the like that head no section."""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pdfbot.decisions import (
    Decision,
    DecisionTable,
    Measurement,
    Test,
    at_most,
    holds,
    less_than,
)
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Font
from pdfbot.nonbody.clauses import continues_sentence, ends_clause
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.printed_headings import (
    Heading,
    HeadingStyle,
    choose_styles,
    heading_runs,
    read_heading,
    starts_inside,
)
from pdfbot.nonbody.publication_notes import begins_note
from pdfbot.rules import Role, Rule
from pdfbot.text.caption_labels import label_of
from pdfbot.text.vocabulary import CONTACT_HEADINGS, is_abstract_heading, names_back_matter

# What may follow a heading; cells and labels may not.
TEXT_ROLES = frozenset(
    (None, Role.HEADING, Role.REFERENCE, Role.EQUATION, Role.KEYWORDS, Role.FRONT_MATTER)
)
# A style is one of headings if more than this share of its lines have text below them.
MIN_ABOVE_TEXT = 0.5

# The label of a supplement: "S1 Fig.", "Additional file 3".
_SUPPLEMENT = re.compile(r"(?:S|(?i:Additional file) )\d{1,2}(?!\w)")
# A formula in words: one name, and what it equals.
_EQUATION = re.compile(r"\S+ ?:?= ?\S")


@dataclass(frozen=True, slots=True)
class PossibleHeading:
    """A heading as judged so far; `open_lines` are sorted indices."""

    context: DocumentContext
    judgement: Judgement
    open_lines: Sequence[int]
    heading: Heading

    @property
    def is_outlined(self) -> bool:
        outlined = self.context.outlined.get(self.heading.first.index)
        return outlined is not None and not outlined.is_run_in

    @property
    def leads_to_text(self) -> bool:
        """Whether text follows; at the top of the next column, only body text counts."""
        lines, last = self.context.lines, self.heading.last
        for index in range(last.index + 1, len(lines)):
            line = lines[index]
            role = self.judgement.role_of(line)
            if line.column_key != last.column_key:
                return role is None
            if role is not Role.HEADING:
                return role in TEXT_ROLES
        return False


def judge_false_headings(context: DocumentContext, known: Judgement) -> Judgement:
    """Judge headings by themselves, then by what follows them and others of the same style."""
    draft = JudgementDraft(context, known)
    open_lines = [line.index for line in context.lines if known.is_open(line)]
    possible = [
        PossibleHeading(
            context,
            known,
            open_lines,
            read_heading(known, lines, " ".join(line.text for line in lines)),
        )
        for lines in heading_runs(context, known)
    ]
    possible = _keep(draft, [(p, LABELS.decide(p)) for p in possible])
    shares = _shares_above_text(possible)
    _keep(
        draft,
        [(p, NO_SECTIONS.decide(p, share)) for p, share in zip(possible, shares, strict=True)],
    )
    return draft.finish()


def _keep(
    draft: JudgementDraft, decided: Sequence[tuple[PossibleHeading, Decision[Rule] | None]]
) -> list[PossibleHeading]:
    """The headings that may head a section; the others get another rule."""
    kept = []
    for possible, found in decided:
        is_known = possible.is_outlined and found is not None and found.outcome is Rule.LABEL
        if found is None or possible.heading.is_references or is_known:
            kept.append(possible)
            continue
        for line in possible.heading.lines:
            draft.revise(line, found.outcome, found)
    return kept


def _shares_above_text(possible: Sequence[PossibleHeading]) -> list[float]:
    """For each heading, the share of headings in its style that have text below them."""
    styles = choose_styles([p.heading for p in possible])
    leads: dict[HeadingStyle, list[bool]] = defaultdict(list)
    for style, one in zip(styles, possible, strict=True):
        leads[style].append(one.leads_to_text)
    return [sum(leads[style]) / len(leads[style]) for style in styles]


def _has_no_words(possible: PossibleHeading) -> Measurement | None:
    """Whether a heading has no words; a number such as "4.1" shows that a formula is one."""
    heading = possible.heading
    is_numbered = "." in heading.number and any(map(str.isalpha, heading.text))
    return None if is_numbered else less_than(sum(line.words for line in heading.lines), 1)


def _is_about_publication(text: str) -> bool:
    """Whether the text heads addresses of the authors, or has the dates of the publication."""
    return text.strip(" .:").lower() in CONTACT_HEADINGS or begins_note(text)


def _has_label(text: str) -> bool:
    """Whether the text is the label of a float or supplement."""
    return label_of(text) is not None or _SUPPLEMENT.match(text) is not None


def _runs_in_below(possible: PossibleHeading) -> Measurement | None:
    """Whether a heading that fills its line ends in the next one, where the text begins.

    One with a number heads a section all the same.
    """
    context, last = possible.context, possible.heading.last
    if possible.heading.number or last.index + 1 == len(context.lines):
        return None
    following = context.lines[last.index + 1]
    if (
        following.column_key != last.column_key
        or last.right_slack >= context.thresholds.min_clear_space * context.em
        or not (last.text.endswith("-") or following.id in possible.judgement.body_starts)
        or not _goes_on(last.blocks[-1].font, following.blocks[0].font)
    ):
        return None
    limit = context.thresholds.max_block_gap
    return at_most(following.above / context.pitch, limit, "max_block_gap")


def _goes_on(font: Font, following: Font) -> bool:
    """Whether the font is the same, or both are bold: names are in italics in bold headings."""
    return font == following or (font.bold and following.bold)


def _is_above_no_text(possible: PossibleHeading, share: float) -> Measurement | None:
    """Whether neither this heading nor most others of its style have text below.

    Sections at the end may be in the small print of footnotes.
    """
    text = possible.heading.text
    if possible.leads_to_text or is_abstract_heading(text) or names_back_matter(text):
        return None
    return at_most(share, MIN_ABOVE_TEXT)


def _is_inside_sentence(possible: PossibleHeading, _: float) -> Measurement | None:
    """Whether this stands between two body lines of one sentence, as a label in a figure does."""
    lines, open_lines, heading = possible.context.lines, possible.open_lines, possible.heading
    next_open = bisect(open_lines, heading.last.index)
    if heading.number or not 0 < next_open < len(open_lines):
        return None
    before, after = lines[open_lines[next_open - 1]], lines[open_lines[next_open]]
    if after.id in possible.judgement.body_starts:
        return None
    return holds(continues_sentence(before, after) or _continues_past(possible, before, after))


def _continues_past(possible: PossibleHeading, before: LayoutLine, after: LayoutLine) -> bool:
    """Whether an unfinished full line continues, with no heading above it or equation between."""
    context, judgement = possible.context, possible.judgement
    above = context.lines[after.index - 1]
    between = context.lines[before.index + 1 : after.index]
    is_full = before.right_slack <= context.thresholds.short_line * context.em
    return (
        is_full
        and not ends_clause(before)
        and (above.column_key != after.column_key or judgement.role_of(above) is not Role.HEADING)
        and all(judgement.role_of(line) is not Role.EQUATION for line in between)
    )


LABELS: DecisionTable[[PossibleHeading], Rule] = DecisionTable(
    "labels that look like headings",
    (
        Test("heading_without_words", Rule.NO_WORDS, _has_no_words),
        Test(
            "equation_in_words",
            Rule.DISPLAY_MATH,
            lambda p: holds(_EQUATION.match(p.heading.text) is not None),
        ),
        Test("starts_inside", Rule.LABEL, lambda p: holds(starts_inside(p.heading.text))),
        Test("label_of_float", Rule.LABEL, lambda p: holds(_has_label(p.heading.text))),
        Test("runs_in_below", Rule.LABEL, _runs_in_below),
    ),
)
# The last argument is the share of the headings in its style that have text below them.
NO_SECTIONS: DecisionTable[[PossibleHeading, float], Rule] = DecisionTable(
    "headings without a section",
    (
        Test("above_no_text", Rule.LABEL, _is_above_no_text),
        Test(
            "contact_heading",
            Rule.PUBLICATION_NOTE,
            lambda p, _: holds(_is_about_publication(p.heading.text)),
        ),
        Test("inside_sentence", Rule.LABEL, _is_inside_sentence),
    ),
)
