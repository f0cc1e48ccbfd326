"""Write docs/rules.md: where every rule and test decides, and what the scores are without it.

    python scripts/rule_support.py PAPERS [PAPERS …]           # and the generated documents
    python scripts/rule_support.py PAPERS --only heading       # print what has this in its name
    python scripts/rule_support.py PAPERS --json support.json  # every paper that changes, by its id
    python scripts/rule_support.py PAPERS --work out/support   # goes on where one was stopped

A folder of papers has <id>/truth.json as described in docs/evaluation.md; a folder of PDFs without
truth is only counted. A paper is read once and judged again without each part that decides in it,
from the stage on in which that first does. A paper that fails is named, and left out.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import datetime, timezone
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ablation import AnalysedPaper
from bench_accuracy import fill_page
from make_mechanisms import write_mechanisms
from support_store import SupportStore, hash_code
from support_tables import GENERATED, Paper, PaperSupport, summary_line, support_tables
from switches import Part, replaced

from pdfbot import __version__
from pdfbot.errors import PdfbotError
from pdfbot.evaluation import scoring
from pdfbot.evaluation.paper_families import read_families
from pdfbot.evaluation.rule_costs import LineTruth
from pdfbot.evaluation.scoring import score_paper
from pdfbot.evaluation.truth import Truth, corpus_name, find_papers, read_truth
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import write_whole
from pdfbot.readers.document import read_document
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules.md"
FIXTURES = ROOT / "fixtures"
# The PDFs of this folder have no truth of paragraphs.
LAYOUTS = FIXTURES / "layouts"


def measure_paper(paper: Paper, only: str, store: SupportStore | None = None) -> PaperSupport:
    """What decides in a paper; nothing that happens to a single one stops the run."""
    measure = partial(_measure, paper, only)
    try:
        return measure() if store is None else store.measured(paper, only, measure)
    except Exception as error:
        return PaperSupport(paper, {}, problem=f"{type(error).__name__}: {error}")


def _measure(paper: Paper, only: str) -> PaperSupport:
    """Read a paper once, and judge it again without each part that decided in it."""
    # The truth of the fixtures includes an appendix; that of a corpus has it as optional.
    keep = Thresholds(keep_appendices=True) if paper.set == GENERATED else Thresholds()
    try:
        document = read_document(paper.pdf, ReadingOptions(engine="embedded"))
        analysed = AnalysedPaper(document, RuleOptions(thresholds=keep))
    except PdfbotError as error:
        return PaperSupport(paper, {}, problem=str(error))
    parts = [part for part in analysed.decided if only in part.name or only in part.table]
    if paper.truth is None:
        decided = {part: analysed.support_of(part, lambda _: False) for part in parts}
        return PaperSupport(paper, decided)
    return _compare_without(paper, analysed, parts, read_truth(paper.truth))


def _compare_without(
    paper: Paper, analysed: AnalysedPaper, parts: Sequence[Part], truth: Truth
) -> PaperSupport:
    """Which lines each part decides about, and the scores where the text changes without it."""
    lines = LineTruth(truth)

    @cache
    def scores_of(text: str) -> tuple[float, float]:
        score = score_paper(truth, text).score
        return score.sentences.sf1, score.paragraphs.sf1

    texts = {part: analysed.text_without(part) for part in parts}
    changed = {p: text for p, text in texts.items() if text not in (None, analysed.text)}
    is_mistaken = cache(partial(lines.is_mistaken, kept=False))
    with _remembered(scoring, "comparison_key", "count_trigrams", "split_scored_sentences"):
        return PaperSupport(
            paper,
            {part: analysed.support_of(part, is_mistaken) for part in parts},
            scores_of(analysed.text),
            {part: scores_of(text) for part, text in changed.items() if text is not None},
            frozenset(part for part, text in texts.items() if text is None),
        )


@contextmanager
def _remembered(module: ModuleType, *names: str) -> Iterator[None]:
    """Functions of a module compute a result once: most of a text is the same without a part."""
    with ExitStack() as stack:
        for name in names:
            stack.enter_context(replaced(module, name, cache(getattr(module, name))))
        yield


def papers_of(folder: Path) -> Iterator[Paper]:
    """The papers of a corpus, or the PDFs of a folder without truth."""
    name = corpus_name(folder)
    if any(folder.glob("*/truth.json")):
        families = read_families(folder)
        for paper in find_papers(folder):
            if paper.pdf is not None:
                yield Paper(name, families[paper.id], paper.id, paper.pdf, paper.truth)
    else:
        pdfs = sorted(folder.glob("*.pdf"))
        if not pdfs:
            raise FileNotFoundError(f"{folder} has neither papers with truth nor PDFs")
        for pdf in pdfs:
            yield Paper(name, name, pdf.stem, pdf)


def generated_papers(folder: Path) -> Iterator[Paper]:
    """The documents in fixtures/, and one family of new documents for each mechanism."""
    for name in ("papers", "world"):
        for paper in find_papers(FIXTURES / name):
            assert paper.pdf is not None
            yield Paper(GENERATED, f"fixtures/{name}", paper.id, paper.pdf, paper.truth)
    for pdf in sorted(LAYOUTS.glob("*.pdf")):
        yield Paper(GENERATED, "fixtures/layouts", pdf.stem, pdf)
    write_mechanisms(folder)
    families = read_families(folder / "papers")
    for paper in find_papers(folder / "papers"):
        assert paper.pdf is not None
        yield Paper(GENERATED, families[paper.id], paper.id, paper.pdf, paper.truth)


def measure_papers(
    papers: Sequence[Paper], only: str, jobs: int, store: SupportStore | None = None
) -> Iterator[PaperSupport]:
    measure = partial(measure_paper, only=only, store=store)
    if jobs == 1:
        yield from map(measure, papers)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        yield from pool.map(measure, papers)


def json_record(measured: Iterable[PaperSupport]) -> list[dict[str, Any]]:
    """For the people who work on a rule: the papers, by id, in which a part changes the text."""
    records: dict[Part, dict[str, Any]] = {}
    for one in measured:
        for part, support in one.decided.items():
            record = records.setdefault(
                part, {"table": part.table, "name": part.name, "papers": {}, "without": {}}
            )
            place = f"{one.paper.set}/{one.paper.id}"
            record["papers"][place] = [support.lines, support.mistaken]
            if one.scores and part in one.without:
                changes = zip(one.without[part], one.scores, strict=True)
                record["without"][place] = [round(after - before, 4) for after, before in changes]
    return [records[part] for part in sorted(records)]


def made_line() -> str:
    day = datetime.now(timezone.utc).date()
    return f"Measured with pdfbot {__version__} on {day.day} {day:%B %Y}."


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", type=Path, nargs="*")
    parser.add_argument("--only", default="", metavar="TEXT", help="parts with this in their name")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to fill in")
    parser.add_argument("--json", type=Path, help="also write which papers change, by their ids")
    parser.add_argument("--work", type=Path, help="a folder that keeps the result of each paper")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main() -> None:
    options = parse_options()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        papers = [paper for folder in options.papers for paper in papers_of(folder)]
        papers += generated_papers(Path(temporary) / "mechanisms")
        store = SupportStore(options.work, hash_code()) if options.work else None
        measured = []
        for one in measure_papers(papers, options.only, options.jobs, store):
            if one.problem:
                print(f"{one.paper.set}: {one.paper.id}: {one.problem}", file=sys.stderr)
            else:
                measured.append(one)
            if len(measured) % 25 == 0:
                print(f"{len(measured)} of {len(papers)} papers", file=sys.stderr, flush=True)
    print(f"{len(papers)} papers in {time.monotonic() - started:.0f} s", file=sys.stderr)
    if options.json:
        write_whole(options.json, json.dumps(json_record(measured), indent=1) + "\n")
    tables = support_tables(measured, only=options.only)
    if options.only:
        print(tables)
        return
    parts = {"rules, summary": f"{made_line()} {summary_line(measured)}", "rules": tables}
    write_whole(options.page, fill_page(options.page.read_text("utf-8"), parts))


if __name__ == "__main__":
    main()
