"""What clients may say about a paper in the query, and what is said to those who misspell it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from fastapi import Query, Request

from pdfbot.model import EquationStyle
from pdfbot.notation import Notation
from pdfbot.options import MAX_COLUMNS
from pdfbot.output.chunks import DEFAULT_WORDS
from pdfbot.output.markdown import FloatPlace
from pdfbot.web.problems import ProblemError

# Parameters that say how the paper is read, and which rules judge its lines.
READING = ("pages",)
RULES = ("columns", "language", "appendices", "rules")


def refuse_unknown(request: Request) -> None:
    """Refuse parameters that the call does not have; a misspelt one must not be ignored."""
    path = getattr(request.scope.get("route"), "path", "")
    call = request.app.openapi()["paths"].get(path, {}).get(request.method.lower())
    if call is None:
        return
    described = call.get("parameters", ())
    known = sorted(entry["name"] for entry in described if entry["in"] == "query")
    unknown = sorted(set(request.query_params) - set(known))
    if unknown:
        there_is = f"there is {', '.join(known)}" if known else "there are none"
        raise ProblemError(
            422, "bad-request", f"unknown parameter {', '.join(unknown)}: {there_is}"
        )


@dataclass
class ExtractChoices:
    """The options of `pdfbot extract`, apart from format and name."""

    lean: Annotated[
        bool, Query(description="json, jsonl: leave out lines, verdicts and graphics.")
    ] = False
    reasons: Annotated[
        bool,
        Query(description="json, jsonl: why each line begins a paragraph or goes on with one."),
    ] = False
    scripts: Annotated[
        Notation | None,
        Query(
            description="txt, md, chunks: how raised and lowered text is written; md: html, else "
            "unicode."
        ),
    ] = None
    anchors: Annotated[
        bool, Query(description="md: the id, page and boxes of each paragraph as a comment.")
    ] = False
    include: Annotated[
        list[Literal["captions", "tables", "notes", "references", "pages", "links"]] | None,
        Query(description="md: also these; may be repeated."),
    ] = None
    floats: Annotated[
        FloatPlace,
        Query(description="md: captions and tables after the text (end) or in it (text)."),
    ] = "end"
    drop_citations: Annotated[
        bool, Query(description="txt, md, chunks: leave out citation marks.")
    ] = False
    equations: Annotated[
        EquationStyle,
        Query(
            description="txt, md, chunks: in the place of a display equation its mark [Eq. 3], its "
            "TeX, or nothing."
        ),
    ] = "mark"
    chunk_words: Annotated[int, Query(ge=1, description="chunks: most words of a chunk.")] = (
        DEFAULT_WORDS
    )
    chunk_overlap: Annotated[
        int, Query(ge=0, description="chunks: sentences repeated from the chunk before.")
    ] = 0
    pages: Annotated[str | None, Query(description="Only these pages, such as 1,4-6.")] = None
    columns: Annotated[
        int | None, Query(ge=1, le=MAX_COLUMNS, description="Columns, if they are known.")
    ] = None
    language: Annotated[str, Query(description="The language, if it is known: en, zh-Hant.")] = ""
    appendices: Annotated[bool, Query(description="Keep appendices.")] = False
    rules: Annotated[
        Literal["default", "paper"], Query(description="paper: the rules of the PDFBoT paper.")
    ] = "default"

    def task(self) -> dict[str, Any]:
        """The choices as a worker takes them: about the reading, the rules, and the format."""
        given = asdict(self)
        given["include"] = tuple(self.include or ())
        return {
            "reading": {name: given.pop(name) for name in READING},
            "rules": {name: given.pop(name) for name in RULES},
            "content": given,
        }
