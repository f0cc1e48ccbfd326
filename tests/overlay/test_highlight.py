"""Coloured sentences: layers, the untouched text, annotations, and the way from the library."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw
import pytest
from bs4 import BeautifulSoup

import pdfbot
from pdfbot.model import Extraction
from pdfbot.overlay.marks import (
    DEFAULT_COLOUR,
    MOST_LAYERS,
    PALETTE,
    Wanted,
    plan_marks,
    read_colour,
)
from pdfbot.replica.make import make_replica

ROOT = Path(__file__).parents[2]
PAPERS = ROOT / "fixtures" / "papers"
PHYSICS = PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf"
SOURCES = sorted([*PAPERS.glob("*/*.pdf"), *PAPERS.glob("*/*.html")])
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(scope="module")
def paper() -> Extraction:
    return pdfbot.extract(PHYSICS)


def page_texts(html: str | bytes) -> list[str]:
    soup = BeautifulSoup(html, "lxml")
    return [frame.get_text() for frame in soup.find_all("div", class_="pf")]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_the_text_of_every_page_stays_as_it_was(source: Path) -> None:
    paper = pdfbot.extract(source)
    before = source.read_bytes() if source.suffix == ".html" else make_replica(source).html
    html = paper.highlight([sentence.id for sentence in paper.sentences])
    assert page_texts(html) == page_texts(before)
    assert pdfbot.extract(html.encode()).pages[0].blocks


@pytest.mark.parametrize("source", [PHYSICS, PHYSICS.with_suffix(".html")], ids=["pdf", "html"])
def test_a_coloured_replica_reads_like_the_plain_one(source: Path) -> None:
    plain = make_replica(source).html
    paper = pdfbot.extract(source)
    html = paper.highlight({"s1.1"})
    assert [p.blocks for p in pdfbot.extract(html.encode()).pages] == [
        p.blocks for p in pdfbot.extract(plain.encode()).pages
    ]


def test_colouring_again_replaces_the_colours(paper: Extraction) -> None:
    once = paper.highlight({"s1.1"})
    again = pdfbot.extract(once.encode()).highlight({"s1.2"})
    soup = BeautifulSoup(again, "lxml")
    assert {str(i["data-sentence"]) for i in soup.find_all("i", class_="pb-mark")} == {"s1.2"}
    assert len(soup.find_all("aside")) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yellow", "#ffff00"),
        ("#abc", "#aabbcc"),
        ("rgb(1, 2, 3)", "#010203"),
        (" Orange ", "#ffa500"),
    ],
)
def test_colours(text: str, expected: str) -> None:
    assert read_colour(text) == expected


@pytest.mark.parametrize("text", ["", "no colour", "red;}body{display:none", "url(x)"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(pdfbot.UsageError, match="is no colour"):
        read_colour(text)


def test_ids_texts_and_parts_of_sentences(paper: Extraction) -> None:
    whole = next(s for s in paper.sentences[5:] if len(s.text.split()) > 9)
    part = " ".join(whole.text.split()[1:7])
    marking = plan_marks(paper, {"s1.1": "red", whole.text: None, part: None, "nowhere": None})
    assert [m.label for m in marking.marks[:2]] == ["s1.1", whole.id]
    assert marking.marks[2].label == ""
    assert marking.missing == ("nowhere",)
    assert [layer.colour for layer in marking.layers] == ["#ff0000", DEFAULT_COLOUR]


def test_scores_become_layers_of_equal_shares(paper: Extraction) -> None:
    scores: Wanted = {s.id: i for i, s in enumerate(paper.sentences[:9])}
    marking = plan_marks(paper, scores, layers=3)
    assert [layer.name for layer in marking.layers] == [
        "layer 1: 6 to 8",
        "layer 2: 3 to 5",
        "layer 3: 0 to 2",
    ]
    assert [m.layer for m in marking.marks] == [2, 2, 2, 1, 1, 1, 0, 0, 0]
    assert len({layer.colour for layer in marking.layers}) == 3


def test_equal_scores_stay_in_one_layer(paper: Extraction) -> None:
    ids = [s.id for s in paper.sentences[:5]]
    marking = plan_marks(paper, dict(zip(ids, [1.0, 1.0, 1.0, 0.5, 0.5], strict=True)), layers=4)
    assert [m.layer for m in marking.marks] == [0, 0, 0, 1, 1]


@pytest.mark.parametrize("layers", range(1, MOST_LAYERS + 1))
def test_every_number_of_layers(paper: Extraction, layers: int) -> None:
    scores: Wanted = {s.id: i for i, s in enumerate(paper.sentences[:12])}
    marking = plan_marks(paper, scores, layers=layers)
    assert len({layer.colour for layer in marking.layers}) == layers
    assert all(layer.colour in PALETTE for layer in marking.layers)


@pytest.mark.parametrize("layers", [0, MOST_LAYERS + 1])
def test_too_many_layers_are_refused(paper: Extraction, layers: int) -> None:
    with pytest.raises(pdfbot.UsageError, match=f"{layers} layers"):
        plan_marks(paper, ["s1.1"], layers)


def test_a_score_must_be_finite(paper: Extraction) -> None:
    with pytest.raises(pdfbot.UsageError, match="finite"):
        plan_marks(paper, {"s1.1": float("nan")})


def test_the_library_says_what_it_does_not_find(paper: Extraction) -> None:
    with pytest.raises(pdfbot.UsageError, match=r"not in the body text: 's999\.1'"):
        paper.highlight({"s999.1"})


def test_a_result_from_json_needs_its_file(paper: Extraction) -> None:
    again = pdfbot.from_json(paper.to_json())
    with pytest.raises(pdfbot.UsageError, match="source="):
        again.highlight({"s1.1"})
    html = again.highlight({"s1.1": "lime"}, source=PHYSICS)
    assert 'id="s1.1"' in html
    assert again.annotate({"s1.1"}, source=PHYSICS.read_bytes()).startswith(b"%PDF")


def test_bytes_and_file_objects_can_be_coloured(paper: Extraction) -> None:
    data = PHYSICS.read_bytes()
    expected = paper.highlight({"s2.1"}).replace(PHYSICS.name, "the PDF")
    assert pdfbot.extract(data).highlight({"s2.1"}).replace(PHYSICS.name, "the PDF") == expected
    assert pdfbot.extract(io.BytesIO(data)).highlight({"s2.1"}) == expected


def highlights(data: bytes) -> list[tuple[int, str, list[list[float]], tuple[int, ...]]]:
    """Page, contents, quads and colour of every highlight annotation."""
    import ctypes

    pdf = pypdfium2.PdfDocument(data)
    found = []
    for number, page in enumerate(pdf, 1):
        for index in range(raw.FPDFPage_GetAnnotCount(page)):
            annotation = raw.FPDFPage_GetAnnot(page, index)
            if raw.FPDFAnnot_GetSubtype(annotation) != raw.FPDF_ANNOT_HIGHLIGHT:
                continue
            size = raw.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0)
            buffer = ctypes.create_string_buffer(size)
            pointer = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
            raw.FPDFAnnot_GetStringValue(annotation, b"Contents", pointer, size)
            quads = []
            for place in range(raw.FPDFAnnot_CountAttachmentPoints(annotation)):
                quad = raw.FS_QUADPOINTSF()
                raw.FPDFAnnot_GetAttachmentPoints(annotation, place, quad)
                quads.append([quad.x1, quad.y1, quad.x2, quad.y2, quad.x3, quad.y3])
            parts = [ctypes.c_uint() for _ in range(4)]
            kind = raw.FPDFANNOT_COLORTYPE_Color
            raw.FPDFAnnot_GetColor(annotation, kind, *parts)
            colour = tuple(part.value for part in parts[:3])
            found.append((number, buffer.raw.decode("utf-16-le").rstrip("\0"), quads, colour))
    pdf.close()
    return found


def test_annotations_stand_on_the_sentence(paper: Extraction) -> None:
    crossing = next(s for s in paper.sentences if len({p.page for p in s.spans}) == 2)
    found = highlights(paper.annotate({crossing.id: "#ff8000"}))
    assert [number for number, *_ in found] == sorted({p.page for p in crossing.spans})
    for number, contents, quads, colour in found:
        assert contents == crossing.id
        assert colour == (255, 128, 0)
        spans = [p for p in crossing.spans if p.page == number]
        for span in spans:
            assert any(
                quad[0] == pytest.approx(span.box.left, abs=0.6)
                and quad[5] < span.box.top < quad[1] + 6
                for quad in quads
            )


def test_annotations_on_a_turned_page() -> None:
    source = ROOT / "fixtures" / "hostile" / "rotated-page.pdf"
    paper = pdfbot.extract(source)
    data = paper.annotate([paper.sentences[0].id])
    pdf = pypdfium2.PdfDocument(data)
    picture = pdf[0].render(scale=1).to_pil().convert("RGB")
    pdf.close()
    box = paper.sentences[0].spans[0].box
    height = paper.pages[0].height
    inside = picture.getpixel((int(box.left + 1), int(height - box.bottom - 1)))
    assert inside != (255, 255, 255)
    coloured = [
        (x, y)
        for x in range(picture.width)
        for y in range(picture.height)
        if (p := picture.getpixel((x, y))) and isinstance(p, tuple) and p[2] < p[0] - 40
    ]
    boxes = [s.box for s in paper.sentences[0].spans if s.page == 1]
    assert min(x for x, _ in coloured) == pytest.approx(min(b.left for b in boxes), abs=2)
    assert max(x for x, _ in coloured) == pytest.approx(max(b.right for b in boxes), abs=2)


def test_the_text_of_an_annotated_pdf_is_the_same(paper: Extraction) -> None:
    data = paper.annotate([s.id for s in paper.sentences])
    assert pdfbot.extract(data).text == paper.text


def test_a_replica_cannot_be_annotated() -> None:
    paper = pdfbot.extract(PHYSICS.with_suffix(".html"))
    with pytest.raises(pdfbot.UsageError, match="a replica, not a PDF"):
        paper.annotate({"s1.1"})


def test_commands(run: Run, tmp_path: Path, paper: Extraction) -> None:
    scores = tmp_path / "scores.json"
    records = [{"text": s.text, "score": i} for i, s in enumerate(paper.sentences[:6])]
    scores.write_text(json.dumps([*records, {"text": "not there", "score": 1}]))
    done = run("highlight", PHYSICS, "--from", scores, "--layers", "2", "-o", tmp_path / "a.html")
    assert done.returncode == 0
    assert b"1 of 7 entries are not in the body" in done.stderr
    soup = BeautifulSoup((tmp_path / "a.html").read_bytes(), "lxml")
    assert len(soup.select(".pb-legend label")) == 2
    done = run("highlight", PHYSICS, "--sentence", "s1.1=teal", "-o", tmp_path / "a.pdf")
    assert done.returncode == 0
    assert [h[3] for h in highlights((tmp_path / "a.pdf").read_bytes())] == [(0, 128, 128)]
    done = run("replica", "-", "-o", tmp_path / "b.html", stdin=PHYSICS.read_bytes())
    assert done.returncode == 0
    assert page_texts((tmp_path / "b.html").read_bytes()) == page_texts(make_replica(PHYSICS).html)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "nothing to colour"),
        (["--sentence", "s1.999"], 2, "not in the body text: 's1.999' (sentences are s1.1 to"),
        (["--match", "quetzalcoatl"], 2, "not in the body text"),
        (["--sentence", "s1.1=nocolour"], 2, "is no colour"),
        (["--from", "none.json"], 3, "none.json: cannot be read"),
        (["--layers", "9", "--sentence", "s1.1"], 2, "invalid choice"),
    ],
)
def test_wrong_calls(
    run: Run, arguments: list[str], code: int, message: str, tmp_path: Path
) -> None:
    done = run("highlight", PHYSICS, *arguments, "-o", tmp_path / "x.html")
    assert done.returncode == code
    assert message in done.stderr.decode()
    assert not (tmp_path / "x.html").exists()


def test_the_input_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "paper.pdf"
    copy.write_bytes(PHYSICS.read_bytes())
    done = run("highlight", copy, "--sentence", "s1.1", "-o", copy)
    assert done.returncode == 2
    assert copy.read_bytes() == PHYSICS.read_bytes()
