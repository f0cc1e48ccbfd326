"""Options about the content of a format, for `extract` and `batch`."""

from __future__ import annotations

import argparse

from pdfbot.output.chunks import DEFAULT_WORDS
from pdfbot.output.formats import FormatOptions
from pdfbot.output.markdown import INCLUDABLE


def add_format_options(parser: argparse.ArgumentParser) -> None:
    """What to write, and how."""
    group = parser.add_argument_group("content")
    group.add_argument(
        "--rank",
        action="store_true",
        help="json, jsonl: also write the score of each sentence, as pdfbot rank finds it",
    )
    group.add_argument(
        "--anchors",
        action="store_true",
        help="md: a comment with id, page and boxes behind every paragraph",
    )
    group.add_argument(
        "--include",
        choices=INCLUDABLE,
        action="append",
        default=[],
        help="md: also list these after the text; may be repeated",
    )
    group.add_argument(
        "--drop-citations",
        action="store_true",
        help="txt, md, chunks: leave out [1], (Smith, 2020) and raised numbers",
    )
    group.add_argument(
        "--chunk-words",
        type=int,
        default=DEFAULT_WORDS,
        metavar="N",
        help=f"chunks: at most so many words (default: {DEFAULT_WORDS})",
    )
    group.add_argument(
        "--chunk-overlap",
        type=int,
        default=0,
        metavar="N",
        help="chunks: sentences repeated from the chunk before (default: 0)",
    )


def format_options(options: argparse.Namespace) -> FormatOptions:
    return FormatOptions(
        lean=getattr(options, "lean", False),
        rank=options.rank,
        anchors=options.anchors,
        include=tuple(dict.fromkeys(options.include)),
        drop_citations=options.drop_citations,
        chunk_words=options.chunk_words,
        chunk_overlap=options.chunk_overlap,
    )
