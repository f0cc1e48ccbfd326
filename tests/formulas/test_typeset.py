"""Display equations of typeset documents against the TeX that they were typeset from."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from statistics import mean

import pytest

import pdfbot
from pdfbot.model import Equation

FOLDER = Path(__file__).parents[2] / "fixtures" / "formulas"
_FORMULA = re.compile(r"\\begin\{equation\} % (\w+)\n(.*)\n\\end\{equation\}")
# The document that nothing was developed with, and what it reached when it was first read.
UNSEEN = "unseen"
MIN_UNSEEN = 0.8
MIN_DEVELOPED = 0.99
DEVELOPED = ("article", "report", "times")
# Those that look the same, and those that say nothing.
_SPELLINGS = (
    (re.compile(r"\\(?:left|right|displaystyle|quad|[,;!])(?![A-Za-z])"), ""),
    (re.compile(r"\\to(?![A-Za-z])"), r"\\rightarrow"),
    (re.compile(r"\\(?:text|mathrm)\{([^{}]*)\}"), r"\1"),
    (re.compile(r"([_^])\{(\w)\}"), r"\1\2"),
    (re.compile(r"\s+"), ""),
)


def normalised(tex: str) -> str:
    for pattern, spelling in _SPELLINGS:
        tex = pattern.sub(spelling, tex)
    return tex.rstrip(".,")


@cache
def equations_of(name: str) -> dict[str, Equation]:
    paper = pdfbot.extract(FOLDER / f"{name}.pdf")
    return {equation.number: equation for equation in paper.equations}


def wanted_in(name: str) -> list[tuple[str, str]]:
    """The kind and the TeX of each formula, in the order of their numbers."""
    return _FORMULA.findall((FOLDER / f"{name}.tex").read_text("utf-8"))


def likeness(name: str) -> list[tuple[str, float]]:
    """How alike the TeX of each formula is to what was written, from 0 to 1, by kind."""
    found = equations_of(name)
    return [
        (
            kind,
            SequenceMatcher(
                None, normalised(tex), normalised(found[str(number)].tex), autojunk=False
            ).ratio(),
        )
        for number, (kind, tex) in enumerate(wanted_in(name), 1)
    ]


@pytest.mark.parametrize("name", [*DEVELOPED, UNSEEN])
def test_every_display_is_one_equation_with_its_number(name: str) -> None:
    numbers = [str(number) for number, _ in enumerate(wanted_in(name), 1)]
    assert list(equations_of(name)) == numbers


@pytest.mark.parametrize("name", DEVELOPED)
def test_tex_is_that_of_the_document(name: str) -> None:
    assert [kind for kind, share in likeness(name) if share < MIN_DEVELOPED] == []


def test_tex_of_an_unseen_document_is_like_its_source() -> None:
    assert mean(share for _, share in likeness(UNSEEN)) >= MIN_UNSEEN
