"""Coloured sentences in the PDF itself."""

from __future__ import annotations

import pypdfium2
import pytest

import pdfbot
from tests.documents import HOSTILE, PAPERS

from .pdf_highlights import read_highlights


def test_annotations_cover_the_sentence_on_each_of_its_pages(physics: pdfbot.Paper) -> None:
    crossing = next(s for s in physics.sentences if len({p.page for p in s.spans}) == 2)
    found = read_highlights(physics.annotate({crossing.id: "#ff8000"}))
    assert [highlight.page for highlight in found] == sorted({p.page for p in crossing.spans})
    for highlight in found:
        assert highlight.contents == crossing.id
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
