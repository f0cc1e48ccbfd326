"""What of a text is compared: its words, its sentences and its word triples.

One fixed way for the truth and for the output of every tool, so that none is judged by how it
spells mathematics or splits sentences itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

# Shorter sentences (labels, initials) are not scored.
MIN_WORDS = 3
# Stands in the truth where a display equation was taken out of a paragraph.
EQUATION = "\u2063"

_KEY_WORD = re.compile(r"[^\W\d_]{3,}")
_ANY_WORD = re.compile(r"\w+")
_BLANKS = re.compile(r"\s+")
_BLANK_LINE = re.compile(r"\n\s*\n")
_OPENING = r"[\"'“‘(\[]*"
_SENTENCE_END = re.compile(rf"[.?!]+[\"'”’)\]]*\s+(?={_OPENING}[A-Z0-9])")
_EQUATION_END = re.compile(rf"{EQUATION}\s*(?={_OPENING}[A-Z])")
# A footnote mark behind a full stop ("race.1 Even") is no part of the sentence.
_NOTE_MARK = re.compile(
    r"([^\W\d_)\]”’\"'][.?!][”\")]?|[)\]”’][.?!])"
    r"(?:\d{1,3}(?:[,–-]\d{1,3})*|[*†‡§¶]{1,3})"
    r"(?=\s+[\"“(\[]?[A-Z])"
)
_INITIAL = re.compile(r"[a-z]")
_ABBREVIATIONS = frozenset(
    "e.g i.e cf vs etc al fig figs eq eqs sec secs ref refs tab no nos dr mr mrs ms prof st jr sr "
    "inc ltd co corp approx resp def thm prop lem cor ex vol pp ed eds et dept univ ca viz w.r.t "
    "s.t a.k.a i.i.d iid chap app appx jan feb mar apr jun jul aug sep sept oct nov dec".split()
)

Triple = tuple[str, str, str]


def normalise(text: str) -> str:
    """One spelling of every character (NFKC), no soft hyphens, single spaces."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFKC", text).replace("\u00ad", "")).strip()


def key(text: str) -> str:
    """The words of three letters or more in lower case: what two sentences are compared by."""
    return " ".join(_KEY_WORD.findall(normalise(text).lower()))


def is_scored(wording: str) -> bool:
    """Whether a key has words enough to be told from others."""
    return wording.count(" ") + 1 >= MIN_WORDS and bool(wording)


def split_paragraphs(text: str) -> list[str]:
    """The paragraphs of a plain text: a blank line or a new page divides them."""
    pieces = _BLANK_LINE.split(text.replace("\f", "\n\n"))
    return [normalise(piece) for piece in pieces if piece.strip()]


def split_sentences(paragraph: str) -> list[str]:
    """The sentences of a paragraph, by their marks, a capital or digit behind, abbreviations."""
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
    """Whether the full stop behind `before` belongs to its last word."""
    word = before.rpartition(" ")[2].strip("([\"'“‘").lower()
    return word in _ABBREVIATIONS or word.endswith(".g") or bool(_INITIAL.fullmatch(word))


def split_at_equations(sentence: str) -> list[str]:
    """The parts between removed equations that may have carried a full stop."""
    return [part.strip() for part in _EQUATION_END.split(sentence)]


def triples(text: str) -> Counter[Triple]:
    """How often every run of three words occurs."""
    words = words_of(text)
    return Counter(zip(words, words[1:], words[2:], strict=False))


def words_of(text: str) -> list[str]:
    """All words, short ones and numbers too."""
    return _ANY_WORD.findall(normalise(text).lower())


def count_words(texts: Iterable[str]) -> Counter[str]:
    """The words of the keys with their numbers."""
    return Counter(key(" ".join(texts)).split())
