"""Makes the measured parts of docs/accuracy.md: pdfbot and other tools on papers with truth.

    python scripts/bench_accuracy.py PAPERS                    # a folder of <id>/truth.json
    python scripts/bench_accuracy.py PAPERS --outputs KEPT     # keep what the other tools wrote
    python scripts/bench_accuracy.py PAPERS --outputs KEPT --reuse
    python scripts/bench_accuracy.py PAPERS --other-python VENV/bin/python

Needs pdfbot[evaluate]. pdftotext is run when it is on PATH; pypdfium2 comes with pdfbot;
pymupdf4llm and opendataloader-pdf (which needs Java) are run when the Python of --other-python
has them, so that they need not share an environment with pdfbot. A tool that fails on a paper or
runs over its processor time has no output there, and the paper counts as missed.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pdfbot.evaluation.judging import WrongSentence
from pdfbot.evaluation.report import COLUMNS, corpus_costs, corpus_summary, figures
from pdfbot.evaluation.rules import KEPT
from pdfbot.evaluation.runs import EvaluatedPaper, Plan, evaluate_papers
from pdfbot.evaluation.scores import UnitScore
from pdfbot.evaluation.truth import PaperFolder, find_papers
from pdfbot.evaluation.wording import key
from pdfbot.output.files import write_whole

DOC = Path(__file__).parents[1] / "docs" / "accuracy.md"
DEFAULT, REPLICA, PAPER = "pdfbot", "pdfbot, replicas", "pdfbot `--rules paper`"
OWN = {
    DEFAULT: {"engine": "embedded"},
    REPLICA: {"engine": "replica"},
    PAPER: {"engine": "embedded", "rules": "paper"},
}
KINDS = (
    *("table", "figure", "caption", "equation", "listing"),
    *("heading", "header", "footnote", "reference", "title"),
)
DRAWN = ("table", "figure")
PYPDFIUM2 = """
import sys, pypdfium2
pages = [p.get_textpage().get_text_range() for p in pypdfium2.PdfDocument(sys.argv[1])]
open(sys.argv[2], "w", encoding="utf-8").write("\\n\\n".join(pages))
"""
PYMUPDF4LLM = """
import json, sys, pymupdf4llm
found = []
for page in pymupdf4llm.to_markdown(sys.argv[1], page_chunks=True, show_progress=False):
    for box in page["page_boxes"]:
        begin, end = box["pos"]
        found.append([box["class"], page["text"][begin:end]])
json.dump(found, open(sys.argv[2], "w", encoding="utf-8"))
"""
OPENDATALOADER = """
import json, os, sys, tempfile, opendataloader_pdf
found = []
def collect(item):
    if "content" in item:
        found.append([item["type"], item["content"]])
    if item["type"] not in ("table", "caption", "header", "footer"):
        for child in item.get("kids", []) + item.get("list items", []):
            collect(child)
with tempfile.TemporaryDirectory() as folder:
    opendataloader_pdf.convert(
        sys.argv[1], output_dir=folder, format="json", quiet=True, image_output="off")
    [name] = [name for name in os.listdir(folder) if name.endswith(".json")]
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        for kid in json.load(file)["kids"]:
            collect(kid)
json.dump(found, open(sys.argv[2], "w", encoding="utf-8"))
"""
# What the tools with a layout model call running text, and where the references begin.
BODY_CLASSES = ("text", "list-item", "paragraph", "list item")
REFERENCES = re.compile(
    r"\W*(?:\d+\.?|[ivx]+\.)?\W*(?:references|bibliography)(?: cited)?\W*", re.I
)


@dataclass(frozen=True)
class Tool:
    """Another extractor: how it is called for one paper, and whether it tells classes of text."""

    name: str
    call: tuple[str, ...]
    version: str
    classes: bool = False


def find_tools(python: str) -> list[Tool]:
    """Those that can be run here; the others are named on stderr."""
    tools = []
    if shutil.which("pdftotext"):
        printed = subprocess.run(["pdftotext", "-v"], capture_output=True, text=True).stderr
        found = re.search(r"version (\S+)", printed)
        tools.append(Tool("pdftotext", ("pdftotext",), found[1] if found else ""))
    candidates = (
        ("pypdfium2", sys.executable, PYPDFIUM2, False),
        ("pymupdf4llm", python, PYMUPDF4LLM, True),
        ("opendataloader-pdf", python, OPENDATALOADER, True),
    )
    for name, program, code, classes in candidates:
        version = package_version(program, name)
        if version:
            tools.append(Tool(name, (program, "-c", code), version, classes))
    for name in {"pdftotext", *(c[0] for c in candidates)} - {tool.name for tool in tools}:
        print(f"{name}: not installed, left out", file=sys.stderr)
    return tools


def package_version(python: str, name: str) -> str:
    code = "import sys, importlib.metadata; print(importlib.metadata.version(sys.argv[1]))"
    done = subprocess.run([python, "-c", code, name], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def run_tool(tool: Tool, papers: Iterable[PaperFolder], folder: Path, options: Options) -> Path:
    """The folder with the tool's texts, one a paper; what it wrote is kept beside them as .raw."""
    place = folder / tool.name
    place.mkdir(parents=True, exist_ok=True)
    for paper in papers:
        raw, text = place / f"{paper.id}.raw", place / f"{paper.id}.txt"
        if not (options.reuse and raw.exists()):
            raw.unlink(missing_ok=True)
            call_tool(tool, paper, raw, options.time_limit)
        content = raw.read_text("utf-8", "replace") if raw.exists() else ""
        text.write_text(body_text(content) if tool.classes else content, "utf-8")
    return place


