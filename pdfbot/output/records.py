"""Write and read the versioned JSON record described in docs/output.md."""

from __future__ import annotations

import json
from math import isfinite, nan
from typing import Any

from pdfbot.errors import InputError
from pdfbot.model import (
    Box,
    Extraction,
    Finding,
    Graphic,
    Line,
    Page,
    Paragraph,
    Sentence,
    Span,
    Statistics,
    Verdict,
)
from pdfbot.rules import Rule

FORMAT = "pdfbot"
# Incremented when a reader of older records would misread a new one; new keys alone do not count.
SCHEMA = 1
# Decimal places of lengths in points: a thousandth of a point is not visible.
POINT_DIGITS = 3
# Decimal places of other measures.
MEASURE_DIGITS = 6

Json = dict[str, Any]


def dump(extraction: Extraction, indent: int | None = None, *, source: str | None = None) -> str:
    """The record on one line, or indented; `source` names the file among several."""
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
        "paragraphs": paragraph_records(extraction),
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
    if record.get("schema") != SCHEMA:
        raise InputError(
            f"a record of schema {record.get('schema')!r}, but this version reads {SCHEMA}: "
            "use the version of pdfbot that wrote it, or extract the paper again"
        )
    try:
        return _parse_extraction(record)
    except KeyError as error:
        raise InputError(f"a damaged pdfbot record: {error} is missing") from None
    except (TypeError, ValueError) as error:
        raise InputError(f"a damaged pdfbot record: {error}") from None


def _point(value: float) -> float:
    return round(float(value), POINT_DIGITS)


def _measure(value: float) -> float | None:
    """Rounded; null if it is not finite, which JSON cannot express."""
    return round(float(value), MEASURE_DIGITS) if isfinite(value) else None


def _box_record(box: Box) -> list[float]:
    return [_point(box.left), _point(box.bottom), _point(box.right), _point(box.top)]


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
        "width": _point(page.width),
        "height": _point(page.height),
        "graphics": [{"kind": g.kind, "box": _box_record(g.box)} for g in page.graphics],
    }


def paragraph_records(extraction: Extraction) -> list[Json]:
    """The body text alone, for records without lines and verdicts."""
    return [_paragraph_record(paragraph) for paragraph in extraction.paragraphs]


def _paragraph_record(paragraph: Paragraph) -> Json:
    return {
        "id": paragraph.id,
        "sentences": [_sentence_record(sentence) for sentence in paragraph.sentences],
    }


def _sentence_record(sentence: Sentence) -> Json:
    spans = [
        {
            "page": s.page,
            "line": s.line_id,
            "start": s.start,
            "end": s.end,
            "box": _box_record(s.box),
        }
        for s in sentence.spans
    ]
    return {"id": sentence.id, "text": sentence.text, "spans": spans}


def _line_record(line: Line) -> Json:
    return {
        "id": line.id,
        "page": line.page,
        "column": line.column,
        "text": line.text,
        "box": _box_record(line.box),
        "baseline": _point(line.baseline),
        "size": _point(line.size),
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


def _box(values: list[float]) -> Box:
    left, bottom, right, top = map(float, values)
    return Box(left, bottom, right, top)


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
    )


def _page(item: Json) -> Page:
    graphics = tuple(Graphic(g["kind"], _box(g["box"])) for g in item["graphics"])
    return Page(item["number"], float(item["width"]), float(item["height"]), (), graphics)


def _paragraph(item: Json) -> Paragraph:
    return Paragraph(item["id"], tuple(_sentence(sentence) for sentence in item["sentences"]))


def _sentence(item: Json) -> Sentence:
    spans = tuple(
        Span(s["page"], s["line"], s["start"], s["end"], _box(s["box"])) for s in item["spans"]
    )
    return Sentence(item["id"], item["text"], spans)


def _line(item: Json) -> Line:
    return Line(
        id=item["id"],
        page=item["page"],
        column=item["column"],
        blocks=(),
        text=item["text"],
        box=_box(item["box"]),
        baseline=float(item["baseline"]),
        size=float(item["size"]),
    )


def _verdict(item: Json) -> Verdict:
    found = item["finding"]
    finding = found and Finding(
        found["threshold"], _number(found["measured"]), _number(found["limit"])
    )
    return Verdict(item["line"], Rule(item["rule"]), finding)
