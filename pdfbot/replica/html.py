"""A pdf2htmlEX replica to pages of text blocks: the DOM gives the order, the CSS the places."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, radians, sin

from bs4 import BeautifulSoup, Tag

from pdfbot.dataclass import dataclass, replace
from pdfbot.errors import NotAPdfError, NoTextError, UsageError
from pdfbot.model import Document, Font, Page, TextBlock
from pdfbot.replica.runs import SEEN_SPACE, RunBuilder, Style, plain
from pdfbot.replica.stylesheet import TRANSPARENT, Stylesheet, read_stylesheet
from pdfbot.replica.widths import Face, Faces
from pdfbot.shelf import Shelf

# Above and below the baseline, in ems: the same as in the embedded engine.
ASCENT, DESCENT = 0.75, -0.22

# Shares of all glyphs that have no Unicode value: from here on worth advice, or hopeless.
MANY_UNMAPPED, UNREADABLE = 0.02, 0.3

# Codes of the program's private use area (U+E600 + code) that mean the same in every encoding.
PRIVATE_MEANING = {"\ue6a0": " ", "\ue6ad": "-"}


def read_replica(
    html: bytes | str, pages: Sequence[int] | None = None, *, name: str = "replica"
) -> Document:
    """The pages of a replica in points; `pages` are numbers from 1, all of them without it."""
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else html
    container = BeautifulSoup(text, "lxml").find(id="page-container")
    if not isinstance(container, Tag):
        raise NotAPdfError(f"{name}: neither a PDF nor a pdf2htmlEX replica (no page container)")
    return read_container(container, pages, name=name)


def read_container(
    container: Tag, pages: Sequence[int] | None = None, *, name: str = "replica"
) -> Document:
    """The pages of a replica that is parsed already; `container` holds them."""
    frames = page_frames(container, name)
    if not frames:
        raise NoTextError(f"{name}: the replica has no pages")
    wanted = [n for n in frames if pages is None or n in pages]
    if not wanted:
        raise UsageError(f"{name}: none of the wanted pages exists, the replica has {len(frames)}")
    sheet = _stylesheet(container, name)
    own = _is_own(container)
    reader = _Reader(sheet, own)
    read = tuple(reader.page(number, frames[number]) for number in wanted)
    return Document(read, "pdfium" if own else "pdf2htmlex", reader.warnings(name))


def _is_own(container: Tag) -> bool:
    """Did `write.py` make it? Then a line is a block, and every space is where it stands."""
    root = list(container.parents)[-1]
    return bool(root.find_all("meta", attrs={"name": "generator", "content": "pdfbot"}, limit=1))


def _stylesheet(container: Tag, name: str) -> Stylesheet:
    """All style sheets inside the file; without the generated one no place is known."""
    root = list(container.parents)[-1]
    sheet = read_stylesheet("\n".join(style.get_text() for style in root.find_all("style")))
    if not any("font-size" in lengths for lengths in sheet.lengths.values()):
        raise NotAPdfError(
            f"{name}: the replica's style sheet is in another file; convert with --embed-css 1"
        )
    return sheet


def page_frames(container: Tag, name: str = "replica") -> dict[int, Tag]:
    """The elements of the pages by page number, in the order of the file."""
    return {_page_number(frame, name): frame for frame in _children(container, "pf")}


def _page_number(frame: Tag, name: str) -> int:
    """Pages are counted in hexadecimal: `pf10` is page 16."""
    said = frame.get("data-page-no") or str(frame.get("id", ""))[2:]
    try:
        return int(str(said), 16)
    except ValueError:
        raise NotAPdfError(f"{name}: not a pdf2htmlEX replica (page number {said!r})") from None


def page_zoom(frame: Tag) -> float:
    """How many px a point is, from the page's transformation; 1 where the replica does not say."""
    try:
        matrix = json.loads(str(_children(frame, "pi")[0].get("data-data", "")))["ctm"]
        return hypot(matrix[0], matrix[1]) or 1.0
    except (ValueError, KeyError, IndexError, TypeError):
        return 1.0


def _classes(tag: Tag) -> list[str]:
    names: list[str] | str = tag.attrs.get("class", [])
    return names if isinstance(names, list) else names.split()


def _children(tag: Tag, *names: str) -> list[Tag]:
    """The children that have one of the classes; a search through all descendants takes longer."""
    return [
        child
        for child in tag.children
        if isinstance(child, Tag) and not set(names).isdisjoint(_classes(child))
    ]


