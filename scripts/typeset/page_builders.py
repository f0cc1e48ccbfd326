"""Papers in which a part of the page varies: the abstract, headings, the end, small type."""

from __future__ import annotations

import random

from mechanisms.prose import HEADINGS

from typeset.paper import TypesetPaper
from typeset.style import choose_style

ABSTRACTS = ("frame", "tint", "side", "double", "bold", "indented")


def abstracts(rng: random.Random) -> TypesetPaper:
    """Abstracts in frames, tinted, beside notes of the journal, double-spaced, bold, indented."""
    kind = rng.choice(ABSTRACTS)
    fixed: dict[str, object] = {"document_class": "article", "ragged": False}
    if kind == "double":
        fixed |= {"columns": 1, "stretch": 1.8}
    paper = TypesetPaper(rng, choose_style(rng, **fixed))
    title, names = paper.writer.prose.title(), paper.writer.prose.name()
    abstract = paper.writer.sentences(rng.randint(3, 7))
    words = ", ".join(paper.writer.labels(4))
    label = rng.choice((r"\textbf{Abstract}\par ", r"\textsc{Summary}\par ", ""))
    text = rf"{label}\noindent {abstract.tex}"
    shapes = {
        "frame": rf"\fbox{{\parbox{{0.94\textwidth}}{{{text}}}}}",
        "tint": rf"\colorbox{{gray!15}}{{\parbox{{0.94\textwidth}}{{{text}}}}}",
        "side": r"\parbox[t]{0.26\textwidth}{\footnotesize\raggedright\textit{Article history}\par "
        rf"Received 3 March 2017\par Accepted 5 May 2017\medskip\par\textit{{Keywords}}\par "
        rf"{words}}}\hfill\parbox[t]{{0.68\textwidth}}{{{text}}}",
        "double": text,
        "bold": rf"{label}\noindent{{\bfseries {abstract.tex}}}",
        "indented": rf"\begin{{quote}}\small {text}\end{{quote}}",
    }
    page_one = (
        rf"{{\LARGE {title}\par}}\medskip {names}\par\medskip\noindent {shapes[kind]}\par\bigskip "
    )
    paper.tex(rf"\twocolumn[{page_one}]" if paper.style.columns == 2 else page_one)
    paper.note("title", title)
    paper.note("author", names)
    paper.body(abstract.read)
    if rng.random() < 0.3:
        for _ in range(3):
            paper.paragraph(paper.writer.paragraph())
    paper.sections(0, 5)
    paper.references()
    return paper


# Commands of titlesec: how headings of subsections look.
SUBSECTIONS = (
    r"{\normalfont\normalsize\bfseries\itshape\raggedright}{}{0pt}{}",
    r"{\normalfont\small\bfseries\raggedright}{}{0pt}{}",
    r"{\normalfont\normalsize\itshape\raggedright}{\thesubsection}{0.6em}{}",
    r"{\normalfont\normalsize\scshape\raggedright}{\thesubsection}{0.6em}{}",
    r"{\normalfont\normalsize\sffamily\raggedright}{\thesubsection.}{0.6em}{}",
    r"{\normalfont\footnotesize\bfseries\sffamily\raggedright}{}{0pt}{}",
)
SPECIES = (r"\textit{M. rota}", r"\textup{M. rota}", r"\emph{Mola rota}")
ENDINGS = ("and AAS", "and 23 alleles", "(T-RFLP)", "under load", "of H$_2$O and CO$_2$")


def headings(rng: random.Random) -> TypesetPaper:
    """Headings of one to four lines, with species and acronyms, right below others, run in."""
    style = rng.choice(SUBSECTIONS)
    packages = rf"\usepackage{{titlesec}}\titleformat{{\subsection}}{style}"
    paper = TypesetPaper(
        rng,
        choose_style(rng, document_class="article", packages=packages, ragged=False),
    )
    paper.front()
    for name in HEADINGS[:5]:
        paper.section(name, paragraphs=rng.choice((0, 1)))
        for _ in range(3):
            _subsection(paper)
            paper.paragraph(paper.writer.paragraph())
            paper.paragraph(paper.writer.paragraph())
    paper.references()
    return paper


