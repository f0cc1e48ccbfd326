"""One line of a replica: a pen moves along the baseline and hands every glyph to the page."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, radians, sin

from bs4 import Tag

from pdfbot.model import Font, TextBlock
from pdfbot.readers.glyphs.signs import UNKNOWN, is_private
from pdfbot.readers.letters import plain_text
from pdfbot.readers.pdf2htmlex.elements import BREAK_HYPHEN, class_names
from pdfbot.readers.pdf2htmlex.font_widths import Face, Faces
from pdfbot.readers.pdf2htmlex.stylesheet import TRANSPARENT, Matrix, Stylesheet
from pdfbot.readers.text_runs import (
    ASCENT,
    DESCENT,
    GUESSED_SPACE,
    WORD_GAP,
    RunBuilder,
    Style,
)

# Codes in pdf2htmlEX's private use area (U+E600 + code) that mean the same in every encoding.
PRIVATE_MEANINGS = {"\ue6a0": " ", "\ue6ad": "-"}
# Common words that end in the first letter of a ligature.
WORDS_IN_F = frozenset({"of", "if"})
_MAYBE_LIGATURE = re.compile("f[filt]|Th")


class PlainText(dict[str, str]):
    """The plain text of each character of a replica, computed once."""

    def __missing__(self, char: str) -> str:
        self[char] = text = UNKNOWN if is_private(ord(char)) else plain_text(ord(char))
        return text


@dataclass(frozen=True, slots=True)
class Replica:
    """What all lines of a replica share; `is_own` if pdfbot wrote it."""

    sheet: Stylesheet
    faces: Faces
    plain: PlainText
    is_own: bool

    @staticmethod
    def of(sheet: Stylesheet, is_own: bool) -> Replica:
        faces = Faces(sheet.fonts, sheet.faces, is_own=is_own)
        return Replica(sheet, faces, PlainText(PRIVATE_MEANINGS), is_own)


class PageBlocks:
    """The blocks of one page as they are built, each with the node at which its text begins."""

    def __init__(self) -> None:
        self.runs: RunBuilder = RunBuilder()
        self.nodes: list[str] = []
        self.glyphs = 0
        self.unmapped = 0

    def blocks(self) -> list[TextBlock]:
        self.runs.flush()
        return [
            replace(block, node=node)
            for block, node in zip(self.runs.blocks, self.nodes, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The page or the clip box that contains a line: its sides in px, and px per point.

    `hides` is the reason why text outside of it cannot be seen.
    """

    zoom: float
    left: float
    bottom: float
    right: float
    top: float
    hides: str

    def hidden(self, x: float, y: float, size: float) -> str:
        """Why text that begins at (x, y) cannot be seen, all in px; empty if it can."""
        inside = self.left - size < x < self.right and self.bottom - 0.5 * size < y < self.top
        return "" if inside else self.hides


@dataclass(frozen=True, slots=True)
class _CssState:
    """The CSS in force inside a line: lengths in px before the matrix is applied."""

    font_class: str
    size: float
    letter_spacing: float
    word_spacing: float
    rise: float
    colour: str


@dataclass(frozen=True, slots=True)
class _Ink:
    """A CSS state prepared for glyphs: the em and the spacing in points along the line."""

    state: _CssState
    style: Style
    face: Face
    em: float
    letter_spacing: float
    word_spacing: float


_INITIAL = _CssState("", 0.0, 0.0, 0.0, 0.0, "#000000")


