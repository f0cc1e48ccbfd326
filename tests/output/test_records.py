"""The JSON record: its content, and that reading it back restores the extraction."""

from __future__ import annotations

import json
from array import array
from dataclasses import replace
from math import inf

import pytest

import pdfbot
from pdfbot.errors import InputError
from pdfbot.model import (
    Box,
    Extraction,
    Finding,
    Font,
    Graphic,
    Line,
    Page,
    Paragraph,
    Sentence,
    Span,
    Statistics,
    TextBlock,
    Verdict,
)
from pdfbot.output.records import dump, load, record_chunks
from pdfbot.output.text import render_text
from pdfbot.paper import Paper
from pdfbot.rules import Rule

from .papers import make_paper


def make_line(number: int, text: str) -> Line:
    box = Box(72.00049, 700 - 12.0 * number, 300.123456, 710 - 12.0 * number)
    edges = array("f", [72.0 + i for i in range(len(text) + 1)])
    block = TextBlock(text, box, box.bottom + 2, Font("Serif", 10.0), edges=edges)
    return Line(f"p1.c1.l{number}", 1, 1, (block,), text, box, box.bottom + 2, 10.0)


@pytest.fixture
def paper() -> Extraction:
    lines = (make_line(1, "Čas “teče” <b>& \u2028"), make_line(2, "mimo. Figure 1"))
    span = Span(1, "p1.c1.l1", 0, 10, lines[0].box)
    first = Sentence("s1", "Čas “teče” <b>& mimo.", (span, replace(span, line_id="p1.c1.l2")))
    return Extraction(
        paragraphs=(Paragraph("b1", (first,)), Paragraph("b2", (replace(first, id="s2"),))),
        lines=lines,
        verdicts=(
            Verdict("p1.c1.l1", Rule.BODY),
            Verdict(
                "p1.c1.l2", Rule.CAPTION_FIGURE, Finding("small_font", 2 / 3, "at most", inf, "")
            ),
        ),
        pages=(Page(1, 612.0, 792.0, lines[0].blocks, (Graphic("ruling", Box(1, 2, 3, 4)),)),),
        statistics=Statistics(10.0, 12.0, 55.123456789, 2),
        engine="pdfium",
        version="0.1.0",
        thresholds="abc",
        warnings=("3 glyphs have no Unicode value",),
    )


@pytest.mark.parametrize("indent", [None, 1])
def test_record_survives_a_round_trip(paper: Extraction, indent: int | None) -> None:
    text = Paper.of(paper).to_json(indent)
    assert text == dump(paper, indent)
    assert pdfbot.from_json(text).to_json(indent) == text
    assert pdfbot.from_json(text.encode()).to_json(indent) == text


def test_reading_restores_everything_except_text_blocks(paper: Extraction) -> None:
    back = load(dump(paper))
    assert [line.text for line in back.lines] == [line.text for line in paper.lines]
    assert all(line.blocks == () and line.starts == () for line in back.lines)
    assert all(page.blocks == () for page in back.pages)
    assert back.pages[0].graphics == paper.pages[0].graphics
    assert back.text == paper.text
    assert [s.id for s in back.sentences] == ["s1", "s2"]
    assert back.verdicts[0] == paper.verdicts[0]
    assert back.warnings == paper.warnings
    assert (back.engine, back.version, back.thresholds) == ("pdfium", "0.1.0", "abc")
    assert back.statistics.columns == 2


def test_lengths_and_measures_are_rounded(paper: Extraction) -> None:
    record = json.loads(dump(paper))
    assert record["lines"][0]["box"] == [72.0, 688.0, 300.123, 698.0]
    assert record["statistics"]["base_density"] == 55.123457


def test_what_a_test_measured_is_exact_and_stays_on_its_side_of_the_limit(
    paper: Extraction,
) -> None:
    finding = paper.verdicts[1].finding
    assert finding is not None
    written = json.loads(dump(paper))["verdicts"][1]["finding"]
    assert written["measured"] == finding.measured


def test_infinite_measure_is_written_as_null(paper: Extraction) -> None:
    text = dump(paper)
    assert "Infinity" not in text
    assert json.loads(text)["verdicts"][1]["finding"]["limit"] is None


def test_record_is_one_line_unless_indented(paper: Extraction) -> None:
    assert "\n" not in dump(paper)
    assert dump(paper, 2).count("\n") > 20


