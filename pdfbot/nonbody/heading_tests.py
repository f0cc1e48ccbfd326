"""Tests for headings: lines in one style with space, size, weight, capitals, or a number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from string import ascii_uppercase

from pdfbot.decisions import (
    DecisionTable,
    Measurement,
    Test,
    at_least,
    at_most,
    holds,
    less_than,
    more_than,
)
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import MIN_FORMULA_MATH, SCRIPT_SIZE, LayoutLine, letter_styles
from pdfbot.layout.scales import MAX_SPACE_ABOVE
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import JudgementDraft
from pdfbot.nonbody.run_in_headings import follows_removed, heads_statement, opens_abstract
from pdfbot.nonbody.underlines import are_underlined
from pdfbot.rules import Rule
from pdfbot.text.languages.lexicon import headings_of
from pdfbot.text.vocabulary import names_back_matter

_NUMBER = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVXLC]{1,6}\.(?:\d{1,2}\.?)*|[A-Z]\.(?:\d{1,2}(?:\.\d{1,2})*\.?)?"
    r"|(?:Appendix|APPENDIX)\s+[A-Z\d]\.?:?|\d{1,2}\)|[a-z]\))\s+(?=[^\W\d_])"
)
_KNOWN_HEADINGS = frozenset(
    (
        "introduction", "conclusion", "conclusions", "discussion", "results", "method", "methods",
        "materials and methods", "author contribution", "author contributions",
        "competing interest", "competing interests", "keyword",
        *headings_of("abstract"), *headings_of("keywords"), *headings_of("acknowledgements"),
    )
)  # fmt: skip
# The number of a subsection, which no list has: "2.1. Data".
DOTTED_NUMBER = re.compile(r"^\d{1,2}(?:\.\d{1,2})+\.?\s+[A-Z]")
_PUNCTUATION = ".,;:"

# Share of characters in math of a heading in the body's own style.
MAX_HEADING_MATH = 0.1
# Characters of the longest heading in larger type.
MAX_LARGE_CHARS = 199
# Characters of the longest heading in bold.
MAX_BOLD_CHARS = 149
# Characters of the longest heading that only its number marks.
MAX_NUMBERED_CHARS = 119
_CAPITALS = ascii_uppercase.encode()
# Letters: in shorter text capitals mean nothing.
MIN_CAPITAL_LETTERS = 3
# Share of the letters: text with more capitals is in capitals.
CAPITAL_SHARE = 0.8


def is_known_heading(text: str) -> bool:
    """Whether the text is the heading of a section that many papers have."""
    return text.lower().rstrip(" .:") in _KNOWN_HEADINGS


def is_italic(context: DocumentContext, line: LayoutLine) -> bool:
    return line.italic >= context.thresholds.min_style_share


def is_bold(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether the line is bold to its end; otherwise it starts with a run-in heading."""
    if line.bold < context.thresholds.min_style_share:
        return False
    last = next((b for b in reversed(line.blocks) if any(map(str.isalpha, b.text))), None)
    return last is not None and last.font.bold


