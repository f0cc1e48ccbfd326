"""TEI in the shape that GROBID writes, so that its clients can read it.

Clients look for `xmlns` as an attribute of every div, which a library that knows namespaces leaves
out, so names are written literally. Divs are flat: nested ones would double the text for clients.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pdfbot.model import (
    Caption,
    Equation,
    Extraction,
    Footnote,
    Paragraph,
    Reference,
    Section,
    Sentence,
    Span,
)
from pdfbot.notation import PlainText, Script, ScriptKind, read_parts
from pdfbot.text.vocabulary import REFERENCE_HEADINGS

TeiPart: TypeAlias = Literal["fulltext", "header", "references"]

NAMESPACE = "http://www.tei-c.org/ns/1.0"
# Decimal places of coordinates in points, as GROBID writes them.
COORDINATE_DIGITS = 2
# The head of text without a heading: clients lose text in a div that has none.
UNTITLED = "Text"
# How TEI calls what is above or below the line.
RENDITIONS: dict[ScriptKind, str] = {"raised": "superscript", "lowered": "subscript"}
# BCP 47: undetermined.
UNKNOWN_LANGUAGE = "und"
# Characters that XML cannot contain.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


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
    root.append(writer.header(paper, md5))
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

    __slots__ = ("_equations", "_heights", "_options")

    def __init__(self, paper: Extraction, options: TeiOptions) -> None:
        self._heights = {page.number: page.height for page in paper.pages}
        self._options = options
        self._equations = {e.id: (i, e) for i, e in enumerate(paper.equations)}

    def header(self, paper: Extraction, md5: str) -> Element:
        """Title, authors and abstract; clients need every element here, also empty ones."""
        header = Element("teiHeader", {"xml:lang": paper.language or UNKNOWN_LANGUAGE})
        file_description = SubElement(header, "fileDesc")
        _main_title(SubElement(file_description, "titleStmt"), paper)
        SubElement(SubElement(file_description, "publicationStmt"), "publisher")
        entry = SubElement(SubElement(file_description, "sourceDesc"), "biblStruct")
        analytic = SubElement(entry, "analytic")
        if paper.authors:
            _text(SubElement(SubElement(analytic, "author"), "persName"), paper.authors)
        _main_title(analytic, paper)
        imprint = SubElement(SubElement(entry, "monogr"), "imprint")
        SubElement(imprint, "date", {"type": "published", "when": ""})
        if md5:
            _text(SubElement(entry, "idno", {"type": "MD5"}), md5)
        application = {"version": paper.version, "ident": "pdfbot"}
        SubElement(
            SubElement(SubElement(header, "encodingDesc"), "appInfo"), "application", application
        )
        abstract = SubElement(SubElement(header, "profileDesc"), "abstract")
        if paper.abstract and self._options.part != "references":
            div = SubElement(abstract, "div", {"xmlns": NAMESPACE})
            div.extend(map(self._paragraph, paper.abstract))
        return header

    def body(self, paper: Extraction) -> Element:
        """One div for each section in order, then captions and footnotes."""
        body = Element("body")
        in_abstract = frozenset(paper.abstract_ids)
        rest = [p for p in paper.paragraphs if p.id not in in_abstract]
        untitled = [p for p in rest if not p.section]
        if untitled:
            div = SubElement(body, "div", {"xmlns": NAMESPACE})
            _text(SubElement(div, "head"), paper.title or UNTITLED, paper.title_scripts)
            self._add_paragraphs(div, untitled)
        elsewhere = {p.section for p in paper.abstract} | {
            s.id for s in paper.sections if s.heading.lower() in REFERENCE_HEADINGS
        }
        inside: dict[str, list[Paragraph]] = defaultdict(list)
        for paragraph in rest:
            inside[paragraph.section].append(paragraph)
        for section in paper.sections:
            if section.id not in elsewhere or section.id in inside:
                body.append(self._section(section, inside[section.id]))
        body.extend(self._figures(paper.captions))
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
                entry.set("n", _clean(reference.label))
            SubElement(SubElement(entry, "monogr"), "imprint")
            note = SubElement(entry, "note", {"type": "raw_reference"})
            _text(note, reference.text, reference.scripts)
        return back

    def _section(self, section: Section, paragraphs: Sequence[Paragraph]) -> Element:
        div = Element("div", {"xmlns": NAMESPACE, **self._id(section.id)})
        head = SubElement(div, "head")
        self._place(head, section.spans)
        if section.number:
            head.set("n", section.number)
        _text(head, section.heading, section.scripts)
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
        _text(element, equation.tex)
        if equation.number:
            _text(SubElement(element, "label"), f"({equation.number})")
        return element

    def _paragraph(self, paragraph: Paragraph) -> Element:
        """Sentences with the space between them inside, or clients would run them together."""
        spans = [span for sentence in paragraph.sentences for span in sentence.spans]
        element = Element("p", self._id(paragraph.id))
        self._place(element, spans)
        if not self._options.sentences:
            whole = SubElement(element, "s", {"coords": self._coords(spans)})
            for sentence in paragraph.sentences:
                _append(whole, sentence.text, sentence.scripts, _space_after(sentence, paragraph))
            return element
        for sentence in paragraph.sentences:
            # Asked for or not: LangChain fails on a paragraph without them.
            attributes = {"coords": self._coords(sentence.spans), **self._id(sentence.id)}
            written = SubElement(element, "s", attributes)
            _append(written, sentence.text, sentence.scripts, _space_after(sentence, paragraph))
        return element

    def _figures(self, captions: Sequence[Caption]) -> list[Element]:
        """Figures and tables are counted apart."""
        tables = figures = 0
        elements = []
        for caption in captions:
            is_table = caption.kind == "table"
            name = f"tab_{tables}" if is_table else f"fig_{figures}"
            tables, figures = tables + is_table, figures + (not is_table)
            figure = Element("figure", {"xml:id": name})
            self._place(figure, caption.spans)
            if is_table:
                figure.set("type", "table")
            _text(SubElement(figure, "head"), caption.label)
            _text(SubElement(figure, "label"), caption.number)
            _text(SubElement(figure, "figDesc"), caption.text, caption.scripts)
            if is_table:
                SubElement(figure, "table")
            elements.append(figure)
        return elements

    def _note(self, index: int, note: Footnote) -> Element:
        element = Element("note", {"xml:id": f"foot_{index}", "place": "foot"})
        self._place(element, note.spans)
        if note.mark:
            element.set("n", _clean(note.mark))
        _text(element, note.text, note.scripts)
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


def _main_title(parent: Element, paper: Extraction) -> None:
    title = SubElement(parent, "title", {"level": "a", "type": "main"})
    _text(title, paper.title, paper.title_scripts)


def _space_after(sentence: Sentence, paragraph: Paragraph) -> str:
    return "" if sentence is paragraph.sentences[-1] else " "


def _number(value: float) -> str:
    return f"{value:.{COORDINATE_DIGITS}f}"


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("", text)


def _text(element: Element, text: str, scripts: Sequence[Script] = ()) -> None:
    element.text = ""
    _append(element, text, scripts)


def _append(element: Element, text: str, scripts: Sequence[Script], space: str = "") -> None:
    """More text with its scripts in `hi`, and a space after it."""
    open_elements = [element]
    for part in read_parts(text, scripts):
        if isinstance(part, PlainText):
            _add_text(open_elements[-1], _clean(part.text))
        elif part.opens:
            attributes = {"rend": RENDITIONS[part.kind]}
            open_elements.append(SubElement(open_elements[-1], "hi", attributes))
        else:
            open_elements.pop()
    _add_text(element, space)


def _add_text(element: Element, text: str) -> None:
    """Text after all that is in an element."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
