"""`pdfbot extract`: the text and structure of papers, to stdout or into files."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from os.path import splitext

from pdfbot.cli.arguments import add_extraction_options, reading_options, rule_options
from pdfbot.cli.jobs import STDIN, Job, add_job_arguments, assign_jobs, is_folder, run_jobs
from pdfbot.cli.parallel import run_ahead
from pdfbot.cli.terminal import report_detail, report_warnings
from pdfbot.errors import FileMissingError, NoTextError, UsageError
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import write_whole
from pdfbot.output.markdown import render_markdown
from pdfbot.output.records import dump
from pdfbot.output.tei import render_tei
from pdfbot.output.text import explain_empty, render_text
from pdfbot.pipeline import extract_body
from pdfbot.ranking import score_sentences
from pdfbot.readers.source import Source

FORMATS = ("txt", "md", "json", "jsonl", "tei")
RANKED_FORMATS = ("json", "jsonl")
# The suffixes of output files that are not the name of their format.
SUFFIXES = {"tei": ".tei.xml"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="txt: the body text; md: the same in Markdown, with title and headings; json: the "
        "full record of docs/output.md; jsonl: the same as one line per input; tei: XML as GROBID "
        "writes it (default: the suffix of the output file, else txt)",
    )
    parser.add_argument(
        "--rank",
        action="store_true",
        help="json, jsonl: also write the score of each sentence, as pdfbot rank finds it",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="number of processes that share several inputs (default: 1)",
    )
    add_extraction_options(parser)


@dataclass(frozen=True, slots=True)
class Result:
    """What comes of one input; `problem` says why it has no body text."""

    text: str
    warnings: Sequence[str]
    summary: str
    problem: str = ""


def run(options: argparse.Namespace) -> int:
    """Extract every input; the exit code reports failures."""
    if options.jobs < 1:
        raise UsageError(f"--jobs {options.jobs}: at least one process is needed")
    reading, rules = reading_options(options), rule_options(options)
    output_format = options.format or _format_of(options.output)
    if options.rank and output_format not in RANKED_FORMATS:
        raise UsageError(f"--rank: {output_format} has no scores; use --format json or jsonl")
    jobs = assign_outputs(options.inputs, options.output, output_format)
    collected: list[str] = []
    into_one_file = len(jobs) > 1 and _is_jsonl_file(options.output, output_format)
    work = partial(
        extract_job, reading=reading, rules=rules, output_format=output_format, rank=options.rank
    )
    files = [job for job in jobs if job.given != STDIN]

    with run_ahead(work, files, options.jobs) as result_of:

        def process(job: Job) -> None:
            result = work(job) if job.given == STDIN else result_of(job)
            report_warnings(job.name, result.warnings)
            report_detail(job.name, result.summary)
            if into_one_file:
                collected.append(result.text)
            elif result.text:
                job.write(result.text)
            if result.problem:
                raise NoTextError(f"{job.name}: {result.problem}")

        code = run_jobs(jobs, process)
    if collected:
        write_whole(options.output, "".join(collected))
    return code


def extract_job(
    job: Job, reading: ReadingOptions, rules: RuleOptions, output_format: str, rank: bool = False
) -> Result:
    """Extract one input, in whatever process."""
    if os.path.isdir(job.given):
        raise FileMissingError(
            f"{job.given}: a folder, not a file; for all papers in it: "
            f"pdfbot batch {shlex.quote(job.given)} -o OUT"
        )
    source = job.source()
    paper = extract_body(source, reading, rules)
    return Result(
        render(paper, output_format, job.name, source, rank),
        paper.warnings,
        f"pages: {len(paper.pages)}, paragraphs: {len(paper.paragraphs)}, "
        f"sentences: {len(paper.sentences)}",
        "" if paper.paragraphs else explain_empty(paper),
    )


def render(
    paper: Extraction, output_format: str, name: str, source: Source, rank: bool = False
) -> str:
    if output_format == "txt":
        return render_text(paper)
    if output_format == "md":
        return render_markdown(paper)
    if output_format == "tei":
        return render_tei(paper, source.md5())
    scores = score_sentences(paper) if rank else None
    return dump(paper, 1 if output_format == "json" else None, source=name, scores=scores) + "\n"


def assign_outputs(inputs: Sequence[str], output: str | None, output_format: str) -> list[Job]:
    """Decide where each result goes; inputs may share stdout or one file as JSON lines."""
    return assign_jobs(
        inputs,
        output,
        SUFFIXES.get(output_format, f".{output_format}"),
        advice="name a folder with -o, or use --format jsonl for one record per line on standard "
        "output",
        shared_stdout=output_format == "jsonl",
        shared_file=_is_jsonl_file(output, output_format),
    )


def _format_of(output: str | None) -> str:
    name = output.lower() if output else ""
    named = next((form for form, suffix in SUFFIXES.items() if name.endswith(suffix)), None)
    suffix = splitext(name)[1].removeprefix(".")
    return named or (suffix if suffix in FORMATS else "txt")


def _is_jsonl_file(output: str | None, output_format: str) -> bool:
    return (
        output is not None
        and output_format == "jsonl"
        and output.lower().endswith(".jsonl")
        and not is_folder(output)
    )
