"""Headings as they are printed: their lines put together, their number and their style."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import USUAL_PITCH, DocumentContext
from pdfbot.nonbody.headings import is_in_capitals
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.joining import join_text
from pdfbot.rules import Role, Rule
from pdfbot.runs import split_runs
from pdfbot.text.hyphens import Vocabulary

# The number of a heading, and what separates it from the text.
_NUMBER = re.compile(
    r"""
    (?: (?:Section|SECTION|Appendix|APPENDIX)\s+ )?
    (?P<number>
        \d{1,2}(?:\.\d{1,2})*      # 2.1
      | [IVXL]{1,5}(?=[.):])       # IV.
      | [A-Z](?:\.\d{1,2})*        # A, A.1
      | [a-z](?=\))                # b)
    )
    (?P<mark>[.):|]?(?:\s?[–—|])?) \s+ (?=\S)
    """,
    re.VERBOSE,
)
_INSIDE = re.compile(r"[a-z]{2}|[(\[]")
# Points: sizes closer than this are the same in two lines of one heading.
SIZE_STEP = 0.5


@dataclass(frozen=True, slots=True)
class HeadingStyle:
    """How a heading looks: larger and bolder ones are further out."""

    size: float
    bold: bool
    italic: bool
    capitals: bool
    family: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The lines of a heading; `number` is "" if it has none, `text` does not contain it.

    `numbering` is the kind of the number: "1", "1.1", "I", "A", "A.1", "1)", "a)". `styles` counts
    the letters by their style: names of species are in italics in headings that are not.
    """

    lines: tuple[LayoutLine, ...]
    number: str
    numbering: str
    text: str
    styles: Mapping[HeadingStyle, int]
    is_references: bool

    @property
    def first(self) -> LayoutLine:
        return self.lines[0]

    @property
    def last(self) -> LayoutLine:
        return self.lines[-1]


def find_headings(
    context: DocumentContext, judgement: Judgement, vocabulary: Vocabulary
) -> list[Heading]:
    """The headings in reading order, those over several lines put together."""
    return [_read_heading(judgement, lines, vocabulary) for lines in _runs(context, judgement)]


def _runs(context: DocumentContext, judgement: Judgement) -> Iterator[Sequence[LayoutLine]]:
    """Lines of headings that continue each other."""
    found = (
        line
        for line in context.lines
        if judgement.role_of(line) is Role.HEADING
        or judgement.rule_of(line) is Rule.REFERENCES_HEADING
    )
    return split_runs(found, lambda run, line: _continues(context, run, line))


def _continues(context: DocumentContext, run: Sequence[LayoutLine], line: LayoutLine) -> bool:
    """The next line of the column in the same style, without a number of its own."""
    last = run[-1]
    pitch = max(context.pitch, USUAL_PITCH * last.size)
    return (
        line.index == last.index + 1
        and line.column_key == last.column_key
        and line.above <= context.thresholds.max_heading_pitch * pitch
        and (starts_inside(line.text) or _looks_like(last, line))
        and not _starts_anew(run[0], line)
    )


def _looks_like(one: LayoutLine, other: LayoutLine) -> bool:
    """The same font; a line of symbols has none of its own."""
    if abs(one.size - other.size) > SIZE_STEP:
        return False
    style, next_style = one.style, other.style
    if style is None or next_style is None:
        return True
    return (style[0], style[2:4]) == (next_style[0], next_style[2:4]) and (
        is_in_capitals(one) == is_in_capitals(other) or not other.words
    )


def starts_inside(text: str) -> bool:
    """Whether the text starts with a lower-case word or a bracket, as no heading does."""
    return _INSIDE.match(text) is not None


def _starts_anew(first: LayoutLine, line: LayoutLine) -> bool:
    """Both lines have numbers of their own."""
    return bool(_NUMBER.match(first.text) and _NUMBER.match(line.text))


def _read_heading(
    judgement: Judgement, lines: Sequence[LayoutLine], vocabulary: Vocabulary
) -> Heading:
    text = join_text(lines, vocabulary)
    match = _NUMBER.match(text)
    number, rest = (match["number"], text[match.end() :]) if match else ("", text)
    if match and (rest[:1].islower() or (number in "AI" and not match["mark"])):
        number, rest = "", text
    numbering = _numbering(number, match["mark"] if match else "")
    return Heading(
        lines=tuple(lines),
        number=number,
        numbering=numbering,
        text=rest,
        styles=_count_styles(lines),
        is_references=judgement.rule_of(lines[0]) is Rule.REFERENCES_HEADING,
    )


def _numbering(number: str, mark: str) -> str:
    """The kind of a number; "" without one."""
    if not number:
        return ""
    head, *parts = number.split(".")
    if head.isdigit():
        kind = "1"
    elif len(head) > 1 or (head in "IVX" and not parts):
        kind = "I"
    else:
        kind = "a" if head.islower() else "A"
    return ".".join([kind] + ["1"] * len(parts)) + (")" if ")" in mark else "")


def _count_styles(lines: Sequence[LayoutLine]) -> Counter[HeadingStyle]:
    """The letters by style; small differences in size are those of rounding."""
    size = round(max(line.size for line in lines) / SIZE_STEP) * SIZE_STEP
    capitals = is_in_capitals(max(lines, key=lambda p: p.chars))
    counts: Counter[HeadingStyle] = Counter()
    for line in lines:
        for block in line.blocks:
            font = block.font
            family = font.family.rstrip("0123456789") if font.bold else font.family
            style = HeadingStyle(size, font.bold, font.italic, capitals, family)
            counts[style] += sum(map(str.isalpha, block.text))
    return counts
