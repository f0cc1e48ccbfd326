"""`pdfbot extract`: the text and structure of papers, to stdout or into files."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeAlias

from pdfbot.cli.arguments import add_extraction_options, reading_options, rule_options
from pdfbot.cli.format_arguments import add_format_options, format_options
from pdfbot.cli.jobs import STDIN, Job, add_job_arguments, assign_jobs, is_folder, run_jobs
from pdfbot.cli.parallel import run_ahead
from pdfbot.cli.terminal import report_detail, report_warnings
from pdfbot.errors import FileMissingError, NoTextError, UsageError
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.compression import COMPRESSIONS, check_compression, compression_of
from pdfbot.output.files import encode, output_names, whole_file
from pdfbot.output.formats import (
    FORMATS,
    LINE_FORMATS,
    SUFFIXES,
    FormatOptions,
    format_of,
    render,
)
from pdfbot.output.text import explain_empty
from pdfbot.pipeline import extract_body
from pdfbot.readers.source import Source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="txt: the body text; md: the same in Markdown, with title and headings; json: the "
        "full record of docs/output.md; jsonl: the same as one line per input; chunks: passages "
        "for retrieval as JSON lines; tei: XML as GROBID writes it; bib, csl: the list of "
        "references as BibTeX or CSL-JSON; dc: the paper itself in Dublin Core (default: the "
        "suffix of the output file, else txt)",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="number of processes that share several inputs (default: 1)",
    )
    parser.add_argument(
        "--compress",
        choices=COMPRESSIONS,
        default="",
        help="compress the output; also chosen by the suffix of the output file; zst needs "
        "pdfbot[zstd]",
    )
    parser.add_argument(
        "--lean", action="store_true", help="json, jsonl: omit lines, verdicts and graphics"
    )
    parser.add_argument(
        "--figures",
        metavar="DIR",
        default="",
        help="also write a PNG of each figure and table into this folder, as PAPER-figure-3.png",
    )
    parser.add_argument(
        "--tables",
        metavar="DIR",
        default="",
        help="also write the rows of each table into this folder, as PAPER-table-1.csv",
    )
    add_format_options(parser)
    add_extraction_options(parser)


# Paths with what to write there.
PartFiles: TypeAlias = Sequence[tuple[Path, bytes]]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one input; `problem` says why it has no body text."""

    pieces: Iterable[str]
    warnings: Sequence[str]
    summary: str
    problem: str = ""
    files: PartFiles = ()


@dataclass(frozen=True, slots=True)
class PartFolders:
    """The folders for pictures of figures and rows of tables, "" where they are not asked for."""

    figures: str
    tables: str
    names: Mapping[str, Path]
    """What the names of an input's files begin with."""

    @staticmethod
    def of(options: argparse.Namespace) -> PartFolders:
        inputs: Sequence[str] = options.inputs if options.figures or options.tables else ()
        paths = [Path("stdin" if given == STDIN else given) for given in inputs]
        names = dict(zip(inputs, output_names(paths, ""), strict=True))
        return PartFolders(options.figures, options.tables, names)

    def files(self, paper: Extraction, job: Job, source: Source, password: str | None) -> PartFiles:
        """The files of a paper with their content."""
        if not self.names:
            return ()
        from pdfbot.visual.part_files import draw_figures, table_files

        name = self.names[job.given]
        pictures = draw_figures(paper, source, password) if self.figures else ()
        tables = table_files(paper) if self.tables else ()
        return (
            *((Path(self.figures, f"{name}-{found.name}.png"), found.png) for found in pictures),
            *((Path(self.tables, f"{name}-{part}.csv"), encode(rows)) for part, rows in tables),
        )


