"""TextRank by sumy: a JSON list of sentences per line of stdin, their scores on stdout.

Run by bench_ranking.py with a Python that has sumy, which need not have pdfbot. The words are those
of pdfbot's own ranking, since sumy's tokeniser would have to download a model.
"""

from __future__ import annotations

import json
import re
import sys

from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.nlp.stemmers import Stemmer
from sumy.summarizers.text_rank import TextRankSummarizer
from sumy.utils import get_stop_words


class Tokenizer:
    def to_words(self, text: str) -> tuple[str, ...]:
        return tuple(re.findall(r"[^\W\d_]+", text.casefold()))


def main() -> None:
    summarizer = TextRankSummarizer(Stemmer("english"))
    summarizer.stop_words = get_stop_words("english")
    for line in sys.stdin:
        sentences = [Sentence(text, Tokenizer()) for text in json.loads(line)]
        ratings = summarizer.rate_sentences(ObjectDocumentModel([Paragraph(sentences)]))
        print(json.dumps([ratings[sentence] for sentence in sentences]))


if __name__ == "__main__":
    main()
