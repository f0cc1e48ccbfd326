"""Frozen dataclasses with a quick `__init__` behave as those of the standard library."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from pdfbot.frozen_objects import quick_to_make
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Box, Line


@dataclass(frozen=True, slots=True)
class Plain:
    name: str
    parts: list[int] = field(default_factory=list)
    size: float = 1.0


@quick_to_make
@dataclass(frozen=True, slots=True)
class Quick:
    name: str
    parts: list[int] = field(default_factory=list)
    size: float = 1.0


@quick_to_make
@dataclass(frozen=True, slots=True)
class Checked(Quick):
    """Its fields are those of its base and one more."""

    colour: str = "black"

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("too small")


def test_fields_are_set_by_position_name_and_default() -> None:
    for arguments in ((), ([2],), ([2], 3.0)):
        plain, quick = Plain("a", *arguments), Quick("a", *arguments)
        assert (quick.name, quick.parts, quick.size) == (plain.name, plain.parts, plain.size)
    assert Quick(size=2.0, name="b") == Quick("b", [], 2.0) != Quick("b")
    assert Quick("a").parts is not Quick("a").parts


@pytest.mark.parametrize("wrong", [{}, {"name": "a", "weight": 1}])
def test_wrong_arguments_are_refused(wrong: dict[str, object]) -> None:
    for cls in (Plain, Quick):
        with pytest.raises(TypeError, match=rf"{cls.__name__}.__init__\(\)"):
            cls(**wrong)  # type: ignore[arg-type]


def test_objects_are_frozen_comparable_and_can_be_copied() -> None:
    made = Checked("a", [1], 2.0, "red")
    assert type(made) is Checked
    assert isinstance(made, Quick)
    with pytest.raises(FrozenInstanceError):
        made.size = 3.0  # type: ignore[misc]
    assert repr(made) == "Checked(name='a', parts=[1], size=2.0, colour='red')"
    assert replace(made, size=3.0) == Checked("a", [1], 3.0, "red")
    assert pickle.loads(pickle.dumps(made)) == made


def test_a_check_still_refuses_what_it_must() -> None:
    with pytest.raises(ValueError, match="too small"):
        Checked("a", size=-1.0)
    with pytest.raises(ValueError, match="inside-out"):
        Box(2, 0, 1, 1)
    assert hash(Box(0, 0, 1, 1)) == hash(Box(0, 0, 1, 1))


def test_a_line_with_features_is_a_line() -> None:
    assert issubclass(LayoutLine, Line)
    assert not hasattr(Box(0, 0, 1, 1), "__dict__")
