"""`pdfbot regions`: formats, files, and errors."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import pdfbot
from pdfbot.cli import main

from .conftest import Run, Streams


@pytest.fixture(scope="module")
def bulletin(papers: Path) -> Path:
    return papers / "bulletin-threecolumn" / "bulletin-threecolumn.pdf"


def test_text_goes_to_stdout_and_nothing_else(run: Run, bulletin: Path) -> None:
    done = run("regions", bulletin)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == pdfbot.regions(bulletin).text + "\n"
    piped = run("regions", "-", stdin=bulletin.read_bytes())
    assert piped.stdout == done.stdout


@pytest.mark.parametrize("name", ["txt", "text"])
def test_text_is_called_txt_as_in_every_command(name: str, capfd: Streams, bulletin: Path) -> None:
    assert main(["regions", str(bulletin)]) == 0
    default = capfd.readouterr().out
    assert main(["regions", str(bulletin), "--format", name]) == 0
    assert capfd.readouterr().out == default


def test_json_describes_every_region(capfd: Streams, bulletin: Path) -> None:
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
    """Collects the start tags with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_html_draws_every_region(tmp_path: Path, bulletin: Path) -> None:
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


def test_html_contains_no_scripts_and_loads_nothing(tmp_path: Path, root: Path) -> None:
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


def test_failing_input_does_not_stop_the_others(tmp_path: Path, bulletin: Path) -> None:
    out = tmp_path / "out"
    assert main(["regions", str(bulletin), str(tmp_path / "none.pdf"), "-o", f"{out}/"]) == 1
    assert (out / "bulletin-threecolumn.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.pdf", "--threshold", "wide"], "--threshold wide: use font, width"),
        (["x.pdf", "--header-lines", "-1"], "--header-lines -1: use auto"),
        (["x.pdf", "--format", "svg"], "invalid choice: 'svg'"),
        (["x.pdf", "y.pdf"], "2 inputs: name a folder with -o"),
    ],
)
def test_wrong_call_is_reported_in_one_line(
    capfd: Streams, arguments: list[str], message: str
) -> None:
    assert main(["regions", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err
