"""The public functions: everything that can be made from a PDF, each in one call.

`batch` imports its worker pool when called, `replica` and `explain` what draws pages: each of these
imports would delay the start of `pdfbot extract` by 50 to 90 ms.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal

from pdfbot.methods.left_regions.text_regions import Regions, document_regions
from pdfbot.methods.sentence_recovery import recover_sentences
from pdfbot.methods.sentence_recovery.result import Recovery
from pdfbot.options import (
    MAX_MEMORY,
    TIMEOUT,
    Engine,
    Pages,
    ReadingOptions,
    RuleSet,
    make_options,
)
from pdfbot.output.record_types import BatchRecord
from pdfbot.output.records import load
from pdfbot.paper import Paper
from pdfbot.pipeline import extract_body
from pdfbot.readers.document import read_document
from pdfbot.readers.source import Source, SourceLike
from pdfbot.thresholds import Thresholds


def extract(
    source: SourceLike,
    *,
    engine: Engine = "auto",
    pages: Pages | None = None,
    password: str | None = None,
    thresholds: Thresholds | Mapping[str, float] | None = None,
    rules: RuleSet = "default",
    columns: int | None = None,
    language: str = "",
    appendices: bool = False,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
    timeout: float = TIMEOUT,
    max_memory: int = MAX_MEMORY,
) -> Paper:
    """The body text of a PDF, or of a pdf2htmlEX replica, which is recognised by its content.

    `source` is a path, the bytes themselves or a binary file object. `pages` are numbers from 1, or
    a string such as "2-7": the whole document is read and judged, so that ids stay the same, and
    what is on these pages is returned. `columns` is 1, 2 or 3 to override the layout found,
    `language` a code such as "de" to override the language detected;
    `pdf2htmlex` is that program's path if it is not on PATH, `timeout` in seconds and
    `max_memory` in bytes are its limits. `appendices` keeps the text after the list of references.
    `thresholds` replaces the default values; a dictionary names only those that change. Whatever is
    wrong with the source is raised as a `PdfbotError`.

    >>> paper = pdfbot.extract("paper.pdf", pages=[1, 2])
    >>> print(paper.text)
    """
    reading, options = make_options(
        engine=engine,
        pages=pages,
        password=password,
        thresholds=thresholds,
        rules=rules,
        columns=columns,
        language=language,
        appendices=appendices,
        allow_copy_protected=allow_copy_protected,
        pdf2htmlex=pdf2htmlex,
        timeout=timeout,
        max_memory=max_memory,
    )
    origin = Source.of(source)
    return Paper.of(extract_body(origin, reading, options), origin, reading)


def replica(
    source: SourceLike,
    *,
    engine: Engine = "auto",
    pages: Pages | None = None,
    password: str | None = None,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
) -> str:
    """The document as one HTML file that looks the same, with selectable text.

    >>> Path("paper.html").write_text(pdfbot.replica("paper.pdf"))
    """
    from pdfbot.visual.replica.build import build_replica

    reading = ReadingOptions(
        engine=engine,
        pages=pages,
        password=password,
        allow_copy_protected=allow_copy_protected,
        pdf2htmlex=pdf2htmlex,
    )
    return build_replica(source, reading).html


def explain(source: SourceLike, **choices: Any) -> str:
    """A replica that shows the rule that judged each line; `choices` as for `extract`.

    >>> Path("explain.html").write_text(pdfbot.explain("paper.pdf", columns=2))
    """
    from pdfbot.visual.explain.view import explain_replica
    from pdfbot.visual.replica.build import build_analysed_replica

    reading, options = make_options(**choices)
    built = build_analysed_replica(source, reading, options)
    return explain_replica(built.html, built.analysis)


def batch(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None = None,
    timeout: float = 120.0,
    max_memory: int = 2 << 30,
    max_size: int = 512 << 20,
    recycle: int = 200,
    **choices: Any,
) -> Iterator[BatchRecord]:
    """Yield the records of many papers in input order, each made in a killable process.

    An input is a PDF, a folder, a glob, a tar or zip file, or an fsspec URL of these. Every paper
    gives a record, whatever happens to it; docs/output.md describes it. `timeout` is in seconds,
    `max_memory` (of a process) and `max_size` (of a PDF) in bytes; `jobs` is the number of
    processes, the number of cores if None; `choices` are the options of `extract`.

    >>> for record in pdfbot.batch("papers/", jobs=4):
    ...     print(record["id"], record["status"])
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


def record(
    source: str | os.PathLike[str] | bytes,
    name: str = "",
    *,
    timeout: float = 120.0,
    max_memory: int = 2 << 30,
    max_size: int = 512 << 20,
    **choices: Any,
) -> BatchRecord:
    """The record of one paper, as `batch` yields it, for Spark, Ray and others with workers.

    The paper, a path or bytes, is read in a process of its own, which serves the next call as well.
    Whatever happens to it, there is a record: nothing but an option that makes no sense raises an
    error. `name` is its `source` in the record; limits and `choices` are those of `batch`.

    >>> pdfbot.record(Path("paper.pdf").read_bytes(), "paper.pdf", timeout=60)["status"]
    """
    from pdfbot.bulk import single

    return single.record(
        source, name, timeout=timeout, max_memory=max_memory, max_size=max_size, **choices
    )


def from_json(record: str | bytes | Mapping[str, Any]) -> Paper:
    """Read back what `Paper.to_json` wrote, without text blocks, or a record of a batch.

    The record is JSON, or a dictionary such as `pdfbot.batch` yields.

    >>> paper = pdfbot.from_json(Path("paper.json").read_bytes())
    >>> papers = [pdfbot.from_json(r) for r in pdfbot.batch("papers/") if r["status"] == "ok"]
    """
    return Paper.of(load(record))


def recover(
    text: str,
    *,
    eps: float | Literal["auto"] = 0.1,
    keep: Collection[Literal["notes", "tables"]] = (),
    rules: RuleSet = "default",
) -> Recovery:
    """Whole sentences from text that another tool broke into lines, by Sentence Recovery.

    `eps` is how far the length of a text line may be from the column width, as a share of it.
    `keep` names what else should stay in the text. `.paragraphs` and `.text` are the result;
    `.lines` has the kind of every line of the input, and the reason.

    >>> print(pdfbot.recover(Path("paper.txt").read_text()).text)
    """
    return recover_sentences(text, eps=eps, keep=keep, rules=rules)


def regions(
    source: SourceLike,
    *,
    engine: Engine = "auto",
    pages: Pages | None = None,
    password: str | None = None,
    threshold: Literal["font", "width"] | float = "font",
    header_lines: int | None = None,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
) -> Regions:
    """All text of a document in reading order, by Left Regions Expansion.

    `threshold` is the narrowest column gap: from the modal font size, from the page's width, or
    in points. `header_lines` is the length of the page header; None finds it by comparing pages.

    >>> print(pdfbot.regions("bulletin.pdf").text)
    """
    reading = ReadingOptions(
        engine=engine,
        pages=pages,
        password=password,
        allow_copy_protected=allow_copy_protected,
        pdf2htmlex=pdf2htmlex,
    )
    return document_regions(read_document(source, reading), threshold, header_lines)
