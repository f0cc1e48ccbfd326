"""Highlights in a replica: rectangles between its images and its text, and a panel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from html import escape

from pdfbot.model import Extraction
from pdfbot.resources import read_text
from pdfbot.visual.highlight.colours import on_paper
from pdfbot.visual.highlight.highlight_panel import ListedHighlight, panel
from pdfbot.visual.highlight.highlight_plan import HighlightPlan
from pdfbot.visual.highlight.rectangles import span_rectangles
from pdfbot.visual.panel_switches import hiding_rules
from pdfbot.visual.replica.additions import Additions, add_to_replica, box_style, page_zooms

# Share of the line height: lower rectangles are the parts of subscripts and superscripts that
# extend beyond the line.
MAX_PART_HEIGHT = 0.6


def highlight_script() -> str:
    """The only script that may run in a highlighted replica."""
    return read_text("panel.js") + read_text("highlight.js")


def highlight_replica(html: str, paper: Extraction, plan: HighlightPlan) -> str:
    """The replica with all highlights; each sentence is an anchor, such as #s3.2."""
    listed, elements = _draw_highlights(paper, plan, page_zooms(html))
    added = Additions(
        style=read_text("panel.css") + read_text("highlight.css") + _layer_rules(plan),
        layers={page: "".join(markup) for page, markup in elements.items()},
        panel=panel(plan.layers, listed),
        script=highlight_script(),
    )
    return add_to_replica(html, added)


def _draw_highlights(
    paper: Extraction, plan: HighlightPlan, zooms: Mapping[int, float]
) -> tuple[list[ListedHighlight], dict[int, list[str]]]:
    """The highlights on the pages in `zooms`, and the rectangles of each page as HTML."""
    listed: list[ListedHighlight] = []
    elements: dict[int, list[str]] = defaultdict(list)
    lines = {line.id: line for line in paper.lines}
    for highlight in plan.highlights:
        boxes = [(page, b) for page, b in span_rectangles(highlight.spans, lines) if page in zooms]
        if not boxes:
            continue
        number = len(listed)
        anchor = f"m{number}" if highlight.is_passage else highlight.sentence_id
        listed.append(ListedHighlight(highlight, anchor, boxes[0][0]))
        # One tab stop per highlight; the list has its text.
        stop = f'id="{escape(anchor)}" tabindex="0" role="note" aria-labelledby="pb-item{number}" '
        height = max(box.height for _, box in boxes)
        for page, box in boxes:
            part = " pb-edge" if box.height < MAX_PART_HEIGHT * height else ""
            elements[page].append(
                f'<i class="pb-mark pb-on{highlight.layer}{part}" {stop}data-mark="{number}" '
                f'data-sentence="{escape(highlight.sentence_id)}" '
                f'style="{box_style(box, zooms[page])}"></i>'
            )
            stop = ""
    return listed, elements


def _layer_rules(plan: HighlightPlan) -> str:
    return "".join(
        f".pb-on{index}{{background:{on_paper(layer.colour, layer.opacity)}}}\n"
        + hiding_rules(index, f":is(.pb-mark.pb-on{index},.pb-list .pb-in{index})")
        for index, layer in enumerate(plan.layers)
    )
