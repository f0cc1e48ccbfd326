"""`pdfbot blocks`: formats, files, and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pdfbot.cli import main
from pdfbot.methods.freki import blocks, dumps

from .conftest import Streams


@pytest.fixture(scope="module")
def gloss(papers: Path) -> Path:
    return papers / "interlinear-gloss" / "interlinear-gloss.pdf"


def test_freki_format_goes_to_stdout(capfd: Streams, gloss: Path) -> None:
    assert main(["blocks", str(gloss)]) == 0
    assert capfd.readouterr().out == dumps(blocks(gloss).blocks)


def test_json_has_the_document_name_and_the_given_pages(capfd: Streams, gloss: Path) -> None:
    assert main(["blocks", str(gloss), "--format", "json", "--doc-id", "a b", "--pages", "2"]) == 0
    record = json.loads(capfd.readouterr().out)
    assert (record["format"], record["doc_id"]) == ("pdfbot-blocks", "a_b")
    assert {block["page"] for block in record["blocks"]} == {2}
    names = {name for b in record["blocks"] for line in b["lines"] for name, _ in line["fonts"]}
    assert names == set(record["fonts"])


def test_valley_option_changes_the_blocks(capfd: Streams, gloss: Path) -> None:
    assert main(["blocks", str(gloss), "--valley"]) == 0
    assert capfd.readouterr().out == dumps(blocks(gloss, valley=True).blocks)
    assert blocks(gloss, valley=True).blocks != blocks(gloss).blocks


def test_several_inputs_are_written_into_a_folder(tmp_path: Path, gloss: Path, paper: Path) -> None:
    out = tmp_path / "out"
    assert main(["blocks", str(paper), str(gloss), "-o", f"{out}/"]) == 0
    assert sorted(p.name for p in out.iterdir()) == [
        "interlinear-gloss.freki", "novel-dialogue.freki",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["x.pdf", "--pages", "0"], "counted from 1"), ([], "required: FILE")],
)
def test_wrong_call_is_reported_in_one_line(
    capfd: Streams, arguments: list[str], message: str
) -> None:
    assert main(["blocks", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err
