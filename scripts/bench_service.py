"""Load-test the service: how long calls take, whether memory grows, what kill -9 costs.

    python scripts/bench_service.py                       # 8 clients, 5 minutes, then the kills
    python scripts/bench_service.py --minutes 0.5         # a quick look
    python scripts/bench_service.py --papers DIR          # your own PDFs

Prints tables in Markdown. The exit code is 1 if any answer was neither a success nor "busy" (503),
a call took longer than its limit, memory grew, or a kept paper was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[1]
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
MIB = 1 << 20
# Seconds: of a paper in the server; of a call, which may also wait for a worker as long as that.
PAPER_LIMIT = 30
CALL_LIMIT = 2 * PAPER_LIMIT + 10
FORMATS = ("json", "txt", "md", "tei", "chunks", "jsonl")
SUCCESSES = (200, 202, 204)
BUSY = 503
# Seconds between memory samples.
SAMPLE_INTERVAL = 2.0
# Share by which the median of the last quarter may exceed that of the second.
MAX_GROWTH = 0.15


class Server:
    """`pdfbot serve` on a free port; it can be killed and started again on the same folder."""

    def __init__(self, folder: Path, jobs: int, queue: int, limit: int = PAPER_LIMIT) -> None:
        self._arguments = ["--folder", str(folder), "--jobs", str(jobs), "--queue", str(queue)]
        self._limit = limit
        self.start()

    def start(self) -> None:
        limits = ["--timeout", str(self._limit), "--port", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pdfbot", "serve", *limits, *self._arguments],
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        match = re.search(r"http://\S+?(?=/)", self.process.stdout.readline().decode())
        assert match is not None, "the server does not start"
        self.url = match[0]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(CALL_LIMIT)

    def workers(self) -> list[int]:
        found: list[int] = []
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
        return found

    def memory(self) -> tuple[float, float]:
        """MiB of the server, and of its workers together."""
        workers = sum(resident_memory(pid) for pid in self.workers())
        return resident_memory(self.process.pid), workers


def resident_memory(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * PAGE_SIZE / MIB


class Log:
    """The calls of all clients."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.statuses: dict[str, Counter[int]] = defaultdict(Counter)
        self.slowest = 0.0
        self.lost = 0

    def count_lost(self) -> None:
        """Count a paper that was to be kept but could not be processed."""
        with self._lock:
            self.lost += 1

    def add(self, call: str, status: int, seconds: float) -> None:
        with self._lock:
            self.statuses[call][status] += 1
            self.slowest = max(self.slowest, seconds)
            # The times of refusals would flatter the figures.
            if status in SUCCESSES:
                self.seconds[call].append(seconds)

    def total(self) -> Counter[int]:
        return sum(self.statuses.values(), Counter())

    def table(self) -> str:
        rows = [
            "| call | answers | busy (503) | p50 | p95 | slowest |",
            "|---|---|---|---|---|---|",
        ]
        for call, seconds in sorted(self.seconds.items()):
            cuts = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else seconds * 99
            rows.append(
                f"| `{call}` | {len(seconds)} | {self.statuses[call][BUSY]} | {cuts[49]:.3f} s "
                f"| {cuts[94]:.3f} s | {max(seconds):.2f} s |"
            )
        return "\n".join(rows)


class Client(threading.Thread):
    """One user: extracts papers, keeps some, looks at them, and deletes half of them."""

    def __init__(self, number: int, url: str, papers: list[bytes], log: Log, until: float) -> None:
        super().__init__()
        self._random = random.Random(number)
        self._client = httpx.Client(base_url=url, timeout=CALL_LIMIT)
        self._papers = papers
        self._log = log
        self._until = until

    def run(self) -> None:
        with self._client:
            while time.monotonic() < self._until:
                if self._random.random() < 0.5:
                    self._extract()
                else:
                    self._read()

    def _extract(self) -> None:
        form = self._random.choice(FORMATS)
        paper = self._random.choice(self._papers)
        self._call("POST /extract", "POST", f"/extract?format={form}", paper)

    def _read(self) -> None:
        kept = self._call("POST /papers", "POST", "/papers", self._random.choice(self._papers))
        if kept is None or kept.status_code != 202:
            return
        address = kept.headers["location"]
        events = self._call("GET …/events", "GET", f"{address}/events")
        if events is None or '"status": "done"' not in events.text:
            # Its worker, or the server, was killed.
            self._log.count_lost()
            return
        self._call("GET …/sentences", "GET", f"{address}/sentences?layers=4")
        self._call("GET …/replica", "GET", f"{address}/replica")
        for _ in range(3):
            form = self._random.choice(FORMATS)
            self._call("GET /papers/ID", "GET", f"{address}?format={form}")
        view = self._random.choice(["explain", "highlight", "highlight?format=pdf"])
        self._call(f"GET …/{view.partition('?')[0]}", "GET", f"{address}/{view}")
        self._call("PUT …/scores", "PUT", f"{address}/scores", b'{"s1.1": 1, "s2.1": 0.5}')
        if self._random.random() < 0.5:
            self._call("DELETE /papers/ID", "DELETE", address)

    def _call(
        self, name: str, method: str, path: str, content: bytes | None = None
    ) -> httpx.Response | None:
        start = time.monotonic()
        headers = {"Content-Type": "application/json"} if method == "PUT" else {}
        try:
            answer = self._client.request(method, path, content=content, headers=headers)
        except httpx.HTTPError:
            # Only a killed server may close a connection; there is no status for that.
            self._log.add(name, 0, time.monotonic() - start)
            return None
        self._log.add(name, answer.status_code, time.monotonic() - start)
        if answer.status_code == BUSY:
            time.sleep(min(float(answer.headers["retry-after"]), 2.0) * self._random.random())
        return answer


