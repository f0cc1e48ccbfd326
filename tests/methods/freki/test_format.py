"""The Freki format: what is written, what is read back, what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pdfbot
from pdfbot.methods.freki import Block, BlockLine, blocks, dumps, loads
from pdfbot.model import Box

HEAD = re.compile(
    r"doc_id=(\S+) page=(\d+) block_id=(\S+) bbox=([-\d.]+(?:,[-\d.]+){3}) label=(\S+) (\d+) (\d+)"
)
LINE = re.compile(
    r"line=(\d+) fonts=([^\s:=]+)(?: tabscore=(\d\.\d\d))? bbox=([-\d.]+(?:,[-\d.]+){3}) *:(.*)"
)


def test_written_format_is_that_of_the_freki_paper(gloss_blocks: list[Block]) -> None:
    number = 0
    for part in dumps(gloss_blocks).removesuffix("\n").split("\n\n"):
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


def test_written_blocks_are_read_back_unchanged(gloss_blocks: list[Block]) -> None:
    text = dumps(gloss_blocks)
    assert loads(text) == gloss_blocks
    assert dumps(loads(text)) == text
    assert loads(text.replace("\n", "\r\n")) == gloss_blocks
    assert loads("") == []


@pytest.mark.parametrize("name", ["2000-tiny-textblocks", "rotated-page", "html-in-text"])
def test_blocks_of_unusual_documents_are_read_back_unchanged(root: Path, name: str) -> None:
    found = list(blocks(root / "fixtures" / "hostile" / f"{name}.pdf").blocks)
    assert found
    assert loads(dumps(found)) == found


def test_reserved_characters_in_values_do_not_break_the_format() -> None:
    line = BlockLine(1, "a: b=c  d", (("F1", 10.0),), Box(0.0, -1.5, 2.25, 3.0))
    block = Block("my file: x=1", 1, "1-1", Box(0.0, -1.5, 2.25, 3.0), "tl", (line,))
    text = dumps([block])
    assert text.startswith("doc_id=my_file_x_1 page=1 ")
    assert loads(text)[0].lines == (line,)


def test_attributes_added_by_other_tools_are_kept() -> None:
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
        ("once upon\na time", "line 1: not the Freki format"),
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
def test_text_that_is_not_freki_is_refused_with_the_line(text: str, message: str) -> None:
    with pytest.raises(pdfbot.InputError, match=message):
        loads(text)


def test_freki_output_is_less_than_a_tenth_of_the_pdf(
    gloss_paper: Path, gloss_blocks: list[Block]
) -> None:
    """docs/freki.md compares it with the XML of pdfminer.six, a box for every character."""
    assert len(dumps(gloss_blocks).encode()) < gloss_paper.stat().st_size / 10
