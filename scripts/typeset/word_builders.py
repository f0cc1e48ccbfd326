"""Papers as a word processor sets them: fodt files, converted by LibreOffice."""

from __future__ import annotations

import random
import subprocess
import tempfile
from dataclasses import replace
from html import escape
from pathlib import Path

from mechanisms.prose import HEADINGS

from typeset.paper import SECONDS, TypesetPaper, TypesettingError
from typeset.style import choose_style
from typeset.writing import Text, Writer

NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
    for name, urn in (
        ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"),
        ("draw", "drawing"), ("fo", "xsl-fo-compatible"), ("svg", "svg-compatible"),
    )
)  # fmt: skip
FAMILIES = ("Liberation Serif", "Carlito", "Caladea", "Liberation Sans", "DejaVu Serif")
# How headings look: the size against the body, and attributes.
HEADS = (
    (1.3, 'fo:font-weight="bold"'),
    (1.0, 'fo:font-weight="bold"'),
    (1.0, 'fo:font-weight="bold" fo:text-transform="uppercase"'),
    (1.15, 'fo:color="#2e74b5"'),
    (1.0, 'fo:font-weight="bold" fo:font-style="italic"'),
    (1.0, 'style:text-underline-style="solid"'),
)


ITALIC = 'fo:font-style="italic"'


