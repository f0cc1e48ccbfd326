"""`pdfbot highlight`: colour sentences, in a replica or the PDF, or list them as annotations."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace

from pdfbot.cli.arguments import (
    add_extraction_options,
    add_spread_option,
    reading_options,
    rule_options,
)
from pdfbot.cli.jobs import STDIN
from pdfbot.cli.marks_file import MAX_QUOTE_LENGTH, read_marks
from pdfbot.cli.single_output import (
    add_paper_arguments,
    count,
    open_replica,
    take_input,
    write_result,
)
from pdfbot.cli.terminal import report_warnings
from pdfbot.cli.work_progress import WorkProgress
from pdfbot.errors import ExitCode, NoTextError, UsageError
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import encode, format_by_ending
from pdfbot.output.text import explain_empty
from pdfbot.pipeline import extract_body
from pdfbot.ranking import Spread
from pdfbot.readers.source import Source
from pdfbot.visual.highlight.colours import is_colour
from pdfbot.visual.highlight.marks import (
    MAX_LAYERS,
    Highlight,
    MarkPlan,
    plan_marks,
    plan_ranking,
)
from pdfbot.visual.highlight.overlay import highlight_replica
from pdfbot.visual.highlight.pdf_annotations import annotate_pdf
from pdfbot.visual.highlight.web_annotations import web_annotations
from pdfbot.visual.replica.build import analyse_replica

# The endings of each format's files.
ENDINGS = {"html": (".html", ".htm"), "pdf": (".pdf",), "annotations": (".json",)}
FORMATS = tuple(ENDINGS)


@dataclass(frozen=True, slots=True)
class Request:
    """What to colour: `named` must be in the paper, entries of `listed` may be missing.

    Without either, all sentences are coloured by their rank.
    """

    named: dict[str, Highlight]
    listed: dict[str, Highlight]
    layers: int | None
    names: tuple[str, ...]
    spread: Spread


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="a replica, the PDF with annotations, or W3C Web Annotations as JSON (default: the "
        "suffix of -o, else html)",
    )
    parser.add_argument(
        "--keep-actions",
        action="store_true",
        help="pdf: leave scripts and open actions of the PDF in it",
    )
    _add_choices(parser)
    add_extraction_options(parser)


def _add_choices(parser: argparse.ArgumentParser) -> None:
    """What to colour, and how."""
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
        metavar="TEXT[=COLOUR]",
        action="append",
        default=[],
        help="whole words wherever they occur in the body text, such as path or path=orange; may "
        "be repeated",
    )
    group.add_argument(
        "--whole-sentence",
        action="store_true",
        help="colour the sentences that the texts of --match and --from occur in",
    )
    group.add_argument(
        "--within-words", action="store_true", help="find texts in the middle of words, too"
    )
    group.add_argument(
        "--from",
        metavar="FILE",
        dest="marks_file",
        help="sentence ids or texts with scores, colours, labels and notes, as JSON, JSON lines or "
        "CSV; - is standard input",
    )
    group.add_argument(
        "--layers",
        type=int,
        metavar="K",
        choices=range(1, MAX_LAYERS + 1),
        help=f"number of layers for the scores of --from, 1 to {MAX_LAYERS} (default: 3); alone: "
        "colour all sentences in layers as pdfbot rank finds them",
    )
    group.add_argument(
        "--layer-name",
        metavar="NAME",
        action="append",
        default=[],
        dest="names",
        help="what the first layer is called, then the second, and so on; may be repeated",
    )
    add_spread_option(group)


def run(options: argparse.Namespace) -> int:
    """Colour what was requested; what is not found is an error, but a warning in --from."""
    if options.input == options.marks_file == STDIN:
        raise UsageError("FILE and --from are both -: only one can be standard input")
    form = options.format or format_by_ending(options.output, ENDINGS, "html")
    reading, rules, source = reading_options(options), rule_options(options), take_input(options)
    request = _parse_request(options)
    with WorkProgress("reading") as progress:
        if form == "html":
            data, plan = _coloured_replica(request, source, reading, rules, progress)
        else:
            paper = _extract(source, reading, rules, needs_pdf=form == "pdf")
            plan = _plan(paper, source, request)
            progress.stage("writing")
            if form == "pdf":
                data = annotate_pdf(
                    source.decompressed().content,
                    paper,
                    plan,
                    reading.password,
                    keep_actions=options.keep_actions,
                )
            else:
                page = web_annotations(paper, plan, source.name)
                data = encode(json.dumps(page, ensure_ascii=False, indent=1) + "\n")
    write_result(options.output, data, _summary(plan))
    return ExitCode.OK


def _parse_request(options: argparse.Namespace) -> Request:
    named = {}
    for spec in options.match:
        text, _, colour = spec.rpartition("=")
        if text and is_colour(colour):
            named[text] = Highlight(colour=colour)
        else:
            named[spec] = Highlight()
    for spec in options.sentence:
        sentence_id, _, colour = spec.partition("=")
        named[sentence_id] = Highlight(colour=colour or None)
    listed = {} if options.marks_file is None else read_marks(options.marks_file)
    wants_ranking = options.marks_file is None and (options.layers or options.names)
    if not named and not listed and not wants_ranking:
        raise UsageError("nothing to colour: use --sentence, --match, --from or --layers")
    named, listed = (
        {
            key: replace(
                style,
                whole_sentence=options.whole_sentence,
                within_words=options.within_words,
            )
            for key, style in marks.items()
        }
        for marks in (named, listed)
    )
    return Request(named, listed, options.layers, tuple(options.names), options.spread)


def _coloured_replica(
    request: Request,
    source: Source,
    reading: ReadingOptions,
    rules: RuleOptions,
    progress: WorkProgress,
) -> tuple[bytes, MarkPlan]:
    replica = open_replica(source, reading, progress)
    progress.stage("finding the sentences")
    paper = analyse_replica(replica, source, reading, rules).extraction
    plan = _plan(paper, source, request)
    progress.stage("writing")
    return highlight_replica(replica.html, paper, plan).encode("utf-8", "replace"), plan


def _extract(
    source: Source, reading: ReadingOptions, rules: RuleOptions, *, needs_pdf: bool
) -> Extraction:
    if needs_pdf and source.decompressed().is_replica():
        raise UsageError(f"{source.name}: a replica, not a PDF; --format pdf needs the PDF")
    paper = extract_body(source, reading, rules)
    report_warnings(source.name, paper.warnings)
    return paper


def _plan(paper: Extraction, source: Source, request: Request) -> MarkPlan:
    if not request.named and not request.listed:
        if not paper.sentences:
            raise NoTextError(f"{source.name}: {explain_empty(paper)}")
        return plan_ranking(paper, request.layers, request.spread, request.names)
    wanted = {**request.listed, **request.named}
    plan = plan_marks(paper, wanted, request.layers, request.names)
    missing = [key for key in plan.missing if key in request.named]
    if missing:
        quote = missing[0][:MAX_QUOTE_LENGTH]
        raise UsageError(f"{source.name}: not in the body text: {quote!r}{_advice(paper)}")
    if plan.missing:
        warning = (
            f"{len(plan.missing)} of {len(request.listed)} entries are not in the body text, the "
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


def _summary(plan: MarkPlan) -> str:
    """How much was coloured, and how many texts were not found."""
    sentences = {mark.sentence_id for mark in plan.marks}
    passages = sum(mark.is_passage for mark in plan.marks)
    if passages == len(plan.marks):
        coloured = f"{count(passages, 'passage')} in {count(len(sentences), 'sentence')} coloured"
    elif passages:
        whole = len(plan.marks) - passages
        coloured = f"{count(whole, 'sentence')} and {count(passages, 'passage')} coloured"
    else:
        coloured = f"{count(len(sentences), 'sentence')} coloured"
    missing = f", {count(len(plan.missing), 'text')} not found" if plan.missing else ""
    return f"{coloured} in {count(len(plan.layers), 'layer')}{missing}"
