"""What a worker builds of a paper: its text in all formats, views of its pages, found scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any

from pdfbot.bulk.paper_records import Report, Task
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.worker import reading_options
from pdfbot.errors import InputError, NoTextError, UsageError
from pdfbot.garbage_collection import relaxed_gc
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import encode
from pdfbot.output.formats import FormatOptions, render
from pdfbot.output.records import load
from pdfbot.output.tei import TeiOptions, render_tei
from pdfbot.output.text import explain_empty
from pdfbot.page_selection import select_pages
from pdfbot.pipeline import Analysis, analyse
from pdfbot.ranking import rank_sentences, score_sentences
from pdfbot.readers.document import read_document
from pdfbot.readers.source import Source
from pdfbot.visual.explain.view import explain_replica
from pdfbot.visual.highlight.marks import MAX_LAYERS, MarkPlan, plan_ranked
from pdfbot.visual.highlight.overlay import highlight_replica
from pdfbot.visual.highlight.pdf_annotations import annotate_pdf
from pdfbot.visual.highlight.sentence_lookup import BodyText
from pdfbot.visual.highlight.web_annotations import web_annotations
from pdfbot.visual.replica.build import Replica, analyse_replica, build_replica
from pdfbot.web.reading_view import reading_view

# The files of a kept paper, by name: their format, and whether it is the lean one.
KEPT_FORMATS = {
    "txt": ("txt", False),
    "md": ("md", False),
    "tei": ("tei", False),
    "chunks": ("chunks", False),
    "json": ("json", False),
    "lean": ("json", True),
}


class TooManyPagesError(InputError):
    """More pages than the service accepts."""


@dataclass(frozen=True, slots=True)
class Built:
    """Files by name, and what the service wants to know about them without reading them."""

    files: dict[str, bytes]
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Work:
    """A paper, how it is read and judged, and what is asked for."""

    source: Source
    reading: ReadingOptions
    rules: RuleOptions
    task: Task
    report: Report

    @staticmethod
    def of(content: str | bytes, settings: Settings, task: Task, report: Report) -> Work:
        source = Source(content, task["name"]).decompressed(settings.max_size)
        return Work(source, reading_options(settings), settings.rules, task, report)

    def analysis(self) -> Analysis:
        """Everything the stages find; a paper without body text is refused."""
        return self._with_text(self.full_analysis())

    def full_analysis(self) -> Analysis:
        """Everything the stages find, also in a paper without body text."""
        with relaxed_gc():
            document = read_document(self.source, self.reading, self.on_page)
            self.report("finding the body text")
            return analyse(document, self.rules)

    def extraction(self) -> Extraction:
        return self.analysis().extraction

    def replica(self) -> Replica:
        return build_replica(self.source, self.reading)

    def replica_analysis(self, replica: Replica) -> Analysis:
        """What is on the pages of a replica."""
        self.report("finding the body text")
        return self._with_text(analyse_replica(replica, self.source, self.reading, self.rules))

    def on_page(self, place: int, count: int) -> None:
        """Tell how far reading is; refuse a document with too many pages before the first."""
        limit = self.task["max_pages"]
        if limit and count > limit:
            raise TooManyPagesError(
                f"{self.source.name}: {count} pages, over the limit of {limit} (--max-pages)"
            )
        self.report(f"reading page {place} of {count}")

    def _with_text(self, analysis: Analysis) -> Analysis:
        if not analysis.extraction.paragraphs:
            raise NoTextError(f"{self.source.name}: {explain_empty(analysis.extraction)}")
        return analysis


def extract(work: Work) -> Built:
    """The text of a paper in one format."""
    form, lean = work.task["format"], work.task["lean"]
    return Built({form: _render(work, work.extraction(), form, lean)})


def keep(work: Work) -> Built:
    """The text of a paper in all formats, and its sentences with their places on the pages."""
    paper = work.extraction()
    work.report("ranking the sentences")
    view = reading_view(paper, score_sentences(paper))
    files = {name: _render(work, paper, form, lean) for name, (form, lean) in KEPT_FORMATS.items()}
    files["sentences"] = encode(json.dumps(view, ensure_ascii=False, separators=(",", ":")))
    return Built(files)


def tei(work: Work) -> Built:
    """What a client of GROBID asked for; no file if the paper has nothing of the kind."""
    task = work.task
    paper = work.full_analysis().extraction
    first, last = task["first"], task["last"] or inf
    paper = select_pages(paper, {p.number for p in paper.pages if first <= p.number <= last})
    if not paper.lines:
        raise NoTextError(f"{work.source.name}: {explain_empty(paper)}")
    found: dict[str, Any] = {
        "fulltext": paper.paragraphs,
        "header": paper.title or paper.authors or paper.abstract,
        "references": paper.references,
    }
    if not found[task["part"]]:
        return Built({})
    options = TeiOptions(
        part=task["part"],
        coordinates=frozenset(task["coordinates"]),
        sentences=task["sentences"],
        ids=task["ids"],
    )
    return Built({"tei": encode(render_tei(paper, work.source.md5(), options))})


def _render(work: Work, paper: Extraction, form: str, lean: bool) -> bytes:
    """As the command writes it; records have scores."""
    options = FormatOptions(lean=lean, rank=form in ("json", "jsonl"))
    return encode("".join(render(paper, form, options, work.source, work.source.name)))


def replica(work: Work) -> Built:
    return Built({"replica": _html(work.replica().html)})


def explain(work: Work) -> Built:
    built = work.replica()
    analysis = work.replica_analysis(built)
    return Built({"explain": _html(explain_replica(built.html, analysis, title=work.source.name))})


def highlight(work: Work) -> Built:
    """The sentences coloured in layers, on a replica or in the PDF, or as annotations."""
    form = work.task["format"]
    if form == "html":
        built = work.replica()
        paper = work.replica_analysis(built).extraction
        return Built({form: _html(highlight_replica(built.html, paper, _plan(work, paper)))})
    if form == "pdf" and work.source.is_replica():
        raise UsageError(f"{work.source.name}: a replica, not a PDF; annotations need the PDF")
    paper = work.extraction()
    plan = _plan(work, paper)
    if form == "pdf":
        data = annotate_pdf(work.source.content, paper, plan, work.reading.password)
        return Built({form: data})
    page = web_annotations(paper, plan, work.source.name)
    return Built({form: encode(json.dumps(page, ensure_ascii=False, indent=1) + "\n")})


def _plan(work: Work, paper: Extraction) -> MarkPlan:
    """The layers of pdfbot's ranking, or of a backend's scores with their notes."""
    task = work.task
    own: dict[str, Any] | None = task["scores"]
    scores = None if own is None else {key: value["score"] for key, value in own.items()}
    if task["layers"] > MAX_LAYERS:
        raise UsageError(f"{task['layers']} layers: use 1 to {MAX_LAYERS}")
    plan = plan_ranked(
        rank_sentences(paper, task["layers"], task["spread"], task["density"], scores)
    )
    if own is None:
        return plan
    marks = (replace(mark, note=own[mark.sentence_id]["note"] or "") for mark in plan.marks)
    return replace(plan, marks=tuple(marks))


def match_scores(work: Work) -> Built:
    """Which sentence each key of a backend's scores means; the paper is its JSON record."""
    paper = load(work.source.read())
    body = BodyText(paper)
    ids = {sentence.id for sentence in paper.sentences}
    found: dict[str, str] = {}
    missing = []
    for key in work.task["keys"]:
        sentence = None if key in ids else body.find_sentence(key)
        if key in ids:
            found[key] = key
        elif sentence is not None:
            found[key] = sentence.id
        else:
            missing.append(key)
    return Built({}, {"found": found, "missing": missing})


_html: Callable[[str], bytes] = partial(str.encode, encoding="utf-8", errors="replace")

TASKS: dict[str, Callable[[Work], Built]] = {
    "extract": extract,
    "keep": keep,
    "tei": tei,
    "replica": replica,
    "explain": explain,
    "highlight": highlight,
    "match_scores": match_scores,
}
