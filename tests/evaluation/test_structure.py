"""The figures of structure, which are those of structure.py, the reference scorer of the corpora.

structure.py is not part of this repository; the last test compares with it where it is found.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import pdfbot
from pdfbot.errors import InputError
from pdfbot.evaluation.structure import (
    FoundStructure,
    Rates,
    parse_structure_truth,
    read_structure,
    read_structure_truth,
    score_structure,
)
from pdfbot.evaluation.structure_report import score_record

pytest.importorskip("rapidfuzz", reason="needs pdfbot[evaluate]")

Run = Callable[..., "CompletedProcess[bytes]"]
SHARED = Path(__file__).parents[3] / "shared" / "bench" / "structure.py"
SCORER = Path(os.environ.get("PDFBOT_STRUCTURE_SCORER") or SHARED)
LONG = "Rivers carry gravel down from the northern hills, and nobody has measured how much of it."
OTHER = "Samples were dried for two days, weighed twice by the same person, and then thrown away."
TRUTH: dict[str, Any] = {
    "paragraphs": [
        {"text": LONG, "section": []},
        {"text": OTHER, "section": ["Methods", "Samples"]},
        {"text": "Too short.", "section": ["Methods"]},
        {"text": LONG + OTHER, "section": ["Methods"], "optional": True},
    ],
    "nonbody": [
        {"kind": "title", "text": "The gravel of northern rivers"},
        {"kind": "heading", "text": "Abstract", "level": 1},
        {"kind": "heading", "text": "Methods", "level": 1},
        {"kind": "heading", "text": "Samples", "level": 2},
        {"kind": "caption", "text": "Figure 1. Stations along the channel, in order."},
        {"kind": "caption", "text": "Table 1: The weights of all samples."},
        {"kind": "footnote", "text": "In dry years only."},
        {"kind": "reference", "text": "Smith John Rivers of the north Journal of Gravel 1961"},
    ],
}
PUBLISHED = TRUTH | {"labels": []}
MARKDOWN = f"""# The Gravel of Northern Rivers

## Abstract

{LONG}

## 2 Methods

### 2.1. Samples

{OTHER}
"""
TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>
<figure><head>Fig. 1</head><figDesc>Stations along the channel, in order.</figDesc></figure>
<note place="foot">In dry  years only.</note><note>Another.</note></body>
<back><listBibl><biblStruct xml:id="b0"><note type="raw_reference">J. Smith, Rivers of the North,
Journal of Gravel, 1961.</note></biblStruct></listBibl></back></text></TEI>"""


def score(truth: dict[str, Any], markdown: str = MARKDOWN, tei: str = TEI) -> dict[str, Any]:
    return score_record(
        score_structure(parse_structure_truth(truth), read_structure(markdown, tei))
    )


def rates(precision: float, recall: float) -> dict[str, float]:
    return {"precision": precision, "recall": recall, "f1": Rates(precision, recall).f1}


def test_perfect_output_has_perfect_figures() -> None:
    assert score(TRUTH) == {
        "title": 1.0,
        "headings": rates(1.0, 1.0),
        "levels": 1.0,
        "section": 1.0,
        "path": 1.0,
        "captions": rates(1.0, 0.5),
        "footnotes": rates(1.0, 1.0),
    }


def test_references_are_scored_where_the_truth_is_published() -> None:
    found = score(PUBLISHED)
    assert found["references"] == rates(1.0, 1.0)
    assert "footnotes" not in found


def test_levels_may_begin_deeper_but_not_all_alike() -> None:
    deeper = MARKDOWN.replace("## ", "### ")
    assert score(TRUTH, deeper)["levels"] == 1.0
    flat = MARKDOWN.replace("### ", "## ")
    assert score(TRUTH, flat)["levels"] == 0.5
    assert (score(TRUTH, flat)["section"], score(TRUTH, flat)["path"]) == (1.0, 0.5)


def test_wrong_and_missing_headings_count() -> None:
    wrong = MARKDOWN.replace("## 2 Methods", "## Figure 3\n\n## Total 3.86\n\n## Weights")
    assert score(TRUTH, wrong)["headings"] == rates(1 / 4, 1 / 2)


def test_output_that_is_missing_counts_as_not_found() -> None:
    nothing = score(TRUTH, "", "")
    assert nothing["title"] == 0.0
    assert nothing["headings"] == nothing["captions"] == nothing["footnotes"] == rates(0.0, 0.0)
    assert "section" not in nothing
    assert read_structure("", " ") == FoundStructure()


