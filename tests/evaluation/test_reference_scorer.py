"""`pdfbot evaluate` gives the figures of score.py, the reference scorer of the corpora.

score.py is not part of this repository; the last test compares with it where it is found. The
figures of the small paper here were computed by it.
"""

from __future__ import annotations

import importlib.util
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from pdfbot.evaluation.metrics import PaperScore, Removal, UnitScore
from pdfbot.evaluation.scoring import score_paper
from pdfbot.evaluation.truth import parse_truth

SCORER = Path(
    os.environ.get("PDFBOT_SCORER") or Path(__file__).parents[3] / "shared" / "bench" / "score.py"
)
TRUTH: dict[str, Any] = {
    "paragraphs": [
        {
            "text": "Rivers carry gravel down from the northern hills. Nobody has measured how "
            "quickly the banks are eroded.1, 2 Every spring the water rises above the bridge."
        },
        {
            "text": "The load of a river is \u2063 Here the width of the channel is known. The "
            "depth was measured at eleven stations \u2063 where the current was slow."
        },
        {"text": "Samples were dried for two days and weighed twice by the same person."},
        {"text": "We thank the ferrymen of the lower valley for their boats.", "optional": True},
        {"text": "See above."},
    ],
    "nonbody": [
        {"kind": "title", "text": "The gravel of northern rivers"},
        {"kind": "heading", "text": "Materials and methods"},
        {"kind": "caption", "text": "Figure 1. Rivers carry gravel from the northern hills."},
        {"kind": "caption", "text": "Figure 2. Stations along the channel, in order."},
        {"kind": "table", "text": "12 34 56 78"},
    ],
    "labels": [["Sample preparation", "Samples were dried"], ["Load", "The load of"]],
}
OUTPUTS = {
    "perfect": "\n\n".join(paragraph["text"] for paragraph in TRUTH["paragraphs"]),
    "empty": "",
    "labels kept": (
        "ABSTRACT Rivers carry gravel down from the northern hills. Nobody has measured how "
        "quickly the banks are eroded.[1,2] Every spring the water rises above the bridge.\n\n"
        "Load: The load of a river is Here the width of the channel is known. The depth was "
        "measured at eleven stations where the current was slow.\n\n"
        "2.1. Sample preparation. Samples were dried for two days and weighed twice by the same "
        "person.\n\nWe thank the ferrymen of the lower valley for their boats."
    ),
    "damaged": (
        "Materials and methods Rivers carry gravel down from the northern hills. Nobody has "
        "measured\n\nhow quickly the banks are eroded. The load of a river is. Here the width of "
        "the channel is known.\n\nEvery spring the water rises above the bridge. Figure 2. "
        "Stations along the channel, in order.\n\nWe thank the ferrymen.\f"
        "Copyright is held by the authors."
    ),
}
NOTHING_LEAKED = {
    "title": Removal(3, 0),
    "heading": Removal(1, 0),
    "caption": Removal(10, 0),
    "table": Removal(2, 0),
}
EXPECTED = {
    "perfect": PaperScore(
        sentences=UnitScore(7, 7, 0, 0, 0),
        paragraphs=UnitScore(3, 3, 0, 0, 0),
        order=1.0,
        word_precision=66 / 68,  # "See above." is too short to be scored
        word_recall=1.0,
        removal=NOTHING_LEAKED,
    ),
    "empty": PaperScore(
        sentences=UnitScore(7, 0, 0, 0, 7),
        paragraphs=UnitScore(3, 0, 0, 0, 3),
        order=0.0,
        word_precision=0.0,
        word_recall=0.0,
        removal=NOTHING_LEAKED,
    ),
    "labels kept": PaperScore(
        sentences=UnitScore(7, 7, 0, 0, 0),
        paragraphs=UnitScore(3, 3, 0, 0, 0),
        order=1.0,
        word_precision=1.0,
        word_recall=1.0,
        removal=NOTHING_LEAKED,
    ),
    "damaged": PaperScore(
        sentences=UnitScore(7, 3, 3, 2, 2),
        paragraphs=UnitScore(3, 0, 1, 3, 2),
        order=1 / 2,
        word_precision=41 / 50,
        word_recall=39 / 57,
        removal={**NOTHING_LEAKED, "heading": Removal(1, 1), "caption": Removal(10, 6)},
    ),
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_small_paper_has_the_figures_of_score_py(name: str) -> None:
    assert score_paper(parse_truth(TRUTH), OUTPUTS[name]).score == EXPECTED[name]


@pytest.mark.skipif(not SCORER.is_file(), reason="no score.py: set PDFBOT_SCORER to its path")
@pytest.mark.parametrize("name", OUTPUTS)
def test_score_py_computes_the_expected_figures(name: str, tmp_path: Path) -> None:
    path = tmp_path / "output.txt"
    path.write_text(OUTPUTS[name], "utf-8")
    assert reference_score(path) == EXPECTED[name]


def reference_score(output: Path) -> PaperScore:
    """The figures that score.py computes, in pdfbot's types."""
    spec = importlib.util.spec_from_file_location("score", SCORER)
    assert spec is not None
    assert spec.loader is not None
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    found, _ = scorer.score_paper(TRUTH, scorer.read_paragraphs(output))
    return PaperScore(
        sentences=unit_score(found["sentences"]),
        paragraphs=unit_score(found["paragraphs"]),
        order=found["order"],
        word_precision=found["words"]["precision"],
        word_recall=found["words"]["recall"],
        removal={
            kind: Removal(counts["grams"], counts["leaked"])
            for kind, counts in found["removal"].items()
        },
    )


def unit_score(found: dict[str, int]) -> UnitScore:
    return UnitScore(*(found.get(field.name, 0) for field in fields(UnitScore)))
