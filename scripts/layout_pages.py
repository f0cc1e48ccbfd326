"""Pages of columns, titles, images and footnotes with a known reading order, written as a PDF.

Every word on a page is different, so that the order can be compared word by word. The text is set
in Helvetica, which needs no font in the file.
"""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass, field

# In points: the page, and the area of its text.
WIDTH, HEIGHT = 595.0, 842.0
LEFT, RIGHT, TOP = 45.0, 550.0, 770.0
# In points: the first line of a header, and the size and pitch of headers.
HEADER_TOP = 812
HEADER_SIZE = 7
HEADER_PITCH = 9
LABEL_SIZE = 7
# Times the font size.
PITCH_RATIO = 1.2
BASELINE_DROP = 0.8
# Chance that a line of prose ends its paragraph.
PARAGRAPH_END = 0.12
# In thousandths of the font size, from the metrics of Helvetica.
ADVANCES = {
    " ": 278, "a": 556, "b": 556, "c": 500, "d": 556, "e": 556, "f": 278, "g": 556, "h": 556,
    "i": 222, "j": 222, "k": 500, "l": 222, "m": 833, "n": 556, "o": 556, "p": 556, "q": 556,
    "r": 333, "s": 500, "t": 278, "u": 556, "v": 500, "w": 722, "x": 500, "y": 500, "z": 500,
    ",": 278, "A": 667, "B": 667, "C": 722, "D": 722, "E": 667, "F": 611, "G": 778, "H": 722,
    "I": 278, "J": 500, "K": 667, "L": 556, "M": 833, "N": 722, "O": 778, "P": 667, "Q": 778,
    "R": 722, "S": 667, "T": 611, "U": 722, "V": 667, "W": 944, "X": 667, "Y": 667, "Z": 611,
}  # fmt: skip
DEFAULT_ADVANCE = 556


@dataclass(frozen=True)
class DrawnLine:
    """A line of text; a justified one is as wide as `width`, which is 0 for the others."""

    x: float
    y: float
    size: float
    text: str
    width: float = 0.0


@dataclass
class LayoutPage:
    """A page while it is being laid out: frames of lines in reading order, images and their labels.

    `y` is where the next part goes, in points from the bottom.
    """

    number: int
    rng: random.Random
    size: float
    gap: float
    frames: list[list[DrawnLine]] = field(default_factory=list)
    drawings: list[str] = field(default_factory=list)
    labels: list[DrawnLine] = field(default_factory=list)
    y: float = TOP
    used_words: int = 0

    @property
    def pitch(self) -> float:
        return round(PITCH_RATIO * self.size, 2)

    def new_words(self, count: int) -> list[str]:
        """Words that are not on the page yet."""
        start = self.used_words
        self.used_words += count
        return [_make_word(self.number * 5000 + i) for i in range(start, self.used_words)]

    def column_edges(self, count: int) -> list[tuple[float, float]]:
        width = (RIGHT - LEFT - (count - 1) * self.gap) / count
        lefts = [LEFT + i * (width + self.gap) for i in range(count)]
        return [(left, left + width) for left in lefts]

    def set_prose(
        self,
        left: float,
        right: float,
        top: float,
        lines: int,
        *,
        size: float | None = None,
        heading: int = -1,
    ) -> list[DrawnLine]:
        """A frame of justified paragraphs; line number `heading` is a short centred heading."""
        size = size or self.size
        frame = []
        last_end = -1
        for index in range(lines):
            y = top - (index + BASELINE_DROP) * PITCH_RATIO * size
            if index == heading:
                text = " ".join(self.new_words(2))
                frame.append(DrawnLine((left + right - advance(text, size)) / 2, y, size, text))
                last_end = index
                continue
            x = left + (size if index == last_end + 1 else 0)
            words = self._fill_line(x, right, size)
            is_at_end = index == lines - 1 or index + 1 == heading
            is_last = is_at_end or self.rng.random() < PARAGRAPH_END
            if is_last:
                del words[max(1, self.rng.randrange(len(words)) + 1) :]
                last_end = index
            frame.append(DrawnLine(x, y, size, " ".join(words), 0.0 if is_last else right - x))
        return frame

    def _fill_line(self, left: float, right: float, size: float) -> list[str]:
        words: list[str] = []
        while left + advance(" ".join(words), size) <= right:
            words += self.new_words(1)
        self.used_words -= 1
        return words[:-1]

    def add_columns(self, count: int, lines: int, *, short: int = 0, shift: int = 0) -> None:
        """Columns side by side: the last `short` lines shorter, the first `shift` lines lower."""
        for index, (left, right) in enumerate(self.column_edges(count)):
            shorter = short if index == count - 1 else 0
            lower = shift if index == 0 else 0
            heading = self.rng.choice([-1, 3, 5])
            top = self.y - lower * self.pitch
            frame = self.set_prose(left, right, top, lines - shorter - lower, heading=heading)
            self.frames.append(frame)
        self.y -= lines * self.pitch + self.pitch * 0.5

    def add_title(self, words: int) -> None:
        text = " ".join(self.new_words(words)).upper()
        size = self.size + 1
        x = (LEFT + RIGHT - advance(text, size)) / 2
        self.y -= 0.4 * self.pitch
        self.frames.append([DrawnLine(x, self.y - size, size, text)])
        self.y -= size + 0.8 * self.pitch

    def add_header(self, lines: list[str]) -> None:
        frame = []
        for index, text in enumerate(lines):
            x = LEFT if self.number % 2 else RIGHT - advance(text, HEADER_SIZE)
            frame.append(DrawnLine(x, HEADER_TOP - HEADER_PITCH * index, HEADER_SIZE, text))
        self.frames.append(frame)

    def add_image_band(self, height: float = 90.0) -> None:
        """An image across the page."""
        self.draw_image(LEFT + 4, RIGHT - 4, self.y, height)
        self.y -= height + self.pitch

    def draw_image(self, left: float, right: float, top: float, height: float) -> None:
        """A bitmap on odd pages, a diagram with labels on even ones."""
        width, bottom = right - left, top - height
        if self.number % 2:
            matrix = f"{width:.1f} 0 0 {height:.1f} {left:.1f} {bottom:.1f}"
            self.drawings.append(f"q {matrix} cm /Im0 Do Q")
            return
        middle = top - height / 2
        box = f"{left:.1f} {bottom:.1f} {width:.1f} {height:.1f}"
        self.drawings.append(f"0.9 g {box} re f 0 g")
        self.drawings.append(f"{left:.1f} {middle:.1f} m {right:.1f} {top:.1f} l S")
        for x in (left + 10, (left + right) / 2):
            self.labels.append(DrawnLine(x, middle, LABEL_SIZE, self.new_words(1)[0]))

    def draw_rule(self, left: float, y: float, length: float) -> None:
        self.drawings.append(f"{left:.1f} {y:.1f} {length:.0f} 0.4 re f")

    def lines_as_drawn(self) -> list[DrawnLine]:
        """The lines in the order of the file, which differs from page to page.

        Reading order, frame by frame in random order, and line by line across all columns.
        """
        frames = list(self.frames)
        order = self.number % 3
        if order == 1:
            self.rng.shuffle(frames)
        lines = [line for frame in frames for line in frame]
        if order == 2:
            lines.sort(key=lambda line: (-line.y, line.x))
        return lines + self.labels


