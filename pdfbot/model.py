"""The types of the pipeline: pages of text blocks in, paragraphs in sections out."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from html import escape
from reprlib import Repr
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args

from pdfbot.bibliography import Metadata, Name
from pdfbot.decisions import PRESENT, Comparison, Decision
from pdfbot.deferred_parts import Deferring
from pdfbot.frozen_objects import quick_to_make
from pdfbot.notation import Notation, Script, scripts_within, tag_written, write_scripts
from pdfbot.record_fields import AsList, AtLeast, Detail, IdOf, Key, Mark, Rounded
from pdfbot.rules import Rule

# Decimal places in records: a thousandth of a point is not visible.
POINT_DIGITS = 3
MEASURE_DIGITS = 6
EXACT_DIGITS = 30

Points: TypeAlias = Annotated[float, Rounded(POINT_DIGITS)]
Measure: TypeAlias = Annotated[float, Rounded(MEASURE_DIGITS, finite=False)]
# What was measured must stay on its side of the limit.
Exact: TypeAlias = Annotated[float, Rounded(EXACT_DIGITS, finite=False)]
PageNumber: TypeAlias = Annotated[int, Mark.PAGE_NUMBER]
LineId: TypeAlias = Annotated[str, IdOf("Line")]
SentenceId: TypeAlias = Annotated[str, IdOf("Sentence")]
ParagraphId: TypeAlias = Annotated[str, IdOf("Paragraph")]
SectionId: TypeAlias = Annotated[str, IdOf("Section")]
EquationId: TypeAlias = Annotated[str, IdOf("Equation")]
ReferenceId: TypeAlias = Annotated[str, IdOf("Reference")]
StableId: TypeAlias = Annotated[str, "stable for the same file and version"]
HeadingPath: TypeAlias = Annotated[
    tuple[str, ...], "the headings above it, from the outermost to its own"
]

Scripts: TypeAlias = Annotated[
    tuple[Script, ...], "what is raised or lowered in its text, the outer before the inner"
]

# Longer texts and sequences are abbreviated.
_REPR = Repr()
_REPR.maxstring = 80
_REPR.maxtuple = 4


class Brief:
    """A dataclass whose repr fits on a line or two, whatever it contains."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = [
            f"{item.name}={_REPR.repr(getattr(self, item.name))}"
            for item in fields(self)  # type: ignore[arg-type]
            if item.repr
        ]
        return f"{type(self).__name__}({', '.join(shown)})"


@quick_to_make
@dataclass(frozen=True, slots=True)
class Box(AsList):
    """A rectangle in PDF points, with the origin at the lower left of the visible page.

    An inside-out box raises ValueError. A box can be unpacked.

    >>> left, bottom, right, top = paper.sentences[0].box
    """

    left: Annotated[Points, "left edge"]
    bottom: Annotated[Points, "lower edge"]
    right: Annotated[Points, "right edge"]
    top: Annotated[Points, "upper edge"]

    def __post_init__(self) -> None:
        if self.right < self.left or self.top < self.bottom:
            raise ValueError(f"inside-out box: {self}")

    def __iter__(self) -> Iterator[float]:
        return iter((self.left, self.bottom, self.right, self.top))

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @staticmethod
    def around(boxes: Iterable[Box]) -> Box:
        """The smallest box that contains all of `boxes` (at least one)."""
        kept = list(boxes)
        if len(kept) == 1:
            return kept[0]
        return Box(
            min([b.left for b in kept]),
            min([b.bottom for b in kept]),
            max([b.right for b in kept]),
            max([b.top for b in kept]),
        )


@dataclass(frozen=True, slots=True)
class PageBox(Box):
    """A box that knows its page; unpacking it gives its four edges.

    >>> [(box.page, box.top) for box in paper.sentences[0].boxes]
    """

    page: Annotated[PageNumber, "number of the page, from 1"]

    @staticmethod
    def on(page: int, box: Box) -> PageBox:
        """The same box, with its page."""
        return PageBox(box.left, box.bottom, box.right, box.top, page)


@quick_to_make
@dataclass(frozen=True, slots=True)
class Font:
    """A font as seen on the page: family without subset tag, size in points after scaling."""

    family: Annotated[str, "its PostScript name without the tag of a subset"]
    size: Annotated[float, "in points, as it appears on the page"]
    bold: Annotated[bool, "whether it is bold, by its name or its weight"] = False
    italic: Annotated[bool, "whether it is slanted"] = False


