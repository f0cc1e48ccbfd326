"""Papers in the classes of publishers and societies, with everything that a paper has."""

from __future__ import annotations

import random

from mechanisms.prose import HEADINGS

from typeset.float_builders import add_figure, add_table
from typeset.paper import TypesetPaper
from typeset.publisher_classes import CLASSES, PublisherClass
from typeset.style import choose_style
from typeset.text_builders import add_display, add_list
from typeset.writing import Text


class ClassPaper(TypesetPaper):
    """A paper whose look is all that of its class."""

    def __init__(self, rng: random.Random, chosen: PublisherClass, packages: str = "") -> None:
        style = choose_style(
            rng, document_class=chosen.name, columns=chosen.columns, ragged=False, packages=packages
        )
        super().__init__(rng, style, math=0.08)
        self.chosen = chosen

    def front(self) -> None:
        title, names = self.writer.prose.title(), self.writer.prose.name()
        abstract = self.writer.sentences(self.rng.randint(3, 7))
        words = ", ".join(self.writer.labels(3))
        front = self.chosen.front
        if r"\begin{document}" not in front:
            front = r"\begin{document}" + front
        for place, text in (
            ("@title", title), ("@author", names), ("@abstract", abstract.tex), ("@words", words)
        ):  # fmt: skip
            front = front.replace(place, text)
        self.tex(front)
        self.note("title", title)
        self.note("author", names)
        self.body(abstract.read)

    def preamble(self) -> str:
        return "\n".join(
            (
                rf"\PassOptionsToPackage{{table}}{{xcolor}}"
                rf"\documentclass[{self.chosen.options}]{{{self.chosen.name}}}",
                r"\usepackage{amsmath,graphicx,booktabs,float,wrapfig}",
                self.chosen.packages,
                self.style.packages,
                r"\newtheorem{statement}{Proposition}\emergencystretch=2em",
                r"\pdfsuppressptexinfo=-1 \pdftrailerid{} \pdfinfoomitdate=1",
            )
        )


def classes(rng: random.Random) -> TypesetPaper:
    """Sections, run-in heads, lists, displays, statements, notes and floats in such a class."""
    paper = ClassPaper(rng, rng.choice(CLASSES))
    paper.front()
    kinds = rng.sample(("itemize", "enumerate", "nested", *paper.chosen.terms), 2)
    counts = {"figure": 0, "table": 0}
    full_stops = rng.random() < 0.8
    for name in HEADINGS[:5]:
        paper.section(name, paragraphs=2)
        parts = [part for part in PARTS if part != "subsection" or paper.chosen.has_subsections]
        for part in rng.sample(parts, 4):
            _add_part(paper, part, counts, rng.choice(kinds), full_stops=full_stops)
        paper.paragraph(paper.writer.paragraph())
    paper.references(rng.randint(12, 30))
    return paper


PARTS = (
    "subsection", "subsection", "run in", "list", "display", "display", "figure", "table",
    "statement", "note", "text",
)  # fmt: skip


def _add_part(
    paper: TypesetPaper, part: str, counts: dict[str, int], kind: str, *, full_stops: bool
) -> None:
    rng, writer = paper.rng, paper.writer
    if part in counts:
        counts[part] += 1
        add = add_figure if part == "figure" else add_table
        add(paper, rng.choice(("column", "column", "here")), counts[part])
        paper.paragraph(writer.paragraph())
    elif part == "subsection":
        heading = writer.prose.heading()
        paper.tex(f"\n\\subsection{{{heading}}}")
        paper.note("heading", heading)
        paper.paragraph(writer.paragraph())
        paper.paragraph(writer.paragraph())
    elif part == "run in":
        heading = writer.prose.heading()
        text = writer.paragraph()
        paper.tex(f"\n\\paragraph{{{heading}}}\n{text.tex}\n")
        paper.body(text.read, heading)
        paper.paragraph(writer.paragraph())
    elif part == "list":
        intro = writer.sentence(cited=False)
        paper.paragraph(Text(intro.tex[:-1] + ":", intro.read[:-1] + ":"))
        add_list(paper, kind, rng.randint(2, 5), long_items=False, full_stops=full_stops)
        paper.paragraph(writer.paragraph())
    elif part == "display":
        paper.paragraph(writer.sentences(rng.randint(1, 2)) + Text(" ", " ") + writer.clause())
        add_display(paper, rng.choice(("", "*")), below=rng.random())
    elif part == "statement":
        text = writer.sentences(rng.randint(1, 2))
        paper.tex(f"\n\\begin{{statement}}{text.tex}\\end{{statement}}\n")
        counts["statement"] = counts.get("statement", 0) + 1
        paper.body(text.read, f"Proposition {counts['statement']}")
        paper.paragraph(writer.paragraph())
    elif part == "note":
        text, note = writer.paragraph(), writer.sentence(cited=False)
        paper.tex(f"\n{text.tex}\\footnote{{{note.tex}}}\n")
        paper.body(text.read)
        paper.note("footnote", note.read)
    else:
        paper.paragraph(writer.paragraph())
