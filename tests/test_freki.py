"""Freki's blocks of the glosses, and the format: what is written, and read back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pdfbot
from pdfbot.freki import Block, BlockLine, blocks, dumps, loads
from pdfbot.model import Box

HEAD = re.compile(
    r"doc_id=(\S+) page=(\d+) block_id=(\S+) bbox=([-\d.]+(?:,[-\d.]+){3}) label=(\S+) (\d+) (\d+)"
)
LINE = re.compile(
    r"line=(\d+) fonts=([^\s:=]+)(?: tabscore=(\d\.\d\d))? bbox=([-\d.]+(?:,[-\d.]+){3}) *:(.*)"
)


@pytest.fixture(scope="module")
def gloss(papers: Path) -> Path:
    return papers / "interlinear-gloss" / "interlinear-gloss.pdf"


@pytest.fixture(scope="module")
def found(gloss: Path) -> list[Block]:
    return list(blocks(gloss).blocks)


@pytest.fixture(scope="module")
def examples(gloss: Path) -> list[list[str]]:
    truth = json.loads((gloss.parent / "truth.json").read_text("utf-8"))["examples"]
    assert len(truth) == 6
    return [list(example) for example in truth]


def starts(text: str) -> list[int]:
    return [match.start() for match in re.finditer(r"\S+", text)]


def place(found: list[Block], example: list[str]) -> tuple[Block, int]:
    """The block and the line in which an example begins; its three lines follow each other."""
    for block in found:
        for index in range(len(block.lines) - 2):
            texts = [line.text.split() for line in block.lines[index : index + 3]]
            if texts[0][-len(example[0].split()) :] == example[0].split():
                assert texts[1] == example[1].split()
                assert texts[2] == example[2].split()
                return block, index
    raise AssertionError(f"{example[0]} is in no block as a whole")


def test_all_examples_stay_whole_in_one_block(
    found: list[Block], examples: list[list[str]]
) -> None:
    for example in examples:
        place(found, example)


def test_every_gloss_begins_in_the_column_of_its_word(
    found: list[Block], examples: list[list[str]]
) -> None:
    for example in examples:
        block, index = place(found, example)
        words, glosses = starts(block.lines[index].text), starts(block.lines[index + 1].text)
        assert words[-len(glosses) :] == glosses, example
        assert block.lines[index + 1].tab_score == 1.0
        assert starts(block.lines[index + 2].text)[0] == glosses[0]


def test_the_table_stays_aligned(found: list[Block]) -> None:
    table = next(b for b in found if "Suffix" in b.text)
    rows = [line for line in table.lines if line.text.split()[0] in ("Suffix", "-ù", "-tè")]
    assert len({tuple(starts(row.text)) for row in rows}) == 1


def test_the_format_is_that_of_the_paper(found: list[Block]) -> None:
    number = 0
    for part in dumps(found).removesuffix("\n").split("\n\n"):
        head, *lines = part.split("\n")
        match = HEAD.fullmatch(head)
        assert match, head
        assert match[1] == "interlinear-gloss"
        assert match[3].startswith(f"{match[2]}-")
        assert (int(match[6]), int(match[7])) == (number + 1, number + len(lines))
        assert len({line.index(":") for line in lines}) == 1
        for line in lines:
            number += 1
            parsed = LINE.fullmatch(line)
            assert parsed, line
            assert int(parsed[1]) == number
            assert re.fullmatch(r"F\d+-\d+\.\d(,F\d+-\d+\.\d)*", parsed[2])


def test_reading_gives_the_same_blocks(found: list[Block]) -> None:
    text = dumps(found)
    assert loads(text) == found
    assert dumps(loads(text)) == text
    assert loads(text.replace("\n", "\r\n")) == found
    assert loads("") == []


@pytest.mark.parametrize("name", ["2000-tiny-textblocks", "rotated-page", "html-in-text"])
def test_odd_documents_too(root: Path, name: str) -> None:
    made = list(blocks(root / "fixtures" / "hostile" / f"{name}.pdf").blocks)
    assert made
    assert loads(dumps(made)) == made


def test_nothing_in_a_value_breaks_the_format() -> None:
    line = BlockLine(1, "a: b=c  d", (("F1", 10.0),), Box(0.0, -1.5, 2.25, 3.0))
    block = Block("my file: x=1", 1, "1-1", Box(0.0, -1.5, 2.25, 3.0), "tl", (line,))
    text = dumps([block])
    assert text.startswith("doc_id=my_file_x_1 page=1 ")
    assert loads(text)[0].lines == (line,)


def test_attributes_of_others_are_kept() -> None:
    text = (
        "doc_id=3667 page=226 block_id=226-6 bbox=1,2,3,4 label=tbbtt 6836 6837\n"
        "line=6836 tag=L+AC fonts=F47-10.0,F48-10.0 bbox=1,2,3,4            : (24) Kurmanji: x\n"
        "line=6837 fonts=F47-10.0 tabscore=0.25 bbox=1,2,3,4                : a. ez\n"
    )
    (block,) = loads(text)
    assert block.lines[0].extra == (("tag", "L+AC"),)
    assert block.lines[0].text == " (24) Kurmanji: x"
    assert block.lines[1].tab_score == 0.25
    assert loads(dumps([block])) == [block]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("once upon a time", "line 1: not the Freki format"),
        ("doc_id=x page=1 block_id=1-1 bbox=0,0,1,1 label=t 1 1", "line 1: not the Freki format"),
        (
            "doc_id=x block_id=1 bbox=0,0,1,1 label=t 1 1\nline=1 fonts=F1-1 bbox=0,0,1,1:x",
            "'page'",
        ),
        ("doc_id=x page=1 block_id=1 bbox=0,0,1,1 label=t 1 1\nline=1 fonts=F1-1", "line 2.*colon"),
        (
            "doc_id=x page=1 block_id=1 bbox=0,0,1,1 label=t 1 2\nline=1 fonts=F1-1 bbox=0,0,1,1:x",
            "lines 1 to 2",
        ),
        (
            "doc_id=x page=1 block_id=1 bbox=9,0,1,1 label=t 1 1\nline=1 fonts=F1-1 bbox=0,0,1,1:x",
            "inside-out",
        ),
    ],
)
def test_what_is_no_freki_is_refused(text: str, message: str) -> None:
    with pytest.raises(pdfbot.InputError, match=message):
        loads(text)


def test_it_is_far_smaller_than_a_box_for_every_character(gloss: Path, found: list[Block]) -> None:
    """Less than a tenth of the PDF; docs/freki.md compares it with the XML of pdfminer.six."""
    assert len(dumps(found).encode()) < gloss.stat().st_size / 10
