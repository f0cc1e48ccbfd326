"""Process the shards of a run on a Dask cluster, one task per shard."""

from __future__ import annotations

import asyncio
import importlib
import logging
import queue
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from pdfbot.bulk.file_access import describe
from pdfbot.bulk.local_run import process_shards
from pdfbot.bulk.run_monitor import NullProgress, RunMonitor, RunReport, StopSignal
from pdfbot.bulk.settings import RunOptions, Settings
from pdfbot.bulk.shard_plan import Shard
from pdfbot.bulk.shard_writer import ShardWriter
from pdfbot.bulk.store import STATE_FOLDER, Store
from pdfbot.errors import UsageError

# The address that starts a cluster on this machine.
LOCAL = "local"
# Seconds between two updates of the progress display.
TICK = 0.2
CONNECT_SECONDS = 30
WORKER_SECONDS = 120
# Seconds between checks for live workers.
WATCH_SECONDS = 5
# For tasks that raise; Dask itself retries tasks whose worker died.
RETRIES = 2
# The states of a task whose scheduler is gone.
LOST = ("cancelled", "lost")


class ClusterLost(Exception):
    """The cluster cannot finish its shards."""


def run_on_cluster(
    shards: list[Shard], store: Store, settings: Settings, options: RunOptions, monitor: RunMonitor
) -> None:
    """Run one task per shard; a shard whose worker dies is retried on another worker."""
    if not shards:
        return
    if store.location.startswith("memory:"):
        raise UsageError(f"-o {store.location}: cluster workers cannot access this memory")
    try:
        with _connected(options.cluster, min(options.jobs, len(shards))) as client:
            _run_tasks(client, shards, store, settings, options, monitor)
    except ClusterLost as error:
        finished = monitor.report.finished - monitor.report.skipped
        monitor.problem(
            f"--cluster {options.cluster}: {error}; unfinished shards: {len(shards) - finished}"
        )
    if store.folder is not None:
        for leftover in store.path(STATE_FOLDER).glob("attempt-*"):
            shutil.rmtree(leftover, ignore_errors=True)


def _run_tasks(
    client: Any,
    shards: list[Shard],
    store: Store,
    settings: Settings,
    options: RunOptions,
    monitor: RunMonitor,
) -> None:
    """Submit all shards and collect the results until all are done or a stop is requested."""
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    tasks = {}
    for shard in shards:
        arguments = (shard, store.location, settings, options.retry_errors)
        task = client.submit(process_shard, *arguments, pure=False, retries=RETRIES)
        task.add_done_callback(done.put)
        tasks[task.key] = (shard, task)
    watch = _WorkerWatch(client)
    while tasks and not monitor.stop.requests:
        monitor.progress.tick()
        try:
            task = done.get(timeout=TICK)
        except queue.Empty:
            watch.check()
            continue
        if task.status in LOST:
            raise ClusterLost("the connection to the scheduler is lost")
        shard, _ = tasks.pop(task.key)
        _collect(task, shard, store, monitor)
    monitor.stop.announce(monitor.progress)
    client.cancel([task for _, task in tasks.values()])


class _WorkerWatch:
    """Detects a cluster with no workers left, whose tasks would wait forever."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._last_check = self._last_seen = time.monotonic()

    def check(self) -> None:
        now = time.monotonic()
        if now - self._last_check < WATCH_SECONDS:
            return
        self._last_check = now
        # A lost connection is reported by the tasks.
        with suppress(OSError):
            if self._client.nthreads():
                self._last_seen = now
        if now - self._last_seen > WORKER_SECONDS:
            raise ClusterLost(f"it has had no workers for {WORKER_SECONDS} s")


def _collect(task: Any, shard: Shard, store: Store, monitor: RunMonitor) -> None:
    try:
        result: RunReport = task.result()
    except Exception as error:
        monitor.problem(f"{shard.name}: failed ({type(error).__name__}: {describe(error)})")
        return
    for problem in result.problems:
        monitor.problem(problem)
    monitor.report.added.add(result.added)
    if result.finished:
        monitor.shard_finished(shard, result.total)
        if store.folder is not None:
            store.path(f"{shard.name}.jsonl.part").unlink(missing_ok=True)


def process_shard(shard: Shard, location: str, settings: Settings, retry_errors: bool) -> RunReport:
    """Process one shard in a separate folder, so that two attempts never share a file."""
    store = Store(location)
    monitor = RunMonitor(RunReport(shards=1), NullProgress(), StopSignal())
    with _attempt_folder(store) as folder, closing(ShardWriter(store, folder, settings)) as writer:
        part = writer.part_path(shard.name)
        if store.folder is not None and store.path(part.name).exists():
            shutil.copyfile(store.path(part.name), part)
        if retry_errors:
            writer.reopen(shard)
        process_shards([shard], writer, settings, 1, monitor)
    return monitor.report


@contextmanager
def _attempt_folder(store: Store) -> Iterator[Path]:
    """A temporary folder, inside the output if that is local, so that a rename moves the result."""
    parent = store.path(STATE_FOLDER) if store.folder is not None else None
    folder = Path(tempfile.mkdtemp(prefix="attempt-", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _connected(address: str, workers: int) -> Iterator[Any]:
    """A client of the cluster at this address, or of one started for this run."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise UsageError("--cluster needs pip install 'pdfbot[cluster]'") from None
    for name in ("distributed", "distributed.client"):
        # Errors are reported in one line, not as tracebacks in Dask's log.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address == LOCAL:
        with _ignoring_interrupts():
            cluster = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        with cluster, distributed.Client(cluster) as client:
            yield client
        return
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise UsageError(f"--cluster {address}: cannot be reached ({describe(error)})") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except (TimeoutError, asyncio.TimeoutError):  # two classes in Python 3.10
            raise UsageError(f"--cluster {address}: it has no workers") from None
        yield client


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C; the driver handles it and stops them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        with suppress(TypeError):
            signal.signal(signal.SIGINT, before)
