"""The encoding of a text file, detected from its bytes: byte order mark, UTF-8, plausible words."""

from __future__ import annotations

import codecs
import re
import unicodedata

from pdfbot.errors import InputError, NoTextError, UsageError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Western, Central European, Cyrillic and Greek; the first wins a tie.
_SINGLE_BYTE_ENCODINGS = ("cp1252", "cp1250", "cp1251", "koi8-r", "cp1253", "iso8859-5")
# In bytes or characters: how much of a file is examined.
_SAMPLE_SIZE = 200_000
_WORD = re.compile(r"[^\W\d_]+")
# Neither white space nor line breaks, of which \x85 is one.
_CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
# Share of control characters, or of undefined bytes, up to which a file is text. Valid UTF-8 is
# hardly ever a coincidence, and fonts with odd encodings leave control characters in it.
_MAX_INVALID = 0.02
_MAX_INVALID_UTF8 = 0.1
# Share of zeros among the even or odd bytes from which a file is UTF-16, and the most zeros among
# the others.
_MIN_UTF16_ZEROS = 0.2
_MAX_OTHER_ZEROS = 0.02
# Letters of French, German, Spanish and the Nordic languages, and those of Central Europe.
_WESTERN_LETTERS = frozenset("àâäåæçèéêëîïñòóôöøùúûüßœ")
_CENTRAL_LETTERS = frozenset("ąćčďęěľłńňóřśšťůžźżđáéíýúőűöüșțăâî")
# What a non-ASCII letter adds to the score of an encoding.
_WESTERN_SCORE = 0.6
_CENTRAL_SCORE = 0.5
_OTHER_SCRIPT_SCORE = 1.0
_SINGLE_LETTER_SCORE = 0.2
_CAPITALS_FACTOR = 0.5
# What a non-ASCII symbol subtracts, unless it is common in text.
_SYMBOL_PENALTY = 0.5
_COMMON_SYMBOLS = frozenset("“”‘’„«»–—…•°§©±·\u00a0№")
# Share of accented letters above which a Latin word is another script, wrongly decoded.
_MAX_ACCENTED = 0.6
_MIN_ACCENTED_WORD = 3


def decode(data: bytes, name: str, encoding: str | None = None) -> str:
    """The text of a file; `name` is for messages, and `encoding` overrides detection."""
    if not data.strip():
        raise NoTextError(f"{name}: the file is empty")
    if data.startswith(b"%PDF-"):
        raise InputError(f"{name}: a PDF, not text; use pdfbot extract")
    if encoding is not None:
        return _decode_as(data, name, encoding)
    found = detect(data)
    if found is None:
        raise InputError(
            f"{name}: not a text file; if it is one, name its encoding with --encoding"
        )
    return data.decode(found, "replace")


def drop_control_characters(text: str) -> tuple[str, int]:
    """The text without control characters, and how many there were."""
    return _CONTROL_CHARACTER.subn("", text)


def _decode_as(data: bytes, name: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError:
        raise UsageError(f"--encoding {encoding}: no such encoding; try utf-8") from None
    except (UnicodeError, ValueError):
        raise InputError(f"{name}: not {encoding}; leave --encoding out to detect it") from None


def detect(data: bytes) -> str | None:
    """The name of the encoding, or None if the data is not text."""
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return name
    utf16 = _detect_utf16(data)
    if utf16 is not None:
        return utf16
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _detect_single_byte(data[:_SAMPLE_SIZE])
    return "utf-8" if _is_text(text[:_SAMPLE_SIZE], _MAX_INVALID_UTF8) else None


def _detect_utf16(data: bytes) -> str | None:
    """The variant of UTF-16 without a byte order mark: every other byte of ASCII text is zero."""
    sample = data[: _SAMPLE_SIZE & ~1]
    half = max(len(sample) // 2, 1)
    even, odd = sample[0::2].count(0) / half, sample[1::2].count(0) / half
    if max(even, odd) < _MIN_UTF16_ZEROS or min(even, odd) > _MAX_OTHER_ZEROS:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _is_text(text: str, max_invalid: float = _MAX_INVALID) -> bool:
    return len(_CONTROL_CHARACTER.findall(text)) <= max_invalid * len(text)


def _detect_single_byte(sample: bytes) -> str | None:
    scores = {}
    for name in _SINGLE_BYTE_ENCODINGS:
        text = sample.decode(name, "replace")
        if _is_text(text) and text.count("\ufffd") <= _MAX_INVALID * len(text):
            scores[name] = _plausibility(text)
    if not scores or max(scores.values()) < 0:
        return None
    return max(scores, key=lambda name: scores[name])


def _plausibility(text: str) -> float:
    """A score that rewards words in one script with ordinary capitals and penalises odd symbols."""
    score = sum(_score_word(word) for word in _WORD.findall(text))
    symbols = sum(1 for c in text if c > "\x7f" and not c.isalnum() and c not in _COMMON_SYMBOLS)
    return score - _SYMBOL_PENALTY * symbols


def _score_word(word: str) -> float:
    beyond_ascii = [letter for letter in word if letter > "\x7f"]
    if not beyond_ascii:
        return 0.0
    scripts = {unicodedata.name(letter, "?").partition(" ")[0] for letter in word}
    is_cased = word.islower() or word.isupper() or word.istitle()
    if len(scripts) > 1 or not is_cased:
        return -float(len(beyond_ascii))
    if scripts == {"LATIN"}:
        return _score_latin_word(word, beyond_ascii)
    score = len(beyond_ascii) * (_OTHER_SCRIPT_SCORE if len(word) > 1 else _SINGLE_LETTER_SCORE)
    return score * (_CAPITALS_FACTOR if word.isupper() else 1)


def _score_latin_word(word: str, accented: list[str]) -> float:
    """The score of a Latin word, negative if so many letters are accented that it is misread."""
    if len(word) >= _MIN_ACCENTED_WORD and len(accented) > _MAX_ACCENTED * len(word):
        return -float(len(accented))
    western = sum(_WESTERN_SCORE for c in accented if c.lower() in _WESTERN_LETTERS)
    return max(western, sum(_CENTRAL_SCORE for c in accented if c.lower() in _CENTRAL_LETTERS))
