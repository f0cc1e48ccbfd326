"""Verdicts in plain English, and the search for lines by their words."""

from __future__ import annotations

from difflib import get_close_matches

from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Verdict
from pdfbot.paragraphs.reason_wording import describe_reason
from pdfbot.visual.explain.wording import describe_finding, name_rule
from pdfbot.visual.highlight.sentence_lookup import fold_text

# Similar ids suggested for a line id that does not exist.
MAX_SUGGESTIONS = 3
MIN_ID_SIMILARITY = 0.5


def describe_verdict(verdict: Verdict) -> str:
    """The verdict in one line: body text, or what the rule took the line for, and its name."""
    if verdict.is_body:
        return "body text: no rule took it out"
    return f"not body text: {name_rule(verdict.rule)} (rule {verdict.rule})"


def describe_line(paper: Extraction, line_id: str) -> str:
    """Everything pdfbot knows about one line, as a few lines of text."""
    known = {line.id: (line, v) for line, v in zip(paper.lines, paper.verdicts, strict=True)}
    if line_id not in known:
        close = get_close_matches(line_id, known, n=MAX_SUGGESTIONS, cutoff=MIN_ID_SIMILARITY)
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
        *(describe_reason(reason) for reason in paper.reasons if reason.line_id == line_id),
        f"page {line.page}, column {line.column}, x {box.left:.1f} to {box.right:.1f}, "
        f"baseline {line.baseline:.1f}",
        size,
        f"in {', '.join(sentences)}" if sentences else "",
    )
    return "\n".join(part for part in parts if part)


def find_lines(paper: Extraction, text: str) -> list[str]:
    """The ids of the lines that contain this text, which may run across line ends."""
    wanted = fold_text(text)
    if not wanted:
        return []
    folded = [fold_text(line.text) for line in paper.lines]
    starts = [0]
    for part in folded:
        starts.append(starts[-1] + len(part))
    whole = "".join(folded)
    found: dict[str, None] = {}
    place, index = whole.find(wanted), 0
    while place >= 0:
        while starts[index + 1] <= place:
            index += 1
        last = index
        while starts[last] < place + len(wanted):
            if folded[last]:
                found[paper.lines[last].id] = None
            last += 1
        place = whole.find(wanted, place + 1)
    return list(found)
