"""Captions and tables in Markdown: which are written, and below which paragraph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pdfbot.model import Caption, Extraction, Table
from pdfbot.output.whole_tables import whole_tables


@dataclass(frozen=True, slots=True)
class Float:
    """A caption, or a table without one; `table` is what is written below it.

    `is_listed` says that the list of captions has it.
    """

    part: Caption | Table
    table: Table | None
    is_listed: bool

    @property
    def page(self) -> int:
        return self.part.page


def listed_floats(paper: Extraction, include: Collection[str]) -> list[Float]:
    """What users ask for of the captions and tables, in the order of the record."""
    has_captions = "captions" in include
    tables = {t.caption or t.id: t for t in whole_tables(paper)} if "tables" in include else {}
    floats = [
        Float(caption, tables.get(caption.id), has_captions)
        for caption in paper.captions
        if has_captions or caption.id in tables
    ]
    # Of a selection of pages, a caption may be on another one.
    captions = {caption.id for caption in paper.captions}
    others = (table for name, table in tables.items() if name not in captions)
    return [*floats, *(Float(table, table, is_listed=False) for table in others)]


def choose_places(paper: Extraction, floats: Sequence[Float]) -> dict[str, list[Float]]:
    """Floats by the id of the paragraph that first refers to them; without one, the last on a page.

    Those before all text are at "".
    """
    mentioned: dict[str, str] = {}
    by_sentence: dict[str, str] = {}
    for paragraph in paper.paragraphs:
        for sentence in paragraph.sentences:
            by_sentence[sentence.id] = paragraph.id
            for name in (part for mention in sentence.mentions for part in mention.parts):
                mentioned.setdefault(name, paragraph.id)
    places: dict[str, list[Float]] = defaultdict(list)
    for found in floats:
        names = found.part.mentions if isinstance(found.part, Caption) else ()
        first = next((by_sentence[name] for name in names if name in by_sentence), "")
        place = mentioned.get(found.part.id, "") or first or _last_before(paper, found.page)
        places[place].append(found)
    return places


def _last_before(paper: Extraction, page: int) -> str:
    """The last paragraph that begins on a page or before it; "" if there is none."""
    before = [p.id for p in paper.paragraphs if p.sentences[0].page <= page]
    return before[-1] if before else ""
