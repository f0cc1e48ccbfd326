"""The same shards on many machines: each is one task of a Dask cluster."""

from __future__ import annotations

import asyncio
import importlib
import queue
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdfbot.bulk.files import describe
from pdfbot.bulk.output import Output
from pdfbot.bulk.plan import Shard
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.store import STATE, Store
from pdfbot.bulk.tally import Tally
from pdfbot.errors import UsageError

if TYPE_CHECKING:
    from pdfbot.bulk.run import Brake, Order, Progress, Report

LOCAL = "local"
TICK = 0.2
CONNECT_SECONDS = 30
WORKER_SECONDS = 120
# A task that fails by itself (not by the death of its worker, which Dask counts) is tried again.
RETRIES = 2


def work_on_cluster(
    shards: list[Shard],
    store: Store,
    settings: Settings,
    order: Order,
    report: Report,
    progress: Progress,
    brake: Brake,
) -> None:
    """One task a shard; a shard whose worker dies is done again elsewhere, from its beginning."""
    if not shards:
        return
    if store.place.startswith("memory:"):
        raise UsageError(f"-o {store.place}: workers of a cluster do not see this memory")
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with _connected(order.cluster, min(order.jobs, len(shards))) as client:
        tasks = {}
        for shard in shards:
            call = (shard, store.place, settings.to_json(), order.retry_errors)
            task = client.submit(do_shard, *call, pure=False, retries=RETRIES)
            task.add_done_callback(done.put)
            tasks[task.key] = (shard, task)
        while tasks and not brake.requests:
            progress.tick()
            try:
                task = done.get(timeout=TICK)
            except queue.Empty:
                continue
            shard, _ = tasks.pop(task.key)
            _note(task, shard, store, report, progress)
        brake.tell(progress)
        client.cancel([task for _, task in tasks.values()])
    if store.folder is not None:
        for left in store.path(STATE).glob("attempt-*"):
            shutil.rmtree(left, ignore_errors=True)


def _note(task: Any, shard: Shard, store: Store, report: Report, progress: Progress) -> None:
    try:
        answer = task.result()
    except Exception as error:
        problem = f"{shard.name}: not done ({type(error).__name__}: {describe(error)})"
        report.problems.append(problem)
        progress.warn(f"{problem}; the next run tries again")
        return
    for problem in answer["problems"]:
        report.problems.append(problem)
        progress.warn(f"{problem}; the next run tries again")
    report.added.add(Tally.from_json(answer["added"]))
    tally = Tally.from_json(answer["total"])
    report.total.add(tally)
    if answer["finished"]:
        report.finished += 1
        progress.finish(shard, tally)
        if store.folder is not None:
            store.path(f"{shard.name}.jsonl.part").unlink(missing_ok=True)


def do_shard(
    shard: Shard, place: str, settings_record: dict[str, Any], retry_errors: bool
) -> dict[str, Any]:
    """A task: one shard in a room of its own, so that two attempts never share a file."""
    from pdfbot.bulk.run import Brake, Report, Silent, work

    settings = Settings(**settings_record)
    store = Store(place)
    report = Report(shards=1)
    with _room(store) as room, closing(Output(store, room, settings)) as output:
        part = output.part_path(shard.name)
        if store.folder is not None and store.path(part.name).exists():
            shutil.copyfile(store.path(part.name), part)
        if retry_errors:
            output.reopen(shard)
        work([shard], output, settings, 1, report, Silent(), Brake())
    return {
        "finished": bool(report.finished),
        "total": report.total.to_json(),
        "added": report.added.to_json(),
        "problems": report.problems,
    }


@contextmanager
def _room(store: Store) -> Iterator[Path]:
    """Beside local results, so that a rename moves the file; else anywhere."""
    parent = store.path(STATE) if store.folder is not None else None
    folder = Path(tempfile.mkdtemp(prefix="attempt-", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _connected(address: str, workers: int) -> Iterator[Any]:
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise UsageError("--cluster needs pip install 'pdfbot[cluster]'") from None
    if address == LOCAL:
        with _without_interrupts():
            cluster = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None
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
def _without_interrupts() -> Iterator[None]:
    """Processes started here do not hear Ctrl-C; the driver does, and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        with suppress(TypeError):
            signal.signal(signal.SIGINT, before)
