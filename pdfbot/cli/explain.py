"""`pdfbot explain`: why each line is body text or not, as an HTML page or on the terminal."""

from __future__ import annotations

import argparse

from pdfbot.cli.arguments import add_extraction_options, reading_options, rule_options
from pdfbot.cli.single_output import (
    add_paper_arguments,
    add_record_option,
    read_record,
    take_input,
    write_result,
)
from pdfbot.cli.terminal import count, report_warnings, write_data
from pdfbot.cli.work_progress import WorkProgress
from pdfbot.errors import ExitCode, UsageError
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import encode
from pdfbot.pipeline import extract_body
from pdfbot.readers.source import Source
from pdfbot.visual.explain.describe import describe_line, find_lines
from pdfbot.visual.explain.view import explain_replica
from pdfbot.visual.replica.build import build_analysed_replica


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    parser.add_argument(
        "--line",
        metavar="ID",
        action="append",
        default=[],
        help="explain a line, such as p3.c2.l17, on the terminal; may be repeated",
    )
    parser.add_argument(
        "--find",
        metavar="TEXT",
        action="append",
        default=[],
        help="explain the lines with these words on the terminal; may be repeated",
    )
    add_record_option(parser)
    add_extraction_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the page, or print the explanation of single lines."""
    reading, rules = reading_options(options), rule_options(options)
    wants_text = bool(options.line or options.find)
    source = take_input(options, is_text=wants_text)
    record = read_record(options)
    if record is not None and not wants_text:
        raise UsageError("--record: a record has no columns to draw; use it with --line or --find")
    if wants_text:
        paper = record or _extract(source, reading, rules)
        text = _describe_lines(options.line, options.find, source.name, paper)
        if options.output:
            write_result(options.output, encode(text))
        else:
            write_data(text)
        return ExitCode.OK
    with WorkProgress("reading") as progress:
        built = build_analysed_replica(source, reading, rules, progress.page)
        progress.stage("writing")
        html = explain_replica(built.html, built.analysis)
    paper = built.analysis.extraction
    report_warnings(source.name, paper.warnings)
    lines = count(len(paper.lines), "line")
    write_result(options.output, html.encode("utf-8", "replace"), f"{lines} explained")
    return ExitCode.OK


def _extract(source: Source, reading: ReadingOptions, rules: RuleOptions) -> Extraction:
    with WorkProgress("reading"):
        paper = extract_body(source, reading, rules)
    report_warnings(source.name, paper.warnings)
    return paper


def _describe_lines(line_ids: list[str], texts: list[str], name: str, paper: Extraction) -> str:
    wanted = list(line_ids)
    for text in texts:
        found = find_lines(paper, text)
        if not found:
            raise UsageError(f"{name}: no line contains the words {text!r}")
        wanted += found
    unique = dict.fromkeys(wanted)
    return "\n\n".join(describe_line(paper, line_id) for line_id in unique) + "\n"
