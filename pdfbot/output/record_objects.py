"""Objects of the model to JSON and back, by the description of their fields.

As dataclasses do for their methods, the source of a function is put together once per type, as one
would write it by hand: a loop over the fields takes 30 % longer to read a span.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from math import isfinite, nan
from typing import Any

from pdfbot.record_fields import (
    Detail,
    Kind,
    RecordField,
    Rounded,
    Shape,
    record_fields,
    shape_of,
    written_fields,
)

Json = dict[str, Any]
# Each object has this name in the source, also the items of a list within it.
ITEM = "item"


@cache
def value_writer(shape: Shape, details: frozenset[Detail]) -> Callable[[Any], Any]:
    """A function that gives the JSON of a value, with these details of the objects in it."""
    source = f"lambda {ITEM}: {_written(shape, ITEM, details)}"
    return eval(source, {"isfinite": isfinite})  # type: ignore[no-any-return]


@cache
def object_reader(owner: type) -> Callable[[Json], Any]:
    """A function that makes an object of its JSON; a field with a default may be missing."""
    names = {"nan": nan}
    source = f"lambda {ITEM}: {_read(shape_of(owner), ITEM, names)}"
    return eval(source, names)  # type: ignore[no-any-return]


def _written(shape: Shape, value: str, details: frozenset[Detail]) -> str:
    """The expression for the JSON of the value that another expression gives."""
    written = _written_if_present(shape, value, details)
    return f"(None if {value} is None else {written})" if shape.nullable else written


def _written_if_present(shape: Shape, value: str, details: frozenset[Detail]) -> str:
    rounded = shape.find(Rounded)
    if shape.kind is Kind.NUMBER and rounded:
        number = f"round(float({value}), {rounded.digits})"
        return number if rounded.finite else f"({number} if isfinite({value}) else None)"
    if shape.kind is Kind.LIST:
        written = _written(shape.contents, ITEM, details)
        # The encoder writes a tuple as a list.
        return value if written == ITEM else f"[{written} for {ITEM} in {value}]"
    if shape.kind in (Kind.OBJECT, Kind.AS_LIST):
        values = {
            item.key: _written(item.shape, f"{value}.{item.name}", details)
            for item in written_fields(shape.type, details)
        }
        if shape.kind is Kind.AS_LIST:
            return f"[{', '.join(values.values())}]"
        return f"{{{', '.join(f'{key!r}: {written}' for key, written in values.items())}}}"
    return value


def _read(shape: Shape, value: str, names: Json) -> str:
    """The expression for the value whose JSON another expression gives."""
    read = _read_if_present(shape, value, names)
    return f"(None if {value} is None else {read})" if shape.nullable else read


def _read_if_present(shape: Shape, value: str, names: Json) -> str:
    if shape.kind is Kind.NUMBER:
        rounded = shape.find(Rounded)
        finite = rounded is None or rounded.finite
        return f"float({value})" if finite else f"(nan if {value} is None else float({value}))"
    if shape.kind is Kind.LIST:
        read = _read(shape.contents, ITEM, names)
        return f"tuple({value})" if read == ITEM else f"tuple([{read} for {ITEM} in {value}])"
    if shape.kind is Kind.AS_LIST:
        return f"{_bind(shape.type, names)}(*map({shape.contents.type.__name__}, {value}))"
    if shape.kind is Kind.OBJECT:
        return f"{_bind(shape.type, names)}({_arguments(shape.type, value, names)})"
    is_plain = not isinstance(shape.type, type) or shape.type.__module__ == "builtins"
    return value if is_plain else f"{_bind(shape.type, names)}({value})"


def _arguments(owner: Any, value: str, names: Json) -> str:
    """The arguments for all fields; those that no record has are empty, or have their default."""
    stored = {item.name: item for item in record_fields(owner)}
    arguments = []
    by_position = True
    for item in fields(owner):
        if item.name not in stored and item.default is not MISSING:
            by_position = False
            continue
        found = stored.get(item.name)
        argument = _argument(found, value, names) if found else "()"
        by_position = by_position and not item.kw_only
        arguments.append(argument if by_position else f"{item.name}={argument}")
    return ", ".join(arguments)


def _argument(item: RecordField, value: str, names: Json) -> str:
    """The value of a field; an object that a record does not have is the default."""
    if not is_dataclass(item.default):
        return _read(item.shape, _member(item, value), names)
    default = f"default_{item.name}"
    names[default] = item.default
    member = f"{value}[{item.key!r}]"
    return (
        f"({default} if {value}.get({item.key!r}) is None else {_read(item.shape, member, names)})"
    )


def _member(item: RecordField, value: str) -> str:
    if item.default is MISSING:
        return f"{value}[{item.key!r}]"
    return f"{value}.get({item.key!r}, {item.default!r})"


def _bind(owner: type, names: Json) -> str:
    """The name of a type in the source."""
    name = f"{owner.__name__}_{len(names)}"
    names[name] = owner
    return name
