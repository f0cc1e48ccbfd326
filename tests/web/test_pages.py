"""Single pages of a stored paper, pictures of its parts, and what is said about them."""

from __future__ import annotations

import io
import re
from typing import Any
from urllib.parse import unquote

import pypdf
import pytest
from PIL import Image, ImageStat
from pypdf.annotations import Link

from pdfbot.web.paper_store import KeptPaper
from pdfbot.web.routes.file_responses import attachment
from tests.documents import PAPERS

from .conftest import PAPER, Server

REPLICA = PAPERS / "onecolumn-indented" / "onecolumn-indented.html"
# Pixels per point.
SCALE = 3


@pytest.fixture(scope="module")
def view(server: Server, paper_id: str) -> dict[str, Any]:
    found: dict[str, Any] = server.client.get(f"/papers/{paper_id}/sentences").json()
    return found


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def test_page_alone_has_its_text_and_no_other(server: Server, paper_id: str) -> None:
    answer = server.client.get(f"/papers/{paper_id}/pages/2")
    policy = answer.headers["content-security-policy"]
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "script-src 'none'" in policy
    assert policy.endswith("; frame-ancestors 'self'")
    assert re.findall(r'data-page-no="(\w+)"', answer.text) == ["2"]
    assert "the state of the soil by the relative" in words(answer.text)
    assert "presses the ground with about twice" not in words(answer.text)


def test_links_of_a_page_lead_to_other_pages(server: Server) -> None:
    writer = pypdf.PdfWriter(clone_from=PAPER)
    writer.add_annotation(0, Link(rect=(100, 100, 200, 120), target_page_index=3))
    whole = io.BytesIO()
    writer.write(whole)
    paper_id = server.keep(whole.getvalue(), name="linked.pdf")
    assert 'href="#pf4"' in server.client.get(f"/papers/{paper_id}/pages/1").text
    assert "href=" not in server.client.get(f"/papers/{paper_id}/pages/2").text


def test_only_the_pages_that_were_asked_for_are_drawn(server: Server) -> None:
    paper_id = server.keep(name="paper.pdf")
    server.client.get(f"/papers/{paper_id}/pages/3").raise_for_status()
    drawn = {path.name for path in (server.folder / "papers" / paper_id).glob("*.html")}
    assert drawn == {"page-3.html"}


def test_page_of_a_replica(server: Server) -> None:
    paper_id = server.keep(REPLICA.read_bytes(), name=REPLICA.name)
    found = server.client.get(f"/papers/{paper_id}/pages/2").text
    assert re.findall(r'data-page-no="(\w+)"', found) == ["2"]
    view = server.client.get(f"/papers/{paper_id}/sentences").json()
    assert [
        part["picture"] for part in view["figures"] + view["equations"] if part["picture"]
    ] == []


def test_page_of_pictures_alone_is_shown(server: Server) -> None:
    scan = io.BytesIO()
    Image.effect_noise((300, 400), 80).convert("RGB").save(scan, "PDF")
    writer = pypdf.PdfWriter(clone_from=PAPER)
    writer.append(scan)
    whole = io.BytesIO()
    writer.write(whole)
    paper_id = server.keep(whole.getvalue(), name="scan.pdf")
    last = server.client.get(f"/papers/{paper_id}/pages/5")
    assert last.status_code == 200
    assert "data:image/webp" in last.text


@pytest.mark.parametrize("place", ["pages/5", "pages/99999999999", "pictures/c99", "pictures/s1.1"])
def test_what_a_paper_does_not_have_is_404(server: Server, paper_id: str, place: str) -> None:
    answer = server.client.get(f"/papers/{paper_id}/{place}")
    assert answer.status_code == 404
    assert answer.json()["code"] in ("no-such-page", "no-such-picture")


def test_pictures_are_as_large_as_the_parts_on_the_page(
    server: Server, paper_id: str, view: dict[str, Any]
) -> None:
    parts = [part for part in (*view["figures"], *view["equations"]) if part["picture"]]
    assert len(parts) == 7
    for part in parts:
        answer = server.client.get(f"/papers/{paper_id}/pictures/{part['id']}")
        assert answer.headers["content-type"] == "image/webp"
        image = Image.open(io.BytesIO(answer.content))
        size = part["picture"]["width"] * SCALE, part["picture"]["height"] * SCALE
        assert image.size == pytest.approx(size, abs=2)
        assert ImageStat.Stat(image.convert("L")).mean[0] < 254


def test_sentences_say_what_they_lead_to(view: dict[str, Any]) -> None:
    assert view["authors"] == ["Henrike Valdsen", "Bruno Achterberg"]
    sentences = {sentence["id"]: sentence for sentence in view["sentences"]}
    citing = sentences["s3.3"]
    marks = [citing["text"][m["start"] : m["end"]] for m in citing["citations"]]
    assert (marks, citing["citations"][0]["references"]) == (["1", "2"], ["r1"])
    assert sentences["s16.2"]["equations"] == [{"start": 56, "equation": "e1"}]
    assert [place["note"] for place in sentences["s2.3"]["notes"]] == ["n2"]
    figure = view["figures"][1]
    assert (figure["label"], figure["kind"]) == ("Figure 1", "figure")
    (paragraph,) = [p for p in view["paragraphs"] if p["id"] == figure["paragraph"]]
    assert set(paragraph["sentences"]) & set(figure["mentions"])
    assert view["references"][0]["text"]


def test_form_of_a_browser_leads_to_the_page(server: Server) -> None:
    headers = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    answer = server.client.post("/papers", files={"file": PAPER.read_bytes()}, headers=headers)
    assert answer.status_code == 303
    assert re.fullmatch(r"/#/p/[\w-]{22}", answer.headers["location"])


@pytest.mark.parametrize(
    ("title", "name", "written"),
    [
        ("On soil: a/b?", "x.pdf", "On soil a b.txt"),
        ("", "sub.name.pdf", "sub.name.txt"),
        ("Über 水", "x.pdf", "Über 水.txt"),
        ("w" * 300, "x.pdf", "w" * 120 + ".txt"),
        (" ... ", "", "paper.txt"),
    ],
)
def test_downloads_are_named_by_the_title(title: str, name: str, written: str) -> None:
    header = attachment(KeptPaper("id", name, 0.0, title=title), "txt")["Content-Disposition"]
    assert unquote(header.rpartition("UTF-8''")[2]) == written


def test_some_pages_are_explained_as_in_the_whole(server: Server, paper_id: str) -> None:
    whole = server.client.get(f"/papers/{paper_id}/explain").text
    some = server.client.get(f"/papers/{paper_id}/explain", params={"pages": "2-3"})
    assert "script-src 'sha256-" in some.headers["content-security-policy"]
    lines = [set(re.findall(r'id="(p\d+\.c\d+\.l\d+)"', text)) for text in (whole, some.text)]
    assert lines[1] == {line for line in lines[0] if line[:3] in ("p2.", "p3.")}
    assert "took <b>112</b> of the 170 lines" in some.text


@pytest.mark.parametrize(
    ("pages", "status", "code"),
    [
        ("3-2", 404, "no-such-page"),
        ("4-5", 404, "no-such-page"),
        ("8105-187022", 404, "no-such-page"),
        ("1", 422, "bad-request"),
        ("2-x", 422, "bad-request"),
    ],
)
def test_pages_that_cannot_be_explained_are_refused(
    server: Server, paper_id: str, pages: str, status: int, code: str
) -> None:
    answer = server.client.get(f"/papers/{paper_id}/explain", params={"pages": pages})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
