"""Generate papers in which one mechanism varies at a time, with their truth.

    python scripts/make_mechanisms.py FOLDER

Writes FOLDER/papers/<id>/paper.pdf and truth.json, and FOLDER/INDEX.tsv with the mechanism of each
paper. What is set on a page is written into its truth in the same call, so the truth is exact. The
same code and the same version of PDFium, which has the widths of the fonts, give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

from mechanisms.builders import BUILDERS
from mechanisms.composer import Composer
from mechanisms.look import choose_look
from mechanisms.prose import Prose

# Documents of each mechanism.
DOCUMENTS = 20
HEADER = "Journal of Invented Surveys 12"


def compose(mechanism: str, number: int) -> Composer:
    """One document; the number chooses its look and the variant of its mechanism."""
    prose = Prose(random.Random(f"{mechanism} {number}"))
    return BUILDERS[mechanism](number, choose_look(number), prose)


def write_mechanisms(folder: Path) -> None:
    """All documents, as a corpus that `pdfbot evaluate` and the gate understand."""
    rows = ["id\tfamily"]
    for mechanism in BUILDERS:
        for number in range(DOCUMENTS):
            name = f"{mechanism}-{number + 1:02}"
            paper = compose(mechanism, number)
            place = folder / "papers" / name
            place.mkdir(parents=True, exist_ok=True)
            (place / "paper.pdf").write_bytes(paper.finish(HEADER))
            truth = json.dumps(paper.truth(name, mechanism), ensure_ascii=False, indent=1)
            (place / "truth.json").write_text(f"{truth}\n", "utf-8")
            rows.append(f"{name}\t{mechanism}")
    (folder / "INDEX.tsv").write_text("\n".join(rows) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    write_mechanisms(parser.parse_args().folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
