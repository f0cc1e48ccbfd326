"""Evaluates a corpus: runs pdfbot on its papers, or scores the output of any other tool."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pdfbot.errors import FileMissingError, InputError, PdfbotError
from pdfbot.evaluation.fidelity import FidelityScore, read_marked, score_fidelity
from pdfbot.evaluation.locate import LineIndex
from pdfbot.evaluation.page_crops import PageCrop, PageCropper
from pdfbot.evaluation.rule_costs import RuleCost, measure_rule_costs
from pdfbot.evaluation.scholar import (
    ScholarScore,
    parse_tei,
    read_scholar_truth,
    score_scholar,
    shown_text,
)
from pdfbot.evaluation.scoring import ScoredPaper, WrongSentence, score_paper
from pdfbot.evaluation.structure import (
    FoundStructure,
    StructureScore,
    read_structure,
    read_structure_truth,
    score_structure,
)
from pdfbot.evaluation.truth import PaperFolder, read_output, read_truth
from pdfbot.model import Extraction
from pdfbot.notation import Notation
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.markdown import render_markdown
from pdfbot.output.tei import render_tei
from pdfbot.pipeline import extract_body
from pdfbot.readers.document import read_document
from pdfbot.readers.source import Source

# Suffixes of a tool's files from which structure is read.
TEI_SUFFIX = ".tei.xml"
STRUCTURE_SUFFIXES = (".md", TEI_SUFFIX)

Evaluated = TypeVar("Evaluated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to evaluate: the texts in `outputs`, or pdfbot with these options.

    `from_replicas` reads the replica next to the ground truth instead of the PDF.
    """

    outputs: Path | None = None
    reading: ReadingOptions = field(default_factory=ReadingOptions)
    rules: RuleOptions = field(default_factory=RuleOptions)
    from_replicas: bool = False
    with_pictures: bool = False


@dataclass(frozen=True, slots=True)
class EvaluatedPaper:
    """One paper: its figures, the cost of each rule, and pictures of every wrong sentence.

    `problem` says why there was no output; a paper without output scores as empty.
    """

    id: str
    scored: ScoredPaper
    seconds: float = 0.0
    rules: tuple[RuleCost, ...] = ()
    pictures: tuple[tuple[PageCrop, ...], ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class EvaluatedStructure:
    """The structure of one paper; `problem` says why there was no output."""

    id: str
    score: StructureScore
    problem: str = ""


@dataclass(frozen=True, slots=True)
class EvaluatedFidelity:
    """The signs and scripts of one paper; `problem` says why there was no output."""

    id: str
    score: FidelityScore
    problem: str = ""


@dataclass(frozen=True, slots=True)
class EvaluatedScholar:
    """Authors, references and tables of one paper; `problem` says why there was no output."""

    id: str
    score: ScholarScore
    problem: str = ""


def evaluate_papers(
    papers: Sequence[PaperFolder], plan: Plan, jobs: int = 1
) -> Iterator[EvaluatedPaper]:
    """Evaluate the papers in order, yielding each as soon as it is done."""
    return _run_all(evaluate_paper, papers, plan, jobs)


def evaluate_structures(
    papers: Sequence[PaperFolder], plan: Plan, jobs: int = 1
) -> Iterator[EvaluatedStructure]:
    """The same for the structure of every paper."""
    return _run_all(evaluate_structure, papers, plan, jobs)


def evaluate_fidelities(
    papers: Sequence[PaperFolder], plan: Plan, jobs: int = 1
) -> Iterator[EvaluatedFidelity]:
    """The same for the signs and scripts of every paper."""
    return _run_all(evaluate_fidelity, papers, plan, jobs)


def evaluate_scholars(
    papers: Sequence[PaperFolder], plan: Plan, jobs: int = 1
) -> Iterator[EvaluatedScholar]:
    """The same for the authors, references and tables of every paper."""
    return _run_all(evaluate_scholar, papers, plan, jobs)


def _run_all(
    evaluate: Callable[[PaperFolder, Plan], Evaluated],
    papers: Sequence[PaperFolder],
    plan: Plan,
    jobs: int,
) -> Iterator[Evaluated]:
    if jobs == 1 or len(papers) == 1:
        for paper in papers:
            yield evaluate(paper, plan)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(papers)), mp_context=spawn) as pool:
        try:
            yield from pool.map(evaluate, papers, [plan] * len(papers))
        except BrokenProcessPool:
            raise PdfbotError("a process died, possibly out of memory; try --jobs 1") from None


def evaluate_structure(paper: PaperFolder, plan: Plan) -> EvaluatedStructure:
    """Get the structure of one paper and score it against the ground truth."""
    truth = read_structure_truth(paper.truth)
    found, problem = FoundStructure(), ""
    try:
        found = _get_structure(paper, plan)
    except PdfbotError as error:
        problem = str(error)
    except Exception as error:
        # A bug on one paper must not stop the others.
        problem = f"internal error, please report it ({type(error).__name__}: {error})"
    return EvaluatedStructure(paper.id, score_structure(truth, found), problem)


def _get_structure(paper: PaperFolder, plan: Plan) -> FoundStructure:
    """The structure in the Markdown and TEI of a tool, or of pdfbot itself."""
    if plan.outputs is None:
        extraction = extract_body(Source.of(_input_file(paper, plan)), plan.reading, plan.rules)
        return read_structure(
            render_markdown(extraction, notation="flat", equations="none"), render_tei(extraction)
        )
    files = [plan.outputs / f"{paper.id}{suffix}" for suffix in STRUCTURE_SUFFIXES]
    if not any(path.is_file() for path in files):
        raise FileMissingError(f"{files[0]}: no such file; it counts as empty")
    markdown, tei = map(read_output, files)
    try:
        return read_structure(markdown, tei)
    except InputError as error:
        raise InputError(f"{files[1]}: {error}") from None