def _make_word(index: int) -> str:
    """A word for every number; consecutive ones look different and have two to four syllables."""
    value = (index * 7919 + 104729) % 999983
    syllables: list[str] = []
    while value or len(syllables) < 2:
        value, rest = divmod(value, 95)
        syllables.append("bcdfghjklmnprstvwyz"[rest // 5] + "aeiou"[rest % 5])
    return "".join(syllables)


def advance(text: str, size: float) -> float:
    """The width of a text; digits are as wide as most letters."""
    return sum(ADVANCES.get(char, DEFAULT_ADVANCE) for char in text) * size / 1000


def write_pdf(pages: list[LayoutPage]) -> bytes:
    kids = " ".join(f"{5 + 2 * i} 0 R" for i in range(len(pages)))
    pixels = b"\x60\xa0\xc0\x80"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray "
        b"/BitsPerComponent 8 /Length 4 >>\nstream\n" + pixels + b"\nendstream",
    ]
    for index, page in enumerate(pages):
        stream = _content_stream(page)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH:.0f} {HEIGHT:.0f}] "
            f"/Contents {6 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> "
            f"/XObject << /Im0 4 0 R >> >> >>".encode()
        )
        head = f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + stream + b"\nendstream")
    return _write_objects(objects)


def _content_stream(page: LayoutPage) -> bytes:
    commands = list(page.drawings)
    for line in page.lines_as_drawn():
        spaces = line.text.count(" ")
        slack = line.width - advance(line.text, line.size) if line.width else 0.0
        spacing = slack / spaces if spaces else 0.0
        commands.append(
            f"BT /F1 {line.size} Tf {spacing:.3f} Tw "
            f"1 0 0 1 {line.x:.2f} {line.y:.2f} Tm ({line.text}) Tj ET"
        )
    return zlib.compress("\n".join(commands).encode("ascii"), 9)


def _write_objects(objects: list[bytes]) -> bytes:
    """The objects of a PDF, the first of them the catalog, with their cross-reference table."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, item in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + item + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n".encode()
    return bytes(out + f"startxref\n{start}\n%%EOF\n".encode())
