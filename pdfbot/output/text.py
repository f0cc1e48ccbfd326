"""The body text as plain text: a paragraph a line, a blank line between two."""

from __future__ import annotations

from pdfbot.model import Extraction


def render_text(extraction: Extraction) -> str:
    """The text with a newline at its end; nothing at all when there is no body text."""
    return extraction.text + "\n" if extraction.paragraphs else ""
