"""The encoding of a text file, from its bytes alone: marks, UTF-8, then what reads like words."""

from __future__ import annotations

import codecs
import re
import unicodedata

from pdfbot.errors import InputError, NoTextError, UsageError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Western, Central European, Cyrillic and Greek; of equals the first is taken.
_SINGLE_BYTE = ("cp1252", "cp1250", "cp1251", "koi8-r", "cp1253", "iso8859-5")
_SAMPLE = 200_000
_WORD = re.compile(r"[^\W\d_]+")
_STRANGE = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
_MAX_STRANGE = 0.02
_MIN_ZEROS = 0.2
# Letters of French, German, Spanish and the Nordic languages, and those of Central Europe.
_WESTERN = frozenset("àâäåæçèéêëîïñòóôöøùúûüßœ")
_CENTRAL = frozenset("ąćčďęěľłńňóřśšťůžźżđáéíýúőűöüșțăâî")


def decode(data: bytes, name: str, encoding: str | None = None) -> str:
    """The text of a file; `name` is for messages, `encoding` for what detection cannot know."""
    if not data.strip():
        raise NoTextError(f"{name}: the file is empty")
    if data.startswith(b"%PDF-"):
        raise InputError(f"{name}: a PDF, not text; use pdfbot extract")
    if encoding is not None:
        return _decode_as(data, name, encoding)
    found = detect(data)
    if found is None:
        raise InputError(f"{name}: not a text file; if it is one, say how with --encoding")
    return data.decode(found, "replace")


def _decode_as(data: bytes, name: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError:
        raise UsageError(f"--encoding {encoding}: no such encoding; try utf-8") from None
    except (UnicodeError, ValueError):
        raise InputError(f"{name}: not {encoding}; leave --encoding out to detect it") from None


def detect(data: bytes) -> str | None:
    """The name of the encoding, or None for what is no text."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    wide = _wide(data)
    if wide is not None:
        return wide
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _single_byte(data[:_SAMPLE])
    return "utf-8" if _reads_as_text(text[:_SAMPLE]) else None


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: ASCII in it has a zero in every other byte."""
    sample = data[: _SAMPLE & ~1]
    half = max(len(sample) // 2, 1)
    even, odd = sample[0::2].count(0) / half, sample[1::2].count(0) / half
    if max(even, odd) < _MIN_ZEROS or min(even, odd) > _MIN_ZEROS / 10:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _reads_as_text(text: str) -> bool:
    return len(_STRANGE.findall(text)) <= _MAX_STRANGE * len(text)


def _single_byte(sample: bytes) -> str | None:
    scores = {}
    for name in _SINGLE_BYTE:
        text = sample.decode(name, "replace")
        if _reads_as_text(text) and text.count("\ufffd") <= _MAX_STRANGE * len(text):
            scores[name] = _plausibility(text)
    if not scores or max(scores.values()) < 0:
        return None
    return max(scores, key=lambda name: scores[name])


def _plausibility(text: str) -> float:
    """Words of one script, with capitals only in front or throughout, and few odd signs."""
    score = 0.0
    for word in _WORD.findall(text):
        foreign = [letter for letter in word if letter > "\x7f"]
        if not foreign:
            continue
        scripts = {unicodedata.name(letter, "?").partition(" ")[0] for letter in word}
        cased = word.islower() or word.isupper() or word.istitle()
        if len(scripts) > 1 or not cased:
            score -= len(foreign)
        elif scripts == {"LATIN"}:
            score += _latin(word, foreign)
        else:
            score += len(foreign) * (1.0 if len(word) > 1 else 0.2) * (0.5 if word.isupper() else 1)
    odd = sum(
        1 for c in text if c > "\x7f" and not c.isalnum() and c not in "“”‘’„«»–—…•°§©±·\u00a0№"
    )
    return score - 0.5 * odd


def _latin(word: str, foreign: list[str]) -> float:
    """Accents are the exception in a Latin word; a word of accents is another script misread."""
    if len(word) > 2 and len(foreign) > 0.6 * len(word):
        return -float(len(foreign))
    usual = sum(0.6 for c in foreign if c.lower() in _WESTERN)
    return max(usual, sum(0.5 for c in foreign if c.lower() in _CENTRAL))
