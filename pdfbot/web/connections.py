"""Connections of clients: how many there may be, and how long a request may take to begin.

A connection costs a file descriptor and memory even if it never asks for anything, so strangers
could use up all of them. Those over a limit are closed at once; those that do not complete the head
of a request in time are closed as well.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from pdfbot.posix import max_descriptors

# Seconds in which the head of a request must arrive, from its first byte or the connection.
HEAD_SECONDS = 10.0
# File descriptors that are not connections: libraries, papers, workers' pipes, the log.
OTHER_DESCRIPTORS = 128
# A request may have a file open besides its connection.
DESCRIPTORS_PER_CONNECTION = 2
NO_ADDRESS = "?"

_log = logging.getLogger("pdfbot.web")


class ConnectionLimits:
    """Counts the open connections, in all and by the address of the client."""

    def __init__(self, most: int, most_by_address: int) -> None:
        room = (max_descriptors() - OTHER_DESCRIPTORS) // DESCRIPTORS_PER_CONNECTION
        self.most: int = min(most, max(room, 1))
        self.most_by_address = most_by_address
        self.refused: int = 0
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open.total()

    def admit(self, address: str) -> bool:
        """Count a connection, unless there are too many."""
        if self.open >= self.most or self._open[address] >= self.most_by_address:
            self.refused += 1
            _log.warning("connections refused: %d are open", self.open)
            return False
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def limited_protocol(limits: ConnectionLimits) -> type[asyncio.Protocol]:
    """Uvicorn's protocol with these limits."""

    class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """Closes connections over a limit, and those that are slow to say what they want."""

        _address: str | None = None
        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            peer = transport.get_extra_info("peername")
            address = peer[0] if peer else NO_ADDRESS
            if not limits.admit(address):
                transport.abort()
                return
            self._address = address
            super().connection_made(transport)
            self._await_head()

        def data_received(self, data: bytes) -> None:
            if self._address is None:
                return
            if self._is_idle():
                self._await_head()
            super().data_received(data)
            if not self._is_idle():
                self._stop_waiting()

        def connection_lost(self, exc: Exception | None) -> None:
            if self._address is None:
                return
            self._stop_waiting()
            limits.release(self._address)
            self._address = None
            super().connection_lost(exc)

        def _is_idle(self) -> bool:
            """Whether no request has begun that is still to be answered."""
            return self.cycle is None or self.cycle.response_complete

        def _await_head(self) -> None:
            if self._patience is None:
                loop = asyncio.get_running_loop()
                self._patience = loop.call_later(HEAD_SECONDS, self._give_up)

        def _stop_waiting(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

        def _give_up(self) -> None:
            self._patience = None
            if self._is_idle() and not self.transport.is_closing():
                self.transport.abort()

    return LimitedProtocol
