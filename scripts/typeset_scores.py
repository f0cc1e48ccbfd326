"""Score the papers of make_typeset.py and write the table into docs/accuracy.md.

    python scripts/typeset_scores.py FOLDER [FOLDER …] [--before CHECKOUT]

The name of a folder is the name of its column. `--before` scores another checkout as well.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

from pdfbot.evaluation.paper_families import read_families
from pdfbot.output.files import write_whole

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "accuracy.md"
BEGIN, END = "<!-- typeset papers -->", "<!-- end of typeset papers -->"
# Sentence SF1 and paragraph SF1.
Pair = tuple[float, float]


def score(folder: Path, checkout: Path) -> dict[str, Pair]:
    """The mean figures of each mechanism with the code of a checkout, and of all papers."""
    with tempfile.TemporaryDirectory() as temporary:
        found = Path(temporary) / "scores.json"
        subprocess.run(
            [sys.executable, "-m", "pdfbot", "evaluate", folder / "papers", "--json", found],
            cwd=temporary,
            env={**os.environ, "PYTHONPATH": str(checkout.resolve())},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        papers: list[dict[str, Any]] = json.loads(found.read_text("utf-8"))["papers"]
    families = read_families(folder / "papers")
    groups: dict[str, list[Pair]] = defaultdict(list)
    for paper in papers:
        pair = paper["sentences"]["sf1"], paper["paragraphs"]["sf1"]
        groups[families[paper["id"]]].append(pair)
        groups["all"].append(pair)
    return {
        name: (mean(s for s, _ in found), mean(p for _, p in found))
        for name, found in groups.items()
    }


def table(columns: dict[str, dict[str, Pair]]) -> str:
    """Markdown with a row for each mechanism and two figures for each column."""
    names = list(columns)
    mechanisms = list(columns[names[0]])
    heads = " | ".join(f"{name}, S | P" for name in names)
    lines = [f"| | {heads} |", "|---|" + "---:|---:|" * len(names)]
    for mechanism in sorted(mechanisms, key=lambda name: (name == "all", name)):
        cells = (f"{s:.3f} | {p:.3f}" for s, p in (columns[name][mechanism] for name in names))
        lines.append(f"| {mechanism} | {' | '.join(cells)} |")
    return "\n".join(lines)


def fill_page(page: str, text: str) -> str:
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--before", type=Path, metavar="CHECKOUT")
    options = parser.parse_args()
    checkouts = {"before": options.before, "now": ROOT} if options.before else {"now": ROOT}
    columns = {
        f"{folder.name}, {name}": score(folder, checkout)
        for folder in options.folders
        for name, checkout in checkouts.items()
    }
    write_whole(PAGE, fill_page(PAGE.read_text("utf-8"), table(columns)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
