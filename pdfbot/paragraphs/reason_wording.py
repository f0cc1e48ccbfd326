"""Reasons why a line begins or continues a paragraph, in plain English."""

from __future__ import annotations

from pdfbot.model import BEGINS, Reason

# Decimal places of a measurement: the distance of two edges that are aligned is 0, not 1e-9.
DIGITS = 3

_SHORT = "the line above ends {:.3g} em before the edge"
_INDENT = "indented by {:.3g} em"
_GAP = "{:.3g} line distances below the line above"
# What each test has found, with its measurement where it has one.
WORDS = {
    "first_line": "the first line of the body text",
    "run_in_heading": "starts with a run-in heading",
    "page_missing": "a page in between was not read",
    "below_larger_line": "below a line in {:.3g} times the size of the body",
    "below_heading": "below a heading",
    "bullet": "starts with a bullet",
    "next_dash": "the dash of the item above, {:.3g} em to the left of its lines",
    "mid_sentence": "starts in lower case, within a sentence",
    "theorem_head": "starts with the head of a theorem, a proof or the like",
    "label_after_end": "starts with a label, after the end of a line or a sentence",
    "short_end_before_break": f"{_SHORT}, with the end of a sentence",
    "first_line_indent": _INDENT,
    "item_ended_before_break": "the line above has room for the next word and {:.3g} em more",
    "hangs_as_above": "{:.3g} em to the left of its next line, as the paragraph above",
    "term_after_colon": "starts in bold, below a colon",
    "nothing_ended_before_break": "no paragraph ended before the break",
    "indent_after_equation": _INDENT,
    "no_indent_after_equation": _INDENT,
    "lowercase_after_equation": "starts in lower case below an equation",
    "space_after_equation": "{:.3g} line distances below the equation",
    "equation_within_paragraph": "nothing but an equation in between",
    "other_size": "the size changes by {:.3g} em",
    "item_below_short_line": f"starts with a bullet or label, and {_SHORT}",
    "item_further_left": "starts with a bullet or label, {:.3g} em to the left of the line above",
    "next_label": "its label follows that of the item above",
    "usual_indent": f"{_INDENT} against the next line",
    "hanging_lines_below": "the next line is indented by {:.3g} em",
    "right_of_paragraph": f"{_INDENT} against the paragraph above",
    "left_of_paragraph": "{:.3g} em to the left of the paragraph above",
    "indent_below_end": f"{_INDENT} against the line above",
    "outdent_below_end": "{:.3g} em to the left of the line above, which ended early",
    "below_first_line": "{:.3g} em to the left of the first line of its paragraph",
    "same_indent_below_end": f"{_INDENT}, below the end of a paragraph",
    "styled_start": f"starts in bold or italic, and {_SHORT}",
    "short_line_above": f"{_SHORT}, with the end of a sentence",
    "very_short_line_above": f"{_SHORT}, with the end of a sentence",
    "paragraph_gap": _GAP,
    "clear_gap": _GAP,
    "gap_below_short_line": f"{_GAP}, below a line that ends far from the edge",
    "term_below_gap": f"starts in bold, {_GAP}",
    "unfinished_sentence": "the line above does not end a sentence",
    "nothing_sets_it_apart": "nothing sets it apart from the line above",
    "published_indent": "indented by {:.3g} points in a new column (the paper's rule)",
    "published_new_column": "indented by {:.3g} points in a new column (the paper's rule)",
    "published_gap": "{:.3g} points more than the usual line distance (the paper's rule)",
    "published_step": "{:.3g} points to the right of the line above (the paper's rule)",
    "published_same_paragraph": "neither a gap nor an indent (the paper's rule)",
}


def describe_reason(reason: Reason) -> str:
    """One line, such as "new paragraph: indented by 1.2 em, at least 0.4 (min_step)"."""
    start = "new paragraph" if reason.outcome == BEGINS else "goes on"
    found = reason.finding
    words = WORDS[found.test]
    if "{" not in words:
        return f"{start}: {words}"
    limit = f"{found.limit:.0%}" if "%" in words else f"{found.limit:.3g}"
    name = f" ({found.threshold})" if found.threshold else ""
    measured = round(found.measured, DIGITS) + 0.0  # not -0
    return f"{start}: {words.format(measured)}, {found.comparison} {limit}{name}"
