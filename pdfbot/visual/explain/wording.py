"""Rules and what they measure in plain English, for the terminal and for the explain page."""

from __future__ import annotations

from pdfbot.model import Finding
from pdfbot.nonbody.context import MAX_SPACE_ABOVE
from pdfbot.rules import Role, Rule

RULE_NAMES = {
    Rule.BODY: "body text",
    Rule.MARGIN: "beside the columns",
    Rule.SIDE_COLUMN: "side column of the first page",
    Rule.LINE_NUMBER: "line number",
    Rule.HIDDEN: "cannot be seen on the page",
    Rule.ROTATED: "rotated",
    Rule.REPEATED_AT_PAGE_EDGE: "running header or footer",
    Rule.PAGE_NUMBER: "page number",
    Rule.BEYOND_BODY_AREA: "outside the area of the text",
    Rule.BEFORE_ABSTRACT: "before the abstract",
    Rule.BEFORE_FIRST_PARAGRAPH: "before the first paragraph",
    Rule.KEYWORDS: "keywords",
    Rule.REFERENCES_HEADING: "heading of the references",
    Rule.REFERENCES_NUMBERED: "first of the numbered references",
    Rule.REFERENCES_KEYED: "first of the references with keys",
    Rule.AFTER_REFERENCES: "references, and what follows them",
    Rule.FOOTNOTE: "footnote",
    Rule.INSIDE_DRAWING: "inside a drawing or an image",
    Rule.BETWEEN_RULES: "between the rules of a table",
    Rule.BESIDE_CAPTION: "part of a figure, table or algorithm next to its caption",
    Rule.ALIGNED_WORDS: "words aligned below words",
    Rule.HEADING: "heading",
    Rule.PUBLICATION_NOTE: "note of the publisher",
    Rule.LINK: "nothing but a link",
    Rule.RECURRING_LINE: "recurs in the same words",
    Rule.DISPLAY_MATH: "display equation",
    Rule.NUMBERED_EQUATION: "equation with a number",
    Rule.SYMBOLS_ONLY: "symbols, hardly any words",
    Rule.BESIDE_EQUATION: "next to an equation",
    Rule.CONTENTS: "table of contents",
    Rule.ADDRESS: "address of an author",
    Rule.SPACED_LETTERS: "single characters on a grid",
    Rule.MONOSPACED: "code, in a monospaced font",
    Rule.CODE: "reads like code",
    Rule.SMALL_FONT: "set smaller than the body",
    Rule.WIDE_GAP: "a wide gap, as between table cells",
    Rule.FAR_INSIDE: "indented too far for text",
    Rule.NO_WORDS: "no words",
    Rule.FONT_SIZE: "not in the size of the body",
    Rule.SPECIAL_INDENT: "indented too far for a paragraph",
    Rule.SPECIAL_GAP: "a gap too wide for a word space",
    Rule.SPARSE_INDENTED: "indented, with few characters in a block",
    Rule.APART_UNENDED: "set apart, without a full stop",
    **{
        rule: f"caption of a {rule.removeprefix('caption_')}"
        for rule in Rule
        if rule.role is Role.CAPTION
    },
    Rule.CAPTION_ALGORITHM: "caption of an algorithm",
    Rule.CAPTION_EXHIBIT: "caption of an exhibit",
}

_SIZE = "{:.3g} of the size of the body"
_SPACE = "{:.3g} line distances below the line above"
_WORDS = "{:.0%} of its characters are in words"
_COUNT = "{:g} words of three letters or more"
# What a rule measured, by the name of the threshold that it compared with.
MEASURES = {
    "min_font_ratio": _SIZE,
    "max_footnote_ratio": _SIZE,
    "min_heading_ratio": _SIZE,
    "strong_size_slack": "{:.0%} away from the size of the body",
    "separate_spacing": _SPACE,
    "max_block_pitch": _SPACE,
    "max_pitch_ratio": _SPACE,
    "min_above_abstract": "{:.3g} line distances above the abstract",
    "min_beyond_body": "{:.3g} line distances outside the area of the text",
    "max_front_pages": "on page {:g} of the document",
    "max_number_depth": "{:g} lines from the edge of the page",
    "min_repeats": "found {:g} times",
    "min_reference_years": "{:g} of the lines below name a year",
    "min_reference_entries": "{:g} entries follow one another",
    "min_inside_drawing": "{:.0%} of its box is inside",
    "max_running_share": "{:.0%} of the lines there are running text",
    "min_aligned_share": "{:.0%} of its words are aligned",
    "majority_share": "{:.0%} of it is bold",
    "max_display_prose": _WORDS,
    "max_numbered_prose": _WORDS,
    "max_symbols_prose": _WORDS,
    "max_beside_prose": _WORDS,
    "min_reading_prose": _WORDS,
    "min_words": _COUNT,
    "strong_min_words": _COUNT,
    "min_reading_words": _COUNT,
    "min_spaced_share": "{:.0%} of it are single characters",
    "min_mono_share": "{:.0%} of it is monospaced",
    "min_code_share": "{:.0%} of the lines there read like code, the others like comments",
    "max_inner_gap": "a gap of {:.3g} times the font size",
    "min_cell_gap": "a gap of {:.3g} times the font size",
    "strong_max_indent": "indented by {:.3g} times the font size",
    "max_reading_indent": "indented by {:.3g} times the font size",
    "min_reading_width": "{:.0%} as wide as its column",
    "delta2_font_size": "{:.3g} points away from the size of the body",
    "gamma2_indent": "indented by {:.3g} points",
    "gamma3_gap": "a gap of {:.3g} points",
    "gamma4_spacing": "{:.3g} points more than the usual line distance",
    "gamma5_density": "{:.3g} characters in a block",
}
LINK_MEASURE = "{:.0%} of it is a link"


def name_rule(rule: Rule) -> str:
    """What the rule takes a line for."""
    return RULE_NAMES[rule]


def describe_finding(finding: Finding | None, rule: Rule = Rule.BODY) -> str:
    """What was measured, the limit, and the name under which `--set` changes the limit."""
    if finding is None:
        return ""
    measure = MEASURES.get(finding.threshold, "measured {:.4g}")
    if rule is Rule.LINK:
        measure = LINK_MEASURE
    name = f" ({finding.threshold})" if finding.threshold else ""
    limit = f"{finding.limit:.0%}" if "%" in measure else f"{finding.limit:.3g}"
    if measure == _SPACE and finding.measured >= MAX_SPACE_ABOVE:
        return f"nothing above it, the limit is {limit} line distances{name}"
    return f"{measure.format(finding.measured)}, the limit is {limit}{name}"
