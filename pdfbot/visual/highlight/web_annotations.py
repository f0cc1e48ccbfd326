"""Highlights as W3C Web Annotations, anchored by the quoted text, and by page and box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pdfbot.model import Box, Extraction
from pdfbot.output.places import box_record, point
from pdfbot.visual.highlight.highlight_plan import HighlightPlan, PlacedHighlight

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
# The fragment syntax of PDFs, as the W3C recommendation names it.
PDF_FRAGMENT = "http://tools.ietf.org/rfc/rfc3778"
# Characters of the text before and after a quotation.
CONTEXT_LENGTH = 32

Json = dict[str, Any]


def web_annotations(paper: Extraction, plan: HighlightPlan, source: str) -> Json:
    """A page of annotations, one per highlight; `source` is the name or address of the PDF."""
    text = _BodyText(paper)
    heights = {page.number: page.height for page in paper.pages}
    return {
        "@context": CONTEXT,
        "type": "AnnotationPage",
        "items": [
            _annotation(highlight, plan, text, heights, source) for highlight in plan.highlights
        ],
    }


def _annotation(
    highlight: PlacedHighlight,
    plan: HighlightPlan,
    text: _BodyText,
    heights: dict[int, float],
    source: str,
) -> Json:
    layer = plan.layers[highlight.layer]
    style = f"pdfbot-{highlight.layer}"
    identity = {} if highlight.is_passage else {"id": f"#{highlight.sentence_id}"}
    texts = [(layer.name, "tagging")]
    if highlight.label and highlight.label != layer.name:
        texts.append((highlight.label, "tagging"))
    if highlight.note:
        texts.append((highlight.note, "commenting"))
    return {
        "@context": CONTEXT,
        "type": "Annotation",
        **identity,
        "motivation": "highlighting",
        "body": [{"type": "TextualBody", "purpose": why, "value": text} for text, why in texts],
        "stylesheet": {
            "type": "CssStylesheet",
            "value": f".{style} {{ background: {layer.colour} }}",
        },
        "target": {
            "source": source,
            "styleClass": style,
            "selector": [text.quote(highlight), *_fragments(highlight, heights)],
        },
    }


def _fragments(highlight: PlacedHighlight, heights: dict[int, float]) -> Iterator[Json]:
    """The box on each page as left, top, width and height from the upper left corner.

    They are rounded as in a record, so that a stored paper has the same annotations.
    """
    for page, spans in groupby(highlight.spans, key=lambda span: span.page):
        left, bottom, right, top = box_record(Box.around(span.box for span in spans))
        values = left, point(heights[page]) - top, right - left, top - bottom
        rectangle = ",".join(f"{point(value):g}" for value in values)
        value = f"page={page}&viewrect={rectangle}"
        yield {"type": "FragmentSelector", "conformsTo": PDF_FRAGMENT, "value": value}


class _BodyText:
    """The body text in one string, and where each sentence is in it."""

    def __init__(self, paper: Extraction) -> None:
        self._sentences = paper.sentences
        self._lines = {line.id: line.text for line in paper.lines}
        self._ranges: dict[str, tuple[int, int]] = {}
        length = 0
        for sentence in self._sentences:
            self._ranges[sentence.id] = length, length + len(sentence.text)
            length += len(sentence.text) + 1
        self._text = " ".join(sentence.text for sentence in self._sentences)

    def quote(self, highlight: PlacedHighlight) -> Json:
        """The exact text of a highlight, with the text before and after it."""
        start, end = self._find(highlight)
        return {
            "type": "TextQuoteSelector",
            "exact": self._text[start:end],
            "prefix": self._text[max(0, start - CONTEXT_LENGTH) : start],
            "suffix": self._text[end : end + CONTEXT_LENGTH],
        }

    def _find(self, highlight: PlacedHighlight) -> tuple[int, int]:
        """The range of a sentence, or of a passage that starts in a sentence."""
        if not highlight.is_passage:
            return self._ranges[highlight.sentence_id]
        first, last = highlight.spans[0], highlight.spans[-1]
        sentence = next(
            sentence
            for sentence in self._sentences
            for span in sentence.spans
            if span.line_id == first.line_id and span.start <= first.start < span.end
        )
        offset, _ = self._ranges[sentence.id]
        head = self._lines[first.line_id][first.start : first.end]
        tail = self._lines[last.line_id][last.start : last.end]
        start = max(self._text.find(head, offset), offset)
        # A hyphen at the end of a line is not in the text.
        return start, max(self._text.find(tail, start), start) + len(tail.rstrip("-"))
