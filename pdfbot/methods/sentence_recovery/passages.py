"""The state par over the whole text: which groups form one paragraph despite interruptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from pdfbot.methods.sentence_recovery.line_groups import SHORT, LineGroup, LineGrouper
from pdfbot.methods.sentence_recovery.line_joining import completes_word
from pdfbot.methods.sentence_recovery.result import HEADING, OBJECT, TEXT
from pdfbot.methods.sentence_recovery.text_lines import FINISHED_LINE, TextLine
from pdfbot.text.hyphens import HYPHENS, Vocabulary

# Finished groups (a footnote, a text box) that may interrupt an open sentence.
_MAX_SKIPPED = 3
# Groups searched for the other half of a word: the rest of a page.
_MAX_AHEAD = 8


@dataclass(slots=True)
class Passage:
    """Lines that become one paragraph, with the reason for each."""

    kind: str
    lines: list[TextLine] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def add(self, line: TextLine, reason: str) -> None:
        self.lines.append(line)
        self.reasons.append(reason)

    def add_group(self, group: LineGroup, reason: str = "") -> None:
        """Add all lines; `reason`, if given, is that of the first line."""
        for index, (line, own) in enumerate(zip(group.lines, group.reasons, strict=True)):
            self.add(line, reason if reason and index == 0 else own)


class PassageBuilder:
    """Walks through the groups; par is the passage whose sentence is still open."""

    def __init__(
        self, groups: Sequence[LineGroup], grouper: LineGrouper, vocabulary: Vocabulary
    ) -> None:
        self.groups = groups
        self.grouper = grouper
        self.vocabulary = vocabulary
        self.passages: list[Passage] = []
        self._par: Passage | None = None
        # The last group of par while its sentence is open.
        self._open_end: LineGroup | None = None
        # Short groups that are headings or objects, depending on what follows.
        self._pending: list[LineGroup] = []
        # Whether there has been a paragraph of several lines: before that, short lines are titles.
        self._has_text = False

    def build(self) -> list[Passage]:
        for index, group in enumerate(self.groups):
            if group.kind == TEXT:
                self._add_text(index, group)
            elif group.kind == SHORT:
                self._pending.append(group)
            else:
                self._flush_as_objects()
                self._emit(group.kind, group)
        self._flush_as_objects()
        return self.passages

    def _emit(self, kind: str, group: LineGroup) -> Passage:
        passage = Passage(kind)
        passage.add_group(group)
        self.passages.append(passage)
        return passage

    def _flush_as_objects(self) -> None:
        """Turn short lines into objects, except for titles, as no new paragraph follows."""
        for group in self._pending:
            has_words = any(line.is_prose for line in group.lines)
            self._emit(OBJECT if self._has_text or not has_words else HEADING, group)
        self._pending = []

    def _flush_as_headings(self) -> None:
        """Turn the short lines right before a new paragraph into headings with their numbers."""
        heading: Passage | None = None
        first = len(self.passages)
        for group in self._pending:
            if (
                heading is not None
                and _is_number(heading.lines[-1])
                and not _is_number(group.first)
            ):
                heading.add_group(group)
                continue
            heading = self._emit(HEADING, group)
        for passage in self.passages[first:]:
            if all(_is_number(line) for line in passage.lines):
                passage.kind = OBJECT
        self._pending = []

    def _add_text(self, index: int, group: LineGroup) -> None:
        if self._open_end and not group.first.starts_lower and self._is_section_pending():
            self._open_end = None
        reason = self._continues(index, group)
        if self._par is not None and reason is not None:
            self._flush_as_objects()
            self._par.add_group(group, reason)
        else:
            if _starts_mid_sentence(group):
                self._flush_as_objects()
            else:
                self._flush_as_headings()
            passage = self._emit(TEXT, group)
            if self._par is not None and self._resumes_later(index):
                return
            self._par = passage
        self._open_end = group if group.is_open else None
        self._has_text = self._has_text or len(self._par.lines) > 1

    def _continues(self, index: int, group: LineGroup) -> str | None:
        """Why this group continues the open sentence; None if a new paragraph starts."""
        end = self._open_end
        if end is None:
            return None
        if end.last.text.endswith(tuple(HYPHENS)):
            return self._continues_word(index, end.last, group)
        if _starts_mid_sentence(group):
            return "continues the open sentence in lower case"
        if group.first.is_list_item or group.first.is_reference:
            return None
        if not self.grouper.fills(end.last, end.width) or self._ended_in_formula():
            return None
        if self._resumes_later(index):
            return None
        return "continues the open sentence, whose last line was full"

    def _is_section_pending(self) -> bool:
        """Whether a numbered heading is pending, which never interrupts a sentence."""
        lines = [line for group in self._pending for line in group.lines]
        has_number = any(line.is_numbered or line.is_lone_section_number for line in lines)
        return has_number and any(line.is_prose for line in lines)

    def _ended_in_formula(self) -> bool:
        """Whether a display after the open sentence ended it."""
        between = self.passages[-1]
        return between.kind == OBJECT and any(
            line.shape == FINISHED_LINE and not line.is_plain for line in between.lines
        )

    def _continues_word(self, index: int, end: TextLine, group: LineGroup) -> str | None:
        """Why a group continues after a hyphen: it completes a word, or is the first that may."""
        if self._completes_word(end, group):
            return "the second half of a word"
        if any(self._completes_word(end, other) for other in self._text_ahead(index + 1)):
            return None
        is_capitalised = end.text.split()[-1][:1].isupper()
        if group.first.starts_lower or (is_capitalised and group.first.starts_upper):
            return "continues after a hyphen"
        return None

    def _resumes_later(self, index: int) -> bool:
        """Whether the open sentence continues only after this finished group."""
        end = self._open_end
        if end is None or not self.grouper.fills(end.last, end.width):
            return False
        ahead = self._text_ahead(index)
        if end.last.text.endswith(tuple(HYPHENS)) and any(
            self._completes_word(end.last, group) for group in ahead
        ):
            return True
        for skipped, group in enumerate(ahead[: _MAX_SKIPPED + 1]):
            if _starts_mid_sentence(group):
                return skipped > 0
            if group.is_open:
                return False
        return False

    def _completes_word(self, end: TextLine, group: LineGroup) -> bool:
        return completes_word(end.text, group.first.text, self.vocabulary)

    def _text_ahead(self, index: int) -> list[LineGroup]:
        """Yield the next groups of text, as far as the rest of a sentence is searched for."""
        following = (self.groups[i] for i in range(index, len(self.groups)))
        texts = (group for group in following if group.kind == TEXT)
        return list(islice(texts, _MAX_AHEAD))


def _starts_mid_sentence(group: LineGroup) -> bool:
    return group.first.starts_lower and not group.first.is_list_item


def _is_number(line: TextLine) -> bool:
    return line.is_lone_number or line.is_lone_section_number
