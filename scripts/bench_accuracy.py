"""Write the measured parts of docs/accuracy.md: pdfbot and other tools on papers with ground truth.

    python scripts/bench_accuracy.py PAPERS [PAPERS …]         # folders of <id>/truth.json
    python scripts/bench_accuracy.py PAPERS --outputs KEPT     # keep the other tools' output
    python scripts/bench_accuracy.py PAPERS --outputs KEPT --reuse
    python scripts/bench_accuracy.py PAPERS --other-python VENV/bin/python
    python scripts/bench_accuracy.py PAPERS --structure        # only the tables of structure
    python scripts/bench_accuracy.py PAPERS --fidelity PAPERS [PAPERS …]  # signs and scripts, too

A corpus with an INDEX.tsv next to its folder also gets a table of its families. Tables that the
page has no marker for are skipped.

Needs pdfbot[evaluate]. pdftotext is run if it is on PATH; pypdfium2 comes with pdfbot; pymupdf4llm
and opendataloader-pdf (which needs Java) are run if the Python of --other-python has them, so that
they need not share an environment with pdfbot. A tool that fails on a paper or exceeds its CPU time
has no output for it, which scores as empty.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from accuracy_tables import (
    DEFAULT,
    PAPER_RULES,
    REPLICAS,
    Results,
    error_table,
    family_table,
    fidelity_table,
    outcome_table,
    removal_table,
    spread_table,
    structure_table,
    tool_table,
)
from accuracy_tools import WITH_SCRIPTS, Tool, find_tools, run_tool

from pdfbot import __version__
from pdfbot.evaluation.evaluation_run import (
    Plan,
    evaluate_fidelities,
    evaluate_papers,
    evaluate_structures,
)
from pdfbot.evaluation.paper_families import UNKNOWN, read_families
from pdfbot.evaluation.report import corpus_summary, figures
from pdfbot.evaluation.truth import PaperFolder, corpus_digest, corpus_name, find_papers
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import write_whole

PAGE = Path(__file__).parents[1] / "docs" / "accuracy.md"
EMBEDDED = ReadingOptions(engine="embedded")
PDFBOT_PLANS = {
    DEFAULT: Plan(reading=EMBEDDED),
    REPLICAS: Plan(from_replicas=True),
    PAPER_RULES: Plan(reading=EMBEDDED, rules=RuleOptions(rules="paper")),
}


@dataclass(frozen=True)
class Corpus:
    """Papers with ground truth, and the family of each by its id."""

    name: str
    papers: Sequence[PaperFolder]
    families: Mapping[str, str]

    @property
    def plans(self) -> dict[str, Plan]:
        """pdfbot's settings; replicas only if there are any."""
        if any(paper.replica for paper in self.papers):
            return PDFBOT_PLANS
        return {name: plan for name, plan in PDFBOT_PLANS.items() if not plan.from_replicas}


def read_corpus(folder: Path, only: str) -> Corpus:
    return Corpus(corpus_name(folder), find_papers(folder, only), read_families(folder))


def corpus_line(corpus: Corpus, results: Results, tools: Sequence[Tool]) -> str:
    counts = corpus_summary(results[DEFAULT])
    versions = ", ".join(f"{tool.name} {tool.version}" for tool in tools)
    return (
        f"{counts.papers} papers with {counts.sentences.counts.total:,} sentences in "
        f"{counts.paragraphs.counts.total:,} paragraphs (digest "
        f"`{corpus_digest(corpus.papers)[:12]}`). Tools: {versions}."
    )


def version_line() -> str:
    """The one version and date of the whole page."""
    day = datetime.now(timezone.utc).date()
    return f"All figures of this page: pdfbot {__version__}, {day.day} {day:%B %Y}."


def measured_parts(corpus: Corpus, results: Results, tools: Sequence[Tool]) -> dict[str, str]:
    """Every measured part of the page for one corpus, by the name in its marker."""
    parts = {
        "corpus": corpus_line(corpus, results, tools),
        "tools": tool_table(results),
        "removal": removal_table(results),
        "table 1": outcome_table(results),
        "table 2": spread_table(results[DEFAULT]),
        "table 2, rules of the paper": spread_table(results[PAPER_RULES]),
        "errors": error_table(results),
    }
    if set(corpus.families.values()) != {UNKNOWN}:
        parts["families"] = family_table(results, corpus.families)
    return {f"{corpus.name}, {name}": text for name, text in parts.items()}


