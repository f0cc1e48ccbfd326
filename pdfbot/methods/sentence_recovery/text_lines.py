"""The lines of a text from another tool, cleaned, with the features of each."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from pdfbot.text.writing_systems import MARKS, is_mark

# The shapes of a line in the paper: empty, finished (it ends a sentence) and unfinished.
EMPTY_LINE = "EL"
FINISHED_LINE = "FL"
UNFINISHED_LINE = "UL"

_LINE_BREAK = re.compile(r"\r\n|[\r\n\x0b\x85\u2028\u2029]")
_PAGE_BREAK = "\f"
_INVISIBLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2060\ufeff\ufffc]")
_LIGATURES = str.maketrans({c: unicodedata.normalize("NFKC", c) for c in "ﬀﬁﬂﬃﬄﬅﬆ"})
# Final punctuation of any script, closing quotes and brackets, a footnote mark or citation.
_SENTENCE_END = re.compile(
    r"(?:[.?!…。！？؟۔।॥]|[—–](?=[\"”»]))(?:[\"'”’»›“)\]}］）」』]|\[\d[\d,–\s-]{0,20}\])*(?:\d{1,3}|[*∗†‡§¹²³])?$"
)
_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])+")
_OPERATOR = re.compile(r"[=<>±×÷−∑∏∫√∂∇∈∀∃≈≠≤≥≪≫∞+|]")
_PUNCTUATION = re.compile(r"[\s.,;:?!…'\"“”‘’„«»‹›–—-]")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_LONE_NUMBER = re.compile(r"[-–—(\[\s]*(?:\d{1,4}|[ivxlcIVXLC]{1,6})[-–—)\]\s.]*$")
_NUMBERING = r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.(?:\d{1,2}\.?)*|[IVXLC]{1,5}\.)"
_LONE_SECTION_NUMBER = re.compile(rf"(?:{_NUMBERING}|[A-Z])$")
_NUMBERED = re.compile(rf"(?:{_NUMBERING})\s+\S")
_LIST_ITEM = re.compile(
    r"(?:[•▪■◦‣∙·●○–—*-]|\(?\d{1,2}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\)|\[\d{1,3}\])\s+\S"
)
_BULLET = re.compile(r"[•▪■◦‣∙●○]\s*")
_REFERENCE = re.compile(r"\[\d{1,3}\]\s")
_NOTE_MARK = re.compile(r"(?:\d{1,2}|[*∗†‡§¶]{1,3}|[a-z])$")
# In characters: how much of the start and end of a line patterns examine.
_EDGE = 400
# In characters: how much of a line is used to measure its share of words.
_SAMPLE = 10 * _EDGE
# In characters: page, section and note numbers alone on a line are shorter.
_LONE_NUMBER_LIMIT = 12
_NOTE_MARK_LIMIT = 4
# Share of characters in words from which a line is prose.
MIN_PROSE = 0.5
# Double-spaced text has at least this many lines, this share of them followed by an empty one.
_MIN_DOUBLE_SPACED_LINES = 8
_MIN_DOUBLE_SPACED_SHARE = 0.9


@dataclass(frozen=True)
class TextLine:
    """One line; `number` counts from 1 as in an editor, `page` increases at every form feed."""

    number: int
    page: int
    text: str

    @cached_property
    def length(self) -> int:
        """In characters as wide as a Latin letter: Han and kana have two, vowel marks none."""
        if self.text.isascii():
            return len(self.text)
        wide = sum(unicodedata.east_asian_width(char) in "WF" for char in self.text)
        return len(self.text) + wide - sum(map(is_mark, self.text))

    @cached_property
    def shape(self) -> str:
        """The type of the line in the paper: empty, finished or unfinished."""
        if not self.text:
            return EMPTY_LINE
        return FINISHED_LINE if _SENTENCE_END.search(self.text[-_EDGE:]) else UNFINISHED_LINE

    @cached_property
    def prose(self) -> float:
        """The share of characters in words; low for formulas and rows of numbers."""
        head = self.text[:_SAMPLE]
        visible = len(head) - len(_PUNCTUATION.findall(head))
        return sum(len(word) for word in _WORD.findall(head)) / visible if visible else 0.0

    @cached_property
    def lowercase_words(self) -> int:
        """The number of words in lower case: most words of a clause, few of a heading."""
        return sum(1 for word in _WORD.findall(self.text[:_EDGE]) if word[0].islower())

    @property
    def is_plain(self) -> bool:
        """Whether this is not part of a formula, though it may have more numbers than words."""
        return _LETTER_OR_DIGIT.search(self.text[:_EDGE]) is not None and not self.has_operator

    @property
    def has_operator(self) -> bool:
        return _OPERATOR.search(self.text[:_EDGE]) is not None

    @property
    def is_prose(self) -> bool:
        return self.prose >= MIN_PROSE

    @cached_property
    def starts_lower(self) -> bool:
        """Whether the first letter is in lower case, so that the line continues something."""
        first = _LETTER_OR_DIGIT.search(self.text[:_EDGE])
        return first is not None and first[0].islower()

    @cached_property
    def starts_upper(self) -> bool:
        first = _LETTER_OR_DIGIT.search(self.text[:_EDGE])
        return first is not None and first[0].isupper()

    @property
    def is_capitals(self) -> bool:
        """Whether these are several words, all in capitals, as in a heading."""
        return len(_WORD.findall(self.text[:_EDGE])) > 1 and self.text.isupper()

    @property
    def opens_quotation(self) -> bool:
        return self.text[:1] in '"“„«‹—–' and self.text != ""

    @property
    def is_lone_number(self) -> bool:
        return self.length < _LONE_NUMBER_LIMIT and _LONE_NUMBER.match(self.text) is not None

    @property
    def is_lone_section_number(self) -> bool:
        return (
            self.length < _LONE_NUMBER_LIMIT and _LONE_SECTION_NUMBER.match(self.text) is not None
        )

    @property
    def is_numbered(self) -> bool:
        return _NUMBERED.match(self.text) is not None

    @property
    def is_list_item(self) -> bool:
        return _LIST_ITEM.match(self.text) is not None

    @property
    def has_bullet(self) -> bool:
        return _BULLET.match(self.text) is not None

    @property
    def is_reference(self) -> bool:
        return _REFERENCE.match(self.text) is not None

    @property
    def is_note_mark(self) -> bool:
        return self.length < _NOTE_MARK_LIMIT and _NOTE_MARK.match(self.text) is not None


def read_lines(text: str) -> list[TextLine]:
    """The lines of `text` in order; any line break ends a line, a form feed also ends a page."""
    lines: list[TextLine] = []
    number = 0
    pages = text.split(_PAGE_BREAK)
    for page, content in enumerate(pages, 1):
        texts = _LINE_BREAK.split(content)
        # A form feed is the first character of a line: the empty text before it is not a line.
        if page < len(pages) and not texts[-1].strip():
            texts.pop()
        for line in texts:
            number += 1
            lines.append(TextLine(number, page, _clean(line)))
    return _without_double_spacing(lines)


def _clean(line: str) -> str:
    visible = _INVISIBLE.sub("", line).translate(_LIGATURES)
    return " ".join(visible.split())


def _without_double_spacing(lines: list[TextLine]) -> list[TextLine]:
    """Drop single empty lines from double-spaced text, where they mean nothing."""
    filled = sum(1 for line in lines if line.text)
    spaced = sum(1 for a, b in pairwise(lines) if a.text and not b.text)
    if filled < _MIN_DOUBLE_SPACED_LINES or spaced < _MIN_DOUBLE_SPACED_SHARE * filled:
        return lines
    kept: list[TextLine] = []
    for index, line in enumerate(lines):
        before = lines[index - 1].text if index else ""
        if line.text or not before:
            kept.append(line)
    return kept
