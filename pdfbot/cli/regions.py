"""`pdfbot regions`: all text in reading order, from pages whose number of columns changes."""

from __future__ import annotations

import argparse

from pdfbot.cli.jobs import Job
from pdfbot.cli.text_commands import add_document_arguments, render_documents
from pdfbot.errors import UsageError
from pdfbot.methods.left_regions.output import render_html, render_json, render_text
from pdfbot.methods.left_regions.text_regions import document_regions
from pdfbot.model import Document

FORMATS = ("txt", "json", "html")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_document_arguments(parser, FORMATS)
    group = parser.add_argument_group("regions")
    group.add_argument(
        "--threshold",
        default="font",
        metavar="font|width|POINTS",
        help="the narrowest column gap: derived from the most common font size (default), from "
        "the page width, or in points",
    )
    group.add_argument(
        "--header-lines",
        default="auto",
        metavar="auto|N",
        help="number of lines in the page header; auto compares pages to find out (default: auto)",
    )


def run(options: argparse.Namespace) -> int:
    threshold = _parse_threshold(options.threshold)
    header_lines = _parse_header_lines(options.header_lines)

    def render(document: Document, job: Job) -> str:
        regions = document_regions(document, threshold, header_lines)
        if options.format == "json":
            return render_json(regions, source=job.name)
        if options.format == "html":
            return render_html(regions, title=job.name)
        return render_text(regions)

    return render_documents(options, options.format, render)


def _parse_threshold(text: str) -> str | float:
    if text in ("font", "width"):
        return text
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"--threshold {text}: use font, width or a number of points") from None


def _parse_header_lines(text: str) -> int | None:
    if text == "auto":
        return None
    if text.isascii() and text.isdigit() and len(text) < 3:
        return int(text)
    raise UsageError(f"--header-lines {text}: use auto or a number from 0 to 99")
