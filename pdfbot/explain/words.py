"""A verdict in plain words, for the terminal and for the tooltip."""

from __future__ import annotations

from difflib import get_close_matches

from pdfbot.errors import UsageError
from pdfbot.explain.families import family_of
from pdfbot.model import Extraction, Finding, Verdict


def describe_finding(finding: Finding | None) -> str:
    """What was measured, beside the threshold's name and value."""
    if finding is None:
        return ""
    name = f"{finding.threshold} " if finding.threshold else ""
    return f"measured {finding.measured:.4g}, limit {name}{finding.limit:.4g}"


def describe_verdict(verdict: Verdict) -> str:
    """One line: body, or the rule and its family."""
    if verdict.is_body:
        return "body text: no rule took it out"
    return f"not body text: {verdict.rule} ({family_of(verdict.rule).name})"


def describe_line(paper: Extraction, line_id: str) -> str:
    """Everything pdfbot knows about one line, as a few lines of text."""
    known = {line.id: (line, v) for line, v in zip(paper.lines, paper.verdicts, strict=True)}
    if line_id not in known:
        near = get_close_matches(line_id, known, n=3, cutoff=0.5)
        advice = f"; did you mean {', '.join(near)}?" if near else ""
        raise UsageError(f"no line {line_id}{advice}")
    line, verdict = known[line_id]
    box, base = line.box, paper.statistics.base_size
    said = [
        f"{line.id}: {line.text}",
        describe_verdict(verdict),
        describe_finding(verdict.finding),
        f"page {line.page}, column {line.column}, x {box.left:.1f} to {box.right:.1f}, "
        f"baseline {line.baseline:.1f}",
        f"size {line.size:g} (body {base:g}), {line.density:.1f} characters a block"
        if line.blocks
        else f"size {line.size:g} (body {base:g})",
    ]
    sentences = [s.id for s in paper.sentences if any(p.line_id == line_id for p in s.spans)]
    if sentences:
        said.append(f"in {', '.join(sentences)}")
    return "\n".join(part for part in said if part)