def _subsection(paper: TypesetPaper) -> None:
    """A heading of some phrases, perhaps with the name of a species or an acronym at its end."""
    rng, prose = paper.rng, paper.writer.prose
    words = " and ".join(prose.noun_phrase() for _ in range(rng.choice((1, 1, 2, 3))))
    source = words[:1].upper() + words[1:]
    read = source
    if rng.random() < 0.35:
        species = rng.choice(SPECIES)
        source, read = f"{source} of {species}", f"{read} of {species.split('{')[1][:-1]}"
    elif rng.random() < 0.4:
        ending = rng.choice(ENDINGS)
        source, read = f"{source} {ending}", f"{read} {ending.replace('$', '').replace('_', '')}"
    paper.tex(f"\n\\subsection{{{source}}}")
    paper.note("heading", read)


END_MATTER = (
    "Acknowledgements", "Funding", "Author contributions", "Conflict of interest",
    "Supporting information", "Availability of data", "Abbreviations", "Additional files",
)  # fmt: skip


def end_matter(rng: random.Random) -> TypesetPaper:
    """Sections at the end in small type, in a frame, run in, or after the references."""
    paper = TypesetPaper(rng, choose_style(rng, ragged=False))
    paper.front()
    paper.sections(0, 5)
    is_last = rng.random() < 0.3
    if is_last:
        paper.references(rng.randint(12, 30))
    _end_sections(paper, rng.choice(("small", "small", "run in", "section")))
    if not is_last:
        paper.references(rng.randint(12, 30))
    return paper


def _end_sections(paper: TypesetPaper, kind: str) -> None:
    size = paper.rng.choice((r"\small", r"\footnotesize", r"\scriptsize"))
    for name in paper.rng.sample(END_MATTER, 4):
        text = paper.writer.sentences(paper.rng.randint(1, 3))
        if kind == "section":
            paper.tex(f"\n\\section*{{{name}}}")
        elif kind == "small":
            paper.tex(
                f"\n\\par\\medskip{{{size}\\noindent\\textbf{{{name}}}\\par\\noindent "
                f"{text.tex}\\par}}"
            )
        else:
            paper.tex(f"\n\\par{{{size}\\noindent\\textbf{{{name}}}: {text.tex}\\par}}")
        if kind == "section":
            paper.tex(f"\n{text.tex}\n")
        if kind != "run in":
            paper.note("heading", name)
        paper.paragraphs.append({"text": text.read, "optional": True})


def small_type(rng: random.Random) -> TypesetPaper:
    """Methods in smaller type below the main text, to the foot of the page."""
    paper = TypesetPaper(rng, choose_style(rng, ragged=False))
    paper.front()
    paper.sections(0, 3)
    paper.section("Methods")
    paper.tex(rng.choice((r"\small", r"\footnotesize")))
    for _ in range(rng.randint(6, 14)):
        paper.paragraph(paper.writer.paragraph())
    paper.tex(r"\normalsize")
    paper.sections(4, 5)
    paper.references()
    return paper


def beside_figures(rng: random.Random) -> TypesetPaper:
    """Captions beside their figures, and a few lines of text below figures across the columns."""
    paper = TypesetPaper(rng, choose_style(rng, columns=rng.choice((1, 2, 2)), ragged=False))
    paper.front()
    for number, name in enumerate(HEADINGS[:5], 1):
        paper.section(name, paragraphs=2)
        caption = paper.writer.sentences(rng.randint(2, 4))
        labels = paper.writer.labels(3)
        height = rng.choice((120, 300, 520)) if paper.style.columns == 2 else 120
        chart = (
            rf"\setlength{{\unitlength}}{{1pt}}\begin{{picture}}(180,{height})"
            rf"\put(0,0){{\framebox(180,{height}){{}}}}\multiput(10,10)(6,4){{14}}"
            r"{\line(1,1){8}}"
            + "".join(rf"\put(20,{20 + 30 * i}){{\scriptsize {w}}}" for i, w in enumerate(labels))
            + r"\end{picture}"
        )
        side = rf"\begin{{minipage}}[b]{{0.45\linewidth}}\caption{{{caption.tex}}}\end{{minipage}}"
        star = "*" if paper.style.columns == 2 else ""
        is_beside = rng.random() < 0.5 or paper.style.columns == 1
        below = rf"\centering {chart}\caption{{{caption.tex}}}"
        inner = rf"{chart}\hfill{side}" if is_beside else below
        paper.tex(rf"\begin{{figure{star}}}[t]{inner}\end{{figure{star}}}")
        paper.note("caption", f"Figure {number} {caption.read}")
        paper.note("figure", " ".join(labels))
        for _ in range(2):
            paper.paragraph(paper.writer.paragraph())
    paper.references()
    return paper
