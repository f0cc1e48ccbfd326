"""Joins lines into running text: removes line breaks and resolves hyphens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.methods.sentence_recovery.text_lines import TextLine
from pdfbot.text.hyphens import HYPHENS, Vocabulary, resolve_hyphen
from pdfbot.text.line_breaks import joins_without_space

_LAST_WORD = re.compile(r"([^\W\d_]+)[^\w\s]$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
# In characters: longer words are not looked for at the end of a line.
_MAX_WORD_LENGTH = 80
_NO_SPACE_AFTER = ("–", "—", "/")


def join_lines(lines: Sequence[TextLine], vocabulary: Vocabulary) -> str:
    """The lines as one line of text; hyphens are resolved by the same evidence as elsewhere."""
    parts: list[str] = []
    for index, line in enumerate(lines):
        text, separator = line.text, ""
        if index + 1 < len(lines):
            following = lines[index + 1].text
            if text.endswith(tuple(HYPHENS)) and len(text) > 1 and text[-2] != " ":
                if resolve_hyphen(text, following, vocabulary):
                    text = text[:-1]
            elif not text.endswith(_NO_SPACE_AFTER) or text[-2:-1] == " ":
                separator = "" if joins_without_space(text, following, vocabulary) else " "
        parts.append(text + separator)
    return "".join(parts)


def completes_word(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether the halves at the end of `left` and the start of `right` form a known word."""
    first, second = _LAST_WORD.search(left[-_MAX_WORD_LENGTH:]), _FIRST_WORD.match(right)
    if first is None or second is None or not second[0][0].islower():
        return False
    word = (first[1] + second[0]).lower()
    return vocabulary.joined(word) > 0 or vocabulary.knows(word)
