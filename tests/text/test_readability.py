"""Text that reads like words, and text whose fonts map glyphs to the wrong letters."""

from __future__ import annotations

import pytest

from pdfbot.text.readability import MIN_COMMON_PAIRS, readable_share, word_share

from ..builders import SENTENCE


@pytest.mark.parametrize(
    "text",
    [
        "sacks",
        "Sacks",
        "SACKS",
        "(sacks),",
        "“Sacks”",
        "Größe",
        "Éléments",
        "мельник",
        "μύλος",
        "粉屋",
        "am",
    ],
)
def test_letters_with_capitals_only_at_the_start_or_throughout_are_a_word(text: str) -> None:
    assert word_share([text]) == (1, 1)


@pytest.mark.parametrize("text", ["sAcks", "SAcks", "s#cks", "s4cks", "qX7bT", "x_y", "a.b"])
def test_other_characters_are_no_word(text: str) -> None:
    assert word_share([text]) == (0, 1)


@pytest.mark.parametrize("text", ["", "x", "7", "(x)", "... !", "x = 5"])
def test_single_characters_do_not_count(text: str) -> None:
    assert word_share([text]) == (0, 0)


def test_share_is_counted_over_all_texts() -> None:
    assert word_share(["two words", "and x2 or y3", ""]) == (4 / 6, 6)
    assert word_share([]) == (0, 0)


def test_sentences_with_symbols_are_mostly_words() -> None:
    formula = "where x = y and f(x) is the number of sacks in m2."
    assert word_share([SENTENCE, formula]) == (20 / 22, 22)


def test_tokens_without_letters_do_not_count() -> None:
    assert word_share(["12.5 (34) 56% !%$& two words"]) == (1, 2)


def test_letters_mixed_with_signs_are_not_words() -> None:
    """As where a font's codes are taken for those of another font."""
    assert word_share(["fh`q1{3 eac`q jml3jêG2 oCj!ec"])[0] == 0


def scrambled(text: str) -> str:
    """Each letter for another one, as where a font maps its glyphs to the wrong letters."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return text.translate(str.maketrans(letters, letters[7:] + letters[:7]))


FINNISH = (
    "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on "
    "annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä."
)


def test_wrong_letters_are_told_by_pairs_even_without_capitals_in_words() -> None:
    share = readable_share([scrambled(SENTENCE.lower())] * 30)
    assert share is not None
    assert share < MIN_COMMON_PAIRS
    assert readable_share([SENTENCE.lower()] * 30) is None


def test_language_without_a_list_of_words_is_readable() -> None:
    assert readable_share([FINNISH] * 20) is None
    assert readable_share([scrambled(FINNISH)] * 20) is not None


def test_frequent_words_make_any_text_readable() -> None:
    """Formulas and code may have most of the letters."""
    assert readable_share(["x1Y = fOo(bAr) qXzkv4 the and of"] * 60) is None
    assert readable_share(["x1Y = fOo(bAr) qXzkv4 zzKq qQx7"] * 60) is not None


def test_little_text_is_not_judged() -> None:
    assert readable_share([scrambled(SENTENCE)]) is None


RUSSIAN = (
    "Каждую весну ласточки возвращаются туда, где они родились. Они лепят гнёзда из глины под "
    "крышами домов и под арками мостов."
)


def test_other_alphabet_under_latin_codes_is_not_readable() -> None:
    accented = RUSSIAN.encode("cp1251").decode("latin1")
    assert readable_share([accented] * 20) is not None
    assert readable_share([RUSSIAN] * 20) is None


def test_accents_of_a_language_without_a_list_of_words_are_letters() -> None:
    assert word_share(["það við hér éta öðruvísi"]) == (1, 5)
