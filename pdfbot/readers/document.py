"""Any input to pages of text blocks, by the embedded engine or by pdf2htmlEX."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pdfbot.errors import EngineMissingError, PdfbotError
from pdfbot.model import Document
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdf2htmlex.program import convert
from pdfbot.readers.pdfium.document import read_pdf
from pdfbot.readers.source import Source, SourceLike


def read_document(given: SourceLike | Source, options: ReadingOptions) -> Document:
    """The pages of a source; a replica needs no engine."""
    source = Source.of(given).decompressed()
    if source.is_replica():
        html = source.read()
    elif options.engine == "pdf2htmlex":
        html = convert_to_replica(source, options)
    else:
        return read_pdf(source, options)
    # beautifulsoup4 takes 65 ms to import, which PDFs need not wait for.
    from pdfbot.readers.pdf2htmlex.dom import read_replica

    return read_replica(html, options.page_numbers, name=source.name)


def convert_to_replica(
    source: Source, options: ReadingOptions, *, with_graphics: bool = False
) -> bytes:
    """The replica of a PDF by pdf2htmlEX; bytes are written to a file for the program."""
    if isinstance(source.content, str):
        return _convert(Path(source.content), source.name, options, with_graphics)
    with tempfile.TemporaryDirectory(prefix="pdfbot-") as folder:
        path = Path(folder, "paper.pdf")
        path.write_bytes(source.content)
        return _convert(path, source.name, options, with_graphics)


def _convert(path: Path, name: str, options: ReadingOptions, with_graphics: bool) -> bytes:
    try:
        return convert(path, options, with_graphics=with_graphics)
    except EngineMissingError:
        raise  # not the fault of this file
    except PdfbotError as error:
        # The user may not know the path, which can be that of a temporary file.
        raise type(error)(f"{name}: {str(error).removeprefix(f'{path}: ')}") from None
