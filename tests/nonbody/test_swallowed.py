"""Captions, headings and notes that another rule took for something else."""

from __future__ import annotations

import pytest
from make_mechanisms import HEADER, compose

import pdfbot
from pdfbot.nonbody.swallowed import judge_swallowed
from pdfbot.rules import Role, Rule

from ..builders import Row, context_of, layout, prose, row
from ..structure.parts import heading, judged_as

SECTION = [*prose(4), heading("Water mills"), row(above=1.2), *prose(3)]
KNOWN = [*[None] * 4, Rule.HEADING, *[None] * 4]


def role_after(line: Row, rule: Rule, below: Rule | None) -> Role | None:
    """The role of a line after a section with a heading, above four lines of one rule."""
    context = context_of(layout([*SECTION, line, row(above=1.2), *prose(3)]))
    found = judge_swallowed(context, judged_as(context, [*KNOWN, rule, *[below] * 4]))
    return found.role_of(context.lines[len(SECTION)])


@pytest.mark.parametrize("rule", [Rule.BESIDE_CAPTION, Rule.INSIDE_DRAWING, Rule.FOOTNOTE])
def test_heading_above_text_is_a_heading(rule: Rule) -> None:
    assert role_after(heading("Wind mills"), rule, None) is Role.HEADING


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Ada Castell", Role.FRONT_MATTER),
        ("Introduction", Role.HEADING),
        ("1 Mills", Role.HEADING),
    ],
)
def test_author_right_below_the_title_is_no_heading(text: str, role: Role) -> None:
    rows = [heading("Water mills", size=16), heading(text), row(above=1.2), *prose(3), *SECTION]
    known = [Rule.TITLE, Rule.BEFORE_ABSTRACT, *[None] * 4, *KNOWN]
    context = context_of(layout(rows))
    found = judge_swallowed(context, judged_as(context, known))
    assert found.role_of(context.lines[1]) is role


@pytest.mark.parametrize(
    ("below", "role"),
    [
        ("Abstract", Role.FRONT_MATTER),
        ("ABSTRACT. Mills", Role.FRONT_MATTER),
        ("Methods", Role.HEADING),
    ],
)
def test_address_right_above_the_abstract_is_no_heading(below: str, role: Role) -> None:
    rows = [heading("Institute of Mills"), heading(below), row(above=1.2), *prose(3), *SECTION]
    known = [Rule.BEFORE_ABSTRACT, Rule.HEADING, *[None] * 4, *KNOWN]
    context = context_of(layout(rows))
    found = judge_swallowed(context, judged_as(context, known))
    assert found.role_of(context.lines[0]) is role


def test_heading_above_cells_is_none() -> None:
    found = role_after(heading("Wind mills"), Rule.BESIDE_CAPTION, Rule.BESIDE_CAPTION)
    assert found is Role.FLOAT


@pytest.mark.parametrize(
    ("text", "size", "role"),
    [
        ("Wind mills", 10.0, Role.HEADING),
        ("Wind mills", 13.0, Role.REFERENCE),
        ("Additional information", 13.0, Role.HEADING),
    ],
)
def test_heading_after_the_references_is_in_the_style_of_others_or_has_a_usual_name(
    text: str, size: float, role: Role
) -> None:
    line = heading(text, size=size)
    assert role_after(line, Rule.AFTER_REFERENCES, Rule.AFTER_REFERENCES) is role


@pytest.mark.parametrize("rule", [Rule.FOOTNOTE, Rule.AFTER_REFERENCES])
def test_caption_at_the_foot_of_a_column_is_a_caption(rule: Rule) -> None:
    caption = row("Figure 2. The sacks of the miller.", size=8.0, above=3.0)
    assert role_after(caption, rule, rule) is Role.CAPTION


def test_body_text_stays_body_text() -> None:
    context = context_of(layout([*SECTION, heading("Wind mills"), row(above=1.2), *prose(3)]))
    known = judged_as(context, [*KNOWN, *[None] * 5])
    assert judge_swallowed(context, known).verdicts == known.verdicts


@pytest.mark.parametrize(("text_lines", "role"), [(2, Role.FOOTNOTE), (1, Role.REFERENCE)])
def test_small_lines_from_a_mark_down_are_notes_of_an_appendix(text_lines: int, role: Role) -> None:
    rows = [*prose(text_lines), row("∗ The miller of the sack.", size=8.0), row("sold.", size=8.0)]
    context = context_of(layout(rows))
    found = judge_swallowed(context, judged_as(context, [Rule.AFTER_REFERENCES] * len(rows)))
    assert [found.role_of(line) for line in context.lines[text_lines:]] == [role, role]


@pytest.mark.parametrize(
    ("mechanism", "number", "heading"),
    [
        ("end-matter", 0, "Sources of error"),
        ("end-matter", 5, "Results of the survey"),
        ("captions", 14, "General discussion"),
    ],
)
def test_a_heading_above_all_text_of_the_document_is_found(
    mechanism: str, number: int, heading: str
) -> None:
    """At the head of a page, where no page has text as high."""
    paper = pdfbot.extract(compose(mechanism, number).finish(HEADER))
    assert heading in [section.heading for section in paper.sections]
