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


def acm(w: Work) -> str:
    source = f"{w.journal} {w.volume}, 2 ({w.year}), {w.pages}."
    return f"{w.family}, {w.given}, and Roe, D. {w.ended} {source}"


def acm_with_the_year_first(w: Work) -> str:
    source = f"{w.journal} {w.volume}, 2 ({w.year}), {w.pages}."
    return f"{w.given} {w.family} and D. Roe. {w.year}. {w.ended} {source}"


def ams(w: Work) -> str:
    source = f"{w.journal} {w.volume} ({w.year}), no. 2, {w.pages}."
    return f"{w.given} {w.family} and D. Roe, {w.title}, {source}"


def biblatex(w: Work) -> str:
    source = f"In: {w.journal} {w.volume}.2 ({w.year}), pp. {w.pages}."
    return f"{w.given} {w.family} and D. Roe. “{w.title}”. {source}"


def biblatex_with_the_year_first(w: Work) -> str:
    source = f"In: {w.journal} {w.volume}.2, pp. {w.pages}."
    return f"{w.family}, {w.given} and D. Roe ({w.year}). “{w.title}”. {source}"


def chicago(w: Work) -> str:
    source = f"{w.journal} {w.volume}, no. 2 ({w.year}): {w.pages}."
    return f"{w.family}, {w.given}, and D. Roe. “{w.title}”. {source}"


STYLES = (
    bmc, vancouver, apa, nature, ieee, mdpi, springer, acm, acm_with_the_year_first, ams, biblatex,
    biblatex_with_the_year_first, chicago,
)  # fmt: skip


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


@pytest.mark.parametrize(
    ("printed", "doi"),
    [
        ("doi: 10. 1016/j.mill.2001.06.006", "10.1016/j.mill.2001.06.006"),
        ("doi: 10.1016/j.mill .2001.06.006", "10.1016/j.mill.2001.06.006"),
        ("doi: 10 . 1016 / j . mill . 2001.06.006.", "10.1016/j.mill.2001.06.006"),
        ("doi: 10.1002/1097-0010(2000)80:12<1744::AID-M7>3.0.CO;2-W",
         "10.1002/1097-0010(2000)80:12<1744::aid-m7>3.0.co;2-w"),
    ],
)  # fmt: skip
def test_a_doi_is_read_over_spaces_and_angle_brackets(printed: str, doi: str) -> None:
    assert read([f"Miller A. Sacks. J Mill. 2001;3:4. {printed}"])[0].doi == doi


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


def test_a_volume_and_the_first_page_before_the_year() -> None:
    texts = [f"A. Miller and D. Roe, Journal of Mills {n}, 101 (1998)." for n in (12, 13, 14)]
    assert [(e.volume, e.pages) for e in read(texts)] == [
        ("12", "101"),
        ("13", "101"),
        ("14", "101"),
    ]


@pytest.mark.parametrize("dash", ["———,", "–", "—.", ","])
def test_a_dash_stands_for_the_authors_of_the_entry_before(dash: str) -> None:
    found = read(
        [*(ieee(work) for work in WORKS), f"{dash} “On sacks,” Mills, vol. 2, p. 7, 2020."]
    )
    assert found[-1].authors == found[-2].authors
    assert (found[-1].title, found[-1].year) == ("On sacks", "2020")


@pytest.mark.parametrize(
    "name",
    [
        "Sack, Jan van der, and Mary O’Neil",
        "Sack Jr., Tom, and Mary O’Neil",
        "Sack, Jr., Tom, and Mary O’Neil",
        "Sack, Tom, Jr., and Mary O’Neil",
    ],
)
def test_names_written_out_with_particles_and_suffixes(name: str) -> None:
    texts = [
        *(f"{w.family}, Daisy, and Lee Roe. {w.ended} {w.journal} 3 (1999)." for w in WORKS),
        f"{name}. On flour. Grain 3 (1999).",
    ]
    assert [a.family for a in read(texts)[-1].authors] == ["Sack", "O’Neil"]


def test_given_names_may_precede_an_apostrophe() -> None:
    texts = [f"Lee Roe, Mary O’Neil, and Sean O’Hara. {w.ended} Grain 3 (1999)." for w in WORKS]
    assert [a.family for a in read(texts)[0].authors] == ["Roe", "O’Neil", "O’Hara"]


@pytest.mark.parametrize(
    ("rest", "source"),
    [
        (", in Proc. 5th Workshop on Sacks, 2021, pp. 14–23.", "Proc. 5th Workshop on Sacks"),
        (" in Proceedings of Mills (Springer, 2015), 212–224.", "Proceedings of Mills"),
        (", in M. Stone & K. Hill, eds, ‘Handbook’, 2009, pp. 33–58.", "M. Stone"),
        (", PhD thesis, Delft University, 2012.", "PhD thesis, Delft University"),
        (", Tech. Rep. 2018/4, Mill Council, Delft, 2018.", "Tech. Rep"),
    ],
)
def test_a_title_ends_before_a_collection_or_the_kind_of_work(rest: str, source: str) -> None:
    texts = [*(ams(work) for work in WORKS), f"A. Miller, On the weight of sacks in Delft{rest}"]
    found = read(texts)[-1]
    assert found.title == "On the weight of sacks in Delft"
    assert found.source.startswith(source)


@pytest.mark.parametrize(
    "rest",
    [". Delft: Mill Press, 2001.", ", Mill Press, Delft, 2001.", "; Mill Press: Delft, 2001."],
)
def test_a_title_in_italics_ends_with_them(rest: str) -> None:
    title = "Statistical methods for mills"
    found = read([f"A. Miller, {title}{rest}"] * 3, italic=title)[0]
    assert (found.title, "Mill Press" in found.source) == (title, True)


@pytest.mark.parametrize("imprint", ["(Mill Press, Delft, 2001)", "(Delft: Mill Press)"])
def test_publisher_in_parentheses_is_no_part_of_the_title(imprint: str) -> None:
    texts = [*(nature(work) for work in WORKS), f"Miller, A. Methods for (new) mills {imprint}."]
    assert read(texts)[-1].title == "Methods for (new) mills"


def test_a_family_of_animals_is_part_of_the_title() -> None:
    title = "On weevils (Coleoptera: Curculionidae)"
    texts = [*(nature(work) for work in WORKS), f"Miller, A. {title}. J. Mill. 3, 7–9 (2001)."]
    assert read(texts)[-1].title == title


def test_a_name_in_quotation_marks_is_no_collection() -> None:
    title = "Flour in ‘Red No.1’ wheat of the North"
    texts = [*(nature(work) for work in WORKS), f"Miller, A. {title}. J. Mill. 3, 7–9 (2001)."]
    assert read(texts)[-1].title == title


def test_a_year_in_brackets_is_no_part_of_a_doi() -> None:
    text = "Miller, A. Sacks. J. Mill. 3, 7–9, doi: 10.1016/j.mill.01 (2001)."
    found = read([text])[0]
    assert (found.doi, found.year) == ("10.1016/j.mill.01", "2001")


def test_in_a_list_with_commas_a_group_ends_at_one() -> None:
    texts = [*(ams(work) for work in WORKS), "World Mill Council, Walking in cities, Delft, 2018."]
    assert read(texts)[-1].authors == (Name("", "World Mill Council"),)
