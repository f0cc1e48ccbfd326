"""The types of the pipeline: pages of text blocks in, paragraphs in sections out."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from reprlib import Repr

from pdfbot.rules import Rule

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


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in PDF points, with the origin at the lower left of the visible page.

    An inside-out box raises ValueError.
    """

    left: float
    bottom: float
    right: float
    top: float

    def __post_init__(self) -> None:
        if self.right < self.left or self.top < self.bottom:
            raise ValueError(f"inside-out box: {self}")

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
class Font:
    """A font as seen on the page: family without subset tag, size in points after scaling."""

    family: str
    size: float
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class TextBlock(Brief):
    """The paper's TBK: one run of characters on one baseline in one font.

    It ends at the end of the line, and where a superscript, a subscript or a column gap begins.
    `edges` has one more entry than `text`: the x of each character's left edge, then the right edge
    of the last one (along the text direction for rotated blocks). `hidden` is the reason why the
    block cannot be seen on the page: "invisible", "clipped", "off-page" or "covered"; "" if it can.
    `node` leads back to the element of the replica.
    """

    text: str
    box: Box
    baseline: float
    font: Font
    colour: str = "#000000"
    rotation: float = 0.0
    edges: array[float] = field(default_factory=lambda: array("f"), repr=False)
    hidden: str = ""
    node: str = ""


@dataclass(frozen=True, slots=True)
class Graphic:
    """Something drawn other than text: an `image`, a `form`, a thin `rule` or a `drawing`."""

    kind: str
    box: Box


@dataclass(frozen=True, slots=True)
class Page:
    """One page as displayed, rotated upright; the same from every engine."""

    number: int
    width: float
    height: float
    blocks: tuple[TextBlock, ...] = field(repr=False)
    graphics: tuple[Graphic, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, repr=False)
class Document(Brief):
    """What an engine read: the pages, and warnings for the user."""

    pages: tuple[Page, ...] = field(repr=False)
    engine: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Line(Brief):
    """One line of one column; its text has a space wherever the page shows one."""

    id: str
    page: int
    column: int
    blocks: tuple[TextBlock, ...] = field(repr=False)
    text: str
    box: Box = field(repr=False)
    baseline: float = field(repr=False)
    size: float

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
        return sum(map(len, self.text.split())) / max(len(self.blocks), 1)

    def x_range(self, start: int, end: int) -> tuple[float, float]:
        """The left and right edge of the characters `start` to `end` (exclusive) of the text."""
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
                    left = min(left, block.edges[low])
                    right = max(right, block.edges[high])
                if first + length > end:  # the next range may start in this block
                    break
                block, first = next(blocks, (None, 0))
            found.append((left, right) if left <= right else (self.box.left, self.box.left))
        return found


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule measured, and the threshold it compared the value with."""

    threshold: str
    measured: float
    limit: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """The rule that removed a line, or `Rule.BODY`, and what the rule measured."""

    line_id: str
    rule: Rule
    finding: Finding | None = None

    @property
    def is_body(self) -> bool:
        return self.rule is Rule.BODY


@dataclass(frozen=True, slots=True)
class Span:
    """The part of a sentence on one line: the characters `start` to `end` of the line's text."""

    page: int
    line_id: str
    start: int
    end: int
    box: Box


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
    def boxes(self) -> tuple[Box, ...]:
        """The box of each of its lines."""
        return tuple(span.box for span in self.spans)

    @property
    def line_ids(self) -> tuple[str, ...]:
        return tuple(span.line_id for span in self.spans)


@dataclass(frozen=True, slots=True, repr=False)
class Sentence(_Placed):
    """A complete sentence of the body text; `id` is stable for the same file and version.

    `section` and `path` are those of its paragraph.
    """

    id: str
    text: str
    spans: tuple[Span, ...] = field(repr=False)
    section: str = ""
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Paragraph(Brief):
    """A logical paragraph: it continues across columns, pages, floats and display equations.

    `section` is the id of the section it belongs to, "" before the first heading; `path` has the
    headings above it, from the outermost to its own. `bullet` is the bullet before it, which is not
    in its text; "" if there is none.
    """

    id: str
    sentences: tuple[Sentence, ...] = field(repr=False)
    section: str = ""
    path: tuple[str, ...] = ()
    bullet: str = ""

    @property
    def text(self) -> str:
        return " ".join(s.text for s in self.sentences)

    def with_placed_sentences(self) -> Paragraph:
        """The same, with sentences that know their section."""
        placed = (replace(s, section=self.section, path=self.path) for s in self.sentences)
        return replace(self, sentences=tuple(placed))


@dataclass(frozen=True, slots=True, repr=False)
class Section(_Placed):
    """A heading and what is below it; `level` is 1 for the outermost.

    `number` is the heading's number as printed, without the full stop: "2.1"; `parent` is the id
    of the section around this one, "" if there is none.
    """

    id: str
    number: str
    level: int
    heading: str
    parent: str
    spans: tuple[Span, ...] = field(repr=False)

    @property
    def title(self) -> str:
        """The heading as printed, with its number."""
        return f"{self.number} {self.heading}" if self.number else self.heading


@dataclass(frozen=True, slots=True, repr=False)
class Caption(_Placed):
    """The caption of a figure, a table or the like; `label` is "Figure 3", `text` what follows it.

    `mentions` has the ids of the sentences that refer to it.
    """

    id: str
    kind: str
    label: str
    number: str
    text: str
    mentions: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, repr=False)
class Footnote(_Placed):
    """A footnote; `mark` is what refers to it in the text: "2", "∗"; "" if it has none.

    `mentions` has the ids of the sentences that carry the mark.
    """

    id: str
    mark: str
    text: str
    mentions: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, repr=False)
class Reference(_Placed):
    """An entry of the list of references; `label` is "12" or "AKV13", "" if it has none.

    `key` is the first author's name and the year, "Smith 2020", as far as they are found;
    `mentions` has the ids of the sentences that cite the entry, where the mark is plain.
    """

    id: str
    label: str
    key: str
    text: str
    mentions: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Measurements of the whole document that the rules compare with."""

    base_size: float
    base_pitch: float
    base_density: float
    columns: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Extraction(Brief):
    """The result: the body text, and every line of the document with its verdict."""

    paragraphs: tuple[Paragraph, ...] = field(repr=False)
    lines: tuple[Line, ...] = field(repr=False)
    verdicts: tuple[Verdict, ...] = field(repr=False)
    pages: tuple[Page, ...] = field(repr=False)
    statistics: Statistics = field(repr=False)
    engine: str
    version: str
    thresholds: str = field(repr=False)
    warnings: tuple[str, ...] = ()
    title: str = ""
    authors: str = field(default="", repr=False)
    abstract_ids: tuple[str, ...] = field(default=(), repr=False)
    sections: tuple[Section, ...] = field(default=(), repr=False)
    captions: tuple[Caption, ...] = field(default=(), repr=False)
    footnotes: tuple[Footnote, ...] = field(default=(), repr=False)
    references: tuple[Reference, ...] = field(default=(), repr=False)

    @property
    def abstract(self) -> tuple[Paragraph, ...]:
        """The paragraphs of the abstract, which are the first of the body text."""
        ids = frozenset(self.abstract_ids)
        return tuple(p for p in self.paragraphs if p.id in ids)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(s for p in self.paragraphs for s in p.sentences)

    @property
    def text(self) -> str:
        """The body text, paragraphs separated by a blank line."""
        return "\n\n".join(p.text for p in self.paragraphs)

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
