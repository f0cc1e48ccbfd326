"""CSS classes of a replica become numbers, whatever else the style sheet contains."""

from __future__ import annotations

import base64
import time

import pytest

from pdfbot.readers.pdf2htmlex.stylesheet import TRANSPARENT, UPRIGHT, FontRule, read_stylesheet

from ...documents import PAPERS


def test_lengths_are_read_by_class() -> None:
    sheet = read_stylesheet(".x4{left:173.898400px;} .y4{bottom:-6.5px;}.fs2{font-size:57.3848px;}")
    assert sheet.lengths["x4"] == {"left": 173.8984}
    assert sheet.lengths_of(["t", "x4", "y4"]) == {"left": 173.8984, "bottom": -6.5}


def test_spacing_classes_have_a_width_or_a_negative_margin() -> None:
    sheet = read_stylesheet("._0{margin-left:-1.790402px;}\n._3{width:64.557900px;}")
    assert sheet.lengths == {"_0": {"margin-left": -1.790402}, "_3": {"width": 64.5579}}


def test_print_sizes_are_ignored() -> None:
    css = ".fs0{font-size:48px;} @media print{.fs0{font-size:64pt;} .x1{left:3px;}}"
    assert read_stylesheet(css).lengths == {"fs0": {"font-size": 48.0}}


def test_lengths_in_other_units_are_ignored() -> None:
    assert read_stylesheet(".x1{left:3pt;}.x2{left:0;}").lengths == {"x2": {"left": 0.0}}


@pytest.mark.parametrize(
    "selector", ["#sidebar", ".pf .t", "div.t", ".t:before", ".a,.b", "span", ".t>span", "*"]
)
def test_selectors_other_than_a_single_class_are_ignored(selector: str) -> None:
    assert read_stylesheet(f"{selector}{{left:1px}}").lengths == {}


def test_matrices_are_read_by_class() -> None:
    sheet = read_stylesheet(
        ".m0{transform:matrix(0.325,0.0,0.0,0.325,0,0);-ms-transform:matrix(9,9,9,9,0,0);}"
        ".m1{transform:matrix(0.000000,-0.250000,0.250000,0.000000,0,0);}.m2{transform:none;}"
    )
    assert sheet.matrices["m0"] == (0.325, 0.0, 0.0, 0.325)
    assert sheet.matrix_of(["t", "m1", "x0"]) == (0.0, -0.25, 0.25, 0.0)
    assert sheet.matrices["m2"] == UPRIGHT
    assert sheet.matrix_of(["t", "x0"]) == UPRIGHT


@pytest.mark.parametrize(
    ("css", "colour"),
    [
        ("rgb(0,0,0)", "#000000"),
        ("rgb(255,127,0)", "#ff7f00"),
        ("#0a0B0c", "#0a0b0c"),
        ("transparent", TRANSPARENT),
        ("rgba(1,2,3,0)", TRANSPARENT),
        ("inherit", "#000000"),
    ],
)
def test_colours_become_hexadecimal_or_transparent(css: str, colour: str) -> None:
    assert read_stylesheet(f".fc1{{color:{css};}}").colours == {"fc1": colour}


def test_font_classes_have_family_weight_slant_and_visibility() -> None:
    sheet = read_stylesheet(
        ".ff0{font-family:sans-serif;visibility:hidden;}"
        ".ff1{font-family:ff1;line-height:0.911;font-style:normal;font-weight:normal;"
        "visibility:visible;}"
        ".ff2{font-family:'Times New Roman',serif;font-weight:bold;font-style:italic}"
    )
    assert sheet.fonts == {
        "ff0": FontRule("sans-serif", drawn=True),
        "ff1": FontRule("ff1"),
        "ff2": FontRule("Times New Roman", bold=True, italic=True),
    }


@pytest.mark.parametrize("quote", ["'", '"', ""])
def test_embedded_fonts_are_decoded(quote: str) -> None:
    data = base64.b64encode(bytes(range(256))).decode()
    url = f"{quote}data:application/font-woff;base64,{data}{quote}"
    css = f'@font-face{{font-family:ff1;src:url({url})format("woff");}}'
    assert read_stylesheet(css).faces == {"ff1": bytes(range(256))}


def test_external_and_damaged_fonts_are_left_out() -> None:
    css = (
        "@font-face{font-family:ff1;src:url(f1.woff)format('woff')}"
        "@font-face{font-family:ff2;src:url('data:application/font-woff;base64,AAAAA')}"
        "@font-face{font-family:ff3;src:url('lifted:7')}"
    )
    assert read_stylesheet(css).faces == {}


def test_broken_css_does_not_affect_later_rules() -> None:
    css = ".x1{left:1px;} } .x2{left:;bottom:2px} .x3{left:3px;;bottom:4px"
    sheet = read_stylesheet(css)
    assert sheet.lengths["x1"] == {"left": 1.0}
    assert sheet.lengths["x3"] == {"left": 3.0, "bottom": 4.0}


def test_ten_thousand_rules_take_less_than_two_seconds() -> None:
    css = "\n".join(f".x{i:x}{{left:{i / 7:.6f}px;}}" for i in range(10_000))
    start = time.process_time()
    sheet = read_stylesheet(css)
    assert time.process_time() - start < 2.0
    assert sheet.lengths["x270f"] == {"left": round(9999 / 7, 6)}


def test_style_sheet_of_a_real_replica() -> None:
    page = (PAPERS / "onecolumn-indented/onecolumn-indented.default-flags.html").read_text("utf-8")
    css = page.partition('<style type="text/css">')[2].partition("</style>")[0]
    assert "@media print" in css
    sheet = read_stylesheet(css)
    assert sheet.lengths["fs0"] == {"font-size": 68.8616}
    assert sheet.matrices["m0"] == (0.325, 0.0, 0.0, 0.325)
    assert len(sheet.faces) == 18
    assert all(font[:4] == b"wOFF" for font in sheet.faces.values())


def test_simple_and_complex_rules_are_applied_in_file_order() -> None:
    css = ".a{left:1px;}\n.a{left:2px;bottom:3px;}\n.b{left:4px;bottom:5px}\n.b{left:6px;}\n"
    assert read_stylesheet(css).lengths == {
        "a": {"left": 2.0, "bottom": 3.0},
        "b": {"left": 6.0, "bottom": 5.0},
    }


@pytest.mark.parametrize(
    "css",
    [
        "/*\n.a{left:1px;}\n*/",
        "@media print{\n.b{left:2px;left:3px}\n.a{left:1px;}\n}",
        "@supports (display:grid){\n.a{left:1px;}\n}",
        ".pf\n.a{left:1px;}",
    ],
)
def test_rule_inside_comment_or_at_rule_is_ignored(css: str) -> None:
    assert read_stylesheet(f"{css}\n.c{{left:7px;}}").lengths == {"c": {"left": 7.0}}
