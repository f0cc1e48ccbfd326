"""A paper in TeX: what is written into its source is also written into its truth."""

from __future__ import annotations

import random
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from mechanisms.prose import HEADINGS

from typeset.style import PaperStyle
from typeset.writing import EQUATION, Text, Writer

# A fixed time for dates inside the PDF.
EPOCH = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
SECONDS = 60
# In the log of TeX: widths or numbers have changed.
RERUN = "Rerun"
MAX_RUNS = 4
HEADER = "Journal of Invented Surveys"


class TypesettingError(Exception):
    """TeX has written no PDF."""


class TypesetPaper:
    """A paper under construction."""

    def __init__(self, rng: random.Random, style: PaperStyle, math: float = 0.05) -> None:
        self.rng = rng
        self.style = style
        self.writer = Writer(rng, style.citations, math)
        self.source: list[str] = []
        self.paragraphs: list[dict[str, Any]] = []
        self.nonbody: list[dict[str, str]] = []

    def tex(self, source: str) -> None:
        """Source without text, or whose text is noted separately."""
        self.source.append(source)

    def note(self, kind: str, read: str) -> None:
        self.nonbody.append({"kind": kind, "text": read})

    def front(self) -> None:
        """The title and an abstract, which stand above the text in all columns or in the first."""
        title, names = self.writer.prose.title(), self.writer.prose.name()
        abstract = self.writer.sentences(4)
        heading = rf"\title{{{title}}}\author{{{names}}}\date{{}}"
        named = rf"\begin{{abstract}}{abstract.tex}\end{{abstract}}"
        order = (named, r"\maketitle") if self.style.is_ams else (r"\maketitle", named)
        self.tex(heading + "\n".join(order))
        self.note("title", title)
        self.note("author", names)
        self.paragraphs.append({"text": abstract.read})

    def section(self, name: str, *, paragraphs: int = 0) -> None:
        self.tex(f"\n\\section{{{name}}}")
        self.note("heading", name)
        for _ in range(paragraphs):
            self.paragraph(self.writer.paragraph())

    def sections(self, first: int, last: int, paragraphs: int = 3) -> None:
        for name in HEADINGS[first:last]:
            self.section(name, paragraphs=paragraphs)

    def paragraph(self, text: Text, label: str = "") -> None:
        self.tex(f"\n{text.tex}\n")
        self.body(text.read, label)

    def body(self, read: str, label: str = "") -> None:
        """Body text whose source is written separately."""
        self.paragraphs.append({"text": read, "label": label} if label else {"text": read})

    def continue_body(self, text: Text) -> None:
        """Go on with the last paragraph below a display."""
        self.tex(text.tex)
        self.paragraphs[-1]["text"] += f" {EQUATION} {text.read}"

    def references(self, count: int = 12, *, wrap: tuple[str, str] = ("", "")) -> None:
        entries = [self.writer.prose.reference(number) for number in range(1, count + 1)]
        items = "\n".join(
            rf"\bibitem{{r{number}}} {Text.plain(entry.split('] ', 1)[1]).tex}"
            for number, entry in enumerate(entries, 1)
        )
        size = r"\small" if self.rng.random() < 0.6 else ""
        self.tex(
            f"\n{wrap[0]}{{{size}\n\\begin{{thebibliography}}{{99}}\n{items}\n"
            f"\\end{{thebibliography}}}}{wrap[1]}"
        )
        for entry in entries:
            self.note("reference", entry)

    def typeset(self) -> bytes:
        return run_tex("\n".join((self.preamble(), *self.source, r"\end{document}")))

    def preamble(self) -> str:
        return self.style.preamble()

    def truth(self, name: str, mechanism: str) -> dict[str, Any]:
        return {
            "id": name,
            "class": self.style.document_class,
            "mechanism": mechanism,
            "columns": self.style.columns,
            "paragraphs": self.paragraphs,
            "nonbody": self.nonbody,
        }


def run_tex(source: str) -> bytes:
    """The PDF of a source, typeset again as long as TeX asks for it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "paper.tex").write_text(source, "utf-8")
        log = folder / "paper.log"
        for _ in range(MAX_RUNS):
            if log.exists() and RERUN not in log.read_text("latin-1"):
                break
            subprocess.run(
                ["pdflatex", "-interaction=batchmode", "-no-shell-escape", "paper.tex"],
                cwd=folder,
                env={"PATH": "/usr/bin:/bin", "HOME": name, **EPOCH},
                stdout=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
            )
        pdf = folder / "paper.pdf"
        errors = [line for line in log.read_text("latin-1").splitlines() if line.startswith("!")]
        if errors or not pdf.exists():
            raise TypesettingError("; ".join(errors[:3]) or "no PDF")
        return pdf.read_bytes()
