"""GROBID's protocol without its clients: responses, choices, codes, and odd requests."""

from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import httpx
import pytest

import pdfbot
from pdfbot.output.tei import TeiOptions, render_tei
from pdfbot.web.grobid import CODES, MISSING
from tests.documents import HOSTILE, ROOT
from tests.test_docs import blocks, table

from .conftest import PAPER, PATIENCE, Server, StartServer, misbehaving, small_paper

FULLTEXT = "/api/processFulltextDocument"
HEADER = "/api/processHeaderDocument"
REFERENCES = "/api/processReferences"
PAGE = ROOT / "docs" / "grobid.md"
TEI = {"t": "http://www.tei-c.org/ns/1.0"}
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def ask(
    server: Server, path: str = FULLTEXT, pdf: Path | bytes = PAPER, /, **fields: Any
) -> httpx.Response:
    data = pdf.read_bytes() if isinstance(pdf, Path) else pdf
    name = pdf.name if isinstance(pdf, Path) else "paper.pdf"
    return server.client.post(path, files={"input": (name, data)}, data=fields)


def tree(server: Server, path: str = FULLTEXT, pdf: Path = PAPER, /, **fields: Any) -> Element:
    answer = ask(server, path, pdf, **fields)
    assert answer.status_code == 200, answer.text
    # Without the encoding, clients would guess it from the text.
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    return fromstring(answer.content)


def text_of(element: Element) -> str:
    return "".join(element.itertext())


def with_coords(root: Element) -> set[str]:
    return {e.tag.rpartition("}")[2] for e in root.iter() if e.get("coords") is not None}


def test_server_is_alive_and_tells_its_version_and_size(server: Server) -> None:
    alive = server.client.get("/api/isalive")
    assert (alive.status_code, alive.text) == (200, "true")
    assert server.client.get("/api/version").json()["version"] == pdfbot.__version__
    health = server.client.get("/api/health").json()
    assert health == {"ready": True, "pool": {"maxActive": 2}}


def test_fulltext_is_the_tei_of_the_paper(server: Server) -> None:
    paper = pdfbot.extract(PAPER)
    names = ["head", "p", "figure", "note", "biblStruct", "persName", "formula"]
    answer = ask(server, segmentSentences="1", teiCoordinates=names)
    assert answer.text == paper.to_tei()
    again = server.client.put(FULLTEXT, files={"input": ("dir/paper.pdf", PAPER.read_bytes())})
    assert paper.source is not None
    options = TeiOptions(coordinates=frozenset(), sentences=False)
    assert again.text == render_tei(paper, paper.source.md5(), options)


def test_only_sentences_have_coordinates_unless_others_are_asked_for(server: Server) -> None:
    assert with_coords(tree(server)) == {"s"}
    assert with_coords(tree(server, teiCoordinates="head")) == {"s", "head"}
    names = ["p", "biblStruct", "figure", "persName"]
    assert with_coords(tree(server, teiCoordinates=names)) == {"s", "p", "biblStruct", "figure"}


@pytest.mark.parametrize(("given", "segmented"), [("1", True), ("true", True), ("0", False)])
def test_paragraphs_have_sentences_or_one_s(server: Server, given: str, segmented: bool) -> None:
    paper = pdfbot.extract(PAPER)
    root = tree(server, segmentSentences=given)
    found = [
        [text_of(s).strip() for s in p.iterfind("t:s", TEI)] for p in root.iterfind(".//t:p", TEI)
    ]
    assert found == [
        [s.text for s in p.sentences] if segmented else [p.text] for p in paper.paragraphs
    ]
    assert all(s.get("coords") for s in root.iterfind(".//t:s", TEI))


def test_ids_are_those_of_the_record_and_unique(server: Server) -> None:
    paper = pdfbot.extract(PAPER)
    root = tree(server, segmentSentences="1", generateIDs="1")
    assert [s.get(XML_ID) for s in root.iterfind(".//t:s", TEI)] == [s.id for s in paper.sentences]
    assert [p.get(XML_ID) for p in root.iterfind(".//t:p", TEI)] == [p.id for p in paper.paragraphs]
    ids = [e.get(XML_ID) for e in root.iter() if e.get(XML_ID)]
    assert len(set(ids)) == len(ids)
    plain = tree(server, segmentSentences="1")
    assert not [e for e in plain.iterfind(".//t:p", TEI) if e.get(XML_ID)]


