"""`pdfbot explain`: why each line is body text or not, as an HTML page or in the terminal."""

from __future__ import annotations

import argparse

from pdfbot.cli.arguments import add_extraction_options, reading_options, rule_options
from pdfbot.cli.single_output import (
    add_paper_arguments,
    count,
    open_replica,
    take_input,
    write_result,
)
from pdfbot.cli.terminal import report_warnings, write_data
from pdfbot.cli.work_progress import WorkProgress
from pdfbot.errors import ExitCode, UsageError
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import encode
from pdfbot.pipeline import extract_body
from pdfbot.readers.source import Source
from pdfbot.visual.explain.describe import describe_line, find_lines
from pdfbot.visual.explain.view import explain_replica
from pdfbot.visual.replica.build import analyse_replica


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    parser.add_argument(
        "--line",
        metavar="ID",
        action="append",
        default=[],
        help="print the explanation of a line such as p3.c2.l17; may be repeated",
    )
    parser.add_argument(
        "--find",
        metavar="TEXT",
        action="append",
        default=[],
        help="print the explanation of the lines with these words; may be repeated",
    )
    add_extraction_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the page, or print what is known about single lines."""
    reading, rules = reading_options(options), rule_options(options)
    wants_text = bool(options.line or options.find)
    source = take_input(options, is_text=wants_text)
    if wants_text:
        text = _describe_lines(options.line, options.find, source, reading, rules)
        if options.output:
            write_result(options.output, encode(text))
        else:
            write_data(text)
        return ExitCode.OK
    with WorkProgress("reading") as progress:
        replica = open_replica(source, reading, progress)
        progress.stage("judging the lines")
        analysis = analyse_replica(replica, source, reading, rules)
        progress.stage("writing")
        html = explain_replica(replica.html, analysis, title=source.name)
    lines = count(len(analysis.extraction.lines), "line")
    write_result(options.output, html.encode("utf-8", "replace"), f"{lines} explained")
    return ExitCode.OK


def _describe_lines(
    line_ids: list[str],
    texts: list[str],
    source: Source,
    reading: ReadingOptions,
    rules: RuleOptions,
) -> str:
    with WorkProgress("reading"):
        paper = extract_body(source, reading, rules)
    report_warnings(source.name, paper.warnings)
    wanted = list(line_ids)
    for text in texts:
        found = find_lines(paper, text)
        if not found:
            raise UsageError(f"{source.name}: no line has the words {text!r}")
        wanted += found
    unique = dict.fromkeys(wanted)
    return "\n\n".join(describe_line(paper, line_id) for line_id in unique) + "\n"
