"""Papers in which what varies is in the running text: displays, citations, lists, mathematics."""

from __future__ import annotations

import random

from mechanisms.prose import HEADINGS

from typeset.paper import TypesetPaper
from typeset.style import choose_style
from typeset.writing import EXPRESSIONS, SYMBOLS, TALL, Text

# An environment of amsmath, and what is in it.
DISPLAYS = (
    ("equation", r"q = a + b x"),
    ("equation", r"h(t) = \frac{k}{m + \frac{n}{2}}"),
    ("equation", r"S_{n} = \sum_{i=1}^{n} \frac{w_{i}}{w_{i} + c}"),
    ("equation", r"\lim_{n \to \infty} \int_{0}^{1} g_{n}(x)\,dx = 0"),
    ("align", r"x &= a + b, \\ y &= \frac{c}{d}"),
    ("gather", r"u + v = w \\ \sqrt{p^{2} + q^{2}} \le r"),
    ("equation", r"f(x) = \begin{cases} 1 & x > 0 \\ 0 & x \le 0 \end{cases}"),
    ("equation", r"M = \begin{pmatrix} a & b \\ c & d \end{pmatrix} v"),
    ("multline", r"p_{1} + p_{2} + p_{3} + p_{4} + p_{5} \\ = r_{1} + r_{2}"),
    ("equation", r"\min_{x \in X} \; \|Ax - b\|_{2}^{2} + \lambda \|x\|_{1}"),
    ("equation", r"\prod_{k=1}^{K} \left( 1 - \frac{1}{p_{k}^{s}} \right)^{-1} = \zeta(s)"),
)


def displays(rng: random.Random) -> TypesetPaper:
    """Displays of all kinds in and after sentences; below them the paragraph goes on or ends."""
    paper = TypesetPaper(rng, choose_style(rng), math=0.12)
    writer = paper.writer
    numbered = rng.random()
    paper.front()
    for name in HEADINGS[:5]:
        paper.section(name, paragraphs=1)
        for _ in range(4):
            before = writer.sentences(rng.randint(1, 3)) + Text(" ", " ") + writer.clause()
            before += Text(":", ":") if rng.random() < 0.4 else Text("", "")
            paper.paragraph(before)
            star = "" if rng.random() < numbered else "*"
            add_display(paper, star, below=rng.random())
        paper.paragraph(writer.paragraph())
    paper.references()
    return paper


def add_display(paper: TypesetPaper, star: str, below: float) -> None:
    """A display, and what is below it: the same sentence, the same paragraph, or another one."""
    rng, writer = paper.rng, paper.writer
    goes_on = below < 0.45
    end = "," if goes_on else "."
    environment, formula = rng.choice(DISPLAYS)
    _strip_blank(paper)
    paper.tex(f"\\begin{{{environment}{star}}} {formula}{end} \\end{{{environment}{star}}}")
    if goes_on:
        paper.continue_body(writer.where() + Text(" ", " ") + writer.sentences(rng.randint(0, 3)))
    elif below < 0.65:
        paper.continue_body(writer.sentences(rng.randint(1, 3)))
    else:
        paper.paragraph(writer.paragraph())


def _strip_blank(paper: TypesetPaper) -> None:
    """No blank line before a display: it would be a paragraph by itself."""
    paper.source[-1] = paper.source[-1].rstrip("\n")


def citations(rng: random.Random) -> TypesetPaper:
    """Sentences and paragraphs that end before their citation."""
    paper = TypesetPaper(rng, choose_style(rng))
    writer = paper.writer
    paper.front()
    for name in HEADINGS[:5]:
        paper.section(name)
        for _ in range(rng.randint(4, 8)):
            inner = [writer.sentence(cited=rng.random() < 0.4) for _ in range(rng.randint(1, 4))]
            paper.paragraph(Text.joined([*inner, writer.sentence(cited=rng.random() < 0.7)]))
    paper.references()
    return paper


LISTS = ("itemize", "dash", "enumerate", "letters", "roman", "description", "nested", "plain")


