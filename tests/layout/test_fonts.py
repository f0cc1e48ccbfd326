"""BASE_FS: the size that most characters have, and the sizes beside it."""

from __future__ import annotations

import pytest

from pdfbot.layout.fonts import Fonts, Tally, measure_fonts
from pdfbot.model import Page, TextBlock

from ..builders import block


def fonts(*pages: list[TextBlock]) -> Fonts:
    numbered = enumerate(pages, start=1)
    return measure_fonts(Tally(Page(number, 600, 800, tuple(b))) for number, b in numbered)


def run(count: int, size: float, family: str = "Serif") -> TextBlock:
    return block("x" * count, 0, 0, size=size, family=family)


def test_characters_count_not_blocks() -> None:
    measured = fonts([run(100, 10), *(run(1, 8) for _ in range(90))])
    assert measured.base_size == 10
    assert measured.histogram == {8: 90, 10: 100}


def test_all_pages_count() -> None:
    assert fonts([run(100, 10)], [run(60, 9)], [run(60, 9)]).base_size == 9


def test_the_larger_of_two_equals() -> None:
    assert fonts([run(50, 9), run(50, 10)]).base_size == 10


def test_the_exact_size_and_family_behind_the_half_points() -> None:
    measured = fonts([run(80, 9.96, "Times"), run(30, 9.8, "Times"), run(40, 10.1, "Sans")])
    assert (measured.base_size, measured.base_family) == (9.96, "Times")


def test_what_is_not_read_does_not_count() -> None:
    hidden = block("x" * 100, 0, 0, size=20, hidden="invisible")
    turned = block("x" * 100, 0, 0, size=20, rotation=90)
    assert fonts([hidden, turned, run(10, 10)]).base_size == 10


def test_a_supplement_behind_the_references_does_not_count() -> None:
    heading = block("References", 0, 0)
    assert fonts([run(50, 10)], [heading], [run(500, 12)]).base_size == 10
    assert fonts([run(50, 10)], [run(500, 12)]).base_size == 12


def test_references_on_the_first_page_cut_nothing_off() -> None:
    assert fonts([run(50, 10), block("References", 0, 0)], [run(500, 12)]).base_size == 12


@pytest.mark.parametrize(
    ("count", "size", "sizes"),
    [
        (400, 9.0, (9.0, 10.0)),
        (399, 9.0, (10.0,)),
        (400, 9.3, (10.0,)),
        (400, 6.9, (10.0,)),
        (400, 11.0, (10.0, 11.0)),
    ],
    ids=["enough", "too few", "nearly the same", "far smaller", "larger"],
)
def test_a_second_body_size(count: int, size: float, sizes: tuple[float, ...]) -> None:
    assert fonts([run(1000, 10), run(count, size)]).body_sizes == sizes


def test_short_runs_make_no_second_size() -> None:
    assert fonts([run(1000, 10), *(run(19, 9) for _ in range(50))]).body_sizes == (10.0,)


def test_pages_without_text_have_a_usual_size() -> None:
    assert fonts([]) == Fonts(10.0, "", (10.0,), {})
