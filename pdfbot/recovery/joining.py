"""Lines to running text: the breaks and the hyphens at them undone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.align.hyphens import HYPHENS, Vocabulary, resolve_hyphen
from pdfbot.recovery.lines import TextLine

_LAST_WORD = re.compile(r"([^\W\d_]+)[^\w\s]$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_WORD = 80
_NO_SPACE_AFTER = ("–", "—", "/")


def join_lines(lines: Sequence[TextLine], vocabulary: Vocabulary) -> str:
    """One line of text, with the evidence about hyphens that all of pdfbot uses."""
    parts: list[str] = []
    for index, line in enumerate(lines):
        text, glue = line.text, ""
        if index + 1 < len(lines):
            if text.endswith(tuple(HYPHENS)) and len(text) > 1 and text[-2] != " ":
                if resolve_hyphen(text, lines[index + 1].text, vocabulary):
                    text = text[:-1]
            elif not text.endswith(_NO_SPACE_AFTER) or text[-2:-1] == " ":
                glue = " "
        parts.append(text + glue)
    return "".join(parts)


def completes_word(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether the halves at the end of `left` and the beginning of `right` make a known word."""
    first, second = _LAST_WORD.search(left[-_LONGEST_WORD:]), _FIRST_WORD.match(right)
    if first is None or second is None or not second[0][0].islower():
        return False
    word = (first[1] + second[0]).lower()
    return vocabulary.joined(word) > 0 or vocabulary.knows(word)
