"""TEI in the shape that GROBID writes, so that its clients can read it.

Clients look for `xmlns` as an attribute of every div, which a library that knows namespaces leaves
out, so names are written literally. Divs are flat: nested ones would double the text for clients.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pdfbot._version import VERSION_DATE
from pdfbot.model import (
    Equation,
    Extraction,
    Footnote,
    Paragraph,
    Reference,
    Section,
    Sentence,
    Span,
    Table,
)
from pdfbot.notation import write_scripts
from pdfbot.output.single_marks import single_marks
from pdfbot.output.tei_text import add_text, append_part, clean, set_text
from pdfbot.output.tei_works import describe_file, describe_work
from pdfbot.output.whole_tables import whole_tables
from pdfbot.text.vocabulary import REFERENCE_HEADINGS

TeiPart: TypeAlias = Literal["fulltext", "header", "references"]

NAMESPACE = "http://www.tei-c.org/ns/1.0"
# Decimal places of coordinates in points, as GROBID writes them.
COORDINATE_DIGITS = 2
# The head of text without a heading: clients lose text in a div that has none.
UNTITLED = "Text"
# How GROBID calls what a `ref` leads to; every other kind of float is a figure.
REF_TYPES = {"table": "table", "section": "section", "equation": "formula"}
# BCP 47: undetermined.
UNKNOWN_LANGUAGE = "und"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeiOptions:
    """What clients of GROBID choose; without a choice, everything is written.

    `coordinates` are the names of the elements that have `coords`, None for all of them. Without
    `sentences` each paragraph is one `s`, since LangChain fails on a paragraph that has none. With
    `ids` sections, paragraphs and sentences have the ids of pdfbot's own records.
    """

    part: TeiPart = "fulltext"
    coordinates: frozenset[str] | None = None
    sentences: bool = True
    ids: bool = False


ALL = TeiOptions()


def render_tei(paper: Extraction, md5: str = "", options: TeiOptions = ALL) -> str:
    """A paper, or a part of it, as TEI; `md5` identifies the PDF."""
    writer = _Writer(paper, options)
    root = Element("TEI", {"xml:space": "preserve", "xmlns": NAMESPACE})
    # Clients count every biblStruct of a list of references.
    alone = options.part == "references"
    root.append(Element("teiHeader") if alone else writer.header(paper, md5))
    facsimile = SubElement(root, "facsimile")
    for page in paper.pages:
        corners = {"ulx": 0.0, "uly": 0.0, "lrx": page.width, "lry": page.height}
        SubElement(
            facsimile, "surface", {"n": str(page.number)} | {k: str(v) for k, v in corners.items()}
        )
    text = SubElement(root, "text", {"xml:lang": paper.language or UNKNOWN_LANGUAGE})
    if options.part == "fulltext":
        text.append(writer.body(paper))
    if options.part != "header":
        text.append(writer.back(paper.references))
    indent_structure(root)
    declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return declaration + tostring(root, encoding="unicode") + "\n"


def indent_structure(root: Element) -> None:
    """Line breaks between elements, but none in a div or in text: clients would read them."""
    texts = [(e, e.text, e.tail) for div in root.iter("div") for e in div.iter() if e is not div]
    texts += [(e, e.text, e.tail) for e in root.iter("hi")]
    own = [(e, e.text) for e in root.iter() if e.tag == "div" or e.find("hi") is not None]
    indent(root, " ")
    for element, text, tail in texts:
        element.text, element.tail = text, tail
    for element, text in own:
        element.text = text


class _Writer:
    """Elements with coordinates on the pages of one paper."""

    __slots__ = ("_entries", "_equations", "_heights", "_options", "_parts")

    def __init__(self, paper: Extraction, options: TeiOptions) -> None:
        self._heights = {page.number: page.height for page in paper.pages}
        # The header alone has no list of references.
        listed = () if options.part == "header" else paper.references
        self._entries = {entry.id: f"b{index}" for index, entry in enumerate(listed)}
        self._options = options
        self._equations = {e.id: (i, e) for i, e in enumerate(paper.equations)}
        self._parts = {} if options.part == "header" else _part_names(paper)

    def header(self, paper: Extraction, md5: str) -> Element:
        """Title, authors and abstract; clients need every element here, also empty ones."""
        header = Element("teiHeader", {"xml:lang": paper.language or UNKNOWN_LANGUAGE})
        header.append(describe_file(paper, md5))
        application = {"version": paper.version, "ident": "pdfbot", "when": VERSION_DATE}
        SubElement(
            SubElement(SubElement(header, "encodingDesc"), "appInfo"), "application", application
        )
        profile = SubElement(header, "profileDesc")
        if paper.metadata.keywords:
            keywords = SubElement(SubElement(profile, "textClass"), "keywords")
            for keyword in paper.metadata.keywords:
                set_text(SubElement(keywords, "term"), keyword)
        self._abstract(SubElement(profile, "abstract"), paper, paper.abstract_ids)
        for other in paper.other_abstracts:
            translated = SubElement(profile, "abstract", {"xml:lang": other.language})
            self._abstract(translated, paper, other.paragraph_ids)
        return header

    def _abstract(self, element: Element, paper: Extraction, ids: Collection[str]) -> None:
        found = [p for p in paper.paragraphs if p.id in ids]
        if found:
            div = SubElement(element, "div", {"xmlns": NAMESPACE})
            self._add_paragraphs(div, found)

    def body(self, paper: Extraction) -> Element:
        """One div for each section in order, then captions and footnotes."""
        body = Element("body")
        inside, sections = _body_parts(paper)
        untitled = inside[""]
        if untitled:
            div = SubElement(body, "div", {"xmlns": NAMESPACE})
            head = write_scripts(paper.title, paper.title_scripts) or UNTITLED
            set_text(SubElement(div, "head"), head)
            self._add_paragraphs(div, untitled)
        body.extend(self._section(section, inside[section.id]) for section in sections)
        body.extend(self._figures(paper))
        body.extend(self._note(index, note) for index, note in enumerate(paper.footnotes))
        return body

    def back(self, references: Sequence[Reference]) -> Element:
        """The list of references, each entry as it is printed."""
        back = Element("back")
        entries = SubElement(SubElement(back, "div", {"type": "references"}), "listBibl")
        for index, reference in enumerate(references):
            entry = SubElement(entries, "biblStruct", {"xml:id": f"b{index}"})
            self._place(entry, reference.spans)
            if reference.label:
                entry.set("n", clean(reference.label))
            describe_work(entry, reference)
            note = SubElement(entry, "note", {"type": "raw_reference"})
            set_text(note, reference.text, reference.scripts)
        return back

    def _section(self, section: Section, paragraphs: Sequence[Paragraph]) -> Element:
        div = Element("div", {"xmlns": NAMESPACE, "xml:id": section.id})
        head = SubElement(div, "head")
        self._place(head, section.spans)
        if section.number:
            head.set("n", section.number)
        # Without elements inside, from which scipdf would take only the beginning.
        set_text(head, write_scripts(section.heading, section.scripts))
        self._add_paragraphs(div, paragraphs)
        return div

    def _add_paragraphs(self, div: Element, paragraphs: Iterable[Paragraph]) -> None:
        """Paragraphs, each with its display equations after it, as GROBID has them."""
        for paragraph in paragraphs:
            div.append(self._paragraph(paragraph))
            for sentence in paragraph.sentences:
                for mark in sentence.equations:
                    if mark.equation_id in self._equations:
                        div.append(self._formula(*self._equations[mark.equation_id]))

    def _formula(self, index: int, equation: Equation) -> Element:
        element = Element("formula", {"xml:id": f"formula_{index}", "notation": "TeX"})
        self._place(element, equation.spans)
        set_text(element, equation.tex)
        if equation.number:
            set_text(SubElement(element, "label"), f"({equation.number})")
        return element

    def _paragraph(self, paragraph: Paragraph) -> Element:
        """Sentences with the space between them inside, or clients would run them together."""
        spans = [span for sentence in paragraph.sentences for span in sentence.spans]
        element = Element("p", self._id(paragraph.id))
        self._place(element, spans)
        if not self._options.sentences:
            whole = SubElement(element, "s", {"coords": self._coords(spans)})
            for sentence in paragraph.sentences:
                self._sentence(whole, sentence, _space_after(sentence, paragraph))
            return element
        for sentence in paragraph.sentences:
            # Asked for or not: LangChain fails on a paragraph without them.
            attributes = {"coords": self._coords(sentence.spans), **self._id(sentence.id)}
            written = SubElement(element, "s", attributes)
            self._sentence(written, sentence, _space_after(sentence, paragraph))
        return element

    def _sentence(self, element: Element, sentence: Sentence, space: str = "") -> None:
        """The text of a sentence; marks that refer to entries and other parts are links."""
        end = 0
        for start, stop, kind, target in sorted(self._links(sentence)):
            if start >= end:
                append_part(element, sentence, end, start)
                ref = SubElement(element, "ref", {"type": kind, "target": f"#{target}"})
                append_part(ref, sentence, start, stop)
                end = stop
        append_part(element, sentence, end, len(sentence.text))
        add_text(element, space)

    def _links(self, sentence: Sentence) -> Iterator[tuple[int, int, str, str]]:
        """The ranges of a sentence that lead elsewhere, the type of their `ref`, and its target."""
        for start, stop, name in single_marks(sentence):
            if name in self._entries:
                yield start, stop, "bibr", self._entries[name]
        for mention in sentence.mentions:
            if target := self._parts.get(mention.parts[0]):
                kind = REF_TYPES.get(mention.kind, "figure")
                yield mention.start, mention.end, kind, target

    def _figures(self, paper: Extraction) -> list[Element]:
        """Figures and tables are counted apart."""
        tables = whole_tables(paper)
        rows = {table.caption: table for table in tables}
        elements = []
        for caption in paper.captions:
            is_table = caption.kind == "table"
            figure = Element("figure", {"xml:id": self._parts[caption.id]})
            self._place(figure, caption.spans)
            if is_table:
                figure.set("type", "table")
            set_text(SubElement(figure, "head"), caption.label)
            set_text(SubElement(figure, "label"), caption.number)
            self._sentence(
                SubElement(figure, "figDesc"),
                Sentence("", caption.text, (), "", (), caption.scripts, caption.citations),
            )
            if is_table:
                self._rows(SubElement(figure, "table"), rows.get(caption.id))
            elements.append(figure)
        # A turned table has its label and title with it, and so has what continues a table without
        # rows, which repeats the title.
        for table in (t for t in tables if t.label):
            figure = Element("figure", {"xml:id": self._parts[table.id], "type": "table"})
            set_text(SubElement(figure, "head"), table.label)
            set_text(SubElement(figure, "label"), table.label.rpartition(" ")[2])
            if not table.continues:
                set_text(SubElement(figure, "figDesc"), table.title)
            self._rows(SubElement(figure, "table"), table)
            elements.append(figure)
        return elements

    def _rows(self, element: Element, table: Table | None) -> None:
        """Rows with a cell for each column, also for empty ones; `cols` where it covers several."""
        for row in table.rows if table else ():
            written = SubElement(element, "row")
            column = 0
            for cell in row.cells:
                for _ in range(column, cell.column):
                    SubElement(written, "cell")
                span = {"cols": str(cell.columns)} if cell.columns > 1 else {}
                text = Sentence("", cell.text, (), citations=cell.citations)
                self._sentence(SubElement(written, "cell", span), text)
                column = cell.column + cell.columns

    def _note(self, index: int, note: Footnote) -> Element:
        element = Element("note", {"xml:id": f"foot_{index}", "place": "foot"})
        self._place(element, note.spans)
        if note.mark:
            element.set("n", clean(note.mark))
        set_text(element, note.text, note.scripts)
        return element

    def _id(self, value: str) -> dict[str, str]:
        return {"xml:id": value} if self._options.ids else {}

    def _place(self, element: Element, spans: Iterable[Span]) -> None:
        """Add the coordinates of an element, if they are asked for and on the pages."""
        wanted = self._options.coordinates
        coords = self._coords(spans)
        if coords and (wanted is None or element.tag in wanted):
            element.set("coords", coords)

    def _coords(self, spans: Iterable[Span]) -> str:
        """Page, left, top, width and height of each line, from the upper left corner."""
        return ";".join(
            ",".join(
                [
                    str(span.page),
                    _number(span.box.left),
                    _number(self._heights[span.page] - span.box.top),
                    _number(span.box.width),
                    _number(span.box.height),
                ]
            )
            for span in spans
            # Of a selection of pages, a section may begin on another page.
            if span.page in self._heights
        )


def _body_parts(paper: Extraction) -> tuple[dict[str, list[Paragraph]], list[Section]]:
    """The paragraphs of each section of the body, and its sections: neither abstract nor list."""
    in_abstract = {i for other in paper.other_abstracts for i in other.paragraph_ids}
    in_abstract.update(paper.abstract_ids)
    inside: dict[str, list[Paragraph]] = defaultdict(list)
    elsewhere = {s.id for s in paper.sections if s.heading.lower() in REFERENCE_HEADINGS}
    for paragraph in paper.paragraphs:
        if paragraph.id in in_abstract:
            elsewhere.add(paragraph.section)
        else:
            inside[paragraph.section].append(paragraph)
    return inside, [s for s in paper.sections if s.id not in elsewhere or s.id in inside]


def _part_names(paper: Extraction) -> dict[str, str]:
    """The xml:id of what sentences refer to, by the id of the record."""
    names = {section.id: section.id for section in _body_parts(paper)[1]}
    names |= {e.id: f"formula_{index}" for index, e in enumerate(paper.equations)}
    tables = [c.id for c in paper.captions if c.kind == "table"]
    tables += [table.id for table in whole_tables(paper) if table.label]
    names |= {name: f"tab_{index}" for index, name in enumerate(tables)}
    figures = (c.id for c in paper.captions if c.kind != "table")
    return names | {name: f"fig_{index}" for index, name in enumerate(figures)}


def _space_after(sentence: Sentence, paragraph: Paragraph) -> str:
    return "" if sentence is paragraph.sentences[-1] else " "


def _number(value: float) -> str:
    return f"{value:.{COORDINATE_DIGITS}f}"
