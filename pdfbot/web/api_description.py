"""The OpenAPI document: the calls as FastAPI describes them, and the schema of the record."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from fastapi import FastAPI

from pdfbot.resources import read_text

Json = dict[str, Any]

RECORD_SCHEMA = "Record"
RECORD_REFERENCE = {"$ref": f"#/components/schemas/{RECORD_SCHEMA}"}
# Of a part of the record, before its name.
_PREFIX = f"{RECORD_SCHEMA}-"


class DescribedApplication(FastAPI):
    """An application whose description has the schema of the record, which is no model of it."""

    @cached_property
    def _description(self) -> Json:
        document = super().openapi()
        document["components"]["schemas"].update(_record_schemas())
        return document

    def openapi(self) -> Json:
        return self._description


def _record_schemas() -> Json:
    """The schema of the record and those of its parts, as components of a larger document."""
    text = read_text("record.schema.json")
    schema: Json = json.loads(text.replace('"#/$defs/', f'"#/components/schemas/{_PREFIX}'))
    parts = schema.pop("$defs")
    del schema["$schema"]
    return {RECORD_SCHEMA: schema, **{f"{_PREFIX}{name}": part for name, part in parts.items()}}
