"""Coloured sentences in a replica: rectangles between its pictures and its text, and a legend."""

from __future__ import annotations

from collections import Counter, defaultdict
from html import escape

from pdfbot.model import Box, Extraction
from pdfbot.overlay.marks import Marking
from pdfbot.overlay.rectangles import cover_spans
from pdfbot.replica.dialect import Frame, shipped


def highlight_replica(html: str, paper: Extraction, marking: Marking) -> str:
    """The replica with every mark; each has its sentence's id, so that #s3.2 leads to it."""
    frame = Frame(html, paper.pages)
    markup: dict[int, list[str]] = defaultdict(list)
    lines = {line.id: line for line in paper.lines}
    named: set[str] = set()
    for mark in marking.marks:
        for page, box in cover_spans(mark.spans, lines):
            if page not in frame.zooms:
                continue
            name = ""
            if mark.label and mark.label not in named:
                named.add(mark.label)
                name = f' id="{escape(mark.label)}"'
            label = f' data-sentence="{escape(mark.label)}"' if mark.label else ""
            place = place_style(box, frame.zooms[page])
            markup[page].append(
                f'<i class="pb-mark pb-on{mark.layer}" style="{place}"{name}{label}></i>'
            )
    for page, parts in markup.items():
        frame.add_layer(page, "".join(parts))
    frame.add_style(shipped("highlight.css") + _layer_rules(marking))
    frame.add_panel(_legend(marking))
    return frame.html()


def place_style(box: Box, zoom: float) -> str:
    """A rectangle of the page as CSS, for an element inside the page's content."""
    return (
        f"left:{box.left * zoom:.2f}px;bottom:{box.bottom * zoom:.2f}px;"
        f"width:{box.width * zoom:.2f}px;height:{box.height * zoom:.2f}px"
    )


def _layer_rules(marking: Marking) -> str:
    return "".join(
        f".pb-on{index}{{background:{layer.colour}}}\n"
        f":root:has(#pb-switch{index}:not(:checked)) .pb-mark.pb-on{index}{{display:none}}\n"
        for index, layer in enumerate(marking.layers)
    )


def _legend(marking: Marking) -> str:
    """A switch for every layer; they work without any script."""
    counts = Counter(mark.layer for mark in marking.marks)
    rows = "".join(
        f'<label><input type="checkbox" id="pb-switch{index}" checked=""/>'
        f'<i class="pb-swatch pb-on{index}"></i>{escape(layer.name)}'
        f"<b>{counts[index]}</b></label>"
        for index, layer in enumerate(marking.layers)
    )
    return f'<div class="pb-legend">{rows}</div>'
