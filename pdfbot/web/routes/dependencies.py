"""What every call can ask for."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request

from pdfbot.web.paper_store import ID_PATTERN
from pdfbot.web.service import Service


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
