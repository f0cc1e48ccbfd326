"""Headings with the text of their joined lines."""

from __future__ import annotations

from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.printed_headings import Heading, heading_runs, read_heading
from pdfbot.paragraphs.joining import join_text
from pdfbot.text.hyphens import Vocabulary


def find_headings(
    context: DocumentContext, judgement: Judgement, vocabulary: Vocabulary
) -> list[Heading]:
    """The headings in reading order, with their lines joined."""
    return [
        read_heading(judgement, lines, joined.text, joined.scripts)
        for lines in heading_runs(context, judgement)
        for joined in [join_text(lines, vocabulary)]
    ]
