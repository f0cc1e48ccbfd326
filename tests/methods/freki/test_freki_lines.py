"""Freki's blocks of a paper with interlinear glosses: examples stay whole and aligned."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pdfbot.methods.freki import Block


@pytest.fixture(scope="module")
def examples(gloss_paper: Path) -> list[list[str]]:
    truth = json.loads((gloss_paper.parent / "truth.json").read_text("utf-8"))["examples"]
    assert len(truth) == 6
    return [list(example) for example in truth]


def word_starts(text: str) -> list[int]:
    return [match.start() for match in re.finditer(r"\S+", text)]


def find_example(blocks: list[Block], example: list[str]) -> tuple[Block, int]:
    """The block and the line in which an example starts, followed by its other two lines."""
    for block in blocks:
        for index in range(len(block.lines) - 2):
            words = [line.text.split() for line in block.lines[index : index + 3]]
            if words[0][-len(example[0].split()) :] == example[0].split():
                assert words[1] == example[1].split()
                assert words[2] == example[2].split()
                return block, index
    raise AssertionError(f"no block holds all of {example[0]}")


def test_all_gloss_examples_stay_whole_in_one_block(
    gloss_blocks: list[Block], examples: list[list[str]]
) -> None:
    for example in examples:
        find_example(gloss_blocks, example)


def test_every_gloss_starts_in_the_column_of_its_word(
    gloss_blocks: list[Block], examples: list[list[str]]
) -> None:
    for example in examples:
        block, index = find_example(gloss_blocks, example)
        words = word_starts(block.lines[index].text)
        glosses = word_starts(block.lines[index + 1].text)
        assert words[-len(glosses) :] == glosses, example
        assert block.lines[index + 1].tab_score == 1.0
        assert word_starts(block.lines[index + 2].text)[0] == glosses[0]


def test_table_columns_stay_aligned(gloss_blocks: list[Block]) -> None:
    table = next(b for b in gloss_blocks if "Suffix" in b.text)
    rows = [line for line in table.lines if line.text.split()[0] in ("Suffix", "-ù", "-tè")]
    assert len({tuple(word_starts(row.text)) for row in rows}) == 1
