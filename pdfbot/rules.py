"""Every rule that can judge a line, and the role of the lines it removes.

Verdicts and JSON records use these names, and explain colours lines by their roles.
"""

from __future__ import annotations

from enum import Enum


class Role(str, Enum):
    """The part of the paper that a line belongs to."""

    BODY = "body"
    FRONT_MATTER = "front matter"
    KEYWORDS = "keywords"
    HEADING = "heading"
    CAPTION = "caption"
    FLOAT = "figure, table or algorithm"
    EQUATION = "display equation"
    FOOTNOTE = "footnote"
    REFERENCE = "reference"
    PAGE_MARGIN = "page margin"
    RESIDUAL = "cell, code or label"
    UNSEEN = "hidden or rotated"

    __str__ = str.__str__


class Rule(str, Enum):
    """A rule by its name in JSON; `role` is the role of the lines it removes."""

    role: Role

    def __new__(cls, name: str, role: Role = Role.BODY) -> Rule:
        rule = str.__new__(cls, name)
        rule._value_ = name
        rule.role = role
        return rule

    __str__ = str.__str__

    BODY = "body", Role.BODY

    # Out of the flow before any line is judged (layout).
    MARGIN = "margin", Role.PAGE_MARGIN
    SIDE_COLUMN = "side_column", Role.FRONT_MATTER
    LINE_NUMBER = "line_number", Role.PAGE_MARGIN
    HIDDEN = "hidden", Role.UNSEEN
    ROTATED = "rotated", Role.UNSEEN

    # Page margins.
    REPEATED_AT_PAGE_EDGE = "repeated_at_page_edge", Role.PAGE_MARGIN
    PAGE_NUMBER = "page_number", Role.PAGE_MARGIN
    BEYOND_BODY_AREA = "beyond_body_area", Role.PAGE_MARGIN

    # Front matter.
    TITLE = "title", Role.FRONT_MATTER
    BEFORE_ABSTRACT = "before_abstract", Role.FRONT_MATTER
    BEFORE_FIRST_PARAGRAPH = "before_first_paragraph", Role.FRONT_MATTER
    KEYWORDS = "keywords", Role.KEYWORDS

    # References.
    REFERENCES_HEADING = "references_heading", Role.REFERENCE
    REFERENCES_NUMBERED = "references_numbered", Role.REFERENCE
    REFERENCES_KEYED = "references_keyed", Role.REFERENCE
    AFTER_REFERENCES = "after_references", Role.REFERENCE

    FOOTNOTE = "footnote", Role.FOOTNOTE

    # Captions, and the floats they belong to.
    CAPTION_FIGURE = "caption_figure", Role.CAPTION
    CAPTION_TABLE = "caption_table", Role.CAPTION
    CAPTION_ALGORITHM = "caption_algorithm", Role.CAPTION
    CAPTION_BOX = "caption_box", Role.CAPTION
    INSIDE_DRAWING = "inside_drawing", Role.FLOAT
    BETWEEN_RULINGS = "between_rulings", Role.FLOAT
    BESIDE_CAPTION = "beside_caption", Role.FLOAT

    ALIGNED_WORDS = "aligned_words", Role.RESIDUAL

    HEADING = "heading", Role.HEADING
    LABEL = "label", Role.RESIDUAL

    # Notes of the publisher.
    PUBLICATION_NOTE = "publication_note", Role.FRONT_MATTER
    LINK = "link", Role.RESIDUAL
    RECURRING_LINE = "recurring_line", Role.RESIDUAL

    # Display equations.
    DISPLAY_MATH = "display_math", Role.EQUATION
    NUMBERED_EQUATION = "numbered_equation", Role.EQUATION
    SYMBOLS_ONLY = "symbols_only", Role.EQUATION
    BESIDE_EQUATION = "beside_equation", Role.EQUATION

    # Lines that no other family removes.
    CONTENTS = "contents", Role.RESIDUAL
    ADDRESS = "address", Role.FRONT_MATTER
    SPACED_LETTERS = "spaced_letters", Role.RESIDUAL
    MONOSPACED = "monospaced", Role.RESIDUAL
    CODE = "code", Role.RESIDUAL
    SMALL_FONT = "small_font", Role.RESIDUAL
    WIDE_GAP = "wide_gap", Role.RESIDUAL
    FAR_INSIDE = "far_inside", Role.RESIDUAL
    NO_WORDS = "no_words", Role.RESIDUAL

    # The PDFBoT paper's own rules (--rules paper).
    FONT_SIZE = "font_size", Role.RESIDUAL
    SPECIAL_INDENT = "special_indent", Role.RESIDUAL
    SPECIAL_GAP = "special_gap", Role.RESIDUAL
    SPARSE_INDENTED = "sparse_indented", Role.RESIDUAL
    APART_UNENDED = "apart_unended", Role.RESIDUAL


# Captions of these kinds are judged like those of figures or algorithms.
_JUDGED_AS = {
    **dict.fromkeys(("scheme", "chart", "plate", "exhibit", "video"), "figure"),
    "listing": "algorithm",
}


def caption_rule(kind: str) -> Rule:
    """The rule for captions of one kind: figure, table, algorithm, …"""
    return Rule(f"caption_{_JUDGED_AS.get(kind, kind)}")
