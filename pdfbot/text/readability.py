"""Whether text reads like words: by frequent words, by pairs of letters, and by its signs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from pdfbot.model import Page
from pdfbot.resources import read_text
from pdfbot.text.languages.detection import frequent_share
from pdfbot.text.vertical_text import is_vertical
from pdfbot.text.writing_systems import OTHER_SCRIPT, is_word

# Letters of one word: capitals only at its start, or throughout.
_WORD = re.compile(r"[^\W\d_]?[^\W\d_A-Z]+|[A-Z]+")
_LETTER = re.compile(r"[^\W\d_]")
# Letters of other alphabets as fonts without a map have them; words have few of these.
_ACCENTED = re.compile("[\u00a1-\u00ff]")
# Of the letters of a word.
MAX_ACCENTED_SHARE = 0.7
_PUNCTUATION = ".,;:()[]{}\"'“”‘’«»?!-–—،؛؟۔।॥"
# Scripts without spaces have punctuation inside what white space separates.
_INNER_PUNCTUATION = re.compile(r"[\W\d_]*[\u3000-\u303f\u30fb\uff01-\uff65][\W\d_]*|[A-Za-z\d.-]+")
# Characters: shorter tokens are symbols as often as words.
MIN_WORD_CHARS = 2
# Share of the words of two letters or more that are frequent in a language: any text with more is
# readable. It is .15 to .38 in papers in the languages of which pdfbot knows words, up to .08 where
# letters are wrong.
MIN_FREQUENT = 0.1
# Tokens: less text may be labels alone.
MIN_TOKENS = 100
# Share of the tokens with letters that are words by their signs and capitals; above 0.7 in papers.
MIN_WORD_SHARE = 0.45
# Pairs of Latin letters, and the share of them that are common: .74 to .97 in papers in all
# languages, .55 where letters are wrong.
MIN_PAIRS = 500
MIN_COMMON_PAIRS = 0.65
# Share of the pairs in English words that the common ones make up.
COMMON_SHARE = 0.95
_LATIN = re.compile(r"[a-z]{3,}")
# Blocks of a page of which one is read.
SAMPLE_STEP = 4
# One of so many words of the list is enough to count pairs.
_STEP = 10


def why_unreadable(pages: Sequence[Page]) -> str | None:
    """Why the text of these pages cannot be that of the paper; None if it reads like words."""
    if is_vertical(pages):
        return "its text is vertical, and pdfbot cannot put vertical text in reading order"
    share = readable_share([block.text for page in pages for block in page.blocks[::SAMPLE_STEP]])
    if share is None:
        return None
    return (
        f"only {share:.0%} of the text reads like words: its fonts map glyphs to the "
        "wrong letters, and it cannot be read without OCR"
    )


def readable_share(texts: Sequence[str]) -> float | None:
    """The share of a document's text that reads like words if it is too low; else None."""
    if frequent_share(texts, min_length=MIN_WORD_CHARS) >= MIN_FREQUENT:
        return None
    share, tokens = word_share(texts)
    if tokens < MIN_TOKENS:
        return None
    pairs = _count_pairs(texts)
    if pairs.total() >= MIN_PAIRS:
        common = sum(map(pairs.__getitem__, _common_pairs())) / pairs.total()
        if common < MIN_COMMON_PAIRS:
            return min(share, common)
    return share if share < MIN_WORD_SHARE else None


def _count_pairs(texts: Iterable[str]) -> Counter[str]:
    """The frequency of each pair of adjacent letters in words of Latin letters."""
    words = (word for text in texts for word in _LATIN.findall(text.lower()))
    return Counter(word[at : at + 2] for word in words for at in range(len(word) - 1))


@cache
def _common_pairs() -> frozenset[str]:
    counts = _count_pairs(read_text("words.txt").split()[::_STEP])
    common, seen = set(), 0
    for pair, count in counts.most_common():
        if seen > COMMON_SHARE * counts.total():
            break
        common.add(pair)
        seen += count
    return frozenset(common)


def word_share(texts: Iterable[str]) -> tuple[float, int]:
    """The share of words among the tokens with letters, and how many such tokens there are.

    In scripts without capitals a word is letters with their marks.

    In papers, formulas included, it is above 0.7; in two whose fonts map their glyphs to the wrong
    letters it is 0.33 and 0.34.
    """
    words = total = 0
    for text in texts:
        for token in text.split():
            core = token.strip(_PUNCTUATION)
            if len(core) >= MIN_WORD_CHARS and _LETTER.search(core):
                total += 1
                words += _is_latin_word(core) or _is_other_word(core)
    return words / max(total, 1), total


def _is_latin_word(token: str) -> bool:
    """Whether a token is letters with capitals where words have them, not most of them accented."""
    accented = len(_ACCENTED.findall(token))
    return _WORD.fullmatch(token) is not None and accented <= MAX_ACCENTED_SHARE * len(token)


def _is_other_word(token: str) -> bool:
    """Whether a token of another script is words, perhaps with punctuation or Latin among them."""
    if not OTHER_SCRIPT.search(token):
        return False
    return all(is_word(part) for part in _INNER_PUNCTUATION.split(token) if part)
