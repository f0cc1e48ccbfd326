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

from pdfbot.model import (
    EQUATION_STYLES,
    CitationMark,
    Equation,
    EquationMark,
    Extraction,
    Formula,
    Line,
    Verdict,
)
from pdfbot.notation import NOTATIONS, Script
from pdfbot.output.formats import SUFFIXES, FormatOptions, render
from pdfbot.readers.source import Source
from pdfbot.rules import Rule
from pdfbot.visual.highlight.highlight_plan import plan_highlights
from pdfbot.visual.highlight.web_annotations import web_annotations

from .papers import SPAN, make_paper

RAISED = Script("raised", 2, 4)
FOLDER = Path(__file__).parent / "golden"
SOURCE = Source(b"%PDF-", "paper.pdf")
EVERYTHING = ("captions", "tables", "notes", "references")
CASES = {
    **{f"paper{suffix}": (form, FormatOptions()) for form, suffix in SUFFIXES.items()},
    "lean.json": ("json", FormatOptions(lean=True)),
    "spoken.txt": ("txt", FormatOptions(drop_citations=True)),
    "all.md": (
        "md",
        FormatOptions(anchors=True, include=EVERYTHING),
    ),
    "linked.md": ("md", FormatOptions(include=(*EVERYTHING, "pages", "links"), floats="text")),
    "short.chunks.jsonl": ("chunks", FormatOptions(chunk_words=3, chunk_overlap=1)),
}
WITH_SCRIPTS = {
    **{f"scripts{suffix}": (form, FormatOptions()) for form, suffix in SUFFIXES.items()},
    "scripts.md": ("md", FormatOptions(include=EVERYTHING)),
    "scripts.spoken.txt": ("txt", FormatOptions(drop_citations=True)),
    **{
        f"scripts.{notation}{SUFFIXES[form]}": (form, FormatOptions(scripts=notation))
        for form in ("txt", "md", "chunks")
        for notation in NOTATIONS
    },
}
WITH_FORMULAS = {
    **{f"formulas{suffix}": (form, FormatOptions()) for form, suffix in SUFFIXES.items()},
    **{
        f"formulas.{style}{SUFFIXES[form]}": (form, FormatOptions(equations=style))
        for form in ("txt", "md", "chunks")
        for style in EQUATION_STYLES
    },
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


def paper_with_scripts() -> Extraction:
    """Scripts in every part, one within another, and a raised citation."""
    made = paper()
    first, second = made.paragraphs
    text = "A sack < 9 kg in Fpm at 90° needs 10−3 mol of H2O in R30.1"
    sentence = replace(
        second.sentences[0],
        text=text,
        scripts=(
            Script("lowered", 18, 20),
            Script("raised", 19, 20),
            Script("raised", 26, 27),
            Script("raised", 36, 38),
            Script("lowered", 47, 48),
            Script("raised", 54, 55),
            Script("lowered", 55, 56),
            Script("raised", 57, 58),
        ),
        citations=(CitationMark(57, 58, ("r1",)),),
    )
    *sections, third, last = made.sections
    return replace(
        made,
        paragraphs=(first, replace(second, sentences=(sentence,))),
        title="Mills & CO2",
        title_scripts=(Script("lowered", 10, 11),),
        sections=(*sections, replace(third, heading="10−3 < x", scripts=(RAISED,)), last),
        captions=tuple(replace(c, text="10−3 < x", scripts=(RAISED,)) for c in made.captions),
        footnotes=tuple(replace(n, text="10−3 < x", scripts=(RAISED,)) for n in made.footnotes),
        references=tuple(replace(r, text="10−3 < x", scripts=(RAISED,)) for r in made.references),
    )


def paper_with_formulas() -> Extraction:
    """A formula and a lone script in a sentence, $5, and two display equations at its end."""
    made = paper()
    first, second = made.paragraphs
    sentence = replace(
        second.sentences[0],
        text="For $5 we know that xi = 0 in 10 m2, as in Eq. (2).",
        scripts=(Script("lowered", 21, 22), Script("raised", 34, 35)),
        formulas=(Formula(20, 26, "x_i=0"),),
        equations=(
            EquationMark(26, "e1", ""),
            EquationMark(51, "e2", "2", before_stop=True),
        ),
    )
    return replace(
        made,
        paragraphs=(first, replace(second, sentences=(sentence,))),
        equations=(
            Equation("e1", "", "a = b", "a=b", "s2.1", (SPAN,)),
            Equation("e2", "2", "a = b/c.", r"a=\frac{b}{c}.", "s2.1", (SPAN,)),
        ),
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


@pytest.mark.parametrize("name", WITH_SCRIPTS)
def test_format_with_scripts_is_written_as_ever(name: str) -> None:
    form, options = WITH_SCRIPTS[name]
    check(name, "".join(render(paper_with_scripts(), form, options, SOURCE, SOURCE.name)))


@pytest.mark.parametrize("name", WITH_FORMULAS)
def test_format_with_formulas_is_written_as_ever(name: str) -> None:
    form, options = WITH_FORMULAS[name]
    check(name, "".join(render(paper_with_formulas(), form, options, SOURCE, SOURCE.name)))


def test_annotations_are_written_as_ever() -> None:
    plan = plan_highlights(paper(), {"s1.2": 0.5, "s2.1": "teal"})
    page = web_annotations(paper(), plan, SOURCE.name)
    check("annotations.json", json.dumps(page, ensure_ascii=False, indent=1) + "\n")


def test_every_format_has_a_golden_file() -> None:
    names = {*CASES, *WITH_SCRIPTS, *WITH_FORMULAS, "annotations.json"}
    assert {path.name for path in FOLDER.iterdir()} == names
