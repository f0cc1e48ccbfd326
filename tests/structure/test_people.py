"""Authors as people, from blocks as publishers print them."""

from __future__ import annotations

import pytest

from pdfbot.bibliography import Author
from pdfbot.notation import Script
from pdfbot.structure.people import read_people


def people(text: str) -> list[tuple[str, str]]:
    """Given and family names; what is between braces is raised."""
    return [(author.given, author.family) for author in read(text)]


def read(text: str) -> tuple[Author, ...]:
    scripts, plain = [], ""
    for index, part in enumerate(text.replace("}", "{").split("{")):
        if index % 2:
            scripts.append(Script("raised", len(plain), len(plain) + len(part)))
        plain += part
    return read_people(plain, scripts)


TWO = [("Ada B.", "Miller"), ("Li", "Sack")]


@pytest.mark.parametrize(
    "text",
    [
        "Ada B. Miller and Li Sack",
        "Ada B. Miller{1,2,*}, Li Sack{2}",
        "Ada B. Miller 1,2,*, and Li Sack 2",
        "Ada B. Miller1,2* & Li Sack2",
        "Ada B. Miller{1} | Li Sack{2}",
        "Ada B. Miller • Li Sack",
        "Ada B. Miller{ •} Li Sack",
        "Ada B. Miller, MD, PhD, Li Sack, MSc",
        "Ada B. MillerID{1}, Li SackID{2}",
        "{1}Ada B. Miller, {2}Li Sack",
    ],
)
def test_names_are_read_whatever_is_between_and_behind_them(text: str) -> None:
    assert people(text) == TWO


def test_particles_belong_to_the_family_name() -> None:
    assert people("Jan van der Stone, Ana de Sousa") == [
        ("Jan", "van der Stone"),
        ("Ana", "de Sousa"),
    ]
    assert people("Ada B. Miller and Ian W. deStone") == [
        ("Ada B.", "Miller"),
        ("Ian W.", "deStone"),
    ]


def test_initials_behind_the_names_are_given_names() -> None:
    assert people("Miller A*, Sack BC**") == [("A", "Miller"), ("BC", "Sack")]


def test_a_short_family_name_is_no_initial() -> None:
    assert people("Wei Li, Min He, Jun Wu") == [("Wei", "Li"), ("Min", "He"), ("Jun", "Wu")]


def test_marks_are_those_of_their_author() -> None:
    assert [author.marks for author in read("Ada Miller{1,2,*}, Ben Sack{3}")] == [
        ("1", "2", "*"),
        ("3",),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Department of Mills, Sack University",
        "Received: 3 May 2001",
        "ada@mill.example",
        "Open Access",
    ],
)
def test_what_is_no_person_is_left_out(text: str) -> None:
    assert people(text) == []
