"""How the fields of a type are stored: one description for JSON, Parquet, JSON Schema and docs.

The annotation of a field says what it means, and whatever its name and type leave open:

    line_id: Annotated[LineId, Key("line"), "`id` of the line"]
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

MarkType = TypeVar("MarkType")


@dataclass(frozen=True, slots=True)
class Key:
    """The name of the field in records, where it is not that of the attribute."""

    name: str


@dataclass(frozen=True, slots=True)
class Rounded:
    """Decimal places of a number; unless `finite`, it may be infinite and is null then."""

    digits: int
    finite: bool = True


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The smallest value of a number, or the smallest length of a list."""

    limit: int


@dataclass(frozen=True, slots=True)
class IdOf:
    """The field has the id of an object of the type with this name."""

    type_name: str


class Mark(Enum):
    """Flags for the annotation of a field."""

    NOT_WRITTEN = "records do not have it"
    PART = "a list of parts of the paper, written item by item"
    PAGE_NUMBER = "the page on which the object is"
    LARGE = "an integer of 64 bits"


class Detail(Enum):
    """Groups of fields that a record has only on request."""

    LINES = "lines"
    REASONS = "reasons"


class AsList:
    """A dataclass that records store as the list of its values, which are all of one type."""

    __slots__ = ()


class Kind(Enum):
    """What a value is in JSON."""

    TEXT = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    LIST = "list"
    OBJECT = "object"
    AS_LIST = "object as a list"


_SCALARS = {str: Kind.TEXT, int: Kind.INTEGER, float: Kind.NUMBER, bool: Kind.BOOLEAN}


@dataclass(frozen=True, slots=True)
class Shape:
    """A type as records store it; `item` is the shape of what a list contains."""

    kind: Kind
    type: Any
    item: Shape | None = None
    nullable: bool = False
    marks: tuple[object, ...] = ()

    def find(self, mark_type: type[MarkType]) -> MarkType | None:
        """The mark of this type, if there is one."""
        return next((mark for mark in self.marks if isinstance(mark, mark_type)), None)

    @property
    def contents(self) -> Shape:
        """The shape of the items; TypeError if it has none."""
        if self.item is None:
            raise TypeError(f"{self.type} has no items")
        return self.item


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of a type: its key in records, its shape, its meaning; MISSING without a default."""

    name: str
    key: str
    shape: Shape
    meaning: str
    default: Any = MISSING

    @property
    def detail(self) -> Detail | None:
        return self.shape.find(Detail)

    @property
    def is_part(self) -> bool:
        return Mark.PART in self.shape.marks


@cache
def record_fields(owner: type) -> tuple[RecordField, ...]:
    """The fields of a dataclass or a TypedDict that records have, in their order."""
    hints = get_type_hints(owner, include_extras=True)
    defaults = {item.name: item.default for item in fields(owner)} if is_dataclass(owner) else {}
    return tuple(
        _describe(owner, name, hints[name], defaults.get(name, MISSING))
        for name in defaults or hints
        if Mark.NOT_WRITTEN not in getattr(hints[name], "__metadata__", ())
    )


def written_fields(owner: type, details: Collection[Detail]) -> tuple[RecordField, ...]:
    """The fields in a record with these details."""
    return tuple(
        item for item in record_fields(owner) if item.detail is None or item.detail in details
    )


def _describe(owner: type, name: str, hint: object, default: object) -> RecordField:
    try:
        shape = shape_of(hint)
    except TypeError as error:
        raise TypeError(f"{owner.__name__}.{name}: {error}") from None
    meaning = shape.find(str)
    if meaning is None:
        raise TypeError(f"{owner.__name__}.{name}: its annotation does not say what it means")
    key = shape.find(Key)
    return RecordField(name, key.name if key else name, shape, meaning, default)


def shape_of(hint: Any) -> Shape:
    """How a value of this type is stored; TypeError if records cannot store it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        shape = shape_of(arguments[0])
        return replace(shape, marks=(*arguments[1:], *shape.marks))
    if origin in (Union, UnionType):
        (inner,) = (argument for argument in arguments if argument is not NoneType)
        return replace(shape_of(inner), nullable=True)
    if origin in (tuple, list):
        return Shape(Kind.LIST, hint, shape_of(arguments[0]))
    if origin is Literal:
        return Shape(_SCALARS[type(arguments[0])], hint)
    return _shape_of_class(hint)


def _shape_of_class(hint: Any) -> Shape:
    if hint in _SCALARS:
        return Shape(_SCALARS[hint], hint)
    if is_typeddict(hint):
        return Shape(Kind.OBJECT, hint)
    bases = getattr(hint, "__mro__", ())
    if AsList in bases:
        return Shape(Kind.AS_LIST, hint, record_fields(hint)[0].shape)
    if is_dataclass(hint):
        return Shape(Kind.OBJECT, hint)
    if str in bases:
        return Shape(Kind.TEXT, hint)
    raise TypeError(f"records cannot store {hint}")
