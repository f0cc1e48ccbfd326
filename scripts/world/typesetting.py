"""Set text in columns: lines are broken, justified and placed one below the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from world.pdf import Face, standard_face

# Ems: from the baseline of a line up to the top of its column.
FIRST_BASELINE = 0.8
# Lines: a heading is not left alone at the foot of a column.
LINES_BELOW_HEADING = 5
# Points: room for the caption below a figure.
CAPTION_HEIGHT = 40.0
# Share of the line width: the white space of a line is not stretched beyond this.
MAX_SLACK = 0.25
# Ems: the height of capitals in Times.
CAP_HEIGHT = 0.662
# Points: between a drop cap and the text beside it.
DROP_CAP_GAP = 2.0
# Lines that a drop cap is high.
DROP_CAP_LINES = 2
# Where a word may be hyphenated, as in TeX.
DISCRETIONARY = "\\-"
# Between a label in its own style and the text after it, in the sources.
LABEL_END = " || "


@dataclass(frozen=True)
class Style:
    """How a block of text looks; all measures are in points."""

    face: str | Face
    size: float
    leading: float
    align: str = "justify"
    indent: float = 0.0
    hanging: float = 0.0
    before: float = 0.0
    after: float = 0.0
    is_heading: bool = False
    label_face: str = ""
    label_gap: float = 1.0  # ems
    breaks_after_label: bool = False

    @property
    def font(self) -> Face:
        return standard_face(self.face) if isinstance(self.face, str) else self.face


@dataclass(frozen=True)
class SetLine:
    """A line in its place, with the white space that is added to each of its spaces."""

    page: int
    x: float
    y: float
    text: str
    face: Face
    size: float
    spacing: float = 0.0
    block: int = -1


@dataclass(frozen=True)
class Column:
    """An area to be filled with lines; pages are counted from 0."""

    page: int
    left: float
    right: float
    top: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left


@dataclass
class Layout:
    """The pages of a document while they are being filled."""

    width: float
    height: float
    lines: list[SetLine] = field(default_factory=list)
    drawings: dict[int, list[str]] = field(default_factory=dict)

    @property
    def page_count(self) -> int:
        return 1 + max(line.page for line in self.lines)

    def draw(self, page: int, *operators: str) -> None:
        self.drawings.setdefault(page, []).extend(operators)

    def place(self, column: Column, texts: Iterable[str], style: Style) -> float:
        """Set blocks into one column; returns how far down it is filled."""
        flow = Flow(self, [column])
        for text in texts:
            flow.add(text, style)
        return flow.y


class Flow:
    """Fills columns one after the other."""

    def __init__(self, layout: Layout, columns: Sequence[Column]) -> None:
        self._layout = layout
        self._columns = list(columns)
        self._index = 0
        self.y = self._columns[0].top

    @property
    def column(self) -> Column:
        return self._columns[self._index]

    def add(self, text: str, style: Style, block: int = -1, *, drop_cap: bool = False) -> None:
        """Set one block; a line break in `text` is kept."""
        if self.y < self.column.top:
            self.y -= style.before
        rows = LINES_BELOW_HEADING if style.is_heading else 1
        self.need(rows * style.leading)
        hang = 0.0
        if drop_cap:
            hang = self._set_drop_cap(text[0], style, block)
            text = text[1:]
        elif LABEL_END in text:
            label, text = text.split(LABEL_END)
            hang = self._set_label(label, style, block)
        for paragraph in text.split("\n"):
            self._add_paragraph(paragraph, style, block, hang, DROP_CAP_LINES if drop_cap else 1)
            hang = 0.0
        self.y -= style.after

    def need(self, height: float) -> None:
        """Go on in the next column unless there is room for that much."""
        if self.y - height < self.column.bottom:
            self._index += 1
            self.y = self.column.top

    def skip(self, height: float) -> Column:
        """Leave room for a figure, with its caption in the same column; returns the area."""
        self.need(height + CAPTION_HEIGHT)
        column = self.column
        area = Column(column.page, column.left, column.right, self.y, self.y - height)
        self.y -= height
        return area

    def _add_paragraph(
        self, text: str, style: Style, block: int, hang: float, hanging_rows: int
    ) -> None:
        def indent(row: int) -> float:
            if row < hanging_rows and hang:
                return hang
            return style.indent if row == 0 else style.hanging

        lines = break_lines(text, style, lambda row: self._width_of(row, style) - indent(row))
        for row, line in enumerate(lines):
            self.need(style.leading)
            is_last = row == len(lines) - 1
            self._set_line(line, style, indent(row), block, is_last=is_last)
            self.y -= style.leading

    def _width_of(self, row: int, style: Style) -> float:
        """The width of a line of the block that begins here, which may end in the next column."""
        rows_left = (self.y - self.column.bottom) // style.leading
        is_next = row >= rows_left and self._index + 1 < len(self._columns)
        return self._columns[self._index + is_next].width

    def _set_line(
        self, text: str, style: Style, indent: float, block: int, *, is_last: bool
    ) -> None:
        column, face = self.column, style.font
        slack = column.width - indent - face.width(text, style.size)
        x, spacing = column.left + indent, 0.0
        if style.align == "right":
            x += slack
        elif style.align == "centre":
            x += slack / 2
        elif style.align == "justify" and not is_last and slack < MAX_SLACK * column.width:
            spacing = slack / max(text.count(" "), 1)
        y = self.y - FIRST_BASELINE * style.size
        line = SetLine(column.page, x, y, text, face, style.size, spacing, block)
        self._layout.lines.append(line)

    def _set_drop_cap(self, letter: str, style: Style, block: int) -> float:
        """A capital as high as two lines; returns the indent of the text beside it."""
        drop = (DROP_CAP_LINES - 1) * style.leading
        size = (drop + CAP_HEIGHT * style.size) / CAP_HEIGHT
        y = self.y - FIRST_BASELINE * style.size - drop
        column = self.column
        cap = SetLine(column.page, column.left, y, letter, style.font, size, 0.0, block)
        self._layout.lines.append(cap)
        return style.font.width(letter, size) + DROP_CAP_GAP

    def _set_label(self, label: str, style: Style, block: int) -> float:
        """A label in its own font before the text; returns the indent of the first line."""
        face = standard_face(style.label_face)
        y = self.y - FIRST_BASELINE * style.size
        column = self.column
        line = SetLine(column.page, column.left, y, label, face, style.size, 0.0, block)
        self._layout.lines.append(line)
        if style.breaks_after_label:
            self.y -= style.leading
            return 0.0
        return face.width(label, style.size) + style.label_gap * style.size


def break_lines(text: str, style: Style, width_of: Callable[[int], float]) -> list[str]:
    """Fill line after line; words are divided at hyphens and where the text allows it."""

    def fits(line: str) -> bool:
        return style.font.width(line, style.size) <= width_of(len(lines))

    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        rest = word
        while not fits(f"{current} {plain(rest)}".strip()):
            head, rest = _divide(rest, current, fits)
            if not current and not head:
                raise ValueError(f"too long for its line: {word}")
            lines.append(f"{current} {head}".strip())
            current = ""
        current = f"{current} {plain(rest)}".strip()
    return [*lines, current]


def _divide(word: str, before: str, fits: Callable[[str], bool]) -> tuple[str, str]:
    """The longest part of a word that fits after `before`, and the rest."""
    best = "", word
    for index in range(1, len(word)):
        head, tail = word[:index], word[index:]
        if tail.startswith(DISCRETIONARY):
            head, tail = f"{head}-", tail[len(DISCRETIONARY) :]
        elif not (head.endswith("-") and not head.endswith(DISCRETIONARY) and head[:-1]):
            continue
        if fits(f"{before} {plain(head)}".strip()):
            best = plain(head), tail
    return best


def plain(text: str) -> str:
    """The text as it reads, without the places where it may be divided."""
    return text.replace(DISCRETIONARY, "")
