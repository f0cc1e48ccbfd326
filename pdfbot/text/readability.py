"""Whether text reads like words, in any language written with letters."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pdfbot.text.writing_systems import OTHER_SCRIPT, is_word

# Letters of one word: capitals only at its start, or throughout.
_WORD = re.compile(r"[^\W\d_]?[^\W\d_A-Z]+|[A-Z]+")
_LETTER = re.compile(r"[^\W\d_]")
_PUNCTUATION = ".,;:()[]{}\"'“”‘’«»?!-–—،؛؟۔।॥"
# Scripts without spaces have punctuation inside what white space separates.
_INNER_PUNCTUATION = re.compile(r"[\W\d_]*[\u3000-\u303f\u30fb\uff01-\uff65][\W\d_]*|[A-Za-z\d.-]+")
# Characters: shorter tokens are symbols as often as words.
MIN_CHARS = 2


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
            if len(core) >= MIN_CHARS and _LETTER.search(core):
                total += 1
                words += _WORD.fullmatch(core) is not None or _is_other_word(core)
    return words / max(total, 1), total


def _is_other_word(token: str) -> bool:
    """Whether a token of another script is words, perhaps with punctuation or Latin among them."""
    if not OTHER_SCRIPT.search(token):
        return False
    return all(is_word(part) for part in _INNER_PUNCTUATION.split(token) if part)
