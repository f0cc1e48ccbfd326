"""`pdfbot batch`: extract folders and archives of papers, in runs of minutes or days."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pdfbot.bulk.inputs import InputFiles, find_inputs
from pdfbot.bulk.pool import default_jobs
from pdfbot.bulk.run import preview, run_batch
from pdfbot.bulk.run_monitor import RunReport, StopSignal
from pdfbot.bulk.settings import FORMATS, ROWS, RunOptions, Settings
from pdfbot.cli.arguments import (
    add_extraction_options,
    parse_size,
    reading_options,
    rule_options,
)
from pdfbot.cli.batch_log import logged
from pdfbot.cli.batch_progress import ProgressDisplay, print_report, render_preview
from pdfbot.cli.format_arguments import add_format_options, format_options
from pdfbot.cli.terminal import write_data
from pdfbot.errors import ExitCode, UsageError
from pdfbot.output.compression import COMPRESSIONS
from pdfbot.posix import require_posix, stop_signals


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="INPUT",
        help="PDFs, folders, globs, .tar, .tar.gz or .zip files, or fsspec URLs of any of them",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="folder or URL for the results"
    )
    parser.add_argument(
        "--input-list",
        metavar="FILE",
        action="append",
        default=[],
        help="a file with one input per line; - is standard input; may be repeated",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="jsonl",
        help="jsonl: one record per paper; parquet: the same, needs pdfbot[parquet]; chunks: one "
        "file per shard; txt, md, tei, bib, csl, dc: one file per paper, and records that name it "
        "(default: jsonl)",
    )
    parser.add_argument(
        "--together",
        action="store_true",
        help="txt, md, tei, bib, csl, dc: one file per shard, with a line of JSON for each paper",
    )
    parser.add_argument(
        "--rows",
        choices=ROWS,
        default=ROWS[0],
        help="parquet: sentences also writes a file with one row per sentence (default: papers)",
    )
    parser.add_argument(
        "--compress",
        choices=COMPRESSIONS,
        default="",
        help="compress finished shards; zst needs pdfbot[zstd]",
    )
    parser.add_argument(
        "--shard-size",
        type=int,
        default=1000,
        metavar="N",
        help="number of loose files per shard (default: 1000)",
    )
    _add_running_options(parser)
    add_format_options(parser)
    add_extraction_options(parser, with_limits=False)


def _add_running_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("running")
    group.add_argument(
        "--jobs", type=int, metavar="N", help="number of worker processes (default: all cores)"
    )
    group.add_argument(
        "--timeout",
        type=float,
        default=120.0,
        metavar="S",
        help="time limit per paper in seconds; 0: no limit (default: 120)",
    )
    group.add_argument(
        "--max-memory",
        default="2G",
        metavar="SIZE",
        help="memory limit per worker; 0: no limit (default: 2G)",
    )
    group.add_argument(
        "--max-size", default="512M", metavar="SIZE", help="size limit of a PDF (default: 512M)"
    )
    group.add_argument(
        "--recycle",
        type=int,
        default=200,
        metavar="N",
        help="replace a worker process after N papers (default: 200)",
    )
    group.add_argument(
        "--retry-errors",
        action="store_true",
        help="retry papers whose status is failed, timeout or killed",
    )
    group.add_argument(
        "--force",
        action="store_true",
        help="discard existing results of these inputs and start over",
    )
    group.add_argument(
        "--limit",
        type=int,
        default=0,
        metavar="N",
        help="stop after N papers; the next run continues (default: no limit)",
    )
    group.add_argument(
        "--dry-run", action="store_true", help="list the shards of the run without writing anything"
    )
    group.add_argument(
        "--log", metavar="FILE", help="append a line to FILE for every paper and every problem"
    )
    group.add_argument(
        "--cluster",
        metavar="ADDRESS",
        default="",
        help="a Dask scheduler (tcp://host:8786), or local to start one; needs pdfbot[cluster]",
    )


def run(options: argparse.Namespace) -> int:
    """Run the batch; the exit code reports failures, missing papers and interruption."""
    require_posix("batch runs")
    settings = Settings(
        timeout=options.timeout,
        max_memory=parse_size("--max-memory", options.max_memory),
        max_size=parse_size("--max-size", options.max_size),
        recycle=options.recycle,
        format=options.format,
        rows=options.rows,
        compress=options.compress,
        together=options.together,
        content=format_options(options),
        reading=reading_options(options),
        rules=rule_options(options),
    )
    run_options = RunOptions(
        output=options.output,
        jobs=default_jobs() if options.jobs is None else options.jobs,
        shard_size=options.shard_size,
        retry_errors=options.retry_errors,
        force=options.force,
        cluster=options.cluster,
        limit=options.limit,
    )
    inputs = _find_inputs(options)
    if options.dry_run:
        write_data(render_preview(preview(inputs, run_options, settings)))
        return ExitCode.OK
    notice = "stopping after the papers in progress; interrupt again to stop immediately"
    if run_options.cluster:
        notice = "stopping; unfinished shards are left to the next run"
    stop = StopSignal(notice)
    with (
        ProgressDisplay() as display,
        logged(display, options.log) as progress,
        _handling_signals(stop),
    ):
        report = run_batch(inputs, run_options, settings, progress, stop)
    print_report(report, options.output)
    return exit_code(report)


def _find_inputs(options: argparse.Namespace) -> InputFiles:
    if not options.inputs and not options.input_list:
        raise UsageError("nothing to do: give PDFs, folders, archives or --input-list")
    inputs = find_inputs(options.inputs, options.input_list)
    if not inputs:
        raise UsageError("no PDFs and no archives in the inputs")
    return inputs


def exit_code(report: RunReport) -> ExitCode:
    if report.interrupted:
        return ExitCode.INTERRUPTED
    if report.total.failures or not (report.is_complete or report.is_limited):
        return ExitCode.FAILED
    return ExitCode.OK


@contextmanager
def _handling_signals(stop: StopSignal) -> Iterator[None]:
    """Stop gracefully on the first signal, immediately on the second; either can be resumed."""

    def request_stop(number: int, frame: FrameType | None) -> None:
        stop.requests += 1

    before = {number: signal.signal(number, request_stop) for number in stop_signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
