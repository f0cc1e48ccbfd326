"""The panel of the explain page: measures of the document, charts, and what to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby

from pdfbot.layout.fonts import SIZE_STEP
from pdfbot.model import Extraction, Verdict
from pdfbot.rules import Role, Rule
from pdfbot.visual.explain.charts import bar_chart
from pdfbot.visual.explain.drawing import Drawing
from pdfbot.visual.explain.role_styles import ROLE_STYLES
from pdfbot.visual.explain.wording import name_rule
from pdfbot.visual.panel_switches import switch

SWEEP_STEP = 1.0
# What can be hidden: the name, and the elements that draw it.
DRAWN = {
    "columns": ("columns", ".pb-columns"),
    "path": ("reading order", ":is(.pb-path,.pb-number)"),
    "paragraphs": ("paragraph starts", ".pb-paragraph-start::before"),
}


def panel(paper: Extraction, drawing: Drawing, rules: Sequence[Rule]) -> str:
    """The panel as HTML; `rules` are listed in this order."""
    charts = _font_chart(drawing, paper.statistics.base_size) + _sweep_chart(drawing)
    return (
        '<details class="pb-fold"><summary>Why each line is in or out</summary>'
        f'<div class="pb-body pb-scroll">{_introduction(paper)}{_search()}'
        f"{_part('Rules', _rule_switches(paper.verdicts, rules), 'pb-filter')}"
        f"{_part('Drawn on the pages', _drawing_switches(), 'pb-shown')}"
        f"{_part('Measured in the document', _measures(paper) + charts)}"
        '</div></details><div class="pb-tip" id="pb-tip" role="status" hidden=""></div>'
    )


def _introduction(paper: Extraction) -> str:
    body = sum(verdict.is_body for verdict in paper.verdicts)
    return (
        f'<p class="pb-introduction">pdfbot took <b>{body}</b> of the {len(paper.lines)} lines of '
        "this document for body text: those in green. The others were removed, each by one rule, "
        "and are tinted by what they are. Point at a line, or touch it, to see the rule, what it "
        "measured and its limit; for body text, why it begins or continues a paragraph.</p>"
    )


def _search() -> str:
    """The field that finds lines by their words, for which the script is needed."""
    return (
        '<div class="pb-search pb-scripted" role="search"><input type="search" '
        'placeholder="find a line by its words" aria-label="find a line by its words"/>'
        '<output class="pb-found-count"></output><ol class="pb-found"></ol></div>'
    )


def _part(title: str, content: str, css_class: str = "") -> str:
    return (
        f'<details class="pb-part {css_class}" open=""><summary>{escape(title)}</summary>'
        f"{content}</details>"
    )


def _measures(paper: Extraction) -> str:
    statistics = paper.statistics
    body = sum(verdict.is_body for verdict in paper.verdicts)
    rows = (
        ("font size of the body, BASE_FS", f"{statistics.base_size:g} pt"),
        ("line distance, BASE_LS", f"{statistics.base_pitch:g} pt"),
        ("characters per block, BASE_CBD", f"{statistics.base_density:.1f}"),
        ("columns", str(statistics.columns)),
        ("pages", str(len(paper.pages))),
        ("lines, body lines", f"{len(paper.lines)}, {body}"),
        ("paragraphs, sentences", f"{len(paper.paragraphs)}, {len(paper.sentences)}"),
        ("engine, pdfbot", f"{paper.engine}, {paper.version}"),
    )
    table = "".join(f"<tr><th>{escape(n)}</th><td>{escape(v)}</td></tr>" for n, v in rows)
    return f'<table class="pb-measures">{table}</table>'


def _font_chart(drawing: Drawing, body_size: float) -> str:
    sizes = drawing.sizes
    base = min(sizes, key=lambda size: abs(size - body_size), default=body_size)
    return bar_chart(
        sizes,
        caption="characters by font size, in points; red is the body's",
        bar_width=SIZE_STEP,
        highlighted={base},
        labels=[base, *sorted(sizes, key=lambda size: -sizes[size])],
    )


def _sweep_chart(drawing: Drawing) -> str:
    """The chart of where lines start, over all pages."""
    return bar_chart(
        drawing.starts,
        caption="where lines start, in points from the left; the red peaks became columns",
        bar_width=SWEEP_STEP,
        highlighted=set(drawing.lefts),
        labels=sorted({float(round(left)) for left in drawing.lefts}),
    )


def _drawing_switches() -> str:
    return "".join(f"<label>{switch(key)}{name}</label>" for key, (name, _) in DRAWN.items())


def _rule_switches(verdicts: Sequence[Verdict], rules: Sequence[Rule]) -> str:
    counts = Counter(verdict.rule for verdict in verdicts)
    parts = [
        '<p class="pb-scripted">show <button type="button" data-all="1">all</button> '
        '<button type="button" data-all="">none</button></p>'
    ]
    for role, group in groupby(enumerate(rules), key=lambda item: item[1].role):
        if role is not Role.BODY:
            parts.append(f"<h2>{escape(ROLE_STYLES[role].label)}</h2>")
        parts += [
            f'<label title="{escape(rule)}">{switch(index)}<i class="pb-swatch pb-rule{index}"></i>'
            f"<span>{escape(name_rule(rule))}</span><b>{counts[rule]}</b></label>"
            for index, rule in group
        ]
    return "".join(parts)