@dataclass(frozen=True, slots=True)
class _Limits:
    """The page or the clip box that lines stand in: px a point, and the sides in px."""

    zoom: float
    left: float
    bottom: float
    right: float
    top: float
    hides: str

    def hidden(self, x: float, y: float, size: float) -> str:
        """Why text that begins at (x, y) cannot be seen, all in px."""
        inside = self.left - size < x < self.right and self.bottom - 0.5 * size < y < self.top
        return "" if inside else self.hides


@dataclass(frozen=True, slots=True)
class _State:
    """The style in force inside a line: lengths in px before the matrix."""

    font_class: str
    size: float
    letter: float
    word: float
    rise: float
    colour: str


@dataclass(frozen=True, slots=True)
class _Ink:
    """A state made ready for glyphs: widths and spacing in points along the line."""

    state: _State
    style: Style
    face: Face
    em: float
    letter: float
    word: float


class _Reader:
    """Reads pages one after the other; fonts are parsed once."""

    def __init__(self, sheet: Stylesheet, own: bool = False) -> None:
        self.sheet, self.own = sheet, own
        self.faces = Faces(sheet.fonts, sheet.faces)
        self.plain: dict[str, str] = dict(PRIVATE_MEANING)
        if own:
            self.plain["\ufffd"] = "\ufffd"
        self.glyphs = 0
        self.unmapped = 0
        self.runs = RunBuilder()
        self.nodes: list[str] = []
        self._shelf = Shelf()

    def page(self, number: int, frame: Tag) -> Page:
        """One page; hidden text stays, with the reason why it is hidden."""
        zoom = page_zoom(frame)
        lengths = self.sheet.lengths_of(_classes(frame))
        width, height = lengths.get("width", 0.0), lengths.get("height", 0.0)
        self.runs, self.nodes = RunBuilder(), []
        for index, (tag, limits) in enumerate(self._lines(frame, zoom, width, height)):
            _Line(self, f"pf{number:x}/t{index}", tag, limits).read()
            if self.own:
                self.runs.flush()
        self.runs.flush()
        blocks = [
            replace(block, node=node)
            for block, node in zip(self.runs.blocks, self.nodes, strict=True)
        ]
        if not self.own:
            blocks = _reveal_ocr(blocks)
        return Page(number, width / zoom, height / zoom, self._shelf.put(blocks))

    def _lines(
        self, frame: Tag, zoom: float, width: float, height: float
    ) -> Iterator[tuple[Tag, _Limits]]:
        """The text lines in document order, each with the page or the clip box it stands in."""
        page = _Limits(zoom, 0.0, 0.0, width, height, "off-page")
        for content in _children(frame, "pc"):
            for child in _children(content, "t", "c"):
                names = _classes(child)
                if "t" in names:
                    yield child, page
                    continue
                clip = self._clip(names, zoom)
                yield from ((line, clip) for line in _children(child, "t"))

    def _clip(self, names: list[str], zoom: float) -> _Limits:
        lengths = self.sheet.lengths_of(names)
        left, bottom = lengths.get("left", 0.0), lengths.get("bottom", 0.0)
        right, top = left + lengths.get("width", 0.0), bottom + lengths.get("height", 0.0)
        return _Limits(zoom, left, bottom, right, top, "clipped")

    def warnings(self, name: str) -> tuple[str, ...]:
        """What the user should know about the glyphs; text that is mostly private use is none."""
        share = self.unmapped / self.glyphs if self.glyphs else 0.0
        advice = "convert the PDF again with --tounicode 1"
        if share > UNREADABLE:
            raise NoTextError(f"{name}: {share:.0%} of the glyphs have no Unicode value; {advice}")
        if not self.unmapped:
            return ()
        said = f"{self.unmapped} glyphs have no Unicode value and were left out"
        return (f"{said}; {advice}" if share >= MANY_UNMAPPED else said,)


