"""Makes fixtures/layouts: pages of columns, titles, images and footnotes with a known order.

    python scripts/make_layouts.py

Every word on a page is different, so that the order can be compared word by word. The text is in
Helvetica, which needs no font in the file. Pages are drawn in three ways, one after the other: in
reading order, frame by frame in any order, and line by line over all columns.
"""

from __future__ import annotations

import json
import random
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

WIDTH, HEIGHT = 595.0, 842.0
LEFT, RIGHT, TOP, BOTTOM = 45.0, 550.0, 770.0, 70.0
PAGES = 9
# Thousandths of the font size, from the metrics of Helvetica.
ADVANCES = {
    " ": 278, "a": 556, "b": 556, "c": 500, "d": 556, "e": 556, "f": 278, "g": 556, "h": 556,
    "i": 222, "j": 222, "k": 500, "l": 222, "m": 833, "n": 556, "o": 556, "p": 556, "q": 556,
    "r": 333, "s": 500, "t": 278, "u": 556, "v": 500, "w": 722, "x": 500, "y": 500, "z": 500,
    ",": 278, "A": 667, "B": 667, "C": 722, "D": 722, "E": 667, "F": 611, "G": 778, "H": 722,
    "I": 278, "J": 500, "K": 667, "L": 556, "M": 833, "N": 722, "O": 778, "P": 667, "Q": 778,
    "R": 722, "S": 667, "T": 611, "U": 722, "V": 667, "W": 944, "X": 667, "Y": 667, "Z": 611,
}  # fmt: skip
ROOT = Path(__file__).parents[1] / "fixtures" / "layouts"


@dataclass(frozen=True)
class Text:
    """One line as it is drawn; a justified one is as wide as `width`."""

    x: float
    y: float
    size: float
    text: str
    width: float = 0.0


@dataclass
class Sheet:
    """A page being made: frames of lines in reading order, and what is not text."""

    number: int
    chance: random.Random
    frames: list[list[Text]] = field(default_factory=list)
    drawings: list[str] = field(default_factory=list)
    labels: list[Text] = field(default_factory=list)
    size: float = 8.0
    gap: float = 16.0
    y: float = TOP
    used: int = 0

    @property
    def pitch(self) -> float:
        return round(1.2 * self.size, 2)

    def words(self, count: int) -> list[str]:
        """New words, each only once on the page."""
        start = self.used
        self.used += count
        return [_word(self.number * 5000 + i) for i in range(start, self.used)]


