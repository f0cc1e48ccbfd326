"""Locating a sentence on the lines of a page."""

from __future__ import annotations

from pdfbot.evaluation.locate import LineIndex
from pdfbot.model import Box
from pdfbot.rules import Rule
from tests.evaluation.extractions import build_extraction


def test_sentence_is_found_in_both_columns() -> None:
    extraction = build_extraction(
        ("something quite different is here", Rule.BODY),
        ("words before the sentence begins", Rule.BODY),
        ("river carries gravel down from the nor-", Rule.BODY),
        ("thern hills every spring", Rule.BODY),
        ("until somebody sees that it is gone", Rule.BODY),
        columns=(1, 1, 1, 2, 2),
    )
    areas = LineIndex(extraction).find(
        "river carries gravel down from the northern hills every spring"
    )
    assert [len(area.lines) for area in areas] == [1, 1]
    assert [area.lines[0].left for area in areas] == [200, 400]
    assert areas[0].box == Box(194, 660, 356, 706)
    assert LineIndex(extraction).find("no such words anywhere at all") == []
