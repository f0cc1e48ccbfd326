"""Write the measured parts of docs/ranking.md: do the best sentences say what the abstract says?

    python scripts/bench_ranking.py PAPERS [PAPERS …]          # folders of <id>/truth.json
    python scripts/bench_ranking.py PAPERS --other-python VENV/bin/python

Each ranking takes its best sentences outside the abstract, as many words as the abstract has; ROUGE
compares them with the abstract. No ranking sees the abstract. It is that of truth.json, where
`abstract` says how many of the first paragraphs belong to it; where that is missing, it is the one
that pdfbot finds.

Needs pdfbot[evaluate] and rouge-score. TextRank is measured if the Python of --other-python has
sumy.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from bench_accuracy import fill_page
from layer_measures import LayerMeasures, layer_table, measure_layer
from rouge_score.rouge_scorer import RougeScorer

import pdfbot
from pdfbot.evaluation.truth import PaperFolder, corpus_digest, corpus_name, find_papers
from pdfbot.model import Extraction
from pdfbot.output.files import write_whole
from pdfbot.ranking.assessment import score_sentences
from pdfbot.ranking.lexrank import score_texts

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ranking.md"
MEASURES = {"rouge1": "ROUGE-1", "rouge2": "ROUGE-2", "rougeL": "ROUGE-L"}
# Words of an abstract: shorter and longer ones are editorials, or no abstracts.
MIN_ABSTRACT = 50
MAX_ABSTRACT = 500
MIN_SENTENCES = 40
SEEDS = range(20)
# Numbers of sentences that are timed, and repetitions.
TIMED_SENTENCES = (200, 1000, 5000)
TIMED_RUNS = 5

# The density at which the service's page shows a paper.
DENSITY = 0.12
# The papers whose layer 1 is printed: the project's own, which everybody may copy.
FIXTURES = ROOT / "fixtures"
PRINTED = (
    *(f"papers/{name}" for name in ("onecolumn-indented", "twocolumn-conference")),
    *(f"papers/{name}" for name in ("twocolumn-manuscript", "twocolumn-physics")),
    *(f"papers/{name}" for name in ("onecolumn-blocks", "interlinear-gloss", "serbian-cyrillic")),
    *(f"languages/{name}" for name in ("german", "portuguese", "russian")),
)

Scores = Sequence[float]


@dataclass(frozen=True)
class Sample:
    """A paper: its title, its abstract, and its sentences outside the abstract with scores."""

    title: str
    abstract: str
    sentences: Sequence[str]
    scores: Sequence[float]


def read_paper(folder: PaperFolder) -> tuple[Sample | None, LayerMeasures | None]:
    """The sample of a paper and the measures of its layer 1; None where there is too little."""
    if folder.pdf is None:
        return None, None
    paper = pdfbot.extract(folder.pdf)
    measures = measure_layer(paper, paper.rank(density=DENSITY)) if paper.sentences else None
    return read_sample(folder, paper), measures


def read_sample(folder: PaperFolder, paper: Extraction) -> Sample | None:
    """The sample of a paper; None if it has no usable abstract or body."""
    truth = json.loads(folder.truth.read_text("utf-8"))
    if "abstract" in truth:
        abstract = " ".join(p["text"] for p in truth["paragraphs"][: truth["abstract"]])
    else:
        abstract = " ".join(p.text for p in paper.abstract)
    own = frozenset(paper.abstract_ids)
    rest = tuple(p for p in paper.paragraphs if p.id not in own)
    found = score_sentences(replace(paper, paragraphs=rest, abstract_ids=()))
    sentences = [s.text for p in rest for s in p.sentences]
    if not MIN_ABSTRACT <= len(abstract.split()) <= MAX_ABSTRACT:
        return None
    if len(sentences) < MIN_SENTENCES:
        return None
    return Sample(paper.title, abstract, sentences, list(found.values()))


def summarise(sample: Sample, scores: Scores) -> str:
    """The best sentences in the order of the paper, truncated to the length of the abstract."""
    room = len(sample.abstract.split())
    chosen = {}
    for index in sorted(range(len(scores)), key=lambda index: -scores[index]):
        words = sample.sentences[index].split()[:room]
        room -= len(words)
        chosen[index] = " ".join(words)
        if not room:
            break
    return "\n".join(chosen[index] for index in sorted(chosen))


def rankings(sample: Sample) -> Iterator[tuple[str, Scores]]:
    """Every ranking by its name; random several times."""
    yield "pdfbot", sample.scores
    yield "LexRank with the title", score_texts(sample.sentences, sample.title)
    yield "LexRank", score_texts(sample.sentences)
    count = len(sample.sentences)
    yield "lead", range(count, 0, -1)
    for seed in SEEDS:
        source = random.Random(seed)
        yield "random", [source.random() for _ in range(count)]


def measure(sample: Sample, textrank: Scores | None) -> dict[str, list[float]]:
    """The mean F1 of each ranking by its name, in the order of `MEASURES`."""
    scorer = RougeScorer(list(MEASURES), use_stemmer=True)
    ranked = [*rankings(sample), *([("TextRank (sumy)", textrank)] if textrank else [])]
    found: dict[str, list[list[float]]] = {}
    for name, scores in ranked:
        rouge = scorer.score(sample.abstract, summarise(sample, scores))
        found.setdefault(name, []).append([rouge[measure].fmeasure for measure in MEASURES])
    return {name: list(map(fmean, zip(*values, strict=True))) for name, values in found.items()}


def run_textrank(samples: Sequence[Sample], python: str) -> list[Scores | None]:
    script = Path(__file__).with_name("textrank_scores.py")
    lines = "".join(json.dumps(sample.sentences) + "\n" for sample in samples)
    if subprocess.run([python, "-c", "import sumy"], stderr=subprocess.DEVNULL).returncode:
        print(f"{python} has no sumy: TextRank skipped", file=sys.stderr)
        return [None] * len(samples)
    done = subprocess.run(
        [python, str(script)], input=lines, stdout=subprocess.PIPE, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def rouge_table(results: Sequence[Mapping[str, Sequence[float]]]) -> str:
    rows = ["|  | " + " | ".join(MEASURES.values()) + " |", "|---|" + "---:|" * len(MEASURES)]
    for name in results[0]:
        means = map(fmean, zip(*(result[name] for result in results), strict=True))
        rows.append(f"| {name} | " + " | ".join(f"{100 * mean:.1f}" for mean in means) + " |")
    return "\n".join(rows)


def time_table(sentences: Sequence[str], title: str) -> str:
    """The shortest of several runs, in milliseconds."""
    rows = ["| sentences | words | ms |", "|---:|---:|---:|"]
    for count in TIMED_SENTENCES:
        texts = sentences[:count]
        times = []
        for _ in range(TIMED_RUNS):
            started = time.process_time()
            score_texts(texts, title)
            times.append(time.process_time() - started)
        words = sum(len(text.split()) for text in texts)
        rows.append(f"| {len(texts):,} | {words:,} | {1000 * min(times):.0f} |")
    return "\n".join(rows)


def print_layers(fixtures: Sequence[str]) -> str:
    """The whole of layer 1 of each paper, as a list; each sentence with the reason for it."""
    rows = []
    for name in fixtures:
        (path,) = (FIXTURES / name).glob("*.pdf")
        paper = pdfbot.extract(path)
        chosen = paper.layers(density=DENSITY)[0]
        rows.append(f"- **{paper.title}** ({len(chosen)} of {len(paper.sentences)} sentences)")
        rows += (f"  - {item.sentence.text} *({item.reason})*" for item in chosen)
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", type=Path, nargs="+")
    parser.add_argument("--other-python", default=sys.executable)
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to fill in")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    parts: dict[str, str] = {}
    everything: list[Sample] = []
    columns: dict[str, list[LayerMeasures]] = {}
    with ProcessPoolExecutor(options.jobs) as pool:
        for folder in options.papers:
            papers = find_papers(folder)
            read = list(pool.map(read_paper, papers))
            samples = [sample for sample, _ in read if sample]
            textrank = run_textrank(samples, options.other_python)
            results = list(pool.map(measure, samples, textrank))
            name = corpus_name(folder)
            digest = corpus_digest(papers)[:12]
            parts[f"{name}, corpus"] = (
                f"{len(samples)} of {len(papers)} papers (digest `{digest}`)."
            )
            parts[f"{name}, rouge"] = rouge_table(results)
            columns[name] = [measures for _, measures in read if measures]
            everything += samples
    sentences = [sentence for sample in everything for sentence in sample.sentences]
    parts["layer 1"] = layer_table(columns)
    parts["ten papers"] = print_layers(PRINTED)
    parts["time"] = time_table(sentences, everything[0].title)
    write_whole(options.page, fill_page(options.page.read_text("utf-8"), parts))


if __name__ == "__main__":
    main()
