"""Coloured sentences in a replica: rectangles between its images and its text, and a panel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from html import escape

from pdfbot.model import Extraction
from pdfbot.resources import read_text
from pdfbot.visual.highlight.colours import on_paper
from pdfbot.visual.highlight.marks import MarkPlan
from pdfbot.visual.highlight.panel import ListedMark, panel
from pdfbot.visual.highlight.rectangles import span_rectangles
from pdfbot.visual.panel_switches import hiding_rules
from pdfbot.visual.replica.editor import ReplicaEditor, box_style

# Share of the height of a line: lower rectangles are the parts of subscripts and superscripts that
# extend beyond it.
MAX_PART_HEIGHT = 0.6


def highlight_script() -> str:
    """The only script that may run in a highlighted replica."""
    return read_text("panel.js") + read_text("highlight.js")


def highlight_replica(html: str, paper: Extraction, plan: MarkPlan) -> str:
    """The replica with all marks; the first rectangle of a sentence is an anchor, such as #s3.2."""
    editor = ReplicaEditor(html, paper.pages, highlight_script())
    listed, elements = _draw_marks(paper, plan, editor.zooms)
    for page, markup in elements.items():
        editor.add_layer(page, "".join(markup))
    style = read_text("panel.css") + read_text("highlight.css") + _layer_rules(plan)
    editor.add_style(style)
    editor.add_panel(panel(plan.layers, listed))
    return editor.html()


def _draw_marks(
    paper: Extraction, plan: MarkPlan, zooms: Mapping[int, float]
) -> tuple[list[ListedMark], dict[int, list[str]]]:
    """The marks on the pages in `zooms`, and the rectangles of each page as HTML."""
    listed: list[ListedMark] = []
    elements: dict[int, list[str]] = defaultdict(list)
    lines = {line.id: line for line in paper.lines}
    for mark in plan.marks:
        boxes = [(page, b) for page, b in span_rectangles(mark.spans, lines) if page in zooms]
        if not boxes:
            continue
        number = len(listed)
        anchor = f"m{number}" if mark.is_passage else mark.sentence_id
        listed.append(ListedMark(mark, anchor, boxes[0][0]))
        # One stop of the keyboard for each mark; the list has its text.
        stop = f'id="{escape(anchor)}" tabindex="0" role="note" aria-labelledby="pb-item{number}" '
        height = max(box.height for _, box in boxes)
        for page, box in boxes:
            part = " pb-edge" if box.height < MAX_PART_HEIGHT * height else ""
            elements[page].append(
                f'<i class="pb-mark pb-on{mark.layer}{part}" {stop}data-mark="{number}" '
                f'data-sentence="{escape(mark.sentence_id)}" '
                f'style="{box_style(box, zooms[page])}"></i>'
            )
            stop = ""
    return listed, elements


def _layer_rules(plan: MarkPlan) -> str:
    return "".join(
        f".pb-on{index}{{background:{on_paper(layer.colour, layer.opacity)}}}\n"
        + hiding_rules(index, f":is(.pb-mark.pb-on{index},.pb-list .pb-in{index})")
        for index, layer in enumerate(plan.layers)
    )
