"""Write and read the versioned JSON record described in docs/output.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite, nan
from typing import Any

from pdfbot.errors import InputError
from pdfbot.model import (
    Extraction,
    Finding,
    Graphic,
    Line,
    Page,
    Paragraph,
    Sentence,
    Statistics,
    Verdict,
)
from pdfbot.output.span_records import box_record, parse_box, parse_spans, point, span_records
from pdfbot.output.structure_records import (
    caption_record,
    footnote_record,
    parse_caption,
    parse_footnote,
    parse_reference,
    parse_section,
    reference_record,
    section_record,
)
from pdfbot.rules import Rule

FORMAT = "pdfbot"
# Incremented when a reader of older records would misread a new one; new keys alone do not count.
SCHEMA = 2
# Older records that can be read; those of schema 1 have the body text alone.
READABLE = (1, SCHEMA)
# Decimal places of other measures.
MEASURE_DIGITS = 6

Json = dict[str, Any]


def dump(
    extraction: Extraction,
    indent: int | None = None,
    *,
    source: str | None = None,
    scores: Mapping[str, float] | None = None,
) -> str:
    """The record on one line, or indented; `source` names the file among several.

    `scores` by sentence id are written with the sentences.
    """
    record: Json = {"format": FORMAT, "schema": SCHEMA}
    if source is not None:
        record["source"] = source
    record |= {
        "version": extraction.version,
        "engine": extraction.engine,
        "thresholds": extraction.thresholds,
        "warnings": list(extraction.warnings),
        "statistics": _statistics_record(extraction.statistics),
        "pages": [_page_record(page) for page in extraction.pages],
        "title": extraction.title,
        "authors": extraction.authors,
        "abstract": list(extraction.abstract_ids),
        "sections": [section_record(section) for section in extraction.sections],
        "paragraphs": paragraph_records(extraction, scores),
        "captions": [caption_record(caption) for caption in extraction.captions],
        "footnotes": [footnote_record(note) for note in extraction.footnotes],
        "references": [reference_record(reference) for reference in extraction.references],
        "lines": [_line_record(line) for line in extraction.lines],
        "verdicts": [_verdict_record(verdict) for verdict in extraction.verdicts],
    }
    separators = (",", ":") if indent is None else None
    return json.dumps(
        record, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
    )


def load(text: str | bytes) -> Extraction:
    """The extraction a record was written from, without the text blocks of its lines and pages."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("not a pdfbot record: not JSON") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise InputError('not a pdfbot record: it has no "format": "pdfbot"')
    if record.get("schema") not in READABLE:
        raise InputError(
            f"a record of schema {record.get('schema')!r}, but this version reads up to {SCHEMA}: "
            "use the version of pdfbot that wrote it, or extract the paper again"
        )
    try:
        return _parse_extraction(record)
    except KeyError as error:
        raise InputError(f"a damaged pdfbot record: {error} is missing") from None
    except (TypeError, ValueError) as error:
        raise InputError(f"a damaged pdfbot record: {error}") from None


def _measure(value: float) -> float | None:
    """Rounded; null if it is not finite, which JSON cannot express."""
    return round(float(value), MEASURE_DIGITS) if isfinite(value) else None


def _statistics_record(statistics: Statistics) -> Json:
    return {
        "base_size": _measure(statistics.base_size),
        "base_pitch": _measure(statistics.base_pitch),
        "base_density": _measure(statistics.base_density),
        "columns": statistics.columns,
    }


def _page_record(page: Page) -> Json:
    return {
        "number": page.number,
        "width": point(page.width),
        "height": point(page.height),
        "graphics": [{"kind": g.kind, "box": box_record(g.box)} for g in page.graphics],
    }


def paragraph_records(
    extraction: Extraction, scores: Mapping[str, float] | None = None
) -> list[Json]:
    """The body text alone, for records without lines and verdicts."""
    records = [_paragraph_record(paragraph) for paragraph in extraction.paragraphs]
    if scores is not None:
        for sentence in (sentence for record in records for sentence in record["sentences"]):
            sentence["score"] = scores[sentence["id"]]
    return records


def _paragraph_record(paragraph: Paragraph) -> Json:
    return {
        "id": paragraph.id,
        "sentences": [_sentence_record(sentence) for sentence in paragraph.sentences],
        "section": paragraph.section,
        "path": list(paragraph.path),
    }


def _sentence_record(sentence: Sentence) -> Json:
    return {"id": sentence.id, "text": sentence.text, "spans": span_records(sentence.spans)}


def _line_record(line: Line) -> Json:
    return {
        "id": line.id,
        "page": line.page,
        "column": line.column,
        "text": line.text,
        "box": box_record(line.box),
        "baseline": point(line.baseline),
        "size": point(line.size),
    }


def _verdict_record(verdict: Verdict) -> Json:
    finding = verdict.finding
    return {
        "line": verdict.line_id,
        "rule": verdict.rule.value,
        "finding": None
        if finding is None
        else {
            "threshold": finding.threshold,
            "measured": _measure(finding.measured),
            "limit": _measure(finding.limit),
        },
    }


def _number(value: float | None) -> float:
    return nan if value is None else float(value)


def _parse_extraction(record: Json) -> Extraction:
    statistics = record["statistics"]
    return Extraction(
        paragraphs=tuple(_paragraph(item) for item in record["paragraphs"]),
        lines=tuple(_line(item) for item in record["lines"]),
        verdicts=tuple(_verdict(item) for item in record["verdicts"]),
        pages=tuple(_page(item) for item in record["pages"]),
        statistics=Statistics(
            base_size=_number(statistics["base_size"]),
            base_pitch=_number(statistics["base_pitch"]),
            base_density=_number(statistics["base_density"]),
            columns=statistics["columns"],
        ),
        engine=record["engine"],
        version=record["version"],
        thresholds=record["thresholds"],
        warnings=tuple(record["warnings"]),
        **(_parse_structure(record) if record["schema"] > 1 else {}),
    )


def _parse_structure(record: Json) -> Json:
    """The parts of the paper that records have since schema 2."""
    return {
        "title": record["title"],
        "authors": record["authors"],
        "abstract_ids": tuple(record["abstract"]),
        "sections": tuple(parse_section(item) for item in record["sections"]),
        "captions": tuple(parse_caption(item) for item in record["captions"]),
        "footnotes": tuple(parse_footnote(item) for item in record["footnotes"]),
        "references": tuple(parse_reference(item) for item in record["references"]),
    }


def _page(item: Json) -> Page:
    graphics = tuple(Graphic(g["kind"], parse_box(g["box"])) for g in item["graphics"])
    return Page(item["number"], float(item["width"]), float(item["height"]), (), graphics)


def _paragraph(item: Json) -> Paragraph:
    sentences = tuple(_sentence(sentence) for sentence in item["sentences"])
    return Paragraph(item["id"], sentences, item.get("section", ""), tuple(item.get("path", ())))


def _sentence(item: Json) -> Sentence:
    return Sentence(item["id"], item["text"], parse_spans(item["spans"]))


def _line(item: Json) -> Line:
    return Line(
        id=item["id"],
        page=item["page"],
        column=item["column"],
        blocks=(),
        text=item["text"],
        box=parse_box(item["box"]),
        baseline=float(item["baseline"]),
        size=float(item["size"]),
    )


def _verdict(item: Json) -> Verdict:
    found = item["finding"]
    finding = found and Finding(
        found["threshold"], _number(found["measured"]), _number(found["limit"])
    )
    return Verdict(item["line"], Rule(item["rule"]), finding)
