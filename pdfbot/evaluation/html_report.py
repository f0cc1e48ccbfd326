"""The report as one HTML page: every wrong sentence next to its place on the page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from html import escape

from pdfbot.evaluation.evaluation_run import EvaluatedPaper
from pdfbot.evaluation.page_crops import PageCrop
from pdfbot.evaluation.report import COLUMNS, corpus_costs, corpus_summary, figures
from pdfbot.evaluation.rule_costs import KEPT
from pdfbot.evaluation.scoring import WrongSentence
from pdfbot.resources import read_text

# Control characters that HTML does not allow.
_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127), "\ufffd")


def render_report(papers: Sequence[EvaluatedPaper], title: str) -> str:
    """A self-contained page without scripts, whose security policy forbids loading anything."""
    style = read_text("evaluate.css")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{_text(title)}: evaluation</title>",
        f"<style>{style}</style></head><body>",
        f"<h1>{_text(title)}</h1>",
        *_figure_table(papers),
        *_removal_table(papers),
        *_rule_table(papers),
        *(line for paper in papers for line in _paper_section(paper)),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _text(text: str) -> str:
    return escape(text.translate(_CONTROLS).encode("utf-8", "replace").decode("utf-8"))


def _figure_table(papers: Sequence[EvaluatedPaper]) -> Iterator[str]:
    summary = corpus_summary(papers)
    yield "<table><thead>" + _cells("th", ["paper", *COLUMNS]) + "</thead><tbody>"
    for paper in papers:
        name = f'<a href="#{_text(paper.id)}">{_text(paper.id)}</a>'
        yield f"<tr><th>{name}</th>{_values(figures(paper.scored.score))}</tr>"
    yield f"</tbody><tfoot><tr><th>mean of {summary.papers}</th>{_values(figures(summary))}</tr>"
    yield "</tfoot></table>"


def _values(values: Iterable[float]) -> str:
    return "".join(f"<td>{value:.3f}</td>" for value in values)


def _cells(tag: str, texts: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{_text(text)}</{tag}>" for text in texts) + "</tr>"


def _removal_table(papers: Sequence[EvaluatedPaper]) -> Iterator[str]:
    removal = corpus_summary(papers).removal
    yield "<h2>Nonbody text removed</h2><table>"
    yield _cells("th", ["kind", "share removed", "word trigrams", "in the output"])
    for kind, removed in removal.items():
        row = (kind, f"{removed.share:.3f}", str(removed.trigrams), str(removed.leaked))
        yield _cells("td", row)
    yield "</table>"


def _rule_table(papers: Sequence[EvaluatedPaper]) -> Iterator[str]:
    costs = corpus_costs(papers)
    if not costs:
        return
    yield "<h2>Rules</h2><table>" + _cells("th", ["rule", "lines removed", "body lines"])
    for cost in costs:
        if cost.rule != KEPT:
            yield _cells("td", [cost.rule, str(cost.lines), str(cost.mistaken)])
    yield "</table>"


def _paper_section(paper: EvaluatedPaper) -> Iterator[str]:
    wrong = paper.scored.wrong
    yield f'<section id="{_text(paper.id)}"><h2>{_text(paper.id)}</h2>'
    if paper.problem:
        yield f'<p class="problem">{_text(paper.problem)}</p>'
    if not wrong:
        yield "<p>All sentences are correct.</p></section>"
        return
    yield f"<details open><summary>{len(wrong)} wrong sentences</summary>"
    for sentence, crops in zip(wrong, paper.pictures or ((),) * len(wrong), strict=True):
        yield from _wrong_sentence(sentence, crops)
    yield "</details></section>"


def _wrong_sentence(sentence: WrongSentence, crops: Sequence[PageCrop]) -> Iterator[str]:
    yield f'<article class="{sentence.kind}"><div><b>{sentence.kind}</b>'
    output, truth = _diff(sentence.text, sentence.truth)
    if output:
        yield f"<h3>output</h3><p>{output}</p>"
    if truth:
        yield f"<h3>truth</h3><p>{truth}</p>"
    yield "</div><div>"
    yield from (_figure(crop) for crop in crops)
    if not crops:
        yield "<p>Not found in the PDF.</p>"
    yield "</div></article>"


def _diff(output: str, truth: str) -> tuple[str, str]:
    """Both texts as HTML, with the words highlighted that only one of them has."""
    ours, theirs = output.split(), truth.split()
    if not ours or not theirs:
        return _text(output), _text(truth)
    left, right = [], []
    for tag, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        same = tag == "equal"
        left += _marked(ours[a:b], "" if same else "del")
        right += _marked(theirs[c:d], "" if same else "ins")
    return " ".join(left), " ".join(right)


def _marked(words: Sequence[str], tag: str) -> list[str]:
    text = _text(" ".join(words))
    return [f"<{tag}>{text}</{tag}>" if tag else text] if words else []


def _figure(crop: PageCrop) -> str:
    """The picture with the lines of the sentence tinted; coordinates are in points."""
    area = crop.area
    box = area.box
    if not crop.data:
        return f"<figure><figcaption>page {area.page}, no picture</figcaption></figure>"
    tints = "".join(
        f'<rect x="{line.left - box.left:.1f}" y="{box.top - line.top:.1f}" '
        f'width="{line.width:.1f}" height="{line.height:.1f}"/>'
        for line in area.lines
    )
    size = f'width="{box.width:.1f}" height="{box.height:.1f}"'
    data = b64encode(crop.data).decode()
    return (
        f"<figure><figcaption>page {area.page}</figcaption>"
        f'<svg viewBox="0 0 {box.width:.1f} {box.height:.1f}" role="img" '
        f'aria-label="part of page {area.page}">'
        f'<image {size} href="data:image/webp;base64,{data}"/>{tints}</svg></figure>'
    )
