"""Coloured sentences in a replica: rectangles between its images and its text, and a legend."""

from __future__ import annotations

from collections import Counter, defaultdict
from html import escape

from pdfbot.model import Extraction
from pdfbot.resources import read_text
from pdfbot.visual.highlight.marks import MarkPlan
from pdfbot.visual.highlight.rectangles import span_rectangles
from pdfbot.visual.replica.editor import ReplicaEditor, box_style


def highlight_replica(html: str, paper: Extraction, plan: MarkPlan) -> str:
    """The replica with all marks; the first rectangle of a sentence is an anchor, such as #s3.2."""
    editor = ReplicaEditor(html, paper.pages)
    for page, markup in _mark_elements(paper, plan, editor.zooms).items():
        editor.add_layer(page, "".join(markup))
    editor.add_style(read_text("highlight.css") + _layer_rules(plan))
    editor.add_panel(_legend(plan))
    return editor.html()


def _mark_elements(
    paper: Extraction, plan: MarkPlan, zooms: dict[int, float]
) -> dict[int, list[str]]:
    """The rectangles of each page in `zooms`, as HTML."""
    elements: dict[int, list[str]] = defaultdict(list)
    lines = {line.id: line for line in paper.lines}
    anchored: set[str] = set()
    for mark in plan.marks:
        label = escape(mark.label)
        for page, box in span_rectangles(mark.spans, lines):
            if page not in zooms:
                continue
            attributes = f'style="{box_style(box, zooms[page])}"'
            if label and label not in anchored:
                anchored.add(label)
                attributes += f' id="{label}"'
            if label:
                attributes += f' data-sentence="{label}"'
            elements[page].append(f'<i class="pb-mark pb-on{mark.layer}" {attributes}></i>')
    return elements


def _layer_rules(plan: MarkPlan) -> str:
    return "".join(
        f".pb-on{index}{{background:{layer.colour}}}\n"
        f":root:has(#pb-switch{index}:not(:checked)) .pb-mark.pb-on{index}{{display:none}}\n"
        for index, layer in enumerate(plan.layers)
    )


def _legend(plan: MarkPlan) -> str:
    """A checkbox for every layer; CSS alone shows and hides the marks."""
    counts = Counter(mark.layer for mark in plan.marks)
    rows = "".join(
        f'<label><input type="checkbox" id="pb-switch{index}" checked=""/>'
        f'<i class="pb-swatch pb-on{index}"></i>{escape(layer.name)}'
        f"<b>{counts[index]}</b></label>"
        for index, layer in enumerate(plan.layers)
    )
    return f'<div class="pb-legend">{rows}</div>'
