"""What a PDF points to itself: its outline and its named places, also where they are damaged."""

from __future__ import annotations

import random
import time

import pytest

from pdfbot.model import Document
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium import anchors
from pdfbot.readers.pdfium.pdf_document import read_pdf
from pdfbot.readers.source import Source

from ...pdfs import PdfPage, make_pdf, show

TEXT = show("1 Introduction", 50, 500)
# The reference of the only page, if no other objects are given.
PAGE = "4 0 R"


def read(catalog: str, *extra: str, page: PdfPage | bytes = TEXT) -> Document:
    content = make_pdf(page, catalog=catalog, extra=extra)
    return read_pdf(Source(content, "built.pdf"), ReadingOptions())


def outline(entries: str) -> str:
    return f"/Outlines << /First << {entries} >> >>"


def sides(document: Document) -> list[tuple[float, float, float, float]]:
    boxes = [entry.box for entry in document.outline]
    return [(box.left, box.bottom, box.right, box.top) for box in boxes]


def test_an_entry_has_its_title_depth_and_place() -> None:
    child = f"/First << /Title (Data) /Dest [{PAGE} /XYZ 60 450 0] >>"
    document = read(outline(f"/Title (1 Intro) /Dest [{PAGE} /XYZ 50 510 null] {child}"))
    found = [(entry.title, entry.depth, entry.page) for entry in document.outline]
    assert found == [("1 Intro", 1, 1), ("Data", 2, 1)]
    assert sides(document) == [(50, 510, 50, 510), (60, 450, 60, 450)]


def test_an_entry_may_be_an_action_with_the_name_of_a_place() -> None:
    names = f"/Names << /Dests << /Names [(section.1) [{PAGE} /XYZ 50 510 0]] >> >>"
    document = read(names + outline("/Title (Intro) /A << /S /GoTo /D (section.1) >>"))
    assert sides(document) == [(50, 510, 50, 510)]
    (place,) = document.named_places
    assert (place.name, place.page, place.box.top) == ("section.1", 1, 510)


@pytest.mark.parametrize(
    ("view", "place"),
    [
        ("/FitH 510", (0, 510, 400, 510)),
        ("/FitBH 510", (0, 510, 400, 510)),
        ("/FitR 50 490 90 510", (50, 490, 90, 510)),
        ("/FitR 90 510 50 490", (50, 490, 90, 510)),
        ("/Fit", (0, 0, 400, 600)),
        ("/FitV 50", (0, 0, 400, 600)),
    ],
)
def test_a_place_is_a_point_a_height_a_rectangle_or_the_page(
    view: str, place: tuple[float, ...]
) -> None:
    assert sides(read(outline(f"/Title (Intro) /Dest [{PAGE} {view}]"))) == [place]


def test_a_place_is_where_it_is_seen() -> None:
    cropped = PdfPage(TEXT, "/CropBox [50 30 350 580]")
    document = read(outline(f"/Title (Intro) /Dest [{PAGE} /XYZ 60 510 0]"), page=cropped)
    assert sides(document) == [(10, 480, 10, 480)]


def test_titles_are_in_unicode_and_on_one_line() -> None:
    title = "2 Überblick\r\nund Ziele".encode("utf-16-be").hex()
    (entry,) = read(outline(f"/Title <feff{title}> /Dest [{PAGE} /Fit]")).outline
    assert entry.title == "2 Überblick und Ziele"


@pytest.mark.parametrize(
    "broken",
    [
        "/Outlines 99 0 R",
        "/Outlines (none)",
        "/Outlines << /First 3 >>",
        "/Names << /Dests << /Names [(a) 99 0 R (b)] >> >>",
        "/Names << /Dests (none) >>",
        "/Dests << /a [99 0 R /XYZ 1 2 3] /b null >>",
        outline("/Title (Elsewhere) /Dest [99 0 R /XYZ 1 2 3]"),
        outline("/Title (Beyond) /Dest [17 /XYZ 1 2 3]"),
        outline("/Title () /Dest [4 0 R /Fit]"),
        outline("/Dest [4 0 R /Fit]"),
        outline("/Title (To the web) /A << /S /URI /URI (https://mill.example/) >>"),
    ],
)
def test_damaged_outlines_and_names_are_left_out(broken: str) -> None:
    document = read(broken)
    assert (document.outline, document.named_places) == ((), ())
    assert document.pages[0].blocks[0].text == "1 Introduction"