def test_repeated_headings_are_paired_in_order() -> None:
    truth = {
        "paragraphs": [],
        "nonbody": [
            {"kind": "heading", "text": text, "level": level}
            for text, level in (("Results", 1), ("Area", 2), ("Discussion", 1), ("Area", 2))
        ],
    }
    assert score(truth, "## Results\n\n### Area\n\n## Discussion\n\n### Area\n")["levels"] == 1.0


def test_bad_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not XML"):
        read_structure("", "<TEI>")
    path = tmp_path / "truth.json"
    path.write_text('{"nonbody": [{}]}')
    with pytest.raises(InputError, match=r"truth\.json: not ground truth as described"):
        read_structure_truth(path)


@pytest.fixture
def corpus(papers: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    for name in ("twocolumn-physics", "onecolumn-indented"):
        shutil.copytree(papers / name, folder / name)
    return folder


def test_command_scores_pdfbot_and_the_files_of_a_tool_alike(
    run: Run, corpus: Path, tmp_path: Path
) -> None:
    done = run("evaluate", corpus, "--structure", "--json", "own.json", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert lines[0].split() == [
        *("paper", "title", "H-P", "H-R", "H-F1", "level", "sect", "path", "C-F1", "N-F1", "R-F1"),
    ]
    assert lines[-1].startswith("mean of 2 ")
    for form in ("md", "tei"):
        names = [path / f"{path.name}.pdf" for path in sorted(corpus.iterdir())]
        assert run("extract", *names, "-o", "files/", "--format", form).returncode == 0
    call = ("evaluate", corpus, "files", "--structure", "--json", "files.json", "--jobs", "2")
    again = run(*call)
    assert again.stdout == done.stdout
    own, other = (json.loads((tmp_path / f"{n}.json").read_text()) for n in ("own", "files"))
    assert own["papers"] == other["papers"]
    assert own["summary"] == other["summary"]
    assert own["format"] == "pdfbot-structure-evaluation"
    assert own["summary"]["title"] == 1.0
    (tmp_path / "files" / "twocolumn-physics.md").unlink()
    (tmp_path / "files" / "twocolumn-physics.tei.xml").unlink()
    missing = run(*call)
    assert missing.returncode == 1
    assert b"twocolumn-physics.md: no such file; it counts as empty" in missing.stderr
    (tmp_path / "files" / "onecolumn-indented.tei.xml").write_text("<TEI>")
    assert b"onecolumn-indented.tei.xml: not XML" in run(*call).stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--html", "report.html"], b"--structure has no report and no gate"),
        (["--min-sentence-sf1", "0.9"], b"--structure has no report and no gate"),
    ],
)
def test_options_of_the_text_are_refused(
    run: Run, corpus: Path, options: list[str], message: bytes
) -> None:
    done = run("evaluate", corpus, "--structure", *options)
    assert done.returncode == 2
    assert message in done.stderr


def test_folder_without_structure_is_refused(run: Run, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    done = run("evaluate", corpus, "texts", "--structure")
    assert done.returncode == 3
    assert b"texts: contains no onecolumn-indented.md or onecolumn-indented.tei.xml" in done.stderr


@pytest.mark.skipif(not SCORER.is_file(), reason="needs structure.py: set PDFBOT_STRUCTURE_SCORER")
def test_figures_are_those_of_the_reference(papers: Path, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("reference_structure", SCORER)
    assert spec is not None
    assert spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    for folder in sorted(papers.iterdir()):
        pdf = folder / f"{folder.name}.pdf"
        if not pdf.is_file():
            continue
        paper = pdfbot.extract(pdf)
        (tmp_path / f"{folder.name}.md").write_text(paper.to_markdown(), "utf-8")
        (tmp_path / f"{folder.name}.tei.xml").write_text(paper.to_tei(), "utf-8")
        record = json.loads((folder / "truth.json").read_text("utf-8"))
        for truth in (record, record | {"labels": []}):
            expected, _ = reference.score_paper(truth | {"id": folder.name}, tmp_path)
            assert score(truth, paper.to_markdown(), paper.to_tei()) == expected
    for truth in (TRUTH, PUBLISHED):
        (tmp_path / "x.md").write_text(MARKDOWN)
        (tmp_path / "x.tei.xml").write_text(TEI)
        assert score(truth) == reference.score_paper(truth | {"id": "x"}, tmp_path)[0]
