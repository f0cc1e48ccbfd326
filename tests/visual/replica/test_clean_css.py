"""Style sheets of replicas: what places and draws text stays, what loads or is unknown goes."""

from __future__ import annotations

import time

import pytest

from pdfbot.resources import read_text
from pdfbot.visual.replica.clean_css import clean_declarations, clean_sheet


@pytest.mark.parametrize(
    "css",
    [
        read_text("replica.css"),
        "@font-face{font-family:ff1;src:url('data:application/font-woff;base64,d09G')"
        'format("woff");}',
        ".m0{transform:matrix(0.25,0.00,0.00,0.25,0,0);-ms-transform:matrix(1,0,0,1,0,0);}",
        ":root{--page-width:918.00px;--zoom:1.5}",
        "@media print{.x0{left:1pt}\n.y0{bottom:2pt}}",
        '.gp::after { content: "\\200b"; }',
        ".bi{background:url(data:image/png;base64,AA==)}",
        "",
    ],
)
def test_what_replicas_are_made_of_stays_as_it_is(css: str) -> None:
    assert clean_sheet(css) == css


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("@import 'https://evil.example/a.css';.x{left:1px}", ".x{left:1px}"),
        ("@import url(//evil.example);", ""),
        (".x{left:1px;background:url(https://evil.example/a.png)}", ".x{left:1px;}"),
        (".x{background:URL( 'http://evil.example' );left:1px}", ".x{left:1px}"),
        (".x{background:u\\72l(http://evil.example)}", ".x{}"),
        (".x{background:image-set('http://evil.example' 1x)}", ".x{}"),
        (".x{src:url('data:text/html,x')}", ".x{}"),
        (".x{behavior:url(#x);-moz-binding:url(x)}", ".x{}"),
        (".x{width:expression(alert(1))}", ".x{}"),
        ("@keyframes k{from{left:0}to{left:9px}}.x{left:1px}", ".x{left:1px}"),
        ("@namespace x 'y';.x{left:1px}", ".x{left:1px}"),
        (".x{left:1px;.y{left:2px}}", ".x{left:1px;}"),
        (".x{content:'</style><script>'}", ".x{}"),
        ("/* </style> */.x{left:1px}", ".x{left:1px}"),
        (".x{left:1px", ".x{left:1px}"),
        ("@media screen{.x{left:1px", "@media screen{.x{left:1px}}"),
        ("}}.x{left:1px}", ".x{left:1px}"),
        (".x{left:1px} /* open", ".x{left:1px} "),
    ],
)
def test_what_is_not_allowed_is_left_out(css: str, expected: str) -> None:
    assert clean_sheet(css) == expected


def test_style_attributes_have_declarations_alone() -> None:
    assert clean_declarations("left:1px;position:absolute") == "left:1px;position:absolute"
    assert clean_declarations("left:1px;x{y:z};top:2px") == "left:1px;;top:2px"
    assert clean_declarations("background:url(//evil.example)") == ""


@pytest.mark.parametrize("piece", ["url(", "/*", "{", "}", '"', "'", "a:b(", "\\", "@media x{"])
def test_hostile_sheets_take_linear_time(piece: str) -> None:
    start = time.process_time()
    clean_sheet(piece * 100_000)
    assert time.process_time() - start < 5
