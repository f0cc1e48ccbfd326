"""The result of recovery: paragraphs, and the decision on every line of the input."""

from __future__ import annotations

from dataclasses import dataclass, field

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

    kind: str
    text: str
    lines: tuple[int, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(self.text[start:end] for start, end in split_sentences(self.text))


@dataclass(frozen=True, slots=True, repr=False)
class LineDecision(Brief):
    """The decision on one line of the input: its shape (EL, FL, UL), its kind, and why.

    `paragraph` counts from 1; None means that the line is not in the output.
    """

    number: int
    text: str
    shape: str
    kind: str
    reason: str
    paragraph: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Recovery(Brief):
    """The recovered text, with the measurements and decisions that led to it."""

    paragraphs: tuple[RecoveredParagraph, ...] = field(repr=False)
    lines: tuple[LineDecision, ...] = field(repr=False)
    lengths: LineLengths = field(repr=False)
    eps: float
    eps_reason: str

    @property
    def text(self) -> str:
        """The paragraphs, separated by empty lines."""
        return "\n\n".join(paragraph.text for paragraph in self.paragraphs)
