"""The response models, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

EXAMPLE_ID = "R8tW2mVYb0Yb4a3vT2kP1g"


class PaperLinks(BaseModel):
    """Links to the views of a paper."""

    self: str
    page: str
    events: str
    replica: str
    explain: str
    highlight: str
    sentences: str
    scores: str


class PaperStatus(BaseModel):
    """The status of a paper; `position` in the queue counts from 1."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "id": EXAMPLE_ID,
                    "name": "paper.pdf",
                    "status": "working",
                    "message": "reading page 3 of 12",
                    "position": 0,
                    "links": {
                        "self": f"/papers/{EXAMPLE_ID}",
                        "page": f"/#/p/{EXAMPLE_ID}",
                        "events": f"/papers/{EXAMPLE_ID}/events",
                        "replica": f"/papers/{EXAMPLE_ID}/replica",
                        "explain": f"/papers/{EXAMPLE_ID}/explain",
                        "highlight": f"/papers/{EXAMPLE_ID}/highlight",
                        "sentences": f"/papers/{EXAMPLE_ID}/sentences",
                        "scores": f"/papers/{EXAMPLE_ID}/scores",
                    },
                }
            ]
        }
    )

    id: str
    name: str
    status: Literal["queued", "working", "done", "failed"]
    message: str = ""
    position: int = 0
    links: PaperLinks


class Sample(BaseModel):
    """A paper that comes with pdfbot."""

    name: str
    title: str


class Rectangle(BaseModel):
    """A part of a sentence on a page, in points from the upper left corner, y downwards."""

    page: int
    left: float
    top: float
    width: float
    height: float


class ScriptView(BaseModel):
    """Raised or lowered characters of a text, by their places among its code points."""

    kind: Literal["raised", "lowered"]
    start: int
    end: int


class CitationView(BaseModel):
    """Characters of a sentence that cite entries of the list of references, by their ids."""

    start: int
    end: int
    references: list[str]


class EquationPlace(BaseModel):
    """A display equation, which stands before this character of a sentence."""

    start: int
    equation: str


class NotePlace(BaseModel):
    """The mark of a footnote in a sentence; without characters if the text does not have it."""

    start: int
    end: int
    note: str


class SentenceView(BaseModel):
    """A sentence; `score` is null if a backend gave scores, but not for this sentence.

    `reason` says in words why it is in its layer.
    """

    id: str
    text: str
    scripts: list[ScriptView]
    citations: list[CitationView]
    equations: list[EquationPlace]
    notes: list[NotePlace]
    page: int
    score: float | None
    layer: int
    reason: str
    note: str | None
    rectangles: list[Rectangle]


class SectionView(BaseModel):
    """A heading."""

    id: str
    number: str
    level: int
    heading: str
    scripts: list[ScriptView]
    page: int


class ParagraphView(BaseModel):
    """A paragraph; `section` is an index into the list of sections, null before the first."""

    id: str
    section: int | None
    abstract: bool = False
    sentences: list[str]


class PageView(BaseModel):
    """The size of a page in points, and as `label` the number that is printed on it."""

    number: int
    label: str
    width: float
    height: float


class PictureView(BaseModel):
    """Page and size in points of a picture, which `/papers/{id}/pictures/{part}` has."""

    page: int
    width: float
    height: float


class FigureView(BaseModel):
    """A figure, table or the like: its caption, and the paragraph that it follows.

    `mentions` are the ids of the sentences that refer to it.
    """

    id: str
    kind: str
    label: str
    text: str
    scripts: list[ScriptView]
    page: int
    mentions: list[str]
    paragraph: str | None
    picture: PictureView | None


class EquationView(BaseModel):
    """A display equation, as text and as TeX."""

    id: str
    number: str
    text: str
    tex: str
    picture: PictureView | None


class NoteView(BaseModel):
    """A footnote."""

    id: str
    mark: str
    text: str
    scripts: list[ScriptView]


class ReferenceView(BaseModel):
    """An entry of the list of references; `url` is where the work is, empty if that is unknown."""

    id: str
    label: str
    text: str
    scripts: list[ScriptView]
    page: int
    url: str


class SentencesView(BaseModel):
    """A paper for reading in layers, in reading order; `own_scores` if a backend gave scores."""

    layers: int
    spread: Literal["even", "none"]
    density: float | None
    own_scores: bool
    language: str
    title: str
    title_scripts: list[ScriptView]
    authors: list[str]
    year: str
    text_size: float
    sections: list[SectionView]
    paragraphs: list[ParagraphView]
    pages: list[PageView]
    figures: list[FigureView]
    equations: list[EquationView]
    footnotes: list[NoteView]
    references: list[ReferenceView]
    sentences: list[SentenceView]


class NotedScore(BaseModel):
    """A score with a note for readers."""

    score: FiniteFloat
    note: str | None = Field(default=None, max_length=1000)


# By the id of a sentence or its text.
Scores = Annotated[
    dict[str, FiniteFloat | NotedScore],
    Field(examples=[{"s1.2": 0.9, "s4.1": {"score": 0.3, "note": "a caveat"}}]),
]


class ScoresResult(BaseModel):
    """How many entries matched a sentence, and which did not."""

    found: int
    missing: list[str]


class Health(BaseModel):
    """The server works."""

    status: Literal["ok"]
    version: str
    workers: int
    working: int
    waiting: int
    papers: int


Json = dict[str, Any]
