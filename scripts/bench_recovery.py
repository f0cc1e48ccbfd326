"""Broken sentences after `pdfbot.recover`, as in Table 1 of the Sentence Recovery paper.

    python scripts/bench_recovery.py [FOLDER ...] [--list NAME]

FOLDER holds one folder a document with a PDF and a truth.json; fixtures/papers is always
measured. The PDFs go through `pdftotext` (poppler) in its default mode, and what it prints goes
through `recover`.

A sentence is *broken* as in the paper when it spreads over two or more paragraphs of the output.
Two more things can be wrong with it, which the paper mentions and does not count: it is *cut*
when a word that pdftotext gave is gone, and *mixed* when words from elsewhere stand inside it.
So that joining everything does not pay, the last column says how many headings came out as a
paragraph of their own. Words are found by aligning the words of the truth with those of the
output (longest common subsequence). Sentences whose words pdftotext does not give in reading
order cannot be recovered from lines; they are counted apart (`scrambled`) and are in no other
number.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rapidfuzz.distance import LCSseq

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pdfbot.align.sentences import split_sentences  # noqa: E402
from pdfbot.recovery import recover  # noqa: E402

EPS = (0.3, 0.1, 0.05)
EQUATION = "\u2063"
WORD = re.compile(r"[^\W\d_]+")
# The truth of the fixtures does not mark displays, so that two sentences with one between them
# look like one; these words are capitals only where a sentence begins.
BEHIND_DISPLAY = re.compile(r"(?<=[a-z:]) (?=(?:The|It|Since|This|These|We|If)\b)")
COUNTED = ("sentences", "scrambled", "broken", "cut", "mixed", "wrong", "headings", "apart")
# A sentence counts as given by pdftotext when this share of its words is found in order.
MIN_FOUND = 0.9
# Marks, labels and the glyphs of formulas inside a sentence are not words from elsewhere.
MAX_FOREIGN = 3


@dataclass
class Tally:
    """Counts over the sentences of one or more documents."""

    sentences: int = 0
    scrambled: int = 0
    broken: int = 0
    cut: int = 0
    mixed: int = 0
    wrong: int = 0
    headings: int = 0
    apart: int = 0
    listed: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True)
class Sentence:
    """A sentence of the truth: the range of its words among all words of the truth."""

    text: str
    start: int
    end: int
    has_equation: bool


def truth_sentences(paragraphs: Sequence[str]) -> tuple[list[str], list[Sentence]]:
    words: list[str] = []
    sentences = []
    for paragraph in paragraphs:
        for text in pieces_of(paragraph):
            found = tokens(text)
            if found:
                equation = EQUATION in text
                sentences.append(Sentence(text, len(words), len(words) + len(found), equation))
            words.extend(found)
    return words, sentences


def pieces_of(paragraph: str) -> Iterator[str]:
    """The sentences of a paragraph, also those that end in a display."""
    spaced = re.sub(rf"\s*{EQUATION}\s*(?=[A-Z])", ". ", paragraph)
    for start, end in split_sentences(spaced):
        yield from BEHIND_DISPLAY.split(spaced[start:end])


def tokens(text: str) -> list[str]:
    """Words without digits and case; a PDF may have the Latin j in Cyrillic words."""
    return [word.casefold().replace("\u0458", "j") for word in WORD.findall(text)]


def align(truth: list[str], words: list[str]) -> dict[int, int]:
    """Which word of the output each word of the truth is."""
    matched: dict[int, int] = {}
    for code in LCSseq.opcodes(truth, words):
        if code.tag == "equal":
            matched.update(
                zip(
                    range(code.src_start, code.src_end),
                    range(code.dest_start, code.dest_end),
                    strict=True,
                )
            )
    # Of equal words the subsequence takes any; the neighbour is the right one.
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


def found_of(sentence: Sentence, matched: dict[int, int]) -> list[int]:
    return [i for i in range(sentence.start, sentence.end) if i in matched]


def judge(
    truth: Sequence[str], headings: Sequence[str], raw: str, paragraphs: Sequence[str]
) -> Tally:
    words, sentences = truth_sentences(truth)
    # A word that is broken at the end of a line is one word for neither side.
    given_words = tokens(raw)
    given = align(words, given_words)
    output: list[str] = []
    owner: list[int] = []
    for number, paragraph in enumerate(paragraphs):
        found = tokens(paragraph)
        output.extend(found)
        owner.extend([number] * len(found))
    kept = align(words, output)
    tally = Tally()
    heads = {tuple(tokens(heading)) for heading in headings} - {()}
    tally.headings = len(heads)
    tally.apart = len(heads & {tuple(tokens(paragraph)) for paragraph in paragraphs})
    for sentence in sentences:
        before = found_of(sentence, given)
        if len(before) < MIN_FOUND * (sentence.end - sentence.start):
            tally.scrambled += 1
            continue
        tally.sentences += 1
        problems = list(problems_of(sentence, before, found_of(sentence, kept), kept, owner))
        tally.broken += "broken" in problems
        tally.cut += "cut" in problems
        tally.mixed += "mixed" in problems
        if problems:
            tally.wrong += 1
            tally.listed.append(f"{'+'.join(problems)}: {sentence.text}")
    return tally


def problems_of(
    sentence: Sentence,
    before: Sequence[int],
    after: Sequence[int],
    kept: dict[int, int],
    owner: Sequence[int],
) -> Iterator[str]:
    if len({owner[kept[i]] for i in after}) > 1:
        yield "broken"
    if set(before) - set(after):
        yield "cut"
    if after and not sentence.has_equation:
        span = kept[after[-1]] - kept[after[0]] + 1
        foreign = span - (after[-1] - after[0] + 1)
        if foreign > MAX_FOREIGN:
            yield "mixed"


def documents(folders: Sequence[Path]) -> Iterator[tuple[str, str, Path, list[str], list[str]]]:
    """The kind (columns or novel), the name, the PDF, the body paragraphs and the headings."""
    for folder in folders:
        for path in sorted(folder.glob("*/truth.json")):
            truth = json.loads(path.read_text("utf-8"))
            pdf = next(iter(sorted(path.parent.glob("*.pdf"))))
            body = [p["text"] for p in truth["paragraphs"] if not p.get("optional")]
            kind = "novel" if "novel" in truth["id"] else f"{truth['columns']} columns"
            place = "fixtures" if folder.parent == ROOT / "fixtures" else "given"
            headings = [n["text"] for n in truth["nonbody"] if n["kind"] == "heading"]
            yield f"{place}: {kind}", truth["id"], pdf, body, headings


def pdftotext(pdf: Path) -> str:
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", pdf, "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def variants(raw: str) -> Iterator[tuple[str, list[str]]]:
    """The lines as they are, the published algorithm and pdfbot's, each with every eps."""
    yield "lines", raw.splitlines()
    for rules in ("paper", "default"):
        for eps in EPS if rules == "paper" else (*EPS, "auto"):
            found = recover(raw, eps=eps, rules=rules)
            yield f"{rules} {eps}", [paragraph.text for paragraph in found.paragraphs]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--list", metavar="NAME", help="the wrong sentences of one document")
    parser.add_argument("--each", action="store_true", help="every document, not only the kinds")
    options = parser.parse_args()
    totals: dict[tuple[str, str], Tally] = {}
    for kind, name, pdf, body, headings in documents(
        [ROOT / "fixtures" / "papers", *options.folders]
    ):
        if options.list and options.list != name:
            continue
        raw = pdftotext(pdf)
        for variant, paragraphs in variants(raw):
            tally = judge(body, headings, raw, paragraphs)
            totals.setdefault((kind, variant), Tally()).add(tally)
            if options.each and variant == "default 0.1":
                print(row((name, variant), tally))
            if options.list and variant == "default 0.1":
                print("\n".join(tally.listed))
    print(
        "| documents | rules, eps | sentences | scrambled | broken | cut | mixed | any | headings |"
    )
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for key, tally in sorted(totals.items(), key=lambda item: item[0][0]):
        print(row(key, tally))
    return 0


def row(key: tuple[str, str], tally: Tally) -> str:
    def share(count: int) -> str:
        return f"{count} ({count / max(tally.sentences, 1):.1%})"

    counts = " | ".join(share(n) for n in (tally.broken, tally.cut, tally.mixed, tally.wrong))
    apart = f"{tally.apart / max(tally.headings, 1):.0%}"
    return f"| {key[0]} | {key[1]} | {tally.sentences} | {tally.scrambled} | {counts} | {apart} |"


if __name__ == "__main__":
    raise SystemExit(main())
