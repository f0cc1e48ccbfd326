"""References, and the paper itself, as CSL-JSON for citation processors and reference managers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pdfbot.bibliography import Name
from pdfbot.model import Extraction, Reference
from pdfbot.output.dates import iso_date

# Digits of a year; the letter of "2020a" is written in a key of its own.
YEAR_DIGITS = 4


def render_csl(references: Sequence[Reference]) -> str:
    """One item for each entry, in the order of the list; `note` is the entry as printed."""
    items = [csl_item(reference) for reference in references]
    return json.dumps(items, ensure_ascii=False, indent=1) + "\n"


def csl_item(work: Reference) -> dict[str, Any]:
    """A reference in the words of CSL, without what is not known."""
    year = work.year[:YEAR_DIGITS]
    values: dict[str, Any] = {
        "id": work.id,
        "type": "article-journal" if work.volume and work.source else "document",
        "author": [_person(name) for name in work.authors],
        "issued": {"date-parts": [[int(year)]]} if year else None,
        "year-suffix": work.year[YEAR_DIGITS:],
        "title": work.title,
        "container-title": work.source,
        "volume": work.volume,
        "issue": work.issue,
        "page": work.pages,
        "DOI": work.doi,
        "number": f"arXiv:{work.arxiv}" if work.arxiv else "",
        "URL": work.url,
        "citation-label": work.label,
        "note": work.text,
    }
    return {key: value for key, value in values.items() if value}


def own_item(paper: Extraction) -> dict[str, Any]:
    """The paper itself in the words of CSL; its date is that of its publication."""
    known = paper.metadata
    date = [int(part) for part in iso_date(known.published).split("-") if part]
    values: dict[str, Any] = {
        "id": known.doi or known.arxiv or "paper",
        "type": "article-journal" if known.journal else "article",
        "author": [_person(author) for author in known.authors],
        "issued": {"date-parts": [date]} if date else None,
        "title": paper.title,
        "container-title": known.journal,
        "DOI": known.doi,
        "number": f"arXiv:{known.arxiv}" if known.arxiv else "",
        "keyword": ", ".join(known.keywords),
        "abstract": "\n\n".join(paragraph.text for paragraph in paper.abstract),
        "language": paper.language,
    }
    return {key: value for key, value in values.items() if value}


def _person(name: Name) -> dict[str, str]:
    """A group has one name, which is not to be taken apart."""
    if not name.given:
        return {"literal": name.family}
    return {"family": name.family, "given": name.given}
