"""Line breaks in running text: with a space, without one, or inside a word."""

from __future__ import annotations

import re

from pdfbot.text.hyphens import Vocabulary
from pdfbot.text.writing_systems import (
    EAST_ASIAN,
    HAN_OR_KANA,
    HANGUL,
    SOUTHEAST_ASIAN,
    is_unspaced,
)

_LAST_WORD = re.compile(r"[\uac00-\ud7af]+$")
_LATIN_END = re.compile(r"[A-Za-z\d)\]]$")
_FIRST_WORD = re.compile(r"[\uac00-\ud7af]+")


def joins_without_space(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether the line `right` continues the line `left` without a space."""
    end, start = left[-1:], right[:1]
    if end.isascii() and start.isascii():
        return False
    if HANGUL.match(start) and (end.isascii() or HANGUL.match(end)):
        return _goes_on(left, right, vocabulary)
    if is_unspaced(end, start):
        return True
    if SOUTHEAST_ASIAN.match(end) and SOUTHEAST_ASIAN.match(start):
        return True
    return any(EAST_ASIAN.match(c) and not HAN_OR_KANA.match(c) for c in (end, start))


def _goes_on(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether a Korean word, which may be broken after any syllable, continues on the next line."""
    last, first = _LAST_WORD.search(left), _FIRST_WORD.match(right)
    if first is None:
        return False
    if last is None:
        return _LATIN_END.search(left) is not None and vocabulary.is_attached(first[0])
    return vocabulary.goes_on(last[0], first[0])