def test_header_alone_has_title_authors_and_abstract(server: Server) -> None:
    paper = pdfbot.extract(PAPER)
    root = tree(server, HEADER)
    assert root.findtext(".//t:titleStmt/t:title", "", TEI) == paper.title
    families = [e.text for e in root.iterfind(".//t:persName/t:surname", TEI)]
    assert families == [author.family for author in paper.metadata.authors] != []
    (abstract,) = root.iterfind(".//t:abstract", TEI)
    assert text_of(abstract).split() == " ".join(p.text for p in paper.abstract).split()
    assert list(root.find("t:text", TEI) or []) == []


def test_references_alone_are_as_printed(server: Server) -> None:
    root = tree(server, REFERENCES, includeRawCitations="0", teiCoordinates="biblStruct")
    notes = root.findall(".//t:listBibl/t:biblStruct/t:note", TEI)
    assert [text_of(n) for n in notes] == [r.text for r in pdfbot.extract(PAPER).references]
    assert with_coords(root) == {"biblStruct"}
    assert not root.findall(".//t:p", TEI)


def test_pages_are_counted_from_1_up_to_the_last(server: Server) -> None:
    whole = tree(server, start="-1", end="-1")
    assert len(whole.findall(".//t:surface", TEI)) == len(pdfbot.extract(PAPER).pages)
    part = tree(server, start="2", end="3")
    assert [s.get("n") for s in part.iterfind(".//t:surface", TEI)] == ["2", "3"]
    coords = [s.get("coords", "") for s in part.iterfind(".//t:s", TEI)]
    assert {box.split(",")[0] for value in coords for box in value.split(";")} == {"2", "3"}
    rest = tree(server, start="3", end="999")
    assert [s.get("n") for s in rest.iterfind(".//t:surface", TEI)] == ["3", "4"]
    beyond = ask(server, start="999")
    assert (beyond.status_code, beyond.text[:11]) == (500, "[NO_BLOCKS]")


def test_fields_of_other_engines_and_unknown_ones_are_ignored(server: Server) -> None:
    others = {
        "consolidateHeader": "1",
        "consolidateCitations": "2",
        "consolidateFunders": "1",
        "includeRawAffiliations": "1",
        "includeRawCopyrights": "1",
        "flavor": "article/light",
        "teiCoordinates": ["", '<&"', "x" * 1000],
        "unknown": "\x00ß",
    }
    assert ask(server, **others).text == ask(server).text


# file, code, what is said
REFUSED = [
    ("empty.pdf", "BAD_INPUT_DATA", "empty.pdf: the file is empty"),
    ("not-a-pdf.pdf", "BAD_INPUT_DATA", "failed download"),
    ("encrypted-user-password.pdf", "BAD_INPUT_DATA", "a password is needed"),
    ("copy-protected.pdf", "BAD_INPUT_DATA", "forbade copying"),
    ("truncated.pdf", "BAD_INPUT_DATA", "damaged or cut off"),
    # The whole text, which scipdf_parser looks for.
    ("image-only.pdf", "NO_BLOCKS", "PDF parsing resulted in empty content"),
    ("zero-pages.pdf", "NO_BLOCKS", "PDF parsing resulted in empty content"),
    ("one-blank-page.pdf", "NO_BLOCKS", "PDF parsing resulted in empty content"),
    ("no-tounicode.pdf", "NO_BLOCKS", "PDF parsing resulted in empty content"),
]


@pytest.mark.parametrize("path", [FULLTEXT, HEADER, REFERENCES])
@pytest.mark.parametrize(("name", "code", "message"), REFUSED)
def test_unusable_pdf_is_refused_with_a_code_and_one_line(
    server: Server, path: str, name: str, code: str, message: str
) -> None:
    answer = ask(server, path, HOSTILE / name)
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.startswith(f"[{code}] ")
    assert message in answer.text
    assert "\n" not in answer.text


