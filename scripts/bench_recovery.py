"""Broken sentences after `pdfbot.recover`, as in Table 1 of the Sentence Recovery paper.

    python scripts/bench_recovery.py [FOLDER ...] [--list NAME]

FOLDER holds one folder per document with a PDF and a truth.json; fixtures/papers is always
measured. The PDFs are converted by `pdftotext` (poppler) in its default mode, and its output is
the input of `recover`.

A sentence is *broken*, as in the paper, when it is spread over two or more paragraphs of the
output. The paper mentions two more problems without counting them: a sentence is *cut* when a
word of the input is missing, and *mixed* when words from elsewhere are inside it. The last column
is the share of headings that became a separate paragraph, so that joining everything does not
pay off. Words are located by aligning the words of the truth with those of the output (longest
common subsequence). Sentences that pdftotext does not print in reading order cannot be recovered
from lines; they are counted separately (`scrambled`) and are not part of any other number.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rapidfuzz.distance import LCSseq

import pdfbot
from pdfbot.methods.sentence_recovery import Recovery
from pdfbot.text.sentences import split_sentences

ROOT = Path(__file__).parents[1]
EPS = (0.3, 0.1, 0.05)
EQUATION = "\u2063"
WORD = re.compile(r"[^\W\d_]+")
# The truth of the fixtures does not mark displays, so that two sentences with a display between
# them look like one; these words are capitalised only where a sentence starts.
START_AFTER_DISPLAY = re.compile(r"(?<=[a-z:]) (?=(?:The|It|Since|This|These|We|If)\b)")
COUNTS = ("sentences", "scrambled", "broken", "cut", "mixed", "wrong", "headings", "separate")
# Share of a sentence's words that pdftotext must print in order for the sentence to count.
MIN_FOUND = 0.9
# Footnote marks, labels and glyphs of formulas inside a sentence are not words from elsewhere.
MAX_FOREIGN_WORDS = 3
LISTED_VARIANT = "default 0.1"


@dataclass
class Tally:
    """Counts of the sentences of one or more documents."""

    sentences: int = 0
    scrambled: int = 0
    broken: int = 0
    cut: int = 0
    mixed: int = 0
    wrong: int = 0
    headings: int = 0
    separate: int = 0
    listed: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True)
class TrueSentence:
    """A sentence of the truth: the range of its words among all words of the truth."""

    text: str
    start: int
    end: int
    has_equation: bool


@dataclass(frozen=True)
class Document:
    """A PDF with its body paragraphs and headings; `kind` is its columns, or novel."""

    kind: str
    name: str
    pdf: Path
    paragraphs: list[str]
    headings: list[str]


def find_documents(folders: Sequence[Path]) -> Iterator[Document]:
    for folder in folders:
        origin = "fixtures" if folder.parent == ROOT / "fixtures" else "given"
        for path in sorted(folder.glob("*/truth.json")):
            truth = json.loads(path.read_text("utf-8"))
            kind = "novel" if "novel" in truth["id"] else f"{truth['columns']} columns"
            yield Document(
                kind=f"{origin}: {kind}",
                name=truth["id"],
                pdf=min(path.parent.glob("*.pdf")),
                paragraphs=[p["text"] for p in truth["paragraphs"] if not p.get("optional")],
                headings=[n["text"] for n in truth["nonbody"] if n["kind"] == "heading"],
            )


def split_truth(paragraphs: Sequence[str]) -> tuple[list[str], list[TrueSentence]]:
    """All words of the truth, and its sentences."""
    words: list[str] = []
    sentences = []
    for paragraph in paragraphs:
        for text in split_paragraph(paragraph):
            found = split_words(text)
            if found:
                end = len(words) + len(found)
                sentences.append(TrueSentence(text, len(words), end, EQUATION in text))
            words.extend(found)
    return words, sentences


def split_paragraph(paragraph: str) -> Iterator[str]:
    """The sentences of a paragraph, including those that end in a display."""
    spaced = re.sub(rf"\s*{EQUATION}\s*(?=[A-Z])", ". ", paragraph)
    for start, end in split_sentences(spaced):
        yield from START_AFTER_DISPLAY.split(spaced[start:end])


def split_words(text: str) -> list[str]:
    """Words without digits and case; a PDF may have the Latin j in Cyrillic words."""
    return [word.casefold().replace("\u0458", "j") for word in WORD.findall(text)]


def align(truth: list[str], words: list[str]) -> dict[int, int]:
    """Which word of the output each word of the truth is, by index."""
    matched: dict[int, int] = {}
    for code in LCSseq.opcodes(truth, words):
        if code.tag == "equal":
            sources = range(code.src_start, code.src_end)
            matched.update(zip(sources, range(code.dest_start, code.dest_end), strict=True))
    # The subsequence takes any of several equal words; the one next to its neighbour is right.
    for i in sorted(matched, reverse=True):
        j = matched.get(i + 1, 0) - 1
        if j > matched[i] and words[j] == truth[i]:
            matched[i] = j
    taken = set(matched.values())
    for i in sorted(matched):
        j = matched.get(i - 1, len(words)) + 1
        if j < matched[i] and j not in taken and words[j] == truth[i]:
            matched[i] = j
    return matched


def judge(
    truth: Sequence[str], headings: Sequence[str], raw: str, paragraphs: Sequence[str]
) -> Tally:
    """Compares the recovered paragraphs with the truth and with the raw text they came from."""
    words, sentences = split_truth(truth)
    given = align(words, split_words(raw))
    split_output = [split_words(paragraph) for paragraph in paragraphs]
    owners = [number for number, found in enumerate(split_output) for _ in found]
    kept = align(words, [word for found in split_output for word in found])
    true_headings = {tuple(split_words(heading)) for heading in headings} - {()}
    tally = Tally(
        headings=len(true_headings), separate=len(true_headings & set(map(tuple, split_output)))
    )
    for sentence in sentences:
        in_input = [i for i in range(sentence.start, sentence.end) if i in given]
        if len(in_input) < MIN_FOUND * (sentence.end - sentence.start):
            tally.scrambled += 1
            continue
        tally.sentences += 1
        problems = list(find_problems(sentence, in_input, kept, owners))
        tally.broken += "broken" in problems
        tally.cut += "cut" in problems
        tally.mixed += "mixed" in problems
        if problems:
            tally.wrong += 1
            tally.listed.append(f"{'+'.join(problems)}: {sentence.text}")
    return tally


def find_problems(
    sentence: TrueSentence, in_input: Sequence[int], kept: dict[int, int], owners: Sequence[int]
) -> Iterator[str]:
    """`kept` maps words of the truth to words of the output, `owners` these to paragraphs."""
    in_output = [i for i in range(sentence.start, sentence.end) if i in kept]
    if len({owners[kept[i]] for i in in_output}) > 1:
        yield "broken"
    if set(in_input) - set(in_output):
        yield "cut"
    if in_output and not sentence.has_equation:
        first, last = in_output[0], in_output[-1]
        foreign = (kept[last] - kept[first]) - (last - first)
        if foreign > MAX_FOREIGN_WORDS:
            yield "mixed"


def convert_to_text(pdf: Path) -> str:
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", pdf, "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def recover_variants(raw: str) -> Iterator[tuple[str, list[str]]]:
    """The lines as they are, then the published algorithm and pdfbot's own with every eps."""
    yield "lines", raw.splitlines()
    for eps in EPS:
        yield f"paper {eps}", texts_of(pdfbot.recover(raw, eps=eps, rules="paper"))
    for eps in EPS:
        yield f"default {eps}", texts_of(pdfbot.recover(raw, eps=eps))
    yield "default auto", texts_of(pdfbot.recover(raw, eps="auto"))


