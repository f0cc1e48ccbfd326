"""TEI in the shape that GROBID writes, so that its clients can read it.

Clients look for `xmlns` as an attribute of every div, which a library that knows namespaces leaves
out, so names are written literally. Divs are flat: nested ones would double the text for clients.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pdfbot._version import VERSION_DATE
from pdfbot.bibliography import Name
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
from pdfbot.notation import PlainText, Script, ScriptKind, read_parts
from pdfbot.output.dates import iso_date
from pdfbot.output.single_marks import single_marks
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
# How TEI calls what is above or below the line.
RENDITIONS: dict[ScriptKind, str] = {"raised": "superscript", "lowered": "subscript"}
# BCP 47: undetermined.
UNKNOWN_LANGUAGE = "und"
# A year with a letter such as 2020a has more.
YEAR_DIGITS = 4
_DASH = re.compile(r"\s*[‐‑–−-]+\s*")
# "J.-P.", "John F." and "JF", one by one.
_GIVEN = re.compile(r"[^\W\d_]\.(?:-[^\W\d_]\.)?|[^\s.]+\.?")
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
        file_description = SubElement(header, "fileDesc")
        _main_title(SubElement(file_description, "titleStmt"), paper)
        publication = SubElement(file_description, "publicationStmt")
        SubElement(publication, "publisher")
        published = iso_date(paper.metadata.published)
        if published:
            date = SubElement(publication, "date", {"type": "published", "when": published})
            _text(date, paper.metadata.published)
        entry = SubElement(SubElement(file_description, "sourceDesc"), "biblStruct")
        analytic = SubElement(entry, "analytic")
        _authors(analytic, paper)
        _main_title(analytic, paper)
        monograph = SubElement(entry, "monogr")
        if paper.metadata.journal:
            journal = {"level": "j", "type": "main"}
            _text(SubElement(monograph, "title", journal), paper.metadata.journal)
        imprint = SubElement(monograph, "imprint")
        SubElement(imprint, "date", {"type": "published", "when": published})
        if paper.metadata.doi:
            _text(SubElement(entry, "idno", {"type": "DOI"}), paper.metadata.doi)
        if paper.metadata.arxiv:
            _text(SubElement(entry, "idno", {"type": "arXiv"}), paper.metadata.arxiv)
        if md5:
            _text(SubElement(entry, "idno", {"type": "MD5"}), md5)
        application = {"version": paper.version, "ident": "pdfbot", "when": VERSION_DATE}
        SubElement(
            SubElement(SubElement(header, "encodingDesc"), "appInfo"), "application", application
        )
        profile = SubElement(header, "profileDesc")
        if paper.metadata.keywords:
            keywords = SubElement(SubElement(profile, "textClass"), "keywords")
            for keyword in paper.metadata.keywords:
                _text(SubElement(keywords, "term"), keyword)
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
            _text(SubElement(div, "head"), paper.title or UNTITLED, paper.title_scripts)
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
                entry.set("n", _clean(reference.label))
            _describe_work(entry, reference)
            note = SubElement(entry, "note", {"type": "raw_reference"})
            _text(note, reference.text, reference.scripts)
        return back

    def _section(self, section: Section, paragraphs: Sequence[Paragraph]) -> Element:
        div = Element("div", {"xmlns": NAMESPACE, "xml:id": section.id})
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
                _append_part(element, sentence, end, start)
                ref = SubElement(element, "ref", {"type": kind, "target": f"#{target}"})
                _append_part(ref, sentence, start, stop)
                end = stop
        _append_part(element, sentence, end, len(sentence.text))
        _add_text(element, space)

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
            _text(SubElement(figure, "head"), caption.label)
            _text(SubElement(figure, "label"), caption.number)
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
            _text(SubElement(figure, "head"), table.label)
            _text(SubElement(figure, "label"), table.label.rpartition(" ")[2])
            if not table.continues:
                _text(SubElement(figure, "figDesc"), table.title)
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


def _authors(analytic: Element, paper: Extraction) -> None:
    """The authors as people, or as they are printed if no person was read."""
    places = {place.mark: place.text for place in paper.metadata.affiliations}
    for author in paper.metadata.authors:
        element = SubElement(analytic, "author")
        _person(element, author)
        if author.email:
            _text(SubElement(element, "email"), author.email)
        if author.orcid:
            _text(SubElement(element, "idno", {"type": "ORCID"}), author.orcid)
        for mark in author.affiliations:
            place = SubElement(element, "affiliation", {"key": f"aff{_clean(mark)}"})
            _text(SubElement(place, "note", {"type": "raw_affiliation"}), places[mark])
    if paper.authors and not paper.metadata.authors:
        _text(SubElement(SubElement(analytic, "author"), "persName"), paper.authors)


def _describe_work(entry: Element, work: Reference) -> None:
    """The fields of a reference; where there is no title, its authors are those of the source."""
    monograph = Element("monogr")
    analytic = SubElement(entry, "analytic") if work.title else monograph
    for name in work.authors:
        _person(SubElement(analytic, "author"), name)
    if work.title:
        _text(SubElement(analytic, "title", {"level": "a", "type": "main"}), work.title)
    for kind, value in (("DOI", work.doi), ("arXiv", work.arxiv)):
        if value:
            _text(SubElement(analytic, "idno", {"type": kind}), value)
    if work.url:
        SubElement(analytic, "ptr", {"target": _clean(work.url)})
    entry.append(monograph)
    if work.source:
        _text(SubElement(monograph, "title", {"level": "j" if work.volume else "m"}), work.source)
    imprint = SubElement(monograph, "imprint")
    for unit, value in (("volume", work.volume), ("issue", work.issue)):
        if value:
            _text(SubElement(imprint, "biblScope", {"unit": unit}), value)
    if work.pages:
        _page_range(imprint, work.pages)
    if work.year:
        year = {"type": "published", "when": work.year[:YEAR_DIGITS]}
        SubElement(imprint, "date", year)


def _page_range(imprint: Element, pages: str) -> None:
    """Clients read the first and the last page from attributes, a single one as text."""
    first, _, last = (part.strip() for part in _DASH.sub("-", pages, count=1).partition("-"))
    scope = SubElement(imprint, "biblScope", {"unit": "page"})
    if last:
        scope.set("from", _clean(first))
        scope.set("to", _clean(last))
    else:
        _text(scope, first)


def _person(parent: Element, name: Name) -> None:
    """Given names and initials apart, as clients join them."""
    person = SubElement(parent, "persName")
    for position, given in enumerate(_GIVEN.findall(name.given)):
        kind = {"type": "middle" if position else "first"}
        _text(SubElement(person, "forename", kind), given)
    _text(SubElement(person, "surname"), name.family)


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


def _append_part(element: Element, sentence: Sentence, start: int, end: int) -> None:
    scripts = [
        Script(s.kind, max(s.start, start) - start, min(s.end, end) - start)
        for s in sentence.scripts
        if s.start < end and s.end > start
    ]
    _append(element, sentence.text[start:end], scripts)


def _add_text(element: Element, text: str) -> None:
    """Text after all that is in an element."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
