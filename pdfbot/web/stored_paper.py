"""A stored paper, read back from its files without reading the PDF again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pdfbot.errors import FileMissingError
from pdfbot.model import Box, Extraction, Page, PageBox, Sentence, Span
from pdfbot.output.files import encode
from pdfbot.output.places import box_record, parse_box
from pdfbot.output.records import load
from pdfbot.pipeline import Analysis
from pdfbot.readers.pdfium.repair import REPAIRED
from pdfbot.visual.explain.drawing import Drawing
from pdfbot.visual.highlight.rectangles import span_rectangles

RECORD = "json"
SENTENCES = "sentences"
DRAWING = "drawing"
REPLICA = "replica.html"
EXPLAIN = "explain.html"
# What is on the pages: their sizes, and the pictures that can be drawn of their parts.
LAYOUT = "layout"

Json = dict[str, Any]


def drawing_file(analysis: Analysis) -> bytes:
    """What highlight and explain draw beyond the content of a record, as JSON."""
    paper = analysis.extraction
    lines = {line.id: line for line in paper.lines}
    rectangles = {
        sentence.id: [
            [page, *box_record(box)] for page, box in span_rectangles(sentence.spans, lines)
        ]
        for sentence in paper.sentences
    }
    content = {"rectangles": rectangles, "explain": Drawing.of(analysis).record()}
    return encode(json.dumps(content, ensure_ascii=False, separators=(",", ":")))


def page_file(number: int) -> str:
    """The name of the file with the replica of a page."""
    return f"page-{number}.html"


def explain_file(first: int, last: int) -> str:
    """The name of the file with the verdicts on some pages."""
    return f"explain-{first}-{last}.html"


def picture_file(part: str) -> str:
    """The name of the file with the picture of a part, by its id."""
    return f"picture-{part}.webp"


def layout_file(paper: Extraction, pictures: Mapping[str, PageBox]) -> bytes:
    """The sizes of the pages and the boxes of their pictures, as JSON."""
    content = {
        "is_damaged": REPAIRED in paper.warnings,
        "pages": {str(p.number): [p.width, p.height] for p in paper.pages},
        "pictures": {key: [box.page, *box_record(box)] for key, box in pictures.items()},
    }
    return encode(json.dumps(content, separators=(",", ":")))


@dataclass(frozen=True, slots=True)
class Layout:
    """What `layout_file` wrote."""

    is_damaged: bool
    pages: Mapping[int, Page]
    pictures: Mapping[str, PageBox]

    @staticmethod
    def of(data: bytes) -> Layout:
        content: Json = json.loads(data)
        return Layout(
            content["is_damaged"],
            {
                int(number): Page(int(number), width, height, ())
                for number, (width, height) in content["pages"].items()
            },
            {
                key: PageBox.on(page, parse_box(box))
                for key, (page, *box) in content["pictures"].items()
            },
        )

    def boxes(self, page: int) -> dict[str, Box]:
        """The pictures of a page."""
        return {key: box for key, box in self.pictures.items() if box.page == page}


@dataclass(frozen=True, slots=True)
class StoredPaper:
    """The folder of a stored paper, which may be deleted at any time."""

    folder: Path

    def paper(self) -> Extraction:
        """The paper as it was extracted, without its text blocks."""
        return load(self._read(RECORD))

    def placed_paper(self) -> Extraction:
        """The same, with one span per rectangle of a highlighted sentence."""
        paper = self.paper()
        rectangles: Mapping[str, Any] = self._json(DRAWING)["rectangles"]
        return replace(
            paper,
            paragraphs=tuple(
                replace(
                    paragraph,
                    sentences=tuple(_place(s, rectangles[s.id]) for s in paragraph.sentences),
                )
                for paragraph in paper.paragraphs
            ),
        )

    def drawing(self) -> Drawing:
        return Drawing.from_record(self._json(DRAWING)["explain"])

    def layout(self) -> Layout:
        return Layout.of(self._read(LAYOUT))

    def replica(self) -> str:
        return self._read(REPLICA).decode("utf-8")

    def _json(self, name: str) -> Json:
        content: Json = json.loads(self._read(name))
        return content

    def _read(self, name: str) -> bytes:
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            raise FileMissingError("deleted while it was being processed") from None


def _place(sentence: Sentence, rectangles: list[list[float]]) -> Sentence:
    """The sentence with its rectangles as spans that belong to no line."""
    spans = tuple(Span(int(page), "", 0, 0, parse_box(box)) for page, *box in rectangles)
    return replace(sentence, spans=spans)
