"""The explain page: a replica with every line tinted by its verdict, columns and reading order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from html import escape

from pdfbot.model import Box, Extraction, Line, Page, Verdict
from pdfbot.output.places import point
from pdfbot.pipeline import Analysis
from pdfbot.resources import read_text
from pdfbot.rules import Role, Rule
from pdfbot.visual.explain.drawing import Drawing
from pdfbot.visual.explain.explain_panel import DRAWN, panel
from pdfbot.visual.explain.role_styles import ROLE_STYLES
from pdfbot.visual.explain.wording import describe_finding, name_rule
from pdfbot.visual.panel_switches import hiding_rules
from pdfbot.visual.replica.additions import Additions, add_to_replica, box_style, page_zooms

# Points between the path of the reading order and the left and top edges of columns.
PATH_OFFSET = 4


def explain_script() -> str:
    """The only script that may run in an explained replica."""
    return read_text("panel.js") + read_text("explain.js")


def explain_replica(html: str, analysis: Analysis) -> str:
    """The replica with all findings of the pipeline drawn on it."""
    return draw_explanation(html, analysis.extraction, Drawing.of(analysis))


def draw_explanation(html: str, paper: Extraction, drawing: Drawing) -> str:
    """The same from a paper and a drawing, either of which may come from a file."""
    zooms = page_zooms(html)
    rules = _rules_in_order(paper.verdicts)
    lines = _line_elements(paper, drawing.reasons, rules, zooms)
    added = Additions(
        style=read_text("panel.css") + read_text("explain.css") + _rule_styles(rules),
        layers={
            page.number: "".join(lines[page.number])
            + _reading_order(page, drawing.runs.get(page.number, ()), zooms[page.number])
            for page in paper.pages
            if page.number in zooms
        },
        panel=panel(paper, drawing, rules),
        script=explain_script(),
    )
    return add_to_replica(html, added)


def _rules_in_order(verdicts: Sequence[Verdict]) -> list[Rule]:
    """The rules of all verdicts, grouped by role, the most frequent first."""
    counts = Counter(verdict.rule for verdict in verdicts)
    roles = list(Role)
    return sorted(counts, key=lambda rule: (roles.index(rule.role), -counts[rule], rule.value))


def _line_elements(
    paper: Extraction, reasons: Mapping[str, str], rules: Sequence[Rule], zooms: dict[int, float]
) -> dict[int, list[str]]:
    """The tinted lines of each page in `zooms`, as HTML."""
    elements: dict[int, list[str]] = defaultdict(list)
    paragraph_starts = {p.sentences[0].spans[0].line_id for p in paper.paragraphs}
    for line, verdict in zip(paper.lines, paper.verdicts, strict=True):
        if line.page in zooms:
            classes = f"pb-line pb-rule{rules.index(verdict.rule)}"
            if line.id in paragraph_starts:
                classes += " pb-paragraph-start"
            facts = describe_finding(verdict.finding), reasons.get(line.id, "")
            elements[line.page].append(
                _line_element(line, verdict.rule, facts, classes, zooms[line.page])
            )
    return elements


def _line_element(line: Line, rule: Rule, facts: tuple[str, str], classes: str, zoom: float) -> str:
    """A tinted line; `facts` are what the rule measured, and why a body line begins a paragraph."""
    finding, reason = facts
    return (
        f'<i class="{classes}" id="{escape(line.id)}" data-rule="{escape(rule)}" '
        f'data-name="{escape(name_rule(rule))}" data-finding="{escape(finding)}" '
        f'data-reason="{escape(reason)}" data-text="{escape(line.text)}" '
        f'style="{box_style(line.box, zoom)}"></i>'
    )


def _reading_order(page: Page, runs: Sequence[Box], zoom: float) -> str:
    """A frame around each run of lines in one column of one zone, numbered and joined by a path."""
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
        f'<svg class="pb-order" viewBox="0 0 {point(page.width):.2f} {point(page.height):.2f}">'
        f'<g class="pb-columns">{frames}</g><polyline class="pb-path" points="{points}"/></svg>'
        f"{numbers}"
    )


def _rule_styles(rules: Sequence[Rule]) -> str:
    return "".join(
        f".pb-rule{index}{{background:{ROLE_STYLES[rule.role].colour}}}\n"
        + hiding_rules(index, f".pb-line.pb-rule{index}")
        for index, rule in enumerate(rules)
    ) + "".join(hiding_rules(key, selector) for key, (_, selector) in DRAWN.items())
