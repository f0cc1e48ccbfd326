"""What keeps a replica harmless: its content comes from a PDF that anybody may have written."""

from __future__ import annotations

import base64
import hashlib
import re

from bs4 import BeautifulSoup, Tag

from pdfbot.readers.pdf2htmlex.elements import POSITION
from pdfbot.visual.replica.links import is_safe_href

# Elements that run code, load something, or change the meaning of the rest of the page.
_FORBIDDEN_TAGS = (
    "script", "noscript", "iframe", "frame", "frameset", "object", "embed", "applet", "base",
    "link", "meta", "form", "input", "button", "textarea", "select", "svg", "math", "template",
    "audio", "video", "source", "track", "portal",
)  # fmt: skip
_ALLOWED_ATTRIBUTES = frozenset(
    {
        "id", "class", "style", "alt", "src", "href", "title", "lang", "dir", "name", "content",
        "charset", "data-page-no", "data-page-url", "data-data", "data-dest-detail", "loading",
        "decoding", "target", "rel", "role", "aria-label", "tabindex", POSITION,
    }
)  # fmt: skip
# Parts of a style sheet that load something; the content security policy blocks them as well.
_EXTERNAL_CSS = re.compile(
    r"@import\b[^;]*;?|url\(\s*(?!\s*[\"']?data:)(?:\"[^\"]*\"|'[^']*'|[^)\"']*)\s*\)",
    re.IGNORECASE,
)
_EMBEDDED_IMAGES = ("data:image/png", "data:image/jpeg", "data:image/webp", "data:image/svg+xml")


def content_policy(script: str = "") -> str:
    """The content security policy of a page that loads nothing and runs at most this script."""
    allowed = "'none'"
    if script:
        digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
        allowed = f"'sha256-{digest}'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def sanitise(soup: BeautifulSoup, script: str = "") -> None:
    """Remove everything active from a replica, and put the policy before anything else."""
    generators = [
        str(meta.get("content", "")) for meta in soup.find_all("meta", attrs={"name": "generator"})
    ]
    for tag in soup.find_all(_FORBIDDEN_TAGS):
        tag.decompose()
    for tag in soup.find_all(True):
        _sanitise_attributes(tag)
        if tag.name == "style":
            tag.string = _EXTERNAL_CSS.sub("none", tag.get_text())
    head = soup.head or soup.new_tag("head")
    if head.parent is None and soup.html is not None:
        soup.html.insert(0, head)
    metas: list[dict[str, str]] = [
        {"charset": "utf-8"},
        {"http-equiv": "Content-Security-Policy", "content": content_policy(script)},
        *({"name": "generator", "content": name} for name in generators[:1]),
        {"name": "viewport", "content": "width=device-width"},
    ]
    for index, attributes in enumerate(metas):
        head.insert(index, soup.new_tag("meta", attrs=attributes))


def _sanitise_attributes(tag: Tag) -> None:
    for name in list(tag.attrs):
        if name not in _ALLOWED_ATTRIBUTES:
            del tag.attrs[name]
    if "href" in tag.attrs and not is_safe_href(str(tag["href"])):
        del tag.attrs["href"]
    if "src" in tag.attrs and not str(tag["src"]).startswith(_EMBEDDED_IMAGES):
        del tag.attrs["src"]
    if "style" in tag.attrs:
        tag["style"] = _EXTERNAL_CSS.sub("none", str(tag["style"]))
    if "target" in tag.attrs:
        tag["rel"] = "noopener noreferrer"