def test_source_is_written_only_when_given(paper: Extraction) -> None:
    record = json.loads(dump(paper, source="papers/a.pdf"))
    assert record["source"] == "papers/a.pdf"
    assert "source" not in json.loads(dump(paper))
    assert dump(load(json.dumps(record))) == dump(paper)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", '"format": "pdfbot"'),
        ('{"format": "tei"}', '"format": "pdfbot"'),
        ('{"format": "pdfbot", "schema": 4}', "schema 4"),
        ('{"format": "pdfbot", "schema": 3}', "'version' is missing"),
        ('{"format": "pdfbot", "schema": 3, "status": "failed", "error": "none"}', "text: none"),
        ('{"format": "pdfbot", "schema": 2}', "'version' is missing"),
        ('{"format": "pdfbot", "schema": 1}', "'version' is missing"),
    ],
)
def test_invalid_record_is_rejected_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load(text)


def test_record_with_an_inside_out_box_is_rejected(paper: Extraction) -> None:
    record = json.loads(dump(paper))
    record["lines"][0]["box"] = [300, 1, 72, 2]
    with pytest.raises(InputError, match="inside-out box"):
        load(json.dumps(record))


def test_record_with_an_unknown_rule_is_rejected(paper: Extraction) -> None:
    record = json.loads(dump(paper))
    record["verdicts"][0]["rule"] = "astrology"
    with pytest.raises(InputError, match="damaged pdfbot record: 'astrology'"):
        load(json.dumps(record))


def test_paragraphs_are_separated_by_a_blank_line(paper: Extraction) -> None:
    assert render_text(paper) == "Čas “teče” <b>& mimo.\n\nČas “teče” <b>& mimo.\n"


def test_text_is_empty_without_paragraphs(paper: Extraction) -> None:
    assert render_text(replace(paper, paragraphs=())) == ""


def test_structure_survives_a_round_trip() -> None:
    paper = make_paper()
    back = load(dump(paper))
    assert back == paper
    assert [p.id for p in back.abstract] == ["p1"]


def test_field_that_was_added_later_may_be_missing() -> None:
    record = json.loads(dump(make_paper()))
    for paragraph in record["paragraphs"]:
        del paragraph["bullet"]
    assert load(json.dumps(record)) == make_paper()
    del record["captions"][0]["label"]  # it has no default
    with pytest.raises(InputError, match="'label' is missing"):
        load(json.dumps(record))


@pytest.mark.parametrize("item", ["p1", 1, None, ["p1"]])
def test_part_that_is_no_object_is_rejected(item: object) -> None:
    record = json.loads(dump(make_paper()))
    with pytest.raises(InputError, match="damaged pdfbot record"):
        load(json.dumps(record | {"paragraphs": [item]}))


def test_record_of_schema_1_has_no_structure() -> None:
    record = json.loads(dump(make_paper()))
    for key in (
        "title", "authors", "abstract", "sections", "captions", "footnotes", "references",
    ):  # fmt: skip
        del record[key]
    for paragraph in record["paragraphs"]:
        del paragraph["section"], paragraph["path"]
    back = load(json.dumps(record | {"schema": 1}))
    assert back.text == make_paper().text
    assert (back.title, back.sections, back.paragraphs[0].section) == ("", (), "")


def test_lean_record_has_the_text_without_lines(paper: Extraction) -> None:
    whole, lean = json.loads(dump(paper)), json.loads(dump(paper, lean=True))
    assert whole.keys() - lean.keys() == {"lines", "verdicts"}
    assert "graphics" not in lean["pages"][0]
    assert lean["paragraphs"] == whole["paragraphs"]
    back = load(dump(paper, lean=True))
    assert (back.text, back.lines, back.verdicts) == (paper.text, (), ())
    assert dump(back, lean=True) == dump(paper, lean=True)


def test_record_comes_piece_by_piece(paper: Extraction) -> None:
    pieces = list(record_chunks(paper, source="a.pdf"))
    assert "".join(pieces) == dump(paper, source="a.pdf")
    assert max(map(len, pieces)) < len("".join(pieces)) / 2
    by_line = "".join(record_chunks(paper, line_breaks=True))
    assert json.loads(by_line) == json.loads(dump(paper))
    # A line for each key and each item of a list.
    assert by_line.count("\n") == 26


@pytest.mark.parametrize("schema", [2, 3])
def test_record_of_a_batch_is_read(schema: int) -> None:
    record = json.loads(dump(make_paper(), lean=True))
    batch = {"id": "x", "status": "ok", "error": None, "error_type": None, "seconds": 0.1}
    assert load(json.dumps(batch | record | {"schema": schema})) == make_paper()
