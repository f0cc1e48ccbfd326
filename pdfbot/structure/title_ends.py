"""Where the title of a work certainly ends: before "In Proceedings" or "PhD thesis", in italics."""

from __future__ import annotations

import re

from pdfbot.structure.character_typefaces import ITALIC

_IN = re.compile(r"(?:In:?|in:)\s+(?=[^a-z]|the\s)")
# "in" is a word of titles, too: what follows must be the name of a collection.
_IN_PROCEEDINGS = re.compile(
    r"in:?\s+(?=(?:the\s)?(?:\d+\w*\s)?(?:Proceedings\b|Proc\.|Handbook\b|Lecture Notes\b))"
)
_IN_EDITED = re.compile(
    r"in:?\s+(?=(?:Advances|Encyclop\w+|Conference|Workshop|Symposium|International|Annual)\b|"
    r"[‘“\"«„]|[^\Wa-z].{0,150}?\b[Ee]ds?\b)"
)
_KIND = re.compile(
    r"(?:(?:Ph\.?\s?D\.?|M\.?\s?(?:Sc|S|A|Phil)\.?|(?:[Uu]npublished\s)?(?:[Dd]octoral|[Mm]aster(?:[’']?s)?|"
    r"[Bb]achelor(?:[’']?s)?)|Diploma)\s+(?:[Tt]hesis|[Dd]issertation)|Dissertation|Habilitation|"
    r"[Tt]ech(?:nical\s|\.\s?)[Rr]ep(?:ort\b|\.)|Technical [Nn]ote|Working [Pp]aper)"
)
_WORD = re.compile(r"[^\W\d_]+")

# Words: fewer in italics may be the name of a species.
MIN_ITALIC_WORDS = 3
# Share of the characters of a title that are italic, where it is set in italics.
MIN_TITLE_ITALICS = 0.95


def begins_collection(mark: str, rest: str) -> bool:
    """Whether a text begins with "In" and a collection; `mark` is the punctuation before it."""
    if mark and mark in ".?!,":
        return any(p.match(rest) for p in (_IN, _IN_PROCEEDINGS, _IN_EDITED))
    return _IN_PROCEEDINGS.match(rest) is not None


def without_in(source: str) -> str:
    """The name of a collection without the "In" before it."""
    found = (p.match(source) for p in (_IN, _IN_PROCEEDINGS, _IN_EDITED))
    return source[next((match.end() for match in found if match), 0) :]


def begins_kind(mark: str, rest: str) -> bool:
    """Whether a text begins with what kind of work it is: "PhD thesis", "Tech. Rep. 4"."""
    return bool(mark) and mark in ".?!,;" and _KIND.match(rest) is not None


def ends_with_italics(mark: str, title: str, faces: str, rest_face: str) -> bool:
    """Whether a title is set in italics and what follows is not; `faces` are its typefaces."""
    is_whole = faces.count(ITALIC) >= MIN_TITLE_ITALICS * len(faces) and rest_face != ITALIC
    is_ended = bool(mark) and mark in ".,;"
    return is_ended and is_whole and len(_WORD.findall(title)) >= MIN_ITALIC_WORDS
