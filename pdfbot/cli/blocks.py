"""`pdfbot blocks`: blocks of text whose columns stay aligned, in the Freki format or as JSON."""

from __future__ import annotations

import argparse
from pathlib import Path

from pdfbot.cli.jobs import STDIN, Job
from pdfbot.cli.renderings import add_source_arguments, render_all
from pdfbot.model import Document

FORMATS = ("freki", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_source_arguments(parser, FORMATS)
    group = parser.add_argument_group("blocks")
    group.add_argument(
        "--valley",
        action="store_true",
        help="take the gap between blocks from the histogram of gaps: for double-spaced text",
    )
    group.add_argument(
        "--doc-id", metavar="NAME", help="names the document (default: the file's name)"
    )


def run(options: argparse.Namespace) -> int:
    def render(document: Document, job: Job) -> str:
        from pdfbot.layout.textblocks import find_blocks
        from pdfbot.output.freki import dumps, render_json, safe_id

        name = options.doc_id or ("stdin" if job.given == STDIN else Path(job.given).stem)
        found = find_blocks(document, safe_id(name), valley=options.valley)
        if options.format == "json":
            return render_json(found, source=job.name)
        return dumps(found.blocks)

    return render_all(options, options.format, render)
