"""One function for each mechanism: an ordinary paper in which only that mechanism varies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mechanisms.composer import FIGURE_HEIGHT, MARKS, Composer
from mechanisms.heading_builders import heading_styles, headings, names, outlines, run_over
from mechanisms.look import Look
from mechanisms.page_one_builders import front_matter, page_one
from mechanisms.prose import HEADINGS, Prose
from mechanisms.sections import go_on_below, plain_sections, set_figure, start
from mechanisms.set_apart_builders import (
    addresses,
    bare_tables,
    code,
    contents,
    display_ends,
    float_kinds,
    reference_lists,
    tight_captions,
)
from world.typesetting import LABEL_END, Style

# Points: room for two notes of two lines.
NOTE_HEIGHT = 62.0
DISPLAYS = (
    "q = a + b x",
    "h(t) = k / (m + n)",
    "f(u, v) = u × v + c",
    "w = (p + r) / s",
    "y = c x / (d + x)",
)


def captions(number: int, look: Look, prose: Prose) -> Composer:
    """Captions below, above or beside a figure, or across the page, with or without a full stop."""
    place = ("below", "above", "beside", "across")[number % 4]
    room = FIGURE_HEIGHT + 6 * look.leading if place == "across" else 0.0
    paper = start(look, prose, float_height=room)
    label = ("Figure {}.", "Fig. {}", "FIGURE {} |", "Figure {}:")[number // 4 % 4]
    style = replace(look.caption, label_face=look.faces[1] if number % 3 else look.faces[0])
    plain_sections(paper, HEADINGS[:1], 2)
    for count in range(1, 2 if place == "across" else 4):
        text = prose.paragraph(1, 2)
        text = text if number % 2 else text.removesuffix(".")
        caption = f"{label.format(count)}{LABEL_END}{text}"
        labels = prose.words(4)
        if place == "across":
            area = replace(look.wide(1, look.top), bottom=look.top - FIGURE_HEIGHT)
            paper.figure(area, labels)
            paper.layout.place(look.wide(1, area.bottom - 4), [caption], style)
        else:
            set_figure(paper, place, caption, style, labels)
        paper.note_truth("caption", f"{label.format(count)} {text}")
        for _ in range(3):
            paper.add("body", prose.paragraph(), look.body)
    plain_sections(paper, HEADINGS[4:6])
    paper.references()
    return paper


def footnotes(number: int, look: Look, prose: Prose) -> Composer:
    """Footnotes of a column, with or without a ruling, one or two of one or two sentences."""
    paper = start(look, prose, note_height=NOTE_HEIGHT)
    is_ruled = number % 2 == 0
    seen: set[tuple[int, float]] = set()
    for name in HEADINGS[:5]:
        paper.heading(name)
        for _ in range(3):
            paper.flow.need(3 * look.leading)
            column = paper.flow.column
            text = prose.paragraph()
            if (column.page, column.left) not in seen:
                seen.add((column.page, column.left))
                count = 1 + number // 2 % 2
                first, rest = text.split(". ", 1)
                second, rest = rest.split(". ", 1)
                marks = [*MARKS[:count], ""]
                text = f"{first}.{marks[0]} {second}.{marks[1]} {rest}"
                index = column.left > look.page[0] / 2
                notes = [prose.paragraph(1, 1 + number // 4 % 2) for _ in range(count)]
                paper.foot_notes(column.page, int(index), notes, ruled=is_ruled)
            paper.add("body", text, look.body)
    paper.references()
    return paper


def lists(number: int, look: Look, prose: Prose) -> Composer:
    """Lists with dashes, bullets, numbers, letters in parentheses, nested items, or bold terms."""
    paper = start(look, prose)
    kind = ("dash", "bullet", "number", "letter", "nested", "description")[number % 6]
    for name in HEADINGS[:4]:
        paper.section(name, 1)
        paper.add("body", f"{prose.sentence()[:-1]}:", replace(look.body, after=0.3 * look.leading))
        for item in range(4):
            _add_item(paper, kind, item, sentences=1 + number // 6 % 2)
        paper.flow.y -= 0.3 * look.leading
        paper.add("body", prose.paragraph(), look.body)
    paper.references()
    return paper


def _add_item(paper: Composer, kind: str, item: int, sentences: int) -> None:
    look, prose = paper.look, paper.prose
    text = prose.paragraph(sentences, sentences)
    plain = replace(look.flush, after=0.2 * look.leading)
    if kind == "description":
        label = prose.words(1)[0].title()
        style = replace(plain, label_face=look.faces[1], hanging=2 * look.size)
        paper.flow.add(f"{label}{LABEL_END}{text}", style)
        paper.note_truth("body", text, label)
        return
    is_inner = kind == "nested" and item in (1, 2)
    label = {
        "dash": "–",
        "bullet": "•",
        "letter": f"({'abcd'[item]})",
        "nested": "–" if is_inner else f"{item + 1}.",
    }.get(kind, f"{item + 1}.")
    indent = look.size * (2.5 if is_inner else 1.0)
    width = look.body.font.width(f"{label} ", look.size)
    style = replace(plain, indent=indent, hanging=indent + width)
    paper.flow.add(f"{label} {text}", style)
    paper.note_truth("body", text, label)


def displays(number: int, look: Look, prose: Prose) -> Composer:
    """Displays in or after a sentence; then the paragraph continues or another begins."""
    paper = start(look, prose)
    goes_on, is_numbered = number % 2 == 0, number // 2 % 2 == 0
    gap = 0.6 * look.leading
    display = Style("Times-Italic", look.size, look.leading, "centre", before=gap, after=gap)
    count = 0
    for name in HEADINGS[:5]:
        paper.heading(name)
        for _ in range(2):
            formula = DISPLAYS[count % len(DISPLAYS)]
            count += 1
            before = f"{prose.paragraph(2, 3)} {prose.sentence().split(' [')[0].rstrip('.')}"
            paper.flow.need(4 * look.leading)
            paper.add("body", f"{before}:" if number % 3 else before, replace(look.body, after=0.0))
            _set_display(paper, formula, display, f"({count})" if is_numbered else "")
            go_on_below(paper, prose, look.body, goes_on)
    paper.references()
    return paper


def _set_display(paper: Composer, formula: str, style: Style, number: str) -> None:
    """A formula in the middle of its column, its number at the right."""
    flow = paper.flow
    paper.add("equation", formula, style)
    if number:
        face = paper.look.body.font
        line = paper.layout.lines[-1]
        x = flow.column.right - face.width(number, style.size)
        paper.layout.lines.append(replace(line, x=x, text=number, face=face))


def paragraphs(number: int, look: Look, prose: Prose) -> Composer:
    """Paragraphs, indented or spaced apart, short and long, with and without a full last line."""
    paper = start(look, prose)
    for name in HEADINGS[:5]:
        paper.heading(name)
        for count in range(6):
            longest = 2 if (number + count) % 3 == 0 else 6
            is_first = count == 0 and number % 2 == 0
            paper.add("body", prose.paragraph(1, longest), look.flush if is_first else look.body)
    paper.references()
    return paper


END_MATTER = (
    "Acknowledgements",
    "Funding",
    "Conflicts of interest",
    "Author contributions",
    "Data availability",
)


def end_matter(number: int, look: Look, prose: Prose) -> Composer:
    """Short sections before the references, under headings or after run-in labels."""
    paper = start(look, prose)
    plain_sections(paper, HEADINGS[:4], 3)
    small = look.heading(size=look.size, leading=look.leading, after=0.0)
    run_in = replace(look.flush, label_face=look.faces[1], before=0.5 * look.leading)
    for name in END_MATTER[: 2 + number % 4]:
        text = prose.paragraph(1, 2)
        if number % 3 == 2:
            paper.flow.add(f"{name}:{LABEL_END}{text}", run_in)
            paper.note_truth("body", text, f"{name}:")
        else:
            paper.heading(name, small if number % 3 else look.heading())
            paper.add("body", text, look.flush)
    if number % 2:
        dates = (
            f"Received: {prose.number(2, 27)} March 2016. Accepted: {prose.number(2, 27)} May 2016."
        )
        paper.add("licence", dates, replace(look.note, align="left", before=look.leading))
    paper.references()
    return paper


BUILDERS: dict[str, Callable[[int, Look, Prose], Composer]] = {
    "headings": headings,
    "heading-styles": heading_styles,
    "captions": captions,
    "footnotes": footnotes,
    "lists": lists,
    "displays": displays,
    "paragraphs": paragraphs,
    "end-matter": end_matter,
    "front-matter": front_matter,
    "outlines": outlines,
    "names": names,
    "run-over": run_over,
    "page-one": page_one,
    "float-kinds": float_kinds,
    "bare-tables": bare_tables,
    "tight-captions": tight_captions,
    "display-ends": display_ends,
    "reference-lists": reference_lists,
    "contents": contents,
    "addresses": addresses,
    "code": code,
}
