"""The commands `regions` and `blocks`: formats, files, and what is refused."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

import pdfbot
from pdfbot.cli import main
from pdfbot.freki import blocks, dumps

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
Streams = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def bulletin(papers: Path) -> Path:
    return papers / "bulletin-threecolumn" / "bulletin-threecolumn.pdf"


@pytest.fixture(scope="module")
def gloss(papers: Path) -> Path:
    return papers / "interlinear-gloss" / "interlinear-gloss.pdf"


def test_regions_as_text(run: Run, bulletin: Path) -> None:
    done = run("regions", bulletin)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == pdfbot.regions(bulletin).text + "\n"
    piped = run("regions", "-", stdin=bulletin.read_bytes())
    assert piped.stdout == done.stdout


def test_regions_as_json(capfd: Streams, bulletin: Path) -> None:
    assert main(["regions", str(bulletin), "--format", "json"]) == 0
    record = json.loads(capfd.readouterr().out)
    assert (record["format"], record["schema"], record["source"]) == (
        "pdfbot-regions", 1, str(bulletin),
    )  # fmt: skip
    first = record["pages"][0]
    assert first["column_separation"] == pytest.approx(17, abs=1)
    numbers = [region["number"] for region in first["regions"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert first["regions"][2]["columns"] == 3
    left, bottom, right, top = first["regions"][2]["box"]
    assert left < right
    assert bottom < top


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_regions_drawn(tmp_path: Path, bulletin: Path) -> None:
    target = tmp_path / "drawn.html"
    assert main(["regions", str(bulletin), "--format", "html", "-o", str(target)]) == 0
    tags = Tags()
    tags.feed(target.read_text("utf-8"))
    regions = sum(len(page.regions) for page in pdfbot.regions(bulletin).pages)
    assert sum(tag == "circle" for tag, _ in tags.seen) == regions
    assert sum(tag == "svg" for tag, _ in tags.seen) == 2
    policy = next(a["content"] for t, a in tags.seen if t == "meta" and "http-equiv" in a)
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'sha256-")


def test_the_drawing_runs_nothing_and_loads_nothing(tmp_path: Path, root: Path) -> None:
    target = tmp_path / "drawn.html"
    hostile = root / "fixtures" / "hostile" / "html-in-text.pdf"
    assert main(["regions", str(hostile), "--format", "html", "-o", str(target)]) == 0
    tags = Tags()
    tags.feed(target.read_text("utf-8"))
    allowed = {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "svg",
        "rect",
        "text",
        "g",
        "circle",
    }
    assert {tag for tag, _ in tags.seen} <= allowed
    for _, attributes in tags.seen:
        assert not any(re.match(r"on|href|src|style$", name) for name in attributes)


def test_blocks(capfd: Streams, gloss: Path) -> None:
    assert main(["blocks", str(gloss)]) == 0
    assert capfd.readouterr().out == dumps(blocks(gloss).blocks)
    assert main(["blocks", str(gloss), "--format", "json", "--doc-id", "a b", "--pages", "2"]) == 0
    record = json.loads(capfd.readouterr().out)
    assert (record["format"], record["doc_id"]) == ("pdfbot-blocks", "a_b")
    assert {block["page"] for block in record["blocks"]} == {2}
    names = {name for b in record["blocks"] for line in b["lines"] for name, _ in line["fonts"]}
    assert names == set(record["fonts"])


def test_valley_changes_the_blocks(capfd: Streams, gloss: Path) -> None:
    assert main(["blocks", str(gloss), "--valley"]) == 0
    assert capfd.readouterr().out == dumps(blocks(gloss, valley=True).blocks)
    assert blocks(gloss, valley=True).blocks != blocks(gloss).blocks


def test_several_inputs_go_into_a_folder(tmp_path: Path, bulletin: Path, gloss: Path) -> None:
    out = tmp_path / "out"
    assert main(["blocks", str(bulletin), str(gloss), "-o", f"{out}/"]) == 0
    assert sorted(p.name for p in out.iterdir()) == [
        "bulletin-threecolumn.freki", "interlinear-gloss.freki",
    ]  # fmt: skip
    assert main(["regions", str(bulletin), str(tmp_path / "none.pdf"), "-o", f"{out}/"]) == 1
    assert (out / "bulletin-threecolumn.txt").read_text("utf-8")


@pytest.mark.parametrize("command", ["regions", "blocks"])
@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("missing.pdf", 3, "no such file"),
        ("empty.pdf", 4, "the file is empty"),
        ("not-a-pdf.pdf", 4, "failed download"),
        ("truncated.pdf", 5, "damaged"),
        ("encrypted-user-password.pdf", 6, "a password is needed"),
        ("copy-protected.pdf", 7, "forbade copying"),
        ("image-only.pdf", 8, "OCR is needed"),
    ],
)
def test_bad_input(
    capfd: Streams, root: Path, command: str, name: str, code: int, message: str
) -> None:
    assert main([command, str(root / "fixtures" / "hostile" / name)]) == code
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["regions", "x.pdf", "--threshold", "wide"], "--threshold wide: use font, width"),
        (["regions", "x.pdf", "--header-lines", "-1"], "--header-lines -1: use auto"),
        (["regions", "x.pdf", "--format", "svg"], "invalid choice: 'svg'"),
        (["regions", "x.pdf", "y.pdf"], "2 inputs: name a folder with -o"),
        (["blocks", "x.pdf", "--pages", "0"], "counted from 1"),
        (["blocks"], "required: FILE"),
    ],
)
def test_wrong_calls(capfd: Streams, arguments: list[str], message: str) -> None:
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err
