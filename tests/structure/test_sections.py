"""The tree of sections, and the section of each paragraph."""

from __future__ import annotations

import pytest

from pdfbot.model import Box, OtherAbstract, PageBox, Paragraph, Sentence, Span
from pdfbot.structure.abstract import split_by_language

from ..builders import layout, prose
from .parts import section, structure_of


def test_paragraph_knows_its_section_and_the_path_of_headings() -> None:
    found = structure_of(
        layout(
            [
                *prose(4),
                *section("1 Water mills", size=12.0),
                *section("1.1 Sacks and grain"),
                *section("2 Wind mills", size=12.0),
            ]
        )
    )
    assert [(s.id, s.level, s.parent) for s in found.sections] == [
        ("h1", 1, ""),
        ("h2", 2, "h1"),
        ("h3", 1, ""),
    ]
    assert [(p.section, p.path) for p in found.paragraphs] == [
        ("", ()),
        ("h1", ("Water mills",)),
        ("h2", ("Water mills", "Sacks and grain")),
        ("h3", ("Wind mills",)),
    ]


def test_section_leads_to_the_lines_of_its_heading() -> None:
    (mills,) = structure_of(layout([*prose(4), *section("Mills and sacks")])).sections
    assert mills.page == 1
    assert mills.line_ids == ("p1.c1.z1.l5",)
    assert mills.boxes == (PageBox.on(1, mills.box),)


def test_text_before_the_first_heading_is_the_abstract() -> None:
    found = structure_of(layout([*prose(4), *section("Mills and sacks")]))
    assert found.abstract_ids == ("p1",)


def test_text_below_the_heading_abstract_is_the_abstract() -> None:
    rows = [*section("Abstract"), *section("Mills and sacks"), *section("Water and wind")]
    assert structure_of(layout(rows)).abstract_ids == ("p1",)


def test_paper_without_headings_has_no_abstract() -> None:
    assert structure_of(layout(prose(6))).abstract_ids == ()


PORTUGUESE = "os moinhos do rio que são de pedra e não de madeira foram feitos para as pessoas "
ENGLISH = "the mills of the river that are made of stone and not of wood were built for the people "


def paragraphs(*texts: str) -> list[Paragraph]:
    span = Span(1, "p1.c1.l1", 0, 1, Box(0, 0, 1, 1))
    return [
        Paragraph(f"p{i}", (Sentence(f"s{i}.1", text, (span,)),)) for i, text in enumerate(texts, 1)
    ]


@pytest.mark.parametrize(
    ("language", "own", "other"), [("pt", "p1", ("en", "p2")), ("en", "p2", ("pt", "p1"))]
)
def test_abstract_is_the_one_in_the_language_of_the_paper(
    language: str, own: str, other: tuple[str, str]
) -> None:
    ids, others = split_by_language(paragraphs(PORTUGUESE, ENGLISH), language)
    assert ids == (own,)
    assert others == (OtherAbstract(other[0], (other[1],)),)


def test_abstract_in_another_language_alone_is_the_abstract() -> None:
    assert split_by_language(paragraphs(ENGLISH), "pt") == (("p1",), ())