@quick_to_make
@dataclass(frozen=True, slots=True, repr=False)
class TextBlock(Brief):
    """The paper's TBK: one run of characters on one baseline in one font.

    It ends at the end of the line, and where a superscript, a subscript or a column gap begins.
    `edges` has one more entry than `text`: the x of each character's left edge, then the right edge
    of the last one (along the text direction for rotated blocks). `hidden` is the reason why the
    block cannot be seen on the page: "invisible", "clipped", "off-page" or "covered"; "" if it can.
    `node` leads back to the element of the replica.
    """

    text: Annotated[str, "its characters in reading order"]
    box: Annotated[Box, "where it is"]
    baseline: Annotated[float, "height of the baseline above the bottom of the page"]
    font: Annotated[Font, "the font that it is set in"]
    colour: Annotated[str, "as in CSS: `#000000`"] = "#000000"
    rotation: Annotated[float, "degrees counter-clockwise; 0 is upright text"] = 0.0
    edges: Annotated[
        array[float], "left edge of each character, then the right edge of the last one"
    ] = field(default_factory=lambda: array("f"), repr=False)
    hidden: Annotated[str, "why it cannot be seen on the page; empty if it can"] = ""
    node: Annotated[str, "place in the replica that it was read from; empty for a PDF"] = ""


@quick_to_make
@dataclass(frozen=True, slots=True)
class Graphic:
    """Something drawn other than text."""

    kind: Annotated[str, "`image`, `form`, `ruling` (a thin line) or `drawing`"]
    box: Annotated[Box, "where it is"]


@dataclass(frozen=True, slots=True)
class Jump:
    """What is printed over a link inside the PDF, and the page and place that it leads to."""

    box: Annotated[Box, "where it is printed"]
    page: Annotated[int, "the page that it leads to"]
    place: Annotated[Box, "the place on that page"]


@dataclass(frozen=True, slots=True)
class Link:
    """What is printed over a link of the PDF, and the address that it leads to."""

    box: Annotated[Box, "where it is printed"]
    url: Annotated[str, "the address"]


@dataclass(frozen=True, slots=True)
class Page:
    """One page as displayed, rotated upright; the same from every engine."""

    number: Annotated[PageNumber, AtLeast(1), "from 1, as in the file; not the printed page number"]
    width: Annotated[Points, "width of the visible page"]
    height: Annotated[Points, "height of the visible page"]
    blocks: Annotated[tuple[TextBlock, ...], Mark.NOT_WRITTEN, "the runs of characters on it"] = (
        field(repr=False)
    )
    graphics: Annotated[tuple[Graphic, ...], Detail.LINES, "whatever is drawn and is not text"] = (
        field(default=(), repr=False)
    )
    large_signs: Annotated[
        tuple[TextBlock, ...],
        Mark.NOT_WRITTEN,
        "operators and brackets of fonts that have nothing else; they are in no line",
    ] = field(default=(), repr=False)
    links: Annotated[tuple[Link, ...], Mark.NOT_WRITTEN, "its links to the web"] = field(
        default=(), repr=False
    )
    jumps: Annotated[tuple[Jump, ...], Mark.NOT_WRITTEN, "its links into the paper"] = field(
        default=(), repr=False
    )


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place that the PDF has a name for, such as "section.2" or "cite.Gray78".

    `box` is a point or a rectangle, as wide as the page where only the height is known.
    """

    name: str
    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """An entry of the PDF's outline and the place that it leads to; `depth` counts from 1."""

    title: str
    depth: int
    page: int
    box: Box


@dataclass(frozen=True, slots=True, repr=False)
class Document(Brief):
    """What an engine read: the pages, warnings for the user, and what the PDF points to itself."""

    pages: tuple[Page, ...] = field(repr=False)
    engine: str
    warnings: tuple[str, ...] = ()
    outline: tuple[OutlineEntry, ...] = field(default=(), repr=False)
    named_places: tuple[NamedPlace, ...] = field(default=(), repr=False)


