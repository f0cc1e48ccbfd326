"""The data for reading in layers: sections, paragraphs, and sentences with places and layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pdfbot.model import Box, Extraction, PageBox, Sentence
from pdfbot.output.places import point
from pdfbot.ranking.assessment import assess_sentences
from pdfbot.ranking.layers import layers_of_places, layers_of_scores
from pdfbot.ranking.ranked_sentences import GIVEN
from pdfbot.ranking.reading_order import SPREADS, Spread, order_sentences
from pdfbot.visual.highlight.rectangles import span_rectangles
from pdfbot.web.reading_parts import (
    SentenceMarks,
    head_view,
    page_labels,
    part_views,
    script_views,
)

Json = dict[str, Any]

NOT_GIVEN = "no score was given"


def reading_view(paper: Extraction, pictures: Mapping[str, PageBox]) -> Json:
    """A paper in reading order, without layers, which `assign_to_layers` adds.

    `order` of a sentence has its place in the order of every spread, and the reason.
    """
    assessed = assess_sentences(paper)
    scores = {item.sentence.id: item.score for item in assessed}
    order: dict[str, Json] = {sentence_id: {} for sentence_id in scores}
    for spread in SPREADS:
        for place, (index, reason) in enumerate(order_sentences(assessed, spread)):
            order[assessed[index].sentence.id][spread] = [place, reason]
    places = {section.id: index for index, section in enumerate(paper.sections)}
    heights = {page.number: page.height for page in paper.pages}
    lines = {line.id: line for line in paper.lines}
    marks, labels = SentenceMarks(paper), page_labels(paper)

    def sentence_view(sentence: Sentence) -> Json:
        rectangles = span_rectangles(sentence.spans, lines)
        return {
            "id": sentence.id,
            "text": sentence.text,
            "scripts": script_views(sentence.text, sentence.scripts),
            **marks.views(sentence),
            "page": sentence.page,
            "score": scores[sentence.id],
            "order": order[sentence.id],
            "rectangles": [_rectangle(page, box, heights[page]) for page, box in rectangles],
        }

    return {
        **head_view(paper),
        "sections": [
            {
                "id": section.id,
                "number": section.number,
                "level": section.level,
                "heading": section.heading,
                "scripts": script_views(section.heading, section.scripts),
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
            {
                "number": page.number,
                "label": labels[page.number],
                "width": point(page.width),
                "height": point(page.height),
            }
            for page in paper.pages
        ],
        **part_views(paper, pictures),
        "sentences": [sentence_view(sentence) for sentence in paper.sentences],
    }


def assign_to_layers(
    view: Json, own: Mapping[str, Json] | None, layers: int, spread: Spread, density: float | None
) -> Json:
    """The view with a layer for every sentence, in pdfbot's order or by a backend's `own` scores.

    A sentence that a backend did not score is in the last layer.
    """
    if own is None:
        numbers = layers_of_places(len(view["sentences"]), layers, density)
        sentences = [_placed(sentence, numbers, spread) for sentence in view["sentences"]]
    else:
        given = {s["id"]: own[s["id"]] for s in view["sentences"] if s["id"] in own}
        scores = [entry["score"] for entry in given.values()]
        found = dict(zip(given, layers_of_scores(scores, layers, density), strict=True))
        sentences = [
            {
                **_without_order(sentence),
                "score": given[sentence["id"]]["score"] if sentence["id"] in given else None,
                "layer": found.get(sentence["id"], layers),
                "reason": GIVEN if sentence["id"] in given else NOT_GIVEN,
                "note": given[sentence["id"]]["note"] if sentence["id"] in given else None,
            }
            for sentence in view["sentences"]
        ]
    head = {
        "layers": layers,
        "spread": spread,
        "density": density,
        "own_scores": own is not None,
    }
    return {**head, **view, "sentences": sentences}


def _placed(sentence: Json, numbers: Sequence[int], spread: Spread) -> Json:
    place, reason = sentence["order"][spread]
    return {**_without_order(sentence), "layer": numbers[place], "reason": reason, "note": None}


def _without_order(sentence: Json) -> Json:
    return {key: value for key, value in sentence.items() if key != "order"}


def _rectangle(page: int, box: Box, page_height: float) -> Json:
    """The box measured from the upper left corner of the page, with y downwards."""
    return {
        "page": page,
        "left": point(box.left),
        "top": point(page_height - box.top),
        "width": point(box.width),
        "height": point(box.height),
    }
