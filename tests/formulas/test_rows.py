"""Signs at their places become a tree: TeX and text of small formulas."""

from __future__ import annotations

from array import array
from itertools import accumulate

import pytest

from pdfbot.formulas.nodes import Limits
from pdfbot.formulas.operator_limits import MIN_DROP
from pdfbot.formulas.pieces import Bar, pieces_of
from pdfbot.formulas.plain import write_plain
from pdfbot.formulas.rows import MIN_OPPOSITE_SHIFT, MIN_SCRIPT_SHIFT, read_display
from pdfbot.formulas.tex import write_tex
from pdfbot.model import Box, Font, TextBlock

EM = 10.0
ITALIC, ROMAN, SYMBOLS = "CMMI10", "CMR10", "CMSY10"


def sign(
    text: str, left: float, rise: float = 0.0, size: float = 1.0, family: str = ITALIC
) -> TextBlock:
    """A block at a place in ems; each character is half as wide as its size."""
    em = size * EM
    edges = array("f", accumulate([left * EM, *[em / 2 for _ in text]]))
    base = 100 + rise * EM
    box = Box(edges[0], base - 0.22 * em, edges[-1], base + 0.75 * em)
    return TextBlock(text, box, base, Font(family, em), edges=edges)


def large(text: str, left: float, bottom: float, top: float, width: float = 1.0) -> TextBlock:
    box = Box(left * EM, 100 + bottom * EM, (left + width) * EM, 100 + top * EM)
    edges = array("f", (box.left, box.right))
    return TextBlock(text, box, box.top, Font("CMEX10", EM), edges=edges)


def bar(left: float, right: float, height: float) -> Bar:
    return Bar(left * EM, right * EM, 100 + height * EM)


def tex(*blocks: TextBlock, signs: tuple[TextBlock, ...] = (), bars: tuple[Bar, ...] = ()) -> str:
    return write_tex(read_display(pieces_of(blocks, signs), bars))


def plain(*blocks: TextBlock, signs: tuple[TextBlock, ...] = (), bars: tuple[Bar, ...] = ()) -> str:
    return write_plain(read_display(pieces_of(blocks, signs), bars))


FRACTION = (sign("a+b", 1, 0.7), sign("c", 1.5, -0.7))


def test_fraction_is_what_is_above_and_below_a_line() -> None:
    assert tex(*FRACTION, bars=(bar(1, 2.5, 0.25),)) == r"\frac{a+b}{c}"
    assert plain(*FRACTION, bars=(bar(1, 2.5, 0.25),)) == "(a + b)/c"


def test_root_holds_what_is_below_its_line() -> None:
    blocks = sign("√", 0, 0, family=SYMBOLS), sign("ab", 0.5)
    assert tex(*blocks, bars=(bar(0.5, 1.5, 0.8),)) == r"\sqrt{ab}"
    assert plain(*blocks, bars=(bar(0.5, 1.5, 0.8),)) == "√{ab}"


@pytest.mark.parametrize(
    ("rise", "expected"),
    [(MIN_SCRIPT_SHIFT + 0.01, "x^2"), (MIN_SCRIPT_SHIFT - 0.01, "x2")],
)
def test_script_is_off_the_baseline(rise: float, expected: str) -> None:
    assert tex(sign("x", 0), sign("2", 0.5, rise, 0.7)) == expected


@pytest.mark.parametrize(
    ("rise", "expected"),
    [(MIN_OPPOSITE_SHIFT - 0.01, "z_{p^k}"), (MIN_OPPOSITE_SHIFT + 0.01, "z_p^k")],
)
def test_small_sign_beside_a_lowered_one(rise: float, expected: str) -> None:
    assert tex(sign("z", 0), sign("p", 0.5, -0.15, 0.7), sign("k", 0.85, rise, 0.5)) == expected


