"""What keeps a replica harmless: its text comes from a PDF, and nobody knows who wrote that."""

from __future__ import annotations

import base64
import hashlib
import re

from bs4 import BeautifulSoup, Tag

from pdfbot.replica.links import is_safe_reference

# Elements that run code, load something, or change what the rest of the page means.
_UNWANTED = (
    "script", "noscript", "iframe", "frame", "frameset", "object", "embed", "applet", "base",
    "link", "meta", "form", "input", "button", "textarea", "select", "svg", "math", "template",
    "audio", "video", "source", "track", "portal",
)  # fmt: skip
_KEPT_ATTRIBUTES = frozenset(
    {
        "id", "class", "style", "alt", "src", "href", "title", "lang", "dir", "name", "content",
        "charset", "data-page-no", "data-page-url", "data-data", "data-dest-detail", "loading",
        "decoding", "target", "rel",
    }
)  # fmt: skip
# What a style sheet would load from elsewhere; the policy stops it too.
_LOADING = re.compile(
    r"@import\b[^;]*;?|url\(\s*(?!\s*[\"']?data:)(?:\"[^\"]*\"|'[^']*'|[^)\"']*)\s*\)",
    re.IGNORECASE,
)
_EMBEDDED_PICTURES = ("data:image/png", "data:image/jpeg", "data:image/webp", "data:image/svg+xml")


def content_policy(script: str = "") -> str:
    """The policy of a page that loads nothing and runs at most this one script."""
    allowed = "'none'"
    if script:
        digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
        allowed = f"'sha256-{digest}'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def clean(soup: BeautifulSoup, script: str = "") -> None:
    """Takes everything active out of a replica and puts the policy in, before anything else."""
    generators = [
        str(meta.get("content", "")) for meta in soup.find_all("meta", attrs={"name": "generator"})
    ]
    for tag in soup.find_all(_UNWANTED):
        tag.decompose()
    for tag in soup.find_all(True):
        _clean_attributes(tag)
        if tag.name == "style":
            tag.string = _LOADING.sub("none", tag.get_text())
    head = soup.head or soup.new_tag("head")
    if head.parent is None and soup.html is not None:
        soup.html.insert(0, head)
    metas: list[dict[str, str]] = [
        {"charset": "utf-8"},
        {"http-equiv": "Content-Security-Policy", "content": content_policy(script)},
        *({"name": "generator", "content": name} for name in generators[:1]),
    ]
    for place, attributes in enumerate(metas):
        head.insert(place, soup.new_tag("meta", attrs=attributes))


def _clean_attributes(tag: Tag) -> None:
    for name in list(tag.attrs):
        if name not in _KEPT_ATTRIBUTES:
            del tag.attrs[name]
    if "href" in tag.attrs and not is_safe_reference(str(tag["href"])):
        del tag.attrs["href"]
    if "src" in tag.attrs and not str(tag["src"]).startswith(_EMBEDDED_PICTURES):
        del tag.attrs["src"]
    if "style" in tag.attrs:
        tag["style"] = _LOADING.sub("none", str(tag["style"]))
    if "target" in tag.attrs:
        tag["rel"] = "noopener noreferrer"
