"""The project's own documents: the body text equals the truth, except where stated."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.documents import (
    LANGUAGE_PDFS,
    PDFS,
    REPLICAS,
    WORLD,
    WORLD_PDFS,
    extracted,
    letters,
    truth,
    words,
)

DOCUMENTS = [*PDFS, *WORLD_PDFS, *LANGUAGE_PDFS]
# Where line ends do not show whether a word ends there, or where marks divide words.
WITHOUT_WORDS = ("arabic", "korean", "thai", "thai-procedures")
WITH_WORDS = [path for path in DOCUMENTS if path.stem not in WITHOUT_WORDS]

# What the truth has and what was extracted instead; "¶" separates paragraphs.
Difference = tuple[str, str]


class Deviation(NamedTuple):
    """A known difference, in letters or in words, and the reason for it."""

    wanted: str
    given: str
    reason: str


LETTERS = {
    "twocolumn-physics": [
        Deviation("n", "", "the superscript 1/2 is read before the subscript n below it,"),
        Deviation("", "n", "which the source has the other way round"),
    ],
}
WORDS = {
    "twocolumn-physics": [
        Deviation("", "nθn", "what follows the superscript, as above"),
        Deviation("ngn", "", "letters of a sum, with a space between n and g"),
    ],
}

# At least this share of words, and this many paragraphs to the letter, agree with the truth.
MIN_AGREEMENT = {
    "bulletin-threecolumn.html": (0.85, 26),
    "interlinear-gloss.html": (1.0, 11),
    "novel-dialogue.html": (1.0, 40),
    "onecolumn-blocks.html": (1.0, 26),
    "onecolumn-indented.default-flags.html": (1.0, 26),
    "onecolumn-indented.html": (1.0, 26),
    "serbian-cyrillic.html": (0.99, 9),
    "twocolumn-conference.default-flags.html": (0.99, 20),
    "twocolumn-conference.html": (0.99, 20),
    "twocolumn-manuscript.html": (1.0, 19),
    "twocolumn-physics.html": (0.99, 14),
}


class Texts(NamedTuple):
    """Paragraph by paragraph: the truth, what was extracted, and what may be missing from it."""

    wanted: list[str]
    given: list[str]
    optional: list[str]


def letters_of(path: Path) -> Texts:
    """Letters and digits; labels and footnote marks are optional."""
    name = path.parent.name
    fold = truth(name).get("fold", [])
    paragraphs = truth(name)["paragraphs"]
    wanted = [letters(p["text"], fold) for p in paragraphs]
    labels = [letters(p.get("label", ""), fold) for p in paragraphs]
    marks = [letters(m, fold) for p in paragraphs for m in p.get("marks", [])]
    bare = {label + text: text for label, text in zip(labels, wanted, strict=True)}
    given = [letters(p.text, fold) for p in extracted(path).paragraphs]
    return Texts(wanted, [bare.get(text, text) for text in given], marks)


def words_of(path: Path) -> Texts:
    """The same in words separated by spaces, because no word may be joined or split."""
    name = path.parent.name
    fold = truth(name).get("fold", [])
    bare = {}
    for p in truth(name)["paragraphs"]:
        text = " ".join(words(p["text"], fold))
        bare[" ".join([*words(p.get("label", ""), fold), text])] = text
    given = [" ".join(words(p.text, fold)) for p in extracted(path).paragraphs]
    return Texts(list(bare.values()), [bare.get(text, text) for text in given], [])


def differences(texts: Texts, divide: str = "") -> list[Difference]:
    """What differs, letter by letter (or word by word), apart from what is optional."""
    optional = list(texts.optional)
    found = []
    for wanted, given in unequal_parts(texts.wanted, texts.given):
        one, other = "¶".join(wanted), "¶".join(given)
        parts = (one.split(divide), other.split(divide)) if divide else (list(one), list(other))
        for lost, added in unequal_parts(*parts):
            difference = divide.join(lost), divide.join(added)
            if not difference[0] and difference[1] in optional:
                optional.remove(difference[1])
            else:
                found.append(difference)
    return found


def unequal_parts(one: list[str], other: list[str]) -> list[tuple[list[str], list[str]]]:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return [
        (one[a:b], other[c:d])
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]  # fmt: skip


def known(deviations: dict[str, list[Deviation]], name: str) -> list[Difference]:
    return [(d.wanted, d.given) for d in deviations.get(name, [])]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_letters_of_the_body_are_those_of_the_truth(path: Path) -> None:
    found = differences(letters_of(path))
    assert found == known(LETTERS, path.stem), "pairs (truth, extracted) that differ"


@pytest.mark.parametrize("path", WITH_WORDS, ids=lambda path: path.stem)
def test_no_word_is_joined_to_another_or_split(path: Path) -> None:
    found = differences(words_of(path), " ")
    assert found == known(WORDS, path.stem), "pairs (truth, extracted) that differ"


@pytest.mark.parametrize("path", REPLICAS, ids=[path.name for path in REPLICAS])
def test_replicas_agree_with_the_truth(path: Path) -> None:
    min_share, min_paragraphs = MIN_AGREEMENT[path.name]
    in_words = words_of(path)
    wanted, given = (" ".join(side).split() for side in (in_words.wanted, in_words.given))
    agreement = SequenceMatcher(None, wanted, given, autojunk=False).ratio()
    assert agreement >= min_share, differences(in_words, " ")
    in_letters = letters_of(path)
    whole = [text for text in in_letters.wanted if _is_among(text, in_letters)]
    missed = [text for text in in_letters.wanted if text not in whole]
    assert len(whole) >= min_paragraphs, missed


def _is_among(text: str, texts: Texts) -> bool:
    """Was the paragraph extracted to the letter, apart from footnote marks?"""
    return any(
        text == given or not differences(Texts([text], [given], texts.optional))
        for given in texts.given
        if given[:20] == text[:20]
    )


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_no_paragraph_is_nonbody_text_of_the_truth(path: Path) -> None:
    """Captions, headings and the like stay out."""
    name = path.stem
    fold = truth(name).get("fold", [])
    body = letters("".join(p["text"] for p in truth(name)["paragraphs"]), fold)
    given = {letters(p.text, fold) for p in extracted(path).paragraphs}
    nonbody = {letters(part["text"], fold) for part in truth(name)["nonbody"]}
    assert not [text for text in nonbody & given if text not in body]


def test_page_that_cannot_be_read_is_named_in_a_warning() -> None:
    (warning,) = extracted(WORLD / "broken-page" / "broken-page.pdf").warnings
    assert "page 3" in warning
