"""What becomes of any PDFs: statuses, internal errors, the slowest, and pages that lost their text.

python scripts/survey_pdfs.py FOLDER... [--jobs 2] [--timeout 60] [--top 10]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

import pdfbot
from pdfbot.bulk.worker import INTERNAL_ERROR
from pdfbot.nonbody.lost_text import LOST_TEXT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("inputs", nargs="+", metavar="FOLDER", help="as for pdfbot batch")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds per paper")
    parser.add_argument("--top", type=int, default=10, help="rows of a list")
    options = parser.parse_args()
    records = pdfbot.batch(options.inputs, jobs=options.jobs, timeout=options.timeout)
    print(render(records, options.top))


def render(records: Iterable[pdfbot.BatchRecord], top: int) -> str:
    """The counts, then the lists with `top` rows each; records are not kept."""
    statuses: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    internal, silent = list[str](), list[str]()
    seconds: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for record in records:
        source = record["source"]
        statuses[record["status"]] += 1
        if error := record["error_type"]:
            errors[error] += 1
            if error == INTERNAL_ERROR:
                internal.append(f"{source}: {record['error']}")
        seconds[source], sizes[source] = int(record["seconds"] * 1000), record["bytes"] or 0
        lost = (w for w in record["warnings"] if w.startswith(LOST_TEXT))
        silent += [f"{source}: {warning}" for warning in lost]
    parts = [
        _table(f"{statuses.total()} papers", statuses.most_common()),
        _table("errors", errors.most_common()),
        _table("slowest, in ms", seconds.most_common(top)),
        _table("largest, in bytes", sizes.most_common(top)),
        f"internal errors: {len(internal)}\n" + "".join(f"  {row}\n" for row in internal[:top]),
        f"pages that lost their text: {len(silent)}\n" + "".join(f"  {r}\n" for r in silent[:top]),
    ]
    return "\n".join(parts)


def _table(title: str, rows: Iterable[tuple[str, int]]) -> str:
    return f"{title}\n" + "".join(f"{count:>12}  {name}\n" for name, count in rows)


if __name__ == "__main__":
    main()
