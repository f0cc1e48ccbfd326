"""Pictures of figures and tables, and the rows of tables as CSV, as files of their own."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from PIL import Image

import pdfbot
from pdfbot.output.whole_tables import whole_tables
from pdfbot.visual.part_files import render_csv, table_files
from pdfbot.visual.pictures import picture_boxes
from tests.documents import PAPERS, ROOT

CONFERENCE = PAPERS / "twocolumn-conference"


@pytest.fixture(scope="module")
def paper() -> pdfbot.Paper:
    return pdfbot.extract(CONFERENCE / "twocolumn-conference.pdf")


def test_every_caption_has_a_picture_of_its_part_of_the_page(paper: pdfbot.Paper) -> None:
    pictures = paper.pictures()
    assert [picture.name for picture in pictures] == [
        f"{caption.kind}-{caption.number}" for caption in paper.captions
    ]
    boxes = picture_boxes(paper)
    for picture in pictures:
        image = Image.open(io.BytesIO(picture.png))
        assert (image.format, picture.box) == ("PNG", boxes[picture.caption])
        assert image.width / image.height == pytest.approx(
            picture.box.width / picture.box.height, rel=0.02
        )
        assert len(image.convert("L").getcolors() or ()) > 2


def test_pictures_of_one_number_have_names_of_their_own(paper: pdfbot.Paper) -> None:
    same = tuple(replace(caption, number="1") for caption in paper.captions)
    names = [picture.name for picture in replace(paper, captions=same).pictures()]
    assert names[0] == "figure-1"
    assert len(set(names)) == len(names) == len(same)


def test_a_stored_record_needs_the_pdf(paper: pdfbot.Paper) -> None:
    stored = pdfbot.from_json(paper.to_json())
    with pytest.raises(pdfbot.UsageError, match="pass it as source="):
        stored.pictures()
    again = stored.pictures(source=CONFERENCE / "twocolumn-conference.pdf")
    assert [picture.png for picture in again] == [picture.png for picture in paper.pictures()]


def test_a_replica_has_no_pictures() -> None:
    replica = pdfbot.extract(CONFERENCE / "twocolumn-conference.html")
    with pytest.raises(pdfbot.UsageError, match="pictures need the PDF"):
        replica.pictures()


def test_rows_are_those_of_the_table() -> None:
    paper = pdfbot.extract(ROOT / "paper.pdf")
    files = dict(table_files(paper))
    assert list(files) == ["table-1"]
    assert list(csv.reader(io.StringIO(files["table-1"]))) == paper.tables[0].grid()
    without = replace(paper, tables=(replace(paper.tables[0], rows=()),))
    assert list(table_files(without)) == []


def test_commas_and_quotes_in_a_cell_stay_in_it() -> None:
    table = pdfbot.extract(ROOT / "paper.pdf").tables[0]
    row = table.rows[0]
    cell = replace(row.cells[0], text='sacks, "large"')
    changed = replace(table, rows=(replace(row, cells=(cell, *row.cells[1:])), *table.rows[1:]))
    read = list(csv.reader(io.StringIO(render_csv(changed))))
    assert read[0][cell.column] == 'sacks, "large"'


def test_a_table_over_pages_is_one_file_with_one_head(paper: pdfbot.Paper) -> None:
    start = next(table for table in paper.tables if table.rows)
    more = replace(start, id="t9", caption="", continues=start.id, rows=start.rows[:1])
    last = replace(more, id="t10", rows=(start.rows[0], start.rows[-1]))
    (found,) = dict(table_files(replace(paper, tables=(start, more, last)))).values()
    rows = list(csv.reader(io.StringIO(found)))
    assert rows == [*start.grid(), start.grid()[-1]]


def test_a_part_of_a_table_that_is_not_understood_stays_alone(paper: pdfbot.Paper) -> None:
    start = next(table for table in paper.tables if table.rows)
    more = replace(start, id="t9", caption="", continues=start.id, rows=(), text="Mills")
    assert whole_tables(replace(paper, tables=(start, more))) == (start, more)
