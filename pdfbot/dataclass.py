"""Dataclasses with slots that cost next to nothing until they are used.

The standard library compiles six methods with every class, which for pdfbot's types took a third of
the start of `pdfbot extract`, its own import not counted. Here a class is made without compiling
anything, and its `__init__` when it is first called. To a type checker these are the standard ones,
and so they are to `dataclasses.fields`, `replace` and `asdict`.
"""

from __future__ import annotations

from operator import attrgetter
from types import FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass, field, replace
    from types import CodeType
    from typing import Any

__all__ = ["dataclass", "field", "replace"]

_MISSING = object()
# Of an `__init__`, by its source.
_codes: dict[str, CodeType] = {}


class _Field:
    """What is said of one field."""

    __slots__ = ("said",)

    def __init__(self, **said: Any) -> None:
        self.said = said

    def is_(self, what: str) -> bool:
        """Part of `init`, `repr` or `compare`, as all fields are that do not say otherwise."""
        return bool(self.said.get(what, True))


class _Late:
    """An attribute of a class that is made when it is asked for."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __get__(self, instance: object, owner: type) -> Any:
        return self._make(owner)


def _dataclass(*, frozen: bool = False, slots: bool, kw_only: bool = False) -> Callable[[Any], Any]:
    assert slots, "all dataclasses of pdfbot have slots"
    return lambda cls: _make_class(cls, frozen, kw_only)


def _make_class(cls: Any, frozen: bool, kw_only: bool) -> Any:
    """The same class with slots and the methods of a dataclass."""
    namespace = dict(cls.__dict__)
    own: dict[str, _Field] = {}
    for name in cls.__annotations__:
        given = namespace.pop(name, _Field())
        own[name] = given if isinstance(given, _Field) else _Field(default=given)
    fields: dict[str, _Field] = {**getattr(cls, "__own_fields__", {}), **own}
    compared = attrgetter(*(name for name, kept in fields.items() if kept.is_("compare")))

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        made.__init__ = _make_init(made, frozen)
        made.__init__(self, *values, **named)

    def __eq__(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compared(self) == compared(other)

    def __hash__(self: Any) -> int:
        return hash(compared(self))

    for name in ("__dict__", "__weakref__"):
        namespace.pop(name, None)
    methods = {
        "__slots__": tuple(own),
        "__own_fields__": fields,
        "__match_args__": tuple(n for n, f in fields.items() if f.is_("init") and not kw_only),
        "__dataclass_fields__": _Late(lambda c: _standard(c, frozen, kw_only).__dataclass_fields__),
        "__dataclass_params__": _Late(lambda c: _standard(c, frozen, kw_only).__dataclass_params__),
        "__signature__": _Late(lambda c: _signature(c, frozen, kw_only)),
        "__init__": _fill if kw_only else __init__,
        "__repr__": _repr,
        "__eq__": __eq__,
        "__hash__": __hash__ if frozen else None,
        "__getstate__": _state,
        "__setstate__": _set_state,
        "__replace__": _replace,
    }
    if frozen:
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    made: Any = type(cls)(cls.__name__, cls.__bases__, methods | namespace)
    return made


def _fill(self: Any, **named: Any) -> None:
    """Sets all fields by name: such classes are large and made once, so nothing is compiled."""
    for name, kept in self.__own_fields__.items():
        if name in named:
            value = named.pop(name)
        elif "default_factory" in kept.said:
            value = kept.said["default_factory"]()
        elif "default" in kept.said:
            value = kept.said["default"]
        else:
            raise TypeError(f"{type(self).__qualname__}() needs {name!r}")
        object.__setattr__(self, name, value)
    if named:
        raise TypeError(f"{type(self).__qualname__}() has no {', '.join(map(repr, named))}")
    if hasattr(self, "__post_init__"):
        self.__post_init__()


def _make_init(cls: Any, frozen: bool) -> Any:
    """Classes with as many fields share the code, but for the names in it: compiling takes time."""
    used: dict[str, Any] = {"missing": _MISSING}
    names: dict[str, str] = {}
    defaults: list[Any] = []
    body: list[str] = []
    for name, kept in cls.__own_fields__.items():
        if not kept.is_("init"):  # for __post_init__ to set
            continue
        number = len(names)
        value = f"field{number}"
        names[value] = name
        # The slot itself is not frozen.
        used[f"set{number}"] = getattr(cls, name).__set__
        body.append(f"set{number}(self, {value})" if frozen else f"self.{value} = {value}")
        if "default_factory" in kept.said:
            used[f"make{number}"] = kept.said["default_factory"]
            body.insert(0, f"if {value} is missing: {value} = make{number}()")
            defaults.append(_MISSING)
        elif "default" in kept.said:
            defaults.append(kept.said["default"])
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    source = f"def __init__(self, {', '.join(names)}):\n " + "\n ".join(body)
    if source not in _codes:
        made: dict[str, Any] = {}
        exec(source, made)
        _codes[source] = made["__init__"].__code__
    code = _codes[source]
    code = code.replace(
        co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
        co_names=tuple(names.get(name, name) for name in code.co_names),
    )
    init = FunctionType(code, used, "__init__", tuple(defaults))
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _standard(cls: Any, frozen: bool, kw_only: bool) -> Any:
    """A class of the standard library's with the same fields."""
    import dataclasses

    fields: dict[str, Any] = {
        name: dataclasses.field(**kept.said) for name, kept in cls.__own_fields__.items()
    }
    types = {
        name: owner.__annotations__[name]
        for owner in reversed(cls.__mro__[:-1])
        for name in owner.__annotations__
        if name in fields
    }
    plain = type(cls.__name__, (), {**fields, "__annotations__": types})
    return dataclasses.dataclass(frozen=frozen, kw_only=kw_only)(plain)


def _signature(cls: Any, frozen: bool, kw_only: bool) -> Any:
    import inspect

    return inspect.signature(_standard(cls, frozen, kw_only))


def _repr(self: Any) -> str:
    shown = (name for name, kept in self.__own_fields__.items() if kept.is_("repr"))
    return f"{type(self).__qualname__}({', '.join(f'{n}={getattr(self, n)!r}' for n in shown)})"


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__own_fields__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__own_fields__, state, strict=True):
        object.__setattr__(self, name, value)


def _refuse(self: object, name: str, value: object = None) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change {name!r}")


def _replace(self: Any, /, **changes: Any) -> Any:
    """A copy with some fields changed."""
    kept = (name for name, field in self.__own_fields__.items() if field.is_("init"))
    return type(self)(**{name: getattr(self, name) for name in kept} | changes)


if not TYPE_CHECKING:
    dataclass, field, replace = _dataclass, _Field, _replace
