"""A corpus from papers to figures: pdfbot itself, or the output of any other tool."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pdfbot
from pdfbot.dataclass import dataclass, field
from pdfbot.errors import FileMissingError, PdfbotError
from pdfbot.evaluation.judging import JudgedPaper, WrongSentence, judge_paper
from pdfbot.evaluation.places import Camera, LineIndex, Picture
from pdfbot.evaluation.rules import RuleCost, measure_rules
from pdfbot.evaluation.truth import PaperFolder, read_output, read_truth
from pdfbot.model import Extraction

# A replica that stands beside the truth is read instead of the PDF.
REPLICA = "replica"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is evaluated: the texts in `outputs`, or pdfbot with these choices of `extract`."""

    outputs: Path | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    with_pictures: bool = False


@dataclass(frozen=True, slots=True)
class EvaluatedPaper:
    """One paper: its figures, what its rules cost, and pictures of every wrong sentence.

    `problem` says why there was no output; a paper without output counts as fully missed.
    """

    id: str
    judged: JudgedPaper
    seconds: float = 0.0
    rules: tuple[RuleCost, ...] = ()
    pictures: tuple[tuple[Picture, ...], ...] = ()
    problem: str = ""


def evaluate_papers(
    papers: Sequence[PaperFolder], plan: Plan, jobs: int = 1
) -> Iterator[EvaluatedPaper]:
    """Every paper in its order, each as soon as it is done."""
    if jobs == 1 or len(papers) == 1:
        for paper in papers:
            yield evaluate_paper(paper, plan)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(papers)), mp_context=spawn) as pool:
        try:
            yield from pool.map(evaluate_paper, papers, [plan] * len(papers))
        except BrokenProcessPool:
            raise PdfbotError("a process died, out of memory perhaps; try --jobs 1") from None


def evaluate_paper(paper: PaperFolder, plan: Plan) -> EvaluatedPaper:
    """Reads the truth, gets the output and judges it."""
    truth = read_truth(paper.truth)
    started = time.perf_counter()
    try:
        text, extraction = _output(paper, plan)
        problem = ""
    except PdfbotError as error:
        text, extraction, problem = "", None, str(error)
    except Exception as error:
        # One paper that meets a bug must not cost the others.
        problem = f"internal error, please report it ({type(error).__name__}: {error})"
        text, extraction = "", None
    seconds = time.perf_counter() - started
    judged = judge_paper(truth, text)
    return EvaluatedPaper(
        paper.id,
        judged,
        seconds=seconds,
        rules=() if extraction is None else measure_rules(truth, extraction),
        pictures=_pictures(paper, judged, extraction) if plan.with_pictures else (),
        problem=problem,
    )


def _output(paper: PaperFolder, plan: Plan) -> tuple[str, Extraction | None]:
    """The text to be judged, and the lines behind it when pdfbot itself was run."""
    if plan.outputs is not None:
        path = plan.outputs / f"{paper.id}.txt"
        if not path.is_file():
            raise FileMissingError(f"{path}: no such file; it counts as empty")
        return read_output(path), None
    choices = dict(plan.choices)
    if choices.get("engine") == REPLICA:
        choices["engine"] = "auto"
        source, wanted = paper.replica, "replica (replica.html.gz"
    else:
        source, wanted = paper.pdf, "PDF (paper.pdf"
    if source is None:
        ending = ".html" if "replica" in wanted else ".pdf"
        raise FileMissingError(f"{paper.truth.parent}: no {wanted} or {paper.id}{ending}) in it")
    extraction = pdfbot.extract(source, **choices)
    return extraction.text, extraction


def _pictures(
    paper: PaperFolder, judged: JudgedPaper, extraction: Extraction | None
) -> tuple[tuple[Picture, ...], ...]:
    """Where each wrong sentence stands; another tool's are found on the lines of the PDF."""
    if extraction is None:
        try:
            extraction = pdfbot.extract(paper.pdf) if paper.pdf else None
        except PdfbotError:
            extraction = None
    if extraction is None:
        return ((),) * len(judged.wrong)
    index, camera = LineIndex(extraction), Camera(paper.pdf)
    places = [index.find(_longer(sentence)) for sentence in judged.wrong]
    # Page by page, so that no page is drawn twice.
    order = sorted(range(len(places)), key=lambda n: places[n][0].page if places[n] else 0)
    taken = {n: camera.take(places[n]) for n in order}
    return tuple(taken[n] for n in range(len(places)))


def _longer(sentence: WrongSentence) -> str:
    """What shows more of the page: the output of a merger, the truth of a fragment."""
    return max(sentence.text, sentence.truth, key=len)
