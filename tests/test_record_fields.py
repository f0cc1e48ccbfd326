"""How the fields of a type are stored, by their annotations."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import Annotated, Literal, TypedDict

import pytest

from pdfbot.model import Box, Extraction, LineId, PageNumber, Points
from pdfbot.output.record_types import BatchRecord, RecordHead
from pdfbot.output.records import LEAN
from pdfbot.record_fields import (
    Detail,
    IdOf,
    Key,
    Kind,
    Mark,
    Rounded,
    record_fields,
    shape_of,
    written_fields,
)
from pdfbot.rules import Rule


@dataclass(frozen=True, slots=True)
class Described:
    page: Annotated[PageNumber, "its page"]
    line_id: Annotated[LineId, Key("line"), "its line"]
    width: Annotated[Points | None, "its width"] = None
    boxes: Annotated[tuple[Box, ...], Detail.LINES, "where it is"] = ()
    cached: Annotated[str, Mark.NOT_WRITTEN] = ""


@dataclass(frozen=True, slots=True)
class WithoutMeaning:
    text: str


@dataclass(frozen=True, slots=True)
class Unstorable:
    flags: Annotated[set[str], "records have no sets"]


class Row(TypedDict):
    texts: Annotated[list[str], "some texts"]


def test_annotation_says_key_meaning_and_default() -> None:
    page, line, width, boxes = record_fields(Described)
    assert (line.name, line.key, line.meaning) == ("line_id", "line", "its line")
    assert (page.name, page.key) == ("page", "page")
    assert [item.default for item in (page, width, boxes)] == [MISSING, None, ()]


def test_annotation_says_what_the_type_leaves_open() -> None:
    page, line, width, boxes = (item.shape for item in record_fields(Described))
    assert Mark.PAGE_NUMBER in page.marks
    assert line.find(IdOf) == IdOf("Line")
    assert (width.kind, width.nullable) == (Kind.NUMBER, True)
    assert width.find(Rounded) == Rounded(3)
    assert (boxes.kind, boxes.contents.kind) == (Kind.LIST, Kind.AS_LIST)
    assert boxes.contents.contents.kind is Kind.NUMBER


def test_details_are_written_on_request() -> None:
    assert [item.key for item in written_fields(Described, ())] == ["page", "line", "width"]
    assert [item.key for item in written_fields(Described, {Detail.LINES})][-1] == "boxes"


@pytest.mark.parametrize(
    ("hint", "kind"),
    [
        (str, Kind.TEXT),
        (Rule, Kind.TEXT),
        (Literal["a", "b"], Kind.TEXT),
        (int, Kind.INTEGER),
        (bool, Kind.BOOLEAN),
        (float | None, Kind.NUMBER),
        (Row, Kind.OBJECT),
        (Described, Kind.OBJECT),
        (list[Row], Kind.LIST),
    ],
)
def test_type_has_a_kind_in_json(hint: object, kind: Kind) -> None:
    assert shape_of(hint).kind is kind


def test_field_must_say_what_it_means() -> None:
    with pytest.raises(TypeError, match=r"WithoutMeaning\.text: .* does not say what it means"):
        record_fields(WithoutMeaning)


def test_type_that_records_cannot_store_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Unstorable\.flags: records cannot store set\[str\]"):
        record_fields(Unstorable)


def test_record_of_a_batch_has_the_keys_of_its_type() -> None:
    written = [*record_fields(RecordHead), *written_fields(Extraction, LEAN)]
    assert list(BatchRecord.__annotations__) == [item.key for item in written]
