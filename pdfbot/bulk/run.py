"""A whole batch run: finished shards are skipped, unfinished ones are resumed."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from pdfbot.bulk.cluster import run_on_cluster
from pdfbot.bulk.inputs import InputFiles
from pdfbot.bulk.local_run import process_shards
from pdfbot.bulk.locks import exclusive_lock
from pdfbot.bulk.run_monitor import Progress, RunMonitor, RunReport, StopSignal
from pdfbot.bulk.settings import RunOptions, Settings
from pdfbot.bulk.shard_files import check_format
from pdfbot.bulk.shard_plan import Shard, assign_shards, plan_shards
from pdfbot.bulk.shard_writer import ShardWriter, finished_files
from pdfbot.bulk.status_counts import StatusCounts
from pdfbot.bulk.store import STATE_FOLDER, Store
from pdfbot.errors import UsageError
from pdfbot.output.files import encode

SUMMARY_FILE = "summary.json"
FAILED_FILE = "failed.tsv"


def run_batch(
    inputs: InputFiles,
    options: RunOptions,
    settings: Settings,
    progress: Progress,
    stop: StopSignal,
) -> RunReport:
    """Process what is not finished yet and write a summary; one run at a time per folder."""
    check_format(settings.suffix)
    store = _open_store(options)
    start = time.monotonic()
    with ExitStack() as stack:
        if store.folder is not None:
            lock_path = store.path(f"{STATE_FOLDER}/lock")
            stack.enter_context(exclusive_lock(lock_path, store.location))
            _remove_leftovers(store.path(STATE_FOLDER))
        work_folder = stack.enter_context(_work_folder(store))
        writer = stack.enter_context(closing(ShardWriter(store, work_folder, settings)))
        shards = plan_shards(inputs, store, settings, options.shard_size, force=options.force)
        report = RunReport(shards=len(shards), limit=options.limit)
        monitor = RunMonitor(report, progress, stop)
        pending = _select_pending(shards, writer, options, monitor)
        size = sum(shard.size for shard in pending)
        before = StatusCounts()
        before.add(report.total)
        if not (options.retry_errors or options.force):
            for shard in pending:
                before.add(writer.read_unfinished(shard))
        progress.start(len(shards), report.skipped, size, options.jobs, before)
        try:
            _process(pending, writer, settings, options, monitor)
        finally:
            report.interrupted = stop.requests > 0 and not report.is_complete
            report.seconds = time.monotonic() - start
            for counts in writer.unfinished():
                report.total.add(counts)
        summary = json.dumps(report.to_json(settings), indent=1) + "\n"
        store.write(FAILED_FILE, encode(report.failed_table()))
        store.write(SUMMARY_FILE, summary.encode())
    return report


def preview(
    inputs: InputFiles, options: RunOptions, settings: Settings
) -> Iterator[tuple[Shard, str]]:
    """The shards that a run would process, each with what it would find; nothing is written."""
    check_format(settings.suffix)
    store = Store(options.output)
    shards, _ = assign_shards(inputs, store, settings, options.shard_size, force=options.force)
    names, parts = finished_files(store, settings), store.names()
    for shard in shards:
        if settings.folder + shard.name + settings.suffix in names:
            yield shard, "again" if options.force else "finished"
        else:
            yield shard, "unfinished" if f"{shard.name}.jsonl.part" in parts else "new"


def _open_store(options: RunOptions) -> Store:
    store = Store(options.output)
    if store.folder is None:
        if options.limit:
            raise UsageError("--limit: only finished shards are kept at a URL; give a local folder")
    elif store.folder.exists() and not store.folder.is_dir():
        raise UsageError(f"-o {options.output}: this is a file; give a folder for the results")
    store.prepare()
    return store


def _process(
    shards: list[Shard],
    writer: ShardWriter,
    settings: Settings,
    options: RunOptions,
    monitor: RunMonitor,
) -> None:
    if options.cluster:
        run_on_cluster(shards, writer.store, settings, options, monitor)
        return
    if options.retry_errors:
        for shard in shards:
            writer.reopen(shard)
    process_shards(shards, writer, settings, options.jobs, monitor, options.limit)


def _select_pending(
    shards: list[Shard], writer: ShardWriter, options: RunOptions, monitor: RunMonitor
) -> list[Shard]:
    """The shards with work left; the counts of the others go to the report."""
    if options.force:
        for shard in shards:
            writer.discard(shard)
        return shards
    names = writer.finished_files()
    pending = []
    for shard in shards:
        if writer.final_name(shard.name) not in names:
            pending.append(shard)
            continue
        counts = writer.read_counts(shard)
        if options.retry_errors and counts.failures:
            pending.append(shard)
            continue
        writer.part_path(shard.name).unlink(missing_ok=True)
        monitor.shard_skipped(counts)
    return pending


@contextmanager
def _work_folder(store: Store) -> Iterator[Path]:
    """The folder for `.part` files: a local output itself, so that the next run finds them."""
    if store.folder is not None:
        yield store.folder
    else:
        with tempfile.TemporaryDirectory(prefix="pdfbot-") as folder:
            yield Path(folder)


def _remove_leftovers(state_folder: Path) -> None:
    """Remove temporary files of a killed run; safe because this run holds the lock."""
    for path in state_folder.iterdir():
        if path.name.endswith(".tmp"):
            path.unlink(missing_ok=True)
        elif path.name.startswith("attempt-"):
            shutil.rmtree(path, ignore_errors=True)