@pytest.mark.parametrize(("drop", "is_limit"), [(MIN_DROP + 0.01, True), (MIN_DROP - 0.01, False)])
def test_limit_of_a_named_operator_is_below_it(drop: float, is_limit: bool) -> None:
    blocks = sign("max", 0, family=ROMAN), sign("k", 0.6, -drop, 0.7), sign("x", 2)
    operator = read_display(pieces_of(blocks, ()), ())[0]
    assert isinstance(operator, Limits) is is_limit


def test_sum_has_limits_below_and_above() -> None:
    blocks = sign("n", 0.3, 1.3, 0.7), sign("i=1", 0, -1.2, 0.7), sign("x", 1.3)
    assert tex(*blocks, signs=(large("∑", 0, -0.5, 1.0),)) == r"\sum_{i=1}^nx"


def test_rows_between_large_brackets_are_a_matrix() -> None:
    blocks = [
        sign(t, x, y) for t, x, y in zip("abcd", (1, 3, 1, 3), (0.6, 0.6, -0.6, -0.6), strict=True)
    ]
    brackets = large("(", 0, -1.2, 1.7, 0.8), large(")", 4, -1.2, 1.7, 0.8)
    assert tex(*blocks, signs=brackets) == r"\begin{pmatrix}a & b \\ c & d\end{pmatrix}"


def test_rows_behind_a_large_brace_are_cases() -> None:
    blocks = [
        sign(t, x, y) for t, x, y in zip("abcd", (1, 3, 1, 3), (0.6, 0.6, -0.6, -0.6), strict=True)
    ]
    brace = (large("{", 0, -1.2, 1.7, 0.8),)
    assert tex(*blocks, signs=brace) == r"\begin{cases}a & b \\ c & d\end{cases}"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (sign("x", 0), sign("ˆ", 0, 0.1, family=ROMAN), r"\hat{x}"),
        (sign("\u20d7", 0), sign("v", 0), r"\vec{v}"),
        (sign("\u0338", 0, family=SYMBOLS), sign("=", 0, family=ROMAN), r"\neq"),
        (sign("∈", 0, family=SYMBOLS), sign("/", 0.1), r"\notin"),
    ],
)
def test_accents_and_slashes_belong_to_the_sign_below(
    first: TextBlock, second: TextBlock, expected: str
) -> None:
    assert tex(first, second) == expected


@pytest.mark.parametrize(
    ("family", "expected", "text"),
    [
        ("MSBM10", r"\mathbb{F}", "𝔽"),
        ("EUFM10", r"\mathfrak{F}", "𝔉"),
        ("CMSY10", r"\mathcal{F}", "ℱ"),
        ("RSFS10", r"\mathscr{F}", "ℱ"),
        ("CMMI10", "F", "F"),
    ],
)
def test_alphabet_is_that_of_the_font(family: str, expected: str, text: str) -> None:
    assert tex(sign("F", 0, family=family)) == expected
    assert plain(sign("F", 0, family=family)) == text


def test_lines_of_a_display_are_rows() -> None:
    blocks = sign("a=b", 0, 1.6), sign("c=d", 0, 0)
    assert tex(*blocks) == r"\begin{gathered}a=b \\ c=d\end{gathered}"


def test_pieces_of_a_bracket_are_one_sign() -> None:
    pieces = large("⎛", 0, 0.5, 1.7), large("⎜", 0, -0.2, 0.5), large("⎝", 0, -1.2, -0.2)
    assert tex(sign("x", 1), signs=pieces) == "(x"


@pytest.mark.parametrize("char", "{}$&#%_~\\")
def test_no_sign_breaks_the_tex(char: str) -> None:
    written = tex(sign(char, 0, family=ROMAN))
    assert written != char


def test_sign_without_a_command_is_text() -> None:
    assert tex(sign("語", 0)) == r"\text{語}"


def test_nothing_is_read_from_nothing() -> None:
    assert tex() == ""


def test_slash_that_is_struck_out_itself_is_read_once() -> None:
    assert tex(sign("\u0338", 0, family=SYMBOLS), sign("/", 0)) == r"\not/"
