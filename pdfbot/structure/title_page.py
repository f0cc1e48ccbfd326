"""The title and the authors, as they are printed before the abstract."""

from __future__ import annotations

from dataclasses import dataclass

from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.title_block import find_title
from pdfbot.notation import Script
from pdfbot.paragraphs.joining import join_text
from pdfbot.text.hyphens import Vocabulary


@dataclass(frozen=True, slots=True)
class TitlePage:
    """The title, and the authors as raw text with their marks."""

    title: str = ""
    title_scripts: tuple[Script, ...] = ()
    authors: str = ""


def read_title_page(
    context: DocumentContext, judgement: Judgement, vocabulary: Vocabulary
) -> TitlePage:
    """The text of the title and of the block below it."""
    found = find_title(context, judgement)
    if not found.title:
        return TitlePage()
    authors = join_text(found.authors, vocabulary).text if found.authors else ""
    title = join_text(found.title, vocabulary)
    return TitlePage(title.text, title.scripts, authors)
