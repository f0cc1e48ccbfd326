"""Which text is scored: words on the flat one, signs on the one that users get."""

from __future__ import annotations

from pathlib import Path

import pytest

import pdfbot
from pdfbot.evaluation.evaluation_run import Plan, evaluate_fidelity, evaluate_paper
from pdfbot.evaluation.truth import PaperFolder, find_papers
from pdfbot.model import EquationStyle
from pdfbot.notation import Notation

NAME = "twocolumn-physics"


@pytest.fixture(scope="module")
def paper(papers: Path) -> PaperFolder:
    (found,) = find_papers(papers, NAME)
    return found


def plan_of(paper: PaperFolder, notation: Notation, folder: Path) -> Plan:
    """The text in this notation as the output of another tool; flat without equations, too."""
    assert paper.pdf is not None
    equations: EquationStyle = "none" if notation == "flat" else "mark"
    text = pdfbot.extract(paper.pdf).written(notation, equations)
    (folder / f"{NAME}.txt").write_text(text, "utf-8")
    return Plan(outputs=folder)


def test_words_are_scored_on_the_flat_text(paper: PaperFolder, tmp_path: Path) -> None:
    own = evaluate_paper(paper, Plan()).scored
    assert own == evaluate_paper(paper, plan_of(paper, "flat", tmp_path)).scored
    assert own != evaluate_paper(paper, plan_of(paper, "tex", tmp_path)).scored


def test_signs_are_scored_on_the_default_text(paper: PaperFolder, tmp_path: Path) -> None:
    own = evaluate_fidelity(paper, Plan()).score
    assert own == evaluate_fidelity(paper, plan_of(paper, "unicode", tmp_path)).score
    assert own.scripts_given > 0
    assert evaluate_fidelity(paper, plan_of(paper, "flat", tmp_path)).score.scripts_given == 0
