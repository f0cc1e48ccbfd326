"""The file of `highlight --from`: JSON, JSON lines and CSV, recognised by their content."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pdfbot import Highlight, UsageError
from pdfbot.cli.highlights_file import read_highlights
from pdfbot.errors import FileMissingError

RECORDS = [
    {"id": "s1.1", "score": 0.5},
    {"text": 'One, "two"; three\tfour', "colour": "teal", "label": "claim", "note": "why?"},
    {"id": "s1.2", "text": "ignored", "color": "red"},
    {"id": "s1.3"},
]
EXPECTED = {
    "s1.1": Highlight(score=0.5),
    'One, "two"; three\tfour': Highlight(colour="teal", label="claim", note="why?"),
    "s1.2": Highlight(colour="red"),
    "s1.3": Highlight(),
}
CSV = (
    "id,text,score,colour,label,note\n"
    "s1.1,,0.5,,,\n"
    ',"One, ""two""; three\tfour",,teal,claim,why?\n'
    "s1.2,ignored,,red,,\n"
    "s1.3,,,,,\n"
)


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(RECORDS),
        "\n".join(json.dumps(record) for record in RECORDS) + "\n\n",
        CSV,
        "\ufeff" + CSV.replace("\n", "\r\n"),
    ],
    ids=["json", "jsonl", "csv", "csv of a spreadsheet"],
)
def test_formats_say_the_same(content: str, tmp_path: Path) -> None:
    path = tmp_path / "marks"
    path.write_bytes(content.encode())
    assert read_highlights(str(path)) == EXPECTED


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_columns_may_be_separated_otherwise_and_be_in_any_order(
    delimiter: str, tmp_path: Path
) -> None:
    path = tmp_path / "marks.csv"
    rows = ["Note,Score, Text", "good,2,a path"]
    path.write_text("\n".join(row.replace(",", delimiter) for row in rows))
    assert read_highlights(str(path)) == {"a path": Highlight(score=2, note="good")}


def test_object_maps_ids_and_texts_to_scores_colours_or_records(tmp_path: Path) -> None:
    path = tmp_path / "marks.json"
    given = {"s1.1": 1, "s1.2": "teal", "s1.3": None, "a path": {"note": "why?", "score": "2"}}
    path.write_text(json.dumps(given))
    assert read_highlights(str(path)) == {
        "s1.1": Highlight(score=1),
        "s1.2": Highlight(colour="teal"),
        "s1.3": Highlight(),
        "a path": Highlight(score=2, note="why?"),
    }


def test_single_record_is_not_an_object_of_marks(tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    path.write_text('{"id": "s1.1", "text": "x", "page": 1, "layer": 1, "score": 0.5}\n')
    assert read_highlights(str(path)) == {"s1.1": Highlight(score=0.5, layer=1)}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "neither JSON nor CSV"),
        ("name,score\nx,1\n", "neither JSON nor CSV"),
        ('{"s1.1": 1', "line 1: not JSON"),
        ('{"id": "s1.1"}\n{"id": }', "line 2: not JSON"),
        ('[{"score": 1}]', 'record 1: every record needs an "id" or a "text"'),
        ("[3]", 'record 1: every record needs an "id" or a "text"'),
        ('{"s1.1": true}', "'s1.1' has no score"),
        ('{"s1.1": [1]}', "'s1.1' has no score"),
        ('{"s1.1": "nocolour"}', "is not a colour"),
        ('[{"id": "s1.1", "score": "high"}]', "record 1: the score 'high' is not a number"),
        ('[{"id": "s1.1", "score": true}]', "record 1: the score True is not a number"),
        ('[{"id": "s1.1", "score": NaN}]', "record 1: the score nan is not a finite number"),
        ('[{"id": "s1.1", "note": 7}]', "record 1: the note 7 is not a string"),
        ("id,score\ns1.1,1\ns1.2,x\n", "line 3: the score 'x' is not a number"),
        ("id,score\n,1\n", 'line 2: every record needs an "id" or a "text"'),
    ],
)
def test_wrong_content_is_refused_with_its_place(
    content: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "marks"
    path.write_text(content)
    with pytest.raises(UsageError) as error:
        read_highlights(str(path))
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


def test_file_that_is_missing_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match="cannot be read"):
        read_highlights(str(tmp_path / "none.json"))
    (tmp_path / "x").write_bytes(b"\xff\xfe{")
    with pytest.raises(UsageError, match="not UTF-8"):
        read_highlights(str(tmp_path / "x"))
