"""Sanitises replicas, whose content comes from PDFs that anybody may have written."""

from __future__ import annotations

import base64
import hashlib

from bs4 import BeautifulSoup, Doctype, Tag
from bs4.element import PreformattedString

from pdfbot.readers.pdf2htmlex.elements import POSITION
from pdfbot.visual.replica.clean_css import clean_declarations, clean_sheet
from pdfbot.visual.replica.links import is_safe_href

# The elements of a replica; any other is removed with its content.
ALLOWED_TAGS = frozenset(
    {"html", "head", "title", "style", "body", "div", "span", "img", "a", "wbr", "ul", "li"}
)
ALLOWED_ATTRIBUTES = frozenset(
    {
        "id", "class", "style", "alt", "src", "href", "title", "lang", "dir", "data-page-no",
        "data-page-url", "data-data", "data-dest-detail", "loading", "decoding", "target", "rel",
        "role", "aria-label", "tabindex", POSITION,
    }
)  # fmt: skip
_EMBEDDED_IMAGES = ("data:image/png", "data:image/jpeg", "data:image/webp", "data:image/svg+xml")


def content_policy(script: str = "") -> str:
    """The content security policy for a page that loads nothing and runs at most this script."""
    allowed = "'none'"
    if script:
        digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
        allowed = f"'sha256-{digest}'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def policy_element(script: str = "") -> str:
    """The policy as an element of the head, written as Beautiful Soup writes it."""
    return f'<meta content="{content_policy(script)}" http-equiv="Content-Security-Policy"/>'


def sanitise(soup: BeautifulSoup) -> None:
    """Remove everything that is not allowed in a replica, and put the policy first."""
    generators = [
        str(meta.get("content", "")) for meta in soup.find_all("meta", attrs={"name": "generator"})
    ]
    for note in soup.find_all(string=_is_no_text):
        note.extract()
    for tag in soup.find_all(True):
        if tag.decomposed:
            continue
        if tag.name not in ALLOWED_TAGS:
            tag.decompose()
        else:
            _sanitise_tag(tag)
    head = soup.head or soup.new_tag("head")
    if head.parent is None and soup.html is not None:
        soup.html.insert(0, head)
    metas: list[dict[str, str]] = [
        {"charset": "utf-8"},
        {"http-equiv": "Content-Security-Policy", "content": content_policy()},
        *({"name": "generator", "content": name} for name in generators[:1]),
        {"name": "viewport", "content": "width=device-width"},
    ]
    for index, attributes in enumerate(metas):
        head.insert(index, soup.new_tag("meta", attrs=attributes))


def _is_no_text(string: object) -> bool:
    """Whether this is a comment, declaration or processing instruction, not the doctype."""
    return isinstance(string, PreformattedString) and not isinstance(string, Doctype)


def _sanitise_tag(tag: Tag) -> None:
    for name in list(tag.attrs):
        if name not in ALLOWED_ATTRIBUTES:
            del tag.attrs[name]
    if "href" in tag.attrs and not is_safe_href(str(tag["href"])):
        del tag.attrs["href"]
    if "src" in tag.attrs and not str(tag["src"]).startswith(_EMBEDDED_IMAGES):
        del tag.attrs["src"]
    if "style" in tag.attrs:
        tag["style"] = clean_declarations(str(tag["style"]))
    if "target" in tag.attrs:
        tag["rel"] = "noopener noreferrer"
    if tag.name == "style":
        tag.string = clean_sheet(tag.get_text())
