"""Citations in captions and tables are of the kind that the sentences have."""

from __future__ import annotations

import pytest

from pdfbot.model import Box, Caption, Reference, Sentence, Table, TableCell, TableRow
from pdfbot.structure.citation_links import CitedReferences, add_citations
from pdfbot.structure.cited_parts import cite_captions, cite_tables

BOX = Box(0, 0, 9, 9)


def cited(sentence: str) -> CitedReferences:
    """Three works, and the only sentence of a paper that cites them."""
    works = ("Miller, A. (1961). Sacks.", "Sack, B. (1987). Mills.", "Stone, C. (1988). Grain.")
    entries = [Reference(f"r{n}", str(n), "", text, (), ()) for n, text in enumerate(works, 1)]
    return add_citations(entries, [Sentence("s1", sentence, ())], ())


def marks(head: str, text: str, sentence: str) -> list[tuple[str, tuple[str, ...]]]:
    """The marks of a cell below a head: what is printed, and the entries."""
    rows = tuple(TableRow((TableCell(t, 0, 1, BOX),)) for t in (head, text))
    (table,) = cite_tables([Table("t1", "", 1, BOX, rows)], cited(sentence))
    (cell,) = table.rows[1].cells
    return [(cell.text[mark.start : mark.end], mark.references) for mark in cell.citations]


NUMBERS = "Mills [1, 2]."
NAMES = "Mills (Miller 1961; Sack 1987)."


@pytest.mark.parametrize(
    ("head", "text", "sentence", "found"),
    [
        ("Mill", "North [2]", NUMBERS, [("2", ("r2",))]),
        ("Mill", "North (2)", NUMBERS, []),
        ("Mill", "2", NUMBERS, []),
        ("Ref.", "2, 3", NUMBERS, [("2", ("r2",)), ("3", ("r3",))]),
        ("References", "[1–3]", NUMBERS, [("1–3", ("r1", "r2", "r3"))]),
        ("Sacks", "12 [1–3]", NUMBERS, []),
        ("Study", "Sack, 1987", NAMES, [("Sack, 1987", ("r2",))]),
    ],
)
def test_cells_cite_as_sentences_do(
    head: str, text: str, sentence: str, found: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert marks(head, text, sentence) == found


def test_captions_cite_as_sentences_do() -> None:
    caption = Caption("c1", "figure", "Fig. 1", "1", "Mills, after [2].", (), ())
    (found,) = cite_captions([caption], cited(NUMBERS))
    assert [mark.references for mark in found.citations] == [("r2",)]