def texts_of(found: Recovery) -> list[str]:
    return [paragraph.text for paragraph in found.paragraphs]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--list", metavar="NAME", help="list the wrong sentences of one document")
    parser.add_argument("--each", action="store_true", help="print a row for every document, too")
    options = parser.parse_args()
    totals: dict[tuple[str, str], Tally] = {}
    for document in find_documents([ROOT / "fixtures" / "papers", *options.folders]):
        if options.list and options.list != document.name:
            continue
        raw = convert_to_text(document.pdf)
        for variant, paragraphs in recover_variants(raw):
            tally = judge(document.paragraphs, document.headings, raw, paragraphs)
            totals.setdefault((document.kind, variant), Tally()).add(tally)
            if options.each and variant == LISTED_VARIANT:
                print(format_row(document.name, variant, tally))
            if options.list and variant == LISTED_VARIANT:
                print("\n".join(tally.listed))
    print(
        "| documents | rules, eps | sentences | scrambled | broken | cut | mixed | any | headings |"
    )
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for (kind, variant), tally in sorted(totals.items(), key=lambda item: item[0][0]):
        print(format_row(kind, variant, tally))
    return 0


def format_row(name: str, variant: str, tally: Tally) -> str:
    def share(count: int) -> str:
        return f"{count} ({count / max(tally.sentences, 1):.1%})"

    counts = " | ".join(share(n) for n in (tally.broken, tally.cut, tally.mixed, tally.wrong))
    separate = f"{tally.separate / max(tally.headings, 1):.0%}"
    return f"| {name} | {variant} | {tally.sentences} | {tally.scrambled} | {counts} | {separate} |"


if __name__ == "__main__":
    raise SystemExit(main())
