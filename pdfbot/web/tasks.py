"""What a worker builds from a paper: its text in all formats, views of its pages, scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from pdfbot.bulk.paper_records import Report, Task
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.worker import reading_options
from pdfbot.errors import InputError, NoTextError, UsageError
from pdfbot.garbage_collection import relaxed_gc
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions, make_options
from pdfbot.output.files import encode
from pdfbot.output.formats import FormatOptions, render
from pdfbot.output.records import load
from pdfbot.output.tei import TeiOptions, render_tei
from pdfbot.output.text import explain_empty
from pdfbot.page_selection import select_pages
from pdfbot.pipeline import Analysis, analyse, on_pages
from pdfbot.ranking.ranked_sentences import rank_sentences
from pdfbot.readers.document import read_document
from pdfbot.readers.source import Source
from pdfbot.visual.explain.view import draw_explanation
from pdfbot.visual.highlight.highlight_plan import MAX_LAYERS, HighlightPlan, plan_ranked
from pdfbot.visual.highlight.overlay import highlight_replica
from pdfbot.visual.highlight.pdf_annotations import annotate_pdf
from pdfbot.visual.highlight.sentence_lookup import BodyText
from pdfbot.visual.highlight.web_annotations import web_annotations
from pdfbot.visual.pictures import draw_pictures, picture_boxes
from pdfbot.visual.replica.build import build_page, build_replica
from pdfbot.web.reading_view import reading_view
from pdfbot.web.stored_paper import (
    DRAWING,
    EXPLAIN,
    LAYOUT,
    RECORD,
    REPLICA,
    SENTENCES,
    StoredPaper,
    drawing_file,
    explain_file,
    layout_file,
    page_file,
    picture_file,
)

# The files of a stored paper: name, format, and whether it is the lean record.
KEPT_FORMATS = {
    "txt": ("txt", False),
    "md": ("md", False),
    "tei": ("tei", False),
    "chunks": ("chunks", False),
    "bib": ("bib", False),
    "csl": ("csl", False),
    "dc": ("dc", False),
    RECORD: ("json", False),
    "lean": ("json", True),
}


# Formats whose sentences have scores.
RECORDS = ("json", "jsonl")


class TooManyPagesError(InputError):
    """More pages than the service accepts."""


@dataclass(frozen=True, slots=True)
class Built:
    """Files by name, and facts about them that spare the service reading them."""

    files: dict[str, bytes]
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Work:
    """A paper, how to read and judge it, and what to build."""

    source: Source
    reading: ReadingOptions
    rules: RuleOptions
    task: Task
    report: Report

    @staticmethod
    def of(content: str | bytes, settings: Settings, task: Task, report: Report) -> Work:
        source = Source(content, task["name"]).decompressed(settings.max_size)
        reading, rules = reading_options(settings), settings.rules
        if "rules" in task:
            asked = task["reading"]
            reading = replace(reading, pages=asked["pages"], password=asked["password"])
            _, rules = make_options(**task["rules"])
        return Work(source, reading, rules, task, report)

    def analysis(self) -> Analysis:
        """The result of all stages; a paper without body text is refused."""
        return self._with_text(self.full_analysis())

    def full_analysis(self) -> Analysis:
        """The result of all stages, even for a paper without body text."""
        with relaxed_gc():
            whole = replace(self.reading, pages=None)
            document = read_document(self.source, whole, self.on_page)
            # pdf2htmlEX does not say how far it is.
            self._check_pages(len(document.pages))
            self.report("finding the body text")
            analysis = analyse(document, self.rules)
        return on_pages(analysis, self.reading.page_numbers, self.source.name)

    def extraction(self) -> Extraction:
        return self.analysis().extraction

    def stored(self) -> StoredPaper:
        """The stored results of the paper."""
        return StoredPaper(Path(self.task["folder"]))

    def on_page(self, place: int, count: int) -> None:
        """Report progress, and refuse a document with too many pages before the first is read."""
        self._check_pages(count)
        self.report(f"reading page {place} of {count}")

    def _check_pages(self, count: int) -> None:
        limit = self.task["max_pages"]
        if limit and count > limit:
            raise TooManyPagesError(
                f"{self.source.name}: {count} pages, over the limit of {limit} (--max-pages)"
            )

    def _with_text(self, analysis: Analysis) -> Analysis:
        if not analysis.extraction.body:
            raise NoTextError(f"{self.source.name}: {explain_empty(analysis.extraction)}")
        return analysis


def extract(work: Work) -> Built:
    """The text of a paper in one format."""
    task = work.task
    content = {**task["content"], "include": tuple(task["content"]["include"])}
    options = FormatOptions(rank=task["format"] in RECORDS, **content)
    options.check(task["format"])
    return Built({task["format"]: _render(work, work.extraction(), task["format"], options)})


def keep(work: Work) -> Built:
    """The text of a paper in all formats, its sentences, and what views draw on its pages."""
    analysis = work.analysis()
    paper = analysis.extraction
    work.report("ranking the sentences")
    pictures = {} if work.source.is_replica() else picture_boxes(paper)
    view = reading_view(paper, pictures)
    files = {
        name: _render(work, paper, form, FormatOptions(lean=lean, rank=form in RECORDS))
        for name, (form, lean) in KEPT_FORMATS.items()
    }
    files[SENTENCES] = encode(json.dumps(view, ensure_ascii=False, separators=(",", ":")))
    files[DRAWING] = drawing_file(analysis)
    files[LAYOUT] = layout_file(paper, pictures)
    return Built(files, {"title": paper.title})


def tei(work: Work) -> Built:
    """The TEI that a client of GROBID requested; no file if the paper has no such content."""
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


def _render(work: Work, paper: Extraction, form: str, options: FormatOptions) -> bytes:
    """As the command writes it."""
    return encode("".join(render(paper, form, options, work.source, work.source.name)))


def replica(work: Work) -> Built:
    """The replica of the paper."""
    return Built({REPLICA: _html(build_replica(work.source, work.reading).html)})


def page(work: Work) -> Built:
    """The replica of one page of a stored paper."""
    number, pages = work.task["page"], work.stored().layout().pages
    html = build_page(work.source, work.reading, pages[number], pages)
    return Built({page_file(number): _html(html)})


def pictures(work: Work) -> Built:
    """The pictures of the figures, tables and equations on one page of a stored paper."""
    number, layout = work.task["page"], work.stored().layout()
    drawn = draw_pictures(
        work.source, work.reading.password, number, layout.boxes(number), layout.is_damaged
    )
    return Built({picture_file(key): data for key, data in drawn.items()})


def explain(work: Work) -> Built:
    """The verdicts of a stored paper, drawn on its replica."""
    stored = work.stored()
    html = draw_explanation(stored.replica(), stored.paper(), stored.drawing())
    return Built({EXPLAIN: _html(html)})


def explain_pages(work: Work) -> Built:
    """The same for some pages, whose replica is not kept."""
    stored, first, last = work.stored(), work.task["first"], work.task["last"]
    reading = replace(work.reading, pages=tuple(range(first, last + 1)))
    replica = build_replica(work.source, reading).html
    html = draw_explanation(replica, stored.paper(), stored.drawing())
    return Built({explain_file(first, last): _html(html)})


def highlight(work: Work) -> Built:
    """The coloured layers of a stored paper: in its replica, in its PDF, or as annotations."""
    form = work.task["format"]
    if form == "pdf" and work.source.is_replica():
        raise UsageError(f"{work.source.name}: a replica, not a PDF; annotations need the PDF")
    stored = work.stored()
    paper = stored.paper() if form == "annotations" else stored.placed_paper()
    plan = _plan(work, paper)
    if form == "html":
        data = _html(highlight_replica(stored.replica(), paper, plan))
    elif form == "pdf":
        data = annotate_pdf(work.source.content, paper, plan, work.reading.password)
    else:
        page = web_annotations(paper, plan, work.source.name)
        data = encode(json.dumps(page, ensure_ascii=False, indent=1) + "\n")
    return Built({form: data})


def _plan(work: Work, paper: Extraction) -> HighlightPlan:
    """The layers of pdfbot's ranking, or of a backend's scores with their notes."""
    task = work.task
    own: dict[str, Any] | None = task["scores"]
    if task["layers"] > MAX_LAYERS:
        raise UsageError(f"{task['layers']} layers: use 1 to {MAX_LAYERS}")
    given = {key: value["score"] for key, value in (own or {}).items()}
    scores = None if own is None else given
    plan = plan_ranked(
        rank_sentences(paper, task["layers"], task["spread"], task["density"], scores)
    )
    if own is None:
        return plan
    highlights = (
        replace(highlight, note=own[highlight.sentence_id]["note"] or "")
        for highlight in plan.highlights
    )
    return replace(plan, highlights=tuple(highlights))


def match_scores(work: Work) -> Built:
    """The sentence that each key of a backend's scores refers to; the paper is its JSON record."""
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
    "page": page,
    "pictures": pictures,
    "explain": explain,
    "explain_pages": explain_pages,
    "highlight": highlight,
    "match_scores": match_scores,
}
