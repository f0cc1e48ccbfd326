"""Formulas on one line of Unicode text."""

from __future__ import annotations

import pytest

from pdfbot.formulas.nodes import Accented, Fraction, Limits, Node, Root, Scripted, Sign
from pdfbot.formulas.plain import needs_writing, write_plain
from pdfbot.model import Font


def sign(text: str, family: str = "CMMI10") -> Sign:
    return Sign(text, Font(family, 10.0))


A, B, C = map(sign, "abc")


@pytest.mark.parametrize(
    ("row", "text"),
    [
        pytest.param([sign("F"), sign("S"), sign("T")], "FST", id="letters"),
        pytest.param([sign("log", "CMR10"), B], "log b", id="word"),
        pytest.param([Fraction([A, sign("+"), B], [C])], "(a + b)/c", id="fraction"),
        pytest.param([Root([A, B])], "√{ab}", id="root"),
        pytest.param([Scripted(sign("∑"), [A], [B]), C], "∑ₐᵇ c", id="sum"),
        pytest.param([sign("R", "MSBM10")], "ℝ", id="alphabet"),
        pytest.param([sign("R", "PazoMathBlackboardBold")], "ℝ", id="alphabet-of-palatino"),
    ],
)
def test_formula_is_written_on_one_line(row: list[Node], text: str) -> None:
    assert write_plain(row) == text


@pytest.mark.parametrize(
    ("node", "needed"),
    [
        (A, False),
        (Scripted(A, [B]), False),
        (sign("−", "CMSY10"), False),
        (Fraction([A], [B]), True),
        (Scripted(A, [Root([B])]), True),
        (Limits(sign("∑"), [sign("Z", "MSBM10")]), True),
        (Accented("\u0302", [sign("F", "EUFM10")]), True),
    ],
)
def test_what_scripts_cannot_write_is_a_fraction_a_root_or_an_alphabet(
    node: Node, needed: bool
) -> None:
    assert needs_writing([node]) is needed
