"""Dataclasses that are made late: to a user they are those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any

import pytest

from pdfbot.dataclass import dataclass, field, replace
from pdfbot.model import Box, Font
from pdfbot.thresholds import Thresholds


@dataclass(frozen=True, slots=True)
class Point:
    """Somewhere."""

    x: int
    y: float = 2.0
    notes: list[str] = field(default_factory=list, repr=False)
    node: str = field(default="", compare=False)


@dataclass(slots=True)
class Counted:
    start: int
    seen: int = field(init=False)

    def __post_init__(self) -> None:
        self.seen = self.start + 1


@dataclass(slots=True)
class Named(Counted):
    name: str
    more: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    depth: int
    parts: list[int] = field(default_factory=list)
    width: float = 1.5


def test_values_defaults_and_repr() -> None:
    point = Point(1, node="n")
    assert (point.x, point.y, point.notes, point.node) == (1, 2.0, [], "n")
    assert repr(point) == "Point(x=1, y=2.0, node='n')"
    assert Point(1).notes is not Point(1).notes
    assert not hasattr(point, "__dict__")


def test_equal_by_what_is_compared() -> None:
    assert Point(1, node="a") == Point(1, node="b")
    assert Point(1) != Point(2)
    assert Point(1).__eq__((1, 2.0, [], "")) is NotImplemented
    assert hash(Font("Serif", 10.0)) == hash(Font("Serif", 10.0))
    with pytest.raises(TypeError, match="unhashable"):
        hash(Counted(1))


def test_frozen_ones_cannot_be_changed() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="'x'"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    with pytest.raises(ValueError, match="inside-out"):
        Box(2, 0, 1, 1)


def test_a_subclass_has_the_fields_of_both() -> None:
    named = Named(1, "one")
    named.more = 5
    assert (named.start, named.seen, named.name, named.more) == (1, 2, "one", 5)
    assert named == replace(named)
    assert replace(named, start=7).seen == 8


@pytest.mark.parametrize(("values", "named"), [((), {}), ((1,), {"z": 2}), ((1,), {"x": 1})])
def test_wrong_calls(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"Point\.__init__\(\)"):
        Point(*values, **named)


def test_only_by_name() -> None:
    assert Choices(depth=3) == Choices(depth=3, parts=[], width=1.5)
    assert replace(Choices(depth=3), depth=4).depth == 4
    with pytest.raises(TypeError, match="needs 'depth'"):
        Choices()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="has no 'height'"):
        Choices(depth=1, height=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Choices(1)  # type: ignore[call-arg]


@pytest.mark.parametrize("made", [Point(1, 3.0, ["a"]), Named(1, "one", 4), Choices(depth=2)])
def test_copies(made: Any) -> None:
    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.copy(made) == made
    assert copy.deepcopy(made) == made


def test_the_standard_library_knows_them() -> None:
    assert dataclasses.is_dataclass(Point)
    assert [f.name for f in dataclasses.fields(Named)] == ["start", "seen", "name", "more"]
    assert dataclasses.asdict(Point(1)) == {"x": 1, "y": 2.0, "notes": [], "node": ""}
    assert dataclasses.replace(Point(1), y=4.0) == Point(1, 4.0)
    assert str(inspect.signature(Choices)) == (
        "(*, depth: 'int', parts: 'list[int]' = <factory>, width: 'float' = 1.5) -> None"
    )
    assert "min_font_ratio" in inspect.signature(Thresholds).parameters
    match Point(1):
        case Point(x, y):
            assert (x, y) == (1, 2.0)


def test_one_of_the_standard_library_can_build_on_them() -> None:
    @dataclasses.dataclass(frozen=True)
    class Far(Point):
        z: int = 9

    assert Far(1).z == 9
    assert Far(1).x == 1
