"""`pdfbot rank`: formats, layers, and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pdfbot
from pdfbot.cli import main

from .conftest import Run, Streams


@pytest.fixture(scope="module")
def conference(papers: Path) -> Path:
    return papers / "twocolumn-conference" / "twocolumn-conference.pdf"


def test_table_lists_the_sentences_as_the_library_ranks_them(run: Run, conference: Path) -> None:
    done = run("rank", conference)
    assert (done.returncode, done.stderr) == (0, b"")
    head, *rows = done.stdout.decode().splitlines()
    assert head.split() == ["layer", "score", "sentence", "text"]
    expected = [
        (str(r.layer), f"{r.score:.4f}", r.sentence.id, r.sentence.written())
        for r in pdfbot.extract(conference).rank()
    ]
    assert [tuple(row.split(maxsplit=3)) for row in rows] == expected
    assert len({row.index(text) for row, (*_, text) in zip(rows, expected, strict=True)}) == 1


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        ([], "voltage V₁"),
        (["--scripts", "tex"], "voltage V_{1}"),
        (["--scripts", "flat"], "voltage V1"),
        (["--format", "json"], "voltage V1"),
        (["--format", "jsonl", "--scripts", "html"], "voltage V<sub>1</sub>"),
    ],
)
def test_scripts_are_written_as_chosen(
    arguments: list[str], written: str, capfd: Streams, conference: Path
) -> None:
    assert main(["rank", str(conference), *arguments]) == 0
    assert written in capfd.readouterr().out


@pytest.mark.parametrize("spread", ["even", "none"])
def test_records_have_the_layers_that_were_asked_for(
    spread: str, capfd: Streams, conference: Path
) -> None:
    call = ["rank", str(conference), "--spread", spread, "--layers", "5"]
    assert main([*call, "--format", "jsonl"]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert main([*call, "--format", "json"]) == 0
    assert json.loads(capfd.readouterr().out) == lines
    ranked = pdfbot.extract(conference).rank(layers=5, spread=spread)  # type: ignore[arg-type]
    assert lines == [
        {
            "id": r.sentence.id,
            "page": r.sentence.page,
            "layer": r.layer,
            "score": r.score,
            "reason": r.reason,
            "text": r.sentence.text,
        }
        for r in ranked
    ]


def test_suffix_of_the_output_decides_the_format(folder: Path, conference: Path) -> None:
    for name in ("ranked.json", "ranked.jsonl", "ranked.txt"):
        assert main(["rank", str(conference), "-o", name]) == 0
    records = json.loads((folder / "ranked.json").read_text("utf-8"))
    lines = (folder / "ranked.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == records
    assert (folder / "ranked.txt").read_text("utf-8").startswith("layer")


def test_ending_that_no_format_has_is_refused(
    folder: Path, capfd: Streams, conference: Path
) -> None:
    assert main(["rank", str(conference), "-o", "x.docx"]) == 2
    message = "pdfbot: -o x.docx: no format has the ending .docx; use .txt, .json, .jsonl"
    assert capfd.readouterr().err == f"{message} or --format\n"
    assert list(folder.iterdir()) == []


def test_wrong_number_of_layers_is_refused(capfd: Streams, conference: Path) -> None:
    assert main(["rank", str(conference), "--layers", "0"]) == 2
    assert capfd.readouterr().err == "pdfbot: --layers 0: use 1 or more\n"


def test_density_makes_the_first_layers_small(capfd: Streams, conference: Path) -> None:
    call = ["rank", str(conference), "--density", "0.05", "--format", "jsonl"]
    assert main(call) == 0
    layers = [json.loads(line)["layer"] for line in capfd.readouterr().out.splitlines()]
    size = round(0.05 * len(layers))
    assert layers == [1] * size + [2] * size + [3] * (len(layers) - 2 * size)


@pytest.mark.parametrize("density", ["0", "1.5", "nan"])
def test_density_that_is_no_share_is_refused(
    density: str, capfd: Streams, conference: Path
) -> None:
    assert main(["rank", str(conference), "--density", density]) == 2
    message = f"pdfbot: --density {density}: use a share above 0 and up to 1\n"
    assert capfd.readouterr().err == message


def test_paper_without_text_is_an_error(capfd: Streams, root: Path) -> None:
    assert main(["rank", str(root / "fixtures" / "hostile" / "image-only.pdf")]) == 8
    streams = capfd.readouterr()
    assert streams.out == ""
    assert "no text layer" in streams.err
