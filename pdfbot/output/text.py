"""The body text as plain text: one paragraph per line, separated by blank lines."""

from __future__ import annotations

from pdfbot.model import Extraction


def render_text(extraction: Extraction) -> str:
    """The text with a final newline; empty if there is no body text."""
    return extraction.text + "\n" if extraction.paragraphs else ""
