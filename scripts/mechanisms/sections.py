"""What builders share: the beginning of a paper, its plain sections, and what is below displays."""

from __future__ import annotations

from dataclasses import replace

from mechanisms.composer import EQUATION, FIGURE_HEIGHT, Composer
from mechanisms.look import Look
from mechanisms.prose import Prose
from world.typesetting import Column, Style


def start(look: Look, prose: Prose, **room: float) -> Composer:
    """A paper with its title and abstract."""
    paper = Composer(look, prose, **room)
    paper.title_block()
    paper.abstract()
    return paper


def plain_sections(paper: Composer, names: tuple[str, ...], paragraphs: int = 3) -> None:
    for name in names:
        paper.section(name, paragraphs)


def set_figure(paper: Composer, place: str, caption: str, style: Style, labels: list[str]) -> None:
    """A figure in its column with its caption, and a line of white space around them."""
    flow, leading = paper.flow, paper.look.leading
    flow.need(FIGURE_HEIGHT + 6 * leading)
    flow.y -= leading
    if place == "above":
        flow.add(caption, replace(style, after=0.3 * leading))
    area = flow.skip(FIGURE_HEIGHT)
    if place == "beside":
        middle = (area.left + area.right) / 2
        beside = Column(area.page, middle + paper.look.size, area.right, area.top, 0)
        low = paper.layout.place(beside, [caption], style)
        area = replace(area, right=middle)
        flow.y = min(flow.y, low)
    paper.figure(area, labels)
    if place == "below":
        flow.add(caption, style)
    flow.y -= leading


def go_on_below(paper: Composer, prose: Prose, style: Style, goes_on: bool) -> None:
    """Below a display: the rest of its paragraph, or the next one in this style."""
    look = paper.look
    if goes_on:
        text = f"where {prose.clause()}. {prose.paragraph(1, 2)}"
        paper.flow.add(text, look.flush)
        paper.continue_body(f"{EQUATION} {text}")
    else:
        paper.flow.y -= look.gap
        paper.add("body", prose.paragraph(), style)
