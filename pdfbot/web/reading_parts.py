"""What belongs to the text besides its sentences: figures, equations, notes, references, people."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pdfbot.model import Caption, Extraction, PageBox, Sentence
from pdfbot.notation import Script, raised_ranges, shown_scripts
from pdfbot.output.places import point
from pdfbot.rules import Role
from pdfbot.visual.replica.links import safe_url

Json = dict[str, Any]

# Pages that have to agree on how far their printed numbers are from those in the file.
MIN_NUMBERED = 2
MIN_SHARE_NUMBERED = 0.5

# A number at either end of a line in the margin.
_PAGE_NUMBER = re.compile(r"^(\d{1,5})\b|\b(\d{1,5})$")
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
_ARXIV_YEAR = re.compile(r"(\d\d)\d\d\.\d")


def head_view(paper: Extraction) -> Json:
    """Title, people and year of a paper."""
    return {
        "language": paper.language,
        "title": paper.title,
        "title_scripts": script_views(paper.title, paper.title_scripts),
        "authors": [str(author) for author in paper.metadata.authors],
        "year": _year(paper),
        "text_size": point(paper.statistics.base_size),
    }


def _year(paper: Extraction) -> str:
    """The year in which the paper appeared, or else was written; empty if it does not say."""
    about = paper.metadata
    for date in (about.published, about.accepted, about.received):
        if found := _YEAR.search(date):
            return found[0]
    written = _ARXIV_YEAR.match(about.arxiv)
    return f"20{written[1]}" if written else ""


def page_labels(paper: Extraction) -> dict[int, str]:
    """The number printed on each page: of most pages equally far from its place in the file."""
    places = {
        verdict.line_id for verdict in paper.verdicts if verdict.rule.role is Role.PAGE_MARGIN
    }
    printed: dict[int, set[int]] = defaultdict(set)
    for line in paper.lines:
        if line.id in places and (found := _PAGE_NUMBER.search(line.text)):
            printed[line.page].add(int(found[1] or found[2]))
    shifts = Counter(value - page for page, values in printed.items() for value in values)
    shift, pages = shifts.most_common(1)[0] if shifts else (0, 0)
    is_agreed = pages >= max(MIN_NUMBERED, MIN_SHARE_NUMBERED * len(paper.pages))
    added = shift if is_agreed and shift > 0 else 0
    return {page.number: str(page.number + added) for page in paper.pages}


def script_views(text: str, scripts: Sequence[Script]) -> list[Json]:
    shown = shown_scripts(text, scripts)
    return [{"kind": s.kind, "start": s.start, "end": s.end} for s in shown]


def part_views(paper: Extraction, pictures: Mapping[str, PageBox]) -> Json:
    """Figures, equations, footnotes and references; `pictures` are by the ids of the former."""
    return {
        "figures": [_figure_view(paper, caption, pictures) for caption in paper.captions],
        "equations": [
            {
                "id": equation.id,
                "number": equation.number,
                "text": equation.text,
                "tex": equation.tex,
                "picture": _picture_view(pictures.get(equation.id)),
            }
            for equation in paper.equations
        ],
        "footnotes": [
            {
                "id": note.id,
                "mark": note.mark,
                "text": note.text,
                "scripts": script_views(note.text, note.scripts),
            }
            for note in paper.footnotes
        ],
        "references": [
            {
                "id": entry.id,
                "label": entry.label,
                "text": entry.text,
                "scripts": script_views(entry.text, entry.scripts),
                "page": entry.page,
                "url": _address(entry.doi, entry.arxiv, entry.url),
            }
            for entry in paper.references
        ],
    }


def _address(doi: str, arxiv: str, url: str) -> str:
    """Where the work can be found; empty if nothing is known."""
    if doi:
        return f"https://doi.org/{doi}"
    return f"https://arxiv.org/abs/{arxiv}" if arxiv else safe_url(url)


def _figure_view(paper: Extraction, caption: Caption, pictures: Mapping[str, PageBox]) -> Json:
    return {
        "id": caption.id,
        "kind": caption.kind,
        "label": caption.label,
        "text": caption.text,
        "scripts": script_views(caption.text, caption.scripts),
        "page": caption.page,
        "mentions": list(caption.mentions),
        "paragraph": _paragraph_of(paper, caption),
        "picture": _picture_view(pictures.get(caption.id)),
    }


def _paragraph_of(paper: Extraction, caption: Caption) -> str | None:
    """The paragraph that a figure follows: the first to mention it, or the last before its page."""
    mentions = set(caption.mentions)
    before = None
    for paragraph in paper.paragraphs:
        if any(sentence.id in mentions for sentence in paragraph.sentences):
            return paragraph.id
        if paragraph.sentences[0].page <= caption.page:
            before = paragraph.id
    return before


def _picture_view(box: PageBox | None) -> Json | None:
    """Page and size of a picture in points."""
    if box is None:
        return None
    return {"page": box.page, "width": point(box.width), "height": point(box.height)}


class SentenceMarks:
    """What a sentence leads to: references, equations that stand in it, footnotes."""

    def __init__(self, paper: Extraction) -> None:
        self._notes: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for note in paper.footnotes:
            for sentence_id in note.mentions:
                self._notes[sentence_id].append((note.id, note.mark))

    def views(self, sentence: Sentence) -> Json:
        return {
            "citations": [
                {"start": mark.start, "end": mark.end, "references": list(mark.references)}
                for mark in sentence.citations
            ],
            "equations": [
                {"start": mark.start, "equation": mark.equation_id} for mark in sentence.equations
            ],
            "notes": list(self._note_views(sentence)),
        }

    def _note_views(self, sentence: Sentence) -> Iterator[Json]:
        """Where the mark of each note is; behind the sentence if it is not in its text."""
        raised = {sentence.text[a:b]: (a, b) for a, b in raised_ranges(sentence.scripts)}
        end = len(sentence.text)
        for note_id, mark in self._notes.get(sentence.id, ()):
            start, stop = raised.get(mark, (end, end))
            yield {"start": start, "end": stop, "note": note_id}
