"""Part-of-speech tags by nltk's averaged perceptron, with the weights in `pdfbot/data`."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from pdfbot.resources import read_bytes

if TYPE_CHECKING:
    from nltk.tag.perceptron import PerceptronTagger


def tag_words(words: Sequence[str]) -> list[str]:
    """A Penn Treebank tag for each word of a sentence."""
    return [tag for _, tag in _tagger().tag(words)]


@cache
def _tagger() -> PerceptronTagger:
    """The tagger, built on first use: nltk and the weights take a third of a second to load."""
    from nltk.tag.perceptron import PerceptronTagger

    stored = json.loads(gzip.decompress(read_bytes("tagger.json.gz")))
    tagger = PerceptronTagger(load=False)
    tagger.model.weights = stored["weights"]
    tagger.tagdict = stored["tagdict"]
    tagger.classes = tagger.model.classes = set(stored["classes"])
    return tagger
