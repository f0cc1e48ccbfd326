"""Every figure of `--scholar` falls by what a tool gets wrong, and by nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from pdfbot.errors import FileMissingError, InputError
from pdfbot.evaluation.scholar import (
    ScholarScore,
    read_scholar_truth,
    score_scholar,
    shown_text,
)
from pdfbot.evaluation.truth import find_papers
from pdfbot.options import ReadingOptions
from pdfbot.readers.document import read_document

from ..pdfs import PdfPage, make_pdf, show

NAMES = tuple(asdict(ScholarScore()))
PERFECT = ScholarScore(**dict.fromkeys(NAMES, 1.0))
SHOWN = "doi:10.1000/1andhttps://doi.org/10.1000/2"

TITLES = ("The counting of mountain sacks", "On flour and what became of it")
TRUTH: dict[str, Any] = {
    "doi": "10.1000/own",
    "authors": [{"given": "Cornélia", "surname": "Vásile"}, {"given": "B.", "surname": "van Roe"}],
    "references": [
        {
            "id": f"b{n}",
            "text": f"{name}, A. {title}. J. Mill. {year}. doi:10.1000/{n}",
            "surnames": [name],
            "title": title,
            "year": year,
            "doi": f"10.1000/{n}",
        }
        for n, (name, title, year) in enumerate(
            [("Miller", TITLES[0], "1961"), ("Stone", TITLES[1], "1987")], 1
        )
    ],
    "cited": {"b1": 2, "b2": 1},
    "tables": [{"rows": [["Sack", "Weight"], ["old", "12"], ["new", "15"]]}],
    "abstract_text": "Sacks were counted in many mills, and some of the sacks were lost.",
}


def entry(n: int, name: str, title: str, year: str) -> str:
    return (
        f'<biblStruct xml:id="e{n}"><analytic><title level="a">{title}</title><author><persName>'
        f"<surname>{name}</surname></persName></author><idno type='DOI'>10.1000/{n}</idno>"
        f'</analytic><monogr><imprint><date when="{year}-05"/></imprint></monogr>'
        f'<note type="raw_reference">{name}, A. {title}. J. Mill. {year}.</note></biblStruct>'
    )


TEI = f"""<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>
<fileDesc><sourceDesc><biblStruct><analytic>
<author><persName><forename>C.</forename><surname>Vasile</surname></persName></author>
<author><persName><forename>Ben</forename><surname>Van Roe</surname></persName></author>
<idno type="DOI">https://doi.org/10.1000/OWN</idno></analytic></biblStruct></sourceDesc></fileDesc>
<profileDesc><abstract><p>{TRUTH["abstract_text"]}</p></abstract></profileDesc></teiHeader>
<text><body><p>Many sacks <ref type="bibr" target="#e1">1</ref>,
<ref type="bibr" target="#e1 #e2">[1, 2]</ref> <ref type="figure" target="#e2">2</ref></p>
<figure type="table"><table><row><cell>Sack</cell><cell>Weight</cell></row>
<row><cell>old</cell><cell>12</cell></row><row><cell>new</cell><cell>15</cell></row></table></figure>
</body><back><listBibl>{entry(1, "Miller", TITLES[0], "1961")}
{entry(2, "Stone", TITLES[1], "1987")}</listBibl></back></text></TEI>"""


def test_a_tool_that_makes_no_mistakes_is_perfect() -> None:
    assert score_scholar(TRUTH, TEI, SHOWN) == PERFECT


@pytest.mark.parametrize(
    ("old", "new", "lost"),
    [
        ("<surname>Vasile", "<surname>Basil", {"authors": 0.5}),
        ("<forename>Ben", "<forename>Len", {"authors": 0.5}),
        ("<p>Sacks were counted in", "<p>Bags were seen at", {"abstract": 0.0}),
        ("10.1000/OWN", "10.1000/other", {"doi": 0.0}),
        ("<surname>Stone", "<surname>Store", {"surname": 0.5}),
        ('when="1987-05"', 'when="1978-05"', {"year": 0.5}),
        (f'"a">{TITLES[0]}', '"a">Mountain', {"title": 0.5}),
        ("'DOI'>10.1000/2", "'DOI'>10.1000/3", {"ref_doi": 0.5, "shown_doi": 0.5}),
        ("#e1 #e2", "#e1", {"citations": 0.8}),
        ("#e1 #e2", "#e2 #e2", {"citations": 2 / 3}),
        ('type="figure" target="#e2"', 'type="bibr" target="#e9"', {}),
        ("<cell>old</cell>", "<cell>bold</cell>", {"cells": 4 / 7}),
        ('type="table"', 'type="box"', {"tables": 0.0, "cells": 0.0}),
    ],
)
def test_each_mistake_costs_its_own_figure(old: str, new: str, lost: dict[str, float]) -> None:
    assert old in TEI
    found = asdict(score_scholar(TRUTH, TEI.replace(old, new), SHOWN))
    assert found == pytest.approx(asdict(replace(PERFECT, **lost)))


def test_a_reference_that_is_not_found_has_no_right_field() -> None:
    whole = entry(2, "Stone", TITLES[1], "1987")
    assert whole in TEI
    found = score_scholar(TRUTH, TEI.replace(whole, ""), SHOWN)
    fields = ("references", "surname", "year", "title", "ref_doi", "shown_doi")
    assert [getattr(found, name) for name in fields] == [0.5] * len(fields)
    # Two of three marks lead to the other entry.
    assert found.citations == pytest.approx(0.8)


def test_an_empty_output_has_nothing() -> None:
    assert score_scholar(TRUTH, "", SHOWN) == ScholarScore(**dict.fromkeys(NAMES, 0.0))


def test_what_the_truth_does_not_have_is_not_scored() -> None:
    nothing = {"doi": "", "authors": [], "references": [], "cited": {}, "tables": []}
    assert score_scholar({**nothing, "abstract_text": None}, TEI) == ScholarScore()


def test_a_doi_that_is_not_printed_is_not_asked_for() -> None:
    entries = [{**r, "text": r["text"].split(" doi:")[0]} for r in TRUTH["references"]]
    assert score_scholar({**TRUTH, "references": entries}, TEI).ref_doi is None


@pytest.mark.parametrize(
    ("shown", "share"),
    [(None, None), ("", None), ("doi:10.1000/9", None), (SHOWN, 0.5), ("doi:10.1000/1", 1.0)],
)
def test_a_doi_is_asked_for_where_the_pdf_shows_it(shown: str | None, share: float | None) -> None:
    wrong = TEI.replace("10.1000/2</idno>", "10.1000/3</idno>")
    assert score_scholar(TRUTH, wrong, shown).shown_doi == share


def test_a_pdf_shows_what_it_prints_and_links() -> None:
    content = show("doi: 10.1000/MILL-", 50, 500) + show("2001", 50, 488)
    action = "/A << /S /URI /URI (https://doi.org/10.1/%28a%29) >>"
    link = f"<< /Type /Annot /Subtype /Link /Rect [50 400 90 410] {action} >>"
    pdf = make_pdf(PdfPage(content, f"/Annots [{link}]"))
    shown = shown_text(read_document(pdf, ReadingOptions()))
    assert "10.1000/mill-2001" in shown
    assert "10.1/(a)" in shown


def test_an_empty_table_is_no_table() -> None:
    empty = TEI[: TEI.index("<row>")] + TEI[TEI.index("</table>") :]
    assert score_scholar(TRUTH, empty).tables == 0


def test_what_is_no_xml_is_an_error() -> None:
    with pytest.raises(InputError, match="not XML"):
        score_scholar(TRUTH, "<TEI>")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A paper with an abstract of one paragraph, and one without scholar.json."""
    folder = tmp_path / "corpus"
    body = {"paragraphs": [{"text": TRUTH["abstract_text"]}, {"text": "More."}], "nonbody": []}
    for name, record in (("known", body | {"abstract": 1}), ("unknown", body)):
        (folder / name).mkdir(parents=True)
        (folder / name / "truth.json").write_text(json.dumps(record), "utf-8")
    truth = {key: value for key, value in TRUTH.items() if key != "abstract_text"}
    (folder / "known" / "scholar.json").write_text(json.dumps(truth), "utf-8")
    return folder


