"""`pdfbot rank`: the sentences of papers, most important first."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from pdfbot.cli.arguments import (
    add_density_option,
    add_extraction_options,
    add_spread_option,
    reading_options,
    rule_options,
)
from pdfbot.cli.format_arguments import add_scripts_option
from pdfbot.cli.jobs import Job, add_job_arguments, assign_jobs, is_folder, run_jobs
from pdfbot.cli.terminal import report_warnings
from pdfbot.errors import NoTextError, UsageError
from pdfbot.notation import Notation
from pdfbot.output.files import format_by_ending
from pdfbot.output.text import explain_empty
from pdfbot.pipeline import extract_body
from pdfbot.ranking.layers import DEFAULT_LAYERS
from pdfbot.ranking.ranked_sentences import RankedSentence, rank_sentences

ENDINGS = {"txt": (".txt",), "json": (".json",), "jsonl": (".jsonl",)}
FORMATS = tuple(ENDINGS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="txt: a table; json: a list of records for pdfbot highlight --from; jsonl: "
        "one record per line (default: the suffix of the output file, else txt)",
    )
    add_scripts_option(parser.add_argument_group("content"), "the text", "unicode; json: flat")
    group = parser.add_argument_group("layers")
    group.add_argument(
        "--layers",
        type=int,
        default=DEFAULT_LAYERS,
        metavar="K",
        help=f"number of layers (default: {DEFAULT_LAYERS})",
    )
    add_density_option(group)
    add_spread_option(group)
    add_extraction_options(parser)


def run(options: argparse.Namespace) -> int:
    """Rank the sentences of every input; the exit code reports failures."""
    if options.layers < 1:
        raise UsageError(f"--layers {options.layers}: use 1 or more")
    if options.density is not None and not 0 < options.density <= 1:
        raise UsageError(f"--density {options.density:g}: use a share above 0 and up to 1")
    reading, rules = reading_options(options), rule_options(options)
    output_format = options.format or _format_by_name(options.output)
    jobs = assign_jobs(options.inputs, options.output, f".{output_format}")

    def process(job: Job) -> None:
        paper = extract_body(job.source(), reading, rules)
        report_warnings(job.name, paper.warnings)
        if not paper.paragraphs:
            raise NoTextError(f"{job.name}: {explain_empty(paper)}")
        ranked = rank_sentences(paper, options.layers, options.spread, options.density)
        job.write(render(ranked, output_format, options.scripts))

    return run_jobs(jobs, process)


def render(
    ranked: Sequence[RankedSentence], output_format: str, scripts: Notation | None = None
) -> str:
    if output_format == "txt":
        return _table(ranked, scripts or "unicode")
    records = [json.dumps(_record(item, scripts or "flat"), ensure_ascii=False) for item in ranked]
    if output_format == "json":
        return "[" + ",\n ".join(records) + "]\n"
    return "".join(f"{record}\n" for record in records)


def _table(ranked: Sequence[RankedSentence], notation: Notation) -> str:
    width = max(len("sentence"), *(len(item.sentence.id) for item in ranked))
    rows = [f"layer  score   {'sentence':{width}}  text"]
    for item in ranked:
        text = item.sentence.written(notation)
        rows.append(f"{item.layer:5}  {item.score:.4f}  {item.sentence.id:{width}}  {text}")
    return "".join(f"{row}\n" for row in rows)


def _record(item: RankedSentence, notation: Notation) -> dict[str, object]:
    return {
        "id": item.sentence.id,
        "page": item.sentence.page,
        "layer": item.layer,
        "score": item.score,
        "reason": item.reason,
        "text": item.sentence.written(notation),
    }


def _format_by_name(output: str | None) -> str:
    is_file = output is not None and not is_folder(output)
    return format_by_ending(output if is_file else None, ENDINGS, "txt")