def call_tool(tool: Tool, paper: PaperFolder, raw: Path, limit: int) -> None:
    """Limited in processor time, so that other work on the machine fails no tool."""

    def set_limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    call = [*tool.call, str(paper.pdf), str(raw)]
    done = subprocess.run(call, capture_output=True, preexec_fn=set_limit)
    if done.returncode != 0 or not raw.exists():
        raw.unlink(missing_ok=True)
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        print(f"{tool.name}: {paper.id}: failed, code {done.returncode} {last}", file=sys.stderr)


def body_text(content: str) -> str:
    """Of [class, text] pairs, what the tool calls running text, up to the references."""
    kept = []
    for name, text in json.loads(content or "[]"):
        if REFERENCES.fullmatch(text.strip()):
            break
        if name in BODY_CLASSES:
            kept.append(without_marks(" ".join(text.split())))
    return "\n\n".join(kept)


def without_marks(text: str) -> str:
    """Without the marks that Markdown has for emphasis and lists."""
    text = re.sub(r"^(?:[-*+•]\s+|>\s?)|<br\s*/?>|</?(?:sup|sub|b|i|u)>", "", text)
    return re.sub(r"(?<!\\)(?:\*\*|__|~~|`)|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", "", text)


Results = dict[str, list[EvaluatedPaper]]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def main_table(results: Results) -> str:
    rows = [
        (name, *(f"{value:.3f}" for value in figures(corpus_summary(papers))))
        for name, papers in results.items()
    ]
    return table(("", *COLUMNS), rows)


def removal_table(results: Results) -> str:
    rows = []
    for name, papers in results.items():
        removal = corpus_summary(papers).removal
        shares = [f"{removal[kind].share:.3f}" if kind in removal else "" for kind in KINDS]
        rows.append((name, *shares))
    return table(("", *KINDS), rows)


def first_table(results: Results) -> str:
    """The paper's Table 1: outcomes of all papers together."""
    rows: list[tuple[str, ...]] = [
        ("sentences, PDFBoT paper", "19,564", "19,158", "341", "205", "30"),
        ("paragraphs, PDFBoT paper", "4,596", "4,580", "370", "", "19"),
    ]
    for name in (DEFAULT, PAPER):
        summary = corpus_summary(results[name])
        for unit, counts in (
            ("sentences", summary.sentences.counts),
            ("paragraphs", summary.paragraphs.counts),
        ):
            rows.append((f"{unit}, {name}", *(f"{n:,}" for n in outcome_counts(counts))))
    return table(
        ("", "total", "correct (tp)", "incomplete (fp)", "extra (fp)", "missing (fn)"), rows
    )


def outcome_counts(counts: UnitScore) -> tuple[int, ...]:
    return (counts.total, counts.correct, counts.incomplete, counts.extra, counts.missing)


def second_table(papers: Sequence[EvaluatedPaper]) -> str:
    """The paper's Table 2: how precision, recall and F1 are spread over the papers."""
    rows = []
    for unit in ("sentences", "paragraphs"):
        for rate in ("precision", "recall", "f1", "sf1"):
            values = [getattr(getattr(p.judged.score, unit), rate) for p in papers]
            rows.append((f"{unit}, {rate.upper() if 'f1' in rate else rate}", *spread(values)))
    rows.append(("tables and figures removed", *spread(drawn_shares(papers))))
    return table(("", "avg", "med", "max", "min", "std"), rows)


def drawn_shares(papers: Sequence[EvaluatedPaper]) -> list[float]:
    """Of every paper that has any: the share of its tables' and figures' text that is gone."""
    shares = []
    for paper in papers:
        drawn = [r for kind, r in paper.judged.score.removal.items() if kind in DRAWN]
        total = sum(r.triples for r in drawn)
        if total:
            shares.append(1 - sum(r.leaked for r in drawn) / total)
    return shares


def spread(values: Sequence[float]) -> tuple[str, ...]:
    measures = (statistics.fmean, statistics.median, max, min, statistics.pstdev)
    return tuple(f"{measure(values):.3f}" for measure in measures)


