"""`pdfbot highlight`: colour sentences, in a replica or the PDF, or list them as annotations."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pdfbot.cli.arguments import (
    add_extraction_options,
    add_spread_option,
    reading_options,
    rule_options,
)
from pdfbot.cli.single_output import add_paper_arguments, open_replica, take_input, write_result
from pdfbot.cli.terminal import report_warnings
from pdfbot.errors import ExitCode, FileMissingError, NoTextError, UsageError
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import encode
from pdfbot.output.text import explain_empty
from pdfbot.pipeline import extract_body
from pdfbot.ranking import Spread
from pdfbot.readers.source import Source
from pdfbot.visual.highlight.marks import MAX_LAYERS, MarkPlan, MarkValue, plan_marks, plan_ranking
from pdfbot.visual.highlight.overlay import highlight_replica
from pdfbot.visual.highlight.pdf_annotations import annotate_pdf
from pdfbot.visual.highlight.web_annotations import web_annotations
from pdfbot.visual.replica.build import analyse_replica

# The endings of each format's files.
ENDINGS = {"html": (".html", ".htm"), "pdf": (".pdf",), "annotations": (".json",)}
FORMATS = tuple(ENDINGS)
# Characters of a sentence that a message quotes.
MAX_QUOTE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Request:
    """What to colour: `named` must be in the paper, entries of `scores` may be missing.

    Without either, all sentences are coloured by their rank.
    """

    named: dict[str, MarkValue]
    scores: dict[str, MarkValue]
    layers: int | None
    spread: Spread


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="a replica, the PDF with annotations, or W3C Web Annotations as JSON (default: the "
        "suffix of -o, else html)",
    )
    group = parser.add_argument_group("what to colour")
    group.add_argument(
        "--sentence",
        metavar="ID[=COLOUR]",
        action="append",
        default=[],
        help="a sentence of the JSON output, such as s3.2 or s3.2=orange; may be repeated",
    )
    group.add_argument(
        "--match",
        metavar="TEXT",
        action="append",
        default=[],
        help="every occurrence of a text in the body text; may be repeated",
    )
    group.add_argument(
        "--from",
        metavar="FILE",
        dest="scores",
        help="a JSON file that maps sentence ids or texts to scores or colours",
    )
    group.add_argument(
        "--layers",
        type=int,
        metavar="K",
        choices=range(1, MAX_LAYERS + 1),
        help=f"number of layers for the scores of --from, 1 to {MAX_LAYERS} (default: 3); alone: "
        "colour all sentences in layers as pdfbot rank finds them",
    )
    add_spread_option(group)
    add_extraction_options(parser)


def run(options: argparse.Namespace) -> int:
    """Colour what was requested; what is not found is an error, but a warning in --from."""
    request = _parse_request(options)
    reading, rules, source = reading_options(options), rule_options(options), take_input(options)
    form = options.format or _format_of(options.output)
    if form == "pdf":
        data = _annotated_pdf(request, source, reading, rules)
    elif form == "annotations":
        data = _web_annotations(request, source, reading, rules)
    else:
        replica = open_replica(source, reading)
        paper = analyse_replica(replica, source, reading, rules).extraction
        html = highlight_replica(replica.html, paper, _plan(paper, source, request))
        data = html.encode("utf-8", "replace")
    write_result(options.output, data)
    return ExitCode.OK


def _parse_request(options: argparse.Namespace) -> Request:
    named: dict[str, MarkValue] = dict.fromkeys(options.match)
    for spec in options.sentence:
        sentence_id, _, colour = spec.partition("=")
        named[sentence_id] = colour or None
    scores = {} if options.scores is None else read_scores(options.scores)
    if not named and (not scores if options.scores else options.layers is None):
        raise UsageError("nothing to colour: use --sentence, --match, --from or --layers")
    return Request(named, scores, options.layers, options.spread)


def _annotated_pdf(
    request: Request, source: Source, reading: ReadingOptions, rules: RuleOptions
) -> bytes:
    pdf = source.decompressed()
    if pdf.is_replica():
        raise UsageError(f"{pdf.name}: a replica, not a PDF; --format pdf needs the PDF")
    paper = extract_body(source, reading, rules)
    report_warnings(source.name, paper.warnings)
    return annotate_pdf(pdf.content, paper, _plan(paper, source, request), reading.password)


def _web_annotations(
    request: Request, source: Source, reading: ReadingOptions, rules: RuleOptions
) -> bytes:
    paper = extract_body(source, reading, rules)
    report_warnings(source.name, paper.warnings)
    page = web_annotations(paper, _plan(paper, source, request), source.name)
    return encode(json.dumps(page, ensure_ascii=False, indent=1) + "\n")


def _format_of(output: str | None) -> str:
    suffix = Path(output or "").suffix.lower()
    for form, endings in ENDINGS.items():
        if suffix in endings:
            return form
    if output is None or not suffix:
        return "html"
    known = ", ".join(ending for endings in ENDINGS.values() for ending in endings)
    raise UsageError(f"-o {output}: no format has the ending {suffix}; use {known} or --format")


def _plan(paper: Extraction, source: Source, request: Request) -> MarkPlan:
    if not request.named and not request.scores:
        if not paper.sentences:
            raise NoTextError(f"{source.name}: {explain_empty(paper)}")
        return plan_ranking(paper, request.layers, request.spread)
    plan = plan_marks(paper, {**request.scores, **request.named}, request.layers)
    missing = [key for key in plan.missing if key in request.named]
    if missing:
        quote = missing[0][:MAX_QUOTE_LENGTH]
        raise UsageError(f"{source.name}: not in the body text: {quote!r}{_advice(paper)}")
    if plan.missing:
        warning = (
            f"{len(plan.missing)} of {len(request.scores)} entries are not in the body text, the "
            f"first is {plan.missing[0][:MAX_QUOTE_LENGTH]!r}"
        )
        report_warnings(source.name, [warning])
    if not plan.marks:
        raise UsageError(f"{source.name}: no entry of --from is in the body text")
    return plan


def _advice(paper: Extraction) -> str:
    if not paper.sentences:
        return " (there is none)"
    return f" (sentences are {paper.sentences[0].id} to {paper.sentences[-1].id})"


def read_scores(path: str) -> dict[str, MarkValue]:
    """Read `{"s1.2": 0.8}`, or a list of records with id or text, and score or colour."""
    try:
        data = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise FileMissingError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{path}: not JSON") from None
    if isinstance(data, list):
        data = {_record_key(item, path): _record_value(item) for item in data}
    if not isinstance(data, dict):
        raise UsageError(f"{path}: neither an object nor a list")
    for key, value in data.items():
        if isinstance(value, bool) or not isinstance(value, (str, int, float, type(None))):
            raise UsageError(
                f"{path}: {key[:MAX_QUOTE_LENGTH]!r} has no score (a number) or colour (a string)"
            )
    return data


def _record_key(item: object, path: str) -> str:
    if isinstance(item, dict):
        for name in ("id", "text"):
            if isinstance(item.get(name), str):
                return str(item[name])
    raise UsageError(f'{path}: every record of the list needs an "id" or a "text"')


def _record_value(item: Any) -> Any:
    return next((item[name] for name in ("colour", "color", "score") if name in item), None)
