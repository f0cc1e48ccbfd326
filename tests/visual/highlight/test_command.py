"""`pdfbot highlight` and `pdfbot replica` as a user starts them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from bs4 import BeautifulSoup

import pdfbot
from pdfbot.ranking.reading_order import Spread
from pdfbot.visual.highlight.pdf_actions import has_actions
from tests.documents import HOSTILE, PAPERS, built_replica

from .pdf_highlights import read_highlights
from .test_overlay import page_texts

PHYSICS = PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf"
EMPTY = HOSTILE / "image-only.pdf"
Run = Callable[..., "CompletedProcess[bytes]"]


def test_scores_of_a_file_become_layers_and_missing_texts_a_warning(
    run: Run, tmp_path: Path, physics: pdfbot.Paper
) -> None:
    scores, output = tmp_path / "scores.json", tmp_path / "out.html"
    records = [{"text": s.text, "score": i} for i, s in enumerate(physics.sentences[:6])]
    scores.write_text(json.dumps([*records, {"text": "not there", "score": 1}]))
    done = run("highlight", PHYSICS, "--from", scores, "--layers", "2", "-o", output)
    assert done.returncode == 0
    assert b"1 of 7 entries are not in the body" in done.stderr
    assert b"out.html: " in done.stderr
    assert b"6 sentences coloured in 2 layers, 1 text not found" in done.stderr
    soup = BeautifulSoup(output.read_bytes(), "lxml")
    assert len(soup.select(".pb-legend input[type=checkbox]")) == 2


@pytest.mark.parametrize("spread", ["even", "none"])
def test_layers_without_scores_are_those_of_the_ranking(
    run: Run, tmp_path: Path, physics: pdfbot.Paper, spread: Spread
) -> None:
    output = tmp_path / "out.pdf"
    done = run("highlight", PHYSICS, "--layers", "2", "--spread", spread, "-o", output)
    assert done.returncode == 0
    assert done.stderr.endswith(b", %d sentences coloured in 2 layers\n" % len(physics.sentences))
    found = {(h.contents, h.colour) for h in read_highlights(output.read_bytes())}
    layers = {1: ("most important", (249, 142, 82)), 2: ("more detail", (234, 255, 229))}
    assert found == {
        (f"{name}, score {ranked.score:.4g}, {ranked.sentence.id}", colour)
        for ranked in physics.rank(layers=2, spread=spread)
        for name, colour in [layers[ranked.layer]]
    }


def test_paper_without_text_cannot_be_ranked(run: Run, tmp_path: Path) -> None:
    for name in ("x.html", "x.pdf"):
        done = run("highlight", EMPTY, "--layers", "3", "-o", tmp_path / name)
        assert done.returncode == 8
        assert not (tmp_path / name).exists()


def test_output_named_pdf_is_an_annotated_pdf(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "out.pdf"
    done = run("highlight", PHYSICS, "--sentence", "s1.1=teal", "-o", output)
    assert done.returncode == 0
    assert [h.colour for h in read_highlights(output.read_bytes())] == [(0, 128, 128)]


def test_output_named_json_has_web_annotations(
    run: Run, tmp_path: Path, physics: pdfbot.Paper
) -> None:
    output = tmp_path / "out.json"
    done = run("highlight", PHYSICS, "--sentence", "s1.1=teal", "-o", output)
    assert done.returncode == 0
    assert json.loads(output.read_text("utf-8")) == physics.annotations({"s1.1": "teal"})


def test_output_of_no_format_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("highlight", PHYSICS, "--sentence", "s1.1", "-o", "out.docx")
    assert done.returncode == 2
    assert done.stderr.startswith(b"pdfbot: -o out.docx: no format has the ending .docx; use .html")
    assert list(tmp_path.iterdir()) == []


def test_words_have_a_colour_each_and_texts_may_have_an_equals_sign(
    run: Run, tmp_path: Path
) -> None:
    output = tmp_path / "out.pdf"
    arguments = ["--match", "heat=teal", "--match", "n = 1, 2", "--match", "sheet"]
    done = run("highlight", PHYSICS, *arguments, "-o", output)
    assert done.returncode == 0
    found = read_highlights(output.read_bytes())
    assert {h.subject: h.colour for h in found} == {
        "heat": (0, 128, 128),
        "n = 1, 2": (188, 253, 195),
        "sheet": (127, 179, 255),
    }
    assert re.search(rb"\d+ passages in \d+ sentences coloured in 3 layers\n$", done.stderr)


@pytest.mark.parametrize("option", ["--whole-sentence", "--within-words"])
def test_texts_colour_their_sentences_or_parts_of_words(
    run: Run, tmp_path: Path, physics: pdfbot.Paper, option: str
) -> None:
    output = tmp_path / "out.json"
    done = run("highlight", PHYSICS, "--match", "sheet", option, "-o", output)
    assert done.returncode == 0
    name = option[2:].replace("-", "_")
    style = pdfbot.Highlight(label="sheet", **{name: True})  # type: ignore[arg-type]
    assert json.loads(output.read_text("utf-8")) == physics.annotations({"sheet": style})


def test_marks_come_from_standard_input(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "out.pdf"
    marks = b"id,score,note\ns1.1,3,first\ns1.2,1,\nzebra crossing,2,\n"
    arguments = ["--layers", "2", "--layer-name", "claims", "-o", output]
    done = run("highlight", PHYSICS, "--from", "-", *arguments, stdin=marks)
    assert done.returncode == 0
    assert (
        b"warning: 1 of 3 entries are not in the body text; the first is 'zebra crossing'"
        in done.stderr
    )
    assert done.stderr.endswith(b"2 sentences coloured in 2 layers, 1 text not found\n")
    assert [h.contents for h in read_highlights(output.read_bytes())] == [
        "first\nclaims, score 3, s1.1",
        "more detail, score 1, s1.2",
    ]


def test_paper_and_marks_cannot_both_be_standard_input(run: Run) -> None:
    done = run("highlight", "-", "--from", "-", "-o", "x.html", stdin=b"x")
    assert done.returncode == 2
    assert done.stderr == b"pdfbot: FILE and --from are both -: only one can be standard input\n"


def test_result_alone_goes_to_standard_output(run: Run, physics: pdfbot.Paper) -> None:
    done = run("highlight", PHYSICS, "--sentence", "s1.1", "--format", "annotations")
    expected = physics.annotations({"s1.1"})
    assert json.loads(done.stdout) == expected
    assert done.stderr == b"pdfbot: <stdout>: 1 kB, 1 sentence coloured in 1 layer\n"
    assert run("highlight", PHYSICS, "--layers", "3", "-o", "x.html", "-q").stderr == b""


def test_scripts_of_a_pdf_are_kept_on_request(run: Run, tmp_path: Path) -> None:
    for option, is_active in ((), False), (("--keep-actions",), True):
        output = tmp_path / "out.pdf"
        active = HOSTILE / "active-content.pdf"
        done = run("highlight", active, "--layers", "1", *option, "-o", output)
        assert done.returncode == 0
        assert has_actions(output.read_bytes()) == is_active


def test_replica_is_built_from_standard_input(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "out.html"
    done = run("replica", "-", "-o", output, stdin=PHYSICS.read_bytes())
    assert done.returncode == 0
    expected = built_replica(PHYSICS).html
    assert page_texts(output.read_bytes()) == page_texts(expected)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "nothing to colour: use --sentence, --match, --from or --layers"),
        (["--spread", "none"], 2, "nothing to colour"),
        (["--sentence", "s1.999"], 2, "no such sentence: s1.999 (sentences are s1.1 to"),
        (["--match", "quetzalcoatl"], 2, "not in the body text"),
        (["--sentence", "s1.1=nocolour"], 2, "is not a colour"),
        (["--from", "none.json"], 3, "none.json: cannot be read"),
        (["--layers", "9", "--sentence", "s1.1"], 2, "invalid choice"),
        (["--match", "heat=nocolour"], 2, "not in the body text: 'heat=nocolour'"),
        (
            ["--layers", "1", "--layer-name", "a", "--layer-name", "b"],
            2,
            "more layer names than layers",
        ),
    ],
)
def test_wrong_arguments_are_refused_and_nothing_is_written(
    run: Run, arguments: list[str], code: int, message: str, tmp_path: Path
) -> None:
    done = run("highlight", PHYSICS, *arguments, "-o", tmp_path / "x.html")
    assert done.returncode == code
    assert message in done.stderr.decode()
    assert not (tmp_path / "x.html").exists()


def test_input_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "paper.pdf"
    copy.write_bytes(PHYSICS.read_bytes())
    done = run("highlight", copy, "--sentence", "s1.1", "-o", copy)
    assert done.returncode == 2
    assert copy.read_bytes() == PHYSICS.read_bytes()


def test_record_is_coloured_without_analysing_the_paper(
    run: Run, tmp_path: Path, physics: pdfbot.Paper
) -> None:
    record = tmp_path / "paper.json"
    # A word that only the record has shows where the text comes from.
    record.write_text(physics.to_json().replace('"s1.1","text":"', '"s1.1","text":"Recorded. '))
    replica, output = tmp_path / "replica.html", tmp_path / "out.html"
    replica.write_text(built_replica(PHYSICS).html)
    for source in (replica, PHYSICS):
        done = run("highlight", source, "--record", record, "--sentence", "s1.1", "-o", output)
        assert done.returncode == 0, done.stderr
        assert "Recorded. " in output.read_text("utf-8")
    explained = run("explain", PHYSICS, "--record", record, "--line", "p1.c1.l1")
    assert explained.returncode == 0
    assert explained.stdout.startswith(b"p1.c1.l1: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("highlight", PHYSICS, "--layers", "1", "--columns", "1"), b"judged already"),
        (("explain", PHYSICS), b"use it with --line or --find"),
    ],
)
def test_record_cannot_be_judged_again(
    run: Run, tmp_path: Path, physics: pdfbot.Paper, arguments: tuple[Any, ...], message: bytes
) -> None:
    record = tmp_path / "paper.json"
    record.write_text(physics.to_json())
    done = run(*arguments, "--record", record, "-o", tmp_path / "out.html")
    assert done.returncode == 2
    assert message in done.stderr


def test_lean_record_cannot_be_coloured(run: Run, tmp_path: Path, physics: pdfbot.Paper) -> None:
    record = tmp_path / "paper.json"
    record.write_text(physics.to_json(lean=True))
    done = run("highlight", PHYSICS, "--record", record, "--layers", "1", "-o", tmp_path / "o.html")
    assert done.returncode == 2
    assert b"written with --lean, so it has no lines" in done.stderr