def rule_table(papers: Sequence[EvaluatedPaper]) -> str:
    costs = corpus_costs(papers)
    rows = [
        (f"`{cost.rule}`", f"{cost.lines:,}", f"{cost.mistaken:,}")
        for cost in costs
        if cost.rule != KEPT
    ]
    kept = next(cost for cost in costs if cost.rule == KEPT)
    return (
        table(("rule", "lines removed", "of them body"), rows)
        + f"\n\nKept as body: {kept.lines:,} lines, of them {kept.mistaken:,} are not body."
    )


def form_table(results: Results) -> str:
    """In which way sentences are wrong; what it comes from is for a reader to say."""
    names = (DEFAULT, REPLICA)
    counts = {
        name: Counter(form(w) for p in results[name] for w in p.judged.wrong) for name in names
    }
    rows = [
        (what, *(str(counts[name][what]) for name in names))
        for what in sorted(counts[DEFAULT] | counts[REPLICA], key=lambda w: -counts[DEFAULT][w])
    ]
    return table(("wrong sentences", *names), rows)


def form(wrong: WrongSentence) -> str:
    if wrong.kind != "incomplete":
        return wrong.kind
    ours, theirs = key(wrong.text), key(wrong.truth)
    if not theirs:
        return "incomplete: a piece of the body without a sentence of its own"
    if ours in theirs:
        return "incomplete: cut short"
    return "incomplete: runs on" if theirs in ours else "incomplete: other words"


def paper_table(results: Results) -> str:
    rows = []
    for ours, replica in zip(results[DEFAULT], results[REPLICA], strict=True):
        score, other = ours.judged.score, replica.judged.score
        values = (
            *(score.sentences.f1, score.sentences.sf1, score.paragraphs.f1, score.paragraphs.sf1),
            *(score.word_precision, score.word_recall, other.sentences.sf1, other.paragraphs.sf1),
        )
        rows.append((ours.id, *(f"{value:.3f}" for value in values)))
    names = ("S-F1", "S-SF1", "P-F1", "P-SF1", "W-P", "W-R", "replica S-SF1", "replica P-SF1")
    return table(("paper", *names), rows)


def corpus_line(results: Results, tools: Sequence[Tool]) -> str:
    from pdfbot import __version__

    counts = corpus_summary(results[DEFAULT])
    versions = ", ".join(f"{tool.name} {tool.version}" for tool in tools)
    return (
        f"{counts.papers} papers with {counts.sentences.counts.total:,} sentences in "
        f"{counts.paragraphs.counts.total:,} paragraphs. pdfbot {__version__}; {versions}."
    )


def put_in(page: str, parts: dict[str, str]) -> str:
    """The page with every measured part replaced; the prose around them stays."""
    for name, text in parts.items():
        begin, end = f"<!-- measured: {name} -->", "<!-- end -->"
        before, found, rest = page.partition(begin)
        if not found or end not in rest:
            raise SystemExit(f"{DOC.name} has no part between {begin} and {end}")
        page = f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}"
    return page


@dataclass(frozen=True)
class Options:
    papers: Path
    outputs: Path | None
    reuse: bool
    other_python: str
    time_limit: int
    jobs: int


def parse_options() -> Options:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", type=Path)
    parser.add_argument("--outputs", type=Path, help="keep the other tools' texts in this folder")
    parser.add_argument("--reuse", action="store_true", help="of papers that are there already")
    parser.add_argument("--other-python", default=sys.executable)
    parser.add_argument("--time-limit", type=int, default=600, help="CPU seconds a paper")
    parser.add_argument("--jobs", type=int, default=2)
    return Options(**vars(parser.parse_args()))


def measure(options: Options, folder: Path) -> tuple[Results, list[Tool]]:
    papers = find_papers(options.papers)
    tools = find_tools(options.other_python)
    plans = {name: Plan(choices=choices) for name, choices in OWN.items()}
    for tool in tools:
        plans[tool.name] = Plan(outputs=run_tool(tool, papers, folder, options))
    results: Results = {}
    for name, plan in plans.items():
        results[name] = list(evaluate_papers(papers, plan, options.jobs))
        for paper in results[name]:
            if paper.problem:
                print(f"{name}: {paper.id}: {paper.problem}", file=sys.stderr)
        print(name, *(f"{value:.3f}" for value in figures(corpus_summary(results[name]))))
    return results, tools


def main() -> None:
    options = parse_options()
    page = DOC.read_text("utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        results, tools = measure(options, options.outputs or Path(temporary))
    parts = {
        "corpus": corpus_line(results, tools),
        "tools": main_table(results),
        "removal": removal_table(results),
        "table 1": first_table(results),
        "table 2": second_table(results[DEFAULT]),
        "table 2, rules of the paper": second_table(results[PAPER]),
        "rules": rule_table(results[DEFAULT]),
        "forms": form_table(results),
        "papers": paper_table(results),
    }
    write_whole(DOC, put_in(page, parts))


if __name__ == "__main__":
    main()
