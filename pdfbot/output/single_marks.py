"""Citation marks with one entry each, as links have them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pdfbot.model import Sentence

# The end of "5–7" and of "2001a, b".
_LAST_PART = re.compile(r"\s*[–−,&-]\s*(\w+)$")


def single_marks(sentence: Sentence) -> Iterator[tuple[int, int, str]]:
    """Each mark with one entry, as clients expect; a range leads to its first and its last one."""
    for mark in sentence.citations:
        text = sentence.text[mark.start : mark.end]
        if len(mark.references) > 1 and (last := _LAST_PART.search(text)):
            yield mark.start, mark.start + last.start(), mark.references[0]
            yield mark.start + last.start(1), mark.end, mark.references[-1]
        elif mark.references:
            yield mark.start, mark.end, mark.references[0]
