"""The steps of Sentence Recovery: lines, page elements, line lengths, passages, paragraphs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from math import isfinite
from typing import Literal

from pdfbot.errors import UsageError
from pdfbot.methods.sentence_recovery.line_groups import LineGroup, LineGrouper
from pdfbot.methods.sentence_recovery.line_joining import join_lines
from pdfbot.methods.sentence_recovery.line_lengths import DEFAULT_EPS, choose_eps, measure_lengths
from pdfbot.methods.sentence_recovery.page_elements import find_page_elements
from pdfbot.methods.sentence_recovery.passages import Passage, PassageBuilder
from pdfbot.methods.sentence_recovery.published_algorithm import apply_published_algorithm
from pdfbot.methods.sentence_recovery.result import (
    EMPTY,
    NOTE,
    OBJECT,
    PAGE,
    LineDecision,
    RecoveredParagraph,
    Recovery,
)
from pdfbot.methods.sentence_recovery.text_lines import TextLine, read_lines
from pdfbot.options import RULE_SETS
from pdfbot.text.hyphens import Vocabulary

KEEPABLE = ("tables", "notes")
# Exclusive: at 1, lines of any length would be text.
MAX_EPS = 1.0
_KEPT_KINDS = {"tables": OBJECT, "notes": NOTE}


def recover_sentences(
    text: str,
    *,
    eps: float | Literal["auto"] = DEFAULT_EPS,
    keep: Collection[str] = (),
    rules: str = "default",
) -> Recovery:
    """The paragraphs of `text` with whole sentences; see `pdfbot.recover`."""
    _check(text, eps, keep, rules)
    lines = read_lines(text)
    vocabulary = Vocabulary(line.text for line in lines)
    published = rules == "paper"
    elements = {} if published else find_page_elements(lines)
    running_text = [line for line in lines if line.number not in elements]
    lengths = measure_lengths(running_text, published=published)
    chosen, why = (eps, "given") if eps != "auto" else choose_eps(running_text, lengths)
    passages: list[Passage] = []
    removed: dict[int, str] = {}
    if lengths.column_width and published:
        passages, removed = apply_published_algorithm(lines, lengths.column_width, chosen)
    elif lengths.column_width:
        grouper = LineGrouper(lengths.column_width, chosen)
        groups = _group_lines(lines, elements, grouper)
        passages = PassageBuilder(groups, grouper, vocabulary).build()
    dropped = {OBJECT, NOTE} - {_KEPT_KINDS[name] for name in keep}
    kept = [passage for passage in passages if passage.kind not in dropped]
    return Recovery(
        paragraphs=tuple(_build_paragraph(passage, vocabulary) for passage in kept),
        lines=_decide(lines, passages, kept, elements, removed),
        lengths=lengths,
        eps=chosen,
        eps_reason=why,
    )


def _check(text: object, eps: object, keep: Collection[str], rules: str) -> None:
    if not isinstance(text, str):
        raise UsageError(f"recover needs text, not {type(text).__name__}: decode it first")
    is_number = isinstance(eps, (int, float)) and isfinite(eps) and 0 <= eps < MAX_EPS
    if eps != "auto" and not is_number:
        raise UsageError(f"eps {eps}: use a number from 0 to below 1, such as 0.1, or auto")
    for name in keep:
        if name not in KEEPABLE:
            raise UsageError(f"unknown part {name!r} to keep: use {' or '.join(KEEPABLE)}")
    if rules not in RULE_SETS:
        raise UsageError(f"unknown rules {rules!r}: use {' or '.join(RULE_SETS)}")


def _group_lines(
    lines: Sequence[TextLine], elements: Collection[int], grouper: LineGrouper
) -> list[LineGroup]:
    """Yield the groups of every run of lines without an empty line, page element or page break."""
    groups: list[LineGroup] = []

    def run_of(line: TextLine) -> tuple[bool, int]:
        return bool(line.text) and line.number not in elements, line.page

    for (is_text, _), run in groupby(lines, key=run_of):
        if is_text:
            groups.extend(grouper.group(list(run)))
    return groups


def _build_paragraph(passage: Passage, vocabulary: Vocabulary) -> RecoveredParagraph:
    numbers = tuple(line.number for line in passage.lines)
    return RecoveredParagraph(passage.kind, join_lines(passage.lines, vocabulary), numbers)


def _decide(
    lines: Sequence[TextLine],
    passages: Sequence[Passage],
    kept: Sequence[Passage],
    elements: Mapping[int, str],
    removed: Mapping[int, str],
) -> tuple[LineDecision, ...]:
    """The decision on every line: its kind, the reason, and its paragraph if it has one."""
    decisions: dict[int, tuple[str, str, int | None]] = {}
    decisions.update({number: (PAGE, reason, None) for number, reason in elements.items()})
    decisions.update({number: (OBJECT, reason, None) for number, reason in removed.items()})
    paragraph_numbers = {id(passage): number for number, passage in enumerate(kept, 1)}
    for passage in passages:
        paragraph = paragraph_numbers.get(id(passage))
        for line, reason in zip(passage.lines, passage.reasons, strict=True):
            decisions[line.number] = (passage.kind, reason, paragraph)
    undecided = (EMPTY, "", None)
    return tuple(
        LineDecision(line.number, line.text, line.shape, *decisions.get(line.number, undecided))
        for line in lines
    )
