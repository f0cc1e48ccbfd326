"""The body text of research papers, from their PDFs: sentences and paragraphs in reading order.

    paper = pdfbot.extract("paper.pdf")
    for sentence in paper.sentences:
        print(sentence.page, sentence.text)

Everything public is here. The heavy parts are loaded when they are used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import Any, BinaryIO, Literal

    from pdfbot import freki
    from pdfbot.errors import (
        CopyProtectedError,
        DamagedPdfError,
        EngineError,
        EngineMissingError,
        EngineTimeoutError,
        FileMissingError,
        InputError,
        NotAPdfError,
        NoTextError,
        OutputError,
        PasswordError,
        PdfbotError,
        UsageError,
    )
    from pdfbot.layout.regions import Regions
    from pdfbot.model import (
        Box,
        Extraction,
        Finding,
        Font,
        Graphic,
        Line,
        Page,
        Paragraph,
        Sentence,
        Span,
        Statistics,
        TextBlock,
        Verdict,
    )
    from pdfbot.recovery.model import Recovery
    from pdfbot.thresholds import Thresholds

__version__ = "0.1.0"

__all__ = [
    "Box",
    "CopyProtectedError",
    "DamagedPdfError",
    "EngineError",
    "EngineMissingError",
    "EngineTimeoutError",
    "Extraction",
    "FileMissingError",
    "Finding",
    "Font",
    "Graphic",
    "InputError",
    "Line",
    "NoTextError",
    "NotAPdfError",
    "OutputError",
    "Page",
    "Paragraph",
    "PasswordError",
    "PdfbotError",
    "Sentence",
    "Span",
    "Statistics",
    "TextBlock",
    "Thresholds",
    "UsageError",
    "Verdict",
    "__version__",
    "batch",
    "extract",
    "freki",
    "from_json",
    "recover",
    "regions",
]


def extract(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    *,
    engine: Literal["auto", "embedded", "pdf2htmlex"] = "auto",
    pages: Sequence[int] | None = None,
    password: str | None = None,
    thresholds: Thresholds | None = None,
    rules: Literal["default", "paper"] = "default",
    columns: int | None = None,
    appendices: bool = False,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
) -> Extraction:
    """The body text of a PDF, or of a pdf2htmlEX replica, which is recognised by its content.

    `source` is a path, the bytes themselves or a binary file object. `pages` are numbers from 1,
    read in the order of the document; `columns` is 1, 2 or 3 where the layout shall not be guessed;
    `pdf2htmlex` is that program's path when it is not on PATH. `appendices` keeps the text behind
    the list of references.
    `thresholds` replaces the values that go with `rules`. Whatever is wrong with the source comes
    as a `PdfbotError`.
    """
    from pdfbot.dataclass import replace
    from pdfbot.layout.sketches import Sketch, sketch_page
    from pdfbot.model import Origin
    from pdfbot.pipeline import extract_body
    from pdfbot.rubbish import seldom_searched
    from pdfbot.source import check_choices, locate_content, open_document
    from pdfbot.thresholds import Thresholds

    check_choices(engine=engine, rules=rules, columns=columns, pages=pages)
    if thresholds is None:
        thresholds = Thresholds.paper() if rules == "paper" else Thresholds()
    if appendices:
        thresholds = replace(thresholds, keep_appendices=True)
    content, name = locate_content(source)
    sketches: list[Sketch] = []
    with seldom_searched:
        document = open_document(
            content,
            name=name,
            engine=engine,
            pages=pages,
            password=password,
            allow_copy_protected=allow_copy_protected,
            pdf2htmlex=pdf2htmlex,
            look=lambda page: sketches.append(sketch_page(page, thresholds)),
        )
        paper = extract_body(document, thresholds, rules=rules, columns=columns, sketches=sketches)
    program = None if pdf2htmlex is None else str(pdf2htmlex)
    origin = Origin(content, name, engine, password, allow_copy_protected, program)
    return replace(paper, origin=origin)


def batch(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None = None,
    timeout: float = 120.0,
    max_memory: int = 2 << 30,
    max_size: int = 512 << 20,
    recycle: int = 200,
    **choices: Any,
) -> Iterator[dict[str, Any]]:
    """The records of many papers, in the order of the inputs, each made by a killable process.

    An input is a PDF, a folder, a glob, a tar or zip file, or an fsspec URL of these. A record
    comes for every paper, whatever happens to it; docs/batch.md describes it. `timeout` is in
    seconds, `max_memory` (of a process) and `max_size` (of a PDF) in bytes; `jobs` is the number
    of processes, the cores if None; `choices` are those of `extract`.
    """
    from pdfbot.bulk import stream

    return stream.batch(
        inputs,
        jobs=jobs,
        timeout=timeout,
        max_memory=max_memory,
        max_size=max_size,
        recycle=recycle,
        **choices,
    )


def from_json(text: str | bytes) -> Extraction:
    """The result that `Extraction.to_json` wrote, without its text blocks."""
    from pdfbot.output.records import load

    return load(text)


def recover(
    text: str,
    *,
    eps: float | Literal["auto"] = 0.1,
    keep: Collection[Literal["notes", "tables"]] = (),
    rules: Literal["default", "paper"] = "default",
) -> Recovery:
    """Whole sentences from text that another tool broke into lines, by Sentence Recovery.

    `eps` is how far the length of a text line may be from the column width, as a share of it.
    `keep` names what else shall stay in the text. `.paragraphs` and `.text` are the result;
    `.lines` says for every line of the input what it was taken for, and why.
    """
    from pdfbot.recovery import recover as recover_text

    return recover_text(text, eps=eps, keep=keep, rules=rules)


def regions(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    *,
    engine: Literal["auto", "embedded", "pdf2htmlex"] = "auto",
    pages: Sequence[int] | None = None,
    password: str | None = None,
    threshold: Literal["font", "width"] | float = "font",
    header_lines: int | None = None,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
) -> Regions:
    """All text of a document in the order of a reader, by Left Regions Expansion.

    `threshold` is the narrowest column gap: from the modal font size, from the page's width, or
    in points. `header_lines` is how long the page header is; pages are compared when it is None.
    """
    from pdfbot.source import check_choices, open_document

    check_choices(engine=engine, rules="default", columns=None, pages=pages)
    document = open_document(
        source,
        engine=engine,
        pages=pages,
        password=password,
        allow_copy_protected=allow_copy_protected,
        pdf2htmlex=pdf2htmlex,
    )
    from pdfbot.layout.regions import document_regions

    return document_regions(document, threshold, header_lines)


if not TYPE_CHECKING:  # a type checker knows the names from above, and shall miss unknown ones

    def __getattr__(name: str) -> object:
        import importlib

        if name == "Thresholds":
            return importlib.import_module("pdfbot.thresholds").Thresholds
        if name == "freki":
            return importlib.import_module("pdfbot.freki")
        if name in __all__:
            module = "pdfbot.errors" if name.endswith("Error") else "pdfbot.model"
            return getattr(importlib.import_module(module), name)
        raise AttributeError(f"module 'pdfbot' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
