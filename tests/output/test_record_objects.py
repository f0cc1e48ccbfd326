"""A field that is added to a type is in JSON, in the schema, in the tables and in Parquet."""

from __future__ import annotations

import importlib
import json
from dataclasses import dataclass, fields, make_dataclass, replace
from math import inf, isnan
from pathlib import Path
from typing import Annotated, Any

import pytest

from pdfbot.bulk.parquet_rows import parquet_schema
from pdfbot.model import Box, Measure, Points
from pdfbot.output.record_objects import object_reader, value_writer
from pdfbot.output.records import LEAN, WHOLE
from pdfbot.record_fields import AtLeast, Detail, Key, Mark, record_fields, shape_of
from pdfbot.rules import Rule


@dataclass(frozen=True, slots=True)
class Cell:
    text: Annotated[str, "what is in the cell"]
    box: Annotated[Box, "where it is"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table made for this test."""

    table_id: Annotated[str, Key("id"), "stable"]
    cells: Annotated[tuple[Cell, ...], AtLeast(1), "row by row"]
    first: Annotated[Cell | None, "the first cell"]
    rule: Annotated[Rule, "the rule"]
    width: Annotated[Points, "its width"]
    density: Annotated[Measure, "how full it is"]
    blocks: Annotated[tuple[str, ...], Mark.NOT_WRITTEN]
    rulings: Annotated[tuple[Box, ...], Detail.LINES, "what is drawn"] = ()
    numbered: Annotated[bool, "whether it has a number"] = False


# Table as it is after somebody has added a field to it.
Extended: Any = make_dataclass(
    "Extended", [("notes", Annotated[tuple[str, ...], "below it"], ())], bases=(Table,), frozen=True
)


def make_table(owner: Any = Table, **changes: Any) -> Any:
    cells = (Cell("a", Box(1, 2, 3, 4)),)
    table = Table("t1", cells, None, Rule.BODY, 10.00049, 2 / 3, ("x",))
    return owner(**{item.name: getattr(table, item.name) for item in fields(table)} | changes)


@pytest.fixture
def make_schema(root: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(root / "scripts")
    return importlib.import_module("make_schema")


def written(item: object, details: frozenset[Detail] = WHOLE) -> Any:
    return json.loads(json.dumps(value_writer(shape_of(type(item)), details)(item)))


def test_object_is_written_by_its_annotations() -> None:
    assert written(make_table(rulings=(Box(0, 0, 1, 1),))) == {
        "id": "t1",
        "cells": [{"text": "a", "box": [1.0, 2.0, 3.0, 4.0]}],
        "first": None,
        "rule": "body",
        "width": 10.0,
        "density": 0.666667,
        "rulings": [[0.0, 0.0, 1.0, 1.0]],
        "numbered": False,
    }


def test_detail_is_left_out_of_a_lean_record() -> None:
    assert "rulings" not in written(make_table(), LEAN)


def test_object_is_read_back_without_what_is_not_written() -> None:
    cell, rulings = Cell("a", Box(1, 2, 3, 4)), (Box(0, 0, 1, 1),)
    table = make_table(first=cell, width=10.5, density=0.5, rulings=rulings, numbered=True)
    assert object_reader(Table)(written(table)) == replace(table, blocks=())


def test_measure_that_is_not_finite_is_null() -> None:
    record = written(make_table(density=inf))
    assert record["density"] is None
    assert isnan(object_reader(Table)(record).density)


def test_added_field_is_written_and_read() -> None:
    table = make_table(Extended, notes=("a note",))
    record = written(table)
    assert record == written(make_table()) | {"notes": ["a note"]}
    assert object_reader(Extended)(record).notes == ("a note",)
    assert object_reader(Extended)(written(make_table())).notes == ()


def test_added_field_is_in_the_schema_and_in_the_tables(make_schema: Any) -> None:
    definitions: dict[str, Any] = {}
    make_schema.define(shape_of(Extended), definitions)
    assert list(definitions) == ["box", "cell", "extended"]
    found = definitions["extended"]
    texts = {"type": "array", "items": {"type": "string"}}
    assert found["properties"]["notes"] == {"description": "below it", **texts}
    assert "notes" in found["required"]
    assert "rulings" not in found["required"]
    assert found["properties"]["cells"]["minItems"] == 1
    assert "| `notes` | list of strings | below it |" in make_schema.table(record_fields(Extended))


def test_added_field_is_a_column_of_parquet() -> None:
    pa = pytest.importorskip("pyarrow", reason="needs pdfbot[parquet]")
    table = parquet_schema(record_fields(Extended))
    assert table.field("notes").type == pa.list_(pa.string())
    cell = pa.struct([("text", pa.string()), ("box", pa.list_(pa.float64()))])
    assert table.field("cells").type == pa.list_(cell)
    assert table.field("numbered").type == pa.bool_()
