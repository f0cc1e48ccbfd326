"""Run-in labels ("Background:", "Data analysis.") may be kept or dropped: both score the same.

Where the ground truth lists them, they are removed from the output of every tool before scoring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pdfbot.evaluation.scored_text import normalise
from pdfbot.evaluation.truth import Truth

# Words of the abstract that must follow its heading for that to be removed.
ABSTRACT_WORDS = 4

_WORD = re.compile(r"\w+")


def remove_labels(truth: Truth, paragraphs: Sequence[str]) -> list[str]:
    """The normalised paragraphs of an output without the labels the ground truth leaves open.

    A label is removed only directly before the words it precedes in the paper. The heading of the
    abstract is removed in the same way.
    """
    kept = list(paragraphs)
    for pattern in _label_patterns(truth):
        kept = [pattern.sub("", paragraph) for paragraph in kept]
    return kept


def _label_patterns(truth: Truth) -> Iterator[re.Pattern[str]]:
    if truth.labels is None:
        return
    for label in truth.labels:
        words, following = _loose_pattern(label.text), _loose_pattern(label.following)
        if words and following:
            yield re.compile(
                rf"(?:^|(?<=[\s.]))(?:[\d.]+\s+)?{words}[\W_]*(?={following}\b)", re.IGNORECASE
            )
    first = next((p.text for p in truth.paragraphs if not p.optional), "")
    opening = _loose_pattern(" ".join(first.split()[:ABSTRACT_WORDS]))
    if opening:
        yield re.compile(
            rf"(?:^|(?<=\s))(?:abstract|a b s t r a c t|summary)[\W_]*(?={opening}\b)",
            re.IGNORECASE,
        )


def _loose_pattern(text: str) -> str:
    """A pattern for the words of a text with any punctuation and white space between them."""
    return r"[\W_]*".join(map(re.escape, _WORD.findall(normalise(text))))
