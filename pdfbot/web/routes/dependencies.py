"""Dependencies shared by the calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Request, Response
from fastapi.routing import APIRoute

from pdfbot.web.paper_store import ID_PATTERN
from pdfbot.web.problems import ProblemError
from pdfbot.web.service import Service
from pdfbot.web.uploads import limit_body

T = TypeVar("T")
# Bytes: enough for the scores of all sentences of a book, given by text.
MAX_JSON = 8 << 20


def get_service(request: Request) -> Service:
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


TheService = Annotated[Service, Depends(get_service)]
PaperId = Annotated[
    str,
    Path(
        description="The id that POST /papers gave.",
        pattern=ID_PATTERN,
        examples=["R8tW2mVYb0Yb4a3vT2kP1g"],
    ),
]


class LimitedRoute(APIRoute):
    """Limits a JSON body, which FastAPI would otherwise read to its end, whatever its length."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_limited(request: Request) -> Response:
            return await handle(limit_body(request, MAX_JSON))

        return handle_limited


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of work that a disconnect of the client cancels; call after reading the body."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ProblemError(400, "client-gone", "the connection was closed")
    finally:
        gone.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait({task})


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
