"""Letters of mathematical alphabets: 𝔽, 𝒪, 𝔤, by the names of their fonts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Alphabet:
    """A style of letters: its TeX command, and the name of its letters in Unicode."""

    command: str
    unicode_name: str
    capitals_only: bool = False


_FONTS = (
    (
        r"^msbm|blackboard|^(?:bbm|dsrom)|^[tp]xsyb|^ntxsyb|^kp--m-syb|^hfbrbs|mathdesignsymbola",
        Alphabet("mathbb", "DOUBLE-STRUCK", True),
    ),
    (r"^euf|^n?[tp]xb?mia", Alphabet("mathfrak", "FRAKTUR")),
    (r"^rsfs|^eus", Alphabet("mathscr", "SCRIPT", True)),
    (
        r"^cmb?sy|^lmmathsymbols|^(?:[tp]xb?|ntx)sy\b|^mtsyn?$|-math-cal|^kp--m-sy-|^hfbrsy"
        r"|^mathdesign-.*-symbol-",
        Alphabet("mathcal", "SCRIPT", True),
    ),
)
# By what Unicode calls such letters.
_NAMES = {
    "DOUBLE-STRUCK": Alphabet("mathbb", "DOUBLE-STRUCK"),
    "FRAKTUR": Alphabet("mathfrak", "FRAKTUR"),
    "BLACK-LETTER": Alphabet("mathfrak", "FRAKTUR"),
    "SCRIPT": Alphabet("mathcal", "SCRIPT"),
}


@lru_cache(maxsize=512)
def alphabet_of(family: str) -> Alphabet | None:
    """The alphabet that all letters of a font belong to."""
    lowered = family.lower()
    return next((alphabet for name, alphabet in _FONTS if re.search(name, lowered)), None)


@lru_cache(maxsize=512)
def alphabet_in_unicode(letter: str) -> tuple[Alphabet, str] | None:
    """The alphabet and the plain letter of one that is a character of its own: 𝔽, ℒ."""
    name = unicodedata.name(letter, "") if len(letter) == 1 else ""
    plain = unicodedata.normalize("NFKC", letter)
    if not (name and plain != letter and plain.isascii() and plain.isalpha()):
        return None
    return next(((a, plain) for word, a in _NAMES.items() if word in name), None)


def in_alphabet(letter: str, alphabet: Alphabet) -> str:
    """The letter as Unicode has it: 𝔽 for F; the letter itself if there is none."""
    if not (letter.isascii() and letter.isalpha()):
        return letter
    case = "CAPITAL" if letter.isupper() else "SMALL"
    style = alphabet.unicode_name
    for name in (
        f"MATHEMATICAL {style} {case} {letter.upper()}",
        f"{'BLACK-LETTER' if style == 'FRAKTUR' else style} {case} {letter.upper()}",
    ):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return letter
