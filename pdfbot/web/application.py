"""The application: routers, error handlers and middleware around one service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from pdfbot._version import __version__
from pdfbot.errors import PdfbotError
from pdfbot.web import problems
from pdfbot.web.access import Access
from pdfbot.web.api_description import DescribedApplication
from pdfbot.web.gate import Gate
from pdfbot.web.paper_store import PaperStore
from pdfbot.web.routes import extraction, grobid_calls, operations, page, papers, views
from pdfbot.web.routes.parameters import refuse_unknown
from pdfbot.web.service import Service
from pdfbot.web.service_metrics import Metrics
from pdfbot.web.service_options import ServiceOptions

DESCRIPTION = (
    "The body text of research papers, from their PDFs, and the sentences that matter most first."
)
ROUTERS = (
    extraction.router,
    papers.router,
    views.router,
    operations.router,
)
OPEN_ROUTERS = (grobid_calls.router, page.router)


def create_application(options: ServiceOptions, store: PaperStore) -> tuple[FastAPI, ASGIApp]:
    """The application, and the same behind the gate, which is what the server runs."""
    access = Access(options)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = Service(options, store)
        app.state.service = service
        app.state.access = access
        app.state.metrics = Metrics(service)
        try:
            await service.start()
        except Exception as error:
            app.state.failure = error
            raise
        yield
        await service.close()

    app = DescribedApplication(
        title="pdfbot",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        # These load their scripts from a CDN; routes/page.py has a page of our own.
        docs_url=None,
        redoc_url=None,
        # Described below for every call.
        responses={422: {"model": problems.Problem}},
    )
    for router in ROUTERS:
        app.include_router(router, dependencies=[Depends(refuse_unknown)])
    # Clients of GROBID, and links to the page, may carry parameters of others.
    for router in OPEN_ROUTERS:
        app.include_router(router)
    app.add_exception_handler(problems.ProblemError, problems.on_problem)
    app.add_exception_handler(PdfbotError, problems.on_pdfbot_error)
    app.add_exception_handler(RequestValidationError, problems.on_invalid_request)
    app.add_exception_handler(HTTPException, problems.on_http_error)
    app.add_exception_handler(Exception, problems.on_internal_error)
    if options.allow_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(options.allow_origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Location", "Retry-After", "Content-Disposition"],
        )
    return app, Gate(app, access)
