"""The text of a page: its characters, grouped by text object, become text blocks."""

from __future__ import annotations

import re
from array import array
from collections.abc import MutableSequence
from typing import NamedTuple

from pdfbot.model import Font, TextBlock
from pdfbot.readers.font_names import is_extension, is_math, is_unicode_math
from pdfbot.readers.glyphs.signs import UNKNOWN, is_private
from pdfbot.readers.letters import PLAIN_LETTERS, SIMPLE_LETTERS, plain_text
from pdfbot.readers.pdfium import bare_calls as bare
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import end_of_object, read_boxes, read_characters
from pdfbot.readers.pdfium.clipping import ClipReader
from pdfbot.readers.pdfium.doubtful_glyphs import DoubtfulGlyphs, PageDoubts, SuspectFont
from pdfbot.readers.pdfium.large_signs import LargeSigns
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.pdfium.replaced_text import CLUSTERED, join_clusters
from pdfbot.readers.pdfium.styles import StyleReader, is_bitmap
from pdfbot.readers.shaped_scripts import is_in_drawing_order
from pdfbot.readers.tex_extension import has_other_codes, is_large, is_piece, may_be_large
from pdfbot.readers.text_runs import ENCODED_SPACE, GUESSED_SPACE, RunBuilder, Style

# The order in which the library returns the sides of a box.
LEFT, TOP, RIGHT, BOTTOM = range(4)
SPACE = 0x20
LINE_BREAKS = (0x0A, 0x0D)
ROOT_SIGN = "√"
LINE_END_HYPHEN = 0x02
FIRST_LETTER = 0x21
# In a font of large signs, codes from here on are Unicode values and no numbers of glyphs.
FIRST_UNICODE = 0x100
# The first letter of the scripts that are not Latin, Cyrillic or Greek.
FIRST_OTHER = 0x590
# Zero-width spaces and joiners.
INVISIBLE = (0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF)
ASCII_END = 0x7F
ASCII = [plain_text(code) for code in range(ASCII_END)]
# A letter, or the first half of a mathematical one.
BEGINS_WORD = re.compile("[^\\W_]|[\ud800-\udbff]")
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufeff]")


class _FontKind(NamedTuple):
    """What is known of a font whatever the text object: by its name, and by its first glyph."""

    suspect: SuspectFont | None
    is_bitmap: bool
    is_unmapped: bool
    has_letters: bool
    has_other_codes: bool
    has_unicode_signs: bool
    is_math: bool


