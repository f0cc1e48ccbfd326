"""`pdfbot evaluate --fidelity` gives the figures of fidelity.py, the reference for signs.

fidelity.py is not part of this repository; the last tests compare with it where it is found. The
figures of the small papers here were computed by it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from pdfbot.errors import InputError
from pdfbot.evaluation.fidelity import FidelityScore, read_marked, same_signs, score_fidelity
from pdfbot.evaluation.script_notation import Script, read_scripts
from pdfbot.evaluation.truth import read_truth

SCORER = Path(
    os.environ.get("PDFBOT_FIDELITY")
    or Path(__file__).parents[3] / "shared" / "bench" / "fidelity.py"
)
PARAGRAPHS: list[dict[str, Any]] = [
    {"text": "The channel carries 10−3 kg of gravel. Nobody weighed the H2O of the lower river."},
    {"text": "Earlier surveys agree with this [4]. The load is \u2063 where the river is deep."},
    {"text": "The depth was \ufffc in every spring. Boats were counted twice a day."},
    {"text": "An appendix about the boats of 1921.", "optional": True},
]
MARKED = [
    "The channel carries 10^{−3} kg of gravel. Nobody weighed the H_{2}O of the lower river.",
    None,
    None,
    None,
]
OUTPUTS = {
    "right, as Unicode": (
        "The channel carries 10⁻³ kg of gravel. Nobody weighed the H₂O of the lower river.\n\n"
        "Earlier surveys agree with this 4. Boats were counted twice a day."
    ),
    "right, as tags": (
        "The channel carries 10<sup>-3</sup> kg of gravel. Nobody weighed the H<sub>2</sub>O of "
        "the lower river.\n\nEarlier surveys agree with this [4]. Boats were counted twice a day."
    ),
    "scripts lost": (
        "The channel carries 10-3 kg of gravel. Nobody weighed the H2O of the lower river.\n\n"
        "Boats were counted twice a day."
    ),
    "wrong signs": (
        "The channel carries 10^{5} kg of gravel. Nobody weighed the H₂0 of the lower river.\n\n"
        "Earlier surveys agree with this 14."
    ),
    "empty": "",
}
EXPECTED = {
    "right, as Unicode": FidelityScore(4, 4, 4, 4, 2, 2, 2),
    "right, as tags": FidelityScore(4, 4, 4, 4, 2, 2, 2),
    "scripts lost": FidelityScore(4, 3, 3, 1, 2, 0, 0),
    "wrong signs": FidelityScore(4, 3, 0, 0, 2, 2, 1),
    "empty": FidelityScore(4, 0, 0, 0, 0, 0, 0),
}


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    (tmp_path / "marked.json").write_text(json.dumps(MARKED), "utf-8")
    record = {"paragraphs": PARAGRAPHS, "nonbody": []}
    (tmp_path / "truth.json").write_text(json.dumps(record), "utf-8")
    return tmp_path / "truth.json"


@pytest.mark.parametrize("name", OUTPUTS)
def test_small_paper_has_the_figures_of_fidelity_py(name: str, truth: Path) -> None:
    expected = read_marked(truth, read_truth(truth).paragraphs)
    assert score_fidelity(expected, OUTPUTS[name]) == EXPECTED[name]


@pytest.mark.skipif(not SCORER.is_file(), reason="no fidelity.py: set PDFBOT_FIDELITY to its path")
@pytest.mark.parametrize("name", OUTPUTS)
def test_fidelity_py_computes_the_expected_figures(
    name: str, truth: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(SCORER.parent), *sys.path])
    spec = importlib.util.spec_from_file_location("fidelity", SCORER)
    assert spec is not None
    assert spec.loader is not None
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    output = truth.with_name("output.txt")
    output.write_text(OUTPUTS[name], "utf-8")
    counts, _ = scorer.judge(truth.parent, output)
    assert {field: counts[field] for field in asdict(EXPECTED[name])} == asdict(EXPECTED[name])


def test_shares_of_a_paper_without_scripts_are_one() -> None:
    assert FidelityScore(asked=4, words=2, signs=1).figures == (0.5, 0.5, 1.0, 1.0, 0.0)


def test_truth_without_marks_is_compared_as_it_is(truth: Path) -> None:
    truth.with_name("marked.json").unlink()
    texts = read_marked(truth, read_truth(truth).paragraphs)
    assert texts == [paragraph["text"] for paragraph in PARAGRAPHS[:3]]


def test_broken_marks_are_named(truth: Path) -> None:
    truth.with_name("marked.json").write_text("[", "utf-8")
    with pytest.raises(InputError, match=r"marked\.json: not JSON"):
        read_marked(truth, read_truth(truth).paragraphs)


@pytest.mark.parametrize(
    ("text", "characters", "scripts"),
    [
        ("10^{−3}", "10−3", [Script("^", 2, 4)]),
        ("10⁻³", "10−3", [Script("^", 2, 4)]),
        ("a<sub>i<sup>2</sup></sub>", "ai2", [Script("_", 1, 3)]),
        # Raised before lowered, or the other way round: the lowered one comes first.
        ("x^{2}_{i}", "xi2", [Script("_", 1, 2), Script("^", 2, 3)]),
        ("x_{i}^{2}", "xi2", [Script("_", 1, 2), Script("^", 2, 3)]),
        # Primes are signs, and come before everything else.
        ("f_{i}′", "f′i", [Script("_", 2, 3)]),
        ("f^{′}", "f′", []),
        ("nº 3", "no 3", []),
        ("{a}", "{a}", []),
    ],
)
def test_scripts_in_every_notation(text: str, characters: str, scripts: list[Script]) -> None:
    assert read_scripts(text) == (list(characters), scripts)


@pytest.mark.parametrize(
    ("wanted", "given", "is_same"),
    [
        ("ab12", "ab12", True),
        ("ab12", "ab13", False),
        # A range of citations, listed or not.
        ("gravel891011.", "gravel8-11.", True),
        ("gravel8-11.", "gravel891011.", False),
        # A label before the sentence.
        ("Boatswerecounted.", "Methods:Boatswerecounted.", True),
        ("Boatswerecounted.", "MethodsBoatswerecounted.", False),
        ("Boatswerecounted.", f"{'M' * 40}.Boatswerecounted.", False),
    ],
)
def test_signs_may_differ_by_citations_and_labels(wanted: str, given: str, is_same: bool) -> None:
    assert same_signs(wanted, given) == is_same
