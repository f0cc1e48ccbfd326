"""Preparation of text for scoring: normalise, split into sentences, reduce to comparison keys.

The ground truth and the output of every tool are prepared in the same way, so that no tool is
scored on how it spells mathematics. Sentences are not split by `pdfbot.text.sentences`: figures
are comparable only if the splitter never changes, and scoring with pdfbot's own splitter would
favour pdfbot over other tools.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

# Words: shorter sentences (labels, initials) are not scored.
MIN_SCORED_WORDS = 3
# Marks the position of a removed display equation in a ground truth paragraph.
EQUATION = "\u2063"

_KEY_WORD = re.compile(r"[^\W\d_]{3,}")
_ANY_WORD = re.compile(r"\w+")
_WHITESPACE = re.compile(r"\s+")
_BLANK_LINE = re.compile(r"\n\s*\n")
_OPENING = r"[\"'“‘(\[]*"
_SENTENCE_END = re.compile(rf"[.?!]+[\"'”’)\]]*\s+(?={_OPENING}[A-Z0-9])")
_EQUATION_END = re.compile(rf"{EQUATION}\s*(?={_OPENING}[A-Z])")
# A footnote mark or citation after a full stop ("race.1 Even", "cells.[6c,15] They",
# "cells.1, 2 They") is not part of the sentence.
_CITATION = r"\[?\d{1,3}[a-z]{0,3}(?:\s?[,–-]\s?\d{0,3}[a-z]{0,2})*\]?[,;]?"
_NOTE_MARK = re.compile(
    r"([^\W\d_)\]”’\"'][.?!][”\")]?|[)\]”’][.?!])"
    rf"(?:\s?(?:{_CITATION})+|[*†‡§¶]{{1,3}})"
    r"(?=\s+[\"“(\[]?[A-Z])"
)
_INITIAL = re.compile(r"[a-z]")
_ABBREVIATIONS = frozenset(
    "e.g i.e cf vs etc al fig figs eq eqs sec secs ref refs tab no nos dr mr mrs ms prof st jr sr "
    "inc ltd co corp approx resp def thm prop lem cor ex vol pp ed eds et dept univ ca viz w.r.t "
    "s.t a.k.a i.i.d iid chap app appx jan feb mar apr jun jul aug sep sept oct nov dec".split()
)

Trigram = tuple[str, str, str]


def normalise(text: str) -> str:
    """Apply NFKC, drop soft hyphens and collapse white space."""
    folded = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    return _WHITESPACE.sub(" ", folded).strip()


def comparison_key(text: str) -> str:
    """The words of three letters or more in lower case, by which texts are compared."""
    return " ".join(_KEY_WORD.findall(normalise(text).lower()))


def is_scored(key: str) -> bool:
    """Whether a comparison key has enough words to be scored."""
    return len(key.split()) >= MIN_SCORED_WORDS


def split_paragraphs(text: str) -> list[str]:
    """The normalised paragraphs of plain text, separated by a blank line or a form feed."""
    pieces = _BLANK_LINE.split(text.replace("\f", "\n\n"))
    return [normalise(piece) for piece in pieces if piece.strip()]


def split_scored_sentences(paragraph: str) -> list[str]:
    """Split at ., ? or ! before a capital letter or a digit, except after an abbreviation."""
    text = _NOTE_MARK.sub(r"\1", normalise(paragraph))
    sentences, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        if text[end.start()] == "." and _is_abbreviated(text[start : end.start()]):
            continue
        sentences.append(text[start : end.end()].strip())
        start = end.end()
    sentences.append(text[start:].strip())
    return [sentence for sentence in sentences if sentence]


def _is_abbreviated(before: str) -> bool:
    """Whether the full stop after `before` belongs to its last word."""
    word = before.rpartition(" ")[2].strip("([\"'“‘").lower()
    return word in _ABBREVIATIONS or word.endswith(".g") or bool(_INITIAL.fullmatch(word))


def split_at_equations(sentence: str) -> list[str]:
    """Split where a removed equation may have carried the full stop."""
    return [part.strip() for part in _EQUATION_END.split(sentence)]


def count_trigrams(text: str) -> Counter[Trigram]:
    """The number of occurrences of each word trigram."""
    words = all_words(text)
    return Counter(zip(words, words[1:], words[2:], strict=False))


def all_words(text: str) -> list[str]:
    """All words in lower case, including short ones and numbers."""
    return _ANY_WORD.findall(normalise(text).lower())


def count_key_words(texts: Iterable[str]) -> Counter[str]:
    """The number of occurrences of each word in the comparison keys."""
    return Counter(comparison_key(" ".join(texts)).split())
