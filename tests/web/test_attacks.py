"""What strangers may try: idle connections, slow uploads, guessed tokens, full logs."""

from __future__ import annotations

import logging
import socket
import time
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest

from pdfbot.web.access import MAX_WRONG, WrongTokens
from pdfbot.web.connections import ConnectionLimits
from pdfbot.web.log_lines import MINUTE, OncePerMinute
from pdfbot.web.problems import ProblemError
from pdfbot.web.service import MAX_UPLOADS

from .conftest import PATIENCE, Server, StartServer, small_paper, wait_until

TOKEN = "a-token-for-the-tests"


def connect(server: Server) -> socket.socket:
    port = int(server.url.rsplit(":", 1)[1])
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_connections_over_the_limit_are_closed_and_the_others_served(
    start_server: StartServer,
) -> None:
    server = start_server("--max-connections", "20", "--max-by-address", "20")
    with ExitStack() as stack:
        idle = [stack.enter_context(connect(server)) for _ in range(19)]
        assert server.client.get("/health").status_code == 200
        over = [stack.enter_context(connect(server)) for _ in range(10)]
        assert all(map(is_closed, over))
        assert server.client.get("/health").status_code == 200
        assert idle
    with connect(server) as freed:
        freed.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert freed.recv(12) == b"HTTP/1.1 200"


def test_connection_that_never_completes_a_request_is_closed(server: Server) -> None:
    """Neither silence nor a header that arrives letter by letter keeps it open."""
    with connect(server) as silent, connect(server) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        start = time.monotonic()
        slow.settimeout(1)
        for _ in range(40):
            try:
                slow.sendall(b"a")
                if slow.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert 8 < time.monotonic() - start < 25
        assert is_closed(silent)


def test_kept_alive_connection_may_ask_again(server: Server) -> None:
    with connect(server) as connection:
        client = HTTPConnection("localhost")
        client.sock = connection
        for _ in range(3):
            client.request("GET", "/health")
            response = client.getresponse()
            response.read()
            assert response.status == 200


def test_slow_uploads_neither_wait_nor_block_for_long(start_server: StartServer) -> None:
    server = start_server()
    head = b"POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n%"
    with ExitStack() as stack:
        slow = [stack.enter_context(connect(server)) for _ in range(MAX_UPLOADS)]
        for connection in slow:
            connection.sendall(head)
        time.sleep(1)
        refused = server.client.post("/extract", content=small_paper())
        assert (refused.status_code, refused.json()["code"]) == (503, "too-busy")
        start = time.monotonic()
        assert slow[0].recv(12) == b"HTTP/1.1 408"
        assert time.monotonic() - start < 20
        wait_until(lambda: server.client.post("/extract", content=small_paper()).status_code == 200)


def test_address_that_guesses_tokens_is_refused(start_server: StartServer) -> None:
    server = start_server("--token", TOKEN)
    wrong = {"Authorization": "Bearer wrong-wrong-wrong"}
    statuses = [
        server.client.get("/samples", headers=wrong).status_code for _ in range(MAX_WRONG + 5)
    ]
    assert statuses == [401] * MAX_WRONG + [429] * 5
    right = server.client.get("/samples", headers={"Authorization": f"Bearer {TOKEN}"})
    assert (right.status_code, right.json()["code"]) == (429, "too-many-tokens")
    assert 1 <= int(right.headers["retry-after"]) <= 61
    assert server.client.get("/health").status_code == 200


def test_wrong_tokens_of_one_address_do_not_lock_out_another() -> None:
    wrong = WrongTokens()
    for _ in range(MAX_WRONG):
        wrong.check("10.0.0.1")
        wrong.add("10.0.0.1")
    wrong.check("10.0.0.2")
    with pytest.raises(ProblemError, match="wait a minute"):
        wrong.check("10.0.0.1")


def test_connections_are_counted_by_address() -> None:
    limits = ConnectionLimits(most=3, most_by_address=2)
    assert [limits.admit("a"), limits.admit("a"), limits.admit("a")] == [True, True, False]
    assert [limits.admit("b"), limits.admit("b")] == [True, False]
    limits.release("a")
    assert limits.admit("b")
    assert (limits.open, limits.refused) == (3, 2)


def test_repeated_warning_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("pdfbot.web.log_lines.time.monotonic", lambda: now)
    once = OncePerMinute()

    def passes(message: str, level: int = logging.WARNING) -> str:
        record = logging.LogRecord("pdfbot.web", level, "", 0, message, (), None)
        return record.getMessage() if once.filter(record) else ""

    assert passes("3 connections refused") == "3 connections refused"
    assert [passes(f"{n} connections refused") for n in range(5)] == [""] * 5
    assert passes("another event") == "another event"
    assert [passes("GET /health", logging.INFO) for _ in range(2)] == ["GET /health"] * 2
    now = MINUTE
    assert passes("9 connections refused") == "9 connections refused (and 5 times before)"
