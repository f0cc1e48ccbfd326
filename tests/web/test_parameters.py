"""Every option of `extract` in the query, and unknown ones refused."""

from __future__ import annotations

import json

import pytest

import pdfbot
from pdfbot.model import EQUATION_STYLES, EquationStyle
from pdfbot.output.formats import CHOICES, FORMATS
from pdfbot.output.markdown import INCLUDABLE
from tests.documents import HOSTILE, PAPERS

from .conftest import Server

PHYSICS = PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf"
CONFERENCE = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/extract?fromat=md", "unknown parameter fromat: there is anchors, appendices, "),
        ("/papers?nmae=x&smaple=y", "unknown parameter nmae, smaple: there is name, sample"),
    ],
)
def test_unknown_parameters_are_refused_with_those_that_there_are(
    server: Server, path: str, message: str
) -> None:
    answer = server.client.post(path, content=b"%PDF-1.4")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-request")
    assert answer.json()["detail"].startswith(message)


def test_calls_without_parameters_say_so(server: Server, paper_id: str) -> None:
    answer = server.client.get("/health?verbose=1")
    assert answer.json()["detail"] == "unknown parameter verbose: there are none"
    assert server.client.get(f"/papers/{paper_id}/sentences?layer=1&top=3").status_code == 422


def test_page_may_carry_parameters_of_others(server: Server) -> None:
    assert server.client.get("/?utm_source=mail").status_code == 200


def test_format_that_does_not_exist_is_not_acceptable(server: Server, paper_id: str) -> None:
    for answer in (
        server.client.get(f"/papers/{paper_id}?format=bogus"),
        server.client.post("/extract?format=bogus", content=CONFERENCE.read_bytes()),
    ):
        assert (answer.status_code, answer.json()["code"]) == (406, "no-such-format")
        assert answer.json()["detail"].startswith("format bogus: use json, txt, md")


def test_options_of_extract_are_those_of_the_command(server: Server) -> None:
    content = CONFERENCE.read_bytes()

    def text(query: str) -> str:
        answer = server.client.post(f"/extract?{query}", content=content)
        assert answer.status_code == 200, answer.text
        return answer.text

    paper = pdfbot.extract(CONFERENCE)
    assert text("format=txt&pages=2").strip() == pdfbot.extract(CONFERENCE, pages="2").text
    one_column = pdfbot.extract(CONFERENCE, columns=1).text
    assert text("format=txt&columns=1").strip() == one_column != paper.text
    assert text("format=md&include=captions&include=references&anchors=true") == paper.to_markdown(
        anchors=True, include=("captions", "references")
    )
    assert text("format=txt&drop_citations=true").strip() == paper.without_citations().text
    chunks = [json.loads(line) for line in text("format=chunks&chunk_words=50").splitlines()]
    assert [chunk["text"] for chunk in chunks] == [chunk.text for chunk in paper.chunks(50)]
    assert json.loads(text("format=json&reasons=true"))["reasons"]


def test_every_format_and_option_of_the_command_is_there(server: Server) -> None:
    calls = server.client.get("/openapi.json").json()["paths"]
    described = {entry["name"]: entry for entry in calls["/extract"]["post"]["parameters"]}
    assert set(described["format"]["schema"]["enum"]) == set(FORMATS)
    # Sentences in JSON have their scores in any case.
    assert set(CHOICES) - {"rank"} <= set(described)
    parts = json.dumps(described["include"]["schema"])
    assert all(f'"{part}"' in parts for part in INCLUDABLE)
    styles = described["equations"]["schema"]
    assert tuple(styles["enum"]) == EQUATION_STYLES


@pytest.mark.parametrize("style", EQUATION_STYLES)
def test_equations_are_written_as_asked(server: Server, style: EquationStyle) -> None:
    answer = server.client.post(
        f"/extract?format=md&equations={style}&include=tables", content=PHYSICS.read_bytes()
    )
    paper = pdfbot.extract(PHYSICS)
    assert answer.text == paper.to_markdown(equations=style, include=("tables",))


def test_references_are_there_for_bibliographies(server: Server) -> None:
    paper = pdfbot.extract(CONFERENCE)
    for form, media_type, expected in (
        ("bib", "application/x-bibtex; charset=utf-8", paper.to_bibtex()),
        ("csl", "application/vnd.citationstyles.csl+json", paper.to_csl()),
        ("dc", "application/xml", paper.to_dublin_core()),
    ):
        answer = server.client.post(f"/extract?format={form}", content=CONFERENCE.read_bytes())
        assert answer.headers["content-type"] == media_type
        assert answer.text == expected


def test_option_that_has_no_meaning_for_the_format_is_refused(server: Server) -> None:
    answer = server.client.post("/extract?format=txt&anchors=true", content=CONFERENCE.read_bytes())
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-request")
    assert "md" in answer.json()["detail"]


def test_password_is_a_header_or_a_field(server: Server) -> None:
    content = (HOSTILE / "encrypted-user-password.pdf").read_bytes()
    refused = server.client.post("/extract?format=txt", content=content)
    assert refused.json()["code"] == "password-needed"
    password = json.loads((HOSTILE / "expected.json").read_text())
    assert password
    by_header = server.client.post(
        "/extract?format=txt", content=content, headers={"X-PDF-Password": "secret"}
    )
    by_field = server.client.post(
        "/extract?format=txt", files={"file": ("a.pdf", content)}, data={"password": "secret"}
    )
    assert by_header.status_code == by_field.status_code == 200
    assert by_header.text == by_field.text


def test_scores_of_no_sentence_are_refused(server: Server, paper_id: str) -> None:
    address = f"/papers/{paper_id}/scores"
    answer = server.client.put(address, json={"s98.7": 1, "nobody wrote this": 2})
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-sentence")
    assert answer.json()["detail"] == "no such sentence: s98.7, nobody wrote this"
    assert server.client.put(address, content=b'{"s1.1": NaN}').status_code == 422
    assert server.client.get(f"/papers/{paper_id}/sentences").json()["sentences"][0]["score"]


def test_link_leads_to_the_paper_on_the_page(server: Server, paper_id: str) -> None:
    kept = server.post()
    assert kept["links"]["page"] == f"/#/p/{kept['id']}"