def test_the_truth_is_read_with_its_abstract(corpus: Path) -> None:
    assert read_scholar_truth(find_papers(corpus, "known")[0].truth) == TRUTH
    (corpus / "known" / "truth.json").write_text('{"paragraphs": [], "nonbody": []}', "utf-8")
    assert read_scholar_truth(find_papers(corpus, "known")[0].truth)["abstract_text"] is None


@pytest.mark.parametrize("broken", ["{", "[]", '{"doi": ""}', '{"authors": [{}]}'])
def test_a_broken_truth_is_an_error_that_names_the_file(corpus: Path, broken: str) -> None:
    (corpus / "known" / "scholar.json").write_text(broken, "utf-8")
    with pytest.raises(InputError, match=r"scholar\.json: not ground truth"):
        read_scholar_truth(corpus / "known" / "truth.json")


def test_a_missing_truth_is_an_error(corpus: Path) -> None:
    with pytest.raises(FileMissingError, match=r"scholar\.json: cannot be read"):
        read_scholar_truth(corpus / "unknown" / "truth.json")


Run = Callable[..., Any]


def test_the_command_scores_the_tei_of_any_tool(run: Run, corpus: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    (outputs / "known.tei.xml").write_text(TEI, "utf-8")
    done = run("evaluate", corpus, outputs, "--scholar", "--json", "scores.json")
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.decode().splitlines()]
    # There is no PDF that could show DOIs.
    ones = ["-" if name == "shown_doi" else "1.000" for name in NAMES]
    scores = {name: 1.0 for name in NAMES if name != "shown_doi"}
    assert lines == [["paper", *NAMES], ["known", *ones], ["mean", "of", "1", *ones]]
    record = json.loads((tmp_path / "scores.json").read_text("utf-8"))
    assert record["format"] == "pdfbot-scholar-evaluation"
    assert record["summary"] == {"papers": 1, **scores}
    assert record["papers"] == [{"id": "known", "problem": None, **scores}]


def test_broken_tei_counts_as_empty_and_is_reported(run: Run, corpus: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    (outputs / "known.tei.xml").write_text("<TEI>", "utf-8")
    done = run("evaluate", corpus, outputs, "--scholar")
    assert done.returncode == 1
    assert b"known.tei.xml: not XML" in done.stderr
    assert done.stdout.decode().splitlines()[1].split() == [
        "known",
        *("-" if name == "shown_doi" else "0.000" for name in NAMES),
    ]


def test_papers_without_this_truth_cannot_be_scored(run: Run, corpus: Path) -> None:
    done = run("evaluate", corpus, "--only", "unknown", "--scholar")
    assert done.returncode == 3
    assert b"no paper has a scholar.json, which --scholar needs" in done.stderr


def test_scholar_has_no_gate(run: Run, corpus: Path) -> None:
    done = run("evaluate", corpus, "--scholar", "--min-sentence-sf1", "0.5")
    assert done.returncode == 2
    assert b"--scholar has no report and no gate" in done.stderr
