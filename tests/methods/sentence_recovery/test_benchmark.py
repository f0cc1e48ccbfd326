"""The share of broken sentences that the paper reports is not exceeded, and the benchmark runs."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

import pdfbot

from .samples import recorded


@pytest.fixture(scope="module")
def benchmark(root: Path) -> ModuleType:
    """scripts/bench_recovery.py as a module."""
    path = root / "scripts" / "bench_recovery.py"
    spec = importlib.util.spec_from_file_location("bench_recovery", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("names", "max_share"),
    [
        (("onecolumn-indented", "onecolumn-blocks", "serbian-cyrillic"), 0.03),
        (("twocolumn-conference", "twocolumn-physics"), 0.08),
        (("novel-dialogue",), 0.0),
    ],
    ids=["one column", "two columns", "novel"],
)
@pytest.mark.parametrize("eps", [0.3, 0.1, 0.05])
def test_no_more_sentences_are_broken_than_in_the_paper(
    benchmark: ModuleType, papers: Path, names: tuple[str, ...], max_share: float, eps: float
) -> None:
    total = benchmark.Tally()
    for name in names:
        raw = recorded(name)
        truth = json.loads((papers / name / "truth.json").read_text("utf-8"))
        body = [paragraph["text"] for paragraph in truth["paragraphs"]]
        found = pdfbot.recover(raw, eps=eps)
        total.add(benchmark.judge(body, [], raw, [p.text for p in found.paragraphs]))
    assert total.sentences > 60
    assert total.broken <= max_share * total.sentences
    assert total.wrong <= max_share * total.sentences


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext (poppler) is missing")
def test_benchmark_prints_its_table(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench_recovery.py", "--list", "novel-dialogue"])
    assert benchmark.main() == 0
    assert "| fixtures: novel | default 0.1 | 70 | 0 | 0 (0.0%)" in capsys.readouterr().out
