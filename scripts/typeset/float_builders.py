"""Papers in which what varies stands beside the text: captions, code, tables, margins, scans."""

from __future__ import annotations

import random

from mechanisms.prose import HEADINGS, NOUNS

from typeset.paper import TypesetPaper
from typeset.style import choose_style
from typeset.writing import Text

PLACES = ("column", "column", "wide", "here", "wrapped")


def captions(rng: random.Random) -> TypesetPaper:
    """Captions in all styles; text that begins with the name of a figure; manuscripts."""
    is_manuscript = rng.random() < 0.25
    fixed: dict[str, object] = {"columns": 1, "stretch": 1.8} if is_manuscript else {}
    paper = TypesetPaper(rng, choose_style(rng, **fixed))
    paper.front()
    places = rng.sample(PLACES, 2)
    figures, tables = 0, 0
    for name in HEADINGS[:5]:
        paper.section(name, paragraphs=1)
        for _ in range(2):
            if rng.random() < 0.6:
                figures += 1
                add_figure(paper, rng.choice(places), figures)
            else:
                tables += 1
                add_table(paper, rng.choice(("column", "here")), tables)
            paper.paragraph(paper.writer.paragraph(2, 5))
            shows = f"Figure {max(figures, 1)} {rng.choice(('a ', '', '(b) '))}shows that "
            paper.paragraph(Text.plain(shows + paper.writer.prose.clause() + ". ") + _more(paper))
    paper.references()
    return paper


def _more(paper: TypesetPaper) -> Text:
    return paper.writer.sentences(paper.rng.randint(2, 4))


def add_figure(paper: TypesetPaper, place: str, number: int) -> None:
    """A chart of strokes with labels, and its caption below or above."""
    rng = paper.rng
    is_wrapped = place == "wrapped" and paper.style.columns == 1 and not paper.style.ragged
    caption = paper.writer.sentences(1 if is_wrapped else rng.choice((1, 1, 2, 4)))
    if rng.random() < 0.3:
        caption = Text(caption.tex.removesuffix("."), caption.read.removesuffix("."))
    labels = paper.writer.labels(3)
    width = rng.randint(90, 170)
    chart = (
        rf"\setlength{{\unitlength}}{{1pt}}\begin{{picture}}({width},80)"
        rf"\put(0,0){{\framebox({width},80){{}}}}\multiput(10,10)(6,4){{14}}{{\line(1,1){{8}}}}"
        rf"\multiput(20,4)(14,0){{5}}{{\line(0,1){{6}}}}"
        + "".join(
            rf"\put({10 + 25 * i},{12 + 20 * i}){{\scriptsize {label}}}"
            for i, label in enumerate(labels)
        )
        + r"\end{picture}"
    )
    inner = rf"\centering {chart}\caption{{{caption.tex}}}"
    if rng.random() < 0.15:
        inner = rf"\centering\caption{{{caption.tex}}}{chart}"
    if is_wrapped:
        head = rf"\begin{{wrapfigure}}{{{rng.choice('RL')}}}{{{width + 16}pt}}"
        paper.tex(rf"{head}{inner}\end{{wrapfigure}}")
    else:
        name = "figure*" if place == "wide" else "figure"
        option = "[H]" if place == "here" else rng.choice(("[t]", "[b]", "[tbp]"))
        paper.tex(f"\\begin{{{name}}}{option}{inner}\\end{{{name}}}")
    paper.note("caption", f"Figure {number} {caption.read}")
    paper.note("figure", " ".join(labels))


def add_table(paper: TypesetPaper, place: str, number: int, rows: int = 6) -> None:
    rng = paper.rng
    caption = paper.writer.sentence(cited=False)
    head = paper.writer.labels(4)
    lines = [" & ".join(head) + r"\\ \midrule"]
    for _ in range(rows):
        cells = [rng.choice(NOUNS), *(f"{rng.uniform(0, 90):.1f}" for _ in range(3))]
        lines.append(" & ".join(cells) + r"\\")
    inner = (
        rf"\centering\caption{{{caption.tex}}}\small\begin{{tabular}}{{lrrr}}\toprule "
        + "\n".join(lines)
        + r"\bottomrule \end{tabular}"
    )
    option = "[H]" if place == "here" else rng.choice(("[t]", "[tbp]"))
    paper.tex(f"\\begin{{table}}{option}{inner}\\end{{table}}")
    paper.note("caption", f"Table {number} {caption.read}")
    paper.note("table", " ".join(head))


