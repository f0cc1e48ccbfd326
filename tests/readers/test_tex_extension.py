"""Which glyphs are large signs: by the code of OMX, by their names, or by their height."""

from __future__ import annotations

import pytest

from pdfbot.readers.tex_extension import (
    MAX_BRACKET_HEIGHT,
    has_other_codes,
    is_large,
    large_sign,
    may_be_large,
    sign_of_name,
)


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("parenleftBigg", "("),
        ("parenlefttpA", "("),
        ("braceleftbig6", "{"),
        ("braceex", "⎪"),
        ("summationdisplay.1", "∑"),
        ("contintegraldisplay", "∮"),
        ("radicalvertex", "√"),
        ("hatwider", "ˆ"),
        ("vextenddouble", "‖"),
        ("unionmultitext", "⨄"),
        ("uniontext", "⋃"),
        ("arrowright", ""),
        ("slashed", ""),
        ("", ""),
    ],
)
def test_name_of_a_glyph_tells_its_large_sign(name: str, sign: str) -> None:
    assert sign_of_name(name) == sign


@pytest.mark.parametrize(
    ("family", "other"),
    [
        ("CMEX10", False),
        ("CMBEX10", False),
        ("txex", False),
        ("Pxex", False),
        ("LMMathExtension10-Regular", False),
        ("txexs", True),
        ("EUEX10", True),
        ("Fourier-Math-Extension", True),
        ("Kp--M-Ex-Regular", True),
    ],
)
def test_fonts_with_more_than_omx_have_codes_of_their_own(family: str, other: bool) -> None:
    assert has_other_codes(family) is other


def test_space_of_omx_is_a_bracket() -> None:
    assert large_sign(0x20) == "("


@pytest.mark.parametrize(
    ("char", "height", "large"),
    [
        ("(", MAX_BRACKET_HEIGHT * 10, False),
        ("(", MAX_BRACKET_HEIGHT * 10 + 0.1, True),
        ("⎛", 3, True),
        ("∑", 9, True),
    ],
)
def test_sign_with_a_unicode_value_is_large_by_its_height(
    char: str, height: float, large: bool
) -> None:
    assert may_be_large(char)
    assert is_large(char, height, 10) is large


def test_letters_are_never_large() -> None:
    assert not any(map(may_be_large, "ax→=√"))