@quick_to_make
@dataclass(frozen=True, slots=True, repr=False)
class Line(Brief):
    """One line of one column; its text has a space wherever the page shows one."""

    id: Annotated[str, "page, column and line, such as `p3.c2.l17`"]
    page: Annotated[PageNumber, "page number"]
    column: Annotated[int, "column on the page"]
    blocks: Annotated[
        tuple[TextBlock, ...], Mark.NOT_WRITTEN, "the runs of characters that it is made of"
    ] = field(repr=False)
    text: Annotated[str, "the line as printed"]
    box: Annotated[Box, "where it is"] = field(repr=False)
    baseline: Annotated[Points, "height of the baseline above the bottom of the page"] = field(
        repr=False
    )
    size: Annotated[Points, "font size"]

    @property
    def starts(self) -> tuple[int, ...]:
        """The offset in `text` at which each block starts."""
        return tuple(start for _, start in self._blocks_with_starts())

    def _blocks_with_starts(self) -> Iterator[tuple[TextBlock, int]]:
        """Each block with the offset of its text; no block starts with a space."""
        end = 0
        for block in self.blocks:
            start = end if self.text.startswith(block.text, end) else end + 1
            yield block, start
            end = start + len(block.text)

    @property
    def density(self) -> float:
        """The paper's Char-TBK density: non-blank characters per text block."""
        return len("".join(self.text.split())) / max(len(self.blocks), 1)

    def x_range(self, start: int, end: int) -> tuple[float, float]:
        """The left and right edge of the characters `start` to `end` (exclusive) of the text."""
        blocks, text = self.blocks, self.text
        if len(blocks) == 1 and blocks[0].text == text and 0 <= start < end <= len(text):
            edges = blocks[0].edges
            left, right = edges[start], edges[end]
            return (left, right) if left <= right else (right, left)
        return self.x_ranges([(start, end)])[0]

    def x_ranges(self, ranges: Iterable[tuple[int, int]]) -> list[tuple[float, float]]:
        """The same for several ranges that do not overlap, in order."""
        blocks = self._blocks_with_starts()
        block, first = next(blocks, (None, 0))
        found = []
        for start, end in ranges:
            left, right = float("inf"), float("-inf")
            while block is not None and first < end:
                length = len(block.text)
                low, high = max(start - first, 0), min(end - first, length)
                if low < high:
                    left = min(left, block.edges[low], block.edges[high])
                    right = max(right, block.edges[low], block.edges[high])
                if first + length > end:  # the next range may start in this block
                    break
                block, first = next(blocks, (None, 0))
            found.append((left, right) if left <= right else (self.box.left, self.box.left))
        return found


@quick_to_make
@dataclass(frozen=True, slots=True)
class Finding:
    """The test that decided: what it measured, how it compared that, and with which limit.

    `threshold` names the limit if `--set` can change it; "" if the limit is fixed.
    """

    test: Annotated[str, "name of the test"]
    measured: Annotated[Exact, "what it measured; 1 if it only asks whether something is there"]
    comparison: Annotated[Comparison, "how `measured` compares with `limit`"]
    limit: Annotated[Exact, "what it was compared with"]
    threshold: Annotated[
        str,
        "the name under which `--set` changes the limit, as in "
        "[algorithm.md](algorithm.md#table-of-thresholds); empty if it is fixed",
    ]

    @staticmethod
    def of(found: Decision[Any]) -> Finding:
        """What the test measured that decided."""
        by = found.measurement
        return Finding(found.test, by.measured, by.comparison, by.limit, by.threshold)


@quick_to_make
@dataclass(frozen=True, slots=True)
class Verdict:
    """The rule that removed a line, or `Rule.BODY`, and what the rule measured."""

    line_id: Annotated[LineId, Key("line"), "`id` of the line"]
    rule: Annotated[Rule, "`body`, or the rule that took the line out: a value of `pdfbot.Rule`"]
    finding: Annotated[Finding | None, "what the rule measured"] = None

    @property
    def line(self) -> str:
        """`line_id`, by its name in JSON."""
        return self.line_id

    @property
    def is_body(self) -> bool:
        """Whether the line is body text."""
        return self.rule is Rule.BODY


# Full stops as wide as a character, alone and before closing quotation marks.
_STOPS_WITH_SPACE = tuple(
    stop + closing for stop in "。！？｡．" for closing in ("", "」", "』", "）", "”", "’", "》")
)

# Whether a body line begins a paragraph or goes on with one.
Start: TypeAlias = Literal["begins", "continues"]
BEGINS: Literal["begins"] = "begins"
CONTINUES: Literal["continues"] = "continues"
StartDecision: TypeAlias = Decision[Start]
# Nothing to go on with.
FIRST_LINE: StartDecision = Decision("first_line", BEGINS, PRESENT)


@quick_to_make
@dataclass(frozen=True, slots=True)
class Reason:
    """Why a body line begins a paragraph or goes on with one: the test that decided."""

    line_id: Annotated[LineId, Key("line"), "`id` of the line"]
    outcome: Annotated[Start, "whether the line begins a paragraph or goes on with one"]
    finding: Annotated[Finding, "the test that decided, and what it measured"]

    @property
    def line(self) -> str:
        """`line_id`, by its name in JSON."""
        return self.line_id


