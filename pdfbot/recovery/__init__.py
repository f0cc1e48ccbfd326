"""Sentence Recovery: whole sentences from text that another tool broke into lines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from math import isfinite
from typing import Literal

from pdfbot.align.hyphens import Vocabulary
from pdfbot.errors import UsageError
from pdfbot.recovery.distribution import (
    DEFAULT_EPS,
    LineLengths,
    choose_eps,
    measure_lengths,
)
from pdfbot.recovery.joining import join_lines
from pdfbot.recovery.lines import TextLine, read_lines
from pdfbot.recovery.model import (
    EMPTY,
    NOTE,
    OBJECT,
    PAGE,
    LineDecision,
    RecoveredParagraph,
    Recovery,
)
from pdfbot.recovery.page_elements import find_page_elements
from pdfbot.recovery.passages import Passage, Stitching
from pdfbot.recovery.published import follow_paper
from pdfbot.recovery.segments import Analysis, Segment

KEEPABLE = ("tables", "notes")
RULES = ("default", "paper")
_MOST_EPS = 1.0
_KEPT_AS = {"tables": OBJECT, "notes": NOTE}


def recover(
    text: str,
    *,
    eps: float | Literal["auto"] = DEFAULT_EPS,
    keep: Collection[str] = (),
    rules: str = "default",
) -> Recovery:
    """The paragraphs of `text`, every sentence whole; see `pdfbot.recover`."""
    _check(text, eps, keep, rules)
    lines = read_lines(text)
    vocabulary = Vocabulary(line.text for line in lines)
    published = rules == "paper"
    elements = {} if published else find_page_elements(lines)
    running = [line for line in lines if line.number not in elements]
    lengths = measure_lengths(running, published=published)
    chosen, why = (eps, "given") if eps != "auto" else choose_eps(running, lengths)
    if not lengths.column_width:
        return _write(lines, vocabulary, [], elements, {}, keep, (lengths, chosen, why))
    removed: dict[int, str] = {}
    if published:
        passages, removed = follow_paper(lines, lengths.column_width, chosen)
    else:
        analysis = Analysis(lengths.column_width, chosen)
        passages = Stitching(_segments(lines, elements, analysis), analysis, vocabulary).run()
    return _write(lines, vocabulary, passages, elements, removed, keep, (lengths, chosen, why))


def _check(text: object, eps: object, keep: Collection[str], rules: str) -> None:
    if not isinstance(text, str):
        raise UsageError(f"recover needs text, not {type(text).__name__}: decode it first")
    known = isinstance(eps, (int, float)) and isfinite(eps) and 0 <= eps < _MOST_EPS
    if eps != "auto" and not known:
        raise UsageError(f"eps {eps}: use a number from 0 to below 1, such as 0.1, or auto")
    for name in keep:
        if name not in KEEPABLE:
            raise UsageError(f"unknown part {name!r} to keep: use {' or '.join(KEEPABLE)}")
    if rules not in RULES:
        raise UsageError(f"unknown rules {rules!r}: use {' or '.join(RULES)}")


def _segments(
    lines: Sequence[TextLine], elements: dict[int, str], analysis: Analysis
) -> list[Segment]:
    """The segments of every run of lines that nothing parts: no empty line, no page element."""
    segments: list[Segment] = []

    def place(line: TextLine) -> tuple[bool, int]:
        return bool(line.text) and line.number not in elements, line.page

    for (stands, _), block in groupby(lines, key=place):
        if stands:
            segments.extend(analysis.cut(list(block)))
    return segments


def _write(
    lines: Sequence[TextLine],
    vocabulary: Vocabulary,
    passages: Sequence[Passage],
    elements: dict[int, str],
    removed: dict[int, str],
    keep: Collection[str],
    measures: tuple[LineLengths, float, str],
) -> Recovery:
    """The paragraphs and what became of every line."""
    dropped = {OBJECT, NOTE} - {_KEPT_AS[name] for name in keep}
    paragraphs: list[RecoveredParagraph] = []
    fates: dict[int, tuple[str, str, int | None]] = {}
    fates.update({number: (PAGE, reason, None) for number, reason in elements.items()})
    fates.update({number: (OBJECT, reason, None) for number, reason in removed.items()})
    for passage in passages:
        place = None
        if passage.kind not in dropped:
            numbers = tuple(line.number for line in passage.lines)
            joined = join_lines(passage.lines, vocabulary)
            paragraphs.append(RecoveredParagraph(passage.kind, joined, numbers))
            place = len(paragraphs)
        for line, reason in zip(passage.lines, passage.reasons, strict=True):
            fates[line.number] = (passage.kind, reason, place)
    decisions = [
        LineDecision(line.number, line.text, line.shape, *fates.get(line.number, (EMPTY, "", None)))
        for line in lines
    ]
    return Recovery(tuple(paragraphs), tuple(decisions), *measures)
