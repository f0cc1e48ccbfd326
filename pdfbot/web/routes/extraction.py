"""One call: a paper in, its text out; nothing is stored."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from pdfbot.readers.source import Source
from pdfbot.web.api_description import RECORD_REFERENCE
from pdfbot.web.problems import problem_responses
from pdfbot.web.response_formats import MEDIA_TYPES, Format, choose_format
from pdfbot.web.routes.dependencies import TheService, while_connected
from pdfbot.web.routes.parameters import ExtractChoices
from pdfbot.web.uploads import Upload, request_body

router: APIRouter = APIRouter(tags=["text"])

FORMAT_HELP = "The format of the answer; without it, the header Accept decides."
LEAN_HELP = "json, jsonl: leave out lines, verdicts and graphics."
PASSWORD_HELP = "The password of the PDF; in a form, the field `password`."
NAME_HELP = "The name of the file, where it is not part of a form."
# A string, so that a format that does not exist is 406 and not 422.
FormatChoice = Annotated[
    str | None,
    Query(description=FORMAT_HELP, json_schema_extra={"enum": [form.value for form in Format]}),
]
TEXT_CONTENT: dict[str, Any] = {
    "description": "The text of the paper, as docs/output.md describes it.",
    "content": {
        **{
            media_type.partition(";")[0]: {"schema": {"type": "string"}}
            for media_type in MEDIA_TYPES.values()
        },
        MEDIA_TYPES[Format.JSON]: {"schema": RECORD_REFERENCE},
        MEDIA_TYPES[Format.CSL]: {"schema": {"type": "array"}},
    },
}


@router.post(
    "/extract",
    summary="Extract the text of a paper",
    openapi_extra=request_body(),
    response_class=Response,
    responses={
        200: TEXT_CONTENT,
        **problem_responses(400, 406, 408, 413, 415, 422, 500, 503, 504),
    },
)
async def extract(
    request: Request,
    service: TheService,
    choices: Annotated[ExtractChoices, Depends()],
    format: FormatChoice = None,
    name: Annotated[str, Query(description=NAME_HELP)] = "",
    x_pdf_password: Annotated[str | None, Header(description=PASSWORD_HELP)] = None,
) -> Response:
    """A worker process reads the PDF, within the limits on time and memory."""
    form = choose_format(format, request.headers.get("accept", ""))
    async with service.receive(request, name=name) as upload:
        await check_kind(upload)
        asked = choices.task()
        asked["reading"]["password"] = x_pdf_password or upload.form.get("password")
        task = service.task("extract", upload.name, format=form.value, **asked)
        result = await while_connected(request, service.build(upload.path, task))
    return Response(result.files[form.value], media_type=MEDIA_TYPES[form])


async def check_kind(upload: Upload) -> None:
    """Refuse a file that is neither a PDF nor a replica; gzipped files are checked later."""
    source = Source(str(upload.path), upload.name)
    if not (await asyncio.to_thread(source.read, 2)).startswith(b"\x1f\x8b"):
        await asyncio.to_thread(source.is_replica)
