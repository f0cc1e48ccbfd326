"""Results of scripts/rule_support.py in a folder, so that a run that was stopped can go on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ablation import Support
from support_tables import Paper, PaperSupport
from switches import Part

from pdfbot.output.files import write_whole

ROOT = Path(__file__).parents[1]
# What the results depend on, besides the paper itself.
CODE = ("pdfbot/**/*.py", "pdfbot/data/**/*.*", "scripts/ablation.py", "scripts/switches.py")


def hash_code() -> str:
    """The same for the same code and data of pdfbot, wherever the checkout is."""
    digest = hashlib.sha256()
    for pattern in CODE:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class SupportStore:
    """One JSON file for each paper, named after everything that its result depends on."""

    folder: Path
    code: str

    def measured(
        self, paper: Paper, only: str, measure: Callable[[], PaperSupport]
    ) -> PaperSupport:
        """The stored result of a paper, or else a new one, which is stored unless it failed."""
        place = self._place(paper, only)
        if place.is_file():
            return _from_record(paper, json.loads(place.read_bytes()))
        support = measure()
        if not support.problem:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(place, json.dumps(_record(support)))
        return support

    def _place(self, paper: Paper, only: str) -> Path:
        digest = hashlib.sha256(f"{self.code} {paper.set} {only}".encode())
        for path in (paper.pdf, paper.truth):
            if path is not None:
                digest.update(path.read_bytes())
        return self.folder / f"{digest.hexdigest()}.json"


def _record(support: PaperSupport) -> dict[str, Any]:
    return {
        "decided": [[p.table, p.name, s.lines, s.mistaken] for p, s in support.decided.items()],
        "scores": support.scores,
        "without": [[p.table, p.name, *scores] for p, scores in support.without.items()],
        "required": [[p.table, p.name] for p in sorted(support.required)],
    }


def _from_record(paper: Paper, record: dict[str, Any]) -> PaperSupport:
    scores = record["scores"]
    return replace(
        PaperSupport(
            paper, {Part(t, n): Support(lines, m) for t, n, lines, m in record["decided"]}
        ),
        scores=None if scores is None else (scores[0], scores[1]),
        without={Part(t, n): (sentences, paras) for t, n, sentences, paras in record["without"]},
        required=frozenset(Part(t, n) for t, n in record["required"]),
    )
