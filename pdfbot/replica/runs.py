"""Characters to text blocks: runs on one baseline in one font, words in plain Unicode."""

from __future__ import annotations

import unicodedata
from array import array

from pdfbot.dataclass import dataclass
from pdfbot.model import Box, Font, TextBlock

# Within a run, in ems: a gap from here on is a word space, ...
WORD_GAP = 0.115
# (less is enough where the file has a space, or the PDF library thinks so: an f leans over its
# own width, and tight lines have narrow spaces), ...
REAL_SPACE, SEEN_SPACE = 0.0, 0.05
# ... from here on it ends the block (columns and table cells stand at least so far apart), ...
BLOCK_GAP = 0.75
# ... and a step back of more than this is the beginning of another run.
BACK_STEP = 0.35

# Spacing diacritics that old TeX fonts draw over, under or beside the letter they belong to.
COMBINING = {
    "`": "\u0300", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "˘": "\u0306",
    "˙": "\u0307", "¨": "\u0308", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327",
    "˛": "\u0328", "^": "\u0302", "~": "\u0303",
}  # fmt: skip
# Letters that neither carry an accent of their own nor lean over the next glyph, and the gap
# (in ems, either way) within which they simply follow each other.
LETTERS = frozenset("abcdeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,.;:()[]-")
STILL = 0.1
TOUCHING = 0.02
DOTLESS = {"ı": "i", "ȷ": "j"}


@dataclass(slots=True)
class Style:
    """What the characters of one text object share; not frozen, because a page makes hundreds."""

    font: Font
    baseline: float
    colour: str
    rotation: float
    hidden: str
    ascent: float
    descent: float


def plain(code: int) -> str:
    """The character as readers write it: no control characters, ligatures or odd spaces."""
    if 0x20 <= code < 0x7F:
        return chr(code)
    if code in (0x02, 0xAD, 0xFFFE, 0x2010, 0x2011):
        return "-"
    if code < 0x20 or 0xD800 <= code < 0xE000 or code == 0xFFFF:
        return ""
    char = chr(code)
    if code in (0xA0, 0x2007, 0x202F) or 0x2000 <= code <= 0x200A:
        return " "
    if code in (0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF) or 0x7F <= code < 0xA0:
        return ""
    if 0xFB00 <= code <= 0xFB06 or 0x1D400 <= code <= 0x1D7FF:
        return unicodedata.normalize("NFKC", char)
    return char


def compose(letter: str, accent: str) -> str | None:
    """The letter with the diacritic on it as one character; None where Unicode has none."""
    mark = COMBINING.get(accent) or (accent if unicodedata.combining(accent) else None)
    if mark is None or not letter.isalpha():
        return None
    whole = unicodedata.normalize("NFC", DOTLESS.get(letter, letter) + mark)
    return whole if len(whole) == 1 else None


