"""The file of `highlight --from`: what to colour, as JSON, JSON lines or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pdfbot.cli.jobs import STDIN, STDIN_NAME, read_stdin
from pdfbot.errors import FileMissingError, UsageError
from pdfbot.visual.highlight.highlight_plan import Highlight

# Characters of a sentence that a message quotes.
MAX_QUOTE_LENGTH = 80
COLUMNS = ("id", "text", "page", "layer", "score", "reason", "colour", "color", "label", "note")
# Between the columns of a CSV file.
DELIMITERS = ",;\t"


def read_highlights(path: str) -> dict[str, Highlight]:
    """The highlights that a file asks for; the format is recognised by the content.

    `{"s1.2": 0.8}`, or records with an id or a text: in a list, one per line, or as CSV.
    """
    name = STDIN_NAME if path == STDIN else path
    text = _read(path, name).strip()
    if text.startswith(("{", "[")):
        return dict(_parse_json(text, name))
    return dict(_parse_csv(text, name))


def _read(path: str, name: str) -> str:
    try:
        data = read_stdin("--from -: nothing on standard input") if path == STDIN else None
        content = Path(path).read_bytes() if data is None else data
        return content.decode("utf-8-sig")
    except OSError as error:
        raise FileMissingError(f"{name}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name}: not UTF-8") from None


def _parse_json(text: str, name: str) -> Iterator[tuple[str, Highlight]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        yield from _parse_json_lines(text, name)
        return
    if isinstance(data, list):
        for number, record in enumerate(data, 1):
            yield _parse_record(record, f"{name}, record {number}")
    elif set(data) & {"id", "text"} and set(data) <= {*COLUMNS}:
        yield _parse_record(data, name)
    else:
        for key, value in data.items():
            yield key, _parse_value(key, value, name)


def _parse_json_lines(text: str, name: str) -> Iterator[tuple[str, Highlight]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise UsageError(f"{name}, line {number}: not JSON") from None
        yield _parse_record(record, f"{name}, line {number}")


def _parse_csv(text: str, name: str) -> Iterator[tuple[str, Highlight]]:
    head = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=head.count)
    rows = csv.DictReader(io.StringIO(text), delimiter=delimiter)
    columns = [column.strip().lower() for column in rows.fieldnames or ()]
    if not {"id", "text"} & set(columns):
        raise UsageError(
            f"{name}: neither JSON nor CSV; CSV starts with id,text,score,colour,label,note"
        )
    rows.fieldnames = columns
    try:
        for row in rows:
            record = {column: value for column, value in row.items() if column and value}
            yield _parse_record(record, f"{name}, line {rows.line_num}")
    except csv.Error as error:
        raise UsageError(f"{name}, line {rows.line_num}: {error}") from None


def _parse_value(key: str, value: object, name: str) -> Highlight:
    """The highlight that an id or a text is mapped to: a score, a colour, null or a record."""
    if isinstance(value, dict):
        return _parse_style(value, f"{name}, {key[:MAX_QUOTE_LENGTH]!r}")
    if isinstance(value, bool) or not isinstance(value, (str, int, float, type(None))):
        raise UsageError(
            f"{name}: {key[:MAX_QUOTE_LENGTH]!r} has no score (a number) or colour (a string)"
        )
    field = "colour" if isinstance(value, str) else "score"
    return _parse_style({field: value}, name)


def _parse_record(record: object, place: str) -> tuple[str, Highlight]:
    if isinstance(record, dict):
        for field in ("id", "text"):
            key = record.get(field)
            if isinstance(key, str) and key.strip():
                return key.strip(), _parse_style(record, place)
    raise UsageError(f'{place}: every record needs an "id" or a "text"')


def _parse_style(record: Mapping[str, Any], place: str) -> Highlight:
    score = record.get("score")
    if isinstance(score, bool) or not isinstance(score, (str, int, float, type(None))):
        raise UsageError(f"{place}: the score {score!r} is not a number")
    try:
        number = None if score is None else float(score)
    except (ValueError, OverflowError):
        raise UsageError(f"{place}: the score {score!r} is not a number") from None
    layer = _parse_layer(record.get("layer"), place)
    colour = record.get("colour") or record.get("color")
    label, note = (record.get(field) or "" for field in ("label", "note"))
    for field, value in (("label", label), ("note", note), ("colour", colour or "")):
        if not isinstance(value, str):
            raise UsageError(f"{place}: the {field} {value!r} is not a string")
    try:
        return Highlight(colour=colour, score=number, label=label, note=note, layer=layer)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None


def _parse_layer(value: object, place: str) -> int | None:
    if value is None:
        return None
    try:
        return int(str(value))
    except ValueError:
        raise UsageError(f"{place}: the layer {value!r} is not a whole number") from None
