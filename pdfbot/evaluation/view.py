"""The report as one HTML page: every wrong sentence beside the place it comes from."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from html import escape
from itertools import zip_longest

from pdfbot.evaluation.judging import WrongSentence
from pdfbot.evaluation.places import Picture
from pdfbot.evaluation.report import COLUMNS, corpus_costs, corpus_summary, figures
from pdfbot.evaluation.rules import KEPT
from pdfbot.evaluation.runs import EvaluatedPaper
from pdfbot.replica.dialect import shipped

# Characters that XML and HTML have no place for.
_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127), "\ufffd")


def render_report(papers: Sequence[EvaluatedPaper], title: str) -> str:
    """One page without scripts; a browser is told to load nothing but what is in it."""
    style = shipped("evaluate.css")
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
        *(line for paper in papers for line in _paper(paper)),
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
        yield f"<tr><th>{name}</th>{_values(figures(paper.judged.score))}</tr>"
    yield f"</tbody><tfoot><tr><th>mean of {summary.papers}</th>{_values(figures(summary))}</tr>"
    yield "</tfoot></table>"


def _values(values: Iterable[float]) -> str:
    return "".join(f"<td>{value:.3f}</td>" for value in values)


def _cells(tag: str, texts: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{_text(text)}</{tag}>" for text in texts) + "</tr>"


def _removal_table(papers: Sequence[EvaluatedPaper]) -> Iterator[str]:
    removal = corpus_summary(papers).removal
    yield "<h2>Removed</h2><table>"
    yield _cells("th", ["kind", "share", "word triples", "of them in the output"])
    for kind, removed in removal.items():
        row = (kind, f"{removed.share:.3f}", str(removed.triples), str(removed.leaked))
        yield _cells("td", row)
    yield "</table>"


def _rule_table(papers: Sequence[EvaluatedPaper]) -> Iterator[str]:
    costs = corpus_costs(papers)
    if not costs:
        return
    yield "<h2>Rules</h2><table>" + _cells("th", ["rule", "lines removed", "of them body"])
    for cost in costs:
        if cost.rule != KEPT:
            yield _cells("td", [cost.rule, str(cost.lines), str(cost.mistaken)])
    yield "</table>"


def _paper(paper: EvaluatedPaper) -> Iterator[str]:
    wrong = paper.judged.wrong
    yield f'<section id="{_text(paper.id)}"><h2>{_text(paper.id)}</h2>'
    if paper.problem:
        yield f'<p class="problem">{_text(paper.problem)}</p>'
    if not wrong:
        yield "<p>Every sentence is right.</p></section>"
        return
    yield f"<details open><summary>{len(wrong)} wrong sentences</summary>"
    for sentence, pictures in zip_longest(wrong, paper.pictures, fillvalue=()):
        if isinstance(sentence, WrongSentence):
            yield from _wrong(sentence, pictures)
    yield "</details></section>"


def _wrong(sentence: WrongSentence, pictures: Sequence[Picture]) -> Iterator[str]:
    yield f'<article class="{sentence.kind}"><div><b>{sentence.kind}</b>'
    output, truth = _difference(sentence.text, sentence.truth)
    if output:
        yield f"<h3>output</h3><p>{output}</p>"
    if truth:
        yield f"<h3>truth</h3><p>{truth}</p>"
    yield "</div><div>"
    yield from (_picture(picture) for picture in pictures)
    if not pictures:
        yield "<p>Not found on the pages.</p>"
    yield "</div></article>"


def _difference(output: str, truth: str) -> tuple[str, str]:
    """Both texts as HTML, with the words that only one of them has marked."""
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


def _picture(picture: Picture) -> str:
    """The place as it looks, the sentence's lines tinted; in points, whatever the resolution."""
    place = picture.place
    box = place.box
    if not picture.data:
        return f"<figure><figcaption>page {place.page}, not drawn</figcaption></figure>"
    tints = "".join(
        f'<rect x="{line.left - box.left:.1f}" y="{box.top - line.top:.1f}" '
        f'width="{line.width:.1f}" height="{line.height:.1f}"/>'
        for line in place.lines
    )
    size = f'width="{box.width:.1f}" height="{box.height:.1f}"'
    data = b64encode(picture.data).decode()
    return (
        f"<figure><figcaption>page {place.page}</figcaption>"
        f'<svg viewBox="0 0 {box.width:.1f} {box.height:.1f}" role="img" '
        f'aria-label="part of page {place.page}">'
        f'<image {size} href="data:image/webp;base64,{data}"/>{tints}</svg></figure>'
    )
