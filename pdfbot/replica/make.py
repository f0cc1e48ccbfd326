"""A PDF, or a replica that exists already, to a replica that can be shown to anybody."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from pdfbot.dataclass import dataclass
from pdfbot.model import Document
from pdfbot.source import convert_content, open_content, whole_content


@dataclass(frozen=True, slots=True)
class Replica:
    """The HTML, and the pages that were read from it or written into it."""

    html: str
    document: Document


def make_replica(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    *,
    engine: str = "auto",
    pages: Sequence[int] | None = None,
    password: str | None = None,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
    name: str | None = None,
) -> Replica:
    """The replica of `source` by the wanted engine; one that exists is cleaned and kept."""
    content, kind, name = open_content(source, name)
    if kind == "pdf" and engine != "pdf2htmlex":
        return _embedded(content, name, pages, password, allow_copy_protected)
    if kind == "pdf":
        data = convert_content(
            content,
            name,
            pages,
            password,
            allow_copy_protected,
            pdf2htmlex,
            with_graphics=True,
        )
    else:
        data = whole_content(content)
    from pdfbot.replica.dialect import Frame
    from pdfbot.replica.html import read_replica

    document = read_replica(data, pages, name=name)
    return Replica(Frame(data, document.pages).html(), document)


def _embedded(
    content: str | bytes,
    name: str,
    pages: Sequence[int] | None,
    password: str | None,
    allow_copy_protected: bool,
) -> Replica:
    import pypdfium2

    from pdfbot.replica.background import render_pages
    from pdfbot.replica.links import read_links
    from pdfbot.replica.pdfium import read_pdf
    from pdfbot.replica.pdfium_functions import busy
    from pdfbot.replica.write import write_replica

    document = read_pdf(
        content,
        name=name,
        password=password,
        pages=pages,
        allow_copy_protected=allow_copy_protected,
    )
    numbers = [page.number for page in document.pages]
    with busy, pypdfium2.PdfDocument(content, password=password) as pdf:
        title = pdf.get_metadata_value("Title") or Path(name).name
        pictures = dict(render_pages(pdf, numbers))
        links = read_links(pdf, numbers)
    html = write_replica(document, title=title, pictures=pictures, links=links)
    return Replica(html, document)
