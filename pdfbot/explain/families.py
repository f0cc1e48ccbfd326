"""Families of rules: what a reader calls the lines that a rule takes out, and their colour."""

from __future__ import annotations

from pdfbot.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of text with its tint."""

    name: str
    colour: str


BODY = Family("body", "#a7e3b5")
OTHER = Family("other", "#c9c9c9")
MARGIN = Family("margins", "#b9c4d6")
FRONT = Family("front matter", "#f7c59f")
HEADING = Family("headings", "#ffe066")
FLOAT = Family("figures, tables, captions", "#9bd3f7")
MATH = Family("formulas", "#cdb4f6")
NOTE = Family("footnotes", "#f2b5d4")
REFERENCE = Family("references", "#e0b59a")
LEFTOVER = Family("cells, code, labels", "#b6e3e9")
UNSEEN = Family("hidden or turned", "#d3d3d3")

FAMILIES = (
    BODY, FRONT, HEADING, FLOAT, MATH, NOTE, REFERENCE, MARGIN, LEFTOVER, UNSEEN, OTHER,
)  # fmt: skip

_RULES = {
    "body": BODY,
    "address": FRONT,
    "after_references": REFERENCE,
    "aligned_words": LEFTOVER,
    "apart_unended": LEFTOVER,
    "before_abstract": FRONT,
    "before_first_paragraph": FRONT,
    "beside_caption": FLOAT,
    "beside_equation": MATH,
    "between_rules": FLOAT,
    "beyond_body_area": MARGIN,
    "display_math": MATH,
    "far_inside": LEFTOVER,
    "footnote": NOTE,
    "heading": HEADING,
    "hidden": UNSEEN,
    "inside": FLOAT,
    "inside_drawing": FLOAT,
    "keywords": FRONT,
    "line_number": MARGIN,
    "listing": LEFTOVER,
    "margin": MARGIN,
    "monospaced": LEFTOVER,
    "contents": LEFTOVER,
    "spaced_letters": LEFTOVER,
    "no_words": LEFTOVER,
    "numbered_equation": MATH,
    "page_number": MARGIN,
    "repeated_at_page_edge": MARGIN,
    "rotated": UNSEEN,
    "small_font": LEFTOVER,
    "sparse_indented": LEFTOVER,
    "symbols_only": MATH,
    "wide_gap": LEFTOVER,
}
_PREFIXES = {
    "caption": FLOAT,
    "references": REFERENCE,
    "front": FRONT,
    "heading": HEADING,
    "footnote": NOTE,
    "equation": MATH,
    "special": LEFTOVER,
    "beside": FLOAT,
    "between": FLOAT,
    "before": FRONT,
}


def family_of(rule: str) -> Family:
    """The family of a rule, by its name or the first word of it."""
    known = _RULES.get(rule)
    return known or _PREFIXES.get(rule.partition("_")[0], OTHER)
