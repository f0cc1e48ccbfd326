"""Verdicts in plain English, for the terminal and for tooltips."""

from __future__ import annotations

from difflib import get_close_matches

from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Finding, Verdict
from pdfbot.visual.explain.role_styles import ROLE_STYLES

# For a line id that does not exist.
MAX_SUGGESTIONS = 3
MIN_SIMILARITY = 0.5


def describe_finding(finding: Finding | None) -> str:
    """The measured value, and the name and value of the threshold."""
    if finding is None:
        return ""
    name = f"{finding.threshold} " if finding.threshold else ""
    return f"measured {finding.measured:.4g}, limit {name}{finding.limit:.4g}"


def describe_verdict(verdict: Verdict) -> str:
    """One line: body text, or the rule that excluded the line, and its role."""
    if verdict.is_body:
        return "body text: no rule excluded it"
    return f"not body text: {verdict.rule} ({ROLE_STYLES[verdict.rule.role].label})"


def describe_line(paper: Extraction, line_id: str) -> str:
    """Everything pdfbot knows about one line, as a few lines of text."""
    known = {line.id: (line, v) for line, v in zip(paper.lines, paper.verdicts, strict=True)}
    if line_id not in known:
        close = get_close_matches(line_id, known, n=MAX_SUGGESTIONS, cutoff=MIN_SIMILARITY)
        advice = f"; did you mean {', '.join(close)}?" if close else ""
        raise UsageError(f"no line {line_id}{advice}")
    line, verdict = known[line_id]
    box = line.box
    size = f"size {line.size:g} (body {paper.statistics.base_size:g})"
    if line.blocks:
        size += f", {line.density:.1f} characters per block"
    sentences = [s.id for s in paper.sentences if any(p.line_id == line_id for p in s.spans)]
    parts = (
        f"{line.id}: {line.text}",
        describe_verdict(verdict),
        describe_finding(verdict.finding),
        f"page {line.page}, column {line.column}, x {box.left:.1f} to {box.right:.1f}, "
        f"baseline {line.baseline:.1f}",
        size,
        f"in {', '.join(sentences)}" if sentences else "",
    )
    return "\n".join(part for part in parts if part)
