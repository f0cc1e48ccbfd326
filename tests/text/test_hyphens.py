"""Whether a hyphen at the end of a line is dropped or kept."""

import subprocess
import sys

import pytest

from pdfbot.text.hyphens import Vocabulary, is_suspended, resolve_hyphen

EMPTY = Vocabulary([])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("an exam-", "ple of it"),
        ("an exam\u2010", "ple of it"),
        ("some zorbli-", "fication of"),
        ("the multi-param-", "eter family"),
        ("the INTRO-", "DUCTION"),
        ("at this tempera-", "ture23 it melts"),
        ("by McKin-", "sey"),
        ("the LineOfSightCon-", "troller class"),
        ("5'-GCTATG-", "TATGTTGCC-3'"),
        ("5'-TCAAAT-", "TCMTTT-3'"),
        ("well\u00ad", "known"),
        ("the exam- ", " ple of it"),
    ],
)
def test_hyphen_that_breaks_a_word_is_dropped(left: str, right: str) -> None:
    assert resolve_hyphen(left, right, EMPTY)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("a well-", "known fact"),
        ("the state-of-the-", "art method"),
        ("the n-", "tridecanal was"),
        ("the Navier-", "Stokes equations"),
        ("COVID-", "19 was"),
        ("a 10-", "fold increase"),
        ("a GPU-", "based method"),
        ("the ReLU-", "like unit"),
        ("the CPU-", "GPU link"),
        ("a Frobnitz-", "based method"),
        ("the TATA-", "CAAT box"),
        ("all GATTACA-", "CHANNELS of"),
        ("pages 3\u2013", "five of"),
        ("the well\u2013", "known"),
        ("the well-", "(known) fact"),
        ("the value -", "example"),
        ("no hyphen", "example"),
        ("", ""),
    ],
)
def test_hyphen_of_a_compound_is_kept(left: str, right: str) -> None:
    assert not resolve_hyphen(left, right, EMPTY)


def test_rest_of_document_takes_precedence_over_word_list() -> None:
    assert resolve_hyphen("the data-", "base is", EMPTY)
    hyphenated = Vocabulary(["This data-base is one of many."])
    assert not resolve_hyphen("the data-", "base is", hyphenated)
    assert not resolve_hyphen("the data-", "bases are", hyphenated)
    assert not resolve_hyphen("long mean-", "field game", EMPTY)
    assert resolve_hyphen("long mean-", "field game", Vocabulary(["A meanfield is one."]))


def test_more_frequent_form_in_document_wins() -> None:
    texts = ["A meanfield is one.", "The mean-field and the mean-field."]
    assert not resolve_hyphen("the mean-", "field game", Vocabulary(texts))
    assert resolve_hyphen("the mean-", "field game", Vocabulary([*texts, "meanfield meanfields"]))


def test_name_joined_elsewhere_is_joined_despite_its_capital() -> None:
    assert not resolve_hyphen("from Pub-", "Chem we", EMPTY)
    assert resolve_hyphen("from Pub-", "Chem we", Vocabulary(["PubChem is large."]))


def test_prefixes_are_joined_or_hyphenated_as_in_the_document() -> None:
    assert resolve_hyphen("a non-", "linear map", EMPTY)
    assert not resolve_hyphen("a non-", "linear map", Vocabulary(["non-zero and non-empty"]))
    assert resolve_hyphen("a non-", "tunable map", Vocabulary(["nonzero and nonnegative"]))
    assert not resolve_hyphen("a non-", "tunable map", EMPTY)


def test_words_broken_at_line_ends_are_not_counted() -> None:
    assert resolve_hyphen("the exam-", "ple is", Vocabulary(["this exam-", "ple is", "exam-"]))
    chain = Vocabulary(["a state-of-the-", "art method"])
    assert chain.hyphenated("state", "of") == chain.hyphenated("of", "the") == 1
    assert chain.hyphenated("the", "art") == 0


def test_word_list_knows_words_and_derived_forms() -> None:
    assert EMPTY.knows("eigenvalue")
    assert EMPTY.knows("colour")
    assert EMPTY.knows("color")
    assert EMPTY.knows("eigenvalued")
    assert not EMPTY.knows("theart")
    assert not EMPTY.knows("xing")


def test_word_list_is_read_on_first_use() -> None:
    code = (
        "from pdfbot.text.hyphens import Vocabulary, resolve_hyphen, _word_list as w\n"
        "known = Vocabulary(['example'])\n"
        "assert resolve_hyphen('exam-', 'ple', known) and not resolve_hyphen('A-', '1', known)\n"
        "assert w.cache_info().misses == 0\n"
        "assert resolve_hyphen('con-', 'tain', known) and w.cache_info().misses == 1"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize(
    ("left", "right", "language", "joined"),
    [
        ("pode-", "se", "pt", False),
        ("medica-", "mento", "pt", True),
        ("car-", "pet", "en", True),
        # Two words of English, which mean nothing in another language.
        ("man-", "dat", "de", True),
        ("INTRO-", "DUÇÃO", "pt", True),
        ("recém-", "nascido", "pt", False),
        ("будь-", "який", "uk", False),
        ("будь-", "який", "ru", True),
        ("používáte-", "li", "cs", False),
        # Words of two scripts, and a word that is repeated.
        ("Git-", "репозиторий", "ru", False),
        ("β-", "блокатор", "ru", False),
        ("masing-", "masing", "id", False),
        ("ma-", "masing", "id", True),
    ],
)
def test_other_languages_have_no_word_list_but_words_behind_hyphens(
    left: str, right: str, language: str, joined: bool
) -> None:
    assert resolve_hyphen(left, right, Vocabulary([], language)) is joined


def test_hyphen_for_a_part_of_a_word_is_suspended() -> None:
    german = Vocabulary([], "de")
    assert is_suspended("und Ausgabe", german)
    assert not is_suspended("undicht", german)
    assert not is_suspended("und", Vocabulary([]))


@pytest.mark.parametrize(
    ("language", "left", "right", "dropped"),
    [
        ("ja", "これは apt-", "get で", False),
        ("ja", "この exam-", "ple は", True),
        ("ru", "утилита apt-", "get не", False),
        ("ru", "пре-", "образование", True),
        ("de", "das Apt-", "get", True),
    ],
)
def test_latin_words_among_those_of_another_script_are_english(
    language: str, left: str, right: str, dropped: bool
) -> None:
    assert resolve_hyphen(left, right, Vocabulary([], language)) is dropped
