"""The files of the languages: what each must have, and what none may have."""

from __future__ import annotations

import pytest

from pdfbot.text.caption_labels import label_of
from pdfbot.text.languages.lexicon import (
    AFTER_LABEL,
    BEFORE_NUMBER,
    FREQUENT,
    HEADINGS,
    LABELS,
    NEVER_FINAL,
    SOMETIMES_FINAL,
    lexicon_of,
    lexicons,
)
from pdfbot.text.vocabulary import REFERENCE_HEADINGS, is_abstract_heading

CODES = sorted(lexicons())


def test_there_are_at_least_25_languages() -> None:
    assert len(CODES) >= 25


@pytest.mark.parametrize("code", CODES)
def test_language_names_the_parts_of_a_paper(code: str) -> None:
    lexicon = lexicon_of(code)
    missing = [section for section in (FREQUENT, *HEADINGS, *LABELS) if not lexicon[section]]
    assert missing == []
    assert lexicon.name


@pytest.mark.parametrize("code", CODES)
def test_headings_are_recognised(code: str) -> None:
    lexicon = lexicon_of(code)
    assert all(map(is_abstract_heading, lexicon["abstract"]))
    assert set(lexicon["references"]) <= REFERENCE_HEADINGS


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("kind", LABELS)
def test_labels_are_recognised_before_or_behind_their_number(code: str, kind: str) -> None:
    for name in lexicon_of(code)[kind]:
        printed = name.replace("N", "3", 1) if name.startswith("N") else f"{name} 3"
        label = label_of(f"{printed}: x")
        assert label is not None, printed
        assert (label.kind, label.number, label.separator) == (kind, "3", ":")


@pytest.mark.parametrize("code", [code for code in CODES if lexicon_of(code)[BEFORE_NUMBER]])
def test_sign_may_come_between_label_and_number(code: str) -> None:
    for sign in lexicon_of(code)[BEFORE_NUMBER]:
        label = label_of(f"{lexicon_of(code)['figure'][0]} {sign} 3: x")
        assert label is not None, sign
        assert (label.kind, label.number) == ("figure", "3")


@pytest.mark.parametrize("code", CODES)
def test_words_that_are_compared_in_lower_case_are_in_lower_case(code: str) -> None:
    lexicon = lexicon_of(code)
    for section in (FREQUENT, NEVER_FINAL, SOMETIMES_FINAL, AFTER_LABEL, *HEADINGS):
        assert [word for word in lexicon[section] if word != word.lower()] == []


def test_unknown_language_has_no_words() -> None:
    assert lexicon_of("tlh")["abstract"] == ()
    assert not lexicon_of("tlh").has_ordinals
    assert lexicon_of("de").has_ordinals
