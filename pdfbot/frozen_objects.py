"""Frozen dataclasses that are quick to make: a page has a thousand boxes, blocks and lines.

The `__init__` of a frozen dataclass calls `object.__setattr__` for each field. The one that is put
in its place sets them as attributes of a class with the same slots that is not frozen, and then
gives the object its own class. A block takes 0.26 instead of 1.2 microseconds, a box 0.2 instead of
0.8; in all, text takes 5 % less time. Nothing else about the class changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, TypeVar

Made = TypeVar("Made")


def quick_to_make(cls: type[Made]) -> type[Made]:
    """Replace the `__init__` of a frozen dataclass with slots."""
    members = {"__slots__": cls.__dict__["__slots__"], "__setattr__": object.__setattr__}
    if "__orig_bases__" in cls.__dict__:  # a generic class names its parameters there
        members["__orig_bases__"] = cls.__dict__["__orig_bases__"]
    open_class = type(cls.__name__, cls.__bases__, members)
    known: dict[str, Any] = {
        "cls": cls,
        "open_class": open_class,
        "set_class": object.__dict__["__class__"].__set__,
        "MISSING": MISSING,
    }
    parameters, body = ["self"], ["set_class(self, open_class)"]
    for field in fields(cls):  # type: ignore[arg-type]
        name = field.name
        value = name
        if field.default_factory is not MISSING:
            known[f"make_{name}"] = field.default_factory
            value = f"make_{name}() if {name} is MISSING else {name}"
            parameters.append(f"{name}=MISSING")
        elif field.default is not MISSING:
            known[f"default_{name}"] = field.default
            parameters.append(f"{name}=default_{name}")
        else:
            parameters.append(name)
        body.append(f"self.{name} = {value}")
    body.append("self.__class__ = cls")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    source = f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body)
    exec(source, known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = cls.__init__.__annotations__
    cls.__init__ = made  # type: ignore[method-assign]
    return cls
