"""The family of each paper: its publisher, its document class, or the script it is written in.

Means over a corpus hide what happens to a small part of it, and a rule that helps only one family
was fitted to that family.
"""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pdfbot.evaluation.truth import PaperFolder, find_papers, read_truth

# Next to the folder of papers: one row per paper, with one of the columns below.
INDEX = "INDEX.tsv"
UNKNOWN = "unknown"


def read_families(folder: Path) -> dict[str, str]:
    """The family of every paper of a corpus, by paper id."""
    papers = find_papers(folder)
    rows = _read_index(folder.resolve().parent / INDEX)
    return {paper.id: _family(paper, rows.get(paper.id, {})) for paper in papers}


def _read_index(path: Path) -> dict[str, dict[str, str]]:
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file, delimiter="\t")}


def _family(paper: PaperFolder, row: dict[str, str]) -> str:
    if row.get("family"):
        return row["family"]
    if row.get("class"):
        # The options of a document class come after its name.
        return row["class"].split()[0]
    if row.get("language"):
        return script_of(p.text for p in read_truth(paper.truth).paragraphs)
    return UNKNOWN


def script_of(texts: Iterable[str]) -> str:
    """The most frequent script, by the first word of the letters' Unicode names: latin, cjk, …"""
    letters = Counter(char for text in texts for char in text if char.isalpha())
    scripts: Counter[str] = Counter()
    for char, count in letters.items():
        scripts[unicodedata.name(char, UNKNOWN).split()[0].lower()] += count
    return scripts.most_common(1)[0][0] if scripts else UNKNOWN
