"""`pdfbot highlight`: colour sentences in a replica or the PDF, or list them as annotations."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pdfbot.cli.arguments import (
    add_density_option,
    add_extraction_options,
    add_spread_option,
    reading_options,
    rule_options,
)
from pdfbot.cli.highlights_file import MAX_QUOTE_LENGTH, read_highlights
from pdfbot.cli.jobs import STDIN
from pdfbot.cli.single_output import (
    add_paper_arguments,
    add_record_option,
    read_record,
    take_input,
    write_result,
)
from pdfbot.cli.terminal import count, report_warnings
from pdfbot.cli.work_progress import WorkProgress
from pdfbot.errors import ExitCode, NoTextError, UsageError
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import encode, format_by_ending
from pdfbot.output.text import explain_empty
from pdfbot.pipeline import extract_body
from pdfbot.ranking.ranked_sentences import name_ids
from pdfbot.ranking.reading_order import Spread
from pdfbot.readers.source import Source
from pdfbot.visual.highlight.colours import is_colour
from pdfbot.visual.highlight.highlight_plan import (
    MAX_LAYERS,
    Highlight,
    HighlightPlan,
    is_sentence_id,
    plan_highlights,
    plan_ranking,
)
from pdfbot.visual.highlight.overlay import highlight_replica
from pdfbot.visual.highlight.pdf_annotations import annotate_pdf
from pdfbot.visual.highlight.web_annotations import web_annotations
from pdfbot.visual.replica.build import build_analysed_replica, replica_of

# The suffix of each format's files.
ENDINGS: dict[str, tuple[str, ...]] = {
    "html": (".html", ".htm"),
    "pdf": (".pdf",),
    "annotations": (".json",),
}
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
    density: float | None
    only: int | None


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
        help="pdf: keep the scripts and open actions of the PDF",
    )
    add_record_option(parser)
    _add_choices(parser)
    add_extraction_options(parser)


def _add_choices(parser: argparse.ArgumentParser) -> None:
    """Add the options for what to colour, and how."""
    group = parser.add_argument_group("what to colour")
    group.add_argument(
        "--sentence",
        metavar="ID[=COLOUR]",
        action="append",
        default=[],
        help="the id of a sentence in the JSON output, as s3.2 or s3.2=orange; may be repeated",
    )
    group.add_argument(
        "--match",
        metavar="TEXT[=COLOUR]",
        action="append",
        default=[],
        help="whole words wherever they occur in the body text, such as path or path=orange, in a "
        "colour and a layer of their own; may be repeated",
    )
    group.add_argument(
        "--whole-sentence",
        action="store_true",
        help="colour the whole sentences that contain the texts of --match and --from",
    )
    group.add_argument("--within-words", action="store_true", help="also find texts inside words")
    group.add_argument(
        "--from",
        metavar="FILE",
        dest="highlights_file",
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
    add_density_option(group)
    group.add_argument(
        "--only-layer",
        type=int,
        metavar="N",
        help="colour the sentences of this layer only; 1 is to be read first",
    )
    group.add_argument(
        "--layer-name",
        metavar="NAME",
        action="append",
        default=[],
        dest="names",
        help="name of the first layer, then of the second, and so on; may be repeated",
    )
    add_spread_option(group)


def run(options: argparse.Namespace) -> int:
    """Colour what was requested; texts not found are an error, in --from only a warning."""
    if options.input == options.highlights_file == STDIN:
        raise UsageError("FILE and --from are both -: only one can be standard input")
    form = options.format or format_by_ending(options.output, ENDINGS, "html")
    reading, rules, source = reading_options(options), rule_options(options), take_input(options)
    request = _parse_request(options)
    record = read_record(options)
    if form == "pdf" and source.decompressed().is_replica():
        raise UsageError(f"{source.name}: a replica, not a PDF; --format pdf needs the PDF")
    with WorkProgress("reading") as progress:
        if form == "html":
            data, plan = _coloured_replica(request, source, record, reading, rules, progress)
        else:
            paper = record or _extract(source, reading, rules)
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
    named = _named_highlights(options.match, options.sentence)
    listed = {} if options.highlights_file is None else read_highlights(options.highlights_file)
    if not named and not listed and not _wants_ranking(options):
        raise UsageError("nothing to colour: use --sentence, --match, --from or --layers")

    def with_extent(highlights: Mapping[str, Highlight]) -> dict[str, Highlight]:
        extent = {"whole_sentence": options.whole_sentence, "within_words": options.within_words}
        return {key: replace(style, **extent) for key, style in highlights.items()}

    return Request(
        with_extent(named),
        with_extent(listed),
        options.layers,
        tuple(options.names),
        options.spread,
        options.density,
        options.only_layer,
    )


def _named_highlights(texts: Iterable[str], sentences: Iterable[str]) -> dict[str, Highlight]:
    """What --match and --sentence ask for: TEXT or TEXT=COLOUR, ID or ID=COLOUR."""
    named = {}
    for spec in texts:
        text, _, colour = spec.rpartition("=")
        if text and is_colour(colour):
            named[text] = Highlight(colour=colour, label=text)
        else:
            named[spec] = Highlight(label=spec)
    for spec in sentences:
        sentence_id, _, colour = spec.partition("=")
        named[sentence_id] = Highlight(colour=colour or None)
    return named


def _wants_ranking(options: argparse.Namespace) -> bool:
    has_density = options.density is not None
    is_asked = bool(options.layers or options.names or has_density or options.only_layer)
    return is_asked and options.highlights_file is None


def _coloured_replica(
    request: Request,
    source: Source,
    record: Extraction | None,
    reading: ReadingOptions,
    rules: RuleOptions,
    progress: WorkProgress,
) -> tuple[bytes, HighlightPlan]:
    if record is None:
        built = build_analysed_replica(source, reading, rules, progress.page)
        html, paper = built.html, built.analysis.extraction
        report_warnings(source.name, paper.warnings)
    else:
        html, paper = replica_of(record, source, reading), record
    plan = _plan(paper, source, request)
    progress.stage("writing")
    return highlight_replica(html, paper, plan).encode("utf-8", "replace"), plan


def _extract(source: Source, reading: ReadingOptions, rules: RuleOptions) -> Extraction:
    paper = extract_body(source, reading, rules)
    report_warnings(source.name, paper.warnings)
    return paper


def _plan(paper: Extraction, source: Source, request: Request) -> HighlightPlan:
    plan = _plan_all(paper, source, request)
    return plan if request.only is None else plan.only(request.only)


def _plan_all(paper: Extraction, source: Source, request: Request) -> HighlightPlan:
    if not request.named and not request.listed:
        if not paper.sentences:
            raise NoTextError(f"{source.name}: {explain_empty(paper)}")
        return plan_ranking(paper, request.layers, request.spread, request.names, request.density)
    wanted = {**request.listed, **request.named}
    plan = plan_highlights(paper, wanted, request.layers, request.names, request.density)
    unknown = [key for key in plan.missing if is_sentence_id(key)]
    if unknown:
        raise UsageError(f"{source.name}: no such sentence: {name_ids(unknown)}{_advice(paper)}")
    missing = [key for key in plan.missing if key in request.named]
    if missing:
        quote = missing[0][:MAX_QUOTE_LENGTH]
        raise UsageError(f"{source.name}: not in the body text: {quote!r}{_advice(paper)}")
    if plan.missing:
        warning = (
            f"{len(plan.missing)} of {len(request.listed)} entries are not in the body text; the "
            f"first is {plan.missing[0][:MAX_QUOTE_LENGTH]!r}"
        )
        report_warnings(source.name, [warning])
    if not plan.highlights:
        raise UsageError(f"{source.name}: no entry of --from is in the body text")
    return plan


def _advice(paper: Extraction) -> str:
    if not paper.sentences:
        return " (there is none)"
    return f" (sentences are {paper.sentences[0].id} to {paper.sentences[-1].id})"


def _summary(plan: HighlightPlan) -> str:
    """How much was coloured, and how many texts were not found, in words."""
    sentences = {highlight.sentence_id for highlight in plan.highlights}
    passages = sum(highlight.is_passage for highlight in plan.highlights)
    if passages == len(plan.highlights):
        coloured = f"{count(passages, 'passage')} in {count(len(sentences), 'sentence')} coloured"
    elif passages:
        whole = len(plan.highlights) - passages
        coloured = f"{count(whole, 'sentence')} and {count(passages, 'passage')} coloured"
    else:
        coloured = f"{count(len(sentences), 'sentence')} coloured"
    missing = f", {count(len(plan.missing), 'text')} not found" if plan.missing else ""
    return f"{coloured} in {count(len(plan.layers), 'layer')}{missing}"
