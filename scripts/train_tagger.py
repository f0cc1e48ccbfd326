"""Train the part-of-speech weights by which pdfbot distinguishes captions from sentences.

    python scripts/train_tagger.py TRAIN.tsv.gz TEST.tsv.gz

Both files have one token per line (word, tab, Penn Treebank tag) and a blank line between
sentences, plain or gzip-compressed. The weights in the package come from the tokens of
UD_English-EWT; see pdfbot/data/README.md.
"""

import argparse
import gzip
import json
import random
from pathlib import Path

from nltk.tag.perceptron import PerceptronTagger

TARGET = Path(__file__).resolve().parent.parent / "pdfbot" / "data" / "tagger.json.gz"
SEED = 2021
ITERATIONS = 5
MIN_WEIGHT = 0.3

TaggedSentence = list[tuple[str, str]]


def read_sentences(path: Path) -> list[TaggedSentence]:
    """The tagged sentences of a two-column file."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    sentences: list[TaggedSentence] = []
    for block in text.split("\n\n"):
        pairs = [line.split("\t") for line in block.splitlines() if line]
        if pairs:
            sentences.append([(word, tag) for word, tag in pairs])
    return sentences


def train(sentences: list[TaggedSentence]) -> PerceptronTagger:
    """A trained tagger, the same on every run: nltk shuffles with the global generator."""
    random.seed(SEED)
    tagger = PerceptronTagger(load=False)
    tagger.train(sentences, nr_iter=ITERATIONS)
    return tagger


def prune(tagger: PerceptronTagger) -> None:
    """Drop the small weights, which take most of the space and add little accuracy."""
    kept: dict[str, dict[str, float]] = {}
    for feature, weights in tagger.model.weights.items():
        large = {tag: round(w, 2) for tag, w in weights.items() if abs(w) >= MIN_WEIGHT}
        if large:
            kept[feature] = large
    tagger.model.weights = kept


def accuracy(tagger: PerceptronTagger, sentences: list[TaggedSentence]) -> float:
    """The share of tokens that get the tag of the treebank."""
    right = total = 0
    for sentence in sentences:
        guesses = tagger.tag([word for word, _ in sentence])
        right += sum(guess[1] == tag for guess, (_, tag) in zip(guesses, sentence, strict=True))
        total += len(sentence)
    return right / total


def write(tagger: PerceptronTagger, target: Path) -> None:
    """Write the weights as compressed JSON; the same weights always give the same bytes."""
    stored = {
        "classes": sorted(tagger.classes),
        "tagdict": tagger.tagdict,
        "weights": tagger.model.weights,
    }
    text = json.dumps(stored, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    target.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def main() -> None:
    """Train, report the accuracy before and after pruning, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("train", type=Path, help="tokens to train on")
    parser.add_argument("test", type=Path, help="tokens to measure the accuracy on")
    parser.add_argument("-o", "--output", type=Path, default=TARGET, help="file for the weights")
    args = parser.parse_args()
    test = read_sentences(args.test)
    tagger = train(read_sentences(args.train))
    print(f"accuracy, all weights:    {accuracy(tagger, test):.4f}")
    prune(tagger)
    print(f"accuracy, pruned weights: {accuracy(tagger, test):.4f}")
    write(tagger, args.output)
    print(f"{args.output}: {args.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
