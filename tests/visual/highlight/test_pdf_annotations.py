"""Highlights in the PDF itself."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageStat
from pypdf import PdfWriter
from pypdf.annotations import Highlight
from pypdf.generic import ArrayObject, FloatObject

import pdfbot
from tests.documents import HOSTILE, PAPERS

from .pdf_highlights import read_highlights

PHYSICS = PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf"


def test_annotations_cover_the_sentence_on_each_of_its_pages(physics: pdfbot.Paper) -> None:
    crossing = next(s for s in physics.sentences if len({p.page for p in s.spans}) == 2)
    found = read_highlights(physics.annotate({crossing.id: "#ff8000"}))
    assert [highlight.page for highlight in found] == sorted({p.page for p in crossing.spans})
    for highlight in found:
        assert highlight.contents == f"#ff8000, {crossing.id}"
        assert highlight.colour == (255, 128, 0)
        for span in (p for p in crossing.spans if p.page == highlight.page):
            assert any(
                quad[0] == pytest.approx(span.box.left, abs=0.6)
                and quad[5] < span.box.top < quad[1] + 6
                for quad in highlight.quads
            )


def test_annotations_cover_the_sentence_on_a_rotated_page() -> None:
    paper = pdfbot.extract(HOSTILE / "rotated-page.pdf")
    data = paper.annotate([paper.sentences[0].id])
    with pypdfium2.PdfDocument(data) as pdf:
        image = pdf[0].render(scale=1).to_pil().convert("RGB")
    box = paper.sentences[0].spans[0].box
    height = paper.pages[0].height
    inside = image.getpixel((int(box.left + 1), int(height - box.bottom - 1)))
    assert inside != (255, 255, 255)
    coloured = [
        x
        for x in range(image.width)
        for y in range(image.height)
        if (p := image.getpixel((x, y))) and isinstance(p, tuple) and p[2] < p[0] - 40
    ]
    boxes = [s.box for s in paper.sentences[0].spans if s.page == 1]
    assert min(coloured) == pytest.approx(min(b.left for b in boxes), abs=2)
    assert max(coloured) == pytest.approx(max(b.right for b in boxes), abs=2)


def test_annotated_pdf_has_the_same_body_text(physics: pdfbot.Paper) -> None:
    data = physics.annotate([s.id for s in physics.sentences])
    assert pdfbot.extract(data).text == physics.text


def test_replica_cannot_be_annotated() -> None:
    paper = pdfbot.extract(PAPERS / "twocolumn-physics" / "twocolumn-physics.html")
    with pytest.raises(pdfbot.UsageError, match="a replica, not a PDF"):
        paper.annotate({"s1.1"})


def test_annotations_have_the_note_the_layer_and_names_of_their_own(physics: pdfbot.Paper) -> None:
    found = read_highlights(
        physics.annotate(
            {
                "s1.1": pdfbot.Highlight(score=0.91234, note="see Fig. 2"),
                "s1.2": pdfbot.Highlight(label="method"),
                "heat": None,
            },
            names=["claims"],
        )
    )
    first, second = (next(h for h in found if h.name == f"pdfbot s1.{n}") for n in (1, 2))
    assert first.contents == "see Fig. 2\nclaims, score 0.9123, s1.1"
    assert (first.subject, first.author) == ("claims", "pdfbot")
    assert (second.contents, second.subject) == ("method, s1.2", "method")
    passages = [h for h in found if "passage" in h.name]
    assert len({(h.page, h.name) for h in found}) == len(found) == 2 + len(passages)
    assert passages[0].contents.startswith("marked, in s1.1")


def test_annotating_again_replaces_the_highlights(physics: pdfbot.Paper) -> None:
    once = physics.annotate(["s1.1", "s2.1"])
    again = pdfbot.extract(once).annotate(["s1.2"])
    assert [h.name for h in read_highlights(again)] == ["pdfbot s1.2"]


def test_highlights_of_others_stay(physics: pdfbot.Paper) -> None:
    writer = PdfWriter(clone_from=io.BytesIO(PHYSICS.read_bytes()))
    box = ArrayObject(FloatObject(v) for v in (72, 720, 172, 720, 72, 700, 172, 700))
    writer.add_annotation(0, Highlight(rect=(72, 700, 172, 720), quad_points=box))
    stream = io.BytesIO()
    writer.write(stream)
    found = read_highlights(pdfbot.extract(stream.getvalue()).annotate(["s1.1"]))
    assert sorted(h.author for h in found) == ["", "pdfbot"]


def test_highlights_are_drawn_by_other_viewers(physics: pdfbot.Paper, tmp_path: Path) -> None:
    """Poppler draws the annotation in its colour, behind the text."""
    program = shutil.which("pdftoppm")
    if program is None:
        pytest.skip("no pdftoppm")
    (tmp_path / "x.pdf").write_bytes(physics.annotate({"s1.1": "#00ff00"}))
    command = [program, "-r", "72", "-f", "1", "-l", "1", "-png", "x.pdf", "x"]
    subprocess.run(command, cwd=tmp_path, check=True)
    image = Image.open(next(tmp_path.glob("x*.png"))).convert("RGB")
    box = physics.sentences[0].spans[0].box
    height = physics.pages[0].height
    area = (int(box.left), int(height - box.top), int(box.right), int(height - box.bottom))
    red, green, blue = ImageStat.Stat(image.crop(area)).mean
    assert green > red + 50
    assert green > blue + 50