PROGRAMS = (
    "def total(values):\n    result = 0\n    for value in values:\n        result += value\n"
    "    return result\n\nprint(total([1, 2, 3]))",
    "for (i = 0; i < n; i++) {\n  if (a[i] > b) {\n    b = a[i];\n  }\n}\nreturn b;",
    "library(stats)\nmodel <- lm(y ~ x, data = d)\nsummary(model)\n# draw the residuals\n"
    "plot(model$residuals)",
    "select name, count(*)\nfrom visits\nwhere year > 1990\ngroup by name\norder by name;",
    "$ make install\n$ survey --input data.csv --output out\nreading 20 files\ndone in 3 seconds",
    "class Mill:\n    def __init__(self, size):\n        self.size = size\n\n"
    "    def grind(self, grain):\n        # only what fits\n        return grain[: self.size]",
)
LISTINGS = (
    r"basicstyle=\ttfamily\small",
    r"basicstyle=\ttfamily\footnotesize,frame=single,numbers=left,numberstyle=\tiny",
    r"basicstyle=\sffamily\small,columns=fullflexible",
    r"basicstyle=\small,keywordstyle=\bfseries,language=Python",
    r"basicstyle=\ttfamily,columns=flexible,keepspaces",
    r"basicstyle=\rmfamily\itshape\small,frame=tb",
)
STEPS = (
    r"\Require values $v_{1}, \ldots, v_{n}$ \Ensure their total",
    r"\State $r \gets 0$",
    r"\For{$i = 1$ to $n$} \State $r \gets r + v_{i}$ \Comment{the sum so far} \EndFor",
    r"\While{$r > c$} \State reduce $r$ by the smallest value \EndWhile",
    r"\If{$r = 0$} \State \Return failure \EndIf",
    r"\State \Return $r$",
)


def code(rng: random.Random) -> TypesetPaper:
    """Code in all typefaces, with and without frames, numbers and captions; algorithms."""
    paper = TypesetPaper(rng, choose_style(rng))
    paper.tex(rf"\lstset{{{rng.choice(LISTINGS)},breaklines}}")
    paper.front()
    kinds = rng.sample(("verbatim", "listing", "captioned", "algorithm", "alltt"), 3)
    count = {"captioned": 0, "algorithm": 0}
    for name in HEADINGS[:5]:
        paper.section(name, paragraphs=1)
        for kind in rng.sample(kinds, 2):
            count[kind] = count.get(kind, 0) + 1
            _code(paper, kind, count[kind])
            paper.paragraph(paper.writer.paragraph())
            if rng.random() < 0.4:
                call = rng.choice(("total(values)", "lm", "survey --input"))
                sentence = Text.plain("The function ") + Text(rf"\texttt{{{call}}}", call)
                sentence += Text.plain(f" returns {paper.writer.prose.noun_phrase()}. ")
                paper.paragraph(sentence + _more(paper))
    paper.references()
    return paper


def _code(paper: TypesetPaper, kind: str, number: int) -> None:
    if kind == "algorithm":
        caption = paper.writer.sentence(cited=False)
        steps = "\n".join(STEPS)
        option = paper.rng.choice(("", "[1]"))
        paper.tex(
            f"\\begin{{algorithm}}\\caption{{{caption.tex}}}\n\\begin{{algorithmic}}{option}\n"
            f"{steps}\n\\end{{algorithmic}}\\end{{algorithm}}"
        )
        paper.note("caption", f"Algorithm {number} {caption.read}")
        paper.note("listing", "reduce by the smallest value")
        return
    program = paper.rng.choice(PROGRAMS)
    environment, option = "verbatim", ""
    if kind == "listing":
        environment = "lstlisting"
    elif kind == "captioned":
        caption = paper.writer.sentence(cited=False)
        environment, option = "lstlisting", f"[caption={{{caption.tex}}}]"
        paper.note("caption", f"Listing {number} {caption.read}")
    elif kind == "alltt":
        paper.tex(r"\begingroup\small")
    paper.tex(f"\\begin{{{environment}}}{option}\n{program}\n\\end{{{environment}}}")
    if kind == "alltt":
        paper.tex(r"\endgroup")
    paper.note("listing", program)


