"""Access control: holders of the token, or programs on this machine; never other web sites.

A server without a token is protected by its address alone, so a request must name that address: a
web site whose name resolves to 127.0.0.1 (DNS rebinding) names itself. Cookies and addresses are
sent by browsers on behalf of any site, so a request that changes something must come from the page.
"""

from __future__ import annotations

import hmac
import logging
import time
from base64 import b64decode
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from pdfbot.web.problems import ProblemError
from pdfbot.web.service_options import ServiceOptions, is_loopback

COOKIE = "pdfbot_session"
# Seconds.
COOKIE_AGE = 30 * 86400
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# Open without a token: for supervisors, and for the form that asks for the token.
PUBLIC_PATHS = ("/health", "/login")
PUBLIC_PREFIX = "/assets/"
# Wrong tokens that an address may send within a minute, and addresses that are counted.
MAX_WRONG = 20
WRONG_SECONDS = 60.0
MAX_ADDRESSES = 10_000
# The Sec-Fetch-Site of requests that the page itself or a person made.
OWN_SITE = ("same-origin", "none")


_log = logging.getLogger("pdfbot.web")


class WrongTokens:
    """Counts the wrong tokens of each address, for a minute."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._end = 0.0

    def check(self, address: str) -> None:
        """Refuse an address with too many wrong tokens, whatever it sends now."""
        now = time.monotonic()
        if now >= self._end:
            self._counts.clear()
            self._end = now + WRONG_SECONDS
        if self._counts[address] >= MAX_WRONG:
            raise ProblemError(
                429,
                "too-many-tokens",
                f"{MAX_WRONG} wrong tokens from this address; wait a minute",
                {"Retry-After": str(round(self._end - now) + 1)},
            )

    def add(self, address: str) -> None:
        if len(self._counts) < MAX_ADDRESSES:
            self._counts[address] += 1
        _log.warning("wrong token")


class Access:
    """The access rules of one server."""

    def __init__(self, options: ServiceOptions) -> None:
        self._token = options.token.encode()
        self._origins = options.allow_origins
        self._wrong = WrongTokens()
        self._session = hmac.new(self._token, b"pdfbot session", sha256).hexdigest()

    def check(self, scope: Scope) -> None:
        """Raise a problem if the request is not allowed."""
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE_METHODS:
            self._check_site(headers)
        if not self._token:
            self._check_host(headers)
        elif not (is_public(scope) or self._is_preflight(scope) or self._is_known(scope, headers)):
            raise ProblemError(
                401,
                "token-needed",
                "send the server's token as 'Authorization: Bearer TOKEN'",
                {"WWW-Authenticate": 'Bearer realm="pdfbot"'},
            )

    def is_token(self, scope: Scope, given: str) -> bool:
        """Whether it is the token; an address has a limited number of guesses."""
        address = _address_of(scope)
        self._wrong.check(address)
        is_right = hmac.compare_digest(given.encode("utf-8", "replace"), self._token)
        if given and not is_right:
            self._wrong.add(address)
        return is_right

    def cookie(self, *, secure: bool) -> str:
        """The cookie that lets a browser in; the token cannot be read from it."""
        flags = "; Secure" if secure else ""
        return (
            f"{COOKIE}={self._session}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{flags}"
        )

    def _is_known(self, scope: Scope, headers: Headers) -> bool:
        given = _token_of(headers.get("authorization", ""))
        if given and self.is_token(scope, given):
            return True
        session = _session_of(headers.get("cookie", ""))
        return hmac.compare_digest(session.encode("utf-8", "replace"), self._session.encode())

    def _is_preflight(self, scope: Scope) -> bool:
        """Whether this is a CORS preflight, which never carries the token."""
        return bool(self._origins) and scope["method"] == "OPTIONS"

    def _check_host(self, headers: Headers) -> None:
        try:
            name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        except ValueError:
            name = ""
        if not is_loopback(name):
            raise ProblemError(
                421, "wrong-host", f"this server is http://localhost, not {name or 'nameless'}"
            )

    def _check_site(self, headers: Headers) -> None:
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin in self._origins:
            return
        own_origin = origin is None or urlsplit(origin).netloc == headers.get("host")
        if not own_origin or (site is not None and site not in OWN_SITE):
            raise ProblemError(
                403, "other-site", "requests from other web sites are refused (see --allow-origin)"
            )


def _address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def is_public(scope: Scope) -> bool:
    """Whether the path needs no token."""
    path: str = scope["path"]
    return path in PUBLIC_PATHS or path.startswith(PUBLIC_PREFIX)


def _token_of(authorization: str) -> str:
    """The bearer token, or the password of an address such as http://pdfbot:TOKEN@host.

    Clients of GROBID can be given an address, but no header.
    """
    scheme, _, credentials = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return credentials.strip()
    if scheme.lower() == "basic":
        with suppress(ValueError):
            return b64decode(credentials).decode().partition(":")[2]
    return ""


def _session_of(cookies: str) -> str:
    try:
        parsed: SimpleCookie = SimpleCookie(cookies)
    except CookieError:
        return ""
    return parsed[COOKIE].value if COOKIE in parsed else ""
