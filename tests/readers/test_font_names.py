"""Family, weight, slant and kind of a font from its name."""

from __future__ import annotations

import pytest

from pdfbot.readers.font_names import (
    is_extension,
    is_math,
    is_mono,
    parse_font_name,
)


@pytest.mark.parametrize(
    ("name", "family", "bold", "italic"),
    [
        ("ABCDEF+CMR10", "CMR10", False, False),
        ("CMBX12", "CMBX12", True, False),
        ("CMTI10", "CMTI10", False, True),
        ("CMBXTI10", "CMBXTI10", True, True),
        ("CMSL10", "CMSL10", False, True),
        ("SFBX1095", "SFBX1095", True, False),
        ("SFTI1095", "SFTI1095", False, True),
        ("Times-Roman", "Times-Roman", False, False),
        ("Times-BoldItalic", "Times-BoldItalic", True, True),
        ("TimesNewRomanPS-BoldMT", "TimesNewRomanPS-BoldMT", True, False),
        ("Helvetica-Oblique", "Helvetica-Oblique", False, True),
        ("NimbusRomNo9L-Medi", "NimbusRomNo9L-Medi", True, False),
        ("NimbusRomNo9L-ReguItal", "NimbusRomNo9L-ReguItal", False, True),
        ("NimbusRomNo9L-MediItal", "NimbusRomNo9L-MediItal", True, True),
        ("LinLibertineTB", "LinLibertineTB", True, False),
        ("LinLibertineTI", "LinLibertineTI", False, True),
        ("MyriadPro-Semibold", "MyriadPro-Semibold", True, False),
        ("abcdef+Lower", "abcdef+Lower", False, False),
        ("", "", False, False),
    ],
)
def test_font_name_has_family_weight_and_slant(
    name: str, family: str, bold: bool, italic: bool
) -> None:
    assert parse_font_name(name) == (family, bold, italic)


@pytest.mark.parametrize(
    "family", ["CMMI10", "CMSY7", "CMEX10", "MSBM10", "txsy", "Symbol", "STIXMath", "rsfs10"]
)
def test_symbol_fonts_are_math(family: str) -> None:
    assert is_math(family)


@pytest.mark.parametrize(
    "family", ["CMR10", "Times-Roman", "NimbusSanL-Regu", "CMTT10", "SFRM1000"]
)
def test_text_fonts_are_not_math(family: str) -> None:
    assert not is_math(family)


@pytest.mark.parametrize(
    ("family", "extension"),
    [
        ("CMEX10", True),
        ("txex", True),
        ("TeX_CM_Maths_Extension", True),
        ("CMMI10", False),
        ("CMR10", False),
    ],
)
def test_extension_fonts_have_big_brackets(family: str, extension: bool) -> None:
    assert is_extension(family) is extension


@pytest.mark.parametrize(
    ("family", "mono"),
    [
        ("CMTT10", True),
        ("Courier", True),
        ("DejaVuSansMono", True),
        ("Inconsolata-zi4r", True),
        ("NimbusMonL-Regu", True),
        ("CMR10", False),
        ("Helvetica", False),
    ],
)
def test_monospaced_fonts_are_recognised(family: str, mono: bool) -> None:
    assert is_mono(family) is mono
