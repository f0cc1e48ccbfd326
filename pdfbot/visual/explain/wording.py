"""Rules and their findings in plain English, for the terminal and the explain page."""

from __future__ import annotations

from pdfbot.layout.scales import MAX_SPACE_ABOVE
from pdfbot.model import Finding
from pdfbot.rules import Rule

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
    Rule.TITLE: "title",
    Rule.BEFORE_ABSTRACT: "before the abstract",
    Rule.BEFORE_FIRST_PARAGRAPH: "before the first paragraph",
    Rule.KEYWORDS: "keywords",
    Rule.REFERENCES_HEADING: "heading of the references",
    Rule.REFERENCES_NUMBERED: "first of the numbered references",
    Rule.REFERENCES_KEYED: "first of the references with keys",
    Rule.AFTER_REFERENCES: "references, and what follows them",
    Rule.FOOTNOTE: "footnote",
    Rule.CAPTION_FIGURE: "caption of a figure",
    Rule.CAPTION_TABLE: "caption of a table",
    Rule.CAPTION_ALGORITHM: "caption of an algorithm",
    Rule.CAPTION_BOX: "caption of a box",
    Rule.INSIDE_DRAWING: "inside a drawing or an image",
    Rule.BETWEEN_RULINGS: "between the rulings of a table",
    Rule.BESIDE_CAPTION: "part of a figure, table or algorithm next to its caption",
    Rule.ALIGNED_WORDS: "words aligned below words",
    Rule.HEADING: "heading",
    Rule.LABEL: "label, or a line that heads no section",
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
}

