"""The web page: its files, as shipped with the package."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request, Response

from pdfbot.web.access import Access
from pdfbot.web.problems import ProblemError
from pdfbot.web.uploads import limit_body

router: APIRouter = APIRouter(include_in_schema=False)

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# By suffix; no other files are sent.
ASSET_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "webmanifest": "application/manifest+json",
}
HTML = "text/html; charset=utf-8"
# Bytes: more than any token.
MAX_LOGIN = 4096
# Seconds: anybody may try to log in, so no request may take long.
LOGIN_SECONDS = 10.0
# Browsers revalidate the files, since their names do not change with their content.
CACHING = {"Cache-Control": "no-cache"}


def _read_assets() -> dict[str, bytes]:
    """The files of the page, read once, so that no request can choose a path."""
    folder: Any = files("pdfbot") / "web" / "page"
    return {
        entry.name: entry.read_bytes()
        for entry in folder.iterdir()
        if entry.is_file() and entry.name.rsplit(".", 1)[-1] in {*ASSET_TYPES, "html"}
    }


_ASSETS = _read_assets()


@router.get("/")
async def get_page() -> Response:
    return _html("index.html")


@router.get("/docs")
async def get_calls() -> Response:
    return _html("api.html")


@router.post("/login")
async def log_in(request: Request) -> Response:
    """Exchange the token for a cookie, which the page's requests then carry."""
    access = request.app.state.access
    assert isinstance(access, Access)
    form = await limit_body(request, MAX_LOGIN, seconds=LOGIN_SECONDS).form()
    if not access.is_token(request.scope, str(form.get("token", ""))):
        return ask_for_token()
    proxied = request.headers.get("x-forwarded-proto", "")
    secure = "https" in (request.url.scheme, proxied)
    return Response(
        status_code=303, headers={"Location": "/", "Set-Cookie": access.cookie(secure=secure)}
    )


def ask_for_token() -> Response:
    """The form that asks for the token, shown instead of the page."""
    return _html("login.html", 401, {"WWW-Authenticate": 'Bearer realm="pdfbot"'})


def _html(name: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    policy = {"Content-Security-Policy": PAGE_POLICY}
    return Response(
        _ASSETS[name], status, media_type=HTML, headers={**CACHING, **policy, **(headers or {})}
    )


@router.get("/assets/{name}")
async def get_asset(name: str) -> Response:
    ending = name.rsplit(".", 1)[-1]
    if name not in _ASSETS or ending not in ASSET_TYPES:
        raise ProblemError(404, "not-found", "no such file")
    return Response(_ASSETS[name], media_type=ASSET_TYPES[ending], headers=CACHING)
