"""The order in which sentences are worth reading."""

from __future__ import annotations

from pdfbot.model import Extraction
from pdfbot.ranking.assessment import assess_sentences
from pdfbot.ranking.reading_order import SPREADS, Spread, order_sentences

from .papers import paper_of

ABSTRACT = [
    "Footpaths are closed in many parks of the country.",
    "We show that the soil of a closed footpath recovers in four years.",
    "Rain and roots loosen the upper layer of the ground.",
]
RESULTS = [
    "The density of the soil fell by half within the first two winters.",
    "However, the deeper layers kept their density in every plot.",
    "Grass returned to most plots in the second spring of the study.",
    "The number of species rose from three to eleven in the shade.",
]


def order(paper: Extraction, spread: Spread = "even") -> dict[str, str]:
    """The ids in order, with reasons."""
    assessed = assess_sentences(paper)
    found = order_sentences(assessed, spread)
    assert sorted(index for index, _ in found) == list(range(len(assessed)))
    return {assessed[index].sentence.id: reason for index, reason in found}


def test_what_was_found_comes_first() -> None:
    found = order(paper_of({"Results": RESULTS}, ABSTRACT, title="Closed footpaths in parks"))
    assert next(iter(found.items())) == ("s1.2", "says what the paper found, in the abstract")


def test_conclusion_speaks_where_there_is_no_abstract() -> None:
    sections = {"Results": RESULTS, "Conclusions": [ABSTRACT[2], "We conclude that rain loosens."]}
    assert next(iter(order(paper_of(sections)))) == "s2.2"


def test_dependent_sentence_comes_behind_the_one_that_it_needs() -> None:
    found = list(order(paper_of({"Results": RESULTS})))
    assert found.index("s1.1") < found.index("s1.2")
    alone = order(paper_of({"Results": RESULTS[1:2] + RESULTS[2:]}))
    assert list(alone)[-1] == "s1.1"
    assert alone["s1.1"] == "needs the sentence before it, which cannot be read alone"


def test_sentence_that_is_needed_says_by_which() -> None:
    texts = ["Zinc was weighed.", "However, " + RESULTS[0], *["The rest is silence now."] * 2]
    paper = paper_of({"Results": ["The zinc was weighed every day.", *texts[1:]]}, title=RESULTS[0])
    assert order(paper)["s1.1"] == "comes before s1.2, which needs it"


def test_sentence_that_says_the_same_again_is_late_and_names_the_other() -> None:
    again = RESULTS[0].replace("fell by half", "fell by a half")
    found = order(
        paper_of({"Results": RESULTS, "Discussion": [again, RESULTS[3][:-6] + "winter."]})
    )
    late = [reason for reason in found.values() if reason.startswith("says the same as")]
    assert len(late) == 2
    assert list(found.values())[-2:] == late


def test_methods_have_few_sentences_until_the_others_are_read() -> None:
    plots = [f"Plot {n} was sampled with {w} at dawn." for n, w in enumerate("abcdefghijkl")]
    words = ["birds", "moss", "trees", "rain", "snow", "wind", "clay", "sand", "worms", "dogs"]
    rest = [f"The park lost its {word} when visitors left a track of {word}." for word in words]
    methods = [f"We weighed {word} on scales in the laboratory." for word in words]
    paper = paper_of({"Methods": methods, "Results": rest, "Plots": plots})
    found = list(order(paper))
    first = found[: len(found) // 2]
    assert sum(name.startswith("s1.") for name in first) <= 1
    assert sum(name.startswith("s1.") for name in order(paper, "none")) == len(methods)


def test_what_is_no_sentence_comes_last_with_its_flaw() -> None:
    paper = paper_of({"Results": ["Mammal .", *RESULTS]}, title="Mammal")
    for spread in SPREADS:
        found = order(paper, spread)
        assert list(found.items())[-1] == ("s1.1", "too short: not to be read alone")


def test_back_matter_is_not_read_alone() -> None:
    found = order(paper_of({"Funding": ["The park paid for the rain."], "Results": RESULTS}))
    assert list(found.items())[-1] == ("s1.1", "in the back matter: not to be read alone")


def test_reason_counts_within_the_section() -> None:
    found = order(paper_of({"Results": RESULTS, "Discussion": ABSTRACT}))
    assert "number 1 of 3 in its section" in found.values()
