"""Wraps every request: access control, security headers, metrics, one-line internal errors."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from pdfbot.web.access import Access, is_public
from pdfbot.web.grobid import PREFIX, plain_error
from pdfbot.web.problems import EarlyResponse, ProblemError, problem_response
from pdfbot.web.routes.page import ask_for_token

# For responses without a policy: nothing may be loaded, and no site may frame them.
DEFAULT_POLICY = "default-src 'none'; frame-ancestors 'none'"
SAFE_HEADERS = {
    "Content-Security-Policy": DEFAULT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
# Concurrent requests with access; each may hold a connection and a file.
MAX_REQUESTS = 256
# Metric labels of requests without a route: clients must not be able to add labels.
NO_ROUTE = "none"
NO_METHOD = "other"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

# Pages for people, who are asked for the token.
PAGES = ("/", "/docs")

_log = logging.getLogger("pdfbot.web")


class Gate:
    """The outermost layer of the application, which lets no exception through."""

    def __init__(self, app: FastAPI, access: Access) -> None:
        self._app = app
        self._access = access
        self._active = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 0

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._access.check(scope)
            with self._place(scope):
                await self._app(scope, receive, send_safely)
        except ProblemError as error:
            wants_page = error.problem.status == 401 and scope["path"] in PAGES
            response = ask_for_token() if wants_page else EarlyResponse(_refusal(scope, error))
            await response(scope, receive, send_safely)
        except Exception as error:
            # The response has already started.
            kind = type(error).__name__
            _log.exception("internal error, please report it (%s: %s)", kind, error)
        finally:
            self._record(scope, status, time.perf_counter() - start)

    @contextmanager
    def _place(self, scope: Scope) -> Iterator[None]:
        """Hold a slot for a request; requests without access must not exhaust the slots."""
        if is_public(scope):
            yield
            return
        if self._active >= MAX_REQUESTS:
            raise ProblemError(503, "too-busy", "too many requests at once", {"Retry-After": "1"})
        self._active += 1
        try:
            yield
        finally:
            self._active -= 1

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        """Count the request under its route, since paths contain the ids of papers."""
        route = getattr(scope.get("route"), "path", NO_ROUTE)
        method = scope["method"] if scope["method"] in METHODS else NO_METHOD
        self._app.state.metrics.record(method, route, status, seconds)
        _log.info("%s %s: %d after %.3f s", method, route, status, seconds)


def _refusal(scope: Scope, error: ProblemError) -> Response:
    """The error in the format that the client understands."""
    is_grobid = scope["path"].startswith(PREFIX)
    return (plain_error if is_grobid else problem_response)(error.problem, error.headers)
