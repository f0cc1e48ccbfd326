"""GROBID's protocol: form fields, services that are missing, and error messages."""

from __future__ import annotations

import re
from typing import Any, Final

from fastapi.responses import PlainTextResponse
from starlette.datastructures import FormData, Headers

from pdfbot.output.tei import TeiPart
from pdfbot.web.problems import Problem, ProblemError, UnreadProblemError

PREFIX = "/api/"
# The form field that holds the file.
FILE_FIELD = "input"
# Clients decode the response by this header, and guess if it names no encoding.
XML = "application/xml; charset=utf-8"
BIBTEX = "application/x-bibtex"

_FIELDS = (
    "pdfbot reads fields from whole papers, whose lists share a style, not from single strings"
)
_PATENTS = "pdfbot is for papers, not for patents"
_PICTURES = "pdfbot does not cut pictures out of papers"
_MODELS = "pdfbot has no models that could be trained"
# GROBID's services that pdfbot does not have, and why.
MISSING: Final = {
    "processAffiliations": _FIELDS,
    "processCitation": _FIELDS,
    "processCitationList": _FIELDS,
    "processCitationNames": _FIELDS,
    "processDate": _FIELDS,
    "processFundingAcknowledgement": _FIELDS,
    "processHeaderFundingDocument": _FIELDS,
    "processHeaderNames": _FIELDS,
    "referenceAnnotations": _FIELDS,
    "annotatePDF": f"{_FIELDS}; /papers/{{id}}/highlight annotates sentences",
    "citationPatentAnnotations": _PATENTS,
    "processCitationPatentPDF": _PATENTS,
    "processCitationPatentST36": _PATENTS,
    "processCitationPatentTXT": _PATENTS,
    "processFulltextAssetDocument": _PICTURES,
    "model": _MODELS,
    "modelTraining": _MODELS,
    "trainingResult": _MODELS,
}

# GROBID's codes for problems with a paper, all of which it answers with status 500.
CODES = {
    "not-a-pdf": "BAD_INPUT_DATA",
    "damaged-pdf": "BAD_INPUT_DATA",
    "password-needed": "BAD_INPUT_DATA",
    "copy-protected": "BAD_INPUT_DATA",
    "no-text": "NO_BLOCKS",
    "too-large": "TOO_MANY_BLOCKS",
    "too-many-pages": "TOO_MANY_BLOCKS",
    "too-much-memory": "TOO_MANY_BLOCKS",
    "timeout": "TIMEOUT",
    "storage-failed": "GENERAL",
    "worker-died": "GENERAL",
    "internal-error": "GENERAL",
}
# scipdf_parser checks for exactly this text.
_NO_BLOCKS = "[NO_BLOCKS] PDF parsing resulted in empty content"


def check_headers(headers: Headers) -> None:
    """Refuse a request that is not a form, or that accepts no format pdfbot writes."""
    if not headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise UnreadProblemError(
            415, "not-a-form", f"send a form (multipart/form-data) with the PDF as {FILE_FIELD!r}"
        )
    accept = headers.get("accept", "").lower()
    if BIBTEX in accept and not any(other in accept for other in ("xml", "*/*")):
        raise UnreadProblemError(
            406, "no-such-format", f"{_FIELDS}; accept application/xml, not BibTeX"
        )


def read_choices(form: FormData, part: TeiPart) -> dict[str, Any]:
    """The fields of a form that pdfbot knows; all others are ignored, as GROBID does."""
    first = _page(form, "start") or 1
    last = _page(form, "end")
    if last is not None and last < first:
        raise ProblemError(400, "bad-request", f"start={first}, end={last}: no pages")
    return {
        "part": part,
        "first": first,
        "last": last,
        "coordinates": [name for name in form.getlist("teiCoordinates") if isinstance(name, str)],
        "sentences": _is_on(form, "segmentSentences"),
        "ids": _is_on(form, "generateIDs"),
    }


def _is_on(form: FormData, field: str) -> bool:
    return str(form.get(field, "")).strip().lower() in ("1", "true")


def _page(form: FormData, field: str) -> int | None:
    """A page number, or None if it is below 1, such as -1."""
    given = str(form.get(field, "")).strip()
    if not given:
        return None
    if re.fullmatch(r"-?\d{1,6}", given, re.ASCII) is None:
        raise ProblemError(400, "bad-request", f"{field}: a page number is needed, or -1")
    return int(given) if int(given) > 0 else None


def plain_error(problem: Problem, headers: dict[str, str] | None = None) -> PlainTextResponse:
    """An error as GROBID sends it: plain text, with a code in brackets if the paper is at fault."""
    code = CODES.get(problem.code)
    if code is None:
        return PlainTextResponse(problem.detail, problem.status, headers)
    text = _NO_BLOCKS if code == "NO_BLOCKS" else f"[{code}] {problem.detail}"
    return PlainTextResponse(text, 500, headers)
