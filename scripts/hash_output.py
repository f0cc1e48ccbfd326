"""Hash all output of pdfbot on a set of documents, to show that a refactoring changed nothing.

    python scripts/hash_output.py ../shared fixtures -o before.json
    ... change the code ...
    python scripts/hash_output.py ../shared fixtures --compare before.json

Every PDF and every pdf2htmlEX replica below the given folders is read with both sets of rules, cut
into regions and blocks, and its text recovered. An error is hashed like a result.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pdfbot
from pdfbot import freki

# Keys of a record that say how it was made, not what was found.
IGNORED = ("version", "thresholds")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, help="write the hashes to this file")
    parser.add_argument("--compare", type=Path, help="compare with hashes written before")
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--every", type=int, default=1, help="read only every n-th document")
    args = parser.parse_args()

    documents = sorted({path for folder in args.folders for path in find_documents(folder)})
    with ProcessPoolExecutor(args.jobs) as pool:
        found = dict(
            pair for pairs in pool.map(hash_document, documents[:: args.every]) for pair in pairs
        )
    if args.output:
        args.output.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
    print(f"{len(found)} results of {len(documents[:: args.every])} documents")
    if args.compare:
        before = json.loads(args.compare.read_text())
        changed = sorted(key for key in found if before.get(key) != found[key])
        for key in changed:
            print("changed:", key)
        print(f"{len(found) - len(changed)} equal, {len(changed)} changed")
        return int(bool(changed))
    return 0


def find_documents(folder: Path) -> Iterator[Path]:
    for pattern in ("*.pdf", "*.html", "*.html.gz"):
        yield from folder.rglob(pattern)


def hash_document(path: Path) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for kind, make in RESULTS.items():
        try:
            result = make(path)
        except pdfbot.PdfbotError as error:
            result = f"{type(error).__name__}: {error}"
        except Exception as error:  # an internal error is part of today's output, too
            result = f"internal error {type(error).__name__}"
        text = json.dumps(result, ensure_ascii=False, sort_keys=True)
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        found.append((f"{path} {kind}", digest))
    return found


def extract(path: Path, **options: Any) -> object:
    record = json.loads(pdfbot.extract(path, allow_copy_protected=True, **options).to_json())
    for key in IGNORED:
        record.pop(key)
    return record


def regions(path: Path) -> object:
    return [
        [r.number, r.kind, repr(r.box), r.lines, r.column, r.columns, r.ended_by]
        for page in pdfbot.regions(path, allow_copy_protected=True).pages
        for r in page.regions
    ]


def blocks(path: Path) -> object:
    return freki.dumps(freki.blocks(path, allow_copy_protected=True).blocks)


def recover(path: Path) -> object:
    found = pdfbot.recover(pdfbot.regions(path, allow_copy_protected=True).text)
    return found.text


RESULTS: dict[str, Callable[[Path], object]] = {
    "default": extract,
    "paper": lambda path: extract(path, rules="paper"),
    "regions": regions,
    "blocks": blocks,
    "recovery": recover,
}

if __name__ == "__main__":
    sys.exit(main())
