"""The words of a bibliography: people, and what is known of a work by its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a person, or of a group as a family name alone."""

    given: Annotated[str, "given names or initials, as printed"] = ""
    family: Annotated[str, "the family name, with its particles"] = ""

    def __str__(self) -> str:
        return f"{self.given} {self.family}".strip()


@dataclass(frozen=True, slots=True)
class Author(Name):
    """An author of the paper itself."""

    marks: Annotated[tuple[str, ...], "what leads to affiliations and notes: `1`, `a`, `*`"] = ()
    affiliations: Annotated[tuple[str, ...], "`mark` of the affiliations"] = ()
    email: Annotated[str, "the e-mail address, where it is plain whose it is"] = ""
    orcid: Annotated[str, "the ORCID, such as 0000-0002-1825-0097"] = ""


@dataclass(frozen=True, slots=True)
class Affiliation:
    """Where authors work."""

    mark: Annotated[str, "what it is marked with; empty if all authors share it"]
    text: Annotated[str, "the affiliation as printed, without its mark"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What the paper says about itself; what was not found is empty."""

    authors: Annotated[tuple[Author, ...], "the authors as people, in order"] = ()
    affiliations: Annotated[tuple[Affiliation, ...], "where they work"] = ()
    emails: Annotated[tuple[str, ...], "all e-mail addresses of the first pages"] = ()
    doi: Annotated[str, "the DOI of the paper, in lower case"] = ""
    arxiv: Annotated[str, "its arXiv identifier"] = ""
    journal: Annotated[str, "the journal, as the paper cites itself in its margins or notes"] = ""
    received: Annotated[str, "when it was received, as printed"] = ""
    accepted: Annotated[str, "when it was accepted, as printed"] = ""
    published: Annotated[str, "when it was published, as printed"] = ""
    licence: Annotated[str, "its Creative Commons licence, such as `CC BY 4.0`"] = ""
    keywords: Annotated[tuple[str, ...], "its keywords"] = ()
