"""`pdfbot evaluate` as a user runs it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pdfbot

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def corpus(papers: Path, tmp_path: Path) -> Path:
    """Two short papers, one with its PDF as <id>.pdf, one as paper.pdf."""
    folder = tmp_path / "corpus"
    for name in ("novel-dialogue", "serbian-cyrillic"):
        shutil.copytree(papers / name, folder / name)
    (folder / "serbian-cyrillic" / "serbian-cyrillic.pdf").rename(
        folder / "serbian-cyrillic" / "paper.pdf"
    )
    return folder


def write_perfect_outputs(corpus: Path, outputs: Path) -> None:
    """The output of a tool that makes no mistakes."""
    outputs.mkdir()
    for path in corpus.glob("*/truth.json"):
        texts = [p["text"] for p in json.loads(path.read_text("utf-8"))["paragraphs"]]
        (outputs / f"{path.parent.name}.txt").write_text("\n\n".join(texts), "utf-8")


@pytest.mark.parametrize("engine", ["auto", "replica"])
def test_pdfbot_is_run_on_the_papers(run: Run, corpus: Path, tmp_path: Path, engine: str) -> None:
    done = run("evaluate", corpus, "--engine", engine, "--jobs", "2", "--json", "scores.json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    lines = done.stdout.decode().splitlines()
    assert lines[0].split()[:5] == ["paper", "S-P", "S-R", "S-F1", "S-SF1"]
    assert [line.split()[0] for line in lines[1:4]] == [
        "novel-dialogue",
        "serbian-cyrillic",
        "mean",
    ]
    record = json.loads((tmp_path / "scores.json").read_text("utf-8"))
    assert record["format"] == "pdfbot-evaluation"
    assert record["settings"]["engine"] == engine
    means = [paper["sentences"]["sf1"] for paper in record["papers"]]
    assert record["summary"]["sentences"]["sf1"] == pytest.approx(sum(means) / 2)
    assert 0.8 < record["summary"]["sentences"]["sf1"] <= 1
    assert {"rule", "lines", "mistaken"} == set(record["rules"][0])
    assert "repeated_at_page_edge" in done.stdout.decode()


def test_output_of_another_tool_is_scored(run: Run, corpus: Path, tmp_path: Path) -> None:
    write_perfect_outputs(corpus, tmp_path / "outputs")
    done = run("evaluate", corpus, "outputs", "--json", "scores.json", "--html", "report.html")
    assert done.returncode == 0, done.stderr
    assert "rule" not in done.stdout.decode()
    record = json.loads((tmp_path / "scores.json").read_text("utf-8"))
    assert record["summary"]["sentences"]["sf1"] == record["summary"]["paragraphs"]["sf1"] == 1
    assert (tmp_path / "report.html").read_text("utf-8").count("All sentences are correct.") == 2


def test_missing_output_counts_as_empty(run: Run, corpus: Path, tmp_path: Path) -> None:
    write_perfect_outputs(corpus, tmp_path / "outputs")
    (tmp_path / "outputs" / "novel-dialogue.txt").unlink()
    done = run("evaluate", corpus, "outputs", "--json", "scores.json")
    assert done.returncode == 1
    assert b"novel-dialogue.txt: no such file; it counts as empty" in done.stderr
    record = json.loads((tmp_path / "scores.json").read_text("utf-8"))
    assert record["papers"][0]["problem"]
    assert record["summary"]["sentences"]["sf1"] == 0.5


def test_unreadable_paper_counts_as_empty(run: Run, corpus: Path) -> None:
    (corpus / "novel-dialogue" / "novel-dialogue.pdf").write_bytes(b"nothing")
    (corpus / "serbian-cyrillic" / "paper.pdf").unlink()
    done = run("evaluate", corpus)
    assert done.returncode == 1
    first, second = done.stderr.decode().splitlines()
    assert first.endswith("novel-dialogue.pdf: not a PDF")
    assert second.endswith("contains no PDF (paper.pdf or serbian-cyrillic.pdf)")
    assert "mean of 2        0.000" in done.stdout.decode()


@pytest.mark.parametrize(("floor", "code"), [("0.4", 0), ("0.6", 1)])
@pytest.mark.parametrize("unit", ["sentence", "paragraph"])
def test_exit_code_depends_on_the_floor(
    run: Run, corpus: Path, tmp_path: Path, floor: str, code: int, unit: str
) -> None:
    """One output is perfect and one is empty, so that every mean is a half."""
    write_perfect_outputs(corpus, tmp_path / "outputs")
    (tmp_path / "outputs" / "novel-dialogue.txt").write_text("")
    done = run("evaluate", corpus, "outputs", f"--min-{unit}-sf1", floor)
    assert done.returncode == code
    expected = f"pdfbot: gate: {unit} SF1 0.5000 is below {floor}\n" if code else ""
    assert done.stderr.decode() == expected


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 3, "nowhere: no such folder"),
        (["corpus", "nowhere"], 3, "nowhere: no such folder"),
        (["corpus", "corpus"], 3, "corpus: contains no novel-dialogue.txt"),
        (["corpus", "--jobs", "0"], 2, "--jobs 0"),
        (["corpus", "--min-sentence-sf1", "97"], 2, "from 0 to 1"),
        (["corpus", "--set", "nothing=1"], 2, "no such threshold"),
        (["corpus", "--only", "x"], 3, "starts with x"),
        (
            ["corpus", "--only", "novel", "--json", "corpus/novel-dialogue/truth.json/x"],
            12,
            "cannot",
        ),
    ],
)
def test_usage_errors_are_reported_in_one_line(
    run: Run, corpus: Path, arguments: list[str], code: int, message: str
) -> None:
    done = run("evaluate", *arguments)
    assert done.returncode == code
    assert message in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_html_report_shows_wrong_sentences_next_to_the_page(
    run: Run, corpus: Path, tmp_path: Path
) -> None:
    write_perfect_outputs(corpus, tmp_path / "outputs")
    output = tmp_path / "outputs" / "novel-dialogue.txt"
    paragraphs = output.read_text("utf-8").split("\n\n")
    longest = max(paragraphs, key=len)
    paragraphs.remove(longest)
    malicious = (
        '<script>alert("x")</script> and <img src=x onerror=alert(1)> were never printed here.'
    )
    output.write_text("\n\n".join([*paragraphs, malicious]), "utf-8")
    done = run("evaluate", corpus, "outputs", "--html", "report.html")
    assert done.returncode == 0, done.stderr
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html
    assert "default-src &#x27;none&#x27;; img-src data:;" in html
    assert not re.search(r'(?:href|src)="(?!data:image/webp;base64,|#)', html)
    shown = html.partition('<article class="missing">')[2].partition("</article>")[0]
    assert longest.split()[0] in shown
    assert "<figcaption>page " in shown
    assert "data:image/webp;base64," in shown
    assert "<rect " in shown


def test_missing_dependency_is_reported_with_advice(run: Run, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "shadow" / "rapidfuzz").mkdir(parents=True)
    (tmp_path / "shadow" / "rapidfuzz" / "__init__.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'rapidfuzz'\", name='rapidfuzz')\n"
    )
    path = os.pathsep.join([str(tmp_path / "shadow"), str(Path(pdfbot.__file__).parents[1])])
    done = run("evaluate", corpus, env={"PYTHONPATH": path})
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "pdfbot: rapidfuzz is not installed, which evaluating needs: "
        "pip install 'pdfbot[evaluate]'\n"
    )


def test_signs_are_scored_on_request(run: Run, corpus: Path, tmp_path: Path) -> None:
    write_perfect_outputs(corpus, tmp_path / "outputs")
    done = run("evaluate", corpus, tmp_path / "outputs", "--fidelity", "--json", "scores.json")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert lines[0].split() == ["paper", "asked", "words", "signs", "X-R", "X-P", "faith"]
    assert lines[-1].split()[-5:] == ["1.000"] * 5
    record = json.loads((tmp_path / "scores.json").read_text("utf-8"))
    assert record["format"] == "pdfbot-fidelity-evaluation"
    assert record["summary"]["counts"]["asked"] == record["summary"]["counts"]["faithful"] > 0
    assert [paper["faithful"] for paper in record["papers"]] == [1.0, 1.0]


@pytest.mark.parametrize("option", [("--html", "x.html"), ("--min-sentence-sf1", "0.5")])
def test_signs_have_no_report_and_no_gate(run: Run, corpus: Path, option: tuple[str, str]) -> None:
    done = run("evaluate", corpus, "--fidelity", *option)
    assert done.returncode == 2
    assert b"--fidelity has no report and no gate" in done.stderr
