"""Typeset papers in which one mechanism varies at a time, with their truth, by TeX or LibreOffice.

    python scripts/make_typeset.py FOLDER [--half kept] [--documents 40] [--only displays]

Writes FOLDER/papers/<id>/paper.pdf and truth.json, and FOLDER/INDEX.tsv with the mechanism of each
paper. Rules are made on one half of the papers; of the other half only the totals are looked at.
Needs pdflatex with the packages of texlive-latex-extra and texlive-science; `classes` also those of
texlive-publishers, texlive-fonts-extra and texlive-plain-generic, `word` the writer of LibreOffice.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from typeset import class_builders, float_builders, page_builders, text_builders, word_builders
from typeset.ocr import as_scan
from typeset.paper import TypesetPaper, TypesettingError

BUILDERS: dict[str, Callable[[random.Random], TypesetPaper]] = {
    "displays": text_builders.displays,
    "citations": text_builders.citations,
    "lists": text_builders.lists,
    "mathematics": text_builders.rich_mathematics,
    "captions": float_builders.captions,
    "code": float_builders.code,
    "body-size": float_builders.body_size,
    "references": float_builders.reference_lists,
    "margins": float_builders.margins,
    "scans": float_builders.scans,
    "abstracts": page_builders.abstracts,
    "headings": page_builders.headings,
    "end-matter": page_builders.end_matter,
    "small-type": page_builders.small_type,
    "beside-figures": page_builders.beside_figures,
    "classes": class_builders.classes,
    "word": word_builders.word,
}
# The papers of the two halves have even and odd numbers.
HALVES = {"development": 0, "kept": 1}
DOCUMENTS = 20
# Attempts: TeX refuses some combinations of packages.
ATTEMPTS = 5


def make_paper(folder: Path, mechanism: str, number: int) -> str:
    """Write one paper; its row of the index."""
    name = f"{mechanism}-{number:03}"
    problem = ""
    for attempt in range(ATTEMPTS):
        rng = random.Random(f"{mechanism} {number} {attempt}")
        paper = BUILDERS[mechanism](rng)
        try:
            pdf = paper.typeset()
        except TypesettingError as error:
            problem = f"{paper.style.document_class}, {paper.style.font}: {error}"
            continue
        place = folder / "papers" / name
        place.mkdir(parents=True, exist_ok=True)
        pdf = as_scan(pdf, rng) if mechanism == "scans" else pdf
        (place / "paper.pdf").write_bytes(pdf)
        truth = json.dumps(paper.truth(name, mechanism), ensure_ascii=False, indent=1)
        (place / "truth.json").write_text(f"{truth}\n", "utf-8")
        return f"{name}\t{mechanism}"
    raise TypesettingError(f"{name}: {problem}")


def write_papers(folder: Path, half: str, documents: int, only: str = "") -> None:
    """All papers of one half, as a corpus that `pdfbot evaluate` understands."""
    wanted = [
        (mechanism, 2 * index + HALVES[half])
        for mechanism in BUILDERS
        if mechanism.startswith(only)
        for index in range(documents)
    ]
    with ProcessPoolExecutor() as pool:
        rows = list(pool.map(partial(make_paper, folder), *zip(*wanted, strict=True)))
    (folder / "INDEX.tsv").write_text("\n".join(["id\tfamily", *rows]) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=HALVES, default="development")
    parser.add_argument("--documents", type=int, default=DOCUMENTS, help="of each mechanism")
    parser.add_argument("--only", default="", metavar="PREFIX", help="of mechanisms")
    options = parser.parse_args()
    write_papers(options.folder, options.half, options.documents, options.only)
    return 0


if __name__ == "__main__":
    sys.exit(main())
