"""`pdfbot highlight`: sentences in colour, in a replica or in the PDF itself."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from pdfbot.cli.options import add_reading_options, reading_choices
from pdfbot.cli.showing import (
    Given,
    add_paper_arguments,
    open_paper,
    open_replica,
    read_paper,
    take_input,
    write_result,
)
from pdfbot.cli.terminal import report
from pdfbot.errors import FileMissingError, UsageError
from pdfbot.model import Extraction
from pdfbot.overlay.marks import MOST_LAYERS, Marking, Value, plan_marks

FORMATS = ("html", "pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="a replica, or the PDF with annotations (default: the ending of -o, else html)",
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
        help="every place in the body text that says this; may be repeated",
    )
    group.add_argument(
        "--from",
        metavar="FILE",
        dest="scores",
        help="a JSON file: sentence id or text to score or colour",
    )
    group.add_argument(
        "--layers",
        type=int,
        metavar="K",
        choices=range(1, MOST_LAYERS + 1),
        help=f"layers for the scores of --from, 1 to {MOST_LAYERS} (default: 3)",
    )
    add_reading_options(parser)


def run(options: argparse.Namespace) -> int:
    """Colours what is wanted; what is not found is an error, in --from a warning."""
    asked: dict[str, Value] = dict.fromkeys(options.match)
    for wish in options.sentence:
        name, _, colour = wish.partition("=")
        asked[name] = colour or None
    scores = {} if options.scores is None else read_scores(options.scores)
    if not asked and not scores:
        raise UsageError("nothing to colour: use --sentence, --match or --from")
    choices, given = reading_choices(options), take_input(options)
    if (options.format or _format_of(options.output)) == "pdf":
        data = _annotated(given, choices, asked, scores, options.layers)
    else:
        data = _replica(given, choices, asked, scores, options.layers)
    write_result(options.output, data)
    return 0


def _format_of(output: str | None) -> str:
    return "pdf" if output and output.lower().endswith(".pdf") else "html"


def _replica(
    given: Given,
    choices: dict[str, Any],
    asked: dict[str, Value],
    scores: dict[str, Value],
    layers: int | None,
) -> bytes:
    from pdfbot.overlay.highlight import highlight_replica

    replica = open_replica(given, choices)
    paper = read_paper(replica, choices)
    marking = _plan(paper, given, asked, scores, layers)
    return highlight_replica(replica.html, paper, marking).encode("utf-8", "replace")


def _annotated(
    given: Given,
    choices: dict[str, Any],
    asked: dict[str, Value],
    scores: dict[str, Value],
    layers: int | None,
) -> bytes:
    from pdfbot.overlay.annotations import annotate_pdf
    from pdfbot.source import open_content

    content, kind, name = open_content(given.content, given.name)
    if kind != "pdf":
        raise UsageError(f"{name}: a replica, not a PDF; --format pdf needs the PDF")
    paper = open_paper(given, choices)
    marking = _plan(paper, given, asked, scores, layers)
    return annotate_pdf(content, paper, marking, choices["password"])


def _plan(
    paper: Extraction,
    given: Given,
    asked: dict[str, Value],
    scores: dict[str, Value],
    layers: int | None,
) -> Marking:
    marking = plan_marks(paper, {**scores, **asked}, layers)
    lost = [key for key in marking.missing if key in asked]
    if lost:
        raise UsageError(f"{given.name}: not in the body text: {lost[0][:80]!r}{_advice(paper)}")
    if marking.missing:
        first = marking.missing[0][:60]
        report(
            given.name,
            f"warning: {len(marking.missing)} of {len(scores)} entries are not in the body "
            f"text, the first is {first!r}",
        )
    if not marking.marks:
        raise UsageError(f"{given.name}: nothing of --from is in the body text")
    return marking


def _advice(paper: Extraction) -> str:
    if not paper.sentences:
        return " (there is none)"
    return f" (sentences are {paper.sentences[0].id} to {paper.sentences[-1].id})"


def read_scores(path: str) -> dict[str, Value]:
    """`{"s1.2": 0.8}`, or a list of records with id or text, and score or colour."""
    try:
        data = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise FileMissingError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{path}: no JSON") from None
    if isinstance(data, list):
        data = {_key(item, path): _value(item) for item in data}
    if not isinstance(data, dict):
        raise UsageError(f"{path}: neither an object nor a list")
    for key, value in data.items():
        if isinstance(value, bool) or not isinstance(value, (str, int, float, type(None))):
            raise UsageError(f"{path}: {key[:40]!r} has no score (a number) or colour (a text)")
    return data


def _key(item: object, path: str) -> str:
    if isinstance(item, dict):
        for name in ("id", "text"):
            if isinstance(item.get(name), str):
                return str(item[name])
    raise UsageError(f'{path}: every record of the list needs an "id" or a "text"')


def _value(item: Any) -> Any:
    return next((item[name] for name in ("colour", "color", "score") if name in item), None)