def lists(rng: random.Random) -> TypesetPaper:
    """Lists of all kinds, with labels in their own column or run in, tight or loose, nested."""
    spacing = rng.choice((r"\setlist{nosep}", r"\setlist{noitemsep}", ""))
    margin = rng.choice(("", r"\setlist{leftmargin=*}", r"\setlist{leftmargin=2.5em}"))
    paper = TypesetPaper(rng, choose_style(rng, packages=f"{spacing}{margin}"))
    paper.front()
    kinds = rng.sample(LISTS, 3)
    long_items, full_stops = rng.random() < 0.4, rng.random() < 0.7
    for name in HEADINGS[:5]:
        paper.section(name, paragraphs=1)
        for kind in rng.sample(kinds, 2):
            intro = paper.writer.sentence(cited=False)
            ended = Text(intro.tex[:-1] + ":", intro.read[:-1] + ":")
            paper.paragraph(paper.writer.sentences(rng.randint(0, 2)) + Text(" ", " ") + ended)
            add_list(paper, kind, rng.randint(2, 6), long_items=long_items, full_stops=full_stops)
            paper.paragraph(paper.writer.paragraph())
    paper.references()
    return paper


ENVIRONMENTS = {
    "itemize": (r"\begin{itemize}", r"\end{itemize}"),
    "dash": (r"\begin{itemize}[label=--]", r"\end{itemize}"),
    "enumerate": (r"\begin{enumerate}", r"\end{enumerate}"),
    "letters": (r"\begin{enumerate}[label=(\alph*)]", r"\end{enumerate}"),
    "roman": (r"\begin{enumerate}[label=\roman*)]", r"\end{enumerate}"),
    "description": (r"\begin{description}", r"\end{description}"),
    "plain": (r"\begin{itemize}[label=$\circ$,wide]", r"\end{itemize}"),
}


def add_list(
    paper: TypesetPaper, kind: str, count: int, *, long_items: bool, full_stops: bool
) -> None:
    begin, end = ENVIRONMENTS["enumerate" if kind == "nested" else kind]
    paper.tex(f"\n{begin}")
    for number in range(count):
        _item(paper, kind, number, long_items=long_items, full_stops=full_stops)
        if kind == "nested" and number == 1:
            paper.tex(r"\begin{itemize}")
            for _ in range(3):
                _item(paper, "itemize", 0, long_items=False, full_stops=full_stops)
            paper.tex(r"\end{itemize}")
    paper.tex(f"{end}\n")


def _item(
    paper: TypesetPaper, kind: str, number: int, *, long_items: bool, full_stops: bool
) -> None:
    writer, rng = paper.writer, paper.rng
    text = writer.sentences(rng.randint(1, 4) if long_items else 1)
    if not full_stops:
        text = Text(text.tex.removesuffix("."), text.read.removesuffix("."))
    labels = {
        "itemize": "•",
        "dash": "–",
        "letters": f"({'abcdef'[number]})",
        "roman": f"{('i', 'ii', 'iii', 'iv', 'v', 'vi')[number]})",
        "plain": "◦",
    }
    label, option = labels.get(kind, f"{number + 1}."), ""
    if kind == "description":
        label = writer.labels(1)[0].title()
        option = f"[{label}]"
    paper.tex(f"\\item{option} {text.tex}")
    paper.body(text.read, label)


def rich_mathematics(rng: random.Random) -> TypesetPaper:
    """Full lines with more symbols than words, tall formulas in lines, and words cut by hyphens."""
    paper = TypesetPaper(rng, choose_style(rng), math=0.45)
    paper.front()
    for name in HEADINGS[:5]:
        paper.section(name)
        for _ in range(5):
            paper.paragraph(Text.joined(_dense(paper) for _ in range(rng.randint(1, 4))))
            if rng.random() < 0.3:
                paper.paragraph(paper.writer.paragraph())
    paper.references()
    return paper


def _dense(paper: TypesetPaper) -> Text:
    """A sentence of which half is symbols."""
    rng, prose = paper.rng, paper.writer.prose
    parts = [Text.plain(rng.choice(("Let", "Suppose that", "For all", "Since")))]
    for connection in rng.sample(("and", "with", "such that", "for some", "then", "where"), 4):
        parts.append(Text.math(rng.choice((*EXPRESSIONS, *EXPRESSIONS, *TALL, *SYMBOLS))))
        if rng.random() < 0.4:
            parts.append(Text.plain(f"is {prose.noun_phrase()} of"))
            parts.append(Text.math(rng.choice((*EXPRESSIONS, *SYMBOLS))))
        parts.append(Text.plain(connection))
    return Text.joined([*parts, Text.plain(prose.clause())]) + Text(".", ".")
