"""Parts of a replica as pdf2htmlEX writes them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pdfbot.model import TextBlock

# Sizes before the matrix are four times those on the page, as the program writes them.
CSS = """
.m0{transform:matrix(0.25,0,0,0.25,0,0);}
.m1{transform:matrix(0,-0.25,0.25,0,0,0);}
.m2{transform:matrix(0.216506,-0.125,0.125,0.216506,0,0);}
.m3{transform:matrix(-0.25,0,0,-0.25,0,0);}
.x1{left:100px;}.x2{left:30px;}.x3{left:104px;}.y1{bottom:700px;}.y2{bottom:703px;}
.xoff{left:700px;}.yoff{bottom:-60px;}
.w0{width:600px;}.h0{height:800px;}.w1{width:200px;}.h1{height:50px;}.h2{height:30px;}
.fs0{font-size:40px;}.fs1{font-size:28px;}
.fc0{color:rgb(0,0,0);}.fc1{color:transparent;}.fc2{color:rgb(255,0,0);}.fc3{color:rgb(255,255,255);}
.ff0{font-family:sans-serif;visibility:hidden;}
.ff1{font-family:ff1;visibility:visible;}.ff2{font-family:ff2;visibility:visible;}
.ls0{letter-spacing:0px;}.ls1{letter-spacing:4px;}.ls2{letter-spacing:16px;}.ws0{word-spacing:0px;}.ws1{word-spacing:8px;}
.v1{vertical-align:12px;}
._0{margin-left:-20px;}._1{width:10px;}._2{width:30px;}._3{width:31px;}._4{width:2px;}
._5{margin-left:-80px;}._6{margin-left:-16px;}
@media print{.fs0{font-size:99pt;}.x1{left:1pt;}}
"""
LETTERS = "abcdefghijklmnopqrstuvwxyzıABCDEFGHIJKLMNOPQRSTUVWXYZ.,-()ﬁ\ue6ad\ue6a0\ue612´¨ˇ˙"
LINE = "m0 x1 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0"
LINE_AT_X3 = "m0 x3 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0"


def line(text: str, classes: str = LINE) -> str:
    """A line of text, 10 points high and 100 points from the left unless `classes` differ."""
    return f'<div class="t {classes}">{text}</div>'


def page(content: str, number: int = 1, zoom: float | None = 1.0) -> str:
    """A page of 600 by 800 px; `zoom` is px per point."""
    data = json.dumps({"ctm": [zoom, 0, 0, zoom, 0, 0]})
    info = "" if zoom is None else f"<div class='pi' data-data='{data}'></div>"
    return (
        f'<div id="pf{number:x}" class="pf w0 h0" data-page-no="{number:x}">'
        f'<div class="pc pc{number:x} w0 h0">{content}</div>{info}</div>'
    )


def texts(blocks: Sequence[TextBlock]) -> list[str]:
    return [block.text for block in blocks]
