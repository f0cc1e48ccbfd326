"""What a sentence is to somebody who reads it alone."""

from __future__ import annotations

import pytest

from pdfbot.ranking.sentence_traits import SentenceTraits
from pdfbot.text.languages.lexicon import DEPENDENT_OPENERS, OWN_WORK, RANKING, lexicons

from .papers import paper_of

WHOLE = "The density of the soil doubles within four years."


def flaw(text: str, language: str = "en", authors: str = "") -> str:
    paper = paper_of({"Soils of closed paths": [text]}, language=language, authors=authors)
    return SentenceTraits(paper).flaw(paper.sentences[0])


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        "It grew faster than any other species in the plot.[42]",
        "We found that 12 of 30 plots (40 %) were bare.",
        "“Paths are made by walking,” as the poet says.",
        "Bare soil erodes.12 " + WHOLE,
    ],
)
def test_complete_sentence_has_no_flaw(text: str) -> None:
    assert flaw(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mammal .", "too short"),
        ("treatments for the soil of closed footpaths.", "begins in the middle of a sentence"),
        ("Vulnerability, capacity, and adaptation assessment", "does not end"),
        ("The ingredients of the mixtures were as follows:", "does not end"),
        ("Keywords: soil, density, footpath, recovery, trampling.", "not about the subject"),
        ("The authors declare that they have no competing interests.", "not about the subject"),
        ("The survey was approved by the Parks Research Committee.", "not about the subject"),
        ("Soils of closed paths.", "too short"),
        ("Figure 8 showed the spectra of the pure leaf extract.", "speaks of a figure"),
        ("Aftab Ahmad, Mohammed Abuzinadah, Mohd Mujeeb, Ada King.", "a list of names"),
        ("Isolation and analysis of essential oils.", "has no verb"),
        ("x = 1 + 2 + 3 and y = 4 + 5 + 6 so z = 7 + 8 + 9.", "mostly numbers"),
    ],
)
def test_flaw_says_why_a_sentence_is_not_to_be_read_alone(text: str, expected: str) -> None:
    assert flaw(text).startswith(expected)


def test_initials_of_authors_open_a_statement_on_contributions() -> None:
    text = "RM and SK designed the study and wrote the first draft of it."
    assert flaw(text, authors="Rita Moreno, Sam Kent") == "not about the subject of the paper"
    assert flaw(text, authors="Ada King") == ""


def test_scripts_without_spaces_are_measured_by_characters() -> None:
    assert flaw("这项研究表明土壤密度在四年内增加一倍。", "zh") == ""
    assert flaw("土壤密度。", "zh") == "too short"


@pytest.mark.parametrize(
    ("text", "only_points"),
    [
        ("The density of the soil is shown in Fig. 2.", True),
        ("All paths were visited, and their age is also given in supplementary Table S1.", True),
        ("The paths and their ages are listed in Tables 2, 13 and Figs. 5 and 6.", True),
        ("The density of the soil doubles in four years, as shown in Figure 2.", False),
        ("The density is shown in Fig. 2, and it doubles in four years.", False),
        ("We found that the density doubles; the paths are listed in Table 2.", False),
        ("The density of old paths is given in the literature of Table Mountain.", False),
    ],
)
def test_sentence_that_only_points_to_a_figure_is_nothing_to_be_read_alone(
    text: str, only_points: bool
) -> None:
    assert (flaw(text) == "speaks of a figure or table") == only_points


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("However, the soil does not recover.", "en", True),
        ("This is due to the roots of the trees.", "en", True),
        ("In this case the soil does not recover.", "en", True),
        ("This paper shows how the soil recovers.", "en", False),
        ("In this longitudinal study, we follow the soil.", "en", False),
        ("Itching is a symptom of the disease.", "en", False),
        (WHOLE, "en", False),
        ("The soil below these paths does not recover.", "en", True),
        ("To find out, we dug a hole and compared this soil with others.", "en", False),
        ("To our knowledge, this is the first survey of paths.", "en", False),
        ("The results of this longitudinal study are clear.", "en", False),
        ("The soil below all of the oldest paths recovers, and these are few.", "en", False),
        ("Die Dichte dieser Böden nimmt zu.", "de", True),
        ("Die Ergebnisse dieser Studie sind klar.", "de", False),
        ("Daher erholt sich der Boden nicht.", "de", True),
        ("In dieser Arbeit wird der Boden untersucht.", "de", False),
        ("Der Boden erholt sich nicht.", "de", False),
        ("因此土壤没有恢复。", "zh", True),
        ("土壤没有恢复。", "zh", False),
    ],
)
def test_opener_that_leads_back_makes_a_sentence_dependent(
    text: str, language: str, expected: bool
) -> None:
    paper = paper_of({"Soils": [text]}, language=language)
    assert SentenceTraits(paper).is_dependent(paper.sentences[0]) == expected


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("Materials and methods", "methods"),
        ("Results and methods", ""),
        ("Concluding remarks", "conclusions"),
        ("Authors’ contributions", "back matter"),
        ("The soil of closed paths", ""),
    ],
)
def test_headings_say_what_part_a_sentence_is_in(heading: str, part: str) -> None:
    paper = paper_of({heading: [WHOLE]}, abstract=[WHOLE])
    first, second = paper.sentences
    traits = SentenceTraits(paper)
    assert (traits.part(first), traits.part(second)) == ("abstract", part)


def test_words_of_the_ranking_are_in_lower_case() -> None:
    for code, lexicon in lexicons().items():
        for section in RANKING:
            for entry in lexicon[section]:
                assert entry == entry.lower(), (code, section)
        if lexicon[OWN_WORK]:
            assert lexicon[DEPENDENT_OPENERS], code
