"""The server process, with exclusive use of its paper store."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from fastapi import FastAPI

from pdfbot.bulk.locks import exclusive_lock
from pdfbot.errors import OutputError, UsageError
from pdfbot.posix import require_posix, stop_signals
from pdfbot.web.application import create_application
from pdfbot.web.connections import ConnectionLimits, limited_protocol
from pdfbot.web.paper_store import PaperStore
from pdfbot.web.service import SHUTDOWN_GRACE, Service
from pdfbot.web.service_options import ServiceOptions

LOCK = "lock"
# Seconds that an idle connection stays open.
KEEP_ALIVE = 15
BACKLOG = 128


def run_server(options: ServiceOptions, on_ready: Callable[[str], None]) -> None:
    """Serve until a signal stops it; `on_ready` gets the address once it accepts connections."""
    require_posix("worker processes")
    listener = _listen(options.host, options.port)
    with listener, _folder_lock(options):
        store = PaperStore(options.folder, options.max_storage, options.keep)
        app, gate = create_application(options, store)
        limits = ConnectionLimits(options.max_connections, options.max_by_address)
        config = uvicorn.Config(
            gate,
            http=limited_protocol(limits),
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=round(SHUTDOWN_GRACE),
        )
        _Server(config, app, lambda: on_ready(_address(listener))).run([listener])


class _Server(uvicorn.Server):
    """A uvicorn server that closes event streams on shutdown and does not re-raise the signal."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        except SystemExit:
            raise self._app.state.failure from None
        self._on_ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in stop_signals()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Let work in progress finish on the first signal, and stop on the second."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        service = self._app.state.service
        assert isinstance(service, Service)
        service.begin_shutdown()
        await super().shutdown(sockets)
        if self.force_exit:
            service.begin_shutdown(grace=0)
            await self.lifespan.shutdown()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named explicitly: otherwise asyncio leaves Nagle's algorithm on, a delay of 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"{host}:{port}: cannot listen there ({reason}); choose another --port"
        ) from None
    listener.setblocking(False)
    return listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


@contextmanager
def _folder_lock(options: ServiceOptions) -> Iterator[None]:
    folder = options.folder
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({error.strerror})") from None
    with exclusive_lock(folder / LOCK, os.fspath(folder)):
        yield
