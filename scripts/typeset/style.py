"""How a typeset paper looks: class, columns, fonts, spacing, headings, lists, captions."""

from __future__ import annotations

import random
from dataclasses import dataclass

FONTS = {
    "cm": "",
    "times": r"\usepackage{mathptmx}",
    "palatino": r"\usepackage{mathpazo}",
    "charter": r"\usepackage{charter}",
    "txfonts": r"\usepackage{txfonts}",
    "century": r"\usepackage{newcent}",
    "sans": r"\usepackage{helvet}\renewcommand{\familydefault}{\sfdefault}",
    "bookman": r"\usepackage{bookman}",
}
CLASSES = ("article", "article", "article", "scrartcl", "amsart", "artikel3", "extarticle", "paper")
CITATIONS = ("brackets", "brackets", "years", "raised")
# How headings of sections look, by titlesec; the classes that have their own ways keep them.
HEADINGS = (
    r"{\normalfont\large\bfseries}{\thesection}{1em}{}",
    r"{\normalfont\normalsize\bfseries}{\thesection.}{0.6em}{}",
    r"{\normalfont\normalsize\scshape\centering}{\thesection.}{0.6em}{}",
    r"{\normalfont\normalsize\bfseries}{}{0pt}{\MakeUppercase}",
    r"{\normalfont\large\sffamily\bfseries}{\thesection}{0.8em}{}",
    r"{\normalfont\normalsize\itshape}{\thesection.}{0.6em}{}",
    r"{\normalfont\normalsize\bfseries\raggedright}{}{0pt}{}",
)
CAPTIONS = (
    "font=small",
    "font=small,labelfont=bf",
    "font=footnotesize,labelfont=bf,labelsep=period",
    "labelfont=sc,labelsep=period",
    "font=small,labelfont={bf,sf},textfont=sf,labelsep=quad",
    "font=small,labelsep=endash,justification=raggedright,singlelinecheck=off",
    "font=small,format=hang,labelfont=bf",
    "labelfont=bf,labelsep=space,singlelinecheck=off",
    "font={small,it},labelfont=it",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperStyle:
    """The parameters that vary from paper to paper; `packages` go into the preamble as they are."""

    document_class: str
    points: int
    columns: int
    font: str
    geometry: str
    indent: str
    skip: str
    stretch: float
    ragged: bool
    heading: str
    caption: str
    citations: str
    display_skip: str
    number_side: str
    packages: str = ""

    @property
    def is_ams(self) -> bool:
        return self.document_class == "amsart"

    def preamble(self) -> str:
        options = [f"{self.points}pt", "twocolumn" if self.columns == 2 else "onecolumn"]
        options += [self.number_side] if self.number_side else []
        lines = [
            rf"\documentclass[{','.join(options)}]{{{self.document_class}}}",
            rf"\usepackage[{self.geometry}]{{geometry}}",
            r"\usepackage{amsmath,amssymb,graphicx,xcolor,booktabs,enumitem,setspace,multicol}",
            r"\usepackage{listings,algorithm,algpseudocode,longtable,wrapfig,float}",
            FONTS[self.font],
            rf"\usepackage[{self.caption}]{{caption}}",
        ]
        if not self.is_ams and self.document_class != "scrartcl":
            lines += [r"\usepackage{titlesec}", rf"\titleformat{{\section}}{self.heading}"]
        lines += [
            self.packages,
            r"\pdfsuppressptexinfo=-1 \pdftrailerid{} \pdfinfoomitdate=1",
            rf"\setlength{{\parindent}}{{{self.indent}}}\setlength{{\parskip}}{{{self.skip}}}",
            rf"\setstretch{{{self.stretch}}}\emergencystretch=2em",
            r"\AtBeginDocument{" + self.display_skip + "}",
            r"\begin{document}",
        ]
        if self.ragged:
            lines.append(rf"\raggedright\setlength{{\parindent}}{{{self.indent}}}")
        return "\n".join(lines)


def choose_style(rng: random.Random, **fixed: object) -> PaperStyle:
    """A style at random, apart from what a mechanism needs."""
    columns = rng.choice((1, 2, 2))
    indented = rng.random() < 0.7
    document_class = rng.choice(CLASSES)
    side = rng.uniform(16, 22) if columns == 2 else rng.uniform(24, 42)
    skip = rng.choice((2, 4, 6, 8, 12))
    before = rng.choice(("3pt plus 1pt", "6pt plus 2pt", "10pt plus 2pt minus 3pt"))
    chosen: dict[str, object] = {
        "document_class": document_class,
        "points": 9 if document_class == "extarticle" else rng.choice((10, 10, 11)),
        "columns": columns,
        "font": rng.choice(tuple(FONTS)),
        "geometry": f"{rng.choice(('a4paper', 'letterpaper'))},hmargin={side:.0f}mm,"
        f"vmargin={rng.randint(20, 28)}mm,columnsep={rng.randint(5, 9)}mm",
        "indent": f"{rng.choice((1, 1.2, 1.5, 2))}em" if indented else "0pt",
        "skip": "0pt" if indented else f"{rng.choice((0.4, 0.6, 1))}\\baselineskip plus 1pt",
        "stretch": rng.choice((1, 1, 1, 1.1, 1.3)),
        "ragged": rng.random() < 0.12,
        "heading": rng.choice(HEADINGS),
        "caption": rng.choice(CAPTIONS),
        "citations": rng.choice(CITATIONS),
        "display_skip": rf"\abovedisplayskip={skip}pt plus 2pt \belowdisplayskip={before}"
        if rng.random() < 0.5
        else "",
        "number_side": rng.choice(("", "", "leqno", "fleqn")),
    }
    return PaperStyle(**{**chosen, **fixed})  # type: ignore[arg-type]
