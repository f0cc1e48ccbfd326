"""The result of recovery: paragraphs, and the decision on every line of the input."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pdfbot.methods.sentence_recovery.line_lengths import LineLengths
from pdfbot.model import Brief
from pdfbot.text.sentences import split_sentences

# The kinds of lines and paragraphs; page elements and empty lines are never in a paragraph.
TEXT = "text"
HEADING = "heading"
CAPTION = "caption"
OBJECT = "object"
NOTE = "note"
PAGE = "page"
EMPTY = "empty"


@dataclass(frozen=True, slots=True, repr=False)
class RecoveredParagraph(Brief):
    """`kind` is text, heading or caption, or with `keep` object or note; `lines` are numbers."""

    kind: Annotated[str, "`text`, `heading` or `caption`, or with `keep` also `object` or `note`"]
    text: Annotated[str, "its lines, joined"]
    lines: Annotated[tuple[int, ...], "numbers of its lines, from 1"]

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(self.text[start:end] for start, end in split_sentences(self.text))


@dataclass(frozen=True, slots=True, repr=False)
class LineDecision(Brief):
    """The decision on one line of the input: its shape (EL, FL, UL), its kind, and why.

    `paragraph` counts from 1; None means that the line is not in the output.
    """

    number: Annotated[int, "number of the line in the input, from 1"]
    text: Annotated[str, "the line"]
    shape: Annotated[str, "`EL`, `FL` or `UL`, as in the paper on the method"]
    kind: Annotated[str, "what it was taken for"]
    reason: Annotated[str, "why"]
    paragraph: Annotated[int | None, "number of its paragraph, from 1; None if it is left out"]


@dataclass(frozen=True, slots=True, repr=False)
class Recovery(Brief):
    """The recovered text, with the measurements and decisions that led to it."""

    paragraphs: Annotated[tuple[RecoveredParagraph, ...], "what was recovered, in order"] = field(
        repr=False
    )
    lines: Annotated[tuple[LineDecision, ...], "what was decided on each line of the input"] = (
        field(repr=False)
    )
    lengths: Annotated[LineLengths, "the usual lengths of its lines"] = field(repr=False)
    eps: Annotated[float, "tolerance for the length of a line"]
    eps_reason: Annotated[str, "where that number comes from"]

    @property
    def text(self) -> str:
        """The paragraphs, separated by empty lines."""
        return "\n\n".join(paragraph.text for paragraph in self.paragraphs)
