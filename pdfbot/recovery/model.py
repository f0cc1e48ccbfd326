"""What recovery gives back: paragraphs, and for every line of the input what became of it."""

from __future__ import annotations

from pdfbot.dataclass import dataclass
from pdfbot.recovery.distribution import LineLengths

EMPTY, TEXT, HEADING, CAPTION = "empty", "text", "heading", "caption"
OBJECT, NOTE, PAGE = "object", "note", "page"


@dataclass(frozen=True, slots=True)
class RecoveredParagraph:
    """`kind` is text, heading or caption, or with `keep` object or note; `lines` are numbers."""

    kind: str
    text: str
    lines: tuple[int, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        from pdfbot.align.sentences import split_sentences

        return tuple(self.text[start:end] for start, end in split_sentences(self.text))


@dataclass(frozen=True, slots=True)
class LineDecision:
    """One line of the input: its shape (EL, FL, UL), what it was taken for, and why.

    `paragraph` counts from 1; None says that the line is not in the output.
    """

    number: int
    text: str
    shape: str
    kind: str
    reason: str
    paragraph: int | None


@dataclass(frozen=True, slots=True)
class Recovery:
    """The recovered text with the measures and decisions behind it."""

    paragraphs: tuple[RecoveredParagraph, ...]
    lines: tuple[LineDecision, ...]
    lengths: LineLengths
    eps: float
    eps_reason: str

    @property
    def text(self) -> str:
        """The paragraphs, separated by empty lines."""
        return "\n\n".join(paragraph.text for paragraph in self.paragraphs)
