"""Analyze(L, CW, par) for one run of lines: where text continues, and where another kind begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pdfbot.methods.sentence_recovery.result import CAPTION, NOTE, OBJECT, TEXT
from pdfbot.methods.sentence_recovery.text_lines import FINISHED_LINE, TextLine
from pdfbot.text.caption_labels import label_of
from pdfbot.text.caption_sentences import reads_as_caption
from pdfbot.text.sentences import split_sentences

# Short and unfinished: a heading or part of an object, as only the neighbours can tell.
SHORT = "short"

# A block narrower than the column (abstract, quotation) has at least this many lines.
_MIN_NARROW_LINES = 3
# Share of the column width: the narrowest such block.
_MIN_NARROW_WIDTH = 0.45
# Quantile of the line lengths, from the longest, that is the width of such a block.
_NARROW_QUANTILE = 0.5
# Times the width: the longest line of a narrow block.
_MAX_NARROW_LENGTH = 1.6
# Share of prose lines that a narrow block must exceed.
_MIN_NARROW_PROSE = 0.7
# In characters: how much text on either side of a line break decides whether a sentence ends.
_SENTENCE_CONTEXT = 80
# Share of the width: a line this long may have been broken for lack of space.
_ALMOST_FULL = 0.7
# Share of the width, and words in lower case: the start of a sentence before a display.
_MIN_CLAUSE_LENGTH = 0.3
_MIN_LOWERCASE_WORDS = 4
_MIN_WORDS_BEFORE_FORMULA = 2
_MAX_NOTE_LINES = 12
_LOOKAHEAD_LINES = _MAX_NOTE_LINES + 1
# Lines searched for a verb, which a caption does not have.
_CAPTION_LINES = 3
# In characters: shorter prose between parts of an object belongs to the object.
_MAX_OBJECT_PROSE = 3
_OPEN_ENDS = (":", ";", ",")


@dataclass(slots=True)
class LineGroup:
    """Consecutive lines of one kind; `width` is the width of the block they are in."""

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
        """Whether the last sentence has not ended yet."""
        return self.last.shape != FINISHED_LINE

    def add(self, line: TextLine, reason: str) -> None:
        self.lines.append(line)
        self.reasons.append(reason)


class LineGrouper:
    """Groups consecutive lines by comparing their lengths with CW."""

    def __init__(self, column_width: int, eps: float) -> None:
        self.column_width = column_width
        self.eps = eps

    def group(self, block: Sequence[TextLine]) -> list[LineGroup]:
        """The groups of one block of consecutive lines, in order."""
        groups = list(self._group(block))
        neighbours = zip([None, *groups[:-1]], groups, [*groups[1:], None], strict=True)
        for before, group, after in neighbours:
            if group.kind == SHORT and _introduces_display(before, group, after):
                group.kind = TEXT
                group.reasons[-1] = "a clause before a formula"
        return groups

    def _group(self, block: Sequence[TextLine]) -> Iterator[LineGroup]:
        width = self.width_of(block)
        current: LineGroup | None = None
        for index, line in enumerate(block):
            following = block[index + 1] if index + 1 < len(block) else None
            reason = self._continues(current, line, following) if current else None
            if current is not None and reason is not None:
                current.add(line, reason)
                continue
            if current is not None:
                yield current
            lookahead = block[index : index + _LOOKAHEAD_LINES]
            kind, reason = self._classify_first(lookahead, width, current)
            current = LineGroup(kind, [line], width, [reason])
        if current is not None:
            yield current

    def width_of(self, block: Sequence[TextLine]) -> float:
        """CW, or the block's own width where several lines agree on a narrower one."""
        lengths = sorted((line.length for line in block), reverse=True)
        if len(lengths) < _MIN_NARROW_LINES:
            return self.column_width
        own = lengths[int(_NARROW_QUANTILE * (len(lengths) - 1))]
        is_narrower = _MIN_NARROW_WIDTH * self.column_width <= own < self.column_width
        is_even = lengths[0] <= _MAX_NARROW_LENGTH * own
        prose_lines = sum(line.is_prose for line in block)
        if is_narrower and is_even and prose_lines > _MIN_NARROW_PROSE * len(block):
            return own
        return self.column_width

    def fills(self, line: TextLine, width: float) -> bool:
        """Whether a line is as long as `width`, or longer, as where converters undo hyphens."""
        return line.length >= (1 - self.eps) * width

    def _classify_first(
        self, lookahead: Sequence[TextLine], width: float, before: LineGroup | None
    ) -> tuple[str, str]:
        """The kind of a group's first line and the reason, from that line and the next ones."""
        line = lookahead[0]
        follows_text = before is not None and before.kind == TEXT
        opening = lookahead[:_CAPTION_LINES]
        if label_of(line.text) and reads_as_caption(" ".join(one.text for one in opening)):
            return CAPTION, "starts with a label and has no verb"
        if follows_text and _starts_note(lookahead):
            return NOTE, "a footnote mark alone on a line"
        if line.is_lone_number or line.is_lone_section_number:
            return SHORT, "only a number"
        if line.is_capitals and line.is_prose and line.shape != FINISHED_LINE:
            return SHORT, "all in capitals"
        following = lookahead[1] if len(lookahead) > 1 else None
        reason = self._why_text(line, following, width, follows_text)
        if reason is not None:
            return TEXT, reason
        if not line.is_prose:
            return OBJECT, f"{line.prose:.0%} of it in words"
        return SHORT, f"length {line.length} of {width:.0f}, not the end of a sentence"

    def _why_text(
        self, line: TextLine, following: TextLine | None, width: float, follows_text: bool
    ) -> str | None:
        """Why the first line of a group is text; None if it is not."""
        if self.fills(line, width):
            is_text = line.is_prose or (following is not None and following.is_prose)
            return f"length {line.length} of {width:.0f}" if is_text else None
        if not line.is_prose:
            return None
        if line.shape == FINISHED_LINE:
            return "a short line that ends a sentence"
        if line.is_list_item and (line.has_bullet or line.text.endswith(_OPEN_ENDS)):
            return "a list item"
        if following is not None and _wraps(line, following, width):
            return "the next line continues in lower case"
        if _is_ragged_text(line, following, width, follows_text):
            return "almost a full line, mostly in lower case"
        return None

    def _continues(
        self, group: LineGroup, line: TextLine, following: TextLine | None
    ) -> str | None:
        """Why `line` belongs to the group before it; None if it does not."""
        if group.kind == TEXT:
            return self._continues_text(group, line)
        if group.kind == CAPTION:
            return self._continues_caption(group, line)
        if group.kind == NOTE:
            return "part of the footnote" if not line.is_note_mark else None
        if group.kind == SHORT:
            return self._continues_short(group, line, following)
        return None if line.is_prose and line.length > _MAX_OBJECT_PROSE else "part of the object"

    def _continues_text(self, group: LineGroup, line: TextLine) -> str | None:
        last = group.last
        is_full = self.fills(last, group.width)
        if line.has_bullet or line.is_reference or not (last.is_prose or is_full):
            return None
        if _ends_sentence(last, line):
            return self._continues_paragraph(group, line)
        if line.is_list_item and (last.text.endswith(_OPEN_ENDS) or not is_full):
            return None
        if line.is_prose and line.starts_lower:
            return "continues in lower case"
        return self._continues_sentence(group, line)

    def _continues_sentence(self, group: LineGroup, line: TextLine) -> str | None:
        """Why a line continues the open sentence, by how long it and the line before are."""
        last, width = group.last, group.width
        is_full = self.fills(last, width)
        if is_full and (line.is_prose or self.fills(line, width)):
            return (
                None if line.is_note_mark else f"the line before fills the {width:.0f} characters"
            )
        almost = _ALMOST_FULL * width
        had_little_space = line.is_prose and last.length >= almost
        if had_little_space and line.length >= almost:
            return "both lines almost fill the column"
        if (is_full or had_little_space) and line.shape == FINISHED_LINE and line.is_plain:
            return "ends the sentence"
        return None

    def _continues_paragraph(self, group: LineGroup, line: TextLine) -> str | None:
        """Why a line continues the paragraph after a sentence that ended; None if it does not."""
        is_full = self.fills(group.last, group.width)
        if not is_full or not line.is_prose or line.is_list_item or line.opens_quotation:
            return None
        if line.is_capitals:
            return None
        if label_of(line.text) and reads_as_caption(line.text):
            return None
        if not (self.fills(line, group.width) or line.shape == FINISHED_LINE):
            return None
        return "follows a sentence that fills its line"

    def _continues_caption(self, group: LineGroup, line: TextLine) -> str | None:
        last = group.last
        label = label_of(last.text)
        is_first = len(group.lines) == 1
        if is_first and label and not last.text[label.end :].strip():
            return "the caption after its label"
        if label_of(line.text) and reads_as_caption(line.text):
            return None
        width = max(group.width, group.first.length, last.length)
        if last.length < _ALMOST_FULL * width and not (line.starts_lower and is_first):
            return None
        if last.shape == FINISHED_LINE and not self.fills(last, width):
            return None
        return "part of the caption" if line.is_prose else None

    def _continues_short(
        self, group: LineGroup, line: TextLine, following: TextLine | None
    ) -> str | None:
        """Why a short line continues a heading; None if it does not, as after a new number."""
        if not self._continues_heading(group, line, following):
            return None
        is_number = group.last.is_lone_number or group.last.is_lone_section_number
        return "the heading after its number" if is_number else "continues the line before"

    def _continues_heading(
        self, group: LineGroup, line: TextLine, following: TextLine | None
    ) -> bool:
        if not line.is_prose or line.shape == FINISHED_LINE:
            return False
        if line.is_numbered or line.is_list_item:
            return False
        if group.last.is_capitals or line.is_capitals:
            return group.last.is_capitals == line.is_capitals
        if self.fills(line, group.width):
            return False
        return following is None or not _wraps(line, following, group.width)