def _word(index: int) -> str:
    """A word for every number; neighbours look different and have two to four syllables."""
    value = (index * 7919 + 104729) % 999983
    syllables: list[str] = []
    while value or len(syllables) < 2:
        value, rest = divmod(value, 95)
        syllables.append("bcdfghjklmnprstvwyz"[rest // 5] + "aeiou"[rest % 5])
    return "".join(syllables)


def advance(text: str, size: float) -> float:
    """The width of a text; digits are as wide as most letters."""
    return sum(ADVANCES.get(char, 556) for char in text) * size / 1000


def column_edges(sheet: Sheet, count: int) -> list[tuple[float, float]]:
    width = (RIGHT - LEFT - (count - 1) * sheet.gap) / count
    return [(LEFT + i * (width + sheet.gap), LEFT + i * (width + sheet.gap) + width)
            for i in range(count)]  # fmt: skip


def prose(sheet: Sheet, left: float, right: float, top: float, lines: int, size: float = 0.0,
          heading: int = -1) -> list[Text]:  # fmt: skip
    """A frame of justified paragraphs; line number `heading` is a short centred one."""
    size = size or sheet.size
    frame = []
    ends = -1
    for index in range(lines):
        y = top - (index + 0.8) * 1.2 * size
        if index == heading:
            text = " ".join(sheet.words(2))
            x = (left + right - advance(text, size)) / 2
            frame.append(Text(x, y, size, text))
            ends = index
            continue
        x = left + (size if index == ends + 1 else 0)
        words: list[str] = []
        while True:
            words += sheet.words(1)
            if x + advance(" ".join(words), size) > right:
                words.pop()
                sheet.used -= 1
                break
        is_last = index == lines - 1 or index + 1 == heading or sheet.chance.random() < 0.12
        if is_last:
            del words[max(1, sheet.chance.randrange(len(words)) + 1) :]
            ends = index
        frame.append(Text(x, y, size, " ".join(words), 0.0 if is_last else right - x))
    return frame


def put_columns(sheet: Sheet, count: int, lines: int, *, short: int = 0, shift: int = 0) -> None:
    """Columns beside each other; the last is `short` lines shorter, the first begins lower."""
    top = sheet.y
    for index, (left, right) in enumerate(column_edges(sheet, count)):
        less = short if index == count - 1 else 0
        lower = shift if index == 0 else 0
        heading = sheet.chance.choice([-1, 3, 5])
        frame = prose(sheet, left, right, top - lower * sheet.pitch, lines - less - lower,
                      heading=heading)  # fmt: skip
        sheet.frames.append(frame)
    sheet.y -= lines * sheet.pitch + sheet.pitch * 0.5


def put_title(sheet: Sheet, words: int) -> None:
    text = " ".join(sheet.words(words)).upper()
    size = sheet.size + 1
    x = (LEFT + RIGHT - advance(text, size)) / 2
    sheet.y -= 0.4 * sheet.pitch
    sheet.frames.append([Text(x, sheet.y - size, size, text)])
    sheet.y -= size + 0.8 * sheet.pitch


def draw_image(sheet: Sheet, left: float, right: float, top: float, height: float) -> None:
    """A bitmap on every second page, else a diagram with labels."""
    box = f"{left:.1f} {top - height:.1f} {right - left:.1f} {height:.1f}"
    if sheet.number % 2:
        matrix = f"{right - left:.1f} 0 0 {height:.1f} {left:.1f} {top - height:.1f}"
        sheet.drawings.append(f"q {matrix} cm /Im0 Do Q")
        return
    middle = top - height / 2
    sheet.drawings.append(f"0.9 g {box} re f 0 g")
    sheet.drawings.append(f"{left:.1f} {middle:.1f} m {right:.1f} {top:.1f} l S")
    for x in (left + 10, (left + right) / 2):
        sheet.labels.append(Text(x, middle, 7, sheet.words(1)[0]))


def put_image_band(sheet: Sheet, height: float = 90.0) -> None:
    draw_image(sheet, LEFT + 4, RIGHT - 4, sheet.y, height)
    sheet.y -= height + sheet.pitch


def put_header(sheet: Sheet, lines: list[str]) -> None:
    frame = []
    for index, text in enumerate(lines):
        x = LEFT if sheet.number % 2 else RIGHT - advance(text, 7)
        frame.append(Text(x, 812 - 9 * index, 7, text))
    sheet.frames.append(frame)


Maker = Callable[[Sheet], None]


def one_column(sheet: Sheet) -> None:
    put_title(sheet, 3)
    put_columns(sheet, 1, 45)


def two_columns(sheet: Sheet) -> None:
    put_columns(sheet, 2, 50, short=sheet.chance.choice([0, 1, 8]))


def three_columns(sheet: Sheet) -> None:
    put_title(sheet, 4)
    put_columns(sheet, 3, 45, short=sheet.chance.choice([0, 1, 12]))


def one_two_three(sheet: Sheet) -> None:
    counts = [1, 2, 3]
    sheet.chance.shuffle(counts)
    for count in counts:
        put_title(sheet, 4)
        put_columns(sheet, count, 14)


def direct_change(sheet: Sheet) -> None:
    """The number of columns changes without a title between."""
    for count in sheet.chance.choice([[2, 3], [3, 2], [1, 3, 1], [2, 1, 2], [3, 1, 2]]):
        put_columns(sheet, count, 13)


def short_titles(sheet: Sheet) -> None:
    """Titles over three columns that are narrower than the column in the middle."""
    for _ in range(3):
        put_title(sheet, 1)
        put_columns(sheet, 3, 14)


def left_headings(sheet: Sheet) -> None:
    """A heading at the left, over text of one column, below columns."""
    for count in (2, 1, 2, 1):
        if count == 1:
            text = " ".join(sheet.words(2))
            sheet.y -= sheet.pitch
            sheet.frames.append([Text(LEFT, sheet.y - sheet.size, sheet.size, text)])
            sheet.y -= 1.4 * sheet.pitch
        put_columns(sheet, count, 12)


def image_over_all(sheet: Sheet) -> None:
    for count in sheet.chance.choice([[3, 3], [2, 2], [3, 2]]):
        put_columns(sheet, count, 22)
        if sheet.y > 400:
            put_image_band(sheet)


def image_over_two(sheet: Sheet) -> None:
    """Over two of three columns, which continue below it; the third passes beside it."""
    right_pair = bool(sheet.chance.getrandbits(1))
    edges = column_edges(sheet, 3)
    upper, lower, height = 18, 16, 8
    total = upper + lower + height
    frames = {}
    for index in range(3):
        left, right = edges[index]
        if (index == 0) == right_pair and index in (0, 2):
            frames[index, 0] = prose(sheet, left, right, sheet.y, total)
            continue
        frames[index, 0] = prose(sheet, left, right, sheet.y, upper)
        below = sheet.y - (upper + height) * sheet.pitch
        frames[index, 1] = prose(sheet, left, right, below, lower)
    first, last = (1, 2) if right_pair else (0, 1)
    top = sheet.y - (upper + 0.7) * sheet.pitch
    draw_image(sheet, edges[first][0], edges[last][1], top, (height - 1.4) * sheet.pitch)
    order = ([(0, 0), (1, 0), (2, 0), (1, 1), (2, 1)] if right_pair
             else [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)])  # fmt: skip
    sheet.frames += [frames[place] for place in order]


def image_in_column(sheet: Sheet) -> None:
    """Inside one column, which is read on below it."""
    edges = column_edges(sheet, 2)
    chosen = sheet.chance.randrange(2)
    for index, (left, right) in enumerate(edges):
        if index != chosen:
            sheet.frames.append(prose(sheet, left, right, sheet.y, 44))
            continue
        upper = prose(sheet, left, right, sheet.y, 16)
        lower = prose(sheet, left, right, sheet.y - 26 * sheet.pitch, 18)
        sheet.frames.append(upper + lower)
        draw_image(sheet, left, right, sheet.y - 16.7 * sheet.pitch, 8.6 * sheet.pitch)


def image_on_top_of_column(sheet: Sheet) -> None:
    """The left column begins below an image, lower than the others."""
    count = sheet.chance.choice([2, 3])
    left, right = column_edges(sheet, count)[0]
    draw_image(sheet, left, right, sheet.y, 9 * sheet.pitch)
    put_columns(sheet, count, 40, shift=10)


def column_footnotes(sheet: Sheet) -> None:
    count = sheet.chance.choice([2, 3])
    lines = 44
    for left, right in column_edges(sheet, count):
        notes = sheet.chance.choice([0, 2, 4])
        frame = prose(sheet, left, right, sheet.y, lines - notes - (2 if notes else 0))
        foot = sheet.y - (lines - notes) * sheet.pitch
        frame += prose(sheet, left, right, foot, notes, size=sheet.size - 1.5)
        sheet.frames.append(frame)
        if notes:
            sheet.drawings.append(f"{left:.1f} {foot + 4:.1f} 50 0.4 re f")


def page_footnotes(sheet: Sheet) -> None:
    put_columns(sheet, sheet.chance.choice([2, 3]), 42)
    sheet.drawings.append(f"{LEFT:.1f} {sheet.y - 1:.1f} 80 0.4 re f")
    sheet.frames.append(prose(sheet, LEFT, RIGHT, sheet.y - 4, 3, size=sheet.size - 1.5))


def one_header(sheet: Sheet) -> None:
    name = sheet.words(1)[0]
    put_header(sheet, [f"Gazette of the Lower Marshes, Number 31, {name}  {400 + sheet.number}"])
    put_columns(sheet, sheet.chance.choice([2, 3]), 46)


def three_headers(sheet: Sheet) -> None:
    """Three lines, other ones on even pages, and the page number at the outer edge below."""
    side = "Decrees and Orders" if sheet.number % 2 else "Ministry of Still Waters"
    put_header(sheet, ["Gazette of the Lower Marshes", side, f"Sheet {10 + sheet.number}"])
    put_columns(sheet, sheet.chance.choice([1, 2, 3]), 20)
    put_title(sheet, 3)
    put_columns(sheet, sheet.chance.choice([2, 3]), 20)
    number = str(400 + sheet.number)
    x = RIGHT - advance(number, 7) if sheet.number % 2 else LEFT
    sheet.frames.append([Text(x, 40, 7, number)])


MAKERS: dict[str, Maker] = {
    "one-column": one_column,
    "two-columns": two_columns,
    "three-columns": three_columns,
    "one-two-three": one_two_three,
    "direct-change": direct_change,
    "short-titles": short_titles,
    "left-headings": left_headings,
    "image-over-all": image_over_all,
    "image-over-two": image_over_two,
    "image-in-column": image_in_column,
    "image-on-top": image_on_top_of_column,
    "column-footnotes": column_footnotes,
    "page-footnotes": page_footnotes,
    "one-header": one_header,
    "three-headers": three_headers,
}


def make_sheets(name: str) -> Iterator[Sheet]:
    for number in range(1, PAGES + 1):
        chance = random.Random(f"{name} {number}")
        sheet = Sheet(number, chance)
        sheet.size = chance.choice([7.0, 7.5, 8.0])
        sheet.gap = chance.choice([12.0, 14.0, 17.0, 22.0, 30.0])
        MAKERS[name](sheet)
        yield sheet


def drawn(sheet: Sheet) -> list[Text]:
    """The lines in one of three orders in which programs draw them."""
    frames = list(sheet.frames)
    way = sheet.number % 3
    if way == 1:
        sheet.chance.shuffle(frames)
    lines = [line for frame in frames for line in frame]
    if way == 2:
        lines.sort(key=lambda line: (-line.y, line.x))
    return lines + sheet.labels


def content(sheet: Sheet) -> bytes:
    commands = list(sheet.drawings)
    for line in drawn(sheet):
        spaces = line.text.count(" ")
        slack = line.width - advance(line.text, line.size) if line.width else 0.0
        spacing = slack / spaces if spaces else 0.0
        commands.append(
            f"BT /F1 {line.size} Tf {spacing:.3f} Tw "
            f"1 0 0 1 {line.x:.2f} {line.y:.2f} Tm ({line.text}) Tj ET"
        )
    return zlib.compress("\n".join(commands).encode("ascii"), 9)


def write_pdf(sheets: list[Sheet]) -> bytes:
    kids = " ".join(f"{5 + 2 * i} 0 R" for i in range(len(sheets)))
    pixels = b"\x60\xa0\xc0\x80"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sheets)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray "
        b"/BitsPerComponent 8 /Length 4 >>\nstream\n" + pixels + b"\nendstream",
    ]
    for index, sheet in enumerate(sheets):
        stream = content(sheet)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH:.0f} {HEIGHT:.0f}] "
            f"/Contents {6 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> "
            f"/XObject << /Im0 4 0 R >> >> >>".encode()
        )
        head = f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + stream + b"\nendstream")
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + item + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n".encode()
    return bytes(out + f"startxref\n{start}\n%%EOF\n".encode())


def main() -> int:
    ROOT.mkdir(parents=True, exist_ok=True)
    for name in MAKERS:
        sheets = list(make_sheets(name))
        (ROOT / f"{name}.pdf").write_bytes(write_pdf(sheets))
        truth = [
            {
                "text": " ".join(line.text for frame in sheet.frames for line in frame),
                "labels": " ".join(line.text for line in sheet.labels),
            }
            for sheet in sheets
        ]
        (ROOT / f"{name}.json").write_text(json.dumps({"pages": truth}, indent=0) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
