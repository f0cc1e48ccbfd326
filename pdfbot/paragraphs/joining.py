"""Joins lines to running text: undoes line breaks and hyphens, and ties sentences to lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from pdfbot.frozen_objects import quick_to_make
from pdfbot.layout.script_ranges import find_scripts
from pdfbot.model import Box, EquationMark, Line, Paragraph, Sentence, Span
from pdfbot.nonbody.displays import Display
from pdfbot.notation import Script, follow_scripts, raised_ranges, scripts_within
from pdfbot.paragraphs.line_cues import bullet_end
from pdfbot.text.citation_marks import find_raised
from pdfbot.text.hyphens import HYPHENS, Vocabulary, is_suspended, resolve_hyphen
from pdfbot.text.languages.lexicon import ENGLISH
from pdfbot.text.line_breaks import joins_without_space
from pdfbot.text.sentences import split_sentences

_HYPHENS = tuple(HYPHENS)
# A line that ends with one of these joins the next line without a space.
_NO_SPACE_AFTER = ("–", "—", "/")
_NEXT_SENTENCE = " The"
# Marks of footnotes that are no numbers.
NOTE_SYMBOLS = frozenset("∗*†‡§¶⋆")


@quick_to_make
@dataclass(frozen=True, slots=True)
class Piece:
    """Characters `start` to `end` of a line, at `offset` in the paragraph's text."""

    offset: int
    line: Line
    start: int
    end: int


def write_paragraphs(
    groups: Iterable[Sequence[Line]],
    body_starts: Mapping[str, int],
    vocabulary: Vocabulary,
    language: str = ENGLISH,
    displays: Mapping[str, Sequence[Display]] = MappingProxyType({}),
    note_marks: Mapping[int, Collection[str]] = MappingProxyType({}),
) -> tuple[Paragraph, ...]:
    """The text of each paragraph, split into sentences that know their lines.

    `body_starts` gives, by line id, the offset where the body text starts after a run-in heading,
    `displays` the equations that follow a line, `note_marks` the marks of footnotes by page.
    """
    paragraphs: list[Paragraph] = []
    for lines in groups:
        body_start = body_starts.get(lines[0].id, 0)
        first = body_start or bullet_end(lines[0].text)
        bullet = "" if body_start else lines[0].text[:first].strip()
        text, pieces = _join(lines, first, body_starts, vocabulary)
        if not text.strip():
            continue
        name = f"s{len(paragraphs) + 1}"
        sentences: list[Sentence] = []
        scripts = _scripts(pieces)
        if note_marks:
            scripts = _with_notes(text, scripts, pieces, note_marks)
        marks = _equation_marks(pieces, displays)
        stops = [mark.start for mark, display in marks if display.ends_sentence]
        for start, end in _split_at(stops, text, split_sentences(text, language)):
            spans = _spans(pieces, start, end)
            if spans:
                sentences.append(
                    Sentence(
                        f"{name}.{len(sentences) + 1}",
                        text[start:end],
                        spans,
                        scripts=scripts_within(scripts, start, end),
                        equations=_equations_within(marks, text, start, end, language),
                    )
                )
        if sentences:
            paragraphs.append(Paragraph(f"p{len(paragraphs) + 1}", tuple(sentences), bullet=bullet))
    return tuple(paragraphs)


@dataclass(frozen=True, slots=True)
class JoinedText:
    """The running text of whole lines, with raised and lowered characters."""

    text: str
    scripts: tuple[Script, ...]
    pieces: tuple[Piece, ...] = ()

    def scripts_of(self, start: int, part: str) -> tuple[Script, ...]:
        """The scripts of a part of the text that begins at `start` or after it."""
        return follow_scripts(self.scripts, self.text, part, range(start))


def join_text(lines: Sequence[Line], vocabulary: Vocabulary) -> JoinedText:
    """The running text of whole lines: a heading, a caption, a note."""
    joined, pieces = _join(lines, 0, {}, vocabulary)
    text = " ".join(joined.split())
    return JoinedText(text, follow_scripts(_scripts(pieces), joined, text), tuple(pieces))


def whole_spans(lines: Iterable[Line]) -> tuple[Span, ...]:
    """The spans of whole lines."""
    return tuple(Span(line.page, line.id, 0, len(line.text), line.box) for line in lines)