def run(options: argparse.Namespace) -> int:
    """Extract every input; the exit code reports failures."""
    if options.jobs < 1:
        raise UsageError(f"--jobs {options.jobs}: at least one process is needed")
    reading, rules = reading_options(options), rule_options(options)
    form = options.format or _format_by_name(options.output)
    chosen = format_options(options)
    chosen.check(form)
    compression = _compression(options)
    jobs = assign_outputs(options.inputs, options.output, form, compression)
    into_one_file = len(jobs) > 1 and _is_shared_file(options.output, form)
    work = partial(
        extract_job,
        reading=reading,
        rules=rules,
        form=form,
        chosen=chosen,
        folders=PartFolders.of(options),
    )
    whole = partial(_in_one_piece, work)
    files = [job for job in jobs if job.given != STDIN]

    with (
        run_ahead(work if options.jobs == 1 else whole, files, options.jobs, reading) as result_of,
        TemporaryFile() as collected,
    ):

        def process(job: Job) -> None:
            result = work(job) if job.given == STDIN else result_of(job)
            report_warnings(job.name, result.warnings)
            report_detail(job.name, result.summary)
            if result.problem:
                raise NoTextError(f"{job.name}: {result.problem}")
            if into_one_file:
                # Unbuffered, since each input may be processed by another process.
                os.write(collected.fileno(), encode("".join(result.pieces)))
            else:
                job.write(result.pieces, compression)
            for path, content in result.files:
                with whole_file(path) as file:
                    file.write(content)

        code = run_jobs(jobs, process, in_child=options.jobs == 1)
        collected.seek(0)
        if first := collected.readline():
            lines = (line.decode() for line in chain([first], collected))
            Job(options.output, Path(options.output)).write(lines, compression)
    return code


def extract_job(
    job: Job,
    reading: ReadingOptions,
    rules: RuleOptions,
    form: str,
    chosen: FormatOptions,
    folders: PartFolders,
) -> Result:
    """Extract one input; its output is generated piece by piece as it is written."""
    if os.path.isdir(job.given):
        raise FileMissingError(
            f"{job.given}: a folder, not a file; for all papers in it: "
            f"pdfbot batch {shlex.quote(job.given)} -o OUT"
        )
    source = job.source()
    paper = extract_body(source, reading, rules)
    return Result(
        render(paper, form, chosen, source, job.name),
        paper.warnings,
        f"pages: {len(paper.pages)}, paragraphs: {len(paper.body)}, "
        f"sentences: {sum(len(paragraph.sentences) for paragraph in paper.body)}",
        "" if paper.body else explain_empty(paper),
        folders.files(paper, job, source, reading.password),
    )


def _in_one_piece(work: Callable[[Job], Result], job: Job) -> Result:
    """The result as it is passed between processes: with its output in one piece."""
    result = work(job)
    return replace(result, pieces=list(result.pieces))


def assign_outputs(
    inputs: Sequence[str], output: str | None, form: str, compression: str = ""
) -> list[Job]:
    """Decide where each result goes; inputs may share stdout or one file as JSON lines."""
    return assign_jobs(
        inputs,
        output,
        SUFFIXES[form] + (f".{compression}" if compression else ""),
        advice="name a folder with -o, or use --format jsonl for one record per line on standard "
        "output",
        shared_stdout=form in LINE_FORMATS,
        shared_file=_is_shared_file(output, form),
    )


def _format_by_name(output: str | None) -> str:
    return "txt" if output is None or is_folder(output) else format_of(output)


def _compression(options: argparse.Namespace) -> str:
    """The chosen compression, or that of the output file's name; they must agree."""
    chosen: str = options.compress
    output: str | None = options.output
    by_name = "" if output is None or is_folder(output) else compression_of(output)
    if chosen and by_name and chosen != by_name:
        raise UsageError(f"-o {output}: the name does not match --compress {chosen}")
    check_compression(chosen or by_name)
    return chosen or by_name


def _is_shared_file(output: str | None, form: str) -> bool:
    if output is None or form not in LINE_FORMATS or is_folder(output):
        return False
    return output.lower().removesuffix(f".{compression_of(output)}").endswith(".jsonl")
