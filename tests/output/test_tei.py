"""TEI: what the programs that read GROBID's look for."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

from pdfbot.bibliography import Affiliation, Author, Metadata, Name
from pdfbot.model import CitationMark, Mention
from pdfbot.notation import Script
from pdfbot.output.tei import TeiOptions, render_tei

from .papers import make_paper

TEI = {"t": "http://www.tei-c.org/ns/1.0"}
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def tree(options: TeiOptions | None = None) -> Element:
    return fromstring(render_tei(make_paper(), "d41d8", options or TeiOptions()))


def texts(path: str) -> list[str]:
    return ["".join(element.itertext()) for element in tree().iterfind(path, TEI)]


def test_header_has_title_authors_and_checksum() -> None:
    assert texts(".//t:titleStmt/t:title") == ["On mills"]
    assert texts(".//t:sourceDesc//t:author/t:persName") == ["A. Miller & B. Sack"]
    assert texts(".//t:idno[@type='MD5']") == ["d41d8"]
    assert tree().find(".//t:publicationStmt/t:publisher", TEI) is not None


def test_abstract_is_in_the_header_and_not_in_the_body() -> None:
    assert texts(".//t:abstract//t:p") == ["We count sacks. All of them."]
    assert texts(".//t:body//t:p") == ["A sack is heavy."]


def test_divs_are_flat_with_a_literal_namespace() -> None:
    divs = tree().findall("./t:text/t:body/t:div", TEI)
    assert [div.findtext("t:head", "", TEI) for div in divs] == ["Mills", "Sacks"]
    assert [div.find("t:head", TEI).get("n") for div in divs] == ["1", "1.1"]  # type: ignore[union-attr]
    assert not tree().findall(".//t:div/t:div", TEI)
    written = render_tei(make_paper())
    assert all("xmlns=" in div for div in re.findall(r"<div[^>]*><head|<div[^>]*>\s*<p", written))


def test_every_paragraph_has_sentences_with_coordinates_and_spaces() -> None:
    for paragraph in tree().iterfind(".//t:p", TEI):
        sentences = paragraph.findall("t:s", TEI)
        assert sentences
        assert all(sentence.get("coords") for sentence in sentences)
    assert [s.text for s in tree().iterfind(".//t:abstract//t:s", TEI)] == [
        "We count sacks. ",
        "All of them.",
    ]


def test_coordinates_count_from_the_upper_left() -> None:
    (head, _) = tree().findall(".//t:body/t:div/t:head", TEI)
    assert head.get("coords") == "1,72.00,82.00,100.00,10.00"


def test_every_figure_has_a_label_and_a_table_has_a_table() -> None:
    figure, table = tree().findall(".//t:figure", TEI)
    assert (figure.get(XML_ID), table.get(XML_ID)) == ("fig_0", "tab_0")
    assert [f.findtext("t:label", None, TEI) for f in (figure, table)] == ["1", "1"]
    assert (figure.get("type"), table.get("type")) == (None, "table")
    assert table.find("t:table", TEI) is not None


def test_footnotes_and_references_are_written_as_printed() -> None:
    assert texts(".//t:note[@place='foot']") == ["In 1961 only."]
    assert texts(".//t:biblStruct/t:note[@type='raw_reference']") == ["Miller (1961)."]


def test_references_have_their_fields() -> None:
    work = replace(
        make_paper().references[0],
        authors=(Name("J.-P. B.", "Miller"), Name("", "Mill Council")),
        year="1961a",
        title="On sacks",
        source="J. Mill",
        volume="3",
        issue="2",
        pages="7–9",
        doi="10.1000/a",
    )
    (entry,) = fromstring(render_tei(replace(make_paper(), references=(work,)))).iterfind(
        ".//t:listBibl/t:biblStruct", TEI
    )
    names = [p.text for p in entry.iterfind("t:analytic/t:author/t:persName/*", TEI)]
    assert names == ["J.-P.", "B.", "Miller", "Mill Council"]
    assert entry.findtext("t:analytic/t:title", "", TEI) == "On sacks"
    assert entry.findtext("t:analytic/t:idno[@type='DOI']", "", TEI) == "10.1000/a"
    assert entry.findtext("t:monogr/t:title[@level='j']", "", TEI) == "J. Mill"
    imprint = entry.find("t:monogr/t:imprint", TEI)
    assert imprint is not None
    units: list[dict[str, str | None]] = [
        {**e.attrib, "text": e.text} for e in imprint.iterfind("t:biblScope", TEI)
    ]
    assert units == [
        {"unit": "volume", "text": "3"},
        {"unit": "issue", "text": "2"},
        {"unit": "page", "from": "7", "to": "9", "text": None},
    ]
    assert [date.get("when") for date in imprint.iterfind("t:date", TEI)] == ["1961"]


def test_authors_are_people_with_affiliations() -> None:
    author = Author("Ada", "Miller", ("1",), ("1",), "ada@mill.example", "0000-0002-1825-0097")
    metadata = Metadata(
        authors=(author,),
        affiliations=(Affiliation("1", "Mill, Delft"),),
        doi="10.1000/m",
        keywords=("sacks", "mills"),
    )
    header = fromstring(render_tei(replace(make_paper(), metadata=metadata)))
    (found,) = header.iterfind(".//t:sourceDesc//t:author", TEI)
    assert [e.text for e in found.iterfind("t:persName/*", TEI)] == ["Ada", "Miller"]
    assert found.findtext("t:email", "", TEI) == "ada@mill.example"
    assert found.findtext("t:idno[@type='ORCID']", "", TEI) == "0000-0002-1825-0097"
    assert found.findtext("t:affiliation/t:note", "", TEI) == "Mill, Delft"
    terms = [term.text for term in header.iterfind(".//t:keywords/t:term", TEI)]
    assert terms == ["sacks", "mills"]
    assert header.findtext(".//t:sourceDesc//t:idno[@type='DOI']", "", TEI) == "10.1000/m"


def test_citation_marks_lead_to_entries() -> None:
    paper = make_paper("Sacks [1–3] and 12.")
    entries = tuple(replace(paper.references[0], id=f"r{n}") for n in range(1, 4))
    first, second = paper.paragraphs
    marks = (CitationMark(7, 10, ("r1", "r2", "r3")), CitationMark(17, 18, ("r2",)))
    sentence = replace(second.sentences[0], citations=marks, scripts=(Script("raised", 17, 18),))
    cited = replace(
        paper, references=entries, paragraphs=(first, replace(second, sentences=(sentence,)))
    )
    written = render_tei(cited)
    assert (
        'Sacks [<ref type="bibr" target="#b0">1</ref>–<ref type="bibr" target="#b2">3</ref>] and 1'
        '<ref type="bibr" target="#b1"><hi rend="superscript">2</hi></ref>.</s>'
    ) in written
    assert "<ref" not in render_tei(cited, options=TeiOptions(part="header"))


def test_mentions_lead_to_figures_tables_sections_and_formulas() -> None:
    paper = make_paper("Figure 1, Section 2.")
    figure = next(caption for caption in paper.captions if caption.kind == "figure")
    marks = (
        Mention(0, 8, "figure", (figure.id,)),
        Mention(10, 19, "section", (paper.paragraphs[1].section,)),
    )
    first, second = paper.paragraphs
    sentence = replace(second.sentences[0], mentions=marks)
    cited = replace(paper, paragraphs=(first, replace(second, sentences=(sentence,))))
    root = fromstring(render_tei(cited))
    ids = {element.get(XML_ID) for element in root.iter()}
    refs = {ref.get("type"): ref for ref in root.iterfind(".//t:s/t:ref", TEI)}
    assert [refs[kind].text for kind in ("figure", "section")] == ["Figure 1", "Section 2"]
    assert all((ref.get("target") or "").lstrip("#") in ids for ref in refs.values())


def test_captions_and_cells_cite_entries() -> None:
    paper = make_paper()
    mark = CitationMark(0, 1, (paper.references[0].id,))
    captions = tuple(replace(caption, citations=(mark,)) for caption in paper.captions)
    (table,) = paper.tables
    *above, last = table.rows
    cited = replace(last, cells=(replace(last.cells[0], citations=(mark,)), *last.cells[1:]))
    tables = (replace(table, rows=(*above, cited)),)
    root = fromstring(render_tei(replace(paper, captions=captions, tables=tables)))
    assert len(root.findall(".//t:figDesc/t:ref[@target='#b0']", TEI)) == len(captions)
    (ref,) = root.findall(".//t:cell/t:ref[@type='bibr']", TEI)
    assert (ref.text, ref.tail) == ("1", "961")


def test_a_list_of_references_has_no_entry_for_the_paper_itself() -> None:
    alone = tree(TeiOptions(part="references"))
    assert len(list(alone.iter("{http://www.tei-c.org/ns/1.0}biblStruct"))) == 1


def test_a_table_over_pages_is_one_table() -> None:
    paper = make_paper()
    (start,) = paper.tables
    further = replace(
        start, id="t2", caption="", label="Table 1", continues="t1", rows=start.rows * 2
    )
    root = fromstring(render_tei(replace(paper, tables=(start, further))))
    (table,) = root.iterfind(".//t:figure[@type='table']/t:table", TEI)
    assert len(table) == len(start.rows) * 2


def test_what_continues_a_table_without_rows_does_not_repeat_its_title() -> None:
    paper = make_paper()
    (start,) = paper.tables
    further = replace(start, id="t2", caption="", label="Table 1", title="Cont.", continues="t1")
    tables = (replace(start, rows=()), further)
    root = fromstring(render_tei(replace(paper, tables=tables)))
    first, second = root.iterfind(".//t:figure[@type='table']", TEI)
    assert first.find("t:figDesc", TEI) is not None
    assert second.find("t:figDesc", TEI) is None
    assert len(second.findall("t:table/t:row", TEI)) == len(start.rows)


def test_the_application_has_a_date() -> None:
    (application,) = tree().iterfind(".//t:application", TEI)
    assert application.get("when")


def test_the_date_of_publication_is_where_readers_look_for_it() -> None:
    paper = replace(make_paper(), metadata=Metadata(published="12 May 2020"))
    header = fromstring(render_tei(paper))
    for place in (".//t:publicationStmt/t:date", ".//t:sourceDesc//t:imprint/t:date"):
        assert [date.get("when") for date in header.iterfind(place, TEI)] == ["2020-05-12"]
    assert tree().find(".//t:publicationStmt/t:date", TEI) is None
    (date,) = tree().iterfind(".//t:sourceDesc//t:imprint/t:date", TEI)
    assert date.attrib == {"type": "published"}


def test_headings_have_no_elements_inside() -> None:
    """Some clients read only the text in front of the first one."""
    raised = (Script("raised", 9, 11),)
    paper = make_paper()
    sections = (replace(s, heading="Use of 10−3 m", scripts=raised) for s in paper.sections)
    paper = replace(paper, sections=tuple(sections))
    heads = fromstring(render_tei(paper)).findall(".//t:body/t:div/t:head", TEI)
    assert heads
    assert {(head.text, len(head)) for head in heads} == {("Use of 10⁻³ m", 0)}


def test_text_without_headings_is_below_the_title() -> None:
    plain = [replace(p, section="", path=()) for p in make_paper().paragraphs]
    paper = replace(make_paper(), paragraphs=tuple(plain), sections=(), abstract_ids=())
    (head,) = fromstring(render_tei(paper)).iterfind(".//t:body/t:div/t:head", TEI)
    assert head.text == "On mills"


def test_text_below_the_heading_of_abstract_or_references_is_kept() -> None:
    paper = make_paper()
    moved = [replace(p, section=s) for p, s in zip(paper.paragraphs, ("h1", "h4"), strict=True)]
    paper = replace(paper, paragraphs=tuple(moved), abstract_ids=())
    heads = fromstring(render_tei(paper)).iterfind(".//t:body/t:div[t:p]/t:head", TEI)
    assert [head.text for head in heads] == ["Abstract", "References"]


def test_chosen_elements_have_coordinates_and_sentences_always() -> None:
    root = tree(TeiOptions(coordinates=frozenset({"figure", "nothing"})))
    assert {e.tag.rpartition("}")[2] for e in root.iter() if e.get("coords")} == {"figure", "s"}


def test_paragraph_is_one_s_without_sentences() -> None:
    root = tree(TeiOptions(sentences=False, ids=True))
    (s,) = root.iterfind(".//t:abstract//t:s", TEI)
    assert (s.text, s.get(XML_ID)) == ("We count sacks. All of them.", None)
    assert s.get("coords") == ";".join(["1,72.00,82.00,100.00,10.00"] * 3)


def test_ids_are_those_of_the_record() -> None:
    root = tree(TeiOptions(ids=True))
    ids = [e.get(XML_ID) for e in root.iter() if e.tag.endswith(("}div", "}p", "}s"))]
    assert ids == [None, "p1", "s1.1", "s1.2", "h2", "h3", "p2", "s2.1", None]


def test_scripts_are_marked_and_no_text_is_lost() -> None:
    paper = make_paper("Fpm needs 10-3 mol")
    scripts = (Script("lowered", 1, 3), Script("raised", 2, 3), Script("raised", 12, 14))
    power = (Script("raised", 0, 1), Script("raised", 2, 4))
    second = paper.paragraphs[1]
    sentences = tuple(replace(second.sentences[0], id=f"s2.{n}", scripts=scripts) for n in (1, 2))
    paper = replace(
        paper,
        title="10-3",
        title_scripts=power,
        paragraphs=(paper.paragraphs[0], replace(second, sentences=sentences)),
        captions=tuple(replace(c, text="10-3", scripts=power) for c in paper.captions),
        footnotes=tuple(replace(n, text="10-3", scripts=power) for n in paper.footnotes),
        references=tuple(replace(r, text="10-3", scripts=power) for r in paper.references),
    )
    for options in (TeiOptions(), TeiOptions(sentences=False)):
        root = fromstring(render_tei(paper, "", options))
        (p,) = root.iterfind(".//t:body//t:p", TEI)
        assert "".join(p.itertext()) == "Fpm needs 10-3 mol Fpm needs 10-3 mol"
        (outer, inner) = p.findall(".//t:hi[@rend='subscript']", TEI)
        assert ["".join(hi.itertext()) for hi in (outer, inner)] == ["pm", "pm"]
        assert outer.findtext("t:hi[@rend='superscript']", "", TEI) == "m"
        for path in ("title", "figDesc", "note[@place='foot']", "note[@type]"):
            found = root.findall(f".//t:{path}", TEI)
            assert found
            assert {"".join(element.itertext()) for element in found} == {"10-3"}
            assert {e.findtext("t:hi", "", TEI) for e in found} == {"1"}


def test_header_and_references_can_be_written_alone() -> None:
    header = tree(TeiOptions(part="header"))
    assert header.find(".//t:abstract//t:p", TEI) is not None
    assert header.findall("t:text/*", TEI) == []
    references = tree(TeiOptions(part="references"))
    assert references.find(".//t:abstract/*", TEI) is None
    assert [e.tag.rpartition("}")[2] for e in references.iterfind("t:text/*", TEI)] == ["back"]


def test_tables_have_rows_and_cells() -> None:
    (table,) = tree().iterfind(".//t:figure[@type='table']/t:table", TEI)
    rows = [[(c.text, c.get("cols")) for c in row] for row in table]
    assert rows == [
        [(None, None), ("Sacks | mills", "2")],
        [("1961", None), (None, None), ("9", None)],
    ]
