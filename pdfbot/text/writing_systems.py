"""Writing systems other than Latin, Cyrillic and Greek: words, and spaces between them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# Scripts with marks, without spaces or from right to left; none of them occurs in formulas.
_FIRST, _LAST = "\u0590", "\u1dbf"
_HAN_AND_KANA = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u303b\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
# Thai, Lao, Myanmar and Khmer: no spaces between words, but some between clauses.
_SOUTHEAST_ASIAN = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
# Without the digits, which run to the right.
_RIGHT_TO_LEFT = "\u0590-\u065f\u066d-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_EAST_ASIAN_PUNCTUATION = (
    "\u3001-\u3003\u3008-\u3020\u3030\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff65"
)

OTHER_SCRIPT = re.compile(
    f"[{_FIRST}-{_LAST}\u2e80-\ud7ff\uf900-\ufdff\ufe70-\ufeff\uff01-\uffdc\U00020000-\U0003ffff]"
)
RIGHT_TO_LEFT = re.compile(f"[{_RIGHT_TO_LEFT}]")
HAN_OR_KANA = re.compile(f"[{_HAN_AND_KANA}]")
HANGUL = re.compile(f"[{_HANGUL}]")
SOUTHEAST_ASIAN = re.compile(f"[{_SOUTHEAST_ASIAN}]")
# Han and kana characters, and the punctuation between them, which brings its own white space.
EAST_ASIAN = re.compile(f"[{_HAN_AND_KANA}{_EAST_ASIAN_PUNCTUATION}]")
# Wide signs whose ink is in the right or left half of their em.
OPENING_BRACKETS = frozenset("「『【（《〈［〔｛")
CLOSING_PUNCTUATION = frozenset("」』】）》〉］〕｝、。，．：；！？")
FIRST_EAST_ASIAN = _HAN_AND_KANA[0]

MARKS = "".join(
    chr(code)
    for code in range(ord(_FIRST), ord(_LAST) + 1)
    if unicodedata.category(chr(code)) in ("Mn", "Mc")
)
# Zero-width joiner and non-joiner are inside words.
_MARK = f"[{MARKS}\u200c\u200d]"
_MARKED_WORD = re.compile(rf"[^\W\d_]+(?:{_MARK}+[^\W\d_]*)*")
_ONE_MARK = re.compile(_MARK)

# Letters, without marks, of one word on average, where no spaces show the words.
HAN_WORD = 2
SOUTHEAST_ASIAN_WORD = 4
# Letters of a word that is no symbol: vowels are marks or not written, syllables are one letter.
MIN_ASIAN_WORD = 2


def is_mark(char: str) -> bool:
    """Whether a character is a vowel sign, a tone mark or the like of its script."""
    return _FIRST <= char <= _LAST and char in MARKS


def count_words(text: str) -> tuple[int, int]:
    """The number of words in these scripts, and of their characters.

    Without spaces between words, their number is estimated from that of the letters.
    """
    words = chars = 0
    for run in _MARKED_WORD.findall(text):
        letters = len(run) - len(_ONE_MARK.findall(run))
        chars += len(run)
        if HAN_OR_KANA.search(run):
            words += max(letters // HAN_WORD, 1)
        elif SOUTHEAST_ASIAN.search(run):
            words += max(letters // SOUTHEAST_ASIAN_WORD, 1)
        else:
            words += letters >= MIN_ASIAN_WORD
    return words, chars


def is_word(token: str) -> bool:
    """Whether a token consists of letters and their marks, which bad encodings break."""
    return _MARKED_WORD.fullmatch(token) is not None


def is_unspaced(left: str, right: str) -> bool:
    """Whether no space belongs between two characters: Han, kana and their punctuation.

    Full-width punctuation brings its own white space, beside Latin words too.
    """
    if left < FIRST_EAST_ASIAN and right < FIRST_EAST_ASIAN:
        return False
    is_wide = EAST_ASIAN.match(left) is not None, EAST_ASIAN.match(right) is not None
    if all(is_wide):
        return True
    return any(is_wide) and not (HAN_OR_KANA.match(left) or HAN_OR_KANA.match(right))


def in_lower_case(texts: Iterable[str]) -> tuple[str, str]:
    """The texts in ASCII and all others, in lower case, each on lines of their own.

    ASCII takes a tenth of the time, and so does the search for words in it.
    """
    plain: list[str] = []
    others: list[str] = []
    for text in texts:
        (plain if text.isascii() else others).append(text)
    return "\n".join(plain).lower(), "\n".join(others).lower()
