"""The lines of a text as another tool left them: cleaned, with what can be seen on each alone."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

EMPTY, FINISHED, UNFINISHED = "EL", "FL", "UL"

_BREAK = re.compile(r"\r\n|[\r\n\x0b\x85\u2028\u2029]")
_PAGE_BREAK = "\f"
_INVISIBLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2060\ufeff\ufffc]")
_LIGATURES = str.maketrans({c: unicodedata.normalize("NFKC", c) for c in "ﬀﬁﬂﬃﬄﬅﬆ"})
# A stop of any script, what closes with it, and a footnote mark or citation set behind it.
_FINISH = re.compile(
    r"(?:[.?!…。！？؟।॥]|[—–](?=[\"”»]))(?:[\"'”’»›“)\]}］）]|\[\d[\d,–\s-]{0,20}\])*(?:\d{1,3}|[*∗†‡§¹²³])?$"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_OPERATOR = re.compile(r"[=<>±×÷−∑∏∫√∂∇∈∀∃≈≠≤≥≪≫∞+|]")
_PUNCTUATION = re.compile(r"[\s.,;:?!…'\"“”‘’„«»‹›–—-]")
_FIRST = re.compile(r"[^\W_]")
_LONE_NUMBER = re.compile(r"[-–—(\[\s]*(?:\d{1,4}|[ivxlcIVXLC]{1,6})[-–—)\]\s.]*$")
_NUMBERING = r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.(?:\d{1,2}\.?)*|[IVXLC]{1,5}\.)"
_LONE_SECTION = re.compile(rf"(?:{_NUMBERING}|[A-Z])$")
_NUMBERED = re.compile(rf"(?:{_NUMBERING})\s+\S")
_ITEM = re.compile(
    r"(?:[•▪■◦‣∙·●○–—*-]|\(?\d{1,2}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\)|\[\d{1,3}\])\s+\S"
)
_BULLET = re.compile(r"[•▪■◦‣∙●○]\s*")
_REFERENCE = re.compile(r"\[\d{1,3}\]\s")
_NOTE_MARK = re.compile(r"(?:\d{1,2}|[*∗†‡§¶]{1,3}|[a-z])$")
# Where a letter's neighbours are read, the head and the tail of a line are enough.
_EDGE = 400
MIN_PROSE = 0.5


@dataclass(frozen=True)
class TextLine:
    """One line; `number` counts from 1 as an editor does, `page` from the form feeds."""

    number: int
    page: int
    text: str

    @property
    def length(self) -> int:
        return len(self.text)

    @cached_property
    def shape(self) -> str:
        """The paper's three types: empty, finished and unfinished."""
        if not self.text:
            return EMPTY
        return FINISHED if _FINISH.search(self.text[-_EDGE:]) else UNFINISHED

    @cached_property
    def prose(self) -> float:
        """The share of characters that stand in words; formulas and rows of numbers have few."""
        head = self.text[: 10 * _EDGE]
        visible = len(head) - len(_PUNCTUATION.findall(head))
        return sum(len(word) for word in _WORD.findall(head)) / visible if visible else 0.0

    @cached_property
    def small_words(self) -> int:
        """How many words begin with a small letter: most of a clause, few of a heading."""
        return sum(1 for word in _WORD.findall(self.text[:_EDGE]) if word[0].islower())

    @property
    def is_plain(self) -> bool:
        """Nothing of a formula in it, though there may be more numbers than words."""
        return _FIRST.search(self.text[:_EDGE]) is not None and not self.has_operator

    @property
    def has_operator(self) -> bool:
        return _OPERATOR.search(self.text[:_EDGE]) is not None

    @property
    def is_prose(self) -> bool:
        return self.prose >= MIN_PROSE

    @cached_property
    def begins_lower(self) -> bool:
        """Whether the line goes on with something: its first letter is a small one."""
        first = _FIRST.search(self.text[:_EDGE])
        return first is not None and first[0].islower()

    @cached_property
    def begins_upper(self) -> bool:
        first = _FIRST.search(self.text[:_EDGE])
        return first is not None and first[0].isupper()

    @property
    def is_capitals(self) -> bool:
        """Several words in capitals throughout, as headings are set."""
        return len(_WORD.findall(self.text[:_EDGE])) > 1 and self.text.isupper()

    @property
    def opens_quotation(self) -> bool:
        return self.text[:1] in '"“„«‹—–' and self.text != ""

    @property
    def is_lone_number(self) -> bool:
        return self.length < 12 and _LONE_NUMBER.match(self.text) is not None

    @property
    def is_lone_section(self) -> bool:
        return self.length < 12 and _LONE_SECTION.match(self.text) is not None

    @property
    def is_numbered(self) -> bool:
        return _NUMBERED.match(self.text) is not None

    @property
    def is_item(self) -> bool:
        return _ITEM.match(self.text) is not None

    @property
    def is_bullet(self) -> bool:
        return _BULLET.match(self.text) is not None

    @property
    def is_reference(self) -> bool:
        return _REFERENCE.match(self.text) is not None

    @property
    def is_note_mark(self) -> bool:
        return self.length < 4 and _NOTE_MARK.match(self.text) is not None


def read_lines(text: str) -> list[TextLine]:
    """The lines of `text` in order; whatever ends a line ends it, and a form feed a page."""
    lines: list[TextLine] = []
    number = 0
    sheets = text.split(_PAGE_BREAK)
    for page, sheet in enumerate(sheets, 1):
        pieces = _BREAK.split(sheet)
        # A form feed stands at the head of a line: nothing before it is no line of its own.
        if page < len(sheets) and not pieces[-1].strip():
            pieces.pop()
        for piece in pieces:
            number += 1
            lines.append(TextLine(number, page, _clean(piece)))
    return _without_double_spacing(lines)


def _clean(piece: str) -> str:
    visible = _INVISIBLE.sub("", piece).translate(_LIGATURES)
    return " ".join(visible.split())


def _without_double_spacing(lines: list[TextLine]) -> list[TextLine]:
    """Where every line has an empty one behind it, single empty lines mean nothing."""
    filled = sum(1 for line in lines if line.text)
    alone = sum(1 for a, b in pairwise(lines) if a.text and not b.text)
    if filled < 8 or alone < 0.9 * filled:
        return lines
    kept: list[TextLine] = []
    for index, line in enumerate(lines):
        before = lines[index - 1].text if index else ""
        if line.text or not before:
            kept.append(line)
    return kept
