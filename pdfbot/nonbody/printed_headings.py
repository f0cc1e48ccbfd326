"""Headings as printed: their lines, numbers and styles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pdfbot.layout.fonts import SIZE_STEP
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.heading_tests import is_in_capitals
from pdfbot.nonbody.judgement import Judgement
from pdfbot.notation import Script, follow_scripts
from pdfbot.rules import Rule
from pdfbot.runs import split_runs

# The number of a heading, and what separates it from the text.
_NUMBER = re.compile(
    r"""
    (?: (?:Section|SECTION|Appendix|APPENDIX)\s+ )?
    (?P<number>
        \d{1,2}(?:\.\d{1,2})*      # 2.1
      | [IVXL]{1,5}(?=[.):])       # IV.
      | [A-Z](?:\.\d{1,2})*        # A, A.1
      | [a-z](?=\)) | \([a-z]\)     # b), (b)
    )
    (?P<mark>[.):|]?(?:\s?[–—|])?) \s+ (?=\S)
    """,
    re.VERBOSE,
)
_INSIDE = re.compile(r"[a-z]{2}|[(\[]")
HEADING_RULES = (Rule.HEADING, Rule.REFERENCES_HEADING)
# Share of the column: a line of a heading that leaves more empty is not broken there.
MIN_EMPTY_SHARE = 0.5
# Ems: lines whose left edges are closer begin at one edge.
EDGE_STEP = 0.5
# Share of the letters: a heading with more in one style is in that style alone.
PURE_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class HeadingStyle:
    """The look of a heading: larger and bolder headings are at outer levels."""

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
    scripts: tuple[Script, ...] = ()
    styles: Mapping[HeadingStyle, int]
    is_references: bool

    @property
    def first(self) -> LayoutLine:
        return self.lines[0]

    @property
    def last(self) -> LayoutLine:
        return self.lines[-1]


def heading_runs(context: DocumentContext, judgement: Judgement) -> Iterator[Sequence[LayoutLine]]:
    """The lines of each heading, including that of the references."""
    found = (
        line
        for line, verdict in zip(context.lines, judgement.verdicts, strict=True)
        if verdict is not None and verdict.rule in HEADING_RULES
    )
    return split_runs(found, lambda run, line: _continues(context, run, line))


def _continues(context: DocumentContext, run: Sequence[LayoutLine], line: LayoutLine) -> bool:
    """Whether this is the next line of the column, in the same style and without a number."""
    last = run[-1]
    pitch = max(context.pitch, USUAL_PITCH * last.size)
    return (
        line.index == last.index + 1
        and line.column_key == last.column_key
        and line.above <= context.thresholds.max_block_gap * pitch
        and (starts_inside(line.text) or _looks_like(last, line))
        and not _starts_anew(run[0], line)
        and not _stands_alone(last, line)
    )


def _looks_like(one: LayoutLine, other: LayoutLine) -> bool:
    """Whether fonts agree; italic names after a full line are allowed, and symbols are ignored."""
    if abs(one.size - other.size) > SIZE_STEP:
        return False
    one_in_capitals = is_in_capitals(one)
    if one.words and other.words and one_in_capitals != is_in_capitals(other):
        return not one_in_capitals and _is_full_before(one, other)
    style, next_style = one.style, other.style
    if style is None or next_style is None:
        return True
    return (style[0], style[2:4]) == (next_style[0], next_style[2:4]) or _is_full_before(one, other)


def _is_full_before(one: LayoutLine, other: LayoutLine) -> bool:
    """Whether the next line's first word would not have fitted on this one."""
    first_word = len(other.text.split(maxsplit=1)[0]) + 1
    return one.right_slack < first_word * other.box.width / len(other.text)


def starts_inside(text: str) -> bool:
    """Whether the text starts with a lower-case word or a bracket, which no heading does."""
    return _INSIDE.match(text) is not None


def _starts_anew(first: LayoutLine, line: LayoutLine) -> bool:
    """Whether both lines are numbered; "23 alleles" continues a heading."""
    number = _NUMBER.match(line.text)
    goes_on = number is not None and line.text[number.end() :][:1].islower()
    return number is not None and not goes_on and _NUMBER.match(first.text) is not None


def _stands_alone(above: LayoutLine, line: LayoutLine) -> bool:
    """Whether the first of two aligned lines leaves more than half of the column empty."""
    width = above.right - above.left
    return (
        line.text[:1].isupper()
        and abs(above.indent - line.indent) < EDGE_STEP * line.size
        and above.indent < EDGE_STEP * line.size
        and above.right_slack > MIN_EMPTY_SHARE * width
    )


def read_heading(
    judgement: Judgement,
    lines: Sequence[LayoutLine],
    text: str,
    scripts: Sequence[Script] = (),
) -> Heading:
    """A heading from the text of its lines and its scripts."""
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
        scripts=follow_scripts(scripts, text, rest, range(len(text) - len(rest))),
        styles=_count_styles(lines),
        is_references=judgement.rule_of(lines[0]) is Rule.REFERENCES_HEADING,
    )


def _numbering(number: str, mark: str) -> str:
    """The kind of a number; "" without one."""
    if not number:
        return ""
    head, *parts = number.strip("()").split(".")
    if head.isdigit():
        kind = "1"
    elif len(head) > 1 or (head in "IVX" and not parts):
        kind = "I"
    else:
        kind = "a" if head.islower() else "A"
    return ".".join([kind] + ["1"] * len(parts)) + (")" if ")" in mark + number else "")


def _count_styles(lines: Sequence[LayoutLine]) -> Counter[HeadingStyle]:
    """The number of letters by style; small differences in size come from rounding."""
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


def choose_styles(headings: Sequence[Heading]) -> list[HeadingStyle]:
    """One style for each heading; of several, the one that most other headings have throughout."""
    pure: Counter[HeadingStyle] = Counter()
    for heading in headings:
        style, letters = max(heading.styles.items(), key=lambda item: item[1])
        if letters >= PURE_SHARE * sum(heading.styles.values()):
            pure[style] += 1
    return [max(h.styles, key=lambda s: (pure[s], h.styles[s])) for h in headings]