def run_load(
    server: Server, papers: list[bytes], clients: int, seconds: float, each: Callable[[], None]
) -> Log:
    """Let clients work; `each` is called at intervals meanwhile."""
    log = Log()
    until = time.monotonic() + seconds
    threads = [Client(number, server.url, papers, log, until) for number in range(clients)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        each()
        time.sleep(SAMPLE_INTERVAL)
    for thread in threads:
        thread.join()
    return log


def measure_load(server: Server, papers: list[bytes], clients: int, minutes: float) -> list[str]:
    """Print the times of calls and the course of memory; return what was wrong."""
    samples: list[tuple[float, float]] = []
    log = run_load(server, papers, clients, minutes * 60, lambda: samples.append(server.memory()))
    total = log.total()
    print(f"\n{clients} clients, {minutes:g} minutes, {total.total()} calls: {dict(total)}\n")
    print(log.table())
    print("\n| MiB, median | 1st quarter | 2nd | 3rd | 4th |\n|---|---|---|---|---|")
    faults = []
    for name, index in (("server", 0), ("workers", 1)):
        quarters = [
            statistics.median(
                s[index] for s in samples[n * len(samples) // 4 :][: len(samples) // 4]
            )
            for n in range(4)
        ]
        print(f"| {name} | {' | '.join(f'{value:.0f}' for value in quarters)} |")
        if quarters[3] > quarters[1] * (1 + MAX_GROWTH):
            faults.append(f"the memory of the {name} grows: {quarters}")
    unexpected = set(total) - {*SUCCESSES, BUSY}
    faults += [f"{total[status]} answers {status}" for status in unexpected]
    if log.slowest > CALL_LIMIT:
        faults.append(f"a call took {log.slowest:.1f} s")
    if log.lost:
        faults.append(f"{log.lost} papers failed without a kill")
    return faults


def measure_worker_kills(server: Server, papers: list[bytes], kills: int) -> list[str]:
    """Kill workers under load; each death may cost the paper in progress, and nothing else."""
    chance = random.Random(0)
    left = kills

    def kill_one() -> None:
        nonlocal left
        workers = server.workers()
        if left and workers:
            os.kill(chance.choice(workers), signal.SIGKILL)
            left -= 1

    log = run_load(server, papers, 4, kills * SAMPLE_INTERVAL + 4, kill_one)
    total = log.total()
    print(
        f"\n{kills - left} workers killed under load: {dict(total)}, {log.lost} kept papers "
        f"failed, slowest {log.slowest:.1f} s"
    )
    faults = [f"{status} after a kill" for status in set(total) - {*SUCCESSES, BUSY, 500}]
    if (cost := total[500] + log.lost) > kills:
        faults.append(f"{kills} kills cost {cost} papers")
    if log.slowest > CALL_LIMIT:
        faults.append(f"a call took {log.slowest:.1f} s after a kill")
    return faults


def measure_server_kills(server: Server, papers: list[bytes], kills: int) -> list[str]:
    """Kill the server under load and restart it: stored papers must survive."""
    faults = []
    kept: dict[str, str] = {}
    for number in range(kills):
        for paper in papers[:4]:
            kept.update(keep(server, paper))
        killer = threading.Timer(1.0 + number / 2, server.kill)
        killer.start()
        log = run_load(server, papers, 4, 2.0 + number / 2, lambda: None)
        killer.join()
        if log.slowest > CALL_LIMIT:
            faults.append(f"a call took {log.slowest:.1f} s when the server was killed")
        server.start()
        lost = [address for address, digest in kept.items() if fetch(server, address) != digest]
        faults += [f"{address} is lost or changed" for address in lost]
        kept.update(keep(server, papers[0]))
    print(f"\nserver killed {kills} times under load: {len(kept)} kept papers, all there")
    return faults


def keep(server: Server, paper: bytes) -> dict[str, str]:
    """The address of a paper that was processed, and the digest of its record."""
    while True:
        answer = httpx.post(f"{server.url}/papers", content=paper, timeout=CALL_LIMIT)
        if answer.status_code == 202:
            break
        time.sleep(1)
    address = answer.headers["location"]
    events = httpx.get(f"{server.url}{address}/events", timeout=CALL_LIMIT).text
    assert json.loads(events.rpartition("data: ")[2])["status"] == "done", events
    return {address: fetch(server, address)}


def fetch(server: Server, address: str) -> str:
    answer = httpx.get(f"{server.url}{address}", timeout=CALL_LIMIT)
    return sha256(answer.content).hexdigest() if answer.status_code == 200 else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=Path, default=ROOT / "fixtures" / "papers")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--queue", type=int, default=4)
    parser.add_argument("--worker-kills", type=int, default=20)
    parser.add_argument("--server-kills", type=int, default=5)
    options = parser.parse_args()
    papers = [path.read_bytes() for path in sorted(options.papers.rglob("*.pdf"))]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), options.jobs, options.queue)
        try:
            faults = measure_load(server, papers, options.clients, options.minutes)
            faults += measure_worker_kills(server, papers, options.worker_kills)
            faults += measure_server_kills(server, papers, options.server_kills)
            if code := server.stop():
                faults.append(f"the server ended with {code}")
        finally:
            server.kill()
    print("\n".join(["", *(f"FAULT: {fault}" for fault in faults)] if faults else ["\nno faults"]))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
