"""Content negotiation: the format that a client names, or else the one it prefers."""

from __future__ import annotations

from enum import Enum

from pdfbot.web.problems import ProblemError


class Format(str, Enum):
    """The formats of a paper's text."""

    JSON = "json"
    TXT = "txt"
    MD = "md"
    TEI = "tei"
    CHUNKS = "chunks"
    JSONL = "jsonl"
    BIB = "bib"
    CSL = "csl"
    DC = "dc"


MEDIA_TYPES = {
    Format.JSON: "application/json",
    Format.TXT: "text/plain; charset=utf-8",
    Format.MD: "text/markdown; charset=utf-8",
    Format.TEI: "application/tei+xml",
    Format.CHUNKS: "application/x-ndjson",
    Format.JSONL: "application/x-ndjson",
    Format.BIB: "application/x-bibtex; charset=utf-8",
    Format.CSL: "application/vnd.citationstyles.csl+json",
    Format.DC: "application/xml",
}
# Media types in Accept, and the format each selects.
_ACCEPTED = {
    "application/json": Format.JSON,
    "text/plain": Format.TXT,
    "text/markdown": Format.MD,
    "application/tei+xml": Format.TEI,
    "application/xml": Format.TEI,
    "text/xml": Format.TEI,
    "application/x-ndjson": Format.JSONL,
    "application/jsonl": Format.JSONL,
    "application/x-bibtex": Format.BIB,
    "application/vnd.citationstyles.csl+json": Format.CSL,
    "application/*": Format.JSON,
    "text/*": Format.TXT,
    "*/*": Format.JSON,
    # Browsers accept XML too, but people expect the same format as without a browser.
    "text/html": Format.JSON,
}


def choose_format(named: str | None, accept: str) -> Format:
    """The named format, else the one that the header Accept prefers."""
    if named is not None:
        try:
            return Format(named)
        except ValueError:
            known = ", ".join(form.value for form in Format)
            raise ProblemError(406, "no-such-format", f"format {named}: use {known}") from None
    ranges = [_parse_range(part) for part in accept.split(",")] if accept.strip() else []
    if not ranges:
        return Format.JSON
    for media_type, quality in sorted(ranges, key=lambda item: -item[1]):
        if quality > 0 and media_type in _ACCEPTED:
            return _ACCEPTED[media_type]
    raise ProblemError(
        406,
        "no-such-format",
        f"papers are {', '.join(MEDIA_TYPES[form].split(';')[0] for form in list(Format)[:4])} "
        "or application/x-ndjson; or choose with ?format=",
    )


def _parse_range(part: str) -> tuple[str, float]:
    media_type, *parameters = part.split(";")
    quality = 1.0
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                quality = min(max(float(value), 0.0), 1.0)
            except ValueError:
                quality = 0.0
    return media_type.strip().lower(), quality