def test_every_other_odd_pdf_is_answered_with_tei(server: Server) -> None:
    refused = {case[0] for case in REFUSED}
    for path in sorted(HOSTILE.glob("*.pdf")):
        if path.name not in refused:
            assert tree(server, FULLTEXT, path).find("t:text/t:body", TEI) is not None


def test_nothing_of_the_kind_is_204(server: Server) -> None:
    answer = ask(server, REFERENCES, small_paper())
    assert (answer.status_code, answer.content) == (204, b"")


def test_limits_are_codes_of_grobid(start_server: StartServer) -> None:
    server = start_server("--jobs", "1", "--timeout", "1", "--max-pages", "1", "--max-size", "1M")
    late = ask(server, FULLTEXT, misbehaving("sleep 20"))
    assert (late.status_code, late.text) == (500, "[TIMEOUT] paper.pdf: not done after 1 s")
    long = ask(server)
    assert long.status_code == 500
    assert long.text.startswith("[TOO_MANY_BLOCKS] paper.pdf: 4 pages, over the limit of 1")
    dead = ask(server, FULLTEXT, misbehaving("segfault"))
    assert (dead.status_code, dead.text[:9]) == (500, "[GENERAL]")
    large = ask(server, FULLTEXT, b"%PDF-1.4 " + bytes(5 << 20))
    assert (large.status_code, large.text[:17]) == (500, "[TOO_MANY_BLOCKS]")


def test_papers_wait_in_the_queue_however_full_it_is(start_server: StartServer) -> None:
    server = start_server("--jobs", "1", "--queue", "1")
    files = {"input": ("paper.pdf", misbehaving("sleep 0.2"))}
    with ThreadPoolExecutor(8) as pool:
        address = server.url + FULLTEXT
        answers = list(
            pool.map(lambda _: httpx.post(address, files=files, timeout=PATIENCE), range(8))
        )
    assert [answer.status_code for answer in answers] == [200] * 8


def test_clients_waiting_for_a_server_that_stops_are_told(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    address = server.url + FULLTEXT
    with ThreadPoolExecutor(3) as pool:
        files = {"input": ("paper.pdf", misbehaving("sleep 2"))}
        calls = [pool.submit(httpx.post, address, files=files, timeout=PATIENCE) for _ in range(3)]
        while server.client.get("/health").json()["waiting"] < 2:
            pass
        server.stop()
        statuses = sorted(call.result().status_code for call in calls)
    assert set(statuses) <= {200, 503}
    assert 200 in statuses


@pytest.mark.parametrize("name", sorted(MISSING))
def test_services_that_are_missing_say_why(server: Server, name: str) -> None:
    answer = server.client.post(f"/api/{name}", data={"citations": "Miller (1961)."})
    assert answer.status_code == 501
    assert answer.text == f"{name}: {MISSING[name]}"


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("GET", FULLTEXT, 405, "POST, PUT"),
        ("DELETE", HEADER, 405, "POST, PUT"),
        ("POST", "/api/isalive", 405, "GET"),
        ("GET", "/api/processFulltextDocuments", 404, None),
        ("GET", "/api/", 404, None),
    ],
)
def test_other_methods_and_unknown_services_are_refused_in_plain_text(
    server: Server, method: str, path: str, status: int, allowed: str | None
) -> None:
    answer = server.client.request(method, path)
    assert (answer.status_code, answer.headers.get("allow")) == (status, allowed)
    assert answer.headers["content-type"].startswith("text/plain")


PDF_PART = b'--x\r\nContent-Disposition: form-data; name="input"; filename="a"\r\n\r\n%PDF-1.4\r\n'


