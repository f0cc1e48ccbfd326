"""Pages of set lines and drawings, written as a PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from world.pdf import Bookmark, Face, PdfFile, add_standard_font, pdf_string, standard_face
from world.typesetting import Column, Layout, SetLine, Style

# Points: the labels below the bars of a chart.
LABEL = Style("Helvetica", 7, 9, align="left")
# Shares of the height of a chart: its bars, from the left.
BAR_HEIGHTS = (0.35, 0.8, 0.5, 0.62, 0.25)
BAR_WIDTH = 0.5
# Points: below the bars there is room for the labels.
LABEL_DROP = 9.0
# Points: white space above and below a chart.
CHART_MARGIN = 8.0

AddFont = Callable[[PdfFile, Face], int]
ShowLine = Callable[[SetLine], str]


@dataclass
class Pages:
    """The pages of a PDF, ready to be written or to be damaged first."""

    file: PdfFile = field(default_factory=PdfFile)
    numbers: list[int] = field(default_factory=list)
    root: int = 0

    def add(
        self,
        layout: Layout,
        show: ShowLine,
        add_font: AddFont,
        xobjects: dict[str, int] | None = None,
        covers: dict[int, str] | None = None,
    ) -> None:
        """One page for each page of the layout; `covers` are drawn before its text."""
        self.root = self.root or self.file.reserve()
        resources = f"<< {self.fonts(layout.lines, add_font)} {_entries('XObject', xobjects)} >>"
        for number in range(layout.page_count):
            operators = [(covers or {}).get(number, ""), *layout.drawings.get(number, [])]
            operators += [show(line) for line in layout.lines if line.page == number]
            content = self.file.add_stream("\n".join(operators).encode("ascii"))
            page = self.file.add(
                f"<< /Type /Page /Parent {self.root} 0 R /Contents {content} 0 R "
                f"/MediaBox [0 0 {layout.width:g} {layout.height:g}] /Resources {resources} >>"
            )
            self.numbers.append(page)

    def fonts(self, lines: Iterable[SetLine], add_font: AddFont) -> str:
        """The fonts of these lines as an entry of a resource dictionary."""
        faces = {line.face.name: line.face for line in lines}
        return _entries("Font", {name: add_font(self.file, faces[name]) for name in sorted(faces)})

    def write(self, bookmarks: Sequence[Bookmark] = ()) -> bytes:
        return self.file.write_pages(self.root, self.numbers, bookmarks)


def _entries(name: str, numbers: dict[str, int] | None) -> str:
    items = " ".join(f"/{key} {number} 0 R" for key, number in (numbers or {}).items())
    return f"/{name} << {items} >>"


def standard_font(file: PdfFile, face: Face) -> int:
    return add_standard_font(file, face.name)


def write_layout(layout: Layout, bookmarks: Sequence[Bookmark] = ()) -> bytes:
    """The usual document: standard fonts, every line one string."""
    pages = Pages()
    pages.add(layout, show_line, standard_font)
    return pages.write(bookmarks)


def show_line(line: SetLine) -> str:
    return (
        f"BT /{line.face.name} {line.size:g} Tf {line.spacing:.3f} Tw "
        f"1 0 0 1 {line.x:.2f} {line.y:.2f} Tm {pdf_string(line.text)} Tj ET"
    )


def draw_chart(layout: Layout, area: Column, labels: list[str]) -> None:
    """Grey bars above their labels."""
    base = area.bottom + CHART_MARGIN + LABEL_DROP
    height = area.top - CHART_MARGIN - base
    step = area.width / len(labels)
    face = standard_face(str(LABEL.face))
    for index, label in enumerate(labels):
        x = area.left + (index + (1 - BAR_WIDTH) / 2) * step
        bar = height * BAR_HEIGHTS[index % len(BAR_HEIGHTS)]
        box = f"{x:.1f} {base:.1f} {BAR_WIDTH * step:.1f} {bar:.1f}"
        layout.draw(area.page, f"0.6 g {box} re f 0 g")
        y = base - LABEL_DROP
        layout.lines.append(SetLine(area.page, x, y, label, face, LABEL.size))
    layout.draw(area.page, f"0.5 w {area.left:.1f} {base:.1f} m {area.right:.1f} {base:.1f} l S")


def draw_box(layout: Layout, area: Column, *, grey: float | None = None) -> None:
    """A frame, or a filled box where `grey` is given."""
    box = f"{area.left:.1f} {area.bottom:.1f} {area.width:.1f} {area.top - area.bottom:.1f} re"
    layout.draw(area.page, f"0.6 w {box} S" if grey is None else f"{grey} g {box} f 0 g")
