"""Every error has a status, a problem body and the message of the command."""

from __future__ import annotations

import gzip
import http.client
import re
import zlib

import pytest

from tests.documents import HOSTILE
from tests.test_hostile import EITHER, READ, REFUSED

from .conftest import PAPER, Server, StartServer, misbehaving, small_paper

# By the exit code of the command.
STATUSES = {4: 415, 5: 422, 6: 422, 7: 422, 8: 422}
DEFAULTS = [case for case in REFUSED if not case[1] and case[0] != "missing.pdf"]


def is_problem(answer: object) -> bool:
    headers, body = answer.headers, answer.json()  # type: ignore[attr-defined]
    return (
        headers["content-type"] == "application/problem+json"
        and body["status"] == answer.status_code  # type: ignore[attr-defined]
        and body["type"] == f"urn:pdfbot:problem:{body['code']}"
        and set(body) == {"type", "title", "status", "detail", "code"}
    )


@pytest.mark.parametrize(("name", "code", "message"), [(c[0], c[2], c[3]) for c in DEFAULTS])
def test_unusable_file_has_its_status_and_the_commands_message(
    server: Server, name: str, code: int, message: str
) -> None:
    content = (HOSTILE / name).read_bytes()
    answer = server.client.post("/extract", files={"file": (name, content)})
    assert answer.status_code == STATUSES[code]
    assert is_problem(answer)
    assert answer.json()["detail"].startswith(f"{name}: ")
    assert re.search(message, answer.json()["detail"])


@pytest.mark.parametrize("name", [c[0] for c in READ if not c[1]] + EITHER)
def test_unusual_file_is_read_or_refused(server: Server, name: str) -> None:
    answer = server.client.post("/extract?format=txt", content=(HOSTILE / name).read_bytes())
    assert answer.status_code == 200 or (answer.status_code == 422 and name in EITHER)


def test_kept_paper_that_fails_answers_with_its_problem(server: Server) -> None:
    kept = server.post(HOSTILE / "image-only.pdf", name="scan.pdf")
    last = server.events(kept["id"])[-1]
    assert last["status"] == "failed"
    for path in ("", "/replica", "/sentences", "/highlight"):
        answer = server.client.get(f"/papers/{kept['id']}{path}")
        assert answer.status_code == 422
        assert is_problem(answer)
        assert answer.json() == last["problem"]
        assert "scan.pdf: " in answer.json()["detail"]
        assert "OCR is needed" in answer.json()["detail"]


def test_what_is_no_pdf_is_refused_before_it_is_kept(server: Server) -> None:
    before = server.client.get("/health").json()["papers"]
    answer = server.client.post("/papers?name=a.png", content=b"\x89PNG")
    assert (answer.status_code, answer.json()["detail"]) == (415, "a.png: a picture, not a PDF")
    assert server.client.get("/health").json()["papers"] == before


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not-found"),
        ("GET", "/papers/AAAAAAAAAAAAAAAAAAAAAA", 404, "no-such-paper"),
        ("GET", "/papers/AAAAAAAAAAAAAAAAAAAAAA/events", 404, "no-such-paper"),
        ("GET", "/papers/..%2F..%2Fetc", 404, "not-found"),
        ("GET", "/papers/short", 422, "bad-request"),
        ("PATCH", "/papers", 405, "method-not-allowed"),
        ("DELETE", "/papers/AAAAAAAAAAAAAAAAAAAAAA", 404, "no-such-paper"),
        ("PUT", "/papers/AAAAAAAAAAAAAAAAAAAAAA/scores", 422, "bad-request"),
        ("POST", "/extract?format=doc", 406, "no-such-format"),
        ("POST", "/extract", 415, "not-a-pdf"),
    ],
)
def test_every_error_is_a_problem(
    server: Server, method: str, path: str, status: int, code: str
) -> None:
    answer = server.client.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert is_problem(answer)


@pytest.mark.parametrize(
    "query", ["layers=0", "layers=7", "density=0", "density=1.1", "density=nan", "spread=odd"]
)
def test_parameters_out_of_range_are_refused(server: Server, paper_id: str, query: str) -> None:
    answer = server.client.get(f"/papers/{paper_id}/highlight?{query}")
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(query.partition("=")[0] + ": ")


