"""From a result back to the pages it was read from, to colour them."""

from __future__ import annotations

from pathlib import Path

from pdfbot.dataclass import replace
from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Origin
from pdfbot.overlay.marks import Marking, Wanted, plan_marks


def highlight_original(
    paper: Extraction, wanted: Wanted, layers: int | None, source: Path | str | bytes | None
) -> str:
    """The replica with everything that is wanted in colour."""
    from pdfbot.overlay.highlight import highlight_replica
    from pdfbot.replica.make import make_replica

    origin = _origin(paper, source)
    marking = _marking(paper, wanted, layers)
    replica = make_replica(
        origin.content,
        name=origin.name,
        engine=origin.engine,
        pages=[page.number for page in paper.pages],
        password=origin.password,
        allow_copy_protected=origin.allow_copy_protected,
        pdf2htmlex=origin.pdf2htmlex,
    )
    return highlight_replica(replica.html, paper, marking)


def annotate_original(
    paper: Extraction, wanted: Wanted, layers: int | None, source: Path | str | bytes | None
) -> bytes:
    """The PDF with everything that is wanted as highlight annotations."""
    from pdfbot.overlay.annotations import annotate_pdf
    from pdfbot.source import open_content

    origin = _origin(paper, source)
    content, kind, name = open_content(origin.content, origin.name)
    if kind != "pdf":
        raise UsageError(f"{name}: a replica, not a PDF; annotations need the PDF")
    return annotate_pdf(content, paper, _marking(paper, wanted, layers), origin.password)


def _origin(paper: Extraction, source: Path | str | bytes | None) -> Origin:
    if source is None:
        if paper.origin is None:
            raise UsageError("the result does not know its file: give it with source=")
        return paper.origin
    content = source if isinstance(source, bytes) else str(source)
    name = "the PDF" if isinstance(source, bytes) else str(source)
    known = paper.origin or Origin(content, name)
    return replace(known, content=content, name=name)


def _marking(paper: Extraction, wanted: Wanted, layers: int | None) -> Marking:
    marking = plan_marks(paper, wanted, layers)
    if marking.missing:
        listed = ", ".join(repr(key[:60]) for key in marking.missing[:3])
        raise UsageError(f"not in the body text: {listed}")
    return marking