def _join(
    lines: Sequence[Line], first: int, body_starts: Mapping[str, int], vocabulary: Vocabulary
) -> tuple[str, deque[Piece]]:
    """The text of lines, the first of them from `first` on, and the piece of each line in it."""
    parts: list[str] = []
    pieces: deque[Piece] = deque()
    length = 0
    for index, line in enumerate(lines):
        start = body_starts.get(line.id, 0) if index else first
        end = len(line.text)
        separator = ""
        if index + 1 < len(lines):
            following = lines[index + 1].text
            if line.text.endswith(_HYPHENS) and end - start > 1 and following:
                if is_suspended(following, vocabulary):
                    separator = " "
                elif resolve_hyphen(line.text, following, vocabulary):
                    end -= 1
            elif not line.text.endswith(_NO_SPACE_AFTER) or line.text[-2:-1] == " ":
                separator = "" if joins_without_space(line.text, following, vocabulary) else " "
        if end > start:
            pieces.append(Piece(length, line, start, end))
            parts.append(line.text[start:end] + separator)
            length += len(parts[-1])
    return "".join(parts), pieces


def _spans(pieces: deque[Piece], start: int, end: int) -> tuple[Span, ...]:
    """The spans of a sentence, one for each of its lines.

    Sentences come in order, so the pieces before this one are dropped.
    """
    spans = []
    while len(pieces) > 1 and pieces[1].offset <= start:
        pieces.popleft()
    for piece in pieces:
        if piece.offset >= end:
            break
        low = max(start - piece.offset, 0) + piece.start
        high = min(end - piece.offset, piece.end - piece.start) + piece.start
        if low >= high:
            continue
        box = piece.line.box
        if low > 0 or high < len(piece.line.text):
            left, right = piece.line.x_range(low, high)
            box = Box(left, box.bottom, right, box.top)
        spans.append(Span(piece.line.page, piece.line.id, low, high, box))
    return tuple(spans)


def _scripts(pieces: Iterable[Piece]) -> list[Script]:
    """The scripts of a paragraph, as ranges of its text."""
    return [
        Script(
            script.kind,
            max(script.start, piece.start) - piece.start + piece.offset,
            min(script.end, piece.end) - piece.start + piece.offset,
        )
        for piece in pieces
        for script in find_scripts(piece.line)
        if script.start < piece.end and script.end > piece.start
    ]


def _with_notes(
    text: str,
    scripts: Sequence[Script],
    pieces: Iterable[Piece],
    note_marks: Mapping[int, Collection[str]],
) -> list[Script]:
    """The scripts, of which footnote marks are labelled as such."""
    marks = [
        (piece.offset, piece.offset + piece.end - piece.start, note_marks[piece.line.page])
        for piece in pieces
        if piece.line.page in note_marks
    ]
    raised = {*find_raised(text, raised_ranges(scripts))}
    return [
        replace(script, is_note=True)
        if (
            script.kind == "raised"
            and ((script.start, script.end) in raised or text[script.start] in NOTE_SYMBOLS)
            and any(
                start <= script.start < end and text[script.start : script.end].strip() in known
                for start, end, known in marks
            )
        )
        else script
        for script in scripts
    ]


def _equation_marks(
    pieces: Iterable[Piece], displays: Mapping[str, Sequence[Display]]
) -> list[tuple[EquationMark, Display]]:
    """The equations that follow lines of a paragraph, as places in its text."""
    return [
        (EquationMark(piece.offset + piece.end - piece.start, display.id, display.number), display)
        for piece in (pieces if displays else ())
        for display in displays.get(piece.line.id, ())
    ]


def _split_at(
    stops: Sequence[int], text: str, ranges: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The ranges of the sentences, split where an equation ends one and a capital follows."""
    for start, end in ranges:
        for stop in stops:
            after = len(text) - len(text[stop:].lstrip())
            if start < stop < after < end and text[after].isupper():
                yield start, stop
                start = after
        yield start, end


def _equations_within(
    marks: Iterable[tuple[EquationMark, Display]], text: str, start: int, end: int, language: str
) -> tuple[EquationMark, ...]:
    """The equations in or after a sentence, as places in its text."""
    return tuple(
        replace(
            mark,
            start=mark.start - start,
            before_stop=(mark.start == end and display.ends_sentence)
            or _ends_sentence(text[start : mark.start], language),
        )
        for mark, display in marks
        if start < mark.start <= end
    )


def _ends_sentence(text: str, language: str) -> bool:
    """Whether another sentence could begin after this text."""
    ranges = split_sentences(text + _NEXT_SENTENCE, language)
    return len(ranges) > 1 and ranges[-1][0] > len(text)
