"""One work in the styles in which lists print it: the same fields are read from all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from pdfbot.bibliography import Name
from pdfbot.model import Box, Reference, Span
from pdfbot.structure.reference_fields import add_fields

SPAN = Span(1, "p1.c1.l1", 0, 4, Box(72, 700, 172, 710))


@dataclass(frozen=True)
class Work:
    """A work by one author and Roe, D., in a journal with a short name."""

    given: str
    family: str
    year: str
    title: str
    journal: str
    short: str
    volume: str
    pages: str

    @property
    def initials(self) -> str:
        return self.given.replace(".", "").replace(" ", "")

    @property
    def ended(self) -> str:
        return self.title if self.title.endswith("?") else f"{self.title}."

    @property
    def undotted(self) -> str:
        return self.short.replace(".", "")


MILLS = ("Journal of Mills", "J. Mill.", "12", "34–56")
GRAIN = ("Grain Letters", "Grain Lett.", "3", "7–9")
WEIGHT = ("Annals of Weight", "Ann. Weight", "104", "1001–1010")
ENERGY = ("Energy", "Energy", "88", "12–18")
WORKS = (
    Work("A.", "Miller", "1961", "The counting of mountain sacks", *MILLS),
    Work("B. C.", "van der Sack", "1987", "On flour, and what became of it", *GRAIN),
    Work("Z.", "El-Stone", "2009", "Do two stones weigh more than one?", *WEIGHT),
    Work("K.", "Díaz Vela", "2015", "Winds in the Netherlands: a review", *ENERGY),
)


def bmc(w: Work) -> str:
    return f"{w.family} {w.initials}, Roe D: {w.ended} {w.undotted} {w.year}, {w.volume}:{w.pages}."


def vancouver(w: Work) -> str:
    source = f"{w.undotted}. {w.year};{w.volume}(2):{w.pages}."
    return f"{w.family} {w.initials}, Roe D, et al. {w.ended} {source}"


def apa(w: Work) -> str:
    source = f"{w.journal}, {w.volume}(2), {w.pages}. https://doi.org/10.1000/{w.volume}.x"
    return f"{w.family}, {w.given}, & Roe, D. ({w.year}). {w.ended} {source}"


def nature(w: Work) -> str:
    source = f"{w.short} {w.volume}, {w.pages} ({w.year})."
    return f"{w.family}, {w.given} & Roe, D. {w.ended} {source}"


def ieee(w: Work) -> str:
    source = f"{w.journal}, vol. {w.volume}, no. 2, pp. {w.pages}, {w.year}."
    return f"{w.given} {w.family} and D. Roe, “{w.title},” {source}"


def mdpi(w: Work) -> str:
    source = f"{w.short} {w.year}, {w.volume}, {w.pages}. [CrossRef]"
    return f"{w.family}, {w.given.replace(' ', '')}; Roe, D. {w.ended} {source}"


def springer(w: Work) -> str:
    source = f"{w.undotted} {w.volume}:{w.pages}"
    return f"{w.family} {w.initials}, Roe D ({w.year}) {w.ended} {source}"


STYLES = (bmc, vancouver, apa, nature, ieee, mdpi, springer)


def read(texts: list[str], italic: str = "") -> tuple[Reference, ...]:
    entries = [Reference(f"r{n}", "", "", text, (), (SPAN,)) for n, text in enumerate(texts, 1)]
    faces = ["n" * len(text) for text in texts]
    if italic:
        starts = [text.index(italic) for text in texts]
        faces = [
            "n" * start + "i" * len(italic) + "n" * (len(text) - start - len(italic))
            for text, start in zip(texts, starts, strict=True)
        ]
    return add_fields(entries, faces)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_fields_are_read_in_the_style_of_the_list(style: Callable[[Work], str]) -> None:
    for found, work in zip(read([style(work) for work in WORKS]), WORKS, strict=True):
        assert [name.family for name in found.authors] == [work.family, "Roe"]
        assert (found.year, found.title) == (work.year, work.title)
        assert found.source.replace(".", "") in (work.journal, work.undotted)
        assert (found.volume, found.pages) == (work.volume, work.pages)


def test_the_text_as_printed_is_kept() -> None:
    texts = [vancouver(work) for work in WORKS]
    assert [entry.text for entry in read(texts)] == texts


def test_a_doi_is_read_over_the_space_of_a_line_break() -> None:
    text = "Miller A. Sacks. J Mill. 2001;3:4. doi: 10.1016/j.mill.2001. 06.006"
    assert read([text])[0].doi == "10.1016/j.mill.2001.06.006"


def test_a_doi_ends_before_what_is_no_part_of_it() -> None:
    text = "Miller A. Sacks. J Mill. 2001;3:4. https://doi.org/10.1000/(ab)1. PMID: 12345"
    assert read([text])[0].doi == "10.1000/(ab)1"


def test_an_arxiv_identifier_and_a_link_are_no_part_of_the_title() -> None:
    text = "Miller, A. (2020). The counting of sacks. arXiv:2001.01234. https://mill.example/a"
    found = read([text])[0]
    assert (found.title, found.arxiv) == ("The counting of sacks", "2001.01234")
    assert found.url == "https://mill.example/a"


def test_a_group_is_an_author_without_given_names() -> None:
    texts = [*(apa(work) for work in WORKS), "World Mill Council. (2013). Mills. Author."]
    assert read(texts)[-1].authors == (Name("", "World Mill Council"),)


def test_without_a_title_the_source_is_no_title() -> None:
    texts = [f"A. Miller, D. Roe, J. Mill. Sci. {year}, 12, 345." for year in (2001, 2002, 2003)]
    found = read(texts)[0]
    assert (found.title, found.source) == ("", "J. Mill. Sci")


def test_of_several_works_in_one_entry_the_first_is_read() -> None:
    text = "a) A. Miller, J. Mill. 2008, 33, 6804; b) B. Sack, Grain 2012, 2, 12122."
    found = read([text])[0]
    assert (found.authors, found.year) == ((Name("A.", "Miller"),), "2008")


def test_italics_say_where_the_source_begins() -> None:
    # By its words alone, the title could end at the first full stop.
    text = "Miller A. Mills of Delft. A Survey. Annals of Weight 3, 7 (1999)."
    found = read([text] * 4, italic="Annals of Weight")
    assert {entry.title for entry in found} == {"Mills of Delft. A Survey"}


@pytest.mark.parametrize(
    "added",
    [
        "(Version 2.1)", "(v2.1)", "(A. Roe, Ed.)", "(A. Roe & B. Doe, Eds.; pp. 1–9)", "[Report]",
        "[Doctoral thesis, Delft]", "(Version 2) [Computer software]",
    ],
)  # fmt: skip
def test_what_is_added_in_brackets_is_no_part_of_the_title(added: str) -> None:
    texts = [
        *(apa(work) for work in WORKS),
        f"Roe, D. (2001). On mills (and sacks) {added}. Mills.",
    ]
    assert read(texts)[-1].title == "On mills (and sacks)"


def test_a_title_may_be_one_word_but_no_abbreviation() -> None:
    texts = [*(apa(work) for work in WORKS), "Roe, D. (2001). Windmills. Grain Letters, 3(1), 7–9."]
    assert (read(texts)[-1].title, read(texts)[-1].source) == ("Windmills", "Grain Letters")


def test_a_year_may_follow_a_full_stop() -> None:
    text = "Roe D. Mills. Clin Mill Med.1992;9(2):327–48."
    assert read([*(vancouver(work) for work in WORKS), text])[-1].year == "1992"


@pytest.mark.parametrize(
    ("rest", "source"),
    [("In Mills of Today. Mill Press.", "Mills of Today"), ("Retrieved May 1, 2020, from", "")],
)
def test_a_work_of_nobody_begins_with_its_title(rest: str, source: str) -> None:
    found = read([*(apa(work) for work in WORKS), f"The smallest mill. (2008). {rest}"])[-1]
    assert (found.authors, found.title, found.year) == ((), "The smallest mill", "2008")
    assert found.source.startswith(source)
