"""Record the current accuracy in tests/accuracy.json, for the gate in tests/test_gate.py.

    python scripts/record_accuracy.py                    # fixtures/ and the generated documents
    python scripts/record_accuracy.py PAPERS [PAPERS …]  # and corpora: folders of <id>/truth.json
    python scripts/record_accuracy.py PAPERS --reason "Merged the tests for …"

A figure that fell keeps its recorded value. If it fell by more than the gate allows, nothing is
written without --reason, which lowers all figures that fell and is kept in the file with them.
Figures hold for one ground truth, identified by its digest: those of another are replaced.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from accuracy_gate import (
    RECORD,
    ROOT,
    Corpus,
    Fall,
    evaluate_corpus,
    falls,
    figures_of,
    read_corpus,
    read_fixtures,
    renew,
)
from make_mechanisms import write_mechanisms

from pdfbot import __version__
from pdfbot.evaluation.truth import corpus_name
from pdfbot.output.files import write_whole

Record = dict[str, Any]


def measure(name: str, corpus: Corpus, jobs: int) -> Record:
    """The digest of a corpus, and its figures for every engine."""
    record: Record = {"digest": corpus.digest}
    for engine in corpus.engines:
        measured = corpus.measured_with(engine)
        papers = evaluate_corpus(measured, engine, jobs)
        for paper in papers:
            if paper.problem:
                print(f"{name}, {engine}: {paper.id}: {paper.problem}", file=sys.stderr)
        record[engine] = figures_of(papers, measured.families)
    return record


def renew_corpus(
    name: str, recorded: Record | None, measured: Record, *, lower: bool
) -> tuple[Record, dict[str, Fall]]:
    """The new record of a corpus, and the figures that fell, by where they are."""
    if recorded is None or recorded["digest"] != measured["digest"]:
        return measured, {}
    renewed: Record = {"digest": measured["digest"]}
    fallen = {}
    for engine, figures in measured.items():
        if engine != "digest":
            known = recorded.get(engine, {})
            renewed[engine] = renew(known, figures, lower=lower)
            for fall in falls(known, figures):
                fallen[f"{name}, {engine}, {fall.group}, {fall.name}"] = fall
    return renewed, fallen


def lowered_entry(fallen: dict[str, Fall], reason: str) -> Record:
    """What is kept in the file about figures that were lowered."""
    return {
        "date": datetime.now(timezone.utc).date().isoformat(),
        "version": __version__,
        "reason": reason,
        "figures": {place: [fall.recorded, fall.measured] for place, fall in fallen.items()},
    }


def update_record(record: Record, measured: dict[str, Record], reason: str) -> list[str]:
    """Put the measured figures into the record; return the falls that need a reason."""
    fallen: dict[str, Fall] = {}
    corpora = dict(record.get("corpora", {}))
    for name, figures in measured.items():
        corpora[name], fell = renew_corpus(name, corpora.get(name), figures, lower=bool(reason))
        fallen |= fell
    refused = [f"{place}: {fall}" for place, fall in fallen.items() if not fall.is_allowed]
    if refused and not reason:
        return refused
    record["corpora"] = corpora
    if reason and fallen:
        record.setdefault("lowered", []).append(lowered_entry(fallen, reason))
    return []


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", type=Path, nargs="*")
    parser.add_argument("--reason", default="", help="why figures may be lowered")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main() -> int:
    options = parse_options()
    corpora = {
        "fixtures": read_fixtures(ROOT / "fixtures" / "papers"),
        "world": read_fixtures(ROOT / "fixtures" / "world"),
    }
    with tempfile.TemporaryDirectory() as temporary:
        write_mechanisms(Path(temporary))
        corpora["mechanisms"] = read_corpus(Path(temporary) / "papers")
        corpora |= {corpus_name(folder): read_corpus(folder) for folder in options.papers}
        measured = {name: measure(name, corpus, options.jobs) for name, corpus in corpora.items()}
    record = json.loads(RECORD.read_text("utf-8"))
    if refused := update_record(record, measured, options.reason):
        print("These figures fell; --reason lowers them:", *refused, sep="\n", file=sys.stderr)
        return 1
    write_whole(RECORD, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
