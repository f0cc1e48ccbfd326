"""What is looked up by its first letters is found with each of them, in all languages."""

from __future__ import annotations

import pytest

from pdfbot.text.caption_labels import label_of
from pdfbot.text.label_mentions import locate_mentions
from pdfbot.text.languages.lexicon import BACK_MATTER, LABELS, entries_of
from pdfbot.text.vocabulary import names_back_matter

NAMES = sorted({name for kind in LABELS for name in entries_of(kind) if not name.startswith("N")})


@pytest.mark.parametrize("name", NAMES)
def test_label_is_found_as_printed_and_in_capitals(name: str) -> None:
    assert label_of(f"{name} 3: What it shows") is not None
    assert label_of(f"{name.upper()} 3: WHAT IT SHOWS") is not None


@pytest.mark.parametrize("name", NAMES)
def test_label_is_found_within_sentence(name: str) -> None:
    assert [found.numbers for found in locate_mentions(f"(see {name} 3)")] == [["3"]]


@pytest.mark.parametrize("name", sorted({*entries_of(BACK_MATTER)}))
def test_section_at_end_is_found_in_any_case(name: str) -> None:
    heading = name.replace("*", "")

    assert names_back_matter(heading)
    assert names_back_matter(f" {heading.upper()} ")