def _is_large(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether the line is large to its end; otherwise it starts with a run-in heading."""
    if context.ratio(line) < context.thresholds.min_heading_ratio:
        return False
    lettered = (b for b in reversed(line.blocks) if any(map(str.isalpha, b.text)))
    last = next((b for b in lettered if b.font.size > SCRIPT_SIZE * line.size), None)
    return last is None or not is_same_size(last.font.size, context.em)


def is_in_capitals(line: LayoutLine) -> bool:
    """Whether the line is in capitals or small capitals throughout."""
    text = line.text
    # Most lines have too few to go on, which bytes show soonest.
    if text.isascii():
        count = len(text) - len(text.encode().translate(None, _CAPITALS))
    else:
        count = sum(map(str.isupper, text))
    if count <= CAPITAL_SHARE * MIN_CAPITAL_LETTERS:
        return line.small_capitals
    letters = list(filter(str.isalpha, text))
    capitals = sum(map(str.isupper, letters))
    if len(letters) >= MIN_CAPITAL_LETTERS and capitals > CAPITAL_SHARE * len(letters):
        return True
    return line.small_capitals


class Candidate:
    """Up to three lines in one style, with the properties that the tests use."""

    def __init__(
        self, draft: JudgementDraft, column: Sequence[LayoutLine], start: int, end: int
    ) -> None:
        self.column: Sequence[LayoutLine] = column
        self.start: int = start
        self.end: int = end
        self.context: DocumentContext = draft.context
        self.line: LayoutLine = column[start]
        self.lines: Sequence[LayoutLine] = column[start:end]
        self.text: str = " ".join([p.text for p in self.lines]).strip()
        self.space_above: float = draft.context.space_above(self.line)
        self.is_large: bool = _is_large(self.context, self.line)
        self.is_apart: bool = (
            self.space_above >= self.context.scales.visible_gap
            or follows_removed(draft, column, start)
            or self.line.index in self.context.anchored
        )

    @property
    def last(self) -> LayoutLine:
        return self.column[self.end - 1]

    @cached_property
    def has_number(self) -> bool:
        return _NUMBER.match(self.text) is not None

    @cached_property
    def is_numbered(self) -> bool:
        """Whether a number precedes a capital or caseless letter, in a text short enough."""
        letter = _letter_after_number(self.text)
        may_begin = letter.isalpha() and not letter.islower()
        return may_begin and len(self.text) <= MAX_NUMBERED_CHARS

    @cached_property
    def is_italic(self) -> bool:
        return is_italic(self.context, self.line)

    @cached_property
    def in_capitals(self) -> bool:
        return is_in_capitals(self.line)

    @property
    def other_font(self) -> bool:
        return self.is_italic or self.line.family != self.context.fonts.base_family

    @property
    def is_balanced(self) -> bool:
        return abs(self.line.indent - self.line.right_slack) < self.context.em

    @property
    def is_placed_like_heading(self) -> bool:
        """Whether the line is flush left or centred, and not a question."""
        max_indent = self.context.thresholds.min_step * self.context.em
        at_edge = abs(self.line.indent) < max_indent
        return (at_edge or self.is_balanced) and self.text[-1] not in "?!"

    @property
    def space_below(self) -> Measurement | None:
        below = MAX_SPACE_ABOVE
        if self.end < len(self.column):
            below = self.context.space_above(self.column[self.end])
        return at_least(below, self.context.scales.visible_gap, "visible_gap")


def _is_numbered_in_own_style(heading: Candidate) -> Measurement | None:
    """Whether this is "2.1. Title" in a style that the line right below does not share."""
    if not (DOTTED_NUMBER.match(heading.text) and heading.other_font):
        return None
    first, last = heading.line, heading.last
    below = heading.column[heading.end : heading.end + 1]
    clear = heading.context.thresholds.min_clear_space * heading.context.em
    if (
        not below
        or first.style is None
        or heading.text[-1:] in _PUNCTUATION
        or last.right_slack < clear
        or not letter_styles(last).isdisjoint(letter_styles(below[0]))
    ):
        return None
    return at_most(last.math, MAX_HEADING_MATH)


def _is_back_matter(heading: Candidate) -> Measurement | None:
    """Whether this names back matter, in another style, below the end of a sentence."""
    if len(heading.lines) > 1 or not names_back_matter(heading.text):
        return None
    above = heading.column[heading.start - 1 : heading.start]
    below = heading.column[heading.end : heading.end + 1]
    has_ended = heading.is_apart or all(p.text.rstrip().endswith((".", ")", "]")) for p in above)
    return holds(
        has_ended
        and bool(below)
        and letter_styles(heading.line).isdisjoint(letter_styles(below[0]))
    )


def _is_among_text(heading: Candidate) -> Measurement | None:
    if heading.is_apart or heading.is_large:
        return None
    limit = heading.context.scales.visible_gap
    return less_than(heading.space_above, limit, "visible_gap")


def _is_symbols(heading: Candidate) -> Measurement | None:
    if heading.has_number:
        return None
    limit = heading.context.thresholds.max_symbols_prose
    return at_most(heading.line.prose, limit, "max_symbols_prose")


def _is_larger(heading: Candidate) -> Measurement | None:
    if not heading.is_large or len(heading.text) > MAX_LARGE_CHARS:
        return None
    ratio, limit = heading.context.ratio(heading.line), heading.context.thresholds.min_heading_ratio
    return at_least(ratio, limit, "min_heading_ratio")


def _is_bold_text(heading: Candidate) -> Measurement | None:
    if not is_bold(heading.context, heading.line):
        return None
    is_full = abs(heading.line.right_slack) < heading.context.em
    if is_full and (heading.text.endswith((".", ",")) or opens_abstract(heading.text)):
        return holds(True)
    return more_than(len(heading.text), MAX_BOLD_CHARS)


def _is_bold_heading(heading: Candidate) -> Measurement | None:
    if not is_bold(heading.context, heading.line):
        return None
    limit = heading.context.thresholds.min_style_share
    return at_least(heading.line.bold, limit, "min_style_share")


def _is_punctuated(heading: Candidate) -> Measurement | None:
    """Whether it ends with punctuation, as only numbered headings in capitals may."""
    end = heading.text[-1:]
    may_end = end in ":." and heading.has_number and heading.in_capitals
    return holds(end in _PUNCTUATION and not may_end)


def _is_underlined(heading: Candidate) -> Measurement | None:
    """Whether every line is underlined and the last one short; a link that is may fill its line."""
    if not heading.text[:1].isupper() and not heading.is_numbered:
        return None
    if not are_underlined(heading.context, heading.lines):
        return None
    slack = heading.last.right_slack / heading.context.em
    return at_least(slack, heading.context.thresholds.min_clear_space, "min_clear_space")


def _is_full_last_line(heading: Candidate) -> Measurement | None:
    """Whether the last line is full; a numbered heading in italics may nearly fill it."""
    context, t = heading.context, heading.context.thresholds
    slack = heading.last.right_slack / context.em
    if heading.is_numbered and heading.is_italic:
        return less_than(slack, t.edge_reach, "edge_reach")
    return less_than(slack, t.min_clear_space, "min_clear_space")


def _is_formula(heading: Candidate) -> Measurement | None:
    return at_least(heading.line.math, MIN_FORMULA_MATH)


def _is_numbered_in_other_font(heading: Candidate) -> Measurement | None:
    return holds(heading.is_numbered and heading.other_font)


def _is_numbered_and_apart(heading: Candidate) -> Measurement | None:
    max_math = MAX_HEADING_MATH
    if not heading.is_numbered or not heading.is_placed_like_heading:
        return None
    if DOTTED_NUMBER.match(heading.text):
        return at_most(heading.last.math, max_math)
    return heading.space_below if heading.last.math <= max_math else None


def _is_numbered_text(heading: Candidate) -> Measurement | None:
    return holds(heading.is_numbered and heading.is_placed_like_heading)


def _is_full_first_line(heading: Candidate) -> Measurement | None:
    if len(heading.lines) == 1:
        return None
    slack = heading.line.right_slack / heading.context.em
    return less_than(slack, heading.context.thresholds.min_clear_space, "min_clear_space")


def _is_italic_and_apart(heading: Candidate) -> Measurement | None:
    if not heading.is_italic:
        return None
    limit = heading.context.scales.visible_gap
    return at_least(heading.space_above, limit, "visible_gap")


def _is_centred(heading: Candidate) -> Measurement | None:
    context, line = heading.context, heading.line
    t = context.thresholds
    if not heading.is_balanced or line.words < t.min_words or not heading.space_below:
        return None
    return at_least(line.indent / context.em, t.min_clear_space, "min_clear_space")


# Set apart from the text above by space, and by size, weight, capitals, slant or number. Without a
# style of its own, only its short last line and its position show a heading.
HEADINGS: DecisionTable[[Candidate], Rule] = DecisionTable(
    "headings",
    (
        Test("numbered_in_own_style", Rule.HEADING, _is_numbered_in_own_style),
        Test("back_matter", Rule.HEADING, _is_back_matter),
        Test("among_text", Rule.BODY, _is_among_text),
        Test("symbols", Rule.BODY, _is_symbols),
        Test("large_heading", Rule.HEADING, _is_larger),
        Test("bold_text", Rule.BODY, _is_bold_text),
        Test("bold_heading", Rule.HEADING, _is_bold_heading),
        Test(
            "known_heading",
            Rule.HEADING,
            lambda heading: holds(is_known_heading(heading.text)),
        ),
        Test("punctuated_line", Rule.BODY, _is_punctuated),
        Test(
            "heading_in_capitals",
            Rule.HEADING,
            lambda h: holds(h.in_capitals and len(h.text) > MIN_CAPITAL_LETTERS),
        ),
        Test("underlined_heading", Rule.HEADING, _is_underlined),
        Test("full_last_line", Rule.BODY, _is_full_last_line),
        Test("formula", Rule.BODY, _is_formula),
        Test("statement", Rule.BODY, lambda heading: holds(heads_statement(heading.text))),
        Test("numbered_in_other_font", Rule.HEADING, _is_numbered_in_other_font),
        Test("numbered_and_apart", Rule.HEADING, _is_numbered_and_apart),
        Test("numbered_text", Rule.BODY, _is_numbered_text),
        Test("full_first_line", Rule.BODY, _is_full_first_line),
        Test("lower_case_line", Rule.BODY, lambda heading: holds(not heading.text[:1].isupper())),
        Test("italic_heading", Rule.HEADING, _is_italic_and_apart),
        Test("centred_heading", Rule.HEADING, _is_centred),
    ),
)


def _letter_after_number(text: str) -> str:
    """The first letter after the heading's number; empty without a number."""
    match = _NUMBER.match(text)
    return text[match.end() : match.end() + 1] if match else ""
