"""Characters to text blocks: runs on one baseline in one font."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin
from statistics import mode

from pdfbot.model import Box, Font, TextBlock
from pdfbot.readers import shaped_scripts
from pdfbot.readers.drawn_accents import MAX_BLOCKS_OF_LINE, is_accent, put_on_letter
from pdfbot.readers.leftward_runs import Glyph, read_leftwards
from pdfbot.readers.letters import COMBINING, SIMPLE_LETTERS, compose
from pdfbot.text.writing_systems import (
    HANGUL,
    RIGHT_TO_LEFT,
    SOUTHEAST_ASIAN,
    is_mark,
    is_unspaced,
)

# Within a run, in ems. A gap that is wider than this is a word space, ...
WORD_GAP = 0.115
# ... but less is enough after a space that the file encodes, or that the PDF library guessed: an f
# overhangs its own width, and tight lines have narrow spaces.
ENCODED_SPACE = 0.0
GUESSED_SPACE = 0.05
# Between Korean syllables, which justified lines set apart.
HANGUL_GAP = 0.22
# The gap that a narrower space is widened to where the next word is in another font.
SHOWN_SPACE = 0.13
# A wider gap than this ends the block: it separates columns or table cells.
BLOCK_GAP = 0.75
# A step back of more than this begins another run.
BACK_STEP = 0.35
# After an f: its ink touches the next glyph.
TOUCHING = 0.02
# After an f: the range of plausible advance widths.
MIN_F_ADVANCE = 0.15
MAX_F_ADVANCE = 0.42
# Letters that share the width of one glyph; a file may claim that it stands for thousands.
MAX_LIGATURE = 8
# The first letter of the scripts that run leftwards or overlap.
FIRST_OTHER = "\u0590"
# The height of a block above and below its baseline.
ASCENT = 0.75
DESCENT = -0.22
# Baselines that differ by less are the same; an accent may be raised by up to this.
BASELINE_ROUNDING = 0.01
MAX_ACCENT_RISE = 0.4
# Share of the narrower glyph's width by which an accent overlaps its letter.
MIN_ACCENT_OVERLAP = 0.5
# An accent without a letter that some files have for a degree sign: 37˚C.
_RING_FOR_DEGREES = re.compile(r"(?<=\d)˚|(?<=\d )˚|˚(?= ?[CF]\b)")


@dataclass(slots=True)
class Style:
    """What the characters of one text object share; not frozen, since a page creates hundreds."""

    font: Font
    baseline: float
    colour: str
    rotation: float
    hidden: str
    ascent: float
    descent: float


def _word_gap(last: str, text: str) -> float:
    """The gap, in ems, above which a letter begins a word where the file has no space."""
    return HANGUL_GAP if HANGUL.match(last) and HANGUL.match(text) else WORD_GAP


class RunBuilder:
    """Collects the characters of a page in the order of the file and cuts them into blocks."""

    def __init__(self, f_advances: dict[str, tuple[float, int]] | None = None) -> None:
        """`f_advances` has the total and number of the advance widths of f seen in each font."""
        self._f_advances = {} if f_advances is None else f_advances
        # Whether the glyphs of Indic scripts come as they are drawn, not as they are typed.
        self.in_drawing_order = False
        # Glyphs that are drawn over those before them.
        self.steps_back: int = 0
        # The glyphs of a run from right to left, and the left edge of the last one.
        self._is_right_to_left = False
        self._leftward: list[Glyph] = []
        self._last_left = 0.0
        # The baselines of its letters: one in a cluster may be as high as the mark above it.
        self._baselines: list[float] = []
        self.blocks: list[TextBlock] = []
        self._style: Style | None = None
        self._text: list[str] = []
        self._edges: list[float] = []
        # The last glyph.
        self._left = self._right = 0.0
        # After a space: the gap, in ems, above which the next glyph begins a word.
        self._space: float | None = None

    def space(self, min_gap: float = ENCODED_SPACE) -> None:
        """Note a space; the next glyph begins a word if the page shows this gap, in ems."""
        self._space = min_gap

    def is_under_last_glyph(self, x: float) -> bool:
        """Whether the last glyph of the current run reaches a place."""
        return bool(self._text) and x <= self._right

    @property
    def ends_with_f(self) -> bool:
        """Whether the last glyph of the current run is an f."""
        return bool(self._text) and self._text[-1] == "f"

    def is_behind(self, x: float) -> bool:
        """Whether a place is before the end of the last glyph, in a script of overlapping ones."""
        return bool(self._text) and x < self._right and shaped_scripts.is_shaped(self._text[-1])

    def skip(self, left: float, right: float) -> None:
        """Leave room for a glyph without a letter, so that no word space appears there.

        A word space before it stays: "with √x" without its root is "with x".
        """
        if self._text and self._style and abs(left - self._right) < 2 * abs(right - left):
            is_apart = left - self._right > WORD_GAP * self._style.font.size
            self.reach(max(self._right, right), " " if is_apart and self._text[-1] != " " else "")

    def reach(self, right: float, space: str = "") -> None:
        """Set the exact end of the last glyph or a space after it, as in pdfbot's own replicas."""
        if self._text:
            if space:
                self._text.append(space)
                self._edges.append(self._right)
            self._right = right

    def follow(
        self,
        chars: str,
        lefts: Sequence[float],
        rights: Sequence[float],
        start: int,
        end: int,
        style: Style,
        letters: frozenset[str] = SIMPLE_LETTERS,
    ) -> int:
        """Add letters and spaces that simply follow the last glyph, which was added in this style.

        Takes characters from `start` up to `end`, as long as they are among these `letters`, and
        returns where it stopped. This is `add` as a loop: without it, reading a PDF takes a fifth
        longer.
        """
        if style.font.size <= 0 or not self._text or self._text[-1] not in letters:
            return start
        text, edges, em = self._text, self._edges, style.font.size
        word_gap, block_gap, back_step = WORD_GAP * em, BLOCK_GAP * em, -BACK_STEP * em
        last_left, last_right, space = self._left, self._right, self._space
        min_space = word_gap if space is None else min(word_gap, space * em)
        is_after_f = text[-1] == "f" and edges[-1] == last_left
        index = start
        while index < end:
            char, left = chars[index], lefts[index]
            if char == " ":
                is_wide = left < rights[index] > last_right
                space = ENCODED_SPACE if is_wide else GUESSED_SPACE
                min_space = space * em
                index += 1
                continue
            gap = left - last_right
            if char not in letters or left <= last_left or not back_step <= gap <= block_gap:
                break
            if is_after_f:
                if left - last_left > block_gap:
                    break
                self._left, self._right = last_left, last_right
                gap = self._gap_after_f(left, style, space, char)
                last_right = self._right
            if gap > min_space:
                text.append(" ")
                edges.append(last_right)
            space, min_space = None, word_gap
            text.append(char)
            edges.append(left)
            last_left, last_right = left, rights[index]
            is_after_f = char == "f"
            index += 1
        self._left, self._right, self._space = last_left, last_right, space
        return index

    def add(self, text: str, left: float, right: float, style: Style) -> None:
        """Add a glyph from `left` to `right` along its baseline; a ligature has several letters."""
        if (text >= FIRST_OTHER or self._is_right_to_left) and self._add_other(
            text, left, right, style
        ):
            return
        if self._text and self._is_merged(text, left, right, style):
            return
        if not self._text:
            self._style = style
        self._space = None
        if len(text) > 1:
            self._append(text, left, right)
            return
        self._text.append(text)
        self._edges.append(left)
        self._left, self._right = left, right

    def _is_merged(self, text: str, left: float, right: float, style: Style) -> bool:
        """Put a glyph into the last one, as an accent or a ligature.

        Where it is neither, this ends the block if the glyph begins another, or adds a word space.
        """
        em = style.font.size
        is_same_style = style is self._style or self._matches(style)
        gap = left - self._right
        # Only glyphs that overlap can be a letter and its accent, or a ligature.
        if gap <= 0:
            if self._combine_accent(text, left, right, style):
                return True
            if is_same_style and left == self._left and right == self._right:
                self._split_ligature(text)
                return True
        if self._text[-1] == "f" and self._edges[-1] == self._left and em > 0:
            gap = self._gap_after_f(left, style, self._space, text)
        if not is_same_style or gap > BLOCK_GAP * em or gap < -BACK_STEP * em:
            self.steps_back += is_same_style and gap < -BACK_STEP * em
            self._show_space(left, gap, em)
            self.flush()
        elif self._begins_word(text, gap, em):
            self._text.append(" ")
            self._edges.append(self._right)
        return False

    def _show_space(self, left: float, gap: float, em: float) -> None:
        """Widen a space that would be lost between two blocks that nearly touch."""
        if self._space is not None and self._space * em < gap <= WORD_GAP * em:
            self._right = max(self._left, left - SHOWN_SPACE * em)

    def _begins_word(self, text: str, gap: float, em: float) -> bool:
        """Whether a gap that does not end the block shows a word space."""
        last = self._text[-1]
        is_wide = gap > (WORD_GAP if text < FIRST_OTHER else _word_gap(last, text)) * em
        if not is_wide and (self._space is None or gap <= self._space * em):
            return False
        return not is_unspaced(last, text)

    @property
    def place(self) -> tuple[int, int]:
        """The number of the current block, and that of its last character."""
        return len(self.blocks), len(self._text) - 1

    def flush(self) -> None:
        """End the current block."""
        text, edges, style = self._text, self._edges, self._style
        if self._is_right_to_left and style is not None:
            style = replace(style, baseline=mode(self._baselines or [style.baseline]))
            self.blocks.append(_block(*read_leftwards(self._leftward, style.font.size), style))
            self._leftward, self._baselines, self._is_right_to_left = [], [], False
        elif text and style is not None:
            edges.append(max(self._right, edges[-1]))
            joined = "".join(text)
            if not joined.isascii():
                joined, edges = self._in_order(joined, edges)
                joined = _RING_FOR_DEGREES.sub("°", joined)
            block = _block(joined, edges, style)
            if len(joined) > 1 or not is_accent(joined) or not self._put_on_letter(block):
                self.blocks.append(block)
        self._text, self._edges, self._space = [], [], None

    def _put_on_letter(self, accent: TextBlock) -> bool:
        """Put an accent that is a block alone on a letter of its line; False if there is none."""
        end = len(self.blocks)
        line = range(max(end - MAX_BLOCKS_OF_LINE, 0), end)
        return put_on_letter(self.blocks, line, accent)

    def _in_order(self, text: str, edges: list[float]) -> tuple[str, list[float]]:
        """The letters of a run as they are typed, and their edges."""
        if self.in_drawing_order:
            text = shaped_scripts.put_in_order(text)
        if shaped_scripts.SPLIT_VOWEL.search(text):
            return shaped_scripts.join_vowels(text, edges)
        return text, edges

    def _add_other(self, text: str, left: float, right: float, style: Style) -> bool:
        """Add a glyph that does not simply follow the last one; False if it is none."""
        if self._is_right_to_left or RIGHT_TO_LEFT.match(text):
            return self._add_leftwards(text, left, right, style)
        if shaped_scripts.is_shaped(text):
            self._add_shaped(text, left, right, style)
            return True
        return False

    def _add_shaped(self, text: str, left: float, right: float, style: Style) -> None:
        """Add a glyph of a script whose vowels and tones overlap the letters they belong to."""
        em = style.font.size
        gap = left - self._right
        is_above = is_mark(text) and gap <= -shaped_scripts.RA_SLACK * em
        if not self._is_continued(left, style, is_above):
            self.flush()
            self._style = style
        elif is_above and unicodedata.category(text[0]) == "Mn":
            self._insert_mark(text, left, right)
            return
        elif gap > shaped_scripts.word_gap(text, self._space) * em and (
            not is_mark(text) or (self.in_drawing_order and text == shaped_scripts.VOWEL_I)
        ):
            self._text.append(" ")
            self._edges.append(self._right)
        is_inside = (
            bool(self._text)
            and left >= self._left
            and right <= self._right + shaped_scripts.RA_SLACK * em
        )
        if self.in_drawing_order:
            text = shaped_scripts.stand_in(text, is_inside)
        last_left, last_right = self._left, self._right
        self._space = None
        self._append(text, left, right)
        if is_inside:
            self._left, self._right = last_left, last_right
        elif is_mark(text) and not SOUTHEAST_ASIAN.match(text):
            # A vowel sign that is drawn before its letter ends where that does.
            self._right = max(right, last_right)

    def _is_continued(self, left: float, style: Style, is_above: bool) -> bool:
        """Whether a glyph of overlapping ones belongs to the current block."""
        em = style.font.size
        gap = left - self._right
        return (
            bool(self._text)
            and (style is self._style or self._matches(style, is_above))
            and gap <= BLOCK_GAP * em
            and (gap > -shaped_scripts.MAX_STEP_BACK * em or (is_above and left > self._edges[0]))
        )

    def _insert_mark(self, mark: str, left: float, right: float) -> None:
        """Put a mark behind the letter that it is drawn over."""
        index = shaped_scripts.place_of_mark(mark, self._text, self._edges, left, right)
        end = self._edges[index] if index < len(self._edges) else self._right
        self._text[index:index] = mark
        self._edges[index:index] = [end] * len(mark)

    def _add_leftwards(self, text: str, left: float, right: float, style: Style) -> bool:
        """Add a glyph of a run from right to left; False if it runs to the right.

        Files have such glyphs in either order, and so they are sorted when the run is complete.
        """
        em = style.font.size
        is_own = RIGHT_TO_LEFT.match(text) is not None
        is_continued = (
            self._is_right_to_left
            and (is_own or not text.isalnum())
            and (style is self._style or self._matches(style, is_above=True))
            and self._left - right <= BLOCK_GAP * em
            and left - self._right <= BLOCK_GAP * em
        )
        if not is_continued:
            self.flush()
            if not is_own:
                return False
            self._style, self._is_right_to_left = style, True
            self._left, self._right = left, right
            self._last_left = left
        has_space = self._space is not None and left < self._last_left
        if has_space and self._space == GUESSED_SPACE and self._leftward:
            # The library guesses spaces beside marks, which are drawn anywhere.
            has_space = not (is_mark(text) or is_mark(self._leftward[-1].text))
        self._leftward.append(Glyph(text, left, right, has_space))
        if not is_mark(text):
            self._baselines.append(style.baseline)
        self._last_left = left
        self._left, self._right = min(self._left, left), max(self._right, right)
        self._space = None
        return True

    def _gap_after_f(self, left: float, style: Style, space: float | None, text: str) -> float:
        """The gap before the text, from the font's average advance width of f, whose ink overhangs.

        Where the ink itself touches the next glyph there is no space, whatever the average, unless
        the file or the library has one before a letter: in "of finite", both overhang it.
        """
        own = self._style or style
        em = own.font.size
        advance = (left - self._left) / em
        total, count = self._f_advances.get(own.font.family, (0.0, 0))
        if style is own and MIN_F_ADVANCE < advance < MAX_F_ADVANCE:
            total, count = total + advance, count + 1
            self._f_advances[own.font.family] = (total, count)
        gap, has_space = left - self._right, space is not None and text.isalnum()
        if count and (has_space or gap > TOUCHING * em):
            self._right = min(self._right, self._left + total / count * em)
        return left - self._right

    def _append(self, text: str, left: float, right: float) -> None:
        if len(text) == 1:
            self._text.append(text)
            self._edges.append(left)
        else:
            step = (right - left) / len(text)
            self._text += text
            self._edges += [left + i * step for i in range(len(text))]
        self._left, self._right = left, right

    def _split_ligature(self, text: str) -> None:
        """Share the width of a ligature that came as several characters in the same place."""
        count = 1
        while count < min(len(self._edges), MAX_LIGATURE) and self._edges[-count] > self._left:
            count += 1
        if count == MAX_LIGATURE:
            self._text.append(text)
            self._edges.append(self._right)
            return
        letters = [*self._text[-count:], text]
        del self._text[-count:], self._edges[-count:]
        self._append("".join(letters), self._left, self._right)

    def _matches(self, style: Style, is_above: bool = False) -> bool:
        """Whether `style` continues the current block; marks above it may be raised."""
        own = self._style
        slack = MAX_ACCENT_RISE if is_above else BASELINE_ROUNDING
        return (
            own is not None
            and (own.font is style.font or own.font == style.font)
            and abs(own.baseline - style.baseline) < slack * style.font.size
            and own.rotation == style.rotation
            and own.hidden == style.hidden
            and own.colour == style.colour
        )

    def _combine_accent(self, text: str, left: float, right: float, style: Style) -> bool:
        """Combine an accent and its letter, in either order, if their boxes overlap."""
        last = self._text[-1]
        if text in SIMPLE_LETTERS and last in SIMPLE_LETTERS:
            return False
        overlap = min(right, self._right) - max(left, self._left)
        narrower = min(right - left, self._right - self._left)
        if (
            narrower <= 0
            or overlap < MIN_ACCENT_OVERLAP * narrower
            or self._style is None
            or abs(style.baseline - self._style.baseline) > MAX_ACCENT_RISE * style.font.size
        ):
            return False
        composed = compose(text, last) or compose(last, text)
        if composed is None:
            return False
        letter_first = last not in COMBINING and not unicodedata.combining(last)
        start, end = (self._left, self._right) if letter_first else (left, right)
        del self._text[-1]
        before = self._edges.pop()
        if not letter_first and not self._matches(style):
            # The accent is in the font of the text before it, the letter in that of formulas.
            if self._text and self._text[-1] == " ":
                del self._text[-1]
                before = self._edges.pop()
            self._right = before
            self.flush()
            self._style = style
        self._text += composed
        self._edges += [start, *[end] * (len(composed) - 1)]
        self._left, self._right = start, end
        return True


def _block(text: str, edges: list[float], style: Style) -> TextBlock:
    # They are nearly always in order, and so sorted in a third of the time of `min` and `max`.
    ordered = sorted(edges)
    low, high = ordered[0], ordered[-1]
    if style.rotation == 0.0:
        box = Box(low, style.baseline + style.descent, high, style.baseline + style.ascent)
    else:
        box = _rotated_box(low, high, style)
    found = array("f", edges)
    return TextBlock(
        text, box, style.baseline, style.font, style.colour, style.rotation, found, style.hidden
    )


def _rotated_box(low: float, high: float, style: Style) -> Box:
    """The upright box around rotated text, whose edges and baseline are in rotated axes."""
    angle = radians(style.rotation)
    xs, ys = [], []
    for along in (low, high):
        for across in (style.baseline + style.descent, style.baseline + style.ascent):
            xs.append(along * cos(angle) - across * sin(angle))
            ys.append(along * sin(angle) + across * cos(angle))
    return Box(min(xs), min(ys), max(xs), max(ys))
