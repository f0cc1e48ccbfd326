"""`pdfbot blocks`: blocks of text with aligned columns, in the Freki format or as JSON."""

from __future__ import annotations

import argparse
from pathlib import Path

from pdfbot.cli.jobs import STDIN, Job
from pdfbot.cli.text_commands import add_document_arguments, render_documents
from pdfbot.methods.freki.format import dumps, render_json, safe_id
from pdfbot.methods.freki.freki_lines import find_blocks
from pdfbot.model import Document

FORMATS = ("freki", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_document_arguments(parser, FORMATS)
    group = parser.add_argument_group("blocks")
    group.add_argument(
        "--valley",
        action="store_true",
        help="derive the gap between blocks from a histogram of gaps, for double-spaced text",
    )
    group.add_argument(
        "--doc-id", metavar="NAME", help="name of the document (default: the file's name)"
    )


def run(options: argparse.Namespace) -> int:
    def render(document: Document, job: Job) -> str:
        name = options.doc_id or ("stdin" if job.given == STDIN else Path(job.given).stem)
        blocks = find_blocks(document, safe_id(name), valley=options.valley)
        if options.format == "json":
            return render_json(blocks, source=job.name)
        return dumps(blocks.blocks)

    return render_documents(options, options.format, render)
