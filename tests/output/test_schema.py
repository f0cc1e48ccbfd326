"""The JSON Schema that the package ships describes what is really written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pdfbot
from pdfbot.output.records import SCHEMA_VERSION, dump
from pdfbot.resources import read_text
from tests.bulk.conftest import HOSTILE

from .papers import make_paper

jsonschema = pytest.importorskip("jsonschema", reason="needs the extra test")


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(read_text("record.schema.json"))
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def strict(item: Any) -> Any:
    """The same schema, which refuses keys that it does not describe."""
    if isinstance(item, list):
        return [strict(part) for part in item]
    if not isinstance(item, dict):
        return item
    copy = {key: strict(part) for key, part in item.items()}
    return copy | {"additionalProperties": False} if "properties" in item else copy


def errors(record: object, schema: dict[str, Any]) -> list[str]:
    validator = jsonschema.Draft202012Validator(strict(schema))
    return [f"{list(e.absolute_path)}: {e.message[:200]}" for e in validator.iter_errors(record)]


@pytest.mark.parametrize("lean", [False, True])
def test_records_of_extract_are_valid(schema: dict[str, Any], papers: Path, lean: bool) -> None:
    for path in sorted(papers.glob("*/*.pdf")):
        record = json.loads(dump(pdfbot.extract(path), source=path.name, lean=lean))
        assert errors(record, schema) == [], path.name
    assert errors(json.loads(dump(make_paper(), lean=lean)), schema) == []


def test_records_of_a_batch_are_valid(schema: dict[str, Any], papers: Path) -> None:
    inputs = [papers / "novel-dialogue", HOSTILE / "image-only.pdf", HOSTILE / "not-a-pdf.pdf"]
    found = list(pdfbot.batch(inputs, jobs=1))
    assert [record["status"] for record in found] == ["ok", "no-text", "failed"]
    for record in found:
        assert errors(record, schema) == [], record["id"]


def test_wrong_records_are_refused(schema: dict[str, Any]) -> None:
    record = json.loads(dump(make_paper()))
    assert errors(record | {"schema": SCHEMA_VERSION + 1}, schema)
    assert errors(record | {"sections": [{"id": "h1"}]}, schema)
    assert errors({key: item for key, item in record.items() if key != "paragraphs"}, schema)
    assert errors({key: item for key, item in record.items() if key != "verdicts"}, schema)


def test_every_key_of_the_schema_is_written(schema: dict[str, Any], papers: Path) -> None:
    """No key is described that nobody writes."""
    paper = pdfbot.extract(papers / "twocolumn-conference" / "twocolumn-conference.pdf")
    (record,) = pdfbot.batch(papers / "novel-dialogue" / "novel-dialogue.pdf", jobs=1)
    ranked = json.loads(paper.to_json(rank=True, reasons=True))
    assert errors(ranked, schema) == []
    records = [json.loads(dump(paper, source="")), record, json.loads(dump(make_paper())), ranked]
    written = {key for item in records for key in keys(item)}
    described = {
        name for part in [schema, *schema["$defs"].values()] for name in part.get("properties", ())
    }
    assert described - written == {"file"}  # of formats with a file for each paper


def keys(item: object) -> Iterator[str]:
    if isinstance(item, dict):
        yield from item
        item = list(item.values())
    if isinstance(item, list):
        for part in item:
            yield from keys(part)
