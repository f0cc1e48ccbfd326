"""`pdfbot regions`: all text of pages with changing columns, in the order of a reader."""

from __future__ import annotations

import argparse

from pdfbot.cli.jobs import Job
from pdfbot.cli.renderings import add_source_arguments, render_all
from pdfbot.errors import UsageError
from pdfbot.model import Document

FORMATS = ("text", "json", "html")
SUFFIXES = {"text": "txt", "json": "json", "html": "html"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source_arguments(parser, FORMATS)
    group = parser.add_argument_group("regions")
    group.add_argument(
        "--threshold",
        default="font",
        metavar="font|width|POINTS",
        help="the narrowest column gap: from the modal font size (default), from the page's "
        "width, or in points",
    )
    group.add_argument(
        "--header-lines",
        default="auto",
        metavar="auto|N",
        help="lines of the page header; auto compares the pages",
    )


def run(options: argparse.Namespace) -> int:
    threshold = _threshold(options.threshold)
    header_lines = _header_lines(options.header_lines)

    def render(document: Document, job: Job) -> str:
        from pdfbot.layout.regions import document_regions
        from pdfbot.output.regions import render_html, render_json, render_text

        found = document_regions(document, threshold, header_lines)
        if options.format == "json":
            return render_json(found, source=job.name)
        return (
            render_html(found, title=job.name) if options.format == "html" else render_text(found)
        )

    return render_all(options, SUFFIXES[options.format], render)


def _threshold(text: str) -> str | float:
    if text in ("font", "width"):
        return text
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"--threshold {text}: use font, width or a number of points") from None


def _header_lines(text: str) -> int | None:
    if text == "auto":
        return None
    if text.isascii() and text.isdigit() and len(text) < 3:
        return int(text)
    raise UsageError(f"--header-lines {text}: use auto or a number from 0 to 99")