class LineReader:
    """Reads one `.t` element into the text of its page."""

    def __init__(
        self,
        replica: Replica,
        page: PageBlocks,
        node: str,
        tag: Tag,
        bounds: Bounds,
        matrix: Matrix | None = None,
    ) -> None:
        """`matrix` is that of the running text around the line, if there is any."""
        self._replica, self._page, self._node, self._bounds = replica, page, node, bounds
        self._tag = tag
        self._names = class_names(tag)
        lengths = replica.sheet.lengths_of(self._names)
        a, b, c, d = matrix or replica.sheet.matrix_of(self._names)
        left, bottom = lengths.get("left", 0.0), lengths.get("bottom", 0.0)
        if matrix:
            # Here the place is before the matrix.
            x, y = lengths.get("--left", 0.0), lengths.get("--bottom", 0.0)
            left, bottom = a * x - c * y, d * y - b * x
        self._x, self._y = bounds.left + left, bounds.bottom + bottom
        # Points per px before the matrix, in the direction of the line and at right angles to it.
        self._along, self._across = hypot(a, b) / bounds.zoom, hypot(c, d) / bounds.zoom
        # CSS rotates clockwise, because its y axis points down.
        self._rotation = round((degrees(atan2(-b, a)) + 180) % 360 - 180, 1)
        self._pen, self._baseline = self._x / bounds.zoom, self._y / bounds.zoom
        if self._rotation:
            angle, x, y = radians(self._rotation), self._pen, self._baseline
            self._pen = x * cos(angle) + y * sin(angle)
            self._baseline = y * cos(angle) - x * sin(angle)
        self._offset = 0
        # In lines with letter spacing as wide as a word space, the word so far.
        self._word = ""

    def read(self) -> None:
        """Add all glyphs of the line to its page."""
        self._walk(self._tag, self._ink(self._cascade(_INITIAL, self._names)))

    def _walk(self, tag: Tag, ink: _Ink) -> None:
        for child in tag.children:
            if not isinstance(child, Tag):
                self._write(str(child), ink)
                continue
            names = class_names(child)
            if BREAK_HYPHEN in names:
                self._write("-", self._ink(self._cascade(ink.state, names)))
            elif "_" in names:
                self._write_spacing(child, names, ink)
            else:
                state = self._cascade(ink.state, names)
                self._walk(child, ink if state == ink.state else self._ink(state))

    def _write_spacing(self, tag: Tag, names: list[str], ink: _Ink) -> None:
        """Move the pen by the width of a `._` element, whose text is a space or empty."""
        text = tag.get_text()
        lengths = self._replica.sheet.lengths_of(names)
        step = lengths.get("width", lengths.get("margin-left"))
        if step is None:
            self._write(text, ink)
            return
        self._pen += step * self._along
        self._offset += len(text)
        if self._replica.is_own:
            self._page.runs.reach(self._pen, text)
        elif text:
            self._page.runs.space(GUESSED_SPACE)
            self._word = ""

    def _cascade(self, state: _CssState, names: list[str]) -> _CssState:
        """The state inside an element with these classes: all but the rise is inherited."""
        sheet = self._replica.sheet
        lengths = sheet.lengths_of(names)
        return _CssState(
            font_class=next((n for n in names if n in sheet.fonts), state.font_class),
            size=lengths.get("font-size", state.size),
            letter_spacing=lengths.get("letter-spacing", state.letter_spacing),
            word_spacing=lengths.get("word-spacing", state.word_spacing),
            rise=state.rise + lengths.get("vertical-align", 0.0),
            colour=next((sheet.colours[n] for n in names if n in sheet.colours), state.colour),
        )

    def _ink(self, state: _CssState) -> _Ink:
        face = self._replica.faces[state.font_class]
        rule = self._replica.sheet.fonts.get(state.font_class)
        size = state.size * self._across
        is_drawn = state.colour != TRANSPARENT or (rule is not None and rule.drawn)
        hidden = self._bounds.hidden(self._x, self._y, size * self._bounds.zoom)
        style = Style(
            font=Font(face.family, round(size, 2), face.bold, face.italic),
            baseline=self._baseline + state.rise * self._across,
            colour=state.colour or "#000000",
            rotation=self._rotation,
            hidden=hidden or ("" if is_drawn else "invisible"),
            ascent=ASCENT * size,
            descent=DESCENT * size,
        )
        lengths = (state.size, state.letter_spacing, state.word_spacing)
        return _Ink(state, style, face, *(length * self._along for length in lengths))

    def _write(self, text: str, ink: _Ink) -> None:
        page, runs = self._page, self._page.runs
        widths, meanings, plain = ink.face.advances, ink.face.meanings, self._replica.plain
        spacings = self._spacings_in_ligatures(text, ink)
        for index, char in enumerate(text):
            letters = meanings.get(char) or plain[char]
            if char in meanings and letters != " ":
                claimed = "" if plain[char] == UNKNOWN else char
                ink.face.overruled[claimed, letters] += 1
            left = self._pen
            right = left + widths[char] * ink.em
            if letters == " ":
                self._pen = right + ink.letter_spacing + ink.word_spacing
                if self._replica.is_own:
                    runs.reach(self._pen, " ")
                else:
                    runs.space(GUESSED_SPACE)
            elif letters:
                self._pen = right + spacings.get(index, ink.letter_spacing)
                page.glyphs += 1
                page.unmapped += letters == UNKNOWN and not self._replica.is_own
                runs.add(letters, left, right, ink.style)
                if len(page.nodes) == len(runs.blocks):
                    page.nodes.append(f"{self._node}+{self._offset}")
            self._offset += 1

    def _spacings_in_ligatures(self, text: str, ink: _Ink) -> dict[int, float]:
        """By index, the space after each letter but the last of a ligature; negative or none.

        Some lines have letter spacing as wide as a word space, which is undone after every letter
        within a word: there, two letters in a row are a ligature or belong to different words.
        """
        ligatures, is_wide = ink.face.narrowing, ink.letter_spacing > WORD_GAP * ink.em
        if self._replica.is_own or not (is_wide or _MAYBE_LIGATURE.search(text)):
            return {}
        spacings: dict[int, float] = {}
        index = 0
        while index < len(text):
            self._word += text[index]
            ligature = next((name for name in ligatures if text.startswith(name, index)), "")
            if ligature and not (is_wide and self._word in WORDS_IN_F):
                spacings |= dict.fromkeys(range(index, index + len(ligature) - 1), 0.0)
                spacings[index] = -ligatures[ligature] * ink.em
                index += len(ligature) - 1
            index += 1
            if index < len(text):
                self._word = ""
        return spacings
