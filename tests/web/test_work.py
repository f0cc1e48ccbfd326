"""Work under pressure: a full queue, killed workers, a server that is told to stop."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from pdfbot.web.gate import MAX_REQUESTS

from .conftest import (
    PATIENCE,
    Server,
    StartServer,
    misbehaving,
    needs_proc,
    small_paper,
    wait_until,
)

TOKEN = "a-token-for-the-tests"
# A server whose event loop is held up by a paper answers after the time limit, if at all.
MAX_ANSWER_SECONDS = 10


def in_background(server: Server, content: bytes, path: str = "/extract") -> ThreadPoolExecutor:
    pool = ThreadPoolExecutor(1)
    pool.submit(httpx.post, server.url + path, content=content, timeout=PATIENCE)
    return pool


def busy(server: Server) -> int:
    working: int = server.client.get("/health").json()["working"]
    return working


def test_full_queue_refuses_with_the_time_to_try_again(start_server: StartServer) -> None:
    server = start_server("--jobs", "1", "--queue", "1")
    slow = [server.post(misbehaving("sleep 2")) for _ in range(2)]
    for path in ("/extract", "/papers"):
        refused = server.client.post(path, content=small_paper())
        assert (refused.status_code, refused.json()["code"]) == (503, "queue-full")
        assert 1 <= int(refused.headers["retry-after"]) <= 60
    for paper in slow:
        assert server.events(paper["id"])[-1]["status"] == "done"
    assert server.client.post("/extract", content=small_paper()).status_code == 200
    assert "pdfbot_jobs_refused_total 2.0" in server.client.get("/metrics").text


@needs_proc
def test_paper_whose_worker_is_killed_is_tried_again(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(
            httpx.post, f"{server.url}/extract", content=misbehaving("sleep 3"), timeout=PATIENCE
        )
        wait_until(lambda: busy(server) == 1)
        (worker,) = server.workers()
        time.sleep(0.5)
        os.kill(worker, signal.SIGKILL)
        assert call.result().status_code == 200
    assert server.workers() != [worker]


@needs_proc
def test_paper_that_kills_its_workers_costs_nothing_else(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    (worker,) = server.workers()
    answer = server.client.post("/extract", content=misbehaving("segfault"))
    assert (answer.status_code, answer.json()["code"]) == (500, "worker-died")
    assert "SIGSEGV" in answer.json()["detail"]
    assert server.client.post("/extract", content=small_paper()).status_code == 200
    assert server.workers() != [worker]
    assert "pdfbot_worker_kills_total 1.0" in server.client.get("/metrics").text


@needs_proc
def test_worker_killed_while_idle_costs_nothing(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    (worker,) = server.workers()
    os.kill(worker, signal.SIGKILL)
    assert server.client.post("/extract", content=small_paper()).status_code == 200


@needs_proc
def test_worker_is_replaced_after_its_papers(start_server: StartServer) -> None:
    server = start_server("--jobs", "1", "--recycle", "2")
    seen = set()
    for _ in range(4):
        seen.update(server.workers())
        assert server.client.post("/extract", content=small_paper()).status_code == 200
        seen.update(server.workers())
    assert len(seen) == 2


def test_client_that_goes_away_frees_its_worker(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{server.url}/extract", content=misbehaving("sleep 600"), timeout=1)
    wait_until(lambda: busy(server) == 0)
    assert server.client.post("/extract", content=small_paper()).status_code == 200


def test_same_view_is_built_once_for_all_who_ask(start_server: StartServer) -> None:
    server = start_server("--jobs", "2")
    paper_id = server.keep()
    with ThreadPoolExecutor(4) as pool:
        address = f"{server.url}/papers/{paper_id}/replica"
        answers = list(pool.map(lambda _: httpx.get(address, timeout=PATIENCE), range(4)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert "pdfbot_jobs_total 2.0" in server.client.get("/metrics").text


def test_event_loop_answers_while_papers_are_in_work(start_server: StartServer) -> None:
    server = start_server("--jobs", "2")
    for _ in range(2):
        server.post(misbehaving("spin"))
    slowest = 0.0
    for _ in range(20):
        start = time.monotonic()
        assert server.client.get("/health").status_code == 200
        slowest = max(slowest, time.monotonic() - start)
    assert slowest < MAX_ANSWER_SECONDS


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_lets_work_in_progress_finish(
    start_server: StartServer, number: signal.Signals
) -> None:
    server = start_server("--jobs", "1")
    kept = server.post(misbehaving("sleep 1"))["id"]
    waiting = server.post(small_paper())["id"]
    with ThreadPoolExecutor(2) as pool:
        watch = pool.submit(server.events, kept)
        call = pool.submit(
            httpx.post, f"{server.url}/extract", content=small_paper(), timeout=PATIENCE
        )
        wait_until(lambda: server.client.get("/health").json()["waiting"] == 2)
        assert server.stop(number) == 0
        assert watch.result()[-1]["status"] == "working"
        assert call.result().status_code in (200, 503)
    assert server.errors() == ""
    again = start_server()
    assert again.client.get(f"/papers/{kept}").status_code == 200
    assert again.events(waiting)[-1]["status"] == "done"


@needs_proc
def test_second_signal_ends_the_server_at_once(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    in_background(server, misbehaving("sleep 600"))
    wait_until(lambda: busy(server) == 1)
    workers = server.workers()
    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    assert server.stop() == 0
    wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in workers))
    assert "Traceback" not in server.errors()


@needs_proc
def test_workers_end_with_a_killed_server(start_server: StartServer) -> None:
    server = start_server("--jobs", "2")
    workers = server.workers()
    assert len(workers) == 2
    server.process.kill()
    wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in workers))


def test_stalled_upload_does_not_stop_others(server: Server) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as stalled:
        stalled.sendall(b"POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n%")
        assert server.client.post("/extract", content=small_paper()).status_code == 200


def test_many_clients_at_once_get_an_answer(start_server: StartServer) -> None:
    server = start_server("--jobs", "2", "--queue", "4")
    statuses: list[int] = []
    lock = threading.Lock()

    def ask() -> None:
        answer = httpx.post(f"{server.url}/extract", content=small_paper(), timeout=PATIENCE)
        with lock:
            statuses.append(answer.status_code)

    threads = [threading.Thread(target=ask) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(statuses) == 24
    assert set(statuses) <= {200, 503}
    assert statuses.count(200) >= 6


def test_body_of_scores_is_limited_while_it_is_read(start_server: StartServer) -> None:
    server = start_server()
    path = f"/papers/{server.keep()}/scores"

    def endless() -> Iterator[bytes]:
        yield b'{"s1.1": 1, "'
        for _ in range(9):
            yield bytes(1 << 20)

    refused = server.client.put(
        path, content=endless(), headers={"Content-Type": "application/json"}
    )
    assert (refused.status_code, refused.json()["code"]) == (413, "too-large")
    assert server.client.put(path, json={"s1.1": 1}).json()["found"] == 1


def test_strangers_take_no_places_of_those_who_may_ask(start_server: StartServer) -> None:
    server = start_server("--token", TOKEN, "--max-by-address", "400")
    port = int(server.url.rsplit(":", 1)[1])
    head = f"POST {{}} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 100\r\n\r\n"
    slow = []
    for path in ("/login", "/papers") * (MAX_REQUESTS // 2 + 20):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(head.format(path).encode())
        slow.append(connection)
    allowed = {"Authorization": f"Bearer {TOKEN}"}
    assert server.client.get("/samples", headers=allowed).status_code == 200
    for connection in slow:
        connection.close()
