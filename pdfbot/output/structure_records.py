"""Sections, captions, footnotes and references in JSON records."""

from __future__ import annotations

from typing import Any

from pdfbot.model import Caption, Footnote, Reference, Section
from pdfbot.output.span_records import parse_spans, span_records

Json = dict[str, Any]


def section_record(section: Section) -> Json:
    return {
        "id": section.id,
        "number": section.number,
        "level": section.level,
        "heading": section.heading,
        "parent": section.parent,
        "spans": span_records(section.spans),
    }


def parse_section(item: Json) -> Section:
    return Section(
        id=item["id"],
        number=item["number"],
        level=item["level"],
        heading=item["heading"],
        parent=item["parent"],
        spans=parse_spans(item["spans"]),
    )


def caption_record(caption: Caption) -> Json:
    return {
        "id": caption.id,
        "kind": caption.kind,
        "label": caption.label,
        "number": caption.number,
        "text": caption.text,
        "mentions": list(caption.mentions),
        "spans": span_records(caption.spans),
    }


def parse_caption(item: Json) -> Caption:
    return Caption(
        id=item["id"],
        kind=item["kind"],
        label=item["label"],
        number=item["number"],
        text=item["text"],
        mentions=tuple(item["mentions"]),
        spans=parse_spans(item["spans"]),
    )


def footnote_record(note: Footnote) -> Json:
    return {
        "id": note.id,
        "mark": note.mark,
        "text": note.text,
        "mentions": list(note.mentions),
        "spans": span_records(note.spans),
    }


def parse_footnote(item: Json) -> Footnote:
    return Footnote(
        id=item["id"],
        mark=item["mark"],
        text=item["text"],
        mentions=tuple(item["mentions"]),
        spans=parse_spans(item["spans"]),
    )


def reference_record(reference: Reference) -> Json:
    return {
        "id": reference.id,
        "label": reference.label,
        "key": reference.key,
        "text": reference.text,
        "mentions": list(reference.mentions),
        "spans": span_records(reference.spans),
    }


def parse_reference(item: Json) -> Reference:
    return Reference(
        id=item["id"],
        label=item["label"],
        key=item["key"],
        text=item["text"],
        mentions=tuple(item["mentions"]),
        spans=parse_spans(item["spans"]),
    )
