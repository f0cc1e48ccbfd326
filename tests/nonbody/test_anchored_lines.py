"""Lines that the PDF has names for as it has for headings."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from make_mechanisms import HEADER, compose

import pdfbot
from pdfbot.model import Box, NamedPlace
from pdfbot.nonbody.anchored_lines import find_anchored
from pdfbot.nonbody.headings import judge_headings
from pdfbot.nonbody.judgement import Judgement

from ..builders import EM, LEFT, PITCH, TOP, Part, Row, column, context_of, layout, prose, row

# The second, fourth and sixth row begin with bold words and a full stop.
RUN_IN = Row(
    (
        Part(text="Existing work.", left=0, right=7, bold=True),
        Part(text="Most of the mills were built on the river by then", left=7.3, right=30),
    )
)
ROWS = [row(), RUN_IN, row(), RUN_IN, row(), RUN_IN, row(), row()]


def place(index: int, name: str = "section*.3", left: float = LEFT, up: float = EM) -> NamedPlace:
    y = TOP - index * PITCH + up
    return NamedPlace(name, 1, Box(left, y, left, y))


def found(*places: NamedPlace) -> set[int]:
    return set(find_anchored(places, column(ROWS), EM))


@pytest.mark.parametrize(
    "name",
    [
        "section.2",
        "section*.3",
        "subsubsection.2.1.1",
        "paragraph*.7",
        "subparagraph.1",
        "appendix.A",
    ],
)
def test_names_of_headings_lead_to_their_lines(name: str) -> None:
    assert found(place(1, name)) == {1}


@pytest.mark.parametrize(
    "name",
    ["figure.caption.3", "cite.section", "equation.4", "Item.5", "page.1", "sections", "", "."],
)
def test_other_names_are_those_of_other_things(name: str) -> None:
    assert found(place(1, name)) == set()


@pytest.mark.parametrize(
    ("up", "lines"), [(3, set()), (4, {1}), (10, {1}), (13.5, {1}), (14, set())]
)
def test_a_place_is_a_little_above_its_line(up: float, lines: set[int]) -> None:
    """Higher up, the line before is meant, which is plain text."""
    assert found(place(1, up=up)) == lines


@pytest.mark.parametrize(
    ("left", "lines"), [(LEFT - 41, set()), (LEFT - 40, {1}), (LEFT + 300, {1})]
)
def test_a_place_is_in_the_column_of_its_line(left: float, lines: set[int]) -> None:
    assert found(place(1, left=left)) == lines


@pytest.mark.parametrize(("plain", "lines"), [(1, {1, 2}), (2, set())])
def test_most_names_must_be_at_lines_in_a_style_of_their_own(plain: int, lines: set[int]) -> None:
    assert found(place(1), *[place(2)] * plain) == lines


@pytest.mark.parametrize("seed", range(20))
def test_names_at_random_places_do_no_harm(seed: int) -> None:
    draw = random.Random(seed)
    rows = [*prose(30), RUN_IN, *prose(30)]
    places = [place(draw.randrange(61), up=draw.uniform(0, 9)) for _ in range(draw.randint(4, 50))]
    places = [p for p in places if abs(p.box.top - (TOP - 300)) > 25]
    assert find_anchored(places, column(rows), EM) == frozenset()


def test_a_heading_run_in_needs_no_white_space_where_it_has_a_name() -> None:
    context = context_of(layout(ROWS))
    starts = judge_headings(context, Judgement.start(context)).body_starts
    assert not starts
    anchored = replace(context, anchored=frozenset({1, 3}))
    starts = judge_headings(anchored, Judgement.start(anchored)).body_starts
    assert starts == {context.lines[1].id: 15, context.lines[3].id: 15}


def test_a_bold_line_needs_no_white_space_where_it_has_a_name() -> None:
    rows = [*prose(4), row("Existing work", bold=True, slack=20), *prose(4)]
    context = context_of(layout(rows))
    line = context.lines[4]
    assert judge_headings(context, Judgement.start(context)).is_open(line)
    anchored = replace(context, anchored=frozenset({4}))
    assert not judge_headings(anchored, Judgement.start(anchored)).is_open(line)


@pytest.mark.parametrize("number", range(10))
def test_names_tell_headings_run_in_from_text_that_looks_like_them(number: int) -> None:
    paper = compose("names", number)
    text = pdfbot.extract(paper.finish(HEADER)).text
    headings = [n["text"] for n in paper.nonbody if n["kind"] == "heading" and n["text"][-1] == "."]
    assert len(headings) == 10
    assert not [heading for heading in headings if heading in text]
    openings = [p["text"].split(". ")[0] for p in paper.paragraphs]
    assert all(opening in text for opening in openings)


@pytest.mark.parametrize("number", range(5))
def test_names_at_the_places_of_others_take_no_text_away(number: int) -> None:
    """No line is a heading that would not have been one with the true names."""
    paper = compose("names", number)
    honest = pdfbot.extract(paper.finish(HEADER))
    draw = random.Random(number)
    lines = draw.sample(paper.layout.lines, len(paper.bookmarks))
    paper.bookmarks = [
        replace(mark, page=line.page, left=line.x, top=line.y + line.size)
        for mark, line in zip(paper.bookmarks, lines, strict=True)
    ]
    found = pdfbot.extract(paper.finish(HEADER))
    assert {s.heading for s in found.sections} == {s.heading for s in honest.sections}
    assert all(sentence.text in found.text for sentence in honest.sentences)
