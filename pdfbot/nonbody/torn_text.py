"""Pages whose lines are out of order: where columns interleave, sentences continue after a stop."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from pdfbot.model import Line
from pdfbot.rules import Rule

# How a warning about such a page begins.
TORN_TEXT = "the lines may be out of order on page"
# Share of the sentences that end with a line below which another one goes on in lower case; where
# lines are in order there are hardly any.
MIN_TORN_SHARE = 0.4
# Such places on a page, at least.
MIN_TORN = 3
# Pages that are named.
MAX_PAGES = 10
# The word before the full stop is no abbreviation.
_SENTENCE_END = re.compile(r"[a-z]{4}[.?!]\Z")
END_LENGTH = 5
_GOES_ON = re.compile(r"[a-z]{2}")


def find_torn_text(judged: Iterable[tuple[Line, Rule]]) -> list[str]:
    """A warning for each page on which ended sentences are followed by lower case."""
    ends: Counter[int] = Counter()
    torn: Counter[int] = Counter()
    body = (line for line, rule in judged if rule is Rule.BODY)
    for upper, lower in pairwise(body):
        if upper.page == lower.page and _SENTENCE_END.match(upper.text.rstrip()[-END_LENGTH:]):
            ends[upper.page] += 1
            torn[upper.page] += _GOES_ON.match(lower.text) is not None
    return [
        f"{TORN_TEXT} {page}: {torn[page]} of {ends[page]} lines that end a sentence are followed "
        "by one that goes on in lower case"
        for page in sorted(ends)
        if torn[page] >= MIN_TORN and torn[page] >= MIN_TORN_SHARE * ends[page]
    ][:MAX_PAGES]
