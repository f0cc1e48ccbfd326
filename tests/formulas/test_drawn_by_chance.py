"""Formulas drawn by chance and typeset: scripts/make_formulas.py has their TeX, by kind."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from difflib import SequenceMatcher
from functools import cache
from statistics import mean
from typing import Literal, get_args

import pytest

import pdfbot

from .test_typeset import FOLDER, normalised

Place = Literal["inline", "display"]
# Nothing was changed for those named test and kept.
DEVELOPED = ("dev-cm", "dev-times", "mixed-cm")
# Fractions without a letter of mathematics.
UPRIGHT = ("upright-cm", "upright-times")
# The same formulas in fonts whose large signs have codes of their own, and in OpenType.
FONTS = ("fonts-arev", "fonts-fourier", "fonts-kp", "fonts-newtx", "fonts-opentype")
MIN_IN_FONTS = 0.95
UNSEEN = {
    "plain": ("test-ams", "test-tx", "test-lm"),
    "mixed": ("kept-els", "kept-palatino", "kept-px", "kept-revtex"),
    "other fonts": ("kept-utopia", "kept-fourier"),
}
GOALS: dict[Place, float] = {"inline": 0.9, "display": 0.8}
MIN_DEVELOPED = 0.97
_CASE = re.compile(r"In case (\d+) ")
# The times fonts have one alphabet for both.
_SCRIPT = re.compile(r"\\math(?:cal|scr)")


@cache
def found_in(name: str) -> dict[Place, dict[str, str]]:
    """The TeX of the formulas of a document by their numbers."""
    paper = pdfbot.extract(FOLDER / f"{name}.pdf")
    cases = ((s, match) for s in paper.sentences if (match := _CASE.search(s.text)))
    return {
        "inline": {
            match[1]: "".join(f.tex for f in s.formulas if f.start > match.end())
            for s, match in cases
        },
        "display": {e.number.rpartition(".")[2]: e.tex for e in paper.equations},
    }


def likeness(name: str, place: Place) -> dict[str, list[float]]:
    """How alike the TeX is to what was written, from 0 to 1, by kind."""
    wanted = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))[place]
    found = found_in(name)[place]
    shares: dict[str, list[float]] = defaultdict(list)
    for number, (kind, tex) in enumerate(wanted, 1):
        want, got = (_SCRIPT.sub("", normalised(t)) for t in (tex, found.get(str(number), "")))
        shares[kind].append(SequenceMatcher(None, want, got, autojunk=False).ratio())
    return shares


@pytest.mark.parametrize("name", DEVELOPED)
@pytest.mark.parametrize("place", get_args(Place))
def test_every_kind_is_read_in_developed_documents(name: str, place: Place) -> None:
    poor = {k for k, v in likeness(name, place).items() if mean(v) < MIN_DEVELOPED}
    assert poor == set()


@pytest.mark.parametrize("name", UPRIGHT)
def test_fractions_of_upright_words_and_numbers_are_read(name: str) -> None:
    kinds = likeness(name, "inline")
    # The number before a unit is not part of the formula.
    assert mean(kinds.pop("numbers with units")) >= 0.9
    assert {kind for kind, shares in kinds.items() if mean(shares) < MIN_DEVELOPED} == set()


@pytest.mark.parametrize("kind", UNSEEN)
@pytest.mark.parametrize("place", get_args(Place))
def test_unseen_documents_reach_the_goal(place: Place, kind: str) -> None:
    shares = [s for name in UNSEEN[kind] for v in likeness(name, place).values() for s in v]
    assert mean(shares) >= GOALS[place]


@pytest.mark.parametrize("name", ["kept-utopia", "kept-fourier", "fonts-kp"])
def test_parts_of_fractions_keep_their_scripts(name: str) -> None:
    assert likeness(name, "inline")["mixed fractions"] == [1.0] * 4


def test_thick_line_of_a_bold_font_is_that_of_a_root() -> None:
    assert mean(likeness("fonts-arev", "inline")["roots"]) >= MIN_DEVELOPED


@pytest.mark.parametrize("kind", ["roots", "mixed roots"])
def test_roots_are_read_in_unseen_fonts(kind: str) -> None:
    """Under some of them the letters are those of the text, or the sign is no character of it."""
    shares = [s for name in UNSEEN["other fonts"] for s in likeness(name, "inline")[kind]]
    assert mean(shares) >= MIN_DEVELOPED


@pytest.mark.parametrize("name", FONTS)
@pytest.mark.parametrize("place", get_args(Place))
def test_formulas_are_read_in_other_fonts(name: str, place: Place) -> None:
    assert mean(s for v in likeness(name, place).values() for s in v) >= MIN_IN_FONTS


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("test-tx", "matrices"),
        ("test-tx", "cases"),
        ("kept-px", "cases"),
        ("fonts-opentype", "mixed determinants"),
        ("fonts-kp", "matrices"),
        ("fonts-fourier", "cases"),
    ],
)
def test_large_brackets_of_any_font_hold_rows(name: str, kind: str) -> None:
    assert mean(likeness(name, "display")[kind]) >= MIN_DEVELOPED


def test_sentence_has_the_accents_and_alphabets_of_opentype() -> None:
    text = pdfbot.extract(FOLDER / "fonts-opentype.pdf").text
    assert "look at P̃ + T although" in text
    assert "look at Ẏ + c_{W} although" in text
    assert "ℎ" not in text
    assert "−" in text


def test_glyph_without_a_unicode_value_is_what_its_name_says() -> None:
    """The root sign of Fourier is under the code of p, and is called "radicallow"."""
    paper = pdfbot.extract(FOLDER / "fonts-fourier.pdf")
    tex = next(e.tex for e in paper.equations if r"\sqrt" in e.tex)
    assert "p\\bar" not in tex
    assert any("p is √" in warning for warning in paper.warnings)


def test_formula_of_nothing_but_fractions_is_one() -> None:
    """In Times italic letters alone are formulas, and these are all above or below the line."""
    assert likeness("mixed-times", "inline")["free"] == [1.0] * 4


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (11, "M_{C}⁶/b₂ⁿ ⊂ L¹"),
        (15, "A − 2 = Y_{q}(v̄)"),
        (16, "∑_{M=1}ᴺ tₐ¹ ∈ √{e₃ˢ}"),
        (22, "√{d₅ᵈ} → ℤ"),
        (42, "√ℤ ≤ B"),
    ],
)
def test_text_writes_fractions_roots_and_alphabets(number: int, written: str) -> None:
    paper = pdfbot.extract(FOLDER / "mixed-cm.pdf")
    assert f"look at {written} although" in paper.text
    sentence = next(s for s in paper.sentences if f"In case {number} " in s.text)
    assert f"look at {written} although" in sentence.written()
    assert sentence.written("flat") == sentence.text


@pytest.mark.parametrize(
    "written", ["loss/V = 6", "23 CWND/loss", "8/48", "(d log b(N))/(d log X)"]
)
def test_text_writes_upright_fractions(written: str) -> None:
    paper = pdfbot.extract(FOLDER / "upright-cm.pdf")
    assert f"look at {written} although" in paper.text


def test_line_of_a_fraction_is_no_ruling_above_a_note() -> None:
    """It begins the last line but one of the page."""
    assert "look at 4/95 although" in pdfbot.extract(FOLDER / "upright-cm.pdf").text