def body_size(rng: random.Random) -> TypesetPaper:
    """More characters in the cells of tables, or in references, than in the running text."""
    paper = TypesetPaper(rng, choose_style(rng, columns=rng.choice((1, 1, 2))))
    paper.front()
    size = rng.choice((r"\scriptsize", r"\footnotesize", r"\small"))
    for number, name in enumerate(HEADINGS[:4], 1):
        paper.section(name, paragraphs=rng.randint(2, 3))
        if paper.style.columns == 2:
            for index in range(2):
                add_table(paper, "column", 2 * number - 1 + index, rows=26)
        else:
            _long_table(paper, number, size)
        paper.paragraph(paper.writer.paragraph())
    paper.references(rng.choice((12, 60)))
    return paper


def _long_table(paper: TypesetPaper, number: int, size: str) -> None:
    rng = paper.rng
    caption = paper.writer.sentence(cited=False)
    head = paper.writer.labels(5)
    lines = [rf"\caption{{{caption.tex}}}\\ \toprule " + " & ".join(head) + r"\\ \midrule \endhead"]
    for _ in range(rng.randint(40, 70)):
        cells = [rng.choice(NOUNS), *(f"{rng.uniform(0, 990):.2f}" for _ in range(3))]
        lines.append(" & ".join([*cells, paper.writer.prose.noun_phrase()]) + r"\\")
    rows = "\n".join(lines)
    paper.tex(f"{{{size}\\begin{{longtable}}{{lrrrl}}{rows}\\bottomrule\\end{{longtable}}}}\n")
    paper.note("caption", f"Table {number} {caption.read}")
    paper.note("table", " ".join(head))


def reference_lists(rng: random.Random) -> TypesetPaper:
    """References in one, two or three columns, numbered or not, left of the body or below it."""
    shift = rng.random() < 0.25
    fixed: dict[str, object] = {"columns": 1} if shift else {}
    unnumbered = rng.random() < 0.4
    packages = (
        r"\makeatletter\def\@biblabel#1{}\def\bibindent{1em}\makeatother" if unnumbered else ""
    )
    paper = TypesetPaper(rng, choose_style(rng, packages=packages, **fixed))
    paper.front()
    if shift:
        paper.tex(
            r"\begin{list}{}{\leftmargin=45mm\rightmargin=0pt\listparindent=\parindent"
            r"\parsep=\parskip}\item[]"
        )
    paper.sections(0, 5)
    if shift:
        paper.tex(r"\end{list}")
    columns = rng.choice((1, 2, 3)) if paper.style.columns == 1 else rng.choice((0, 0, 3))
    wrap = ("", "")
    if columns > 1:
        clear = r"\onecolumn" if paper.style.columns == 2 else ""
        wrap = (rf"{clear}\begin{{multicols}}{{{columns}}}\raggedright", r"\end{multicols}")
    paper.references(rng.randint(15, 45), wrap=wrap)
    return paper


def margins(rng: random.Random) -> TypesetPaper:
    """Notes in the margin, numbered lines, columns of unequal width, wide margins on one side."""
    kind = rng.choice(("notes", "lines", "right", "left"))
    packages = {"lines": r"\usepackage[switch]{lineno}\linenumbers"}.get(kind, "")
    style = choose_style(
        rng,
        columns=1 if kind != "lines" else rng.choice((1, 2)),
        document_class="article",
        packages=packages,
        **(
            {
                "geometry": f"a4paper,left={20 if kind != 'left' else 60}mm,vmargin=24mm,"
                f"right={20 if kind == 'left' else 60}mm,marginparwidth=42mm"
            }
            if kind != "lines"
            else {}
        ),
    )
    paper = TypesetPaper(rng, style)
    if kind == "left":
        paper.tex(r"\reversemarginpar")
    paper.front()
    for name in HEADINGS[:5]:
        paper.section(name, paragraphs=1)
        for _ in range(3):
            text = paper.writer.paragraph()
            if kind != "lines" and rng.random() < 0.5:
                note = paper.writer.sentence(cited=False)
                paper.note("footnote", note.read)
                text = Text(
                    rf"\marginpar{{\footnotesize\raggedright {note.tex}}}" + text.tex, text.read
                )
            paper.paragraph(text)
    paper.references()
    return paper


def scans(rng: random.Random) -> TypesetPaper:
    """Pages in one or two columns, of which only what an OCR program finds is left."""
    paper = TypesetPaper(rng, choose_style(rng, columns=rng.choice((1, 2, 2, 2)), ragged=False))
    paper.front()
    figures = 0
    for name in HEADINGS[:5]:
        paper.section(name, paragraphs=rng.randint(3, 5))
        if rng.random() < 0.4:
            figures += 1
            add_figure(paper, rng.choice(("column", "wide")), figures)
    paper.references()
    return paper
