"""The types of a result: what leads from a sentence to the rest, and how they are shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import pdfbot
from pdfbot.model import Formula
from pdfbot.notation import NOTATIONS, Notation, Script
from tests.output.papers import make_paper

# Characters of the longest repr: two lines of a wide terminal.
MAX_REPR = 330


def test_sentence_and_section_are_found_by_their_ids() -> None:
    paper = make_paper()
    assert paper.sentence("s2.1").text == "A sack is heavy."
    assert paper.section("h3").title == "1.1 Sacks"
    for find in (paper.sentence, paper.section, paper.paragraph_of, paper.neighbours):
        with pytest.raises(KeyError, match=r"s9\.1"):
            find("s9.1")


def test_sentence_leads_to_its_section_paragraph_and_neighbours() -> None:
    paper = make_paper()
    sentence = paper.sentence("s2.1")
    assert (sentence.section, sentence.path) == ("h3", ("Mills", "Sacks"))
    assert paper.paragraph_of(sentence) is paper.paragraphs[1]
    assert paper.paragraph_of("s1.2") is paper.paragraphs[0]
    before, after = paper.neighbours("s1.2")
    assert (before, after) == (paper.sentence("s1.1"), sentence)
    assert paper.neighbours("s1.1")[0] is None
    assert paper.neighbours(sentence)[1] is None


def test_headings_are_those_of_the_sections() -> None:
    assert make_paper().headings == ("Abstract", "1 Mills", "1.1 Sacks", "References")


def test_repr_of_every_public_object_is_short(papers: Path) -> None:
    path = papers / "twocolumn-conference" / "twocolumn-conference.pdf"
    paper = pdfbot.extract(path)
    regions = pdfbot.regions(path)
    blocks = pdfbot.freki.blocks(path)
    recovery = pdfbot.recover("A long line of text. " * 200 + "\n" + paper.text)
    objects = [
        paper, paper.pages[0], paper.pages[0].blocks[0], paper.statistics, paper.paragraphs[0],
        *paper.sentences, *paper.sections, *paper.captions, *paper.footnotes, *paper.references,
        *paper.lines, *paper.verdicts, paper.sentences[0].spans[0], paper.sentences[0].box,
        regions, regions.pages[0], regions.pages[0].regions[0],
        blocks, blocks.blocks[0], blocks.blocks[0].lines[0],
        recovery, recovery.paragraphs[0], *recovery.lines,
    ]  # fmt: skip
    for item in objects:
        text = repr(item)
        assert len(text) <= MAX_REPR, text
        assert text.startswith(f"{type(item).__name__}(")


@pytest.mark.parametrize(
    ("notation", "written"),
    [
        ("unicode", "If x² < (a + b)/c² or xᵢ."),
        ("html", "If x<sup>2</sup> &lt; (a + b)/c<sup>2</sup> or x<sub>i</sub>."),
        ("tex", r"If x^{2} < $\frac{a+b}{c^2}$ or x_{i}."),
        ("flat", "If x2 < a+bc2 or xi."),
    ],
)
def test_fraction_is_written_in_the_notation(notation: Notation, written: str) -> None:
    fraction = Formula(8, 13, r"\frac{a+b}{c^2}", "(a + b)/c²")
    scripts = (
        Script("raised", 4, 5),
        Script("raised", 8, 11),
        Script("lowered", 11, 13),
        Script("lowered", 18, 19),
    )
    sentence = replace(
        make_paper().sentence("s2.1"),
        text="If x2 < a+bc2 or xi.",
        scripts=scripts,
        formulas=(Formula(3, 5, "x^2"), fraction, Formula(17, 19, "x_i")),
    )
    assert sentence.written(notation) == written


def test_formulas_side_by_side_do_not_begin_a_display_in_tex() -> None:
    formulas = Formula(0, 2, r"\frac{a}{b}", "a/b"), Formula(2, 3, r"\mathbb{R}", "ℝ")
    sentence = replace(make_paper().sentence("s2.1"), text="abR.", formulas=formulas)
    assert sentence.written("tex") == r"$\frac{a}{b}$ $\mathbb{R}$."


@pytest.mark.parametrize("notation", NOTATIONS)
def test_text_before_the_structure_is_known_is_the_same(notation: Notation) -> None:
    path = Path("fixtures/formulas/dev-cm.pdf")
    early = pdfbot.extract(path).written(notation)
    known = pdfbot.extract(path)
    assert known.sections is not None
    assert known.written(notation) == early
    assert ("frac{" in early) == (notation == "tex")
