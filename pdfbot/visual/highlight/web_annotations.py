"""Marked sentences as W3C Web Annotations: an anchor by the quoted text, and by page and box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pdfbot.model import Box, Extraction
from pdfbot.output.span_records import point
from pdfbot.visual.highlight.marks import Mark, MarkPlan

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
# How a fragment of a PDF is written, as the W3C recommendation names it.
PDF_FRAGMENT = "http://tools.ietf.org/rfc/rfc3778"
# Characters of the text before and after a quotation.
CONTEXT_LENGTH = 32

Json = dict[str, Any]


def web_annotations(paper: Extraction, plan: MarkPlan, source: str) -> Json:
    """A page of annotations, one for each mark; `source` is the name or address of the PDF."""
    text = _BodyText(paper)
    heights = {page.number: page.height for page in paper.pages}
    return {
        "@context": CONTEXT,
        "type": "AnnotationPage",
        "items": [_annotation(mark, plan, text, heights, source) for mark in plan.marks],
    }


def _annotation(
    mark: Mark, plan: MarkPlan, text: _BodyText, heights: dict[int, float], source: str
) -> Json:
    layer = plan.layers[mark.layer]
    style = f"pdfbot-{mark.layer}"
    identity = {} if mark.is_passage else {"id": f"#{mark.sentence_id}"}
    texts = [(layer.name, "tagging")]
    if mark.label and mark.label != layer.name:
        texts.append((mark.label, "tagging"))
    if mark.note:
        texts.append((mark.note, "commenting"))
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
            "selector": [text.quote(mark), *_fragments(mark, heights)],
        },
    }


def _fragments(mark: Mark, heights: dict[int, float]) -> Iterator[Json]:
    """The box on each page: left, top, width and height from the upper left corner."""
    for page, spans in groupby(mark.spans, key=lambda span: span.page):
        box = Box.around(span.box for span in spans)
        top = heights[page] - box.top
        rectangle = ",".join(f"{point(v):g}" for v in (box.left, top, box.width, box.height))
        value = f"page={page}&viewrect={rectangle}"
        yield {"type": "FragmentSelector", "conformsTo": PDF_FRAGMENT, "value": value}


class _BodyText:
    """The body text on one line, and where its sentences are in it."""

    def __init__(self, paper: Extraction) -> None:
        self._sentences = paper.sentences
        self._lines = {line.id: line.text for line in paper.lines}
        self._ranges: dict[str, tuple[int, int]] = {}
        length = 0
        for sentence in self._sentences:
            self._ranges[sentence.id] = length, length + len(sentence.text)
            length += len(sentence.text) + 1
        self._text = " ".join(sentence.text for sentence in self._sentences)

    def quote(self, mark: Mark) -> Json:
        """The exact text of a mark with what stands before and after it."""
        start, end = self._find(mark)
        return {
            "type": "TextQuoteSelector",
            "exact": self._text[start:end],
            "prefix": self._text[max(0, start - CONTEXT_LENGTH) : start],
            "suffix": self._text[end : end + CONTEXT_LENGTH],
        }

    def _find(self, mark: Mark) -> tuple[int, int]:
        """The range of a sentence, or of a passage that starts in one."""
        if not mark.is_passage:
            return self._ranges[mark.sentence_id]
        first, last = mark.spans[0], mark.spans[-1]
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
