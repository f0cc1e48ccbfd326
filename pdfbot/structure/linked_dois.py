"""DOIs of references that are not printed but linked, as behind "[CrossRef]"."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from pdfbot.geometry import on_one_line
from pdfbot.model import Link, Reference

_DOI = re.compile(r"/+(10\.\d{4,9}/\S+?)[/.,;\s]*")
HOSTS = ("doi.org", "dx.doi.org", "www.doi.org")


def add_linked_dois(
    references: Sequence[Reference], links: Mapping[int, Sequence[Link]], own: str
) -> tuple[Reference, ...]:
    """Add the DOI of its links to each reference that prints none, if the links agree.

    `links` are those of each page, and `own` is the DOI of the paper itself. A DOI that is linked
    or printed at several entries is that of none of them.
    """
    linked = _linked_by_entry(references, links)
    every = {e.id: linked[e.id] | ({e.doi} if e.doi else set()) for e in references}
    uses = Counter(doi for dois in every.values() for doi in dois)
    uses[own] += 1
    return tuple(
        replace(entry, doi=next(iter(dois)))
        if not entry.doi and len(dois := every[entry.id]) == 1 and uses[next(iter(dois))] == 1
        else entry
        for entry in references
    )


def _linked_by_entry(
    references: Sequence[Reference], links: Mapping[int, Sequence[Link]]
) -> Mapping[str, set[str]]:
    """The DOIs linked at each entry, by its id; links across several entries are ignored."""
    linked: dict[str, set[str]] = defaultdict(set)
    for page, found in links.items():
        lines = [
            (span.box, entry.id)
            for entry in references
            for span in entry.spans
            if span.page == page
        ]
        for link in found if lines else ():
            entries = {entry for box, entry in lines if on_one_line(link.box, box)}
            if len(entries) == 1 and (doi := linked_doi(link.url)):
                linked[entries.pop()].add(doi)
    return linked


def linked_doi(url: str) -> str:
    """The DOI that an address of doi.org leads to; "" for every other address."""
    try:
        parts = urlsplit(url.strip())
        hostname = parts.hostname
    except ValueError:
        return ""
    match = _DOI.fullmatch(unquote(parts.path))
    return match[1].lower() if match and hostname in HOSTS else ""