_SIZE = "{:.3g} of the size of the body"
_SPACE = "{:.3g} line distances below the line above"
_WORDS = "{:.0%} of its characters are in words"
_COUNT = "{:g} words of three letters or more"
_GAP = "a gap of {:.3g} times the font size"
_INDENT = "indented by {:.3g} times the font size"
_BOLD = "{:.0%} of it is bold"
_ABOVE_TEXT = "{:.3g} line distances above the text below it"
# What a test found, by its name. A phrase without a number belongs to a test that only asks
# whether something is present.
PHRASES = {
    # Out of the flow.
    "left_of_columns": "{:.3g} times the font size left of the columns",
    "right_of_columns": "{:.3g} times the font size right of the columns",
    "narrow_side_column": "a column beside the text, {:.0%} as wide as all columns",
    "line_number": "{:g} numbers count the lines of the page",
    "hidden": "invisible, clipped, covered or outside the page",
    "rotated": "rotated by {:.3g} degrees",
    # Page margins.
    "repeated_at_edge": "on {:g} pages at the same height",
    "page_number": "{:g} lines from the edge of the page",
    "beyond_body_area": "{:.3g} line distances outside the area of the text",
    # Front matter.
    "before_abstract": "{:g} lines before the abstract",
    "before_first_paragraph": "{:g} lines before the first paragraph",
    "above_abstract": "{:.3g} line distances above the abstract, in another column",
    "keyword_label": "starts with a label such as Keywords",
    "below_lone_label": _SPACE,
    "keywords_continue": _SPACE,
    "larger_than_text": _SIZE,
    "most_prominent": _COUNT,
    # References.
    "years_below_heading": "{:g} of the lines below name a year",
    "numbered_entries": "{:g} entries are numbered one after the other",
    "keyed_entries": "{:g} entries with keys follow one another",
    "after_references": "{:g} lines after the start of the references",
    "below_centred_heading": "below the heading, {:.3g} times the font size across the gutter",
    # Footnotes.
    "below_ruling": "{:.3g} line distances below a short ruling",
    "small_with_mark": f"after a footnote mark, {_SIZE}",
    "mark_apart": f"after a footnote mark, {_SPACE}",
    "small_and_apart": f"apart from the text, {_SIZE}",
    "below_note": "{:g} lines below the first note of the column",
    "across_page_foot": "{:.3g} line distances below all text of the page",
    "small_note_of_appendix": f"in an appendix, {_SIZE}",
    "small_print_below_heading": "without a footnote mark, {:g} lines below a heading",
    "small_print_below_float": "without a footnote mark, {:g} lines below a float or caption",
    "note_without_text": "neither a footnote mark nor words",
    # Captions and floats.
    "label_on_top": "a label with no body text above it",
    "title_below_label": "{:.3g} line distances below a label without text, in bold or italics",
    "label_apart": f"a label, {_SPACE}",
    "label_resized": "a label, {:.0%} larger or smaller than the line above",
    "label_tight": "a label, {:.3g} line distances above the next line",
    "styled_label": "a label in bold or italics",
    "caption_continues": _SPACE,
    "caption_goes_on": "{:.3g} times the usual line distance below the caption",
    "below_ruling_of_table": "below a ruling under the caption of a table",
    "row_of_cells": _GAP,
    "address_of_float": "an address below a caption",
    "continued_float": "continues from another page",
    "inside_drawing": "{:.0%} of its box is inside",
    "little_running_text": "{:.0%} of the lines there are running text",
    "above_last_ruling": "{:.3g} line distances above the last ruling of the algorithm",
    "first_step": _SPACE,
    "next_step": _SPACE,
    "step_above": "{:.3g} line distances above the line below",
    "other_size": "{:.0%} larger or smaller than the body",
    "few_words": _COUNT,
    "little_prose": _WORDS,
    "gap_between_cells": _GAP,
    "indented_cell": _INDENT,
    "bold_cell": _BOLD,
    "unended_with_few_words": f"no punctuation at its end, {_COUNT}",
    "aligned_words": "{:.0%} of its words are aligned",
    "quoted_translation": "a quotation below aligned words",
    # Headings.
    "run_in_outlined": "the outline of the PDF names it, and text follows in the line",
    "outlined_heading": "the outline of the PDF names it, on level {:g}",
    "heading_style": "{:g} lines in this style look like headings",
    "isolated_far_below": _SPACE,
    "large_heading": _SIZE,
    "bold_heading": _BOLD,
    "known_heading": "the words of a usual heading",
    "back_matter": "the name of a section at the end, in another style than the text below",
    "heading_in_capitals": "in capitals",
    "underlined_heading": "underlined, ending {:.3g} times the font size before the edge",
    "numbered_in_own_style": "a number such as 2.1, in a style that the line below does not share",
    "numbered_in_other_font": "a number, and another font than that of the body",
    "numbered_and_apart": f"a number, {_ABOVE_TEXT}",
    "italic_heading": f"in italics, {_SPACE}",
    "centred_heading": f"centred, {_INDENT}",
    "heading_after_references": "in the style of other headings",
    "heading_above_notes": f"in the style of other headings, {_ABOVE_TEXT}",
    "heading_above_text": _ABOVE_TEXT,
    # What looks like a heading.
    "heading_without_words": _COUNT,
    "equation_in_words": "one word and an equals sign",
    "starts_inside": "starts in lower case or with a bracket",
    "label_of_float": "a label such as Figure 3",
    "runs_in_below": "text starts in the line {:.3g} line distances below",
    "above_no_text": "above no text, and so are others: {:.0%} in its style are above text",
    "contact_heading": "heads the addresses of the authors, or is a date of the publication",
    "inside_sentence": "between two lines of one sentence",
    # Notes of the publisher.
    "note_words": "starts with the words of such a note",
    "note_continues": _SPACE,
    "below_administrative_heading": "{:g} lines below an administrative heading",
    "link": "{:.0%} of it is a link",
    "recurring_line": "found {:g} times",
    # Equations and residual lines.
    "displayed_math": _WORDS,
    "numbered_equation": _WORDS,
    "symbols_only": _WORDS,
    "beside_equation": _WORDS,
    "dot_leaders": "dot leaders and a page number",
    "address_in_small_print": "an address, {:.0%} smaller than the body",
    "spaced_letters": "{:.0%} of it are single characters",
    "monospaced": "{:.0%} of it is monospaced",
    "code_block": "{:.0%} of the lines there read like code, the others like comments",
    "small_font": _SIZE,
    "wide_gap": _GAP,
    "far_inside": _INDENT,
    "no_words": _COUNT,
    # The PDFBoT paper's own rules.
    "published_font_size": "{:.3g} points away from the size of the body",
    "published_special_indent": "indented by {:.3g} points",
    "published_special_gap": "a gap of {:.3g} points",
    "published_sparse": "{:.3g} characters in a block",
    "published_apart": "{:.3g} points away from the usual line distance",
    "published_alone": "no line above or below",
    "published_caption": "a label without a verb",
}


def name_rule(rule: Rule) -> str:
    """What the rule takes a line for."""
    return RULE_NAMES[rule]


def describe_finding(finding: Finding | None) -> str:
    """What was found, the limit, and the name under which `--set` changes the limit."""
    if finding is None:
        return ""
    phrase = PHRASES.get(finding.test, "measured {:.4g}")
    if "{" not in phrase:
        return phrase
    limit = f"{finding.limit:.0%}" if "%" in phrase else f"{finding.limit:.3g}"
    needed = f"{finding.comparison} {limit}"
    name = f" ({finding.threshold})" if finding.threshold else ""
    if _SPACE in phrase and finding.measured >= MAX_SPACE_ABOVE:
        return f"{phrase.replace(_SPACE, 'nothing above it')}, {needed} line distances{name}"
    return f"{phrase.format(finding.measured)}, {needed}{name}"
