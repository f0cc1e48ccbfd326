"""Every format of one small paper, byte for byte: nothing changes in a format unnoticed.

A change that is meant is written by PDFBOT_WRITE_GOLDEN=1 in the environment of this test, and
reviewed in the diff.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from pdfbot.model import Extraction, Line, Verdict
from pdfbot.output.formats import SUFFIXES, FormatOptions, render
from pdfbot.readers.source import Source
from pdfbot.rules import Rule
from pdfbot.visual.highlight.marks import plan_marks
from pdfbot.visual.highlight.web_annotations import web_annotations

from .papers import SPAN, make_paper

FOLDER = Path(__file__).parent / "golden"
SOURCE = Source(b"%PDF-", "paper.pdf")
CASES = {
    **{f"paper{suffix}": (form, FormatOptions()) for form, suffix in SUFFIXES.items()},
    "lean.json": ("json", FormatOptions(lean=True)),
    "spoken.txt": ("txt", FormatOptions(drop_citations=True)),
    "all.md": (
        "md",
        FormatOptions(anchors=True, include=("captions", "notes", "references")),
    ),
    "short.chunks.jsonl": ("chunks", FormatOptions(chunk_words=3, chunk_overlap=1)),
}


def paper() -> Extraction:
    """With a line, and with what has to be escaped: <, &, *, a citation, a bullet."""
    made = make_paper("A sack < 9 kg & *heavy* [1].")
    line = Line("p1.c1.l1", 1, 1, (), "A sack", SPAN.box, 702.0, 10.0)
    first, second = made.paragraphs
    return replace(
        made,
        paragraphs=(first, replace(second, bullet="•")),
        lines=(line,),
        verdicts=(Verdict(line.id, Rule.BODY),),
        warnings=("page 3 is “damaged”",),
    )


def check(name: str, written: str) -> None:
    path = FOLDER / name
    if os.environ.get("PDFBOT_WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(written, "utf-8")
    assert written == path.read_text("utf-8")


@pytest.mark.parametrize("name", CASES)
def test_format_is_written_as_ever(name: str) -> None:
    form, options = CASES[name]
    check(name, "".join(render(paper(), form, options, SOURCE, SOURCE.name)))


def test_annotations_are_written_as_ever() -> None:
    plan = plan_marks(paper(), {"s1.2": 0.5, "s2.1": "teal"})
    page = web_annotations(paper(), plan, SOURCE.name)
    check("annotations.json", json.dumps(page, ensure_ascii=False, indent=1) + "\n")


def test_every_format_has_a_golden_file() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*CASES, "annotations.json"}
