"""Papers in which the first page varies: the abstract and what is around it."""

from __future__ import annotations

from dataclasses import replace

from mechanisms.composer import Composer
from mechanisms.look import Look
from mechanisms.prose import HEADINGS, Prose
from mechanisms.sections import plain_sections
from world.typesetting import Style


def front_matter(number: int, look: Look, prose: Prose) -> Composer:
    """The abstract in a frame, a grey box or none, with and without its name and keywords."""
    paper = Composer(look, prose)
    paper.title_block()
    abstract = replace(look.flush, after=0.4 * look.leading)
    blocks: list[tuple[str, str, Style]] = []
    if number % 2 == 0:
        named = look.heading(size=look.size, leading=look.leading, before=0.0)
        blocks.append(("heading", ("Abstract", "ABSTRACT", "Summary")[number % 3], named))
    blocks.append(("body", prose.paragraph(4, 6), abstract))
    label = ("Keywords:", "Key words:", "Index terms:", "KEYWORDS")[number % 4]
    keywords = f"{label} {', '.join(prose.words(5))}"
    blocks.append(("heading", keywords, replace(look.note, align="left")))
    box = ("frame", "grey", "none")[number // 2 % 3]
    if box == "none":
        for kind, text, style in blocks:
            paper.across(kind, text, style)
        paper.skip_down(look.leading)
    else:
        paper.across_box(blocks, grey=0.9 if box == "grey" else None)
    plain_sections(paper, HEADINGS[:5], 3)
    paper.references()
    return paper


def page_one(number: int, look: Look, prose: Prose) -> Composer:
    """Abstracts in styles of their own, in front of an introduction with or without a heading."""
    paper = Composer(look, prose)
    paper.title_block()
    _, bold, italic = look.faces
    small = round(0.88 * look.size, 1)
    less: dict[str, object] = {"size": small, "leading": round(1.2 * small, 2)}
    changes: tuple[dict[str, object], ...] = (
        {"face": bold},
        {"face": italic},
        less,
        {"size": 1.12 * look.size, "leading": 1.3 * look.size},
        {"face": bold, **less},
    )
    style = replace(look.flush, after=0.3 * look.leading, **changes[number % 5])  # type: ignore[arg-type]
    kind = ("named", "plain", "labelled", "run-in", "beside")[number // 4 % 5]
    if kind == "beside":
        _set_beside(paper, style)
    elif kind == "labelled":
        for label in ("Background:", "Methods:", "Results:"):
            text = f"{label} {prose.paragraph(2, 3)}"
            paper.across("body", text, style)
    else:
        if kind == "named":
            paper.across("heading", "Abstract", look.heading(before=0))
        name = "Abstract. " if kind == "run-in" else ""
        for count in range(1 + number % 2):
            text = prose.paragraph(4, 6)
            paper.across("", f"{'' if count else name}{text}", style)
            paper.note_truth("body", text, "" if count else name)
    paper.abstract_paragraphs = len(paper.paragraphs)
    paper.skip_down(look.leading)
    names = HEADINGS[1:5]
    if number % 3:
        names = HEADINGS[:4]
    else:
        for _ in range(3):
            paper.add("body", prose.paragraph(), look.flush)
    plain_sections(paper, names, 3)
    paper.references()
    return paper


def _set_beside(paper: Composer, style: Style) -> None:
    """The history of the paper in a narrow column to the left of the abstract."""
    look, prose = paper.look, paper.prose
    area = look.wide(0, paper.top)
    middle = area.left + 0.3 * area.width
    note = replace(look.note, align="left")
    history = (
        f"Received {prose.number(1, 28)} May 2018",
        f"Accepted {prose.number(1, 28)} June 2018",
        f"Edited by {prose.name()}",
        f"Correspondence: {prose.name()}, Old Street {prose.number(2, 90)}",
        f"Keywords: {', '.join(prose.words(4))}",
    )
    left = replace(area, right=middle - look.size)
    for text in history:
        left = replace(left, top=paper.layout.place(left, [text], note))
        paper.note_truth("licence", text)
    text = prose.paragraph(5, 7)
    low = paper.layout.place(replace(area, left=middle), [text], style)
    paper.note_truth("body", text)
    paper.skip_down(paper.top - min(left.top, low))
