"""The explain page: every line tinted by its verdict, columns, reading order and measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby

from pdfbot.explain.charts import bar_chart
from pdfbot.explain.families import FAMILIES, family_of
from pdfbot.explain.words import describe_finding
from pdfbot.layout.fonts import Fonts, measure_fonts
from pdfbot.layout.lines import PageLayout, lay_out
from pdfbot.layout.sketches import sketch_pages
from pdfbot.model import Box, Extraction, Line, Verdict
from pdfbot.overlay.highlight import place_style
from pdfbot.replica.dialect import Frame, shipped
from pdfbot.thresholds import Thresholds

MOST_LABELS = 8


def explain_replica(
    html: str,
    paper: Extraction,
    thresholds: Thresholds,
    *,
    columns: int | None = None,
    title: str = "",
) -> str:
    """The replica with all that the stages found on it; `thresholds` are those of the paper."""
    script = shipped("explain.js")
    frame = Frame(html, paper.pages, script)
    sketches = sketch_pages(paper.pages, thresholds)
    fonts = measure_fonts(sketch.tally for sketch in sketches)
    layouts = lay_out(paper.pages, sketches, fonts, thresholds, columns)
    rules = _rules(paper.verdicts)
    judged = list(zip(paper.lines, paper.verdicts, strict=True))
    starts = {p.sentences[0].spans[0].line_id for p in paper.paragraphs}
    for layout in layouts:
        number = layout.page.number
        zoom = frame.zooms.get(number)
        if zoom is None:
            continue
        parts = [
            _line(line, verdict, rules.index(verdict.rule), line.id in starts, zoom)
            for line, verdict in judged
            if line.page == number
        ]
        frame.add_layer(number, "".join(parts) + _order(layout, zoom))
    frame.set_title(title)
    frame.add_style(shipped("explain.css") + _rule_styles(rules))
    frame.add_panel(_panel(paper, fonts, layouts, rules))
    return frame.html()


def _rules(verdicts: Sequence[Verdict]) -> list[str]:
    """The rules that spoke, by family, the most frequent first."""
    counts = Counter(verdict.rule for verdict in verdicts)
    return sorted(counts, key=lambda r: (FAMILIES.index(family_of(r)), -counts[r], r))


def _line(line: Line, verdict: Verdict, rule: int, begins: bool, zoom: float) -> str:
    begin = " pb-begins" if begins else ""
    finding = describe_finding(verdict.finding)
    return (
        f'<i class="pb-line pb-rule{rule}{begin}" id="{escape(line.id)}" '
        f'data-rule="{escape(verdict.rule)}" data-family="{escape(family_of(verdict.rule).name)}" '
        f'data-finding="{escape(finding)}" style="{place_style(line.box, zoom)}"></i>'
    )


def _order(layout: PageLayout, zoom: float) -> str:
    """A frame for every run of lines in one column of one zone, numbered, with a path through."""
    page = layout.page
    runs = []
    for _, group in groupby(layout.placed, key=lambda p: (p.zone, p.line.column)):
        run = list(group)
        box = Box.around(p.line.box for p in run)
        left, right = min(run[0].left, box.left), max(run[0].right, box.right)
        runs.append(Box(left, box.bottom, right, box.top))
    frames = "".join(
        f'<rect x="{box.left:.1f}" y="{page.height - box.top:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}"/>'
        for box in runs
    )
    points = " ".join(
        f"{box.left - 4:.1f},{page.height - y:.1f}"
        for box in runs
        for y in (box.top - 4, box.bottom)
    )
    numbers = "".join(
        f'<i class="pb-number" data-number="{index}" '
        f'style="left:{(box.left - 4) * zoom:.1f}px;bottom:{(box.top - 4) * zoom:.1f}px"></i>'
        for index, box in enumerate(runs, 1)
    )
    return (
        f'<svg class="pb-order" viewBox="0 0 {page.width:.2f} {page.height:.2f}">'
        f'<g class="pb-columns">{frames}</g><polyline class="pb-path" points="{points}"/></svg>'
        f"{numbers}"
    )


def _rule_styles(rules: Sequence[str]) -> str:
    return "".join(
        f".pb-rule{index}{{background:{family_of(rule).colour}}}\n"
        f":root:has(#pb-show{index}:not(:checked)) .pb-line.pb-rule{index}{{display:none}}\n"
        for index, rule in enumerate(rules)
    )


def _panel(
    paper: Extraction, fonts: Fonts, layouts: Sequence[PageLayout], rules: Sequence[str]
) -> str:
    statistics = paper.statistics
    body = sum(verdict.is_body for verdict in paper.verdicts)
    rows = (
        ("body font size, BASE_FS", f"{statistics.base_size:g} pt"),
        ("line pitch, BASE_LS", f"{statistics.base_pitch:g} pt"),
        ("characters a block, BASE_CBD", f"{statistics.base_density:.1f}"),
        ("columns", str(statistics.columns)),
        ("pages", str(len(paper.pages))),
        ("lines, of them body", f"{len(paper.lines)}, {body}"),
        ("paragraphs, sentences", f"{len(paper.paragraphs)}, {len(paper.sentences)}"),
        ("engine, pdfbot", f"{paper.engine}, {paper.version}"),
    )
    table = "".join(f"<tr><th>{escape(n)}</th><td>{escape(v)}</td></tr>" for n, v in rows)
    return (
        f'<table class="pb-measures">{table}</table>{_charts(fonts, layouts)}'
        f'<fieldset class="pb-shown"><legend>shown</legend>{_drawn_switches()}</fieldset>'
        '<fieldset class="pb-filter"><legend>rules <button type="button" data-all="1">all</button> '
        '<button type="button" data-all="">none</button></legend>'
        f"{_filter(paper.verdicts, rules)}</fieldset>"
        '<output class="pb-tip" hidden=""></output>'
    )


def _charts(fonts: Fonts, layouts: Sequence[PageLayout]) -> str:
    sweeps = {id(layout.columns): layout.columns for layout in layouts}
    starts: Counter[float] = Counter()
    for columns in sweeps.values():
        starts.update({float(x): count for x, count in columns.sweep.items()})
    lefts = {round(left, 1) for columns in sweeps.values() for left in columns.lefts}
    half = round(fonts.base_size * 2) / 2
    sizes = {float(size): count for size, count in fonts.histogram.items()}
    return bar_chart(
        sizes,
        name="characters by font size, in points",
        thickness=0.5,
        chosen={half},
        labels=sizes if len(sizes) < MOST_LABELS else {half, min(sizes), max(sizes)},
    ) + bar_chart(
        dict(starts),
        name="line sweep: where lines begin, in points",
        thickness=1.0,
        chosen=lefts,
        labels={float(round(left)) for left in lefts} if len(lefts) < MOST_LABELS else (),
    )


def _drawn_switches() -> str:
    names = (("columns", "columns"), ("path", "reading order"), ("begins", "paragraph starts"))
    return "".join(
        f'<label><input type="checkbox" id="pb-draw-{key}" checked=""/>{name}</label>'
        for key, name in names
    )


def _filter(verdicts: Sequence[Verdict], rules: Sequence[str]) -> str:
    counts = Counter(verdict.rule for verdict in verdicts)
    parts = []
    for family, group in groupby(enumerate(rules), key=lambda item: family_of(item[1])):
        parts.append(f"<h2>{escape(family.name)}</h2>" if family.name != "body" else "")
        parts += [
            f'<label><input type="checkbox" id="pb-show{index}" checked=""/>'
            f'<i class="pb-swatch pb-rule{index}"></i>{escape(rule)}<b>{counts[rule]}</b></label>'
            for index, rule in group
        ]
    return "".join(parts)
