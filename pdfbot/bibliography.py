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
