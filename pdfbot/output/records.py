"""Write and read the versioned JSON record described in docs/output.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
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
SCHEMA = 3
# Older records that can be read; those of schema 1 have the body text alone.
READABLE = (1, 2, SCHEMA)
# Decimal places of other measures.
MEASURE_DIGITS = 6

Json = dict[str, Any]

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def dump(
    extraction: Extraction,
    indent: int | None = None,
    *,
    source: str | None = None,
    lean: bool = False,
    scores: Mapping[str, float] | None = None,
) -> str:
    """The record on one line, or indented; `lean` leaves out lines, verdicts and graphics."""
    text = "".join(record_chunks(extraction, source=source, lean=lean, scores=scores))
    if indent is None:
        return text
    return json.dumps(json.loads(text), ensure_ascii=False, indent=indent)


def record_chunks(
    extraction: Extraction,
    *,
    source: str | None = None,
    lean: bool = False,
    line_breaks: bool = False,
    scores: Mapping[str, float] | None = None,
) -> Iterator[str]:
    """The record piece by piece, because as a whole it takes more memory than the extraction.

    `source` names the file among several. `line_breaks` puts each key and each item of a list on a
    line of its own. `scores` by sentence id are written with the sentences.
    """
    comma = ",\n" if line_breaks else ","
    head: Json = {"format": FORMAT, "schema": SCHEMA}
    if source is not None:
        head["source"] = source
    yield "{"
    yield comma.join(_members(head | about_record(extraction, lean=lean)))
    yield from part_chunks(extraction, lean=lean, comma=comma, scores=scores)
    yield "}"


def _members(record: Json) -> Iterator[str]:
    return (f'"{key}":{_encode(value)}' for key, value in record.items())


def about_record(extraction: Extraction, *, lean: bool = False) -> Json:
    """What is not a list of parts: how the paper was read, its pages and its title."""
    return {
        "version": extraction.version,
        "engine": extraction.engine,
        "thresholds": extraction.thresholds,
        "warnings": list(extraction.warnings),
        "statistics": _statistics_record(extraction.statistics),
        "pages": [_page_record(page, lean) for page in extraction.pages],
        "title": extraction.title,
        "authors": extraction.authors,
    }


def part_chunks(
    extraction: Extraction,
    *,
    lean: bool = False,
    comma: str = ",",
    scores: Mapping[str, float] | None = None,
) -> Iterator[str]:
    """The members for the parts of the paper, each after a comma."""
    for key, items in _parts(extraction, lean, scores):
        start = f'{comma}"{key}":['
        for item in items:
            yield start
            yield _encode(item)
            start = comma
        yield "]" if start == comma else start + "]"


def _parts(
    extraction: Extraction, lean: bool, scores: Mapping[str, float] | None
) -> Iterator[tuple[str, Iterable[Any]]]:
    yield "abstract", extraction.abstract_ids
    yield "sections", map(section_record, extraction.sections)
    yield "paragraphs", map(partial(_paragraph_record, scores=scores), extraction.paragraphs)
    yield "captions", map(caption_record, extraction.captions)
    yield "footnotes", map(footnote_record, extraction.footnotes)
    yield "references", map(reference_record, extraction.references)
    if not lean:
        yield "lines", map(_line_record, extraction.lines)
        yield "verdicts", map(_verdict_record, extraction.verdicts)


def load(text: str | bytes) -> Extraction:
    """The extraction a record was written from, without the text blocks of its lines and pages.

    A lean record, as those of a batch are, gives a result without lines, verdicts and graphics.
    """
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
    if record.get("status", "ok") != "ok":
        raise InputError(f"the record of a paper without text: {record.get('error')}")
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


def _page_record(page: Page, lean: bool) -> Json:
    record = {"number": page.number, "width": point(page.width), "height": point(page.height)}
    if lean:
        return record
    graphics = [{"kind": g.kind, "box": box_record(g.box)} for g in page.graphics]
    return record | {"graphics": graphics}


def _paragraph_record(paragraph: Paragraph, scores: Mapping[str, float] | None) -> Json:
    return {
        "id": paragraph.id,
        "sentences": [_sentence_record(sentence, scores) for sentence in paragraph.sentences],
        "section": paragraph.section,
        "path": list(paragraph.path),
        "bullet": paragraph.bullet,
    }


def _sentence_record(sentence: Sentence, scores: Mapping[str, float] | None) -> Json:
    spans = span_records(sentence.spans)
    record = {"id": sentence.id, "text": sentence.text, "spans": spans}
    return record if scores is None else record | {"score": scores[sentence.id]}


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
        lines=tuple(_line(item) for item in record.get("lines", ())),
        verdicts=tuple(_verdict(item) for item in record.get("verdicts", ())),
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
    graphics = tuple(Graphic(g["kind"], parse_box(g["box"])) for g in item.get("graphics", ()))
    return Page(item["number"], float(item["width"]), float(item["height"]), (), graphics)


def _paragraph(item: Json) -> Paragraph:
    sentences = tuple(_sentence(sentence) for sentence in item["sentences"])
    section, path = item.get("section", ""), tuple(item.get("path", ()))
    paragraph = Paragraph(item["id"], sentences, section, path, item.get("bullet", ""))
    return paragraph.with_placed_sentences()


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
