"""The sentences that cite an entry, by each kind of mark."""

from __future__ import annotations

import pytest

from pdfbot.bibliography import Name
from pdfbot.model import Formula, Reference, Sentence
from pdfbot.notation import Script
from pdfbot.structure.citation_links import add_citations, author_year_key
from pdfbot.structure.raised_marks import RaisedMark

WORKS = ("Miller, A. (1961). Sacks.", "Sack, B. (1987). Mills.", "Stone, C. (1987). Grain.")


def mentions(
    *texts: str, labels: tuple[str, ...] = ("1", "2", "3"), raised: tuple[RaisedMark, ...] = ()
) -> list[tuple[str, ...]]:
    """Of the three works, in sentences s1, s2, ..."""
    entries = [
        Reference(f"r{number}", label, "", text, (), ())
        for number, (label, text) in enumerate(zip(labels, WORKS, strict=True), 1)
    ]
    sentences = [
        Sentence(
            f"s{number}",
            text,
            (),
            scripts=tuple(
                Script("raised", text.index(mark.text), text.index(mark.text) + len(mark.text))
                for mark in raised
                if mark.sentence_id == f"s{number}"
            ),
        )
        for number, text in enumerate(texts, 1)
    ]
    found = add_citations(entries, sentences, raised).references
    return [entry.mentions for entry in found]


@pytest.mark.parametrize(
    "text", ["Sacks [1, 3].", "Sacks [1], [3].", "Sacks (1,3).", "Sacks [1; 3] and [3]."]
)
def test_numbers_in_brackets_or_parentheses(text: str) -> None:
    assert mentions(text) == [("s1",), (), ("s1",)]


@pytest.mark.parametrize("dash", "-–−")
def test_range_of_numbers_names_all_between(dash: str) -> None:
    assert mentions(f"Sacks [1{dash}3].") == [("s1",)] * 3


def test_numbers_that_are_no_labels_cite_nothing() -> None:
    assert mentions("Between [0, 7] there are (i.e. 2) sacks (in 1961).") == [(), (), ()]


@pytest.mark.parametrize(("written", "cited"), [("", True), ("[1, N]", False)])
def test_number_inside_a_formula_that_text_writes_cites_nothing(written: str, cited: bool) -> None:
    text = "Sacks in [1, 3] are light."
    formula = Formula(text.index("["), text.index("]") + 1, "[1, 3]", written)
    entry = Reference("r1", "1", "", WORKS[0], (), ()), Reference("r3", "3", "", WORKS[2], (), ())
    sentence = Sentence("s1", text, (), formulas=(formula,))
    found = add_citations(entry, [sentence], ())
    assert [e.mentions for e in found.references] == [("s1",) if cited else ()] * 2
    assert bool(found.marks) is cited


def test_marks_of_the_kind_that_cites_most_are_taken() -> None:
    raised = (RaisedMark("1,2", 1, "s1"), RaisedMark("3", 1, "s2"))
    texts = ("The sacks1,2 on axis [1].", "The grain3.")
    assert mentions(*texts, raised=raised) == [("s1",), ("s1",), ("s2",)]


def test_keys_in_brackets() -> None:
    labels = ("Mil61", "Sac87", "Sto87")
    assert mentions("Sacks [Mil61, Thm. 2], [Sto87].", labels=labels) == [("s1",), (), ("s1",)]


@pytest.mark.parametrize(
    "text",
    [
        "Sacks (Miller, 1961; Stone et al., 1987).",
        "Miller (1961) and Stone (1987) counted sacks.",
        "Sacks (Miller & Wind 1961, Stone 1987)",
    ],
)
def test_authors_and_years(text: str) -> None:
    assert mentions(text, labels=("", "", "")) == [("s1",), (), ("s1",)]


def test_year_without_its_author_cites_nothing() -> None:
    assert mentions("In 1961 the mill closed.", labels=("", "", "")) == [(), (), ()]


def test_raised_numbers_that_cite_are_not_left_for_footnotes() -> None:
    raised = (RaisedMark("1", 1, "s1"), RaisedMark("†", 1, "s1"))
    entry = Reference("r1", "1", "", WORKS[0], (), ())
    sentence = Sentence("s1", "Sacks1.", (), scripts=(Script("raised", 5, 6),))
    found = add_citations([entry], [sentence], raised)
    assert list(found.raised) == [raised[1]]
    found = add_citations([entry], [Sentence("s1", "Sacks [1].", ())], raised[1:])
    assert list(found.raised) == [raised[1]]


