"""The name and colour of each role of a line on the explain page."""

from __future__ import annotations

from dataclasses import dataclass

from pdfbot.rules import Role


@dataclass(frozen=True, slots=True)
class RoleStyle:
    """The name and tint of lines of one role."""

    label: str
    colour: str


ROLE_STYLES = {
    Role.BODY: RoleStyle("body", "#a7e3b5"),
    Role.FRONT_MATTER: RoleStyle("front matter", "#f7c59f"),
    Role.KEYWORDS: RoleStyle("keywords", "#f5d6a8"),
    Role.HEADING: RoleStyle("headings", "#ffe066"),
    Role.CAPTION: RoleStyle("captions", "#9bd3f7"),
    Role.FLOAT: RoleStyle("figures, tables, algorithms", "#bfe0f5"),
    Role.EQUATION: RoleStyle("display equations", "#cdb4f6"),
    Role.FOOTNOTE: RoleStyle("footnotes", "#f2b5d4"),
    Role.REFERENCE: RoleStyle("references", "#e0b59a"),
    Role.PAGE_MARGIN: RoleStyle("page margins", "#b9c4d6"),
    Role.RESIDUAL: RoleStyle("cells, code, labels", "#b6e3e9"),
    Role.UNSEEN: RoleStyle("hidden or rotated", "#d3d3d3"),
}
