"""Lines that are made when they are asked for: the same each time, and small until then."""

from __future__ import annotations

import pickle

import pytest

import pdfbot
from pdfbot.layout.making import MadeLate
from pdfbot.model import Extraction
from tests.pdfs import make_pdf, show


@pytest.fixture(scope="module")
def paper() -> Extraction:
    """Three pages of text with a note in the margin, a turned and a hidden line."""
    sentence = "The words of this line go from one edge of the column to the other."
    page = b"".join(show(sentence, 80, 560 - 12 * number, size=9) for number in range(30))
    page += show("a note", 20, 500, size=8)
    page += show("turned", 40, 200, size=8, matrix="0 1 -1 0")
    page += show("unseen", 80, 100, size=8, state="3 Tr")
    return pdfbot.extract(make_pdf(page, page, page))


def test_it_is_a_sequence() -> None:
    late = MadeLate(*((len(part), part.__getitem__) for part in ("ab", "", "cd", "efg")))
    assert len(late) == 7
    assert "".join(late) == "".join(late) == "abcdefg"
    assert [late[i] for i in range(-7, 7)] == list("abcdefg" * 2)
    assert late[1:6:2] == tuple("bdf")
    assert late == tuple("abcdefg")
    assert late != tuple("abcdef")
    assert repr(late) == repr(tuple("abcdefg"))
    assert "f" in late
    assert list(reversed(late)) == list("gfedcba")
    for index in (7, -8):
        with pytest.raises(IndexError):
            late[index]


def test_what_is_out_of_the_flow_comes_last_with_its_reason(paper: Extraction) -> None:
    pairs = zip(paper.lines, paper.verdicts, strict=True)
    found = [(line.id, line.text, verdict.rule) for line, verdict in pairs]
    assert found[90:] == [
        (f"p{page}.c0.l{number}", text, rule)
        for page in (1, 2, 3)
        for number, text, rule in (
            (1, "a note", "margin"),
            (2, "turned", "rotated"),
            (3, "unseen", "hidden"),
        )
    ]


def test_a_line_is_the_same_each_time(paper: Extraction) -> None:
    assert tuple(paper.lines) == tuple(paper.lines) == pickle.loads(pickle.dumps(paper)).lines
    assert paper.lines[-1] == paper.lines[len(paper.lines) - 1]
    assert paper.statistics.base_density == pytest.approx(
        sum(line.density for line in paper.lines) / len(paper.lines)
    )
