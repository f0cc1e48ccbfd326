"""Identifiers in running text: DOI, arXiv, links, even if split by a line break or a gap."""

from __future__ import annotations

import re
from dataclasses import dataclass

_DOI = re.compile(
    r"(\[?\s*(?:https?\s?:\s?//\s?)?(?:dx\s?\.\s?)?(?:d\s?o\s?i)\s?(?:\.\s?org\s?/|[.:])?\s*(?:https?://(?:dx\.)?doi\.org/)?\s*)?"
    r"(?P<doi>10(?(1)\s?)\.(?(1)\s?)\d{4,9}(?(1)\s?)/\s?[^\s\"“”<>]+"
    r"(?:<[\w:.-]+>[\w.;-]+)?(?(1)(?:\s[./]\s?[^\s\"“”<>]+)*))",
    re.IGNORECASE,
)
# What goes on with a DOI behind a space: digits among letters in lower case, no word.
_MORE = re.compile(r"[ ](?!\((?:1[6-9]|20)\d\d\))([.(]?[a-z0-9][\w.()/;:<>-]*)")
_ENDS_OPEN = (".", "/", "-", "_", "(")
_ARXIV = re.compile(
    r"(?:https?://)?(?:arxiv\.org/(?:abs|pdf)/|arxiv\s?(?:preprint)?\s?(?:arxiv)?\s?[: ]\s?)"
    r"(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:\s*\[[\w.-]+\])?",
    re.IGNORECASE,
)
_URL = re.compile(
    r"(?:<\s*)?((?:https?|ftp)\s?:\s?//\s?[^\s<>\]]+|www\.[^\s<>\]]+)(?:\s*>)?", re.IGNORECASE
)
# What publishers' programs add to an entry.
_ADDED = re.compile(
    r"\[?\b(?:PMID|PMCID)\s?:?\s?(?:PMC)?\d*\]?|\[(?:CrossRef|PubMed|Green Version|Google Scholar|"
    r"CAS|Medline|DOI)\]|\b(?:Publisher Full Text|PubMed Abstract|Free Full Text|Reference Source|"
    r"Google Scholar|CrossRef|Crossref|PubMed)\b(?:\s*\|)?",
)
_OPENING = {"(": ")", "[": "]", "<": ">"}
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Identifiers:
    """The identifiers in a text, and the text with spaces in their place."""

    doi: str
    arxiv: str
    url: str
    rest: str


def find_identifiers(text: str) -> Identifiers:
    """The first of each kind; letters of a DOI are in lower case."""
    rest, doi, arxiv, url = text, "", "", ""
    if match := _DOI.search(rest):
        doi, end = _whole_doi(rest, match)
        rest = _blank(rest, match.start(), end)
    if match := _ARXIV.search(rest):
        arxiv, rest = match[1], _blank(rest, *match.span())
    while match := _URL.search(rest):
        url = url or re.sub(r"\s", "", match[1]).rstrip(".,;)")
        rest = _blank(rest, *match.span())
    for match in _ADDED.finditer(rest):
        rest = _blank(rest, *match.span())
    return Identifiers(doi, arxiv, url, rest)


def _whole_doi(text: str, match: re.Match[str]) -> tuple[str, int]:
    """The DOI, continued after a gap, and where it ends."""
    found, end = match["doi"], match.end()
    while more := _MORE.match(text, end):
        is_last = more.end() >= len(text.rstrip()) or text[more.end() :].lstrip()[:1] in ("[", "P")
        is_part = _DIGIT.search(more[1]) is not None and is_last
        if not (is_part or (found.endswith(_ENDS_OPEN) and _DIGIT.search(more[1]))):
            break
        found, end = found + more[1], more.end()
    return _trimmed(found.replace(" ", "")).lower(), end


def _trimmed(doi: str) -> str:
    """The text up to an unmatched closing bracket, without final punctuation."""
    depth = {")": 0, "]": 0, ">": 0}
    for index, character in enumerate(doi):
        if character in _OPENING:
            depth[_OPENING[character]] += 1
        elif character in depth:
            depth[character] -= 1
            if depth[character] < 0:
                doi = doi[:index]
                break
    return doi.rstrip(".,;:'’*[(<")


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
