"""scripts/support_store.py and failures: a run that was stopped goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest
import rule_support
from ablation import Support
from rule_support import measure_paper, papers_of
from support_store import SupportStore
from support_tables import Paper, PaperSupport
from switches import RULES, Part

HEADING, DEFAULT = Part(RULES, "heading"), Part("below a line", "nothing_sets_it_apart")


@pytest.fixture
def paper(tmp_path: Path) -> Paper:
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4")
    (tmp_path / "truth.json").write_text("{}")
    return Paper("bench", "a", "x", tmp_path / "paper.pdf", tmp_path / "truth.json")


def result_of(paper: Paper) -> PaperSupport:
    return PaperSupport(
        paper,
        {HEADING: Support(3, 1), DEFAULT: Support(7, None)},
        (0.9, 0.8),
        {HEADING: (0.7, 0.6)},
        frozenset([DEFAULT]),
    )


def not_again() -> PaperSupport:
    raise AssertionError("measured again")


def test_stored_result_is_read_back_and_not_measured_again(paper: Paper, tmp_path: Path) -> None:
    store = SupportStore(tmp_path / "work", "code")
    first = store.measured(paper, "", lambda: result_of(paper))
    assert first == result_of(paper)
    assert store.measured(paper, "", not_again) == first


def test_result_without_scores_is_stored_as_well(paper: Paper, tmp_path: Path) -> None:
    store = SupportStore(tmp_path / "work", "code")
    unscored = PaperSupport(paper, {HEADING: Support(1, None)})
    store.measured(paper, "", lambda: unscored)
    assert store.measured(paper, "", not_again) == unscored


@pytest.mark.parametrize("changed", ["paper.pdf", "truth.json", "code", "only"])
def test_paper_is_measured_again_after_a_change(paper: Paper, tmp_path: Path, changed: str) -> None:
    SupportStore(tmp_path / "work", "code").measured(paper, "", lambda: result_of(paper))
    if changed.startswith(("paper", "truth")):
        (tmp_path / changed).write_bytes(b"other")
    store = SupportStore(tmp_path / "work", "other" if changed == "code" else "code")
    with pytest.raises(AssertionError, match="measured again"):
        store.measured(paper, "heading" if changed == "only" else "", not_again)


def test_failure_is_named_and_tried_again(
    paper: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> PaperSupport:
        raise MemoryError("too large")

    store = SupportStore(tmp_path / "work", "code")
    monkeypatch.setattr(rule_support, "_measure", fail)
    assert measure_paper(paper, "", store).problem == "MemoryError: too large"
    monkeypatch.setattr(rule_support, "_measure", lambda paper, only: result_of(paper))
    assert measure_paper(paper, "", store) == result_of(paper)


def test_folder_without_papers_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="neither papers with truth nor PDFs"):
        list(papers_of(tmp_path))
