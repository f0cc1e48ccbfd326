"""The panel of the explain page: measures of the document, charts, and what to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby

from pdfbot.layout.fonts import Fonts
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Extraction, Verdict
from pdfbot.pipeline import Analysis
from pdfbot.rules import Role, Rule
from pdfbot.visual.explain.charts import bar_chart
from pdfbot.visual.explain.role_styles import ROLE_STYLES

# With more values, a chart labels only the important ones.
MAX_LABELS = 7
# Points: the width of a bar, as fine as the sizes and the starts of lines are counted.
SIZE_STEP = 0.5
SWEEP_STEP = 1.0


def panel(analysis: Analysis, rules: Sequence[Rule]) -> str:
    """The panel as HTML; `rules` are listed in this order."""
    paper = analysis.extraction
    return (
        f"{_measures(paper)}{_font_chart(analysis.fonts)}{_sweep_chart(analysis.layouts)}"
        f'<fieldset class="pb-shown"><legend>shown</legend>{_drawing_switches()}</fieldset>'
        '<fieldset class="pb-filter"><legend>rules <button type="button" data-all="1">all</button> '
        '<button type="button" data-all="">none</button></legend>'
        f"{_rule_switches(paper.verdicts, rules)}</fieldset>"
        '<output class="pb-tip" hidden=""></output>'
    )


def _measures(paper: Extraction) -> str:
    statistics = paper.statistics
    body = sum(verdict.is_body for verdict in paper.verdicts)
    rows = (
        ("body font size, BASE_FS", f"{statistics.base_size:g} pt"),
        ("line pitch, BASE_LS", f"{statistics.base_pitch:g} pt"),
        ("characters per block, BASE_CBD", f"{statistics.base_density:.1f}"),
        ("columns", str(statistics.columns)),
        ("pages", str(len(paper.pages))),
        ("lines, body lines", f"{len(paper.lines)}, {body}"),
        ("paragraphs, sentences", f"{len(paper.paragraphs)}, {len(paper.sentences)}"),
        ("engine, pdfbot", f"{paper.engine}, {paper.version}"),
    )
    table = "".join(f"<tr><th>{escape(n)}</th><td>{escape(v)}</td></tr>" for n, v in rows)
    return f'<table class="pb-measures">{table}</table>'


def _font_chart(fonts: Fonts) -> str:
    sizes = fonts.histogram
    base = min(sizes, key=lambda size: abs(size - fonts.base_size), default=fonts.base_size)
    return bar_chart(
        sizes,
        caption="characters by font size, in points",
        bar_width=SIZE_STEP,
        highlighted={base},
        labels=sizes if len(sizes) <= MAX_LABELS else {base, min(sizes), max(sizes)},
    )


def _sweep_chart(layouts: Sequence[PageLayout]) -> str:
    """Where lines start, over all pages; pages that share their columns are counted once."""
    sweeps = {id(layout.columns): layout.columns for layout in layouts}.values()
    starts: Counter[float] = Counter()
    for columns in sweeps:
        starts.update(columns.sweep)
    lefts = {round(left, 1) for columns in sweeps for left in columns.lefts}
    return bar_chart(
        starts,
        caption="line sweep: where lines start, in points",
        bar_width=SWEEP_STEP,
        highlighted=lefts,
        labels={float(round(left)) for left in lefts} if len(lefts) <= MAX_LABELS else (),
    )


def _drawing_switches() -> str:
    names = (
        ("columns", "columns"),
        ("path", "reading order"),
        ("paragraphs", "paragraph starts"),
    )
    return "".join(
        f'<label><input type="checkbox" id="pb-draw-{key}" checked=""/>{name}</label>'
        for key, name in names
    )


def _rule_switches(verdicts: Sequence[Verdict], rules: Sequence[Rule]) -> str:
    counts = Counter(verdict.rule for verdict in verdicts)
    parts = []
    for role, group in groupby(enumerate(rules), key=lambda item: item[1].role):
        if role is not Role.BODY:
            parts.append(f"<h2>{escape(ROLE_STYLES[role].label)}</h2>")
        parts += [
            f'<label><input type="checkbox" id="pb-show{index}" checked=""/>'
            f'<i class="pb-swatch pb-rule{index}"></i>{escape(rule)}<b>{counts[rule]}</b></label>'
            for index, rule in group
        ]
    return "".join(parts)