def sentence_ends_between(left: str, right: str) -> bool:
    """Whether a sentence ends with the line `left`: not at "et al." and not before "which"."""
    tail, head = left[-_SENTENCE_CONTEXT:], right[:_SENTENCE_CONTEXT]
    ranges = split_sentences(f"{tail} {head}")
    return any(end == len(tail) for _, end in ranges)


def _ends_sentence(last: TextLine, line: TextLine) -> bool:
    """Whether the line `last` ends a sentence and `line` begins one."""
    may_end = last.shape == FINISHED_LINE and not line.starts_lower
    return may_end and sentence_ends_between(last.text, line.text)


def _starts_note(lines: Sequence[TextLine]) -> bool:
    """Whether a lone footnote mark and a few lines follow; more of them are numbered text."""
    if not lines[0].is_note_mark or not 1 < len(lines) <= _MAX_NOTE_LINES:
        return False
    return not lines[1].starts_lower and lines[1].is_prose


def _introduces_display(
    before: LineGroup | None, group: LineGroup, after: LineGroup | None
) -> bool:
    """Whether the line begins a sentence that a display continues; such lines are rarely full."""
    line = group.last
    if len(group.lines) > 1 or after is None or after.first.is_prose:
        return False
    if after.first.has_operator and line.lowercase_words >= _MIN_WORDS_BEFORE_FORMULA:
        return True
    if line.length < _MIN_CLAUSE_LENGTH * group.width:
        return False
    if line.lowercase_words < _MIN_LOWERCASE_WORDS:
        return False
    return line.starts_lower or (before is not None and before.kind == TEXT)


def _is_ragged_text(
    line: TextLine, following: TextLine | None, width: float, follows_text: bool
) -> bool:
    """Whether a line shorter than CW is ragged text: next to text, and not like a heading."""
    almost = _ALMOST_FULL * width
    if line.length < almost or line.lowercase_words < _MIN_LOWERCASE_WORDS or line.is_numbered:
        return False
    return follows_text or (following is not None and following.length >= almost)


def _wraps(line: TextLine, following: TextLine, width: float) -> bool:
    """Whether a line that does not fill the column is continued by the next one."""
    return (
        following.starts_lower
        and following.is_prose
        and line.length >= _MIN_NARROW_WIDTH * width
        and (following.shape == FINISHED_LINE or following.length >= _ALMOST_FULL * width)
    )
