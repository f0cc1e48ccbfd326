"""The life of a worker process: replaced after many papers, restarted after a crash."""

from __future__ import annotations

import gzip
import os
import signal
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pdfbot.bulk.settings import MIB, Settings
from pdfbot.bulk.worker_handle import WorkerHandle
from pdfbot.errors import PdfbotError
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.thresholds import Thresholds

from .conftest import NOVEL, misbehaving, small_paper


@pytest.fixture
def worker() -> Iterator[WorkerHandle]:
    handle = WorkerHandle(Settings(recycle=2, max_memory=1024 * MIB))
    yield handle
    handle.kill()


def process_id(worker: WorkerHandle) -> int:
    process = worker._process
    assert process is not None
    return process.pid


def test_worker_is_replaced_after_its_number_of_papers(worker: WorkerHandle) -> None:
    assert worker.process(small_paper()).status == "ok"
    first = process_id(worker)
    assert worker.process(small_paper()).status == "ok"
    assert worker._process is None
    assert worker.process(small_paper()).status == "ok"
    assert process_id(worker) != first


def test_worker_that_holds_too_much_memory_is_replaced(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYTHONPATH", "WELL_BEHAVED_PAPER"):
        monkeypatch.setenv(name, environment[name])
    worker = WorkerHandle(Settings(max_memory=1024 * MIB))
    try:
        assert worker.process(small_paper()).status == "ok"
        first = process_id(worker)
        assert worker.process(misbehaving("leak")).status == "ok"
        assert process_id(worker) == first
        assert worker.process(misbehaving("leak")).status == "ok"
        assert worker._process is None
    finally:
        worker.kill()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc for its memory")
def test_gzip_bomb_does_not_fill_the_memory_of_its_worker(worker: WorkerHandle) -> None:
    packer = zlib.compressobj(1, wbits=31)
    bomb = [packer.compress(b"%PDF-1.4\n")]
    bomb += [packer.compress(bytes(MIB)) for _ in range(700)]
    outcome = worker.process(b"".join([*bomb, packer.flush()]))
    assert outcome.error == "expands to more than 100 times its size, as no PDF does"
    status = Path(f"/proc/{process_id(worker)}/status").read_text()
    peak = next(int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line)
    assert peak < 450 << 10


def test_packed_paper_has_the_size_limit_of_any_paper(worker: WorkerHandle) -> None:
    packed = gzip.compress(NOVEL.read_bytes())
    assert worker.process(packed).status == "ok"
    strict = WorkerHandle(Settings(max_size=100_000))
    try:
        outcome = strict.process(packed)
    finally:
        strict.kill()
    assert (outcome.status, outcome.error_type) == ("failed", "InputError")
    assert outcome.error == "expands to more than the limit of 0.0954 MiB"


def test_death_of_an_idle_worker_costs_no_paper(worker: WorkerHandle) -> None:
    assert worker.process(small_paper()).status == "ok"
    os.kill(process_id(worker), signal.SIGKILL)
    assert worker.process(small_paper()).status == "ok"


def test_worker_that_cannot_start_is_an_error_not_a_failed_paper(
    worker: WorkerHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_settings(settings: Settings) -> dict[str, Any]:
        return {"rules": {"thresholds": {"no_such_threshold": 1}}}

    monkeypatch.setattr(Settings, "to_json", broken_settings)
    with pytest.raises(PdfbotError, match=r"a worker process failed to start \(TypeError"):
        worker.process(small_paper())


def test_settings_reach_the_worker_process() -> None:
    settings = Settings(
        reading=ReadingOptions(pages=range(2, 4)),
        rules=RuleOptions(rules="paper", thresholds=Thresholds(keep_appendices=True)),
    )
    assert Settings.from_json(settings.to_json()).identity() == settings.identity()
    worker = WorkerHandle(settings)
    try:
        assert worker.process(str(NOVEL)).pages == 2
    finally:
        worker.kill()


def test_interrupt_before_the_paper_is_accepted_counts(worker: WorkerHandle) -> None:
    worker.interrupt()
    assert worker.process(small_paper()).status == "killed"
    worker.rearm()
    assert worker.process(small_paper()).status == "ok"
