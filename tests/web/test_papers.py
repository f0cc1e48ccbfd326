"""Papers over HTTP: kept, watched, read in every format and view, scored and deleted."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import httpx
import pypdf
import pytest

import pdfbot
from pdfbot.output.formats import FormatOptions, render
from pdfbot.ranking.ranked_sentences import rank_sentences
from pdfbot.readers.source import Source
from pdfbot.web.samples import SAMPLES
from tests.documents import PAPERS, extracted

from .conftest import PAPER, Server, StartServer, misbehaving

CONFERENCE = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"


@pytest.fixture(scope="module")
def paper() -> pdfbot.Paper:
    return pdfbot.extract(PAPER)


def rendered(paper: pdfbot.Paper, form: str, *, lean: bool = False) -> str:
    """What the command writes."""
    options = FormatOptions(lean=lean, rank=form in ("json", "jsonl"))
    return "".join(render(paper, form, options, Source.of(PAPER), "paper.pdf"))


@pytest.mark.parametrize(
    "form", ["txt", "md", "tei", "chunks", "json", "jsonl", "bib", "csl", "dc"]
)
def test_kept_paper_is_what_the_command_writes(
    server: Server, paper_id: str, paper: pdfbot.Paper, form: str
) -> None:
    answer = server.client.get(f"/papers/{paper_id}", params={"format": form})
    assert answer.status_code == 200
    assert answer.text == rendered(paper, form)


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_lean_record_leaves_out_the_lines(
    server: Server, paper_id: str, paper: pdfbot.Paper, form: str
) -> None:
    answer = server.client.get(f"/papers/{paper_id}", params={"format": form, "lean": "true"})
    assert answer.text == rendered(paper, form, lean=True)


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("text/plain", "text/plain; charset=utf-8"),
        ("text/markdown, application/json;q=0.5", "text/markdown; charset=utf-8"),
        ("application/json;q=0.5, application/tei+xml", "application/tei+xml"),
        ("application/xml", "application/tei+xml"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"),
        ("image/png, text/plain;q=0.1", "text/plain; charset=utf-8"),
    ],
)
def test_format_is_what_the_client_prefers(
    server: Server, paper_id: str, accept: str, media_type: str
) -> None:
    answer = server.client.get(f"/papers/{paper_id}", headers={"Accept": accept})
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)


@pytest.mark.parametrize("accept", ["image/png", "application/json;q=0"])
def test_format_that_no_paper_has_is_refused(server: Server, paper_id: str, accept: str) -> None:
    answer = server.client.get(f"/papers/{paper_id}", headers={"Accept": accept})
    assert (answer.status_code, answer.json()["code"]) == (406, "no-such-format")


@pytest.mark.parametrize(
    ("query", "written"),
    [
        ("format=txt", "voltage V₁ and"),
        ("format=txt&scripts=tex", "voltage V_{1} and"),
        ("format=txt&scripts=flat", "voltage V1 and"),
        ("format=md", "voltage $V_1$ and"),
        ("format=chunks&scripts=html", "voltage V<sub>1</sub> and"),
    ],
)
def test_scripts_are_written_as_chosen(server: Server, query: str, written: str) -> None:
    answer = server.client.post(f"/extract?{query}", content=CONFERENCE.read_bytes())
    assert written in answer.text


def test_scripts_of_records_are_ranges(server: Server) -> None:
    answer = server.client.post("/extract?format=json&scripts=tex", content=PAPER.read_bytes())
    assert answer.status_code == 422
    assert "--scripts is for txt, md and chunks" in answer.text


def test_paper_is_extracted_in_one_call(server: Server, paper: pdfbot.Paper) -> None:
    content = PAPER.read_bytes()
    raw = server.client.post("/extract", content=content, headers={"Accept": "text/plain"})
    form = server.client.post("/extract?format=txt", files={"file": ("a.pdf", content)})
    assert raw.text == form.text == paper.text + "\n"
    assert server.client.get("/health").json()["working"] == 0


def test_uploaded_form_file_keeps_its_name(server: Server) -> None:
    files = {"file": ("C:\\papers\\Müller's \u202epaper.pdf", PAPER.read_bytes())}
    kept = server.client.post("/papers", files=files)
    assert (
        kept.headers["location"] == kept.json()["links"]["self"] == f"/papers/{kept.json()['id']}"
    )
    assert kept.json()["name"] == "Müller's paper.pdf"
    server.events(kept.json()["id"])
    answer = server.client.get(kept.headers["location"], params={"format": "md", "download": True})
    assert answer.headers["content-disposition"].startswith(
        'attachment; filename="How Long Does a Footpath Remember Recovery of'
    )


def test_samples_are_the_projects_own_papers(server: Server) -> None:
    samples = server.client.get("/samples").json()
    assert [sample["name"] for sample in samples] == list(SAMPLES)
    originals = {"paper": PAPER, "conference": CONFERENCE}
    for sample in samples:
        shipped = Path(pdfbot.__file__).parent / "web" / "samples" / f"{sample['name']}.pdf"
        assert shipped.read_bytes() == originals[sample["name"]].read_bytes()
        assert extracted(originals[sample["name"]]).title == sample["title"]
    kept = server.client.post("/papers", params={"sample": "conference"}).json()
    assert server.events(kept["id"])[-1]["status"] == "done"
    assert server.client.post("/papers", params={"sample": "none"}).status_code == 404


def test_events_tell_how_far_a_paper_is_in_order(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    first = server.post(misbehaving("sleep 1"))["id"]
    second = server.post(CONFERENCE, name="second.pdf")["id"]
    third = server.post(PAPER)["id"]
    waiting = server.client.get(f"/papers/{third}")
    assert waiting.status_code == 202
    assert (waiting.json()["status"], waiting.json()["position"]) == ("queued", 2)
    assert server.client.get(f"/papers/{third}/sentences").status_code == 409
    events = server.events(second)
    statuses = list(dict.fromkeys(event["status"] for event in events))
    assert statuses == ["queued", "working", "done"]
    assert events[0]["position"] == 1
    messages = [event["message"] for event in events]
    assert "reading page 1 of 3" in messages
    assert messages.index("reading page 1 of 3") < messages.index("finding the body text")
    assert server.client.get(f"/papers/{first}").status_code == 200
    assert server.events(third)[-1]["status"] == "done"


def test_replica_and_explain_are_what_the_library_writes(server: Server, paper_id: str) -> None:
    for kind in ("replica", "explain"):
        answer = server.client.get(f"/papers/{paper_id}/{kind}")
        policy = answer.headers["content-security-policy"]
        assert policy.endswith("; frame-ancestors 'self'")
        assert ("script-src 'none'" in policy) == (kind == "replica")
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.text == server.client.get(f"/papers/{paper_id}/{kind}").text
    assert server.client.get(f"/papers/{paper_id}/replica").text == pdfbot.replica(PAPER)


def test_highlight_colours_the_layers(server: Server, paper_id: str, paper: pdfbot.Paper) -> None:
    address = f"/papers/{paper_id}/highlight"
    html = server.client.get(address, params={"layers": 3})
    assert html.headers["content-disposition"].startswith(
        f'attachment; filename="{paper.title.replace("?", "")}.highlighted.html"'
    )
    assert html.text == paper.highlight(layers=3)
    pdf = server.client.get(address, params={"layers": 3, "format": "pdf"})
    pages = pypdf.PdfReader(io.BytesIO(pdf.content)).pages
    assert sum(len(page.get("/Annots") or ()) for page in pages) >= len(paper.sentences)
    sparse = f"{address}?layers=2&format=annotations&spread=none&density=0.1"
    items = server.client.get(sparse).json()["items"]
    names = [item["body"][0]["value"] for item in items]
    first = names.count("most important")
    assert (len(names), first) == (len(paper.sentences), round(len(names) * 0.1))


def sentences_of(server: Server, paper_id: str, **parameters: Any) -> dict[str, Any]:
    answer = server.client.get(f"/papers/{paper_id}/sentences", params=parameters)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_sentences_have_the_layers_of_the_ranking(
    server: Server, paper_id: str, paper: pdfbot.Paper
) -> None:
    view = sentences_of(server, paper_id, layers=4, density=0.15)
    ranked = {item.sentence.id: item for item in rank_sentences(paper, 4, "even", 0.15)}
    assert [s["id"] for s in view["sentences"]] == [s.id for s in paper.sentences]
    for sentence in view["sentences"]:
        assert sentence["layer"] == ranked[sentence["id"]].layer
        assert sentence["score"] == ranked[sentence["id"]].score
    only = sentences_of(server, paper_id, layers=4, density=0.15, layer=1)
    assert only["sentences"] == [s for s in view["sentences"] if s["layer"] == 1]
    assert view["title"] == paper.title
    assert [s["heading"] for s in view["sections"]] == [s.heading for s in paper.sections]


def test_rectangles_are_where_the_sentences_are(
    server: Server, paper_id: str, paper: pdfbot.Paper
) -> None:
    view = sentences_of(server, paper_id)
    heights = {page["number"]: page["height"] for page in view["pages"]}
    for sentence, shown in zip(paper.sentences, view["sentences"], strict=True):
        middle = sentence.spans[0].box
        y = heights[sentence.page] - (middle.top + middle.bottom) / 2
        x = (middle.left + middle.right) / 2
        assert any(
            r["page"] == sentence.page
            and r["left"] <= x <= r["left"] + r["width"]
            and r["top"] <= y <= r["top"] + r["height"]
            for r in shown["rectangles"]
        )


def test_scores_of_a_backend_replace_the_ranking(server: Server, paper: pdfbot.Paper) -> None:
    paper_id = server.keep()
    own = sentences_of(server, paper_id, layers=2)
    text = paper.sentences[3].text
    given = {"s1.1": 0.5, text.upper(): {"score": 2, "note": "read this"}, "no such text": 1}
    answer = server.client.put(f"/papers/{paper_id}/scores", json=given)
    assert answer.json() == {"found": 2, "missing": ["no such text"]}
    view = sentences_of(server, paper_id, layers=2, spread="none")
    scored = {s["id"]: s for s in view["sentences"] if s["score"] is not None}
    best = paper.sentences[3].id
    assert {key: (s["score"], s["layer"]) for key, s in scored.items()} == {
        best: (2.0, 1),
        "s1.1": (0.5, 2),
    }
    assert scored[best]["note"] == "read this"
    assert {s["layer"] for s in view["sentences"] if s["score"] is None} == {2}
    marks = server.client.get(f"/papers/{paper_id}/highlight?format=annotations").json()["items"]
    assert [mark["id"] for mark in marks] == ["#s1.1", f"#{best}"]
    assert server.client.delete(f"/papers/{paper_id}/scores").status_code == 204
    assert sentences_of(server, paper_id, layers=2) == own


@pytest.mark.parametrize("body", ['{"s1.1": NaN}', '{"s1.1": "high"}', "[1]", "nothing", ""])
def test_scores_must_be_numbers(server: Server, paper_id: str, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = server.client.put(f"/papers/{paper_id}/scores", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


def test_deleted_paper_is_gone(server: Server) -> None:
    paper_id = server.keep()
    assert server.client.delete(f"/papers/{paper_id}").status_code == 204
    for path in ("", "/replica", "/sentences", "/events"):
        assert server.client.get(f"/papers/{paper_id}{path}").status_code == 404
    assert server.client.delete(f"/papers/{paper_id}").status_code == 404


def test_paper_is_deleted_while_it_is_being_processed(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    slow = server.post(misbehaving("sleep 20"))["id"]
    assert server.client.delete(f"/papers/{slow}").status_code == 204
    server.keep()
    assert server.client.get("/health").json()["papers"] == 1


def test_text_that_looks_like_html_stays_text(server: Server) -> None:
    hostile = PAPER.parent / "fixtures" / "hostile" / "html-in-text.pdf"
    paper_id = server.keep(hostile, name="<script>alert(1)</script>.pdf")
    html = server.client.get(f"/papers/{paper_id}/replica").text
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    explained = server.client.get(f"/papers/{paper_id}/explain").text
    assert "<script>alert" not in explained


def test_record_of_a_kept_paper_can_be_read_again(server: Server, paper_id: str) -> None:
    answer = server.client.get(f"/papers/{paper_id}")
    record = json.loads(answer.text)
    assert all("score" in s for p in record["paragraphs"] for s in p["sentences"])
    assert pdfbot.from_json(answer.content).text == extracted(PAPER).text


def test_page_and_its_files_are_served(server: Server) -> None:
    page = server.client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    for name in ("index.html", "..%2Findex.html", "../application.py", "nothing.js"):
        found = httpx.get(f"{server.url}/assets/{name}")
        assert found.status_code == 404
