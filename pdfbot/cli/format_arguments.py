"""Options for the content of each format, for `extract` and `batch`."""

from __future__ import annotations

import argparse

from pdfbot.model import EQUATION_STYLES
from pdfbot.notation import NOTATIONS
from pdfbot.output.chunks import DEFAULT_WORDS
from pdfbot.output.formats import FormatOptions
from pdfbot.output.markdown import FLOAT_PLACES, INCLUDABLE


def add_format_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for what to write."""
    group = parser.add_argument_group("content")
    group.add_argument(
        "--rank",
        action="store_true",
        help="json, jsonl: add the score that pdfbot rank gives each sentence",
    )
    group.add_argument(
        "--reasons",
        action="store_true",
        help="json, jsonl: add why each body line begins or continues a paragraph",
    )
    group.add_argument(
        "--anchors",
        action="store_true",
        help="md: add a comment with id, page and boxes after every paragraph",
    )
    group.add_argument(
        "--include",
        choices=INCLUDABLE,
        action="append",
        default=[],
        help="md: write these, too: parts after the text, a comment where a page begins, links "
        "from citation marks and mentions to what is written; may be repeated",
    )
    group.add_argument(
        "--floats",
        choices=FLOAT_PLACES,
        default="end",
        help="md: where captions and tables are: after the text, or in it, below the paragraph "
        "that first refers to them (default: end)",
    )
    group.add_argument(
        "--drop-citations",
        action="store_true",
        help="txt, md, chunks: leave out [1], (Smith, 2020) and raised numbers",
    )
    add_scripts_option(group, "txt, md, chunks", "html for md, else unicode")
    group.add_argument(
        "--equations",
        choices=EQUATION_STYLES,
        default="mark",
        help="txt, md, chunks: in the place of a display equation write [Eq. 3], its TeX in $$, "
        "or nothing (default: mark)",
    )
    group.add_argument(
        "--chunk-words",
        type=int,
        default=DEFAULT_WORDS,
        metavar="N",
        help=f"chunks: the most words in a chunk (default: {DEFAULT_WORDS})",
    )
    group.add_argument(
        "--chunk-overlap",
        type=int,
        default=0,
        metavar="N",
        help="chunks: number of sentences repeated from the previous chunk (default: 0)",
    )


def add_scripts_option(group: argparse._ArgumentGroup, formats: str, default: str) -> None:
    """How text is written that is raised or lowered."""
    group.add_argument(
        "--scripts",
        choices=NOTATIONS,
        help=f"{formats}: raised and lowered text as Unicode has it, or ^{{...}} and _{{...}}, "
        "always so, as <sup> and <sub>, or like other text "
        f"(default: {default})",
    )


def format_options(options: argparse.Namespace) -> FormatOptions:
    return FormatOptions(
        lean=getattr(options, "lean", False),
        rank=options.rank,
        reasons=options.reasons,
        anchors=options.anchors,
        include=tuple(dict.fromkeys(options.include)),
        floats=options.floats,
        drop_citations=options.drop_citations,
        scripts=options.scripts,
        equations=options.equations,
        chunk_words=options.chunk_words,
        chunk_overlap=options.chunk_overlap,
    )