class TextReader:
    """Walks through the characters of one page and counts its glyphs."""

    def __init__(
        self,
        text: int,
        frame: PageFrame,
        clips: ClipReader,
        f_advances: dict[str, tuple[float, int]],
        doubts: DoubtfulGlyphs,
        page: int = 0,
    ) -> None:
        """`page` and `text` are the library's; `f_advances` is what the run builder remembers."""
        self.glyphs: int = 0
        # Those whose codes mean nothing, and those among them whose shapes say nothing either.
        self.unmapped: int = 0
        self.unknown: int = 0
        self._text = bare.reference(text)
        self._frame = frame
        self._runs = RunBuilder(f_advances)
        self._doubts = PageDoubts(doubts, text, page)
        self._large = LargeSigns(text, frame, self._doubts)
        self._count = pdfium.count_chars(text)
        self._chars = read_characters(text, self._count)
        self._styles = StyleReader(text, self._chars, frame, clips)
        self._boxes = read_boxes(self._text, self._count)
        self._lefts = _shift(self._boxes[LEFT::4], frame.left)
        self._rights = _shift(self._boxes[RIGHT::4], frame.left)
        # Characters of clusters: those that are repeated, and those whose places are known.
        self._repeated = self._placed = frozenset[int]()
        if page and CLUSTERED.search(self._chars):
            self._lefts, self._rights = [*self._lefts], [*self._rights]
            places = self._lefts, self._rights, frame.left
            self._repeated, self._placed = join_clusters(page, text, self._chars, *places)
        self._runs.in_drawing_order = is_in_drawing_order(self._chars)
        # The library reorders right-to-left scripts and so splits up text objects.
        self._is_contiguous = RIGHT_TO_LEFT.search(self._chars) is None
        # The text object of the current character, where it ends, and its style.
        self._owner: int | None = None
        self._owner_end = 0
        self._style: Style | None = None
        self._font: SuspectFont | None = None
        self._face = -1
        self._kinds: dict[int, _FontKind] = {}
        self._letters: dict[int, str] = {}
        # What its font is by its name: one of text, or one with large signs under some codes.
        self._has_letters, self._has_other_codes, self._has_unicode_signs = True, False, False
        self._is_unmapped = self._is_bitmap = self._is_math = False
        self._is_level = True
        # Whether its letters are what they claim to be, and stand side by side.
        self._is_plain = False

    def read(self, number: int) -> list[TextBlock]:
        """All blocks of the page with this number, in the order of the file."""
        high_surrogate = 0
        index = 0
        while index < self._count:
            code = ord(self._chars[index])
            if self._repeated and index in self._repeated:
                pass
            elif code == SPACE:
                self._read_space(index)
            elif 0xD800 <= code < 0xDC00:
                high_surrogate = code
            elif code not in LINE_BREAKS or self._is_glyph(index):
                if 0xDC00 <= code < 0xE000:
                    code = 0x10000 + ((high_surrogate & 0x3FF) << 10) + (code & 0x3FF)
                if index < self._owner_end or self._enter_object(index):
                    index = self._read_glyph(index, code)
                    continue
            index += 1
        self._runs.flush()
        self._doubts.finish(number)
        return self._runs.blocks

    @property
    def large_signs(self) -> list[TextBlock]:
        """Operators and brackets of extension fonts, which belong to no line of text."""
        return self._large.blocks

    @property
    def steps_back(self) -> int:
        """How many glyphs are drawn over those before them."""
        return self._runs.steps_back

    def _read_space(self, index: int) -> None:
        if bare.text_object(self._text, index) is not None:
            if self._is_drawn(index) and self._enter_object(index) and not self._has_letters:
                assert self._style is not None
                self._read_large_sign(index, self._sign_of(index, SPACE, self._style), self._style)
                return
            right = self._rights[index]
            is_wide = right > self._lefts[index]
            if is_wide and self._runs.is_under_last_glyph(right):
                # Drawn inside a ligature, as some programs do: the next word shows a gap, or none.
                self._runs.space(GUESSED_SPACE)
                return
            if not is_wide and self._runs.is_behind(self._lefts[index]):
                return
            self._runs.space(ENCODED_SPACE if is_wide else GUESSED_SPACE)
        elif self._runs.ends_with_f and BEGINS_WORD.match(self._chars, index + 1):
            # Between two text objects, gaps tell: but not behind an f, whose ink fills them.
            self._runs.space(GUESSED_SPACE)

    def _is_drawn(self, index: int) -> bool:
        """Whether there is a glyph in the place of a space: a bracket has its code in OMX."""
        return self._boxes[4 * index + TOP] > self._boxes[4 * index + BOTTOM]

    def _enter_object(self, index: int) -> bool:
        """Look up the text object of a character; False if it has none."""
        owner = bare.text_object(self._text, index)
        if owner is None:
            return False
        self._owner_end = (
            end_of_object(self._text, owner, index, self._count, self._chars)
            if self._is_contiguous
            else index + 1
        )
        if owner != self._owner:
            self._owner = owner
            self._style = style = self._styles.style_at(index, owner)
            self._is_level = self._frame.rotation == 0 and style.rotation == 0.0
            self._enter_font(self._styles.face, index, style)
        return True

    def _enter_font(self, face: int, index: int, style: Style) -> None:
        """Look up what is known of the font of a text object."""
        if face != self._face:
            self._change_font(face, index, style.font)
        if self._is_bitmap:
            self._enter_bitmap_font(face, index)
        elif self._is_math and self._font is not None and self._has_letters:
            chars = self._chars[index : self._owner_end]
            self._letters = self._doubts.meant(self._font, face, index, chars)
        if self._font is not None and not self._font.is_text:
            self._font.show(self._chars[index : self._owner_end])
        is_trusted = self._font is None or self._font.is_text
        self._is_plain = (
            is_trusted
            and self._has_letters
            and not self._has_unicode_signs
            and self._is_level
            and not (self._letters or self._is_unmapped)
        )

    def _change_font(self, face: int, index: int, font: Font) -> None:
        """Go on with another font: formulas change theirs with nearly every letter."""
        self._face, self._letters = face, {}
        kind = self._kinds.get(face)
        if kind is None:
            kind = self._kinds[face] = self._kind_of(face, index, font)
        self._font, self._is_bitmap, self._is_unmapped = kind[:3]
        self._has_letters, self._has_other_codes, self._has_unicode_signs, self._is_math = kind[3:]

    def _kind_of(self, face: int, index: int, font: Font) -> _FontKind:
        """Look up what is known of a font; `index` is that of a character in it."""
        family = font.family
        is_bitmap_font, has_letters = is_bitmap(font), not is_extension(family)
        suspect = None if is_bitmap_font else self._doubts.font(face, family)
        return _FontKind(
            suspect,
            is_bitmap_font,
            is_unmapped=suspect is not None and self._doubts.is_unmapped(face, index),
            has_letters=has_letters,
            has_other_codes=not has_letters and has_other_codes(family),
            has_unicode_signs=has_letters and is_unicode_math(family),
            is_math=is_math(family),
        )

    def _enter_bitmap_font(self, face: int, index: int) -> None:
        """Look up the letters of a bitmap font, and the widths of those in the text object."""
        bitmaps, end, shift = self._styles.bitmaps, self._owner_end, self._frame.left
        self._letters = bitmaps.letters(face)
        edges = self._boxes[4 * index + LEFT], self._boxes[4 * index + RIGHT]
        is_placed = index in self._placed
        if self._is_level and not is_placed and not bitmaps.has_box(index, *edges):
            if isinstance(self._lefts, array):
                self._lefts, self._rights = [*self._lefts], [*self._rights]
            extents = bitmaps.extents(face, index, end)
            self._lefts[index:end] = [left - shift for left, _ in extents]
            self._rights[index:end] = [right - shift for _, right in extents]

    def _is_glyph(self, index: int) -> bool:
        """Whether a line break is a glyph: fonts may have any sign in its place."""
        return bare.text_object(self._text, index) is not None

    def _read_glyph(self, index: int, code: int) -> int:
        """Add a glyph and the plain letters that follow it; returns the next index."""
        style = self._style
        assert style is not None
        if not (self._is_plain and FIRST_LETTER <= code < ASCII_END):
            return self._read_doubtful_glyph(index, code, style)
        self._runs.add(self._chars[index], self._lefts[index], self._rights[index], style)
        return self._follow(index, style, SIMPLE_LETTERS)

    def _follow(self, index: int, style: Style, letters: frozenset[str]) -> int:
        """Add the letters that follow a glyph; returns the next index."""
        lefts, rights, end = self._lefts, self._rights, self._owner_end
        end = self._runs.follow(self._chars, lefts, rights, index + 1, end, style, letters)
        self.glyphs += end - index - self._chars.count(" ", index, end)
        return end

    def _read_doubtful_glyph(self, index: int, code: int, style: Style) -> int:
        """Add a glyph that may be another sign than its code says; returns the next index."""
        runs, left, right = self._runs, self._lefts[index], self._rights[index]
        self.glyphs += 1
        if self._read_if_large(index, code, style):
            return index + 1
        text = self._letters_of(index, code)
        if not text.strip(" "):
            self._leave_room(text, left, right)
            return index + 1
        if text == ROOT_SIGN:
            style = self._styles.hang_root(index, style)
            self._owner, self._owner_end = None, index
        if not self._is_level:
            left, right = self._extent_along(index, style)
        runs.add(text, left, right, style)
        if self._font is not None and not self._font.is_text:
            self._claim(self._font, index, text)
            return index + 1
        is_followed = self._is_level and self._has_letters and not self._has_unicode_signs
        if self._is_unmapped or not is_followed:
            return index + 1
        self.glyphs -= 1
        return self._follow(index, style, PLAIN_LETTERS if self._letters else SIMPLE_LETTERS)

    def _letters_of(self, index: int, code: int) -> str:
        if FIRST_LETTER <= code < ASCII_END and not (self._letters or self._is_unmapped):
            return ASCII[code]
        return self._text_of(index, code)

    def _leave_room(self, space: str, left: float, right: float) -> None:
        """Note a space, or a glyph without a letter."""
        if space:
            self._runs.space()
        else:
            self._runs.skip(left, right)

    def _claim(self, font: SuspectFont, index: int, text: str) -> None:
        """Remember a glyph of a font that may be one of symbols; it may be part of a ligature."""
        if not self._is_in_ligature(index):
            self._doubts.claim(font, self._face, index, text, self._runs.place)

    def _read_if_large(self, index: int, code: int, style: Style) -> bool:
        """Read a glyph that is a large sign by its font; False if it is a part of the text."""
        if self._has_letters:
            is_large_sign = self._has_unicode_signs and self._is_large(index, code, style)
            sign = chr(code) if is_large_sign else ""
        elif code < ASCII_END or is_piece(code) or self._has_other_codes:
            sign = self._sign_of(index, code, style)
            # Such a font may have arrows, too.
            is_large_sign = bool(sign) or code < FIRST_UNICODE or is_private(code)
        else:
            return False
        if is_large_sign:
            self._read_large_sign(index, sign, style)
        return is_large_sign

    def _read_large_sign(self, index: int, sign: str, style: Style) -> None:
        """An operator as high as its line is a part of it; brackets and larger ones are kept."""
        box = self._large.box(index)
        is_kept = bool(sign) and self._is_level and not style.hidden
        in_line = self._large.in_line(sign, box, style) if is_kept else None
        if in_line is not None:
            self._runs.add(sign, box.left, box.right, in_line)
            return
        self._runs.skip(self._lefts[index], self._rights[index])
        if is_kept:
            self._large.keep(sign, box, style)

    def _sign_of(self, index: int, code: int, style: Style) -> str:
        return self._large.sign(index, code, self._face, style.font.family)

    def _is_large(self, index: int, code: int, style: Style) -> bool:
        """Whether a glyph of a mathematical font with Unicode values is a large sign."""
        char = chr(code)
        if not may_be_large(char):
            return False
        return is_large(char, self._large.box(index).height, style.font.size)

    def _text_of(self, index: int, code: int) -> str:
        """The letters of a glyph; empty if it is one of no width that nothing can be said of."""
        if code in self._letters:
            code = ord(self._letters[code])
        text = plain_text(code)
        is_mapped = code != LINE_END_HYPHEN and not is_private(code)
        if self._font is not None and (self._is_unmapped or code >= FIRST_OTHER):
            # Whatever the code reads like, it may be nothing but the number of a glyph.
            is_mapped = is_mapped and pdfium.has_no_unicode(self._text, index) != 1
        if self._is_hyphen(code) or (text and is_mapped):
            return text
        if code in INVISIBLE:
            return ""
        sign = UNKNOWN
        if self._font is not None:
            sign = self._doubts.recognise(self._font, self._face, index, chr(code))
        self.unmapped += 1
        self.unknown += sign == UNKNOWN
        return sign

    def _is_in_ligature(self, index: int) -> bool:
        """Whether the character before or after this one is in the same place."""
        lefts, rights = self._lefts, self._rights
        left, right = lefts[index], rights[index]
        if index and lefts[index - 1] == left and rights[index - 1] == right:
            return True
        after = index + 1
        return after < self._count and lefts[after] == left and rights[after] == right

    def _is_hyphen(self, code: int) -> bool:
        """Whether the library means a hyphen at the end of a line, and not a glyph of this code."""
        return code == LINE_END_HYPHEN and (self._font is None or self._font.is_text)

    def _extent_along(self, index: int, style: Style) -> tuple[float, float]:
        sides = (self._boxes[4 * index + side] for side in (LEFT, BOTTOM, RIGHT, TOP))
        return self._styles.extent_along(index, self._frame.box(*sides), style)


def _shift(xs: array[float], origin: float) -> MutableSequence[float]:
    """Places from another origin: of most pages they are those in the file.

    As an array they are not made into thousands of numbers at once, for which Python would fetch
    new memory.
    """
    return [x - origin for x in xs] if origin else xs
