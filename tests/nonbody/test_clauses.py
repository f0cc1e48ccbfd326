"""How lines end: full stops, note marks and citations after them."""

from __future__ import annotations

import pytest

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.clauses import ends_clause, ends_sentence

from ..builders import column, layout, row


def _line(text: str) -> LayoutLine:
    (line,) = column([row(text)])
    return line


@pytest.mark.parametrize(
    "text",
    [
        "as was shown.",
        "as was shown.12",
        "as was shown. [3]",
        "as was shown.[3, 5-7]",
        "as was shown?” [12–14]",
        "as was shown. (Smith and Jones, 2020a)",
        "as was shown (by all). [3]",
        "as was shown in 1998. [3]",
        "as follows:",
    ],
)
def test_clause_ends(text: str) -> None:
    assert ends_clause(_line(text))


@pytest.mark.parametrize(
    "text",
    [
        "as was shown [3]",
        "as was shown (Smith, 2020)",
        "as Smith et al. [3]",
        "as in Smith et al. (2020)",
        "as in Refs. [3, 4]",
        "as was shown 12",
    ],
)
def test_clause_goes_on(text: str) -> None:
    assert not ends_clause(_line(text))


@pytest.mark.parametrize(
    ("above", "text", "ends"),
    [
        ("as was shown.", "[3]", True),
        ("as was shown. (Smith and", "Jones, 2020)", True),
        ("as was shown. [3–", "5]", True),
        ("as was shown", "[3]", False),
        ("as Smith et al.", "[3]", False),
    ],
)
def test_citation_may_begin_in_the_line_above(above: str, text: str, ends: bool) -> None:
    assert ends_clause(_line(text), _line(above)) is ends


@pytest.mark.parametrize("text", ["终了。", "真的吗？", "समाप्त।", "انتهى؟", "终了。」"])
def test_sentence_ends_with_the_stops_of_each_script(text: str) -> None:
    line = layout([row(text)]).lines[0]
    assert ends_sentence(line)
    assert ends_clause(line)
