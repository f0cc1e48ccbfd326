"""Analyze(L, CW, par) for one run of lines: where text goes on, and where something else begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pdfbot.align.sentences import split_sentences
from pdfbot.dataclass import dataclass, field
from pdfbot.nonbody.captions import label_of, reads_as_caption
from pdfbot.recovery.lines import FINISHED, TextLine
from pdfbot.recovery.model import CAPTION, NOTE, OBJECT, TEXT

# Short and unfinished: a heading or a piece of an object, which only the neighbours can tell.
SHORT = "short"

# A narrower measure (abstract, quotation) is believed from so many lines and so wide.
_MIN_NARROW_LINES = 3
_MIN_NARROW_WIDTH = 0.45
_NARROW_RANK = 0.5
_MAX_SPREAD = 1.6
# The beginning of a line that may be the end of a sentence is looked at for so many characters.
_LOOK = 80
# A line may be this much of the width and still be one that was broken for want of room.
_ALMOST = 0.7
# A clause before a display: so much of the width, and so many words in small letters.
_MIN_CLAUSE = 0.3
_MIN_SMALL_WORDS = 4
_MIN_WORDS_BEFORE_FORMULA = 2
_MAX_NOTE_LINES = 12
_LOOK_LINES = _MAX_NOTE_LINES + 1
_OPEN_ENDS = (":", ";", ",")


@dataclass(slots=True)
class Segment:
    """Adjoining lines of one kind; `width` is that of their block."""

    kind: str
    lines: list[TextLine]
    width: float
    reasons: list[str] = field(default_factory=list)

    @property
    def first(self) -> TextLine:
        return self.lines[0]

    @property
    def last(self) -> TextLine:
        return self.lines[-1]

    @property
    def is_open(self) -> bool:
        """Whether its last sentence has not come to its stop."""
        return self.last.shape != FINISHED

    def add(self, line: TextLine, reason: str) -> None:
        self.lines.append(line)
        self.reasons.append(reason)


def sentence_ends_between(left: str, right: str) -> bool:
    """Whether a sentence ends with the line `left`: not at "et al." and not before "which"."""
    tail, head = left[-_LOOK:], right[:_LOOK]
    ranges = split_sentences(f"{tail} {head}")
    return any(end == len(tail) for _, end in ranges)


def _begins_note(line: TextLine, rest: Sequence[TextLine]) -> bool:
    """A mark alone and a few lines that begin anew; longer ones are numbered lines of text."""
    if not line.is_note_mark or not 1 < len(rest) <= _MAX_NOTE_LINES:
        return False
    return not rest[1].begins_lower and rest[1].is_prose


class Analysis:
    """Cuts blocks of adjoining lines into segments, by their lengths against CW."""

    def __init__(self, column_width: int, eps: float) -> None:
        self.column_width = column_width
        self.eps = eps

    def cut(self, block: Sequence[TextLine]) -> list[Segment]:
        """The segments of one block, in order."""
        segments = list(self._cut(block))
        around = zip([None, *segments[:-1]], segments, [*segments[1:], None], strict=True)
        for before, segment, after in around:
            if segment.kind == SHORT and self._leads_in(before, segment, after):
                segment.kind = TEXT
                segment.reasons[-1] = "a clause before a formula"
        return segments

    def _leads_in(self, before: Segment | None, segment: Segment, after: Segment | None) -> bool:
        """Whether the end of a sentence's part before a display, which is seldom a full line."""
        line = segment.last
        if len(segment.lines) > 1 or after is None or after.first.is_prose:
            return False
        if after.first.has_operator and line.small_words >= _MIN_WORDS_BEFORE_FORMULA:
            return True
        if line.length < _MIN_CLAUSE * segment.width or line.small_words < _MIN_SMALL_WORDS:
            return False
        return line.begins_lower or (before is not None and before.kind == TEXT)

    def _cut(self, block: Sequence[TextLine]) -> Iterator[Segment]:
        width = self.width_of(block)
        current: Segment | None = None
        for index, line in enumerate(block):
            following = block[index + 1] if index + 1 < len(block) else None
            reason = self._goes_on(current, line, following) if current else None
            if current is not None and reason is not None:
                current.add(line, reason)
                continue
            if current is not None:
                yield current
            kind, why = self._first_of(line, block[index : index + _LOOK_LINES], width, current)
            current = Segment(kind, [line], width, [why])
        if current is not None:
            yield current

    def width_of(self, block: Sequence[TextLine]) -> float:
        """CW, or the block's own width where several lines agree on a narrower one."""
        lengths = sorted((line.length for line in block), reverse=True)
        if len(lengths) < _MIN_NARROW_LINES:
            return self.column_width
        own = lengths[int(_NARROW_RANK * (len(lengths) - 1))]
        narrow = _MIN_NARROW_WIDTH * self.column_width <= own < self.column_width
        agree = lengths[0] <= _MAX_SPREAD * own and sum(
            line.is_prose for line in block
        ) > 0.7 * len(block)
        return own if narrow and agree else self.column_width

    def fills(self, line: TextLine, width: float) -> bool:
        """Longer lines count too: converters that undo hyphens join two lines into one."""
        return line.length >= (1 - self.eps) * width

    def _first_of(
        self,
        line: TextLine,
        rest: Sequence[TextLine],
        width: float,
        before: Segment | None,
    ) -> tuple[str, str]:
        """What the first line of a segment is; `rest` are that line and the next ones."""
        following = rest[1] if len(rest) > 1 else None
        if label_of(line.text) and reads_as_caption(" ".join(one.text for one in rest[:3])):
            return CAPTION, "opens with a label and no verb"
        if before is not None and before.kind == TEXT and _begins_note(line, rest):
            return NOTE, "a footnote mark on a line of its own"
        if line.is_lone_number or line.is_lone_section:
            return SHORT, "a number alone"
        if line.is_capitals and line.is_prose and line.shape != FINISHED:
            return SHORT, "all in capitals"
        if not line.is_prose:
            if self.fills(line, width) and following is not None and following.is_prose:
                return TEXT, f"length {line.length} of {width:.0f}"
            return OBJECT, f"{line.prose:.0%} of it in words"
        if self.fills(line, width):
            return TEXT, f"length {line.length} of {width:.0f}"
        if line.shape == FINISHED:
            return TEXT, "a short line with a stop"
        if line.is_item and (line.is_bullet or line.text.endswith(_OPEN_ENDS)):
            return TEXT, "an item of a list"
        if following is not None and self._wraps(line, following, width):
            return TEXT, "the next line goes on in small letters"
        if self._stands_in_text(line, following, width, before):
            return TEXT, "almost a full line, most of its words in small letters"
        return SHORT, f"length {line.length} of {width:.0f}, no stop"

    def _stands_in_text(
        self, line: TextLine, following: TextLine | None, width: float, before: Segment | None
    ) -> bool:
        """Ragged lines fall short of CW; beside text they are text unless they look like a head."""
        almost = _ALMOST * width
        if line.length < almost or line.small_words < _MIN_SMALL_WORDS or line.is_numbered:
            return False
        beside = before is not None and before.kind == TEXT
        return beside or (following is not None and following.length >= almost)

    def _wraps(self, line: TextLine, following: TextLine, width: float) -> bool:
        return (
            following.begins_lower
            and following.is_prose
            and line.length >= _MIN_NARROW_WIDTH * width
            and (following.shape == FINISHED or following.length >= _ALMOST * width)
        )

    def _goes_on(self, segment: Segment, line: TextLine, following: TextLine | None) -> str | None:
        """Why `line` belongs to the segment before it; None if it does not."""
        if segment.kind == TEXT:
            return self._text_goes_on(segment, line)
        if segment.kind == CAPTION:
            return self._caption_goes_on(segment, line)
        if segment.kind == NOTE:
            return "in the footnote" if not line.is_note_mark else None
        if segment.kind == SHORT:
            return self._short_goes_on(segment, line, following)
        return None if line.is_prose and line.length > 3 else "between pieces of an object"

    def _text_goes_on(self, segment: Segment, line: TextLine) -> str | None:
        last, width = segment.last, segment.width
        if not last.is_prose and not self.fills(last, width):
            return None
        if line.is_bullet or line.is_reference:
            return None
        stops = last.shape == FINISHED and not line.begins_lower
        if stops and sentence_ends_between(last.text, line.text):
            return self._paragraph_goes_on(segment, line)
        if line.is_item and (last.text.endswith(_OPEN_ENDS) or not self.fills(last, width)):
            return None
        if line.is_prose and line.begins_lower:
            return "goes on in small letters"
        if self.fills(last, width) and (line.is_prose or self.fills(line, width)):
            return (
                None if line.is_note_mark else f"the line before fills the {width:.0f} characters"
            )
        almost = _ALMOST * width
        if line.is_prose and last.length >= almost and line.length >= almost:
            return "both lines almost fill the column"
        room = self.fills(last, width) or (line.is_prose and last.length >= _ALMOST * width)
        if room and line.shape == FINISHED and line.is_plain:
            return "ends the sentence"
        return None

    def _paragraph_goes_on(self, segment: Segment, line: TextLine) -> str | None:
        """Behind a stop: a line that fills the column may stand in mid-paragraph."""
        filled = self.fills(segment.last, segment.width)
        if not filled or not line.is_prose or line.is_item or line.opens_quotation:
            return None
        if line.is_capitals:
            return None
        if label_of(line.text) and reads_as_caption(line.text):
            return None
        if not (self.fills(line, segment.width) or line.shape == FINISHED):
            return None
        return "a stop, but at the end of a full line"

    def _caption_goes_on(self, segment: Segment, line: TextLine) -> str | None:
        last = segment.last
        label = label_of(last.text)
        if len(segment.lines) == 1 and label and not last.text[label.end :].strip():
            return "the caption behind its label"
        if label_of(line.text) and reads_as_caption(line.text):
            return None
        width = max(segment.width, segment.first.length, last.length)
        if last.length < _ALMOST * width and not (line.begins_lower and len(segment.lines) == 1):
            return None
        if last.shape == FINISHED and not self.fills(last, width):
            return None
        return "in the caption" if line.is_prose else None

    def _short_goes_on(
        self, segment: Segment, line: TextLine, following: TextLine | None
    ) -> str | None:
        """Headings of several lines; a new number begins a new one."""
        if not self._heads(line, segment, following):
            return None
        numbered = segment.last.is_lone_number or segment.last.is_lone_section
        return "the heading behind its number" if numbered else "goes on like the line before"

    def _heads(self, line: TextLine, segment: Segment, following: TextLine | None) -> bool:
        if not line.is_prose or line.shape == FINISHED or line.is_numbered or line.is_item:
            return False
        if segment.last.is_capitals or line.is_capitals:
            return segment.last.is_capitals == line.is_capitals
        if self.fills(line, segment.width):
            return False
        return following is None or not self._wraps(line, following, segment.width)
