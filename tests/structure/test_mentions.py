"""References to figures, tables, sections and equations lead to them."""

from __future__ import annotations

import pytest

from pdfbot.model import Box, Caption, Equation, Section, Sentence, Table
from pdfbot.structure.mentions import NumberedParts, find_part_mentions

PARTS = NumberedParts.of(
    [
        Caption("c1", "figure", "Fig. 1", "1", "Mills.", (), ()),
        Caption("c2", "figure", "Fig. 2", "2", "Sacks.", (), ()),
        Caption("c3", "table", "Table 1", "1", "Grain.", (), ()),
    ],
    [Table("t2", "", 3, Box(0, 0, 9, 9), label="Table 2", title="Turned.")],
    [Section("h1", "2", 1, "Mills", "", ()), Section("h2", "2.1", 2, "Sacks", "h1", ())],
    [Equation("e1", "3", "a=b", "a=b", "s1", ())],
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mills (Fig. 1a) turn.", [("Fig. 1a", "figure", ("c1",))]),
        ("See Figs. 1 and 2.", [("Figs. 1", "figure", ("c1",)), ("2", "figure", ("c2",))]),
        ("See Figures 1–2.", [("Figures 1–2", "figure", ("c1", "c2"))]),
        ("Tables 1 and 2 show it.", [("Tables 1", "table", ("c3",)), ("2", "table", ("t2",))]),
        ("By Eq. (3), sacks fall.", [("Eq. (3)", "equation", ("e1",))]),
        ("As in Section 2.1.", [("Section 2.1", "section", ("h2",))]),
        (
            "Sections 2 and 2.1 say so.",
            [("Sections 2", "section", ("h1",)), ("2.1", "section", ("h2",))],
        ),
        ("Fig. 7, Eq. (9) and Section 5 are elsewhere.", []),
        ("The intersection 2 has 3 mills.", []),
    ],
)
def test_what_a_sentence_refers_to(
    text: str, found: list[tuple[str, str, tuple[str, ...]]]
) -> None:
    mentions = find_part_mentions([Sentence("s1", text, ())], PARTS).get("s1", ())
    assert [(text[m.start : m.end], m.kind, m.parts) for m in mentions] == found
