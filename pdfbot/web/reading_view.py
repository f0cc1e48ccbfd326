"""The data for reading in layers: sections, paragraphs, and sentences with places and layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pdfbot.model import Box, Extraction, Sentence
from pdfbot.notation import Script, shown_scripts
from pdfbot.output.places import point
from pdfbot.ranking import Spread, assign_layers
from pdfbot.visual.highlight.rectangles import span_rectangles

Json = dict[str, Any]


def reading_view(paper: Extraction, scores: Mapping[str, float]) -> Json:
    """A paper in reading order, without layers, which `assign_to_layers` adds."""
    places = {section.id: index for index, section in enumerate(paper.sections)}
    heights = {page.number: page.height for page in paper.pages}
    lines = {line.id: line for line in paper.lines}

    def sentence_view(sentence: Sentence) -> Json:
        rectangles = span_rectangles(sentence.spans, lines)
        return {
            "id": sentence.id,
            "text": sentence.text,
            "scripts": _script_views(sentence.text, sentence.scripts),
            "page": sentence.page,
            "score": scores[sentence.id],
            "rectangles": [_rectangle(page, box, heights[page]) for page, box in rectangles],
        }

    return {
        "title": paper.title,
        "title_scripts": _script_views(paper.title, paper.title_scripts),
        "sections": [
            {
                "id": section.id,
                "number": section.number,
                "level": section.level,
                "heading": section.heading,
                "scripts": _script_views(section.heading, section.scripts),
                "page": section.page,
            }
            for section in paper.sections
        ],
        "paragraphs": [
            {
                "id": paragraph.id,
                "section": places.get(paragraph.section),
                "sentences": [sentence.id for sentence in paragraph.sentences],
            }
            for paragraph in paper.paragraphs
        ],
        "pages": [
            {"number": page.number, "width": point(page.width), "height": point(page.height)}
            for page in paper.pages
        ],
        "sentences": [sentence_view(sentence) for sentence in paper.sentences],
    }


def _script_views(text: str, scripts: Sequence[Script]) -> list[Json]:
    shown = shown_scripts(text, scripts)
    return [{"kind": s.kind, "start": s.start, "end": s.end} for s in shown]


def assign_to_layers(
    view: Json, own: Mapping[str, Json] | None, layers: int, spread: Spread, density: float | None
) -> Json:
    """The view with a layer for every sentence, by pdfbot's scores or a backend's `own`.

    A sentence that a backend did not score is in the last layer.
    """
    sections = {
        sentence_id: str(paragraph["section"])
        for paragraph in view["paragraphs"]
        for sentence_id in paragraph["sentences"]
    }
    sentences = [_scored(sentence, own) for sentence in view["sentences"]]
    ranked = [sentence for sentence in sentences if sentence["score"] is not None]
    found = assign_layers(
        [sentence["score"] for sentence in ranked],
        [sections[sentence["id"]] for sentence in ranked],
        layers,
        spread,
        density,
    )
    for sentence, layer in zip(ranked, found, strict=True):
        sentence["layer"] = layer
    for sentence in sentences:
        sentence.setdefault("layer", layers)
    head = {"layers": layers, "spread": spread, "density": density}
    return {**head, **view, "sentences": sentences}


def _scored(sentence: Json, own: Mapping[str, Json] | None) -> Json:
    if own is None:
        return {**sentence, "note": None}
    given = own.get(sentence["id"], {"score": None, "note": None})
    return {**sentence, "score": given["score"], "note": given["note"]}


def _rectangle(page: int, box: Box, page_height: float) -> Json:
    """The box measured from the upper left corner of the page, with y downwards."""
    return {
        "page": page,
        "left": point(box.left),
        "top": point(page_height - box.top),
        "width": point(box.width),
        "height": point(box.height),
    }
