"""Markdown: headings by level, paragraphs, lists, and characters that would be markup."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import pdfbot
from pdfbot.errors import UsageError
from pdfbot.model import CitationMark, Extraction, Formula, Mention
from pdfbot.notation import Notation, Script
from pdfbot.output.markdown import render_markdown

from .papers import SPAN, make_paper

markdown_it = pytest.importorskip("markdown_it", reason="needs the extra test")


def html(markdown: str) -> str:
    """As another program reads it."""
    return str(markdown_it.MarkdownIt().render(markdown))


def paper_of(*texts: str, bullet: str = "") -> Extraction:
    """A paper with these paragraphs."""
    paper = make_paper()
    second = paper.paragraphs[1]
    paragraphs = [
        replace(
            second,
            id=f"p{number}",
            sentences=(replace(second.sentences[0], id=f"s{number}.1", text=text),),
            bullet=bullet,
        )
        for number, text in enumerate(texts, 1)
    ]
    return replace(paper, paragraphs=tuple(paragraphs), abstract_ids=())


def test_headings_come_before_their_text_by_level() -> None:
    assert render_markdown(make_paper()) == (
        "# On mills\n\n"
        "## Abstract\n\nWe count sacks. All of them.\n\n"
        "## 1 Mills\n\n"
        "### 1.1 Sacks\n\nA sack is heavy.\n"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("# is a sign", "\\# is a sign"),
        ("1. is a number", "1\\. is a number"),
        ("- is a dash", "\\- is a dash"),
        ("a_b and a*b <c>", "a\\_b and a\\*b \\<c>"),
    ],
)
def test_text_is_not_read_as_markup(text: str, written: str) -> None:
    markdown = render_markdown(make_paper(text))
    assert markdown.endswith(f"\n\n{written}\n")
    assert f"<p>{text.replace('<', '&lt;').replace('>', '&gt;')}</p>" in html(markdown)


def test_scripts_are_tags_and_their_text_is_escaped() -> None:
    paper = make_paper("a*b in 10-3 <sup> & H2O")
    second = paper.paragraphs[1]
    scripts = (Script("raised", 9, 11), Script("lowered", 21, 22))
    sentence = replace(second.sentences[0], scripts=scripts)
    paper = replace(paper, paragraphs=(replace(second, sentences=(sentence,)),))
    markdown = render_markdown(paper)
    assert "a\\*b in 10<sup>-3</sup> \\<sup> & H<sub>2</sub>O" in markdown
    expected = "<p>a*b in 10<sup>-3</sup> &lt;sup&gt; &amp; H<sub>2</sub>O</p>"
    assert expected in markdown_it.MarkdownIt("commonmark").render(markdown)
    assert "a\\*b in 10⁻³ \\<sup> & H₂O" in render_markdown(paper, notation="unicode")
    assert "10^{-3} \\<sup> & H\\_{2}O" in render_markdown(paper, notation="tex")
    assert "10-3 \\<sup> & H2O" in render_markdown(paper, notation="flat")


@pytest.mark.parametrize(
    ("title", "raised", "written"),
    [
        ("Mills and 10-3 sacks", "-3", "# Mills and 10⁻³ sacks"),
        ("Mills and 10q sacks", "q", "# Mills and 10<sup>q</sup> sacks"),
    ],
)
def test_title_has_tags_only_for_what_unicode_lacks(title: str, raised: str, written: str) -> None:
    start = title.index(raised)
    script = Script("raised", start, start + len(raised))
    paper = replace(make_paper(), title=title, title_scripts=(script,))
    assert render_markdown(paper).startswith(f"{written}\n")


def test_formulas_without_text_between_them_are_apart() -> None:
    paper = paper_of("ab is c.")
    (paragraph,) = paper.paragraphs
    formulas = Formula(0, 1, "a"), Formula(1, 2, "b"), Formula(6, 7, "c")
    sentence = replace(paragraph.sentences[0], formulas=formulas)
    whole = replace(paper, paragraphs=(replace(paragraph, sentences=(sentence,)),))
    assert "$a$ $b$ is $c$." in render_markdown(whole)


@pytest.mark.parametrize(
    ("notation", "written"),
    [
        ("unicode", "As a/b\\_{Q} and x² is."),
        ("tex", r"As $\frac{a}{b_Q}$ and x^{2} is."),
        ("flat", "As abQ and x2 is."),
    ],
)
def test_fraction_is_written_in_the_notation(notation: Notation, written: str) -> None:
    paper = make_paper()
    paragraph = paper.paragraphs[1]
    sentence = replace(
        paragraph.sentences[0],
        text="As abQ and x2 is.",
        scripts=(Script("lowered", 5, 6), Script("raised", 12, 13)),
        formulas=(Formula(3, 6, r"\frac{a}{b_Q}", "a/b_{Q}"), Formula(11, 13, "x^2")),
    )
    paper = replace(paper, paragraphs=(replace(paragraph, sentences=(sentence,)),), abstract_ids=())
    assert written in render_markdown(paper, notation=notation)


def test_bulleted_paragraphs_are_a_list() -> None:
    written = html(render_markdown(paper_of("Sacks.", "1. Mills.", "- wind", bullet="•")))
    assert written.count("<ul>") == 1
    assert re.findall(r"<p>(.*?)</p>", written) == ["Sacks.", "1. Mills.", "- wind"]


@pytest.mark.parametrize(
    "labels", [("1.", "2.", "3."), ("1)", "2)", "3)"), ("(1)", "(2)", "(3)"), ("4.", "5.", "6.")]
)
def test_paragraphs_that_count_on_are_a_numbered_list(labels: tuple[str, ...]) -> None:
    written = html(render_markdown(paper_of("Text.", *(f"{label} Sacks" for label in labels))))
    start = labels[0].strip("().")
    assert written.count("<ol>" if start == "1" else f'<ol start="{start}">') == 1
    assert written.count("<li>") == 3
    assert re.findall(r"<p>(.*?)</p>", written) == ["Text.", "Sacks", "Sacks", "Sacks"]


@pytest.mark.parametrize(
    "texts", [("1. Sacks", "Mills"), ("1. Sacks", "3. Mills"), ("(a) x", "(b) y")]
)
def test_other_numbers_are_text(texts: tuple[str, ...]) -> None:
    written = html(render_markdown(paper_of(*texts)))
    assert re.findall(r"<p>(.*?)</p>", written) == list(texts)


def test_anchors_lead_to_the_page() -> None:
    markdown = render_markdown(make_paper(), anchors=True)
    comments = [json.loads(text) for text in re.findall(r"<!-- (.*?) -->", markdown)]
    place = {"page": 1, "box": [72.0, 700.0, 172.0, 710.0]}
    assert comments == [
        {"id": "p1", "page": 1, "boxes": [place]},
        {"id": "p2", "page": 1, "boxes": [place]},
    ]
    bare = re.sub(r" <!-- .*? -->", "", markdown)
    assert bare == render_markdown(make_paper())
    listed = html(render_markdown(paper_of("One.", "Two.", bullet="•"), anchors=True))
    assert (listed.count("<ul>"), listed.count("<li>")) == (1, 2)


def test_other_parts_are_listed_on_request() -> None:
    parts = render_markdown(make_paper(), include=["captions", "notes", "references"])
    assert parts.endswith(
        "## Captions\n\n- **Fig. 1** A mill.\n- **Table 1** Sacks.\n\n"
        "## Notes\n\n- **2** In 1961 \x01only.\n\n"
        "## References\n\n- **1** Miller (1961).\n"
    )
    assert parts.count("## References") == 1
    assert "Fig. 1" not in render_markdown(make_paper(), include=["notes"])
    empty = replace(make_paper(), captions=())
    assert "Captions" not in render_markdown(empty, include=["captions"])


def test_unknown_part_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot include 'formulae': use captions"):
        render_markdown(make_paper(), include=["formulae"])


def test_several_lines_of_a_place_are_several_boxes() -> None:
    below = replace(SPAN, line_id="p1.c1.l2")
    sentence = replace(make_paper().sentences[0], spans=(SPAN, SPAN, below))
    paragraph = replace(make_paper().paragraphs[0], sentences=(sentence,))
    markdown = render_markdown(replace(make_paper(), paragraphs=(paragraph,)), anchors=True)
    (comment,) = re.findall(r"<!-- (.*?) -->", markdown)
    assert len(json.loads(comment)["boxes"]) == 2


@pytest.mark.parametrize("name", ["onecolumn-blocks", "twocolumn-conference", "novel-dialogue"])
def test_another_program_reads_the_text_of_real_papers(papers: Path, name: str) -> None:
    paper = pdfbot.extract(papers / name / f"{name}.pdf")
    tokens = markdown_it.MarkdownIt().parse(paper.to_markdown(notation="flat", equations="none"))
    inline = [token for token in tokens if token.type == "inline"]
    texts = ["".join(c.content for c in token.children if c.type == "text") for token in inline]
    words = [" ".join(paragraph.text.split()) for paragraph in paper.paragraphs]
    assert [text for text in texts if text in words] == words
    headings = [token.tag for token in tokens if token.type == "heading_open"]
    # The list of references has its heading where it is written.
    named = [section for section in paper.sections if section.heading != "References"]
    assert len(headings) == len(named) + bool(paper.title)


def test_tables_are_rows_between_bars() -> None:
    paper = make_paper()
    head, row = paper.tables[0].rows
    narrow = replace(head, cells=(replace(head.cells[0], columns=1),))
    plain = replace(paper, tables=(replace(paper.tables[0], rows=(narrow, row)),))
    written = render_markdown(plain, include=["tables"])
    assert "## Tables\n\n**Table 1** Sacks.\n\n" in written
    assert "|  | Sacks \\| mills |  |\n| --- | --- | --- |\n| 1961 |  | 9 |" in written


def test_a_table_with_a_cell_over_several_columns_is_html() -> None:
    paper = make_paper()
    head, row = paper.tables[0].rows
    first = replace(row.cells[0], text="<1961>\n\n& later")
    table = replace(paper.tables[0], rows=(head, replace(row, cells=(first,))))
    written = render_markdown(replace(paper, tables=(table,)), include=["tables"])
    expected = (
        "<table>\n"
        '<tr><td></td><td colspan="2">Sacks | mills</td></tr>\n'
        "<tr><td>&lt;1961&gt; &amp; later</td><td></td><td></td></tr>\n"
        "</table>"
    )
    assert expected in written
    assert expected in html(written)


def test_a_table_without_rows_says_so_above_its_text() -> None:
    paper = make_paper()
    unread = replace(paper, tables=(replace(paper.tables[0], rows=(), text="Sacks ~~~ 9\n1961"),))
    written = render_markdown(unread, include=["tables"])
    assert (
        "*The rows of this table were not understood.*\n\n~~~~\nSacks ~~~ 9\n1961\n~~~~" in written
    )


def linked_paper() -> Extraction:
    """The second paragraph cites the entry, and refers to the figure, the table and the section."""
    text = "Sacks [1] of Fig. 1 and Table 1 are in Section 1.1 as H2O."
    paper = make_paper(text)
    second = paper.paragraphs[1]
    marks = [
        ("Fig. 1", "figure", "c1"),
        ("Table 1", "table", "c2"),
        ("Section 1.1", "section", "h3"),
    ]
    sentence = replace(
        second.sentences[0],
        scripts=(Script("lowered", text.index("2O"), text.index("2O") + 1),),
        citations=(CitationMark(7, 8, ("r1",)),),
        mentions=tuple(
            Mention(text.index(name), text.index(name) + len(name), kind, (part,))
            for name, kind, part in marks
        ),
    )
    return replace(paper, paragraphs=(paper.paragraphs[0], replace(second, sentences=(sentence,))))


def test_marks_are_links_to_what_is_written() -> None:
    written = render_markdown(linked_paper(), include=["captions", "tables", "references", "links"])
    assert (
        "Sacks [[1](#r1)] of [Fig. 1](#c1) and [Table 1](#c2) are in [Section 1.1](#h3) "
        "as H<sub>2</sub>O." in written
    )
    assert '### <a id="h3"></a>1.1 Sacks' in written
    assert '- <a id="r1"></a>**1** Miller (1961).' in written
    for name in ("c1", "c2", "h3", "r1"):
        assert written.count(f'<a id="{name}"></a>') == 1
    assert '<a href="#r1">1</a>' in html(written)


def test_no_link_leads_to_what_is_not_written() -> None:
    written = render_markdown(linked_paper(), include=["links"])
    assert "Sacks [1] of Fig. 1 and Table 1 are in [Section 1.1](#h3) as" in written
    assert "](#" not in render_markdown(linked_paper(), include=["references", "tables"])


def test_the_ends_of_a_range_are_two_links() -> None:
    paper = linked_paper()
    second = paper.paragraphs[1]
    entries = [replace(paper.references[0], id=f"r{number}") for number in (1, 2, 3)]
    sentence = replace(
        second.sentences[0],
        text="Sacks [1–3].",
        scripts=(),
        citations=(CitationMark(7, 10, ("r1", "r2", "r3")),),
        mentions=(),
    )
    paper = replace(
        paper,
        references=tuple(entries),
        paragraphs=(replace(second, sentences=(sentence,)),),
        abstract_ids=(),
    )
    written = render_markdown(paper, include=["references", "links"])
    assert "Sacks [[1](#r1)–[3](#r3)]." in written


def test_a_comment_says_where_a_page_begins() -> None:
    paper = make_paper()
    abstract, second = paper.paragraphs
    later = replace(SPAN, page=2)
    first, last = abstract.sentences
    abstract = replace(abstract, sentences=(first, replace(last, spans=(later,))))
    third = replace(SPAN, page=3)
    second = replace(second, sentences=(replace(second.sentences[0], spans=(third,)),))
    sections = [replace(s, spans=(third,)) if s.id == "h2" else s for s in paper.sections]
    paper = replace(paper, paragraphs=(abstract, second), sections=tuple(sections))
    written = render_markdown(paper, include=["pages"])
    assert written == (
        "# On mills\n\n"
        "<!-- page 1 -->\n\n## Abstract\n\nWe count sacks. <!-- page 2 --> All of them.\n\n"
        "<!-- page 3 -->\n\n## 1 Mills\n\n### 1.1 Sacks\n\nA sack is heavy.\n"
    )
    assert "page" not in render_markdown(paper)


def test_captions_and_tables_are_below_the_paragraph_that_refers_to_them() -> None:
    paper = linked_paper()
    paper = replace(paper, paragraphs=(paper.paragraphs[1], paper.paragraphs[0]), abstract_ids=())
    written = render_markdown(paper, include=["captions", "tables"], floats="text")
    blocks = written.split("\n\n")
    start = next(i for i, block in enumerate(blocks) if block.startswith("Sacks"))
    assert blocks[start + 1] == "**Fig. 1** A mill."
    assert blocks[start + 2] == "**Table 1** Sacks."
    assert blocks[start + 3].startswith("<table>")
    assert blocks[start + 4].startswith("We count sacks.")
    assert not {"## Captions", "## Tables"} & set(blocks)


def test_a_table_that_nothing_refers_to_is_below_the_last_paragraph_of_its_page() -> None:
    paper = make_paper()
    later = replace(paper.paragraphs[1].sentences[0], spans=(replace(SPAN, page=2),))
    second = replace(paper.paragraphs[1], sentences=(later,))
    paper = replace(paper, paragraphs=(paper.paragraphs[0], second))
    written = render_markdown(paper, include=["tables"], floats="text")
    assert written.index("**Table 1**") < written.index("A sack is heavy.")


def test_unknown_places_of_floats_are_refused() -> None:
    with pytest.raises(UsageError, match="'top'"):
        render_markdown(make_paper(), floats="top")  # type: ignore[arg-type]


def test_a_table_over_pages_is_one_table() -> None:
    paper = make_paper()
    (start,) = paper.tables
    more = replace(start, id="t2", caption="", label="Table 1", title="Cont.", continues="t1")
    paper = replace(paper, tables=(start, replace(more, page=2)))
    written = render_markdown(paper, include=["tables"])
    assert written == render_markdown(make_paper(), include=["tables"])
    more = replace(more, rows=(start.rows[0], start.rows[1], start.rows[1]))
    written = render_markdown(replace(paper, tables=(start, more)), include=["tables"])
    assert (written.count("<td>1961</td>"), written.count("Cont.")) == (2, 0)