def evaluate_scholar(paper: PaperFolder, plan: Plan) -> EvaluatedScholar:
    """Get the TEI of one paper and score it against the ground truth."""
    truth, shown = read_scholar_truth(paper.truth), _shown_text(paper)
    try:
        return EvaluatedScholar(paper.id, score_scholar(truth, _tei_of(paper, plan), shown))
    except PdfbotError as error:
        problem = str(error)
    except Exception as error:
        # A bug on one paper must not stop the others.
        problem = f"internal error, please report it ({type(error).__name__}: {error})"
    return EvaluatedScholar(paper.id, score_scholar(truth, "", shown), problem)


def _shown_text(paper: PaperFolder) -> str | None:
    """What the PDF next to the truth shows, None if there is none that can be read."""
    try:
        return (
            shown_text(read_document(Source.of(paper.pdf), ReadingOptions())) if paper.pdf else None
        )
    except PdfbotError:
        return None


def _tei_of(paper: PaperFolder, plan: Plan) -> str:
    """The TEI of pdfbot itself, or of the tool whose outputs are scored."""
    if plan.outputs is None:
        source = Source.of(_input_file(paper, plan))
        return render_tei(extract_body(source, plan.reading, plan.rules))
    path = plan.outputs / f"{paper.id}{TEI_SUFFIX}"
    if not path.is_file():
        raise FileMissingError(f"{path}: no such file; it counts as empty")
    tei = read_output(path)
    try:
        parse_tei(tei)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return tei


def evaluate_fidelity(paper: PaperFolder, plan: Plan) -> EvaluatedFidelity:
    """Get the text of one paper and compare it with the ground truth sign by sign."""
    truth = read_truth(paper.truth)
    expected = map(truth.fold_characters, read_marked(paper.truth, truth.paragraphs))
    text, _, problem = _try_output(paper, plan, "unicode")
    score = score_fidelity(expected, truth.fold_characters(text))
    return EvaluatedFidelity(paper.id, score, problem)


def evaluate_paper(paper: PaperFolder, plan: Plan) -> EvaluatedPaper:
    """Get the output of one paper and score it against the ground truth."""
    truth = read_truth(paper.truth)
    started = time.perf_counter()
    text, extraction, problem = _try_output(paper, plan, "flat")
    seconds = time.perf_counter() - started
    scored = score_paper(truth, text)
    return EvaluatedPaper(
        paper.id,
        scored,
        seconds=seconds,
        rules=() if extraction is None else measure_rule_costs(truth, extraction),
        pictures=_draw_pictures(paper, scored, extraction) if plan.with_pictures else (),
        problem=problem,
    )


def _try_output(
    paper: PaperFolder, plan: Plan, notation: Notation
) -> tuple[str, Extraction | None, str]:
    """The same as `_get_output`, and why there is no output where there is none."""
    try:
        return *_get_output(paper, plan, notation), ""
    except PdfbotError as error:
        return "", None, str(error)
    except Exception as error:
        # A bug on one paper must not stop the others.
        return "", None, f"internal error, please report it ({type(error).__name__}: {error})"


def _get_output(
    paper: PaperFolder, plan: Plan, notation: Notation
) -> tuple[str, Extraction | None]:
    """The text to score, and the extraction it came from if pdfbot itself was run."""
    if plan.outputs is not None:
        path = plan.outputs / f"{paper.id}.txt"
        if not path.is_file():
            raise FileMissingError(f"{path}: no such file; it counts as empty")
        return read_output(path), None
    extraction = extract_body(Source.of(_input_file(paper, plan)), plan.reading, plan.rules)
    return text_to_score(extraction, notation), extraction


def text_to_score(extraction: Extraction, notation: Notation = "flat") -> str:
    """Words are scored without scripts, as the truth has them; signs on the text users get."""
    return extraction.written(notation, "none" if notation == "flat" else "mark")


def _input_file(paper: PaperFolder, plan: Plan) -> Path:
    if plan.from_replicas:
        path, expected = paper.replica, f"replica (replica.html.gz or {paper.id}.html)"
    else:
        path, expected = paper.pdf, f"PDF (paper.pdf or {paper.id}.pdf)"
    if path is None:
        raise FileMissingError(f"{paper.truth.parent}: contains no {expected}")
    return path


def _draw_pictures(
    paper: PaperFolder, scored: ScoredPaper, extraction: Extraction | None
) -> tuple[tuple[PageCrop, ...], ...]:
    """Pictures of every wrong sentence; another tool's are located on the lines of the PDF."""
    if extraction is None:
        extraction = _extract_lines(paper)
    if extraction is None:
        return ((),) * len(scored.wrong)
    index, cropper = LineIndex(extraction), PageCropper(paper.pdf)
    areas = [index.find(_longer_text(sentence)) for sentence in scored.wrong]
    # In page order, so that each page is drawn once.
    order = sorted(range(len(areas)), key=lambda n: areas[n][0].page if areas[n] else 0)
    drawn = {n: cropper.crop(areas[n]) for n in order}
    return tuple(drawn[n] for n in range(len(areas)))


def _extract_lines(paper: PaperFolder) -> Extraction | None:
    """The lines of the PDF, or None if it cannot be read; the report then has no pictures."""
    if paper.pdf is None:
        return None
    try:
        return extract_body(Source.of(paper.pdf), ReadingOptions(), RuleOptions())
    except PdfbotError:
        return None


def _longer_text(sentence: WrongSentence) -> str:
    """The text that shows more of the page: the output if merged, the truth if cut short."""
    return max(sentence.text, sentence.truth, key=len)
