"""Papers in which headings vary: their styles, and what the outline of the PDF says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mechanisms.composer import FIGURE_HEIGHT, Composer
from mechanisms.look import Look
from mechanisms.prose import HEADINGS, Prose
from mechanisms.sections import start
from world.typesetting import LABEL_END, Style, break_lines


def headings(number: int, look: Look, prose: Prose) -> Composer:
    """Headings: larger, bold, italic, capitals, centred, numbered, spaced, another font, run in."""
    paper = start(look, prose)
    regular, bold, italic = look.faces
    sans = "Helvetica-Bold" if regular == "Times-Roman" else "Times-Bold"
    same: dict[str, object] = {"size": look.size, "leading": look.leading}
    styles: tuple[tuple[dict[str, object], Callable[[int, str], str]], ...] = (
        ({}, lambda n, text: f"{n} {text}"),
        (same, lambda n, text: text),
        ({**same, "face": italic}, lambda n, text: text),
        (same, lambda n, text: text.upper()),
        ({**same, "align": "centre", "face": regular}, lambda n, text: f"{n}. {text.upper()}"),
        ({**same, "align": "centre"}, lambda n, text: " ".join(text.upper())),
        ({**same, "face": sans}, lambda n, text: f"{n} | {text}"),
        ({**same, "before": look.leading, "after": 0.0}, lambda n, text: f"{n}. {text}"),
    )
    changes, spell = styles[number % len(styles)]
    style, sub = look.heading(**changes), look.heading(**{**same, "face": italic, "after": 0.0})
    run_in = replace(look.body, indent=0.0, label_face=bold if number % 3 else italic)
    for count, name in enumerate(HEADINGS[:5], 1):
        paper.heading(spell(count, name), style)
        paper.add("body", prose.paragraph(), look.flush)
        paper.add("body", prose.paragraph(), look.body)
        if number % 4 == 1:
            paper.heading(f"{count}.1 {prose.heading()}", sub)
        elif number % 4 == 2:
            label, text = f"{prose.heading()}.", prose.paragraph()
            paper.flow.add(f"{label}{LABEL_END}{text}", run_in)
            paper.note_truth("body", text, label)
            paper.note_truth("heading", label)
        paper.add("body", prose.paragraph(), look.body)
    paper.references()
    return paper


def heading_styles(number: int, look: Look, prose: Prose) -> Composer:
    """Headings in styles of their own, between lists, quotations and displays that are none."""
    paper = start(look, prose)
    regular, _, italic = look.faces
    kind = ("two-line", "small", "capitals", "tracked", "numbered", "plain", "case")[number % 7]
    small = round(0.9 * look.size, 1)
    same = look.heading(size=look.size, leading=look.leading, after=0.0)
    quote = Style(italic, look.size, look.leading, "left", indent=18, hanging=18, after=4, before=4)
    item = replace(look.flush, indent=8.0, hanging=20.0, after=2.0)
    for count, name in enumerate(HEADINGS[:5], 1):
        paper.heading(name)
        paper.add("body", prose.paragraph(), look.flush)
        for inner in (1, 2):
            title = prose.heading()
            long = f"{title} and {prose.heading().lower()}"
            if kind == "two-line":
                paper.heading(f"{long} {prose.noun_phrase()}", same)
            elif kind == "small":
                paper.heading(long, replace(same, size=small, leading=1.17 * small))
            elif kind == "capitals":
                capitals = replace(same, face=regular, size=round(0.8 * look.size, 1))
                paper.heading(title.upper(), capitals)
            elif kind == "tracked":
                paper.tracked(title.upper(), replace(same, size=small), 0.12 + 0.1 * (number % 3))
            elif kind == "numbered":
                paper.heading(f"{count}.{inner}. {title}", replace(same, face=italic, before=0.0))
            elif kind == "plain":
                plain = replace(same, face=regular)
                paper.heading(f"{count}.{inner} {title}", plain)
            else:
                opening = ("Case", "Construction", "Protocol", "Note", "Definition")[count - 1]
                paper.heading(f"{opening} {('studies', 'design')[inner - 1]} {title.lower()}", same)
            paper.add("body", prose.paragraph(), look.flush)
            if inner == 1:
                for step in (1, 2, 3):
                    text = f"{prose.words(1)[0].title()} {prose.clause()}."
                    paper.flow.add(f"{step}. {text}", item)
                    paper.note_truth("body", text, f"{step}.")
                paper.add("body", prose.sentence(), quote)
            paper.add("body", prose.paragraph(), look.body)
    paper.references()
    return paper


def names(number: int, look: Look, prose: Prose) -> Composer:
    """Headings run in without white space, which only the names of their places tell from text."""
    paper = start(look, prose)
    face = look.faces[1 + number % 2]
    plain = replace(look.flush, after=0.0, indent=look.size if number % 3 else 0.0)
    run_in = replace(plain, label_face=face, label_gap=0.3)
    count = 0
    for name in HEADINGS[:5]:
        paper.heading(name)
        paper.add("body", prose.paragraph(), look.flush)
        for is_heading in (True, False, True):
            paper.add("body", prose.paragraph(), plain)
            label, text = f"{prose.heading()}.", prose.paragraph()
            before = len(paper.layout.lines)
            paper.flow.add(f"{label}{LABEL_END}{text}", run_in)
            if is_heading:
                count += 1
                paper.note_truth("heading", label)
                paper.note_truth("body", text)
                paper.bookmark(f"section*.{count}", 0, before)
            else:
                paper.note_truth("body", f"{label} {text}")
    paper.references()
    return paper


def run_over(number: int, look: Look, prose: Prose) -> Composer:
    """Headings run in over two lines: they fill the first, and text begins behind their end."""
    paper = start(look, prose)
    size = look.size + number % 2
    bold = replace(look.flush, face=look.faces[1], size=size, after=0.0, indent=0.0)
    run_in = replace(look.flush, label_face=look.faces[1], label_gap=0.4)
    for name in HEADINGS[:5]:
        paper.heading(name)
        paper.add("body", prose.paragraph(), look.flush)
        for _ in range(2):
            label = prose.heading()
            while len(rows := break_lines(label, bold, lambda _: paper.flow.column.width)) < 2:
                label += f" and {prose.noun_phrase()}"
            text = prose.paragraph()
            paper.flow.y -= 0.5 * look.leading
            paper.flow.need(4 * look.leading)
            paper.flow.add(rows[0], bold)
            line = paper.layout.lines.pop()
            slack = paper.flow.column.width - bold.font.width(line.text, bold.size)
            paper.layout.lines.append(replace(line, spacing=slack / line.text.count(" ")))
            paper.flow.add(f"{rows[1]}.{LABEL_END}{text}", run_in)
            paper.note_truth("body", text, f"{label}.")
            paper.add("body", prose.paragraph(), look.body)
    paper.references()
    return paper


def outlines(number: int, look: Look, prose: Prose) -> Composer:
    """Headings that only the outline shows: run in, in plain type, beside figures, on two lines."""
    paper = start(look, prose)
    kind = ("run-in", "plain", "caption", "two-line", "level")[number % 5]
    sure = look.heading()
    plain = look.heading(face=look.faces[0], size=look.size, leading=look.leading, after=0.0)
    close = replace(plain, before=look.gap)
    small = round(0.92 * look.size, 1)
    bold = look.heading(size=small, leading=round(1.17 * small, 2), before=look.leading, after=0.0)
    for name in HEADINGS[:5]:
        paper.outlined(name, sure)
        paper.add("body", prose.paragraph(), look.flush)
        for _ in range(2):
            title = prose.heading()
            if kind == "run-in":
                paper.outlined_run_in(f"{title}.", prose.paragraph(), look.flush, 2)
            elif kind == "two-line":
                paper.outlined(f"{title} and {prose.heading().lower()}", bold, 2)
            elif kind == "level":
                paper.outlined(title, sure, 2)
            else:
                if kind == "caption":
                    style = replace(look.caption, before=0.5 * look.leading)
                    paper.figure(paper.flow.skip(FIGURE_HEIGHT / 2), prose.words(3))
                    paper.add("caption", f"Figure: {prose.sentence()}", style)
                paper.outlined(title, close if kind == "plain" else plain, 2)
            if kind != "run-in":
                paper.add("body", prose.paragraph(), look.flush)
            paper.add("body", prose.paragraph(), look.body)
    paper.references()
    return paper