class _Line:
    """Reads one `.t` element: a pen walks along the baseline and hands every glyph to the runs."""

    def __init__(self, reader: _Reader, node: str, tag: Tag, limits: _Limits) -> None:
        self._reader, self._node, self._tag, self._limits = reader, node, tag, limits
        self._names = _classes(tag)
        lengths = reader.sheet.lengths_of(self._names)
        a, b, c, d = reader.sheet.matrix_of(self._names)
        self._x = limits.left + lengths.get("left", 0.0)
        self._y = limits.bottom + lengths.get("bottom", 0.0)
        self._along, self._across = hypot(a, b) / limits.zoom, hypot(c, d) / limits.zoom
        # CSS turns clockwise for the eye, because its y axis points down.
        self._rotation = round((degrees(atan2(-b, a)) + 180) % 360 - 180, 1)
        self._pen, self._baseline = self._x / limits.zoom, self._y / limits.zoom
        if self._rotation:
            turn, x, y = radians(self._rotation), self._pen, self._baseline
            self._pen = x * cos(turn) + y * sin(turn)
            self._baseline = y * cos(turn) - x * sin(turn)
        self._offset = 0

    def read(self) -> None:
        """Hand over all glyphs of the line."""
        start = _State("", 0.0, 0.0, 0.0, 0.0, "#000000")
        self._walk(self._tag, self._ink(self._changed(start, self._names)))

    def _walk(self, tag: Tag, ink: _Ink) -> None:
        for child in tag.children:
            if not isinstance(child, Tag):
                self._write(str(child), ink)
                continue
            names = _classes(child)
            if "_" not in names:
                state = self._changed(ink.state, names)
                self._walk(child, ink if state == ink.state else self._ink(state))
                continue
            lengths = self._reader.sheet.lengths_of(names)
            step = lengths.get("width", lengths.get("margin-left"))
            if step is None:
                self._write(child.get_text(), ink)
            else:
                said = child.get_text()
                self._pen += step * self._along
                self._offset += len(said)
                if self._reader.own:
                    self._reader.runs.reach(self._pen, said)
                elif said:
                    self._reader.runs.space(SEEN_SPACE)

    def _changed(self, state: _State, names: list[str]) -> _State:
        """The state inside an element with these classes: all but the rise is inherited."""
        sheet = self._reader.sheet
        lengths = sheet.lengths_of(names)
        return _State(
            font_class=next((n for n in names if n in sheet.fonts), state.font_class),
            size=lengths.get("font-size", state.size),
            letter=lengths.get("letter-spacing", state.letter),
            word=lengths.get("word-spacing", state.word),
            rise=state.rise + lengths.get("vertical-align", 0.0),
            colour=next((sheet.colours[n] for n in names if n in sheet.colours), state.colour),
        )

    def _ink(self, state: _State) -> _Ink:
        face = self._reader.faces[state.font_class]
        rule = self._reader.sheet.fonts.get(state.font_class)
        size = state.size * self._across
        seen = state.colour != TRANSPARENT or (rule is not None and rule.drawn)
        hidden = self._limits.hidden(self._x, self._y, size * self._limits.zoom)
        style = Style(
            font=Font(face.family, round(size, 2), face.bold, face.italic),
            baseline=self._baseline + state.rise * self._across,
            colour=state.colour or "#000000",
            rotation=self._rotation,
            hidden=hidden or ("" if seen else "invisible"),
            ascent=ASCENT * size,
            descent=DESCENT * size,
        )
        em, letter, word = (v * self._along for v in (state.size, state.letter, state.word))
        return _Ink(state, style, face, em, letter, word)

    def _write(self, text: str, ink: _Ink) -> None:
        reader, runs = self._reader, self._reader.runs
        blocks, nodes = runs.blocks, reader.nodes
        widths, meanings = ink.face.advances, ink.face.meanings
        for char in text:
            said = meanings.get(char) or reader.plain.get(char)
            if said is None:
                said = reader.plain[char] = _said(char)
            left = self._pen
            right = left + widths[char] * ink.em
            if said == " ":
                self._pen = right + ink.letter + ink.word
                runs.space(SEEN_SPACE)
            elif said:
                self._pen = right + ink.letter
                reader.glyphs += 1
                runs.add(said, left, right, ink.style)
                if len(nodes) == len(blocks):
                    nodes.append(f"{self._node}+{self._offset}")
            elif _is_unmapped(char):
                self._pen = right + ink.letter
                reader.glyphs += 1
                reader.unmapped += 1
                runs.skip(left, right)
            self._offset += 1


def _is_unmapped(char: str) -> bool:
    return "\ue000" <= char <= "\uf8ff" or char == "\ufffd"


def _said(char: str) -> str:
    """What a character of the replica says in plain Unicode; nothing for private use."""
    return "" if _is_unmapped(char) else plain(ord(char))


def _reveal_ocr(blocks: list[TextBlock]) -> list[TextBlock]:
    """On a page where all text is invisible it is the OCR layer of a scan: that is what is seen."""
    if any(not block.hidden for block in blocks):
        return blocks
    return [replace(b, hidden="") if b.hidden == "invisible" else b for b in blocks]
