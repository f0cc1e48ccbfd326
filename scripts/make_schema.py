"""Write the JSON Schema of the record, and the tables of its keys in docs/, from the types.

    python scripts/make_schema.py

A test compares both with the annotations of pdfbot/model.py and pdfbot/output/record_types.py.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

from pdfbot.bulk.parquet_rows import SentenceRow
from pdfbot.model import Extraction, Sentence
from pdfbot.output.record_types import NULL_IF_UNREAD, RecordHead, SentenceScore, TextFile
from pdfbot.output.records import FORMAT, LEAN, SCHEMA_VERSION, part_keys
from pdfbot.record_fields import (
    AtLeast,
    Detail,
    Kind,
    RecordField,
    Rounded,
    Shape,
    record_fields,
    written_fields,
)

Json = dict[str, Any]

ROOT = Path(__file__).resolve().parents[1]
SCHEMA_FILE = Path("pdfbot/data/record.schema.json")
# A table is between two lines, the first of which names it.
TABLE_START = "<!-- {}, by scripts/make_schema.py -->"
TABLE_END = "<!-- end -->"

CONSTANTS = {"format": FORMAT, "schema": SCHEMA_VERSION}
# Keys of RecordHead that not only the records of a batch have.
ALWAYS_IN_HEAD = ("format", "schema", "source")
# Keys that an object has on request, besides its fields.
ON_REQUEST: dict[type, type] = {Sentence: SentenceScore}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("-o", "--output", type=Path, default=ROOT, help="folder of the checkout")
    folder = parser.parse_args().output
    for name, text in render_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def render_files() -> dict[Path, str]:
    """Every file generated from the types, by its name in the checkout."""
    return {
        SCHEMA_FILE: json.dumps(record_schema(), ensure_ascii=False, indent=1) + "\n",
        Path("docs/output.md"): with_tables("docs/output.md", {"the record": record_tables()}),
        Path("docs/batch.md"): with_tables(
            "docs/batch.md",
            {
                "keys of a batch": table(batch_fields()),
                "rows of sentences": table(record_fields(SentenceRow), "column"),
            },
        ),
    }


def batch_fields() -> list[RecordField]:
    """The keys that only records of a batch have."""
    head = [item for item in record_fields(RecordHead) if item.key not in ALWAYS_IN_HEAD]
    return [*head, *record_fields(TextFile)]


# The JSON Schema.


def record_schema() -> Json:
    paper = record_fields(Extraction)
    about = [item.key for item in written_fields(Extraction, LEAN) if not item.is_part]
    fields = [*record_fields(RecordHead), *paper, *record_fields(TextFile)]
    definitions: Json = {}
    for item in paper:
        define(item.shape, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "pdfbot record",
        "description": "What pdfbot extracted from one paper; docs/output.md describes every key. "
        "New keys may be added without a new schema number.",
        "type": "object",
        "required": ["format", "schema", *about],
        "properties": {item.key: top_schema(item) for item in fields},
        "oneOf": [{"required": part_keys()}, {"required": ["file"]}],
        "dependentRequired": dict(required_together()),
        "$defs": definitions,
    }


def top_schema(item: RecordField) -> Json:
    """The schema of a key of the record itself."""
    if item.key in CONSTANTS:
        return {"description": item.meaning, "const": CONSTANTS[item.key]}
    found = field_schema(item, nullable=item.key in NULL_IF_UNREAD)
    if item in batch_fields():
        found["description"] = f"batch only: {item.meaning}"
    return found


def required_together() -> Iterator[tuple[str, list[str]]]:
    """Keys that are present whenever another one is."""
    for detail in Detail:
        keys = [item.key for item in record_fields(Extraction) if item.detail is detail]
        yield from ((key, [other for other in keys if other != key]) for key in keys)
    head = [item.key for item in record_fields(RecordHead)]
    yield "status", [key for key in head if key != "status" and key not in CONSTANTS]


def define(shape: Shape, definitions: Json) -> None:
    """Add the types in a shape, those that others need before them."""
    if shape.kind is Kind.LIST:
        define(shape.contents, definitions)
    name = definition_name(shape)
    if shape.kind not in (Kind.OBJECT, Kind.AS_LIST) or name in definitions:
        return
    fields = [*record_fields(shape.type), *on_request(shape.type)]
    for item in fields:
        define(item.shape, definitions)
    about = {"description": shape.type.__doc__.partition("\n")[0]}
    if shape.kind is Kind.AS_LIST:
        about["description"] += f" As a list: {', '.join(item.key for item in fields)}."
        items = value_schema(shape.contents)
        size = {"minItems": len(fields), "maxItems": len(fields)}
        definitions[name] = {**about, "type": "array", "items": items, **size}
    else:
        definitions[name] = {
            **about,
            "type": "object",
            "required": [item.key for item in written_fields(shape.type, LEAN)],
            "properties": {item.key: field_schema(item) for item in fields},
        }


def on_request(owner: type) -> tuple[RecordField, ...]:
    return record_fields(ON_REQUEST[owner]) if owner in ON_REQUEST else ()


def definition_name(shape: Shape) -> str:
    return str(getattr(shape.type, "__name__", "")).lower()


def field_schema(item: RecordField, *, nullable: bool = False) -> Json:
    return {"description": item.meaning, **value_schema(item.shape, nullable=nullable)}


def value_schema(shape: Shape, *, nullable: bool = False) -> Json:
    rounded = shape.find(Rounded)
    nullable = nullable or shape.nullable or bool(rounded and not rounded.finite)
    if shape.kind in (Kind.OBJECT, Kind.AS_LIST):
        reference = {"$ref": f"#/$defs/{definition_name(shape)}"}
        return {"oneOf": [{"type": "null"}, reference]} if nullable else reference
    least = shape.find(AtLeast)
    if shape.kind is Kind.LIST:
        size = value_limit("minItems", least)
        return {"type": "array", "items": value_schema(shape.contents), **size}
    if values := get_args(shape.type):
        return {"enum": list(values)}
    name = shape.kind.value
    return {
        "type": [name, "null"] if nullable else name,
        **value_limit("minimum", least),
    }


def value_limit(key: str, least: AtLeast | None) -> Json:
    return {key: least.limit} if least else {}


# The tables in docs/.


def with_tables(page: str, tables: dict[str, str]) -> str:
    """The page with its tables replaced."""
    text = (ROOT / page).read_text("utf-8")
    for name, rows in tables.items():
        before, start, rest = text.partition(TABLE_START.format(name))
        _, end, after = rest.partition(TABLE_END)
        if not end:
            raise SystemExit(f"{page} has no place for the table {name!r}")
        text = f"{before}{start}\n\n{rows}\n{end}{after}"
    return text


def record_tables() -> str:
    """A heading and a table for the record, and for each type in it."""
    head = [item for item in record_fields(RecordHead) if item.key in ALWAYS_IN_HEAD]
    fields = [*head, *record_fields(Extraction)]
    places: dict[type, list[str]] = {}
    find_places(fields, "", places)
    sections = [f"### The record\n\n{table(fields)}"]
    for owner, paths in places.items():
        path, note = paths[0], ""
        if len(paths) > 1:
            path = Counter(found.rpartition(".")[2] for found in paths).most_common(1)[0][0]
            owners = [found.rpartition(".")[0] for found in paths]
            names = (f"`{name}`" if name else "the record" for name in owners)
            note = f"In {', '.join(names)}.\n\n"
        rows = table([*record_fields(owner), *on_request(owner)])
        sections.append(f"### `{path}`\n\n{note}{rows}")
    return "\n".join(sections)


def find_places(fields: Iterable[RecordField], path: str, places: dict[type, list[str]]) -> None:
    """The paths that lead to the objects of each type."""
    for item in fields:
        is_list = item.shape.kind is Kind.LIST
        shape = item.shape.contents if is_list else item.shape
        if shape.kind is Kind.OBJECT:
            inner = f"{path}.{item.key}".lstrip(".") + "[]" * is_list
            places.setdefault(shape.type, []).append(inner)
            find_places(record_fields(shape.type), inner, places)


def table(fields: Iterable[RecordField], head: str = "key") -> str:
    rows = [f"| {head} | type | meaning |", "|---|---|---|"]
    for item in fields:
        constant = f": `{CONSTANTS[item.key]}`" if item.key in CONSTANTS else ""
        rows.append(f"| `{item.key}` | {type_in_words(item.shape)} | {item.meaning}{constant} |")
    return "\n".join(rows) + "\n"


def type_in_words(shape: Shape) -> str:
    if shape.kind is Kind.LIST:
        inner = type_in_words(shape.contents)
        return f"list of {inner}{'es' if inner.endswith('x') else 's'}"
    name = definition_name(shape) if shape.kind is Kind.AS_LIST else shape.kind.value
    return f"{name} or null" if shape.nullable else name


if __name__ == "__main__":
    main()
