"""Sentence boundaries in scholarly text; no text is lost."""

import random
import time

import pytest

from pdfbot.text.sentences import split_sentences


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "We follow Smith et al. (2020) and others.",
        "We follow Smith et al. [12] and others.",
        "As seen in Fig. 3 and Figs. 4, 5 it holds.",
        "The peak (see Fig. 19(a)] is high.",
        "By Eq. (4) and Eqs. (5)–(7) it holds.",
        "Some, e.g. Newton, i.e. Isaac, cf. Leibniz, differ w.r.t. This matter.",
        "See Sec. 3, Ref. 4, Thm. 5, No. 6 and Ch. 7 for it.",
        "It costs approx. 5 resp. 6 units vs. Ten units.",
        "Dr. J. R. Smith of St. Louis met Prof. A.-B. Jones.",
        "In the U.S. Senate it was i.i.d. noise, a.k.a. White noise.",
        "It was ca. 10 on Jan. 3 at noon.",
        "The value 3.14 at https://example.org/a.html?b=C. is fine.",
        "He asked “Why?” and left.",
        "We have x1, x2, . . . X and so on.",
        "We take n = 0, 1, ... N of them.",
        "1. We propose a method.",
        "(a) We propose a method.",
        "See Fig.3 The rest follows.",
        "Нпр. Марко и проф. Јовић, тј. Они.",
    ],
)
def test_abbreviations_and_numbers_do_not_end_a_sentence(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    "pieces",
    [
        ["It holds in Fig. 3.", "The rest follows."],
        ["This is due to Jones et al.", "We differ."],
        ["He lived in the U.S.", "The law is clear."],
        ["Apples, pears, etc.", "The rest is bread."],
        ["Let x be in A.", "Since B holds, we get x.", "Then it ends."],
        ["It was a race.1", "Even so it held."],
        ["It was a race.”2,3", "Even so it held."],
        ["It is known.[12]", "The rest is not."],
        ["See Eq. (4).", "(This is an aside.)", "[So is this.]", "Done."],
        ['He said "No."', '"Why?"', "The end."],
        ["“Is it true?”", "The answer is no.", "We stop!"],
        ["Values are 3.14 and 2.71.", "In 2010.", "3 of them stay."],
        ["See www.example.org.", "Go on…", "And on ...", "Stop."],
        ["We take n = 0, 1, ....", "The sum is finite."],
        ["It ends here. . . .", "The rest follows."],
        ["We study cells.", "mRNA is common.", "t-SNE is not."],
        ["Over the set Γ.", "Pick one."],
        ["Ово је реченица.", "„Друга“ реченица је ту.", "Је ли?", "Јесте!"],
        ["Это он.", "Мы т.е. они здесь."],
        ["1. We propose.", "2. We test."],
    ],
)
def test_text_is_split_between_sentences(pieces: list[str]) -> None:
    assert sentences(" ".join(pieces)) == pieces


def test_empty_text_has_no_sentence() -> None:
    assert split_sentences("") == split_sentences(" \n\t") == []


def test_ranges_exclude_surrounding_white_space() -> None:
    assert split_sentences("  One.\n\n Two. ") == [(2, 6), (9, 13)]


def test_random_text_is_split_without_loss() -> None:
    choice = random.Random(4)
    parts = [*'.?!…1Ab)](“”„",†Жé’ \n\u00a0\u2063', "...", "al", "Fig", "[12]", "The", "U.S"]
    for _ in range(3000):
        text = "".join(choice.choices(parts, k=choice.randrange(25)))
        ranges = split_sentences(text)
        edges = [0, *(edge for pair in ranges for edge in pair), len(text)]
        assert edges == sorted(edges)
        assert all(start < end for start, end in ranges)
        gaps = [text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
        assert not "".join(gaps).strip()


@pytest.mark.parametrize(
    "text",
    [
        "." * 200_000,
        "." + ")" * 200_000,
        ". " + "(" * 200_000,
        "x, " * 100_000 + "Fig. A " * 20_000,
    ],
    ids=["stops", "closing", "opening", "no boundary"],
)
def test_time_is_linear_in_text_length(text: str) -> None:
    begin = time.process_time()
    split_sentences(text)
    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("We follow Jones et al. The rest differs.", 2),
        ("We follow Jones et al. It's clear.", 2),
        ("We follow Jones et al. It’s clear.", 2),
        ("We follow Jones et al. THE END.", 2),
        ("We follow Jones et al. Smith differs.", 1),
        ("We follow Jones et al. mRNA is common.", 1),
        ("We follow Jones et al. 1990 was a good year.", 1),
        ("We follow Jones et al. H_2 is light.", 1),
        ("They are in group A. The rest is in B.", 2),
        ("They are in group A. 15 more are in B.", 2),
        ("They are in group A. ² is a square.", 2),
        ("They are in group A. Smith is in B.", 1),
        ("They are in group A. K2 is in B.", 1),
        ("They are in group A. mRNA is in B.", 1),
        ("They are on p. 15 of it.", 1),
        ("They are on p. The number is missing.", 1),
    ],
)
def test_next_word_decides_after_abbreviation_or_initial(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count


@pytest.mark.parametrize(
    ("language", "pieces"),
    [
        ("zh", ["版本控制是一种系统。", "它记录文件！", "对吗？", "对。"]),
        ("ja", ["彼は「はい。」と言った。", "「いいえ。」", "終わり。"]),
        ("hi", ["यह नियम है।", " क्या यह सही है?", " हाँ।"]),
        ("ar", ["هل هذا صحيح؟", " نعم.", " وهذا كل شيء."]),
        ("he", ["זה המשפט.", " וזה עוד משפט."]),
        ("ko", ["이것은 문장이다.", " 저것도 문장이다."]),
        ("el", ["Είναι σωστό;", " Ναι, είναι."]),
        ("de", ["Am 3. Oktober, z. B. In Bonn, vgl. Abb. Vier.", " So ist es."]),
        ("es", ["Véase la pág. 3 y el cap. Dos.", " ¿Es así?", " «Sí.»", " Fin."]),
        ("es", ["En EE. UU. se cambió.", " Fin."]),
    ],
)
def test_sentences_of_other_languages(language: str, pieces: list[str]) -> None:
    text = "".join(pieces)
    found = [text[start:end] for start, end in split_sentences(text, language)]
    assert found == [piece.strip() for piece in pieces]


def test_decimal_in_wide_digits_and_english_stay_whole() -> None:
    assert sentences("値は３．５である。") == ["値は３．５である。"]
    assert sentences("It ends in B; then it goes on.") == ["It ends in B; then it goes on."]


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("Viele (Novák aj. 2011) to znají. Ne vždy.", "cs", 2),
        ("Má sýr, mléko atd. Chléb nemá.", "cs", 2),
        ("Viele (Schmidt u. a. 2011) kennen das. Nicht immer.", "de", 2),
        ("Das ist so. »Wirklich« heißt anders.", "de", 2),
        ("Det är sant. ”Inte” säger de.", "sv", 2),
    ],
)
def test_abbreviation_that_may_end_a_sentence_ends_none_before_a_number(
    text: str, language: str, count: int
) -> None:
    assert len(split_sentences(text, language)) == count