class RunBuilder:
    """Collects the characters of a page in the order of the file and cuts them into blocks."""

    def __init__(self, steps: dict[str, tuple[float, int]] | None = None) -> None:
        """`steps` remembers for each font how far an f moves on: its ink leans over its width."""
        self._steps = {} if steps is None else steps
        self.blocks: list[TextBlock] = []
        self._style: Style | None = None
        self._text: list[str] = []
        self._edges: list[float] = []
        self._left = self._right = 0.0
        self._space: float | None = None
        self._heights: dict[float, float] = {}

    def space(self, least: float = REAL_SPACE) -> None:
        """A space in the file, or one that the PDF library saw: the next character begins a word.

        `least` is the gap, in ems, that the page must show for it.
        """
        self._space = least

    def skip(self, left: float, right: float) -> None:
        """A glyph without a letter: it takes its place, so that no word space appears there."""
        if self._text and abs(left - self._right) < 2 * abs(right - left):
            self._right = max(self._right, right)

    def reach(self, right: float, space: str = "") -> None:
        """The last glyph, or a space after it, ends here: pdfbot's own replicas say it exactly."""
        if self._text:
            if space:
                self._text.append(space)
                self._edges.append(self._right)
            self._right = right

    def follow(
        self, chars: str, lefts: list[float], rights: list[float], start: int, end: int
    ) -> int:
        """Adds plain letters that simply follow the last glyph, in its style, and word spaces.

        Of the characters from `start` to `end`; gives back where it stopped. Most of a page is such
        letters, and what `add` asks about each glyph need not be asked for them.
        """
        text, edges, style = self._text, self._edges, self._style
        if style is None or not text or text[-1] not in LETTERS:
            return start
        em = style.font.size
        still, word_gap, block_gap = STILL * em, WORD_GAP * em, BLOCK_GAP * em
        last_left, last_right, space = self._left, self._right, self._space
        index = start
        while index < end:
            char, left = chars[index], lefts[index]
            if char == " ":
                space = REAL_SPACE if rights[index] > left else SEEN_SPACE
                index += 1
                continue
            if char not in LETTERS:
                break
            gap = left - last_right
            if space is None:
                if left <= last_left or not -still <= gap <= still:
                    break
            else:
                if not 0 < gap <= block_gap:
                    break
                if gap > word_gap or gap > space * em:
                    text.append(" ")
                    edges.append(last_right)
                space = None
            text.append(char)
            edges.append(left)
            last_left, last_right = left, rights[index]
            index += 1
        self._left, self._right, self._space = last_left, last_right, space
        return index

    def add(self, text: str, left: float, right: float, style: Style) -> None:
        """One glyph, from `left` to `right` along its baseline; a ligature has several letters."""
        if self._text:
            em = style.font.size
            same = style is self._style or self._fits(style)
            gap = left - self._right
            # Most glyphs are plain letters that follow the last one: no other case is tried then.
            if (
                same
                and text in LETTERS
                and self._text[-1] in LETTERS
                and self._space is None
                and left > self._left
                and abs(gap) <= STILL * em
            ):
                self._text.append(text)
                self._edges.append(left)
                self._left, self._right = left, right
                return
            # Only glyphs that stand over each other can be a letter and its accent, or a ligature.
            if gap <= 0:
                if self._accent(text, left, right, style):
                    return
                if same and left == self._left and right == self._right:
                    self._put_twin(text)
                    return
            if self._text[-1] == "f" and self._edges[-1] == self._left and em > 0:
                gap = self._gap_behind_f(left, style)
            if not same or gap > BLOCK_GAP * em or gap < -BACK_STEP * em:
                self.flush()
            elif gap > WORD_GAP * em or (self._space is not None and gap > self._space * em):
                self._text.append(" ")
                self._edges.append(self._right)
        if not self._text:
            self._style = style
        self._space = None
        self._put(text, left, right)

    def _gap_behind_f(self, left: float, style: Style) -> float:
        """The gap from where an f of this font usually ends: its ink leans over its width.

        Where the ink itself touches the next glyph there is no space, whatever is usual.
        """
        em = style.font.size
        step = (left - self._left) / em
        total, count = self._steps.get(style.font.family, (0.0, 0))
        if style is self._style and 0.15 < step < 0.42:
            total, count = total + step, count + 1
            self._steps[style.font.family] = (total, count)
        gap = left - self._right
        if count and gap > TOUCHING * em:
            self._right = min(self._right, self._left + total / count * em)
        return left - self._right

    def _put(self, text: str, left: float, right: float) -> None:
        if len(text) == 1:
            self._text.append(text)
            self._edges.append(left)
        else:
            step = (right - left) / len(text)
            self._text += text
            self._edges += [left + i * step for i in range(len(text))]
        self._left, self._right = left, right

    def _put_twin(self, text: str) -> None:
        """A ligature that came as several characters in one place: share its width among them."""
        count = 1
        while count < len(self._edges) and self._edges[-count] > self._left:
            count += 1
        letters = [*self._text[-count:], text]
        del self._text[-count:], self._edges[-count:]
        self._put("".join(letters), self._left, self._right)

    def _fits(self, style: Style) -> bool:
        own = self._style
        return (
            own is not None
            and own.font == style.font
            and abs(own.baseline - style.baseline) < 0.01 * style.font.size
            and own.rotation == style.rotation
            and own.hidden == style.hidden
            and own.colour == style.colour
        )

    def _accent(self, text: str, left: float, right: float, style: Style) -> bool:
        """Put an accent and the letter under it together when their boxes stand over each other."""
        overlap = min(right, self._right) - max(left, self._left)
        narrow = min(right - left, self._right - self._left)
        last = self._text[-1]
        if (
            narrow <= 0
            or overlap < 0.5 * narrow
            or self._style is None
            or abs(style.baseline - self._style.baseline) > 0.4 * style.font.size
        ):
            return False
        whole = compose(text, last) or compose(last, text)
        if whole is None:
            return False
        letter_first = last not in COMBINING and not unicodedata.combining(last)
        start, end = (self._left, self._right) if letter_first else (left, right)
        self._text[-1], self._edges[-1] = whole, start
        self._left, self._right = start, end
        if len(self._text) == 1 and not letter_first:
            self._style = style
        return True

    def flush(self) -> None:
        """End the block that is being built."""
        text, edges, style = self._text, self._edges, self._style
        if text and style is not None:
            edges.append(max(self._right, edges[-1]))
            self.blocks.append(_block("".join(text), edges, style, self._heights))
        self._text, self._edges, self._space = [], [], None


def _block(text: str, edges: list[float], style: Style, heights: dict[float, float]) -> TextBlock:
    """One block; blocks of a line share the numbers of their heights, for the memory's sake."""
    low, high = min(edges), max(edges)
    if style.rotation == 0.0:
        bottom, top = style.baseline + style.descent, style.baseline + style.ascent
        box = Box(low, heights.setdefault(bottom, bottom), high, heights.setdefault(top, top))
    else:
        box = _turned_box(low, high, style)
    return TextBlock(
        text=text,
        box=box,
        baseline=heights.setdefault(style.baseline, style.baseline),
        font=style.font,
        colour=style.colour,
        rotation=style.rotation,
        edges=array("f", edges),
        hidden=style.hidden,
    )


def _turned_box(low: float, high: float, style: Style) -> Box:
    """The upright box around rotated text; edges and baseline are in its own turned axes."""
    from math import cos, radians, sin

    turn = radians(style.rotation)
    xs, ys = [], []
    for along in (low, high):
        for across in (style.baseline + style.descent, style.baseline + style.ascent):
            xs.append(along * cos(turn) - across * sin(turn))
            ys.append(along * sin(turn) + across * cos(turn))
    return Box(min(xs), min(ys), max(xs), max(ys))
