"""The types of a result: what leads from a sentence to the rest, and how they are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

import pdfbot
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