def test_form_without_its_file_is_refused(server: Server) -> None:
    other = server.client.post("/extract", files={"other": ("a.pdf", b"%PDF-")})
    assert (other.status_code, other.json()["code"]) == (400, "no-file")
    broken = server.client.post(
        "/extract", content=b"no form", headers={"Content-Type": "multipart/form-data; boundary=x"}
    )
    assert (broken.status_code, broken.json()["code"]) == (400, "bad-form")
    assert is_problem(broken)


def test_large_file_is_refused_while_it_arrives(start_server: StartServer) -> None:
    server = start_server("--max-size", "1M")
    exact = b"%PDF-" + bytes((1 << 20) - 5)
    assert server.client.post("/extract", content=exact).status_code == 422
    for body in ({"content": exact + b"x"}, {"files": {"file": ("a.pdf", exact + b"x")}}):
        answer = server.client.post("/extract", **body)
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    # Without a length, and never ending: the answer comes long before the end.
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=10)
    connection.putrequest("POST", "/extract")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    chunk = b"10000\r\n" + bytes(0x10000) + b"\r\n"
    for _ in range(40):
        try:
            connection.send(chunk)
        except OSError:
            break
    assert connection.getresponse().status == 413
    connection.close()
    assert not list(server.folder.glob("uploads/*"))


def test_limits_on_pages_time_and_memory(start_server: StartServer) -> None:
    server = start_server("--max-pages", "2", "--timeout", "2", "--max-memory", "1G")
    pages = server.client.post("/extract?name=long.pdf", content=PAPER.read_bytes())
    assert (pages.status_code, pages.json()["code"]) == (413, "too-many-pages")
    assert pages.json()["detail"] == "long.pdf: 4 pages, over the limit of 2 (--max-pages)"
    slow = server.client.post("/extract", content=misbehaving("spin"))
    assert (slow.status_code, slow.json()["code"]) == (504, "timeout")
    big = server.client.post("/extract", content=misbehaving("exhaust-memory"))
    assert (big.status_code, big.json()["code"]) == (413, "too-much-memory")
    crash = server.client.post("/extract", content=misbehaving("segfault"))
    assert (crash.status_code, crash.json()["code"]) == (500, "worker-died")
    assert "SIGSEGV" in crash.json()["detail"]
    small = (HOSTILE / "active-content.pdf").read_bytes()
    assert server.client.post("/extract", content=small).status_code == 200


def pdf_of_stream(entries: str, content: bytes) -> bytes:
    """A page with one content stream, packed as the entries say."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents 4 0 R >>",
        f"<< /Length {len(content)} {entries} >> stream\n".encode() + content + b"\nendstream",
    ]
    body = b"".join(b"%d 0 obj %s endobj\n" % pair for pair in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer << /Size 5 /Root 1 0 R >>\n%%EOF"


@pytest.mark.parametrize("rounds", [1, 2])
def test_content_that_inflates_without_end_is_too_much_memory(
    start_server: StartServer, rounds: int
) -> None:
    server = start_server("--jobs", "1", "--max-memory", "512M")
    packer = zlib.compressobj(9)
    content = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(900))
    content += packer.flush()
    for _ in range(rounds - 1):
        content = zlib.compress(content)
    filters = " ".join(["/FlateDecode"] * rounds)
    bomb = pdf_of_stream(f"/Filter [{filters}]", content)
    assert len(bomb) < 1 << 20
    answer = server.client.post("/extract?name=bomb.pdf", content=bomb)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-much-memory")
    assert answer.json()["detail"] == "bomb.pdf: over the memory limit of 512 MiB"
    assert server.client.post("/extract", content=small_paper()).status_code == 200


def test_packed_paper_is_read_and_a_bomb_refused(server: Server) -> None:
    packed = gzip.compress(PAPER.read_bytes())
    assert server.client.post("/extract?format=txt", content=packed).status_code == 200
    bomb = gzip.compress(b"%PDF-1.4\n" + bytes(60 << 20))
    answer = server.client.post("/extract", content=bomb)
    assert (answer.status_code, answer.json()["code"]) == (415, "not-a-pdf")