class WordPaper(TypesetPaper):
    """A paper whose source is the XML of OpenDocument, with a style for every kind of text."""

    def __init__(self, rng: random.Random) -> None:
        columns = rng.choice((1, 1, 1, 2))
        super().__init__(rng, choose_style(rng, document_class="writer", columns=columns))
        citations = "brackets" if self.style.citations == "raised" else self.style.citations
        self.style = replace(self.style, citations=citations)
        self.writer = Writer(rng, citations, math=0.0)
        self.points = rng.choice((10, 11, 12))
        self.family = rng.choice(FAMILIES)
        self.head = rng.choice(HEADS)
        self.spacing = rng.choice((100, 115, 150, 200)) if columns == 1 else 100
        self.align = rng.choice(("left", "justify"))
        self.is_indented = rng.random() < 0.5
        # Points: below paragraphs, above inner headings, and how much smaller captions are.
        self.below = 0 if self.is_indented else rng.choice((6, 8, 12))
        self.above = rng.choice((0, 0, 6))
        self.smaller = rng.choice((0, 1, 2))

    def add(self, name: str, read: str) -> None:
        self.tex(f'<text:p text:style-name="{name}">{escape(read)}</text:p>')

    def front(self) -> None:
        title, names = self.writer.prose.title(), self.writer.prose.name()
        abstract = self.writer.sentences(self.rng.randint(4, 7))
        self.add("Title", title)
        self.add("Author", names)
        self.note("title", title)
        self.note("author", names)
        self.add("Head", "Abstract")
        self.add("Body", abstract.read)
        self.body(abstract.read)

    def section(self, name: str, *, paragraphs: int = 0) -> None:
        self.add("Head", name)
        self.note("heading", name)
        for _ in range(paragraphs):
            self.paragraph(self.writer.paragraph())

    def paragraph(self, text: Text, label: str = "") -> None:
        self.add("Body", text.read)
        self.body(text.read, label)

    def references(self, count: int = 12, *, wrap: tuple[str, str] = ("", "")) -> None:
        self.add("Head", "References")
        for number in range(1, count + 1):
            entry = self.writer.prose.reference(number)
            self.add("Reference", entry)
            self.note("reference", entry)

    def preamble(self) -> str:
        size, (scale, look) = self.points, self.head
        indent = "0.5in" if self.is_indented else "0in"
        spread = f'fo:line-height="{self.spacing}%"'
        align = f'fo:text-align="{self.align}" {spread}'
        head = 'fo:keep-with-next="always"'
        hanging = 'fo:margin-left="0.5in" fo:text-indent'
        styles = (
            self._style("Title", 'fo:text-align="center"', size + 5),
            self._style("Author", 'fo:text-align="center" fo:margin-bottom="12pt"', size),
            self._style(
                "Head", f'fo:margin-top="12pt" fo:margin-bottom="4pt" {head}', size * scale, look
            ),
            self._style("Sub", f'fo:margin-top="{self.above}pt" {head} {spread}', size, ITALIC),
            self._style(
                "Body", f'{align} fo:text-indent="{indent}" fo:margin-bottom="{self.below}pt"', size
            ),
            self._style("Item", f'{align} {hanging}="-0.25in"', size),
            self._style("Cell", "", size - 1),
            self._style("Caption", f'fo:margin-bottom="10pt" {spread}', size - self.smaller),
            self._style("Reference", f'{hanging}="-0.5in"', size),
            '<style:style style:name="Strong" style:family="text"><style:text-properties '
            'fo:font-weight="bold"/></style:style>',
        )
        columns = (
            '<style:columns fo:column-count="2" fo:column-gap="0.25in"/>'
            if self.style.columns == 2
            else ""
        )
        margin = 0.8 if self.style.columns == 2 else 1
        return (
            f'<?xml version="1.0" encoding="UTF-8"?><office:document {NAMESPACES} '
            'office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">'
            f"<office:styles>{''.join(styles)}</office:styles>"
            '<office:automatic-styles><style:page-layout style:name="page">'
            f'<style:page-layout-properties fo:page-width="8.5in" fo:page-height="11in" '
            f'fo:margin="{margin}in">{columns}</style:page-layout-properties><style:footer-style>'
            '<style:header-footer-properties fo:min-height="0.3in"/></style:footer-style>'
            "</style:page-layout></office:automatic-styles><office:master-styles>"
            '<style:master-page style:name="Standard" style:page-layout-name="page"><style:footer>'
            '<text:p text:style-name="Cell"><text:page-number/></text:p></style:footer>'
            "</style:master-page></office:master-styles><office:body><office:text>"
        )

    def _style(self, name: str, paragraph: str, size: float, letters: str = "") -> str:
        return (
            f'<style:style style:name="{name}" style:family="paragraph">'
            f'<style:paragraph-properties {paragraph} fo:widows="2" fo:orphans="2"/>'
            f'<style:text-properties fo:font-family="{self.family}" fo:font-size="{size:g}pt" '
            f"{letters}/></style:style>"
        )

    def typeset(self) -> bytes:
        end = "</office:text></office:body></office:document>"
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            source = folder / "paper.fodt"
            source.write_text("\n".join((self.preamble(), *self.source, end)), "utf-8")
            command = ["soffice", f"-env:UserInstallation=file://{name}/profile", "--headless"]
            subprocess.run(
                [*command, "--convert-to", "pdf", "--outdir", name, str(source)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
            )
            pdf = folder / "paper.pdf"
            if not pdf.exists():
                raise TypesettingError("LibreOffice has written no PDF")
            return pdf.read_bytes()


def word(rng: random.Random) -> TypesetPaper:
    """Manuscripts and reports: ragged or justified, spaced, with lists, tables and figures."""
    paper = WordPaper(rng)
    paper.front()
    parts = rng.sample(("sub", "list", "numbers", "table", "figure", "run in"), 4)
    counts = {"table": 0, "figure": 0}
    for name in HEADINGS[:6]:
        paper.section(name, paragraphs=2)
        for part in rng.sample(parts, 2):
            _add_part(paper, part, counts)
        paper.paragraph(paper.writer.paragraph())
    paper.references(rng.randint(12, 30))
    return paper


def _add_part(paper: WordPaper, part: str, counts: dict[str, int]) -> None:
    rng, writer = paper.rng, paper.writer
    if part == "sub":
        heading = writer.prose.heading()
        paper.add("Sub", heading)
        paper.note("heading", heading)
        paper.paragraph(writer.paragraph())
    elif part in ("list", "numbers"):
        intro = writer.sentence(cited=False)
        paper.paragraph(Text(intro.tex, intro.read[:-1] + ":"))
        for number in range(1, rng.randint(3, 6)):
            label = "•" if part == "list" else f"{number}."
            text = writer.sentence(cited=False).read
            paper.tex(f'<text:p text:style-name="Item">{label}<text:tab/>{escape(text)}</text:p>')
            paper.body(text, label)
    elif part == "table":
        counts[part] += 1
        caption = writer.sentence(cited=False).read
        paper.add("Caption", f"Table {counts[part]}. {caption}")
        paper.note("caption", f"Table {counts[part]}. {caption}")
        rows = [writer.labels(4)] + [
            [writer.labels(1)[0], *(f"{rng.uniform(0, 90):.1f}" for _ in range(3))]
            for _ in range(6)
        ]
        cells = "".join(
            "<table:table-row>"
            + "".join(
                '<table:table-cell><text:p text:style-name="Cell">'
                f"{cell}</text:p></table:table-cell>"
                for cell in row
            )
            + "</table:table-row>"
            for row in rows
        )
        paper.tex(
            f'<table:table><table:table-column table:number-columns-repeated="4"/>{cells}'
            "</table:table>"
        )
        paper.note("table", " ".join(rows[0]))
    elif part == "figure":
        counts[part] += 1
        caption = writer.sentences(rng.randint(1, 3)).read
        paper.tex(
            '<text:p text:style-name="Cell"><draw:rect text:anchor-type="as-char" '
            'svg:width="2.6in" svg:height="1.6in"/></text:p>'
        )
        paper.add("Caption", f"Figure {counts[part]}. {caption}")
        paper.note("caption", f"Figure {counts[part]}. {caption}")
    else:
        heading, opening = writer.prose.heading(), writer.paragraph()
        paper.tex(
            f'<text:p text:style-name="Body"><text:span text:style-name="Strong">{heading}.'
            f"</text:span> {escape(opening.read)}</text:p>"
        )
        paper.body(opening.read, heading)
    paper.paragraph(writer.paragraph())
