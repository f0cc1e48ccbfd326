"""Around every request: safe headers, figures, and one line for an internal error."""

from __future__ import annotations

import time

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from pdfbot.web.options import ServiceOptions
from pdfbot.web.problems import make_problem, problem_response

# For answers that set no policy of their own: nothing may be loaded, and nobody may frame them.
DEFAULT_POLICY = "default-src 'none'; frame-ancestors 'none'"
SAFE_HEADERS = {
    "Content-Security-Policy": DEFAULT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
# The label of requests that no route is for.
NO_ROUTE = "none"


class Gate:
    """The outermost layer of the application: no exception passes it."""

    def __init__(self, app: FastAPI, options: ServiceOptions) -> None:
        self._app = app
        self._options = options

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
            await self._app(scope, receive, send_safely)
        except Exception as error:
            if not status:
                kind = type(error).__name__
                problem = make_problem(500, "internal-error", f"internal error ({kind})")
                await problem_response(problem)(scope, receive, send_safely)
        finally:
            route = getattr(scope.get("route"), "path", NO_ROUTE)
            seconds = time.perf_counter() - start
            self._app.state.metrics.record(scope["method"], route, status, seconds)