def measure_structure(corpus: Corpus, jobs: int) -> dict[str, str]:
    """The table of structure for one corpus, by the name in its marker."""
    found = {
        name: list(evaluate_structures(corpus.papers, PDFBOT_PLANS[name], jobs))
        for name in (DEFAULT, REPLICAS)
        if name in corpus.plans
    }
    return {f"{corpus.name}, structure": structure_table(found)}


def measure_fidelity(
    corpora: Sequence[Corpus], tools: Sequence[Tool], folder: Path, options: argparse.Namespace
) -> dict[str, str]:
    """The table of signs and scripts, by the name in its marker."""
    found = {}
    for corpus in corpora:
        plans = {name: plan for name, plan in corpus.plans.items() if name != PAPER_RULES}
        for tool in tools:
            outputs = outputs_of(tool, corpus, folder, options)
            plans[tool.name] = Plan(outputs=outputs / WITH_SCRIPTS)
        for name, plan in plans.items():
            scored = evaluate_fidelities(corpus.papers, plan, options.jobs)
            found[corpus.name, name] = list(scored)
    return {"fidelity": fidelity_table(found)} if found else {}


def outputs_of(tool: Tool, corpus: Corpus, folder: Path, options: argparse.Namespace) -> Path:
    """The folder of the texts of another tool, which is run unless they are there."""
    return run_tool(
        tool,
        corpus.papers,
        folder / corpus.name,
        cpu_seconds=options.time_limit,
        reuse=options.reuse,
    )


def fill_page(page: str, parts: Mapping[str, str]) -> str:
    """Replace the measured parts of the page and leave its prose; other parts are reported."""
    for name, text in parts.items():
        begin, end = f"<!-- measured: {name} -->", "<!-- end -->"
        before, found, rest = page.partition(begin)
        if not found or end not in rest:
            print(f"the page has no {begin} … {end}: part skipped", file=sys.stderr)
            continue
        page = f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}"
    return page


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", type=Path, nargs="+")
    parser.add_argument("--only", default="", metavar="PREFIX", help="papers with this id prefix")
    parser.add_argument("--outputs", type=Path, help="keep the other tools' texts in this folder")
    parser.add_argument("--reuse", action="store_true", help="skip papers that are in it already")
    parser.add_argument("--other-python", default=sys.executable)
    parser.add_argument("--time-limit", type=int, default=600, help="CPU seconds per paper")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to fill in")
    parser.add_argument("--structure", action="store_true", help="only the tables of structure")
    parser.add_argument(
        "--fidelity",
        type=Path,
        nargs="*",
        default=[],
        metavar="PAPERS",
        help="score signs of these",
    )
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def measure(
    corpus: Corpus, tools: Sequence[Tool], folder: Path, options: argparse.Namespace
) -> Results:
    """pdfbot in three settings and every other tool, all scored in the same way."""
    plans = dict(corpus.plans)
    for tool in tools:
        plans[tool.name] = Plan(outputs=outputs_of(tool, corpus, folder, options))
    results = {}
    for name, plan in plans.items():
        results[name] = list(evaluate_papers(corpus.papers, plan, options.jobs))
        for paper in results[name]:
            if paper.problem:
                print(f"{name}: {paper.id}: {paper.problem}", file=sys.stderr)
        values = (f"{value:.3f}" for value in figures(corpus_summary(results[name])))
        print(f"{corpus.name}, {name}:", *values, flush=True)
    return results


def main() -> None:
    options = parse_options()
    tools = [] if options.structure else find_tools(options.other_python)
    parts = {} if options.structure else {"version": version_line()}
    signed = [read_corpus(folder, options.only) for folder in options.fidelity]
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.outputs or Path(temporary)
        parts |= measure_fidelity(signed, tools, folder, options)
        for path in options.papers:
            corpus = read_corpus(path, options.only)
            parts |= measure_structure(corpus, options.jobs)
            if not options.structure:
                results = measure(corpus, tools, folder, options)
                parts |= measured_parts(corpus, results, tools)
    write_whole(options.page, fill_page(options.page.read_text("utf-8"), parts))


if __name__ == "__main__":
    main()