@pytest.mark.parametrize(
    ("text", "mark", "cited"),
    [
        ("Sacks are heavy1.", "1", ["r1"]),
        ("Sacks are heavy.1–3 Mills", "1–3", ["r1", "r2", "r3"]),
        ("Sacks (and mills)2 are heavy.", "2", ["r2"]),
        ("Sacks of 9 kg1, 3 are heavy.", "1, 3", ["r1", "r3"]),
        ("Mills of 20172 are heavy.", "2", ["r2"]),
        ("A mill of 9 cm2 is small.", "2", []),
        ("A mill has 103 sacks.", "3", []),
        ("The error R2 is small.", "2", []),
        ("Sacks are heavy4.", "4", []),
        ("Sacks are heavy2,4.", "2,4", []),
    ],
)
def test_raised_citations_are_told_from_exponents(text: str, mark: str, cited: list[str]) -> None:
    start = text.rindex(mark)
    raised = Script("raised", start, start + len(mark))
    sentence = Sentence("s1", text, (), scripts=(raised,))
    # A sentence that shows that raised numbers cite.
    other = Sentence("s2", "Mills1.", (), scripts=(Script("raised", 5, 6),))
    entries = [Reference(f"r{n}", str(n), "", WORKS[n - 1], (), ()) for n in (1, 2, 3)]
    found = add_citations(entries, [sentence, other], [RaisedMark("1", 1, "s2")])
    marks = found.marks.get("s1", ())
    assert [name for m in marks for name in m.references] == cited
    assert all(raised.start <= m.start < m.end <= raised.end for m in marks)
    assert [entry.id for entry in found.references if "s1" in entry.mentions] == cited


def marks(text: str, *labels: str) -> list[tuple[str, tuple[str, ...]]]:
    """What is printed as a mark, and the entries that it names."""
    entries = [
        Reference(f"r{number}", label, "", work, (), ())
        for number, (label, work) in enumerate(zip(labels or ("",) * 3, WORKS, strict=True), 1)
    ]
    found = add_citations(entries, [Sentence("s1", text, ())], ()).marks.get("s1", ())
    return [(text[mark.start : mark.end], mark.references) for mark in found]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Sacks [1, 3].", [("1", ("r1",)), ("3", ("r3",))]),
        ("Sacks [see 1–3].", [("1–3", ("r1", "r2", "r3"))]),
        ("Sacks [1]–[3].", [("1]–[3", ("r1", "r2", "r3"))]),
        ("Sacks [2, p. 30].", [("2", ("r2",))]),
        ("From [0, 3] sacks.", []),
    ],
)
def test_each_number_is_a_mark(text: str, printed: list[tuple[str, tuple[str, ...]]]) -> None:
    assert marks(text, "1", "2", "3") == printed


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Sacks (Miller, 1961).", [("Miller, 1961", ("r1",))]),
        ("Sack and Wind (1987) count.", [("Sack and Wind (1987", ("r2",))]),
        ("Stone’s 1987 grain.", [("Stone’s 1987", ("r3",))]),
        ("Sack thought that Stone 1987 is right.", [("Stone 1987", ("r3",))]),
        ("Sacks (Miller 1999).", []),
    ],
)
def test_a_mark_begins_with_its_first_author(
    text: str, printed: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert marks(text) == printed


def test_works_of_an_author_and_year_are_told_apart_by_their_letters() -> None:
    entries = [
        Reference(f"r{n}", "", "", f"Miller, A. (1961{letter}). Sacks.", (), ())
        for n, letter in enumerate("abc", 1)
    ]
    sentence = Sentence("s1", "Sacks (Miller 1961a, c; 1961b).", ())
    found = add_citations(entries, [sentence], ()).marks["s1"]
    assert [mark.references for mark in found] == [("r1", "r3")]


def test_one_of_two_works_is_chosen_by_its_other_author() -> None:
    entries = [
        Reference(
            f"r{n}", "", "", f"Miller, A., & {other} (1961). Sacks.", (), (),
            authors=(Name("A.", "Miller"), Name("B.", other)), year="1961",
        )
        for n, other in enumerate(("Sack", "Stone"), 1)
    ]  # fmt: skip
    sentence = Sentence("s1", "As Miller & Stone (1961) say; Miller (1961) agrees.", ())
    found = add_citations(entries, [sentence], ()).marks["s1"]
    assert [mark.references for mark in found] == [("r2",)]


def test_lowered_numbers_cite_nothing() -> None:
    sentence = Sentence("s1", "Mills1.", (), scripts=(Script("lowered", 5, 6),))
    entry = Reference("r1", "1", "", WORKS[0], (), ())
    assert add_citations([entry], [sentence], [RaisedMark("1", 1, "s1")]).marks == {}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Miller, A. (1961). Sacks.", "Miller 1961"),
        ("Miller A, Sack B. Sacks. J Mills. 1961;1840:27–9.", "Miller 1961"),
        ("A. B. Miller and C. Sack, “Sacks,” Mills 7, 1961.", "Miller 1961"),
        ("Ada Miller. Sacks. arXiv:1905.08803, 1961b.", "Miller 1961b"),
        ("Lu, W., Sack, B. (2019). Sacks.", "Lu 2019"),
        ("Mill Society. Sacks.", ""),
    ],
)
def test_key_is_the_first_author_and_the_year(text: str, key: str) -> None:
    assert author_year_key(text) == key
