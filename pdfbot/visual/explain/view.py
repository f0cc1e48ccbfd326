"""The explain page: a replica with every line tinted by its verdict, columns and reading order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from html import escape
from itertools import groupby

from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box, Extraction, Line, Verdict
from pdfbot.pipeline import Analysis
from pdfbot.resources import read_text
from pdfbot.rules import Role, Rule
from pdfbot.visual.explain.panel import DRAWN, panel
from pdfbot.visual.explain.role_styles import ROLE_STYLES
from pdfbot.visual.explain.wording import describe_finding, name_rule
from pdfbot.visual.panel_switches import hiding_rules
from pdfbot.visual.replica.editor import ReplicaEditor, box_style

# Points that the path of the reading order keeps from the left and the top of the columns.
PATH_OFFSET = 4


def explain_script() -> str:
    """The only script that may run in an explained replica."""
    return read_text("panel.js") + read_text("explain.js")


def explain_replica(html: str, analysis: Analysis, *, title: str = "") -> str:
    """The replica with everything the pipeline found drawn on it."""
    paper = analysis.extraction
    editor = ReplicaEditor(html, paper.pages, explain_script())
    rules = _rules_in_order(paper.verdicts)
    lines = _line_elements(paper, rules, editor.zooms)
    for layout in analysis.layouts:
        number = layout.page.number
        if number in editor.zooms:
            order = _reading_order(layout, editor.zooms[number])
            editor.add_layer(number, "".join(lines[number]) + order)
    editor.set_title(title)
    style = read_text("panel.css") + read_text("explain.css") + _rule_styles(rules)
    editor.add_style(style)
    editor.add_panel(panel(analysis, rules))
    return editor.html()


def _rules_in_order(verdicts: Sequence[Verdict]) -> list[Rule]:
    """The rules of all verdicts, grouped by role, the most frequent first."""
    counts = Counter(verdict.rule for verdict in verdicts)
    roles = list(Role)
    return sorted(counts, key=lambda rule: (roles.index(rule.role), -counts[rule], rule.value))


def _line_elements(
    paper: Extraction, rules: Sequence[Rule], zooms: dict[int, float]
) -> dict[int, list[str]]:
    """The tinted lines of each page in `zooms`, as HTML."""
    elements: dict[int, list[str]] = defaultdict(list)
    paragraph_starts = {p.sentences[0].spans[0].line_id for p in paper.paragraphs}
    for line, verdict in zip(paper.lines, paper.verdicts, strict=True):
        if line.page in zooms:
            classes = f"pb-line pb-rule{rules.index(verdict.rule)}"
            if line.id in paragraph_starts:
                classes += " pb-paragraph-start"
            elements[line.page].append(_line_element(line, verdict, classes, zooms[line.page]))
    return elements


def _line_element(line: Line, verdict: Verdict, classes: str, zoom: float) -> str:
    finding = describe_finding(verdict.finding, verdict.rule)
    return (
        f'<i class="{classes}" id="{escape(line.id)}" data-rule="{escape(verdict.rule)}" '
        f'data-name="{escape(name_rule(verdict.rule))}" data-finding="{escape(finding)}" '
        f'data-text="{escape(line.text)}" style="{box_style(line.box, zoom)}"></i>'
    )


def _reading_order(layout: PageLayout, zoom: float) -> str:
    """A frame around each run of lines in one column of one zone, numbered and joined by a path."""
    page = layout.page
    runs = _runs(layout)
    frames = "".join(
        f'<rect x="{box.left:.1f}" y="{page.height - box.top:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}"/>'
        for box in runs
    )
    points = " ".join(
        f"{box.left - PATH_OFFSET:.1f},{page.height - y:.1f}"
        for box in runs
        for y in (box.top - PATH_OFFSET, box.bottom)
    )
    numbers = "".join(
        f'<i class="pb-number" data-number="{index}" '
        f'style="left:{(box.left - PATH_OFFSET) * zoom:.1f}px;'
        f'bottom:{(box.top - PATH_OFFSET) * zoom:.1f}px"></i>'
        for index, box in enumerate(runs, 1)
    )
    return (
        f'<svg class="pb-order" viewBox="0 0 {page.width:.2f} {page.height:.2f}">'
        f'<g class="pb-columns">{frames}</g><polyline class="pb-path" points="{points}"/></svg>'
        f"{numbers}"
    )


def _runs(layout: PageLayout) -> list[Box]:
    """The box of each run of lines, at least as wide as its column."""
    runs = []
    for _, group in groupby(layout.lines, key=lambda line: (line.zone, line.column)):
        lines = list(group)
        box = Box.around(line.box for line in lines)
        left, right = min(lines[0].left, box.left), max(lines[0].right, box.right)
        runs.append(Box(left, box.bottom, right, box.top))
    return runs


def _rule_styles(rules: Sequence[Rule]) -> str:
    return "".join(
        f".pb-rule{index}{{background:{ROLE_STYLES[rule.role].colour}}}\n"
        + hiding_rules(index, f".pb-line.pb-rule{index}")
        for index, rule in enumerate(rules)
    ) + "".join(hiding_rules(key, selector) for key, (_, selector) in DRAWN.items())
