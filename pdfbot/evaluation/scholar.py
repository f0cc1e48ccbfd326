"""Scores what builds on a paper: its authors and DOI, its references by fields, citations, tables.

docs/evaluation.md defines the figures. They are computed from TEI as GROBID writes it, so that the
output of any tool can be scored; the truth is in scholar.json.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from pdfbot.errors import FileMissingError, InputError
from pdfbot.model import Document

SCHOLAR_TRUTH = "scholar.json"
TEI = "{http://www.tei-c.org/ns/1.0}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"

# Per cent: similarity of the words of references, and of titles.
MIN_SIMILAR_WORDS = 80.0
MIN_SIMILAR_TITLE = 90.0
# An entry out of order has to be more similar by this.
OUT_OF_ORDER = 0.5
# F1 of words from which an abstract is right, and of cells from which a table is found.
MIN_ABSTRACT = 0.95
MIN_TABLE = 0.2
YEAR_DIGITS = 4

# Spaces, and hyphens that are not seen; every dash as a hyphen.
_BLANK = re.compile(r"[\s\u00ad]+")
_DASHES = str.maketrans("‐‑–−", "----")

Pair = tuple[str, str, str]
Element = ElementTree.Element


@dataclass(frozen=True, slots=True, kw_only=True)
class ScholarScore:
    """The figures of one paper; None for what its truth does not have."""

    authors: float | None = None
    abstract: float | None = None
    doi: float | None = None
    references: float | None = None
    surname: float | None = None
    year: float | None = None
    title: float | None = None
    ref_doi: float | None = None
    shown_doi: float | None = None
    citations: float | None = None
    tables: float | None = None
    cells: float | None = None


def read_scholar_truth(paper: Path) -> Mapping[str, Any]:
    """The record in scholar.json next to a truth.json, with the text of the abstract.

    `abstract_text` is None where the truth does not say which paragraphs are the abstract.
    """
    path = paper.with_name(SCHOLAR_TRUTH)
    try:
        truth, body = json.loads(path.read_bytes()), json.loads(paper.read_bytes())
        texts = [p["text"] for p in body["paragraphs"][: body.get("abstract", 0)]]
        record = {**truth, "abstract_text": " ".join(texts) if "abstract" in body else None}
        # Every part of the truth is looked at, as it will be for the output of a tool.
        score_scholar(record, "")
    except OSError as error:
        raise FileMissingError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path}: not ground truth as described in docs/evaluation.md ({error})"
        ) from None
    return record


def shown_text(document: Document) -> str:
    """All that a PDF prints and where its links lead, in lower case and without spaces."""
    texts = [block.text for page in document.pages for block in page.blocks]
    texts += [unquote(link.url) for page in document.pages for link in page.links]
    return _squeezed(" ".join(texts))


def _squeezed(text: str) -> str:
    return _BLANK.sub("", text.lower()).translate(_DASHES)


def score_scholar(truth: Mapping[str, Any], tei: str, shown: str | None = None) -> ScholarScore:
    """The figures of a tool's TEI; an empty text scores as an empty paper.

    `shown` is what the PDF shows, None if there is no PDF.
    """
    root = parse_tei(tei)
    return ScholarScore(
        **_score_head(truth, root),
        **_score_references(truth, root, shown),
        **_score_tables(truth, root),
    )


def parse_tei(tei: str) -> Element:
    """The root of a TEI, an empty one for an empty text."""
    try:
        return ElementTree.fromstring(tei) if tei.strip() else Element("TEI")
    except ElementTree.ParseError as error:
        raise InputError(f"not XML ({error})") from None


def _score_head(truth: Mapping[str, Any], root: Element) -> dict[str, float]:
    head = root.find(f".//{TEI}sourceDesc")
    scores: dict[str, float] = {}
    if truth["authors"]:
        wanted = Counter((_joined(a["surname"]), _fold(a["given"])[:1]) for a in truth["authors"])
        people = head.iterfind(f".//{TEI}author") if head is not None else ()
        scores["authors"] = _f1(wanted, Counter(map(_person, people)))
    if (text := truth["abstract_text"]) is not None:
        found = " ".join(map(_text, root.iterfind(f".//{TEI}profileDesc//{TEI}abstract")))
        scores["abstract"] = float(_f1(_words(text), _words(found)) >= MIN_ABSTRACT)
    if truth["doi"]:
        scores["doi"] = float(truth["doi"] in _dois(head))
    return scores


def _score_references(
    truth: Mapping[str, Any], root: Element, shown: str | None
) -> dict[str, float]:
    asked = [r for r in truth["references"] if r.get("surnames") or r.get("title")]
    if not asked:
        return {}
    entries = root.findall(f".//{TEI}listBibl/{TEI}biblStruct")
    entries = entries or root.findall(f".//{TEI}listBibl/{TEI}bibl")
    found = _match(asked, entries)
    names = {r["id"] for r in asked}
    wanted = Counter({name: n for name, n in truth["cited"].items() if name in names})
    return {
        "references": len(found) / len(asked),
        **_score_entries(asked, found, shown),
        "citations": _f1(wanted, _count_citations(root, found)),
    }


def _score_entries(
    asked: Sequence[Mapping[str, Any]], found: Mapping[str, Element], shown: str | None
) -> dict[str, float]:
    """The share of the references whose surname, year, title and DOI are right, where known."""
    tests: dict[str, tuple[Callable[[Any], Any], Callable[[Any, Element], bool]]] = {
        "surname": (lambda r: r.get("surnames"), _has_surname),
        "year": (lambda r: r.get("year"), _has_year),
        "title": (lambda r: r.get("title"), _has_title),
        "ref_doi": (lambda r: r.get("doi") and r["doi"] in r["text"].lower(), _has_doi),
        "shown_doi": (lambda r: shown and r.get("doi") and _squeezed(r["doi"]) in shown, _has_doi),
    }
    scores = {}
    for name, (is_asked, is_right) in tests.items():
        rows = [r["id"] in found and is_right(r, found[r["id"]]) for r in asked if is_asked(r)]
        if rows:
            scores[name] = sum(rows) / len(rows)
    return scores


def _has_doi(reference: Mapping[str, Any], entry: Element) -> bool:
    return reference["doi"] in _dois(entry)


def _count_citations(root: Element, found: Mapping[str, Element]) -> Counter[str]:
    """How often each of the references that were found is cited in the text."""
    ids = {entry.get(XML_ID): name for name, entry in found.items()}
    return Counter(
        ids[target.lstrip("#")]
        for mark in root.iterfind(f".//{TEI}body//{TEI}ref")
        if mark.get("type") == "bibr"
        for target in (mark.get("target") or "").split()
        if target.lstrip("#") in ids
    )


def _match(asked: Sequence[Mapping[str, Any]], entries: Sequence[Element]) -> dict[str, Element]:
    """The entry of each reference by its id: the most similar one, rather behind the last one."""
    from rapidfuzz import fuzz  # optional: pdfbot[evaluate]

    texts = [_fold(_printed(entry)) for entry in entries]
    found: dict[str, Element] = {}
    used: set[int] = set()
    last = 0
    for reference in asked:
        wanted = _fold(reference["text"])
        scored = (
            (fuzz.token_set_ratio(wanted, text) - (0 if n >= last else OUT_OF_ORDER), n)
            for n, text in enumerate(texts)
            if n not in used
        )
        similarity, best = max(scored, default=(0.0, 0))
        if similarity >= MIN_SIMILAR_WORDS:
            found[reference["id"]] = entries[best]
            used.add(best)
            last = best
    return found


def _printed(entry: Element) -> str:
    notes = (_text(n) for n in entry.iter(f"{TEI}note") if n.get("type") == "raw_reference")
    return max(notes, key=len, default="") or _text(entry)


def _has_surname(reference: Mapping[str, Any], entry: Element) -> bool:
    first = next(entry.iter(f"{TEI}surname"), None)
    return _joined(_text(first)) == _joined(reference["surnames"][0])


def _has_year(reference: Mapping[str, Any], entry: Element) -> bool:
    dates = ((d.get("when") or _text(d))[:YEAR_DIGITS] for d in entry.iter(f"{TEI}date"))
    return reference["year"] in dates


def _has_title(reference: Mapping[str, Any], entry: Element) -> bool:
    from rapidfuzz import fuzz  # optional: pdfbot[evaluate]

    wanted = _fold(reference["title"])
    titles = (t for t in entry.iter(f"{TEI}title") if t.get("level", "a") == "a")
    return any(fuzz.ratio(wanted, _fold(_text(title))) >= MIN_SIMILAR_TITLE for title in titles)


def _score_tables(truth: Mapping[str, Any], root: Element) -> dict[str, float]:
    """Each table of the truth is compared with the most similar one that is left."""
    if not truth["tables"]:
        return {}
    figures = (figure for figure in root.iter(f"{TEI}figure") if figure.get("type") == "table")
    given = [
        _neighbours([[_text(c) for c in row.iter(f"{TEI}cell")] for row in f.iter(f"{TEI}row")])
        for f in figures
    ]
    right, hits, taken = 0.0, 0, set[int]()
    for table in truth["tables"]:
        wanted = _neighbours(table["rows"])
        scored = ((_f1(wanted, pairs), n) for n, pairs in enumerate(given) if n not in taken)
        score, best = max(scored, default=(0.0, 0))
        right += score
        if score > MIN_TABLE:
            hits += 1
            taken.add(best)
    count = len(truth["tables"])
    return {"tables": hits / count, "cells": right / count}


def _neighbours(rows: Iterable[Iterable[str]]) -> Counter[Pair]:
    """The pairs of cells beside and below each other; empty cells have none."""
    folded = [[_fold(cell) for cell in row] for row in rows]
    pairs: Counter[Pair] = Counter()
    for row in folded:
        full = [cell for cell in row if cell]
        pairs.update(("right", one, other) for one, other in pairwise(full))
    for above, row in pairwise(folded):
        if len(above) == len(row):
            columns = zip(above, row, strict=True)
            pairs.update(("below", one, other) for one, other in columns if one and other)
    return pairs


def _person(author: Element) -> tuple[str, str]:
    given = _text(author.find(f".//{TEI}forename"))
    return _joined(_text(author.find(f".//{TEI}surname"))), _fold(given)[:1]


def _dois(element: Element | None) -> list[str]:
    found = element.iter(f"{TEI}idno") if element is not None else ()
    dois = (_text(i).lower() for i in found if (i.get("type") or "").upper() == "DOI")
    return [doi.removeprefix("https://doi.org/") for doi in dois]


def _f1(wanted: Counter[Any], found: Counter[Any]) -> float:
    if not wanted and not found:
        return 1.0
    return 2 * (wanted & found).total() / (wanted.total() + found.total())


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W\d_]{3,}", _fold(text)))


def _fold(text: str) -> str:
    """Letters without accents and digits, in lower case, with a space for anything else."""
    plain = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", "".join(plain).lower()).strip()


def _joined(text: str) -> str:
    return _fold(text).replace(" ", "")


def _text(element: Element | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""
