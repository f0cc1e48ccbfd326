"""The types that flow through pdfbot: pages of text blocks in, paragraphs of sentences out."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pdfbot.dataclass import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in PDF points, origin at the lower left of the visible page; never inside out."""

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
        """The smallest box that holds all of `boxes` (at least one)."""
        kept = list(boxes)
        return Box(
            min(b.left for b in kept),
            min(b.bottom for b in kept),
            max(b.right for b in kept),
            max(b.top for b in kept),
        )


@dataclass(frozen=True, slots=True)
class Font:
    """A font as seen on the page: family without subset tag, size in points after all scaling."""

    family: str
    size: float
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class TextBlock:
    """The paper's TBK: one run of characters on one baseline in one font.

    It ends at the line's end and where a superscript, a subscript or a column gap begins.
    `edges` has one entry more than `text`: the x of every character's left edge, then the last
    right edge (along the text direction for rotated blocks). `hidden` says why a reader of the
    page does not see the block: "invisible", "clipped", "off-page", "covered"; "" when it is seen.
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


class BlockGroups(Sequence[TextBlock]):
    """The blocks of a page, of which numbered groups are known: so a line need not list its own."""

    __slots__ = ()

    @abstractmethod
    def group(self, number: int) -> tuple[TextBlock, ...]:
        """The blocks of one group, in its own order."""

    @abstractmethod
    def group_length(self, number: int) -> int:
        """How many they are."""


@dataclass(frozen=True, slots=True)
class Graphic:
    """Something drawn that is not text: an `image`, a thin `rule`, or another `drawing`."""

    kind: str
    box: Box


@dataclass(frozen=True, slots=True)
class Page:
    """One page as it is seen, turned upright: the same from every engine."""

    number: int
    width: float
    height: float
    blocks: Sequence[TextBlock]
    graphics: tuple[Graphic, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """What an engine read: the pages, and what a user should know about the reading."""

    pages: tuple[Page, ...]
    engine: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of one column; its text has a space wherever the page shows one.

    Its blocks are the `source`, or one `group` of it.
    """

    id: str
    page: int
    column: int
    source: Sequence[TextBlock]
    text: str
    box: Box
    baseline: float
    size: float
    group: int = -1

    @property
    def blocks(self) -> Sequence[TextBlock]:
        source = self.source
        return source.group(self.group) if isinstance(source, BlockGroups) else source

    @property
    def starts(self) -> tuple[int, ...]:
        """Where the text of each block begins."""
        return tuple(start for _, start in self._pieces())

    def _pieces(self) -> Iterator[tuple[TextBlock, int]]:
        """The blocks, each with the place where its text begins; none begins with a space."""
        end = 0
        for block in self.blocks:
            start = end if self.text.startswith(block.text, end) else end + 1
            yield block, start
            end = start + len(block.text)

    @property
    def density(self) -> float:
        """The paper's Char-TBK density: non-blank characters per text block."""
        source, number = self.source, self.group
        count = source.group_length(number) if isinstance(source, BlockGroups) else len(source)
        return sum(map(len, self.text.split())) / max(count, 1)

    def x_range(self, start: int, end: int) -> tuple[float, float]:
        """Left and right of the characters `start` to `end` (exclusive) of the text."""
        return self.x_ranges([(start, end)])[0]

    def x_ranges(self, ranges: Iterable[tuple[int, int]]) -> list[tuple[float, float]]:
        """The same for many ranges that do not overlap, in their order."""
        pieces = self._pieces()
        block, first = next(pieces, (None, 0))
        found = []
        for start, end in ranges:
            left, right = float("inf"), float("-inf")
            while block is not None and first < end:
                length = len(block.text)
                low, high = max(start - first, 0), min(end - first, length)
                if low < high:
                    left = min(left, block.edges[low])
                    right = max(right, block.edges[high])
                if first + length > end:  # the next range may begin in this block
                    break
                block, first = next(pieces, (None, 0))
            found.append((left, right) if left <= right else (self.box.left, self.box.left))
        return found


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule measured, and the threshold it compared with."""

    threshold: str
    measured: float
    limit: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a line is body text (`rule` is "body") or which rule took it out."""

    line_id: str
    rule: str
    finding: Finding | None = None

    @property
    def is_body(self) -> bool:
        return self.rule == "body"


@dataclass(frozen=True, slots=True)
class Span:
    """The part of a sentence that stands on one line: characters `start` to `end` of its text."""

    page: int
    line_id: str
    start: int
    end: int
    box: Box


@dataclass(frozen=True, slots=True)
class Sentence:
    """A whole sentence of the body text; `id` is stable for the same file and version."""

    id: str
    text: str
    spans: tuple[Span, ...]

    @property
    def page(self) -> int:
        """The page on which the sentence begins."""
        return self.spans[0].page


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A true paragraph: it goes on over columns, pages, floats and display equations."""

    id: str
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        return " ".join(s.text for s in self.sentences)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the whole document says about itself; the rules compare with it."""

    base_size: float
    base_pitch: float
    base_density: float
    columns: int


@dataclass(frozen=True, slots=True)
class Origin:
    """What a result was read from and how, so that its pages can be shown again."""

    content: str | bytes
    name: str
    engine: str = "auto"
    password: str | None = None
    allow_copy_protected: bool = False
    pdf2htmlex: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The result: the body text, and every line of the document with its verdict."""

    paragraphs: tuple[Paragraph, ...]
    lines: Sequence[Line]
    verdicts: Sequence[Verdict]
    pages: tuple[Page, ...]
    statistics: Statistics
    engine: str
    version: str
    thresholds: str
    warnings: tuple[str, ...] = ()
    origin: Origin | None = field(default=None, repr=False, compare=False)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(s for p in self.paragraphs for s in p.sentences)

    @property
    def text(self) -> str:
        """The body text, paragraphs separated by a blank line."""
        return "\n\n".join(p.text for p in self.paragraphs)

    def to_json(self, indent: int | None = None) -> str:
        """The versioned record of docs/output.md; `pdfbot.from_json` reads it back."""
        from pdfbot.output.records import dump

        return dump(self, indent)

    def highlight(
        self,
        marks: Mapping[str, str | float | None] | Iterable[str],
        *,
        layers: int | None = None,
        source: Path | str | bytes | None = None,
    ) -> str:
        """The paper as an HTML replica with sentences in colour.

        `marks` has sentence ids or texts, each with a colour, a score or nothing; `layers` is the
        number of layers for scores. A result that came from JSON needs its `source` again.
        """
        from pdfbot.overlay.originals import highlight_original

        return highlight_original(self, marks, layers, source)

    def annotate(
        self,
        marks: Mapping[str, str | float | None] | Iterable[str],
        *,
        layers: int | None = None,
        source: Path | str | bytes | None = None,
    ) -> bytes:
        """The PDF itself with highlight annotations for the same `marks`."""
        from pdfbot.overlay.originals import annotate_original

        return annotate_original(self, marks, layers, source)