@pytest.mark.parametrize(
    ("content_type", "body", "status"),
    [
        ("", b"", 415),
        ("application/pdf", b"%PDF-1.4", 415),
        ("application/x-www-form-urlencoded", b"input=x", 415),
        ("multipart/form-data", b"--x--", 400),
        ("multipart/form-data; boundary=", b"--x--", 400),
        ("multipart/form-data; boundary=x", b"", 400),
        ("multipart/form-data; boundary=x", b"no form at all", 400),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\nno header\r\n--x--\r\n", 400),
        ("multipart/form-data; boundary=x", PDF_PART, 400),
        ("multipart/form-data; boundary=x", PDF_PART * 2 + b"--x--\r\n", 400),
        (
            "multipart/form-data; boundary=x",
            PDF_PART.replace(b"input", b"file") + b"--x--\r\n",
            400,
        ),
        (
            "multipart/form-data; boundary=x",
            PDF_PART.replace(b'; filename="a"', b"") + b"--x--",
            400,
        ),
        ("multipart/form-data; boundary=x", PDF_PART + b"--x--\r\n", 500),
    ],
)
def test_odd_bodies_are_refused_in_plain_text(
    server: Server, content_type: str, body: bytes, status: int
) -> None:
    headers = {"Content-Type": content_type} if content_type else {}
    answer = server.client.post(FULLTEXT, content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"start": "x"},
        {"start": "1e3"},
        {"end": "٣"},
        {"start": "9" * 20},
        {"start": "3", "end": "2"},
        {"unknown": "x" * (2 << 20)},
        {f"field{number}": "1" for number in range(200)},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_impossible_fields_are_bad_requests(server: Server, fields: dict[str, str]) -> None:
    answer = ask(server, **fields)
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("application/xml", 200),
        ("text/plain", 200),
        ("*/*", 200),
        ("application/x-bibtex", 406),
        ("application/x-bibtex, application/xml;q=0.5", 200),
    ],
)
def test_tei_is_sent_unless_only_bibtex_is_accepted(
    server: Server, accept: str, status: int
) -> None:
    files = {"input": ("paper.pdf", PAPER.read_bytes())}
    answer = server.client.post(REFERENCES, files=files, headers={"Accept": accept})
    assert answer.status_code == status


def test_file_name_may_be_a_path_or_anything(server: Server) -> None:
    for name in ("/tmp/a b.pdf", "..\\..\\c.pdf", 'quo"te.pdf', "süß\r\nX: y.pdf", "x" * 1000, " "):
        answer = server.client.post(FULLTEXT, files={"input": (name, b"no PDF")})
        assert (answer.status_code, answer.text[:17]) == (500, "[BAD_INPUT_DATA] ")
        assert "/" not in answer.text.split(": ")[0]
        assert len(answer.text) < 1000


def test_token_is_needed_and_may_stand_in_the_address(start_server: StartServer) -> None:
    token = "correct-horse-battery"
    server = start_server("--token", token)
    refused = server.client.get("/api/isalive")
    assert (refused.status_code, refused.headers["content-type"][:10]) == (401, "text/plain")
    # As GROBID's clients can be configured: they have no option for a header.
    address = server.url.replace("//", f"//pdfbot:{token}@") + "/api/isalive"
    assert httpx.get(address).text == "true"
    for wrong in ("pdfbot:wrong@", f"{token}@", f"{token}:@"):
        assert httpx.get(server.url.replace("//", f"//{wrong}") + "/api/isalive").status_code == 401
    for header in ("Basic", "Basic !", "Basic /w==", "Basic " + "A" * 10000):
        answer = httpx.get(f"{server.url}/api/isalive", headers={"Authorization": header})
        assert answer.status_code == 401


def test_documented_services_and_codes_are_those_of_the_code() -> None:
    missing = table(PAGE, "missing", "why")
    assert {name for row in missing for name in row[0].split(", ")} == set(MISSING)
    assert [row[0] for row in table(PAGE, "code", "when")] == list(dict.fromkeys(CODES.values()))


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_documented_call_succeeds(server: Server) -> None:
    (call,) = [block for block in blocks(PAGE, "sh") if block.startswith("curl")]
    command = call.replace("http://localhost:8070", server.url)
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, timeout=PATIENCE)
    assert fromstring(done.stdout).find("t:text/t:body", TEI) is not None
