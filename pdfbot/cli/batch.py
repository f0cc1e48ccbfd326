"""`pdfbot batch`: folders and archives of papers, over days if need be."""

from __future__ import annotations

import argparse
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pdfbot.bulk.inputs import find_sources
from pdfbot.bulk.run import Brake, Order, Report, default_jobs, run_batch
from pdfbot.bulk.settings import COMPRESSIONS, FORMATS, Settings, plain_choices
from pdfbot.cli.options import add_reading_options, reading_choices
from pdfbot.cli.progress import ProgressDisplay, print_report
from pdfbot.errors import UsageError

SOME_FAILED = 1
INTERRUPTED = 130

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="INPUT",
        help="PDFs, folders, globs, .tar, .tar.gz and .zip files, or fsspec URLs of them",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="the folder (or URL) for the results"
    )
    parser.add_argument(
        "--input-list",
        metavar="FILE",
        action="append",
        default=[],
        help="a file with one input a line; - is standard input; may be repeated",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="jsonl",
        help="jsonl: a record a paper; txt: also a text file a paper instead of its paragraphs; "
        "parquet: needs pdfbot[parquet] (default: jsonl)",
    )
    parser.add_argument(
        "--compress", choices=COMPRESSIONS, default="", help="finished shards; zst: pdfbot[zstd]"
    )
    parser.add_argument(
        "--shard-size", type=int, default=1000, metavar="N", help="loose files in one shard (1000)"
    )
    _add_running_options(parser)
    add_reading_options(parser)


def _add_running_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("running")
    group.add_argument("--jobs", type=int, metavar="N", help="worker processes (the cores)")
    group.add_argument(
        "--timeout", type=float, default=120.0, metavar="S", help="seconds a paper; 0: none (120)"
    )
    group.add_argument(
        "--max-memory", default="2G", metavar="SIZE", help="of a worker; 0: no limit (2G)"
    )
    group.add_argument("--max-size", default="512M", metavar="SIZE", help="of a PDF (512M)")
    group.add_argument(
        "--recycle", type=int, default=200, metavar="N", help="papers of one worker process (200)"
    )
    group.add_argument(
        "--retry-errors", action="store_true", help="try failed, timeout and killed papers again"
    )
    group.add_argument(
        "--force", action="store_true", help="throw away what is there for these inputs, begin anew"
    )
    group.add_argument(
        "--cluster",
        metavar="ADDRESS",
        default="",
        help="a Dask scheduler (tcp://host:8786), or local to start one; needs pdfbot[cluster]",
    )


def run(options: argparse.Namespace) -> int:
    """0 all done, 1 some failed or not reached, 130 interrupted."""
    settings = Settings(
        timeout=options.timeout,
        max_memory=parse_size("--max-memory", options.max_memory),
        max_size=parse_size("--max-size", options.max_size),
        recycle=options.recycle,
        form=options.format,
        compress=options.compress,
        choices=plain_choices(reading_choices(options)),
    )
    order = Order(
        place=options.output,
        jobs=default_jobs() if options.jobs is None else options.jobs,
        shard_size=options.shard_size,
        retry_errors=options.retry_errors,
        force=options.force,
        cluster=options.cluster,
    )
    if order.jobs < 1 or order.shard_size < 1:
        raise UsageError("--jobs and --shard-size must be at least 1")
    if not options.inputs and not options.input_list:
        raise UsageError("nothing to do: name PDFs, folders or archives, or give --input-list")
    sources = find_sources(options.inputs, options.input_list)
    if not sources:
        raise UsageError("no PDFs and no archives in the inputs")
    notice = "stopping: papers in flight are finished; once more to stop at once"
    if order.cluster:
        notice = "stopping: shards in work are left to the next run"
    brake = Brake(notice)
    with ProgressDisplay() as progress, _braking(brake):
        report = run_batch(sources, order, settings, progress, brake)
    print_report(report, options.output)
    return exit_code(report)


def exit_code(report: Report) -> int:
    if report.interrupted:
        return INTERRUPTED
    return SOME_FAILED if report.total.failures or not report.is_complete else 0


def parse_size(option: str, text: str) -> int:
    """`2G`, `512M` or plain bytes."""
    match = re.fullmatch(r"(\d{1,15})\s*([KMG]?)(?:i?B)?", text.strip(), re.IGNORECASE | re.ASCII)
    if match is None:
        raise UsageError(f"{option} {text}: write it as 2G, 512M or a number of bytes")
    return int(match[1]) * _UNITS[match[2].upper()]


@contextmanager
def _braking(brake: Brake) -> Iterator[None]:
    """The first signal stops gently, the second at once; both leave a state to resume."""

    def pull(number: int, frame: FrameType | None) -> None:
        brake.requests += 1

    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    # Under nohup a hangup is ignored, and shall be.
    numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, pull) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
