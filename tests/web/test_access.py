"""Access control: this machine, holders of the token, and no other web site."""

from __future__ import annotations

import httpx
import pytest

from pdfbot.errors import UsageError
from pdfbot.web.service_options import ServiceOptions, is_loopback

from .conftest import PAPER, Server, StartServer

TOKEN = "correct-horse-battery"


def test_answers_have_safe_headers(server: Server, paper_id: str) -> None:
    for path in ("/", "/health", "/metrics", f"/papers/{paper_id}", "/nothing"):
        headers = server.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


@pytest.mark.parametrize("host", ["localhost", "localhost:8070", "127.0.0.1:1", "[::1]:8070"])
def test_own_names_of_this_machine_are_accepted(server: Server, host: str) -> None:
    assert server.client.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "10.0.0.1", "", "[::"])
def test_other_names_are_refused_as_dns_rebinding(server: Server, host: str) -> None:
    answer = server.client.get("/health", headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_cannot_change_anything(
    server: Server, paper_id: str, headers: dict[str, str]
) -> None:
    for method, path in (("POST", "/papers?sample=paper"), ("DELETE", f"/papers/{paper_id}")):
        answer = server.client.request(method, path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "other-site")
    assert server.client.get(f"/papers/{paper_id}", headers=headers).status_code == 200


def test_the_page_itself_may_change_things(server: Server) -> None:
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    answer = server.client.post("/papers?sample=paper", headers=headers)
    assert answer.status_code == 202


def test_allowed_site_gets_the_headers_it_needs(start_server: StartServer) -> None:
    site = "https://reader.example"
    server = start_server("--allow-origin", site)
    ask = {"Origin": site, "Access-Control-Request-Method": "POST"}
    preflight = server.client.options("/papers", headers=ask)
    assert preflight.headers["access-control-allow-origin"] == site
    cross = {"Origin": site, "Sec-Fetch-Site": "cross-site"}
    kept = server.client.post("/papers?sample=paper", headers=cross)
    assert kept.status_code == 202
    assert kept.headers["access-control-allow-origin"] == site
    other = server.client.get("/health", headers={"Origin": "https://other.example"})
    assert "access-control-allow-origin" not in other.headers


def test_token_is_needed_where_there_is_one(start_server: StartServer) -> None:
    server = start_server("--host", "0.0.0.0", PDFBOT_TOKEN=TOKEN)
    assert server.client.get("/health").status_code == 200
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    refused = [{}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {TOKEN}"}]
    refused += [{"Cookie": f"pdfbot_session={TOKEN}"}, {"Cookie": "pdfbot_session"}]
    for headers in refused:
        for path in ("/metrics", "/papers/AAAAAAAAAAAAAAAAAAAAAA", "/openapi.json"):
            answer = server.client.get(path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, "token-needed")
            assert answer.headers["www-authenticate"] == 'Bearer realm="pdfbot"'
    assert server.client.get("/metrics", headers=bearer).status_code == 200
    # Where there is a token, the server may have any name.
    assert server.client.get("/metrics", headers=bearer | {"Host": "papers.lan"}).status_code == 200
    kept = server.client.post("/papers", content=PAPER.read_bytes(), headers=bearer)
    assert kept.status_code == 202


def test_browser_gets_a_cookie_for_the_token(start_server: StartServer) -> None:
    server = start_server("--token", TOKEN)
    page = server.client.get("/")
    assert page.status_code == 401
    assert 'action="/login"' in page.text
    wrong = server.client.post("/login", data={"token": "wrong"})
    assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
    right = server.client.post("/login", data={"token": TOKEN})
    assert (right.status_code, right.headers["location"]) == (303, "/")
    cookie = right.headers["set-cookie"]
    assert TOKEN not in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    # The client keeps the cookie as a browser does.
    assert server.client.get("/").status_code == 200
    assert server.client.post("/papers?sample=paper").status_code == 202
    other = {"Origin": "http://evil.example"}
    assert server.client.post("/papers?sample=paper", headers=other).status_code == 403
    secure = httpx.post(
        f"{server.url}/login", data={"token": TOKEN}, headers={"X-Forwarded-Proto": "https"}
    )
    assert secure.headers["set-cookie"].endswith("; Secure")
    long = httpx.post(f"{server.url}/login", data={"token": "x" * 5000})
    assert long.status_code == 413


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "example.org"])
def test_address_of_others_needs_a_token(host: str, tmp_path: object) -> None:
    with pytest.raises(UsageError, match="--token"):
        ServiceOptions(folder=tmp_path, host=host)  # type: ignore[arg-type]
    assert not is_loopback(host)


def test_short_token_is_refused(tmp_path: object) -> None:
    with pytest.raises(UsageError, match="at least 16 characters"):
        ServiceOptions(folder=tmp_path, token="x" * 15)  # type: ignore[arg-type]