@quick_to_make
@dataclass(frozen=True, slots=True)
class Span:
    """The part of something on one line."""

    page: Annotated[PageNumber, "page number"]
    line_id: Annotated[LineId, Key("line"), "`id` of the line"]
    start: Annotated[int, "first character of the line's text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    box: Annotated[Box, "where this part is"]

    @property
    def line(self) -> str:
        """`line_id`, by its name in JSON."""
        return self.line_id


class _Placed(Brief):
    """Where something is printed, by its spans: one for each of its lines, in reading order."""

    __slots__ = ()

    spans: tuple[Span, ...]

    @property
    def page(self) -> int:
        """The page on which it starts."""
        return self.spans[0].page

    @property
    def box(self) -> Box:
        """The box around it on the page on which it starts."""
        return Box.around(span.box for span in self.spans if span.page == self.page)

    @property
    def boxes(self) -> tuple[PageBox, ...]:
        """The box of each of its lines, with the page that it is on."""
        return tuple(PageBox.on(span.page, span.box) for span in self.spans)

    @property
    def line_ids(self) -> tuple[str, ...]:
        """The ids of its lines."""
        return tuple(span.line_id for span in self.spans)


@dataclass(frozen=True, slots=True)
class CitationMark:
    """Characters of a sentence that cite entries of the list of references: "3", "5–7", a name."""

    start: Annotated[int, "first character of the sentence's text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    references: Annotated[tuple[ReferenceId, ...], "`id` of the entries it names"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters of a sentence that refer to a part of the paper: "Fig. 3", "Section 2.1"."""

    start: Annotated[int, "first character of the sentence's text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    kind: Annotated[str, "`figure`, `table`, …, as of captions, `section` or `equation`"]
    parts: Annotated[tuple[str, ...], "`id` of the captions, tables, sections or equations"]


Citations: TypeAlias = Annotated[
    tuple[CitationMark, ...],
    "the marks that cite entries of the list of references, each number or name by itself",
]


@dataclass(frozen=True, slots=True)
class Formula:
    """Characters of a sentence that are a formula: "xᵢ = 0". Another line is another formula."""

    start: Annotated[int, "first character of the sentence's text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    tex: Annotated[str, "the formula in TeX, from the places of its signs"]
    text: Annotated[
        str,
        "the formula on one line, if scripts alone cannot write it: `(a + b)/c`, `√{ab}`, `𝔽`; "
        "else empty",
    ] = ""

    def written(self, notation: Notation) -> str:
        """What scripts alone cannot write: `text`, with tags in HTML; in TeX `$\\frac{a}{b}$`."""
        if notation == "tex":
            return f"${self.tex}$"
        return tag_written(self.text) if notation == "html" else self.text


@dataclass(frozen=True, slots=True)
class EquationMark:
    """The place of a display equation in a sentence, or behind it."""

    start: Annotated[int, "the equation stands before this character of the sentence's text"]
    equation_id: Annotated[EquationId, Key("equation"), "`id` of the equation"]
    number: Annotated[str, "its number, empty if it has none"]
    before_stop: Annotated[bool, "whether the full stop belongs behind it"] = False

    @property
    def label(self) -> str:
        """What is written in place of it."""
        return f"[Eq. {self.number}]" if self.number else "[Eq.]"

    def written_behind(self, text: str, shown: str) -> str:
        """The text of the sentence up to the equation, and what is shown of the equation.

        A label comes before a full stop, as a citation does: "as follows [Eq. 3]."
        """
        words = text.rstrip()
        if not self.before_stop or shown.startswith(_DISPLAYED):
            return f"{words} {shown}".lstrip()
        stop = _FINAL_STOP.search(words)
        start, mark = (stop.start(), stop[0]) if stop else (len(words), ".")
        return f"{words[:start]} {shown}{mark}".lstrip()


# A formula in TeX has its own full stop.
_DISPLAYED = "$$"
_FINAL_STOP = re.compile(r"[.?!…。！？؟۔।॥]+[\"'”’»)\]]*$")

# How the place of an equation is written in running text; None where nothing shows it.
EquationStyle: TypeAlias = Literal["mark", "tex", "none"]
EQUATION_STYLES: tuple[EquationStyle, ...] = get_args(EquationStyle)
EquationWriter: TypeAlias = Callable[[EquationMark], str]


@quick_to_make
@dataclass(frozen=True, slots=True, repr=False)
class Sentence(_Placed):
    """A complete sentence of the body text; `section` and `path` are those of its paragraph."""

    id: StableId
    text: Annotated[str, "the sentence, with whole words"]
    spans: Annotated[
        tuple[Span, ...], AtLeast(1), "where it is: one span per line, in reading order"
    ] = field(repr=False)
    section: Annotated[SectionId, Mark.NOT_WRITTEN, "`id` of the section of its paragraph"] = ""
    path: Annotated[
        tuple[str, ...], Mark.NOT_WRITTEN, "the headings above it, from the outermost to its own"
    ] = ()
    scripts: Scripts = field(default=(), repr=False)
    citations: Citations = field(default=(), repr=False)
    mentions: Annotated[
        tuple[Mention, ...], "what refers to figures, tables, sections and equations"
    ] = field(default=(), repr=False)
    equations: Annotated[
        tuple[EquationMark, ...], "the display equations that stand in it or behind it"
    ] = field(default=(), repr=False)
    formulas: Annotated[tuple[Formula, ...], "the formulas in its text"] = field(
        default=(), repr=False
    )

    def written(
        self, notation: Notation = "unicode", equation: EquationWriter | None = None
    ) -> str:
        """The text with raised and lowered characters as such: "10⁻³ m" for "10−3 m".

        `equation` writes what stands in the place of a display equation.
        """
        return self.written_by(lambda part: part._write(notation), equation)

    def _write(self, notation: Notation) -> str:
        """The text without equations; fractions and roots are written out, but not in flat text."""
        rewritten = [f for f in self.formulas if f.text] if notation != "flat" else []
        if not rewritten:
            return write_scripts(self.text, self.scripts, notation)
        written, start = "", 0
        for formula in rewritten:
            before = self.part(start, formula.start)
            written += write_scripts(before.text, before.scripts, notation)
            # Two dollar signs would begin a display.
            written += " " if notation == "tex" and written.endswith("$") else ""
            written += formula.written(notation)
            start = formula.end
        rest = self.part(start, len(self.text))
        return written + write_scripts(rest.text, rest.scripts, notation)

    def written_by(self, write: Callable[[Sentence], str], equation: EquationWriter | None) -> str:
        """The text between equations as `write` has it, and the places of the equations."""
        if equation is None or not self.equations:
            return write(self)
        written, start = "", 0
        for mark in (*self.equations, None):
            end = len(self.text) if mark is None else mark.start
            start = end - len(self.text[start:end].lstrip())
            if start < end:
                written += (" " if written else "") + write(self.part(start, end))
            if mark is not None:
                written = mark.written_behind(written, equation(mark))
            start = end
        return written

    def part(self, start: int, end: int) -> Sentence:
        """The sentence from one character to another, with what is raised, lowered or a formula."""
        return replace(
            self,
            text=self.text[start:end],
            scripts=scripts_within(self.scripts, start, end),
            formulas=tuple(
                replace(f, start=f.start - start, end=f.end - start)
                for f in self.formulas
                if start <= f.start and f.end <= end
            ),
            citations=_within(self.citations, start, end),
            mentions=_within(self.mentions, start, end),
            equations=(),
        )


_Mark = TypeVar("_Mark", CitationMark, Mention)


def _within(marks: Iterable[_Mark], start: int, end: int) -> tuple[_Mark, ...]:
    """The marks inside a part of a sentence, with their places in the part."""
    return tuple(
        replace(mark, start=mark.start - start, end=mark.end - start)
        for mark in marks
        if start <= mark.start and mark.end <= end
    )


def _escaped(write: EquationWriter) -> EquationWriter:
    return lambda mark: escape(write(mark), quote=False)


def join_sentences(texts: Iterable[str]) -> str:
    """Sentences as running text; after the full stop of a script without spaces there is none."""
    parts: list[str] = []
    for text in texts:
        if parts and not parts[-1].endswith(_STOPS_WITH_SPACE):
            parts.append(" ")
        parts.append(text)
    return "".join(parts)


@dataclass(frozen=True, slots=True, repr=False)
class Paragraph(Brief):
    """A logical paragraph: it continues across columns, pages, floats and display equations."""

    id: StableId
    sentences: Annotated[
        tuple[Sentence, ...],
        AtLeast(1),
        "at least one; the paragraph's text is theirs, joined by a space, but after 。 by nothing",
    ] = field(repr=False)
    section: Annotated[SectionId, "`id` of its section, empty before the first heading"] = ""
    path: HeadingPath = ()
    bullet: Annotated[
        str, "the bullet before it, which is not in its text; empty if there is none"
    ] = ""

    @property
    def text(self) -> str:
        return join_sentences(s.text for s in self.sentences)

    def written(
        self, notation: Notation = "unicode", equation: EquationWriter | None = None
    ) -> str:
        """The text with raised and lowered characters as such, and the places of equations."""
        return join_sentences(s.written(notation, equation) for s in self.sentences)

    def with_placed_sentences(self) -> Paragraph:
        """The same, with sentences that know their section."""
        placed = (replace(s, section=self.section, path=self.path) for s in self.sentences)
        return replace(self, sentences=tuple(placed))


@dataclass(frozen=True, slots=True, repr=False)
class Section(_Placed):
    """A heading and what is below it."""

    id: StableId
    number: Annotated[
        str, "the number as printed, without a full stop: `2.1`; empty if there is none"
    ]
    level: Annotated[
        int, AtLeast(1), "from 1, the outermost; by the numbers, or by the styles of the headings"
    ]
    heading: Annotated[str, "the heading without its number"]
    parent: Annotated[SectionId, "`id` of the section around it, empty if there is none"]
    spans: Annotated[tuple[Span, ...], "the lines of the heading"] = field(repr=False)
    scripts: Scripts = field(default=(), repr=False)

    @property
    def title(self) -> str:
        """The heading as printed, with its number."""
        return self._numbered(self.heading)

    def written(self, notation: Notation = "unicode") -> str:
        """The same with raised and lowered characters as such."""
        return self._numbered(write_scripts(self.heading, self.scripts, notation))

    def _numbered(self, heading: str) -> str:
        return f"{self.number} {heading}" if self.number else heading


@dataclass(frozen=True, slots=True, repr=False)
class Caption(_Placed):
    """The caption of a figure, a table or the like."""

    id: StableId
    kind: Annotated[str, "`figure`, `table`, `algorithm`, …"]
    label: Annotated[str, "the label as printed: `Fig. 3`"]
    number: Annotated[str, "the number in the label"]
    text: Annotated[str, "what follows the label"]
    mentions: Annotated[tuple[SentenceId, ...], "`id` of the sentences that refer to it"] = field(
        repr=False
    )
    spans: Annotated[tuple[Span, ...], "the lines of the caption"] = field(repr=False)
    scripts: Scripts = field(default=(), repr=False)
    citations: Citations = field(default=(), repr=False)

    def written(self, notation: Notation = "unicode") -> str:
        """What follows the label, with raised and lowered characters as such."""
        return write_scripts(self.text, self.scripts, notation)


@dataclass(frozen=True, slots=True, repr=False)
class Picture(Brief):
    """A figure, table or the like as it is printed."""

    caption: Annotated[str, IdOf("Caption"), "`id` of its caption"]
    name: Annotated[str, "its kind and number, as in `figure-3`; of several, all but one have more"]
    box: Annotated[PageBox, "the part of the page"]
    png: Annotated[bytes, "the image"] = field(repr=False)


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell; one over several columns is a head of all of them."""

    text: Annotated[str, "its text, lines joined"]
    column: Annotated[int, "its first column, from 0"]
    columns: Annotated[int, "how many columns it covers"]
    box: Annotated[Box, "where it is"]
    citations: Citations = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table."""

    cells: Annotated[tuple[TableCell, ...], "its cells from the left; an empty one is left out"]


@dataclass(frozen=True, slots=True, repr=False)
class Table(Brief):
    """A table as rows and cells; without rows if it was not understood."""

    id: StableId
    caption: Annotated[str, IdOf("Caption"), "`id` of its caption; empty if it is turned"]
    page: Annotated[PageNumber, "page number"]
    box: Annotated[Box, "around its cells, its text if it has no rows, or else its caption"]
    rows: Annotated[tuple[TableRow, ...], "its rows from the top; none if it is not understood"] = (
        field(default=(), repr=False)
    )

    label: Annotated[str, "of a table that is turned by 90°: its label, such as `Table 2`"] = ""
    title: Annotated[str, "of a table that is turned by 90°: what follows the label"] = ""
    text: Annotated[str, "of a table that is not understood: what is printed in it, by lines"] = (
        field(default="", repr=False)
    )
    continues: Annotated[
        str, IdOf("Table"), "`id` of the table that it goes on with: “Table 2 (continued)”"
    ] = ""

    @property
    def columns(self) -> int:
        """How many columns it has."""
        ends = (cell.column + cell.columns for row in self.rows for cell in row.cells)
        return max(ends, default=0)

    def grid(self) -> list[list[str]]:
        """Every row with a text for each column; a cell over several columns is in the first."""
        grid = [[""] * self.columns for _ in self.rows]
        for texts, row in zip(grid, self.rows, strict=True):
            for cell in row.cells:
                texts[cell.column] = cell.text
        return grid


@dataclass(frozen=True, slots=True, repr=False)
class Footnote(_Placed):
    """A footnote, and the mark that refers to it in the text."""

    id: StableId
    mark: Annotated[str, "the number or symbol before the note, empty if there is none"]
    text: Annotated[str, "the note without its mark"]
    mentions: Annotated[tuple[SentenceId, ...], "`id` of the sentences that carry the mark"] = (
        field(repr=False)
    )
    spans: Annotated[tuple[Span, ...], "the lines of the note"] = field(repr=False)
    scripts: Scripts = field(default=(), repr=False)

    def written(self, notation: Notation = "unicode") -> str:
        """The note with raised and lowered characters as such."""
        return write_scripts(self.text, self.scripts, notation)


@dataclass(frozen=True, slots=True, repr=False)
class Reference(_Placed):
    """An entry of the list of references."""

    id: StableId
    label: Annotated[str, "the number or key of the entry, `12` or `AKV13`; empty if there is none"]
    key: Annotated[
        str, "the first author and the year, `Smith 2020a`; empty if either was not found"
    ]
    text: Annotated[str, "the entry as printed, without its label"]
    mentions: Annotated[
        tuple[SentenceId, ...], "`id` of the sentences that cite it, where the mark is plain"
    ] = field(repr=False)
    spans: Annotated[tuple[Span, ...], "the lines of the entry"] = field(repr=False)
    scripts: Scripts = field(default=(), repr=False)
    authors: Annotated[tuple[Name, ...], "its authors in order; empty if they were not read"] = (
        field(default=(), repr=False)
    )
    year: Annotated[str, "the year, with the letter of a key such as 2020a"] = ""
    title: Annotated[str, "the title of the work; empty where only its source is named"] = ""
    source: Annotated[str, "what it appeared in: a journal, a book, proceedings"] = ""
    volume: Annotated[str, "the volume"] = ""
    issue: Annotated[str, "the issue"] = ""
    pages: Annotated[str, "the pages, or the number of the article"] = ""
    doi: Annotated[str, "the DOI in lower case, `10.…`"] = ""
    arxiv: Annotated[str, "the arXiv identifier"] = ""
    url: Annotated[str, "the link that is printed"] = ""

    def written(self, notation: Notation = "unicode") -> str:
        """The entry with raised and lowered characters as such."""
        return write_scripts(self.text, self.scripts, notation)


@dataclass(frozen=True, slots=True, repr=False)
class Equation(_Placed):
    """A display equation."""

    id: StableId
    number: Annotated[str, "the number as printed, without brackets; empty if there is none"]
    text: Annotated[str, "the formula on one line: `δ(t) = (a + b)/c²`"]
    tex: Annotated[str, "the formula as TeX that KaTeX reads: `\\delta(t)=\\frac{a+b}{c^2}`"]
    sentence_id: Annotated[
        SentenceId,
        Key("sentence"),
        "`id` of the sentence that it stands in or behind; empty if no text is before it",
    ]
    spans: Annotated[tuple[Span, ...], "its lines"] = field(repr=False)

    @property
    def display_tex(self) -> str:
        """The formula between double dollar signs, with its number."""
        return f"$${self.tex}\\tag{{{self.number}}}$$" if self.number else f"$${self.tex}$$"


@dataclass(frozen=True, slots=True)
class OtherAbstract:
    """The abstract in another language than that of the paper."""

    language: Annotated[str, "the language, a code such as en"]
    paragraph_ids: Annotated[tuple[ParagraphId, ...], Key("paragraphs"), "`id` of its paragraphs"]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Measurements of the whole document that the rules compare with."""

    base_size: Annotated[Measure, "the most frequent font size, the paper's BASE_FS"]
    base_pitch: Annotated[
        Measure, "the most frequent distance between two baselines, the paper's BASE_LS"
    ]
    base_density: Annotated[
        Measure, "mean characters per text block of the lines in columns, the paper's BASE_CBD"
    ]
    columns: Annotated[int, "columns of the body text"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Extraction(Brief, Deferring[tuple[Paragraph, ...]]):
    """The result: the body text, and every line of the document with its verdict."""

    version: Annotated[str, "the version of pdfbot that wrote the record"]
    engine: Annotated[str, "what read the pages"]
    thresholds: Annotated[
        str,
        "fingerprint of all thresholds: the same paper, version, engine and fingerprint give the "
        "same record",
    ] = field(repr=False)
    warnings: Annotated[tuple[str, ...], "what a user should know about the reading"] = ()
    statistics: Annotated[Statistics, "measurements of the whole document"] = field(repr=False)
    pages: Annotated[tuple[Page, ...], "the pages that were read, in order"] = field(repr=False)
    title: Annotated[str, "the title, empty if none was found"] = ""
    title_scripts: Annotated[tuple[Script, ...], "what is raised or lowered in the title"] = field(
        default=(), repr=False
    )
    authors: Annotated[str, "the authors as printed, with their marks"] = field(
        default="", repr=False
    )
    metadata: Annotated[Metadata, "what the paper says about itself, in fields"] = field(
        default=Metadata(), repr=False
    )
    language: Annotated[
        str, "the language, a code such as en or zh-Hant; empty if it is not known"
    ] = ""
    abstract_ids: Annotated[
        tuple[ParagraphId, ...],
        Mark.PART,
        Key("abstract"),
        "`id` of the paragraphs of the abstract",
    ] = field(default=(), repr=False)
    other_abstracts: Annotated[
        tuple[OtherAbstract, ...], Mark.PART, "the abstract in other languages than the paper's"
    ] = field(default=(), repr=False)
    sections: Annotated[
        tuple[Section, ...],
        Mark.PART,
        "the headings in reading order; with `parent` they form a tree",
    ] = field(default=(), repr=False)
    paragraphs: Annotated[tuple[Paragraph, ...], Mark.PART, "the body text in reading order"] = (
        field(repr=False)
    )
    captions: Annotated[
        tuple[Caption, ...], Mark.PART, "the captions of figures, tables and the like"
    ] = field(default=(), repr=False)
    tables: Annotated[tuple[Table, ...], Mark.PART, "the tables as rows and cells"] = field(
        default=(), repr=False
    )
    footnotes: Annotated[tuple[Footnote, ...], Mark.PART, "the footnotes"] = field(
        default=(), repr=False
    )
    equations: Annotated[tuple[Equation, ...], Mark.PART, "the display equations"] = field(
        default=(), repr=False
    )
    references: Annotated[
        tuple[Reference, ...], Mark.PART, "the entries of the list of references"
    ] = field(default=(), repr=False)
    lines: Annotated[
        tuple[Line, ...],
        Mark.PART,
        Detail.LINES,
        "every line of the pages, body text or not",
    ] = field(default=(), repr=False)
    verdicts: Annotated[
        tuple[Verdict, ...], Mark.PART, Detail.LINES, "one verdict for every line"
    ] = field(default=(), repr=False)
    reasons: Annotated[
        tuple[Reason, ...],
        Mark.PART,
        Detail.REASONS,
        "why each body line begins a paragraph or goes on with one",
    ] = field(default=(), repr=False)

    @property
    def abstract(self) -> tuple[Paragraph, ...]:
        """The paragraphs of the abstract, which are the first of the body text."""
        ids = frozenset(self.abstract_ids)
        return tuple(p for p in self.paragraphs if p.id in ids)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(s for p in self.paragraphs for s in p.sentences)

    @property
    def body(self) -> tuple[Paragraph, ...]:
        """The paragraphs as far as plain text needs them: their sections may not be known yet."""
        pending = self.pending
        return self.paragraphs if pending is None else pending.body

    @property
    def text(self) -> str:
        """The body text as it is written to a file: paragraphs separated by a blank line."""
        return self.written()

    def written(self, notation: Notation = "unicode", equations: EquationStyle = "mark") -> str:
        """The same with raised and lowered characters in the notation that is asked for.

        In the place of a display equation is a mark such as "[Eq. 3]", its TeX, or nothing.
        """
        write = self.equation_writer(equations)
        if write is not None and notation == "html":
            write = _escaped(write)
        return "\n\n".join(p.written(notation, write) for p in self.body)

    def equation_writer(self, style: EquationStyle) -> EquationWriter | None:
        """What writes the places of equations in this style; None if nothing shows them."""
        if style == "none":
            return None
        if style == "mark":
            return lambda mark: mark.label
        tex = {equation.id: equation.display_tex for equation in self.equations}
        return lambda mark: tex.get(mark.equation_id, mark.label)

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings as printed, with their numbers."""
        return tuple(section.title for section in self.sections)

    def sentence(self, sentence_id: str) -> Sentence:
        """The sentence with this id, such as "s4.2"; KeyError if there is none."""
        for sentence in self.paragraph_of(sentence_id).sentences:
            if sentence.id == sentence_id:
                return sentence
        raise KeyError(sentence_id)

    def paragraph_of(self, sentence: Sentence | str) -> Paragraph:
        """The paragraph of a sentence, which may be given by its id; KeyError if there is none."""
        sentence_id = sentence if isinstance(sentence, str) else sentence.id
        for paragraph in self.paragraphs:
            if any(s.id == sentence_id for s in paragraph.sentences):
                return paragraph
        raise KeyError(sentence_id)

    def neighbours(self, sentence: Sentence | str) -> tuple[Sentence | None, Sentence | None]:
        """The sentences before and after this one in the body text, None at its ends."""
        sentence_id = sentence if isinstance(sentence, str) else sentence.id
        sentences = self.sentences
        for index, found in enumerate(sentences):
            if found.id == sentence_id:
                before = sentences[index - 1] if index else None
                return before, sentences[index + 1] if index + 1 < len(sentences) else None
        raise KeyError(sentence_id)

    def section(self, section_id: str) -> Section:
        """The section with this id, such as "h3"; KeyError if there is none."""
        for section in self.sections:
            if section.id == section_id:
                return section
        raise KeyError(section_id)
