"""The state par over the whole text: which segments make one paragraph, and what came between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from pdfbot.align.hyphens import HYPHENS, Vocabulary
from pdfbot.dataclass import dataclass, field
from pdfbot.recovery.joining import completes_word
from pdfbot.recovery.lines import FINISHED, TextLine
from pdfbot.recovery.model import CAPTION, HEADING, OBJECT, TEXT
from pdfbot.recovery.segments import SHORT, Analysis, Segment

# So many finished segments (a footnote, a boxed text) may stand inside an open sentence.
_MAX_SKIPPED = 3
# The other half of a word is looked for in so many segments: the rest of a page.
_MAX_AHEAD = 8


@dataclass(slots=True)
class Passage:
    """What becomes one paragraph, with the reason for each line."""

    kind: str
    lines: list[TextLine] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def add(self, line: TextLine, reason: str) -> None:
        self.lines.append(line)
        self.reasons.append(reason)

    def take(self, segment: Segment, reason: str = "") -> None:
        for number, (line, why) in enumerate(zip(segment.lines, segment.reasons, strict=True)):
            self.add(line, reason if reason and number == 0 else why)


class Stitching:
    """Goes through the segments with par = the passage whose sentence is still open."""

    def __init__(
        self, segments: Sequence[Segment], analysis: Analysis, vocabulary: Vocabulary
    ) -> None:
        self.segments = segments
        self.vocabulary = vocabulary
        self.analysis = analysis
        self.passages: list[Passage] = []
        self._par: Passage | None = None
        self._par_end: Segment | None = None
        self._waiting: list[Segment] = []
        self._began = False

    def run(self) -> list[Passage]:
        for index, segment in enumerate(self.segments):
            if segment.kind == TEXT:
                self._text(index, segment)
            elif segment.kind == SHORT:
                self._waiting.append(segment)
            elif segment.kind == CAPTION:
                self._objects()
                self._emit(CAPTION, segment)
            else:
                self._objects()
                self._emit(segment.kind, segment)
        self._objects()
        return self.passages

    def _emit(self, kind: str, segment: Segment, reason: str = "") -> Passage:
        passage = Passage(kind)
        passage.take(segment, reason)
        self.passages.append(passage)
        return passage

    def _objects(self) -> None:
        """Short lines that no new paragraph follows are pieces of an object; a title is not."""
        for segment in self._waiting:
            named = any(line.is_prose for line in segment.lines)
            self._emit(OBJECT if self._began or not named else HEADING, segment)
        self._waiting = []

    def _headings(self) -> None:
        """The short lines right before a new paragraph: a number and its heading are one."""
        heading: Passage | None = None
        first = len(self.passages)
        for segment in self._waiting:
            if (
                heading is not None
                and _is_number(heading.lines[-1])
                and not _is_number(segment.first)
            ):
                heading.take(segment)
                continue
            heading = self._emit(HEADING, segment)
        for passage in self.passages[first:]:
            if all(_is_number(line) for line in passage.lines):
                passage.kind = OBJECT
        self._waiting = []

    def _text(self, index: int, segment: Segment) -> None:
        if self._par_end and not segment.first.begins_lower and self._heading_waits():
            self._par_end = None
        reason = self._continues(index, segment)
        if reason is None:
            if segment.first.begins_lower and not segment.first.is_item:
                self._objects()
            else:
                self._headings()
            if self._par is not None and self._skipped_inside(index):
                self._emit(TEXT, segment)
                return
            self._par = self._emit(TEXT, segment)
        else:
            self._objects()
            assert self._par is not None
            self._par.take(segment, reason)
        self._par_end = segment
        if not segment.is_open:
            self._par_end = None
        self._began = self._began or len(self._par.lines) > 1

    def _continues(self, index: int, segment: Segment) -> str | None:
        """Why the open sentence goes on with this segment; None if a new paragraph begins."""
        end = self._par_end
        if end is None:
            return None
        if end.last.text.endswith(tuple(HYPHENS)):
            return self._word_goes_on(index, end.last, segment)
        if segment.first.begins_lower and not segment.first.is_item:
            return "goes on with the open sentence in small letters"
        if segment.first.is_item or segment.first.is_reference:
            return None
        if not self.analysis.fills(end.last, end.width) or self._stopped_in_formula():
            return None
        if self._skipped_inside(index):
            return None
        return "goes on with the open sentence: its last line was full"

    def _heading_waits(self) -> bool:
        """A number and words: what stands before a new section, and never inside a sentence."""
        heads = [line for segment in self._waiting for line in segment.lines]
        numbered = any(line.is_numbered or line.is_lone_section for line in heads)
        return numbered and any(line.is_prose for line in heads)

    def _stopped_in_formula(self) -> bool:
        """Whether the display since the open sentence brought it to its stop."""
        between = self.passages[-1]
        return between.kind == OBJECT and any(
            line.shape == FINISHED and not line.is_plain for line in between.lines
        )

    def _word_goes_on(self, index: int, end: TextLine, segment: Segment) -> str | None:
        """Behind a hyphen: the half that makes a word, else the first that may."""
        if completes_word(end.text, segment.first.text, self.vocabulary):
            return "the second half of a word"
        ahead = self._ahead(index + 1)
        if any(completes_word(end.text, s.first.text, self.vocabulary) for s in ahead):
            return None
        if segment.first.begins_lower:
            return "goes on behind a hyphen"
        capital = end.text.split()[-1][:1].isupper()
        return "goes on behind a hyphen" if capital and segment.first.begins_upper else None

    def _skipped_inside(self, index: int) -> bool:
        """Whether the open sentence goes on only behind this finished segment."""
        if self._par_end is None or not self.analysis.fills(
            self._par_end.last, self._par_end.width
        ):
            return False
        end = self._par_end.last
        ahead = self._ahead(index)
        if end.text.endswith(tuple(HYPHENS)) and any(
            completes_word(end.text, s.first.text, self.vocabulary) for s in ahead
        ):
            return True
        for skipped, segment in enumerate(ahead[: _MAX_SKIPPED + 1]):
            if segment.first.begins_lower and not segment.first.is_item:
                return skipped > 0
            if segment.is_open:
                return False
        return False

    def _ahead(self, index: int) -> list[Segment]:
        """The next segments of text, as far as the rest of a sentence is looked for."""
        following = (self.segments[i] for i in range(index, len(self.segments)))
        texts = (segment for segment in following if segment.kind == TEXT)
        return list(islice(texts, _MAX_AHEAD))


def _is_number(line: TextLine) -> bool:
    return line.is_lone_number or line.is_lone_section
