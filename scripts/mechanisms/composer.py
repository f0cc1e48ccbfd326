"""Compose a paper block by block: what is set on the pages is also written into its truth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mechanisms.look import BOTTOM_MARGIN, FOOTER_RISE, HEADER_DROP, SIDE_MARGIN, Look
from mechanisms.prose import Prose
from world.house_style import HEADER
from world.pages import draw_box, draw_chart, write_layout
from world.pdf import Bookmark, Face
from world.typesetting import Column, Flow, Layout, SetLine, Style

PAGES = 8
# Stands for a display in the truth of a paragraph.
EQUATION = "\u2063"
# Raised digits in the sources; on the page they are small digits above the line.
MARKS = "¹²³"
MARK_SIZE = 0.65
MARK_RISE = 0.35
# Points: between the text and the notes, and the height of a figure.
NOTE_GAP = 14.0
RULING_LENGTH = 70.0
FIGURE_HEIGHT = 90.0
# Ems: the padding of a box.
PADDING = 0.8

_MARK = re.compile(f"([{MARKS}])")


class Composer:
    """A paper under construction.

    `note_height` is left free at the foot of every column, `float_height` at the top of page 2.
    """

    def __init__(
        self, look: Look, prose: Prose, *, note_height: float = 0.0, float_height: float = 0.0
    ) -> None:
        self.look = look
        self.prose = prose
        self.layout = Layout(*look.page)
        self.paragraphs: list[dict[str, str]] = []
        self.nonbody: list[dict[str, Any]] = []
        self.bookmarks: list[Bookmark] = []
        self._note_height = note_height
        self._float_height = float_height
        self._flow: Flow | None = None
        self._top = look.top
        self.abstract_paragraphs = 0

    @property
    def top(self) -> float:
        """Where the next block across the page begins."""
        return self._top

    @property
    def flow(self) -> Flow:
        """The columns below what was set across the page."""
        if self._flow is None:
            bottom = BOTTOM_MARGIN + self._note_height
            columns = self.look.areas(0, self._top, bottom)
            for page in range(1, PAGES):
                top = self.look.top - (self._float_height if page == 1 else 0)
                columns += self.look.areas(page, top, bottom)
            self._flow = Flow(self.layout, columns)
        return self._flow

    def across(self, kind: str, text: str, style: Style) -> None:
        """Set a block across the page, above the columns."""
        self._top = self.layout.place(self.look.wide(0, self._top), [text], style)
        self.note_truth(kind, text)

    def across_box(self, blocks: Sequence[tuple[str, str, Style]], *, grey: float | None) -> None:
        """The same for several blocks in a frame, or in a grey box."""
        padding = PADDING * self.look.size
        area = self.look.wide(0, self._top - padding)
        inner = replace(area, left=area.left + padding, right=area.right - padding)
        for kind, text, style in blocks:
            inner = replace(inner, top=self.layout.place(inner, [text], style))
            self.note_truth(kind, text)
        box = Column(0, area.left, area.right, self._top, inner.top - padding)
        draw_box(self.layout, box, grey=grey)
        self._top = box.bottom - padding

    def skip_down(self, height: float) -> None:
        self._top -= height

    def add(self, kind: str, text: str, style: Style) -> None:
        """Set a block in the columns."""
        self.flow.add(text, style)
        self.note_truth(kind, text)

    def note_truth(self, kind: str, text: str, label: str = "") -> None:
        """Body text and everything else as truth.json has it."""
        read = _MARK.sub("", text)
        if kind == "body":
            self.paragraphs.append({"text": read, "label": label} if label else {"text": read})
        elif kind:
            self.nonbody.append({"kind": kind, "text": read})

    def continue_body(self, text: str) -> None:
        """Continue the last paragraph after something in between."""
        self.paragraphs[-1]["text"] += f" {_MARK.sub('', text)}"

    def heading(self, text: str, style: Style | None = None) -> None:
        self.add("heading", text, style or self.look.heading())

    def outlined(self, text: str, style: Style, level: int = 1) -> None:
        """A heading that the outline of the PDF leads to."""
        before = len(self.layout.lines)
        self.heading(text, style)
        self.nonbody[-1]["level"] = level
        self.bookmark(text, level, before)

    def outlined_run_in(self, label: str, text: str, style: Style, level: int) -> None:
        """The same at the beginning of a paragraph in one style with it."""
        before = len(self.layout.lines)
        self.flow.add(f"{label} {text}", style)
        self.note_truth("body", text, label)
        self.bookmark(label.rstrip(".:"), level, before)

    def tracked(self, text: str, style: Style, tracking: float) -> None:
        """A heading with space between its letters, each of which is set by itself."""
        before = len(self.layout.lines)
        self.heading(text, style)
        for line in self.layout.lines[before:]:
            self.layout.lines.remove(line)
            x = line.x
            for char in line.text:
                if char != " ":
                    self.layout.lines.append(replace(line, x=x, text=char, spacing=0.0))
                x += line.face.width(char, line.size) + tracking * line.size

    def bookmark(self, title: str, level: int, index: int) -> None:
        """An entry of the outline that leads to a line, as TeX places them: a little above it."""
        line = self.layout.lines[index]
        top = line.y + 1.2 * line.size
        self.bookmarks.append(Bookmark(title, level, line.page, line.x, top))

    def section(self, text: str, paragraphs: int) -> None:
        """A heading and paragraphs, the first of them without an indent in every other look."""
        self.heading(text)
        for number in range(paragraphs):
            is_first = number == 0 and self.look.size == int(self.look.size)
            style = self.look.flush if is_first else self.look.body
            self.add("body", self.prose.paragraph(), style)

    def title_block(self) -> None:
        look, prose = self.look, self.prose
        large = look.heading(size=1.7 * look.size, leading=2 * look.size, align="centre", before=0)
        self.across("title", prose.title(), large)
        plain = Style(look.faces[0], look.size, look.leading, "centre")
        self.across("author", f"{prose.name()} and {prose.name()}", plain)
        place = (
            f"Institute of {prose.words(1)[0].title()} Studies, Old Street {prose.number(2, 90)}"
        )
        self.across("author", place, replace(plain, size=look.note.size, after=look.leading))

    def abstract(self) -> None:
        look = self.look
        self.across("heading", "Abstract", look.heading(align="centre", before=0))
        self.across("body", self.prose.paragraph(4, 5), replace(look.flush, after=look.leading))

    def references(self, count: int = 9) -> None:
        self.heading("References")
        style = replace(self.look.note, align="left", hanging=1.5 * self.look.size)
        for number in range(1, count + 1):
            self.add("reference", self.prose.reference(number), style)

    def figure(self, area: Column, labels: Sequence[str]) -> None:
        """A chart in an area that is left free for it."""
        draw_chart(self.layout, area, list(labels))
        self.note_truth("figure", " | ".join(labels))

    def foot_notes(self, page: int, column: int, texts: Sequence[str], *, ruled: bool) -> None:
        """Notes at the foot of a column, with raised numbers, below a short ruling or none."""
        area = self.look.areas(page, 0)[column]
        style = self.look.note
        top = BOTTOM_MARGIN + self._note_height - NOTE_GAP
        if ruled:
            y = top + NOTE_GAP / 3
            stroke = f"0.4 w {area.left:.1f} {y:.1f} m {area.left + RULING_LENGTH:.1f} {y:.1f} l S"
            self.layout.draw(page, stroke)
        for number, text in enumerate(texts):
            place = Column(page, area.left, area.right, top, 0)
            top = self.layout.place(place, [f"{MARKS[number]}{text}"], style)
            self.note_truth("footnote", text)

    def finish(self, header: str) -> bytes:
        """Running headers and page numbers, and the whole file."""
        width, height = self.look.page
        for page in range(self.layout.page_count):
            area = Column(page, SIDE_MARGIN, width - SIDE_MARGIN, height - HEADER_DROP, 0)
            self.layout.place(area, [header], HEADER)
            foot = replace(area, top=FOOTER_RISE)
            self.layout.place(foot, [str(page + 1)], replace(HEADER, align="centre"))
        self.note_truth("header", header)
        self.layout.lines = [part for line in self.layout.lines for part in raise_marks(line)]
        return write_layout(self.layout, self.bookmarks)

    def truth(self, name: str, mechanism: str) -> dict[str, Any]:
        return {
            "id": name,
            "class": mechanism,
            "columns": self.look.columns,
            "pages": self.layout.page_count,
            "paragraphs": self.paragraphs,
            "nonbody": self.nonbody,
        }


def raise_marks(line: SetLine) -> list[SetLine]:
    """A line whose footnote marks are small raised digits."""
    parts: list[SetLine] = []
    x = line.x
    for text in filter(None, _MARK.split(line.text)):
        if text in MARKS:
            digit = str(MARKS.index(text) + 1)
            size = MARK_SIZE * line.size
            y = line.y + MARK_RISE * line.size
            parts.append(replace(line, x=x, y=y, text=digit, size=size, spacing=0.0))
            x += line.face.width(digit, size)
        else:
            parts.append(replace(line, x=x, text=text))
            x += _set_width(line.face, text, line.size, line.spacing)
    return parts


def _set_width(face: Face, text: str, size: float, spacing: float) -> float:
    return face.width(text, size) + spacing * text.count(" ")
