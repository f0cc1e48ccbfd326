"""The body text as plain text: one paragraph per line, separated by blank lines."""

from __future__ import annotations

from collections import Counter

from pdfbot.model import EquationStyle, Extraction
from pdfbot.notation import Notation


def render_text(
    extraction: Extraction, notation: Notation = "unicode", equations: EquationStyle = "mark"
) -> str:
    """The text with a final newline; empty if there is no body text."""
    return extraction.written(notation, equations) + "\n" if extraction.body else ""


def explain_empty(extraction: Extraction) -> str:
    """Why there is no body text, for an extraction without paragraphs."""
    roles = Counter(verdict.rule.role for verdict in extraction.verdicts)
    if not roles:
        return "no body text found: the pages have no text"
    role, count = roles.most_common(1)[0]
    total = len(extraction.verdicts)
    return f"no body text found: {count} of {total} lines are taken for {role.value}"