def test_cycles_end() -> None:
    entry = "<< /Title (Turn) /Dest [0 /Fit] /First {} 0 R /Next {} 0 R >>"
    extra = [entry.format(4, 5), entry.format(5, 3), entry.format(3, 4)]
    document = read("/Outlines << /First 3 0 R >>", *extra)
    assert [found.title for found in document.outline] == ["Turn"] * 3


def test_names_in_a_cycle_end() -> None:
    kids = "/Kids [3 0 R 3 0 R 4 0 R]"
    leaf = "<< /Names [(a) [0 /Fit]] >>"
    document = read("/Names << /Dests 3 0 R >>", f"<< {kids} >>", leaf)
    assert {place.name for place in document.named_places} == {"a"}


def test_an_outline_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anchors, "MAX_ENTRIES", 20)
    extra = [f"<< /Title ({i}) /Dest [0 /Fit] /Next {i + 4} 0 R >>" for i in range(30)]
    document = read("/Outlines << /First 3 0 R >>", *extra)
    assert [entry.title for entry in document.outline] == list(map(str, range(20)))


def test_an_outline_is_read_to_a_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anchors, "MAX_DEPTH", 3)
    extra = [f"<< /Title ({i}) /Dest [0 /Fit] /First {i + 4} 0 R >>" for i in range(9)]
    document = read("/Outlines << /First 3 0 R >>", *extra)
    assert [entry.depth for entry in document.outline] == [1, 2, 3]


@pytest.mark.parametrize(("count", "read_count"), [(3000, 3000), (3001, 0), (100_000, 0)])
def test_too_many_names_are_not_read(count: int, read_count: int) -> None:
    names = [f"(n{i:06}) [0 /Fit]" for i in range(count)]
    leaves = [f"<< /Names [{' '.join(names[i : i + 50])}] >>" for i in range(0, count, 50)]
    kids = " ".join(f"{4 + i} 0 R" for i in range(len(leaves)))
    started = time.process_time()
    document = read("/Names << /Dests 3 0 R >>", f"<< /Kids [{kids}] >>", *leaves)
    assert len(document.named_places) == read_count
    assert time.process_time() - started < 5


@pytest.mark.parametrize("seed", range(40))
def test_whatever_the_objects_are_the_text_is_read(seed: int) -> None:
    draw = random.Random(seed)

    def value() -> str:
        place = draw.choice(["4 0 R", "0", "-1", "9999999999", f"{draw.randint(3, 9)} 0 R", "null"])
        numbers = [draw.choice(["1e38", "-7", "null", "50", "(x)", "1e400"]) for _ in range(4)]
        view = draw.choice(["XYZ", "FitH", "FitR", "Fit", "Nonsense", ""])
        return f"[{place} /{view} {' '.join(numbers[: draw.randint(0, 4)])}]"

    def reference() -> str:
        return draw.choice([f"{draw.randint(3, 9)} 0 R", "null", "(x)", "1 0 R"])

    extra = [
        f"<< /Title (t{i}) /Dest {value()} /First {reference()} /Next {reference()} "
        f"/Kids [{reference()} {reference()}] /Names [(n{i}) {value()} (m) {reference()}] >>"
        for i in range(7)
    ]
    catalog = f"/Outlines {reference()} /Names << /Dests {reference()} >> /Dests {reference()}"
    document = read(catalog, *extra)
    assert document.pages[0].blocks[0].text == "1 Introduction"
    assert {entry.page for entry in document.outline} <= {1}
    assert {place.page for place in document.named_places} <= {1}
