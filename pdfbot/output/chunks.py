"""Chunks for retrieval: whole sentences of one section, up to a number of words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated, Any, TypeAlias

from pdfbot.errors import UsageError
from pdfbot.model import (
    Brief,
    EquationStyle,
    EquationWriter,
    Extraction,
    PageBox,
    Paragraph,
    Sentence,
)
from pdfbot.notation import Notation
from pdfbot.output.places import box_records, line_boxes

DEFAULT_WORDS = 200

# How long a text is, in words or in tokens.
Length: TypeAlias = Callable[[str], int]


def count_words(text: str) -> int:
    return len(text.split())


@dataclass(frozen=True, slots=True, repr=False)
class Chunk(Brief):
    """Consecutive sentences of one section; `path` has the headings above them.

    `paper` is the DOI or the arXiv identifier of the paper, empty if it prints neither.
    """

    id: Annotated[str, "number of the chunk, `c1`"]
    text: Annotated[str, "its sentences, joined"]
    section: Annotated[str, "`id` of their section"]
    path: Annotated[tuple[str, ...], "the headings above them"]
    sentences: Annotated[tuple[Sentence, ...], "the sentences themselves"] = field(repr=False)
    paper: Annotated[str, "DOI or arXiv identifier of the paper"] = ""
    title: Annotated[str, "title of the paper"] = ""

    @property
    def metadata(self) -> dict[str, Any]:
        """What is known of the text, as LangChain and LlamaIndex keep it beside a document."""
        return {
            "paper": self.paper,
            "title": self.title,
            "id": self.id,
            "section": " > ".join(self.path),
            "pages": list(self.pages),
            "boxes": box_records(self.boxes),
        }

    @property
    def words(self) -> int:
        return count_words(self.text)

    @property
    def boxes(self) -> tuple[PageBox, ...]:
        """The box of each of its lines, with the page that it is on."""
        return line_boxes(self.sentences)

    @property
    def pages(self) -> tuple[int, ...]:
        return tuple(sorted({span.page for s in self.sentences for span in s.spans}))


def split_chunks(
    paper: Extraction,
    max_words: int = DEFAULT_WORDS,
    overlap: int = 0,
    notation: Notation = "unicode",
    equations: EquationStyle = "mark",
    length: Length = count_words,
) -> tuple[Chunk, ...]:
    """The body text in chunks of at most `max_words`; a longer sentence is a chunk of its own.

    `length` counts what a text has of them: words, or the tokens of a language model.

    A chunk begins with the last `overlap` sentences of the one before it, or with those of them
    that leave room for the next sentence. Raised and lowered characters are in the `notation`;
    `equations` says what is in the place of each display equation.
    """
    if max_words < 1 or overlap < 0:
        raise UsageError(f"chunks of {max_words} words with an overlap of {overlap}: use 1 or more")
    chunks: list[Chunk] = []
    write = paper.equation_writer(equations)
    for section, group in groupby(paper.paragraphs, key=lambda p: p.section):
        paragraphs = list(group)
        starts = {p.sentences[0].id for p in paragraphs}
        for sentences in _split(paragraphs, max_words, overlap, length):
            text = _join(sentences, starts, notation, write)
            name = f"c{len(chunks) + 1}"
            path = paragraphs[0].path
            own = paper.metadata.doi or paper.metadata.arxiv
            chunks.append(Chunk(name, text, section, path, tuple(sentences), own, paper.title))
    return tuple(chunks)


def _split(
    paragraphs: Sequence[Paragraph], max_words: int, overlap: int, length: Length
) -> Iterator[list[Sentence]]:
    chunk: list[Sentence] = []
    words = 0
    for sentence in (s for paragraph in paragraphs for s in paragraph.sentences):
        own = length(sentence.text)
        if chunk and words + own > max_words:
            yield chunk
            chunk = _kept(chunk, overlap, max_words - own, length)
            words = sum(length(s.text) for s in chunk)
        chunk.append(sentence)
        words += own
    if chunk:
        yield chunk


def _kept(chunk: Sequence[Sentence], overlap: int, room: int, length: Length) -> list[Sentence]:
    """The last sentences of a chunk that are repeated in the next one."""
    kept: list[Sentence] = []
    for sentence in reversed(chunk[1:][-overlap:] if overlap else []):
        room -= length(sentence.text)
        if room < 0:
            break
        kept.insert(0, sentence)
    return kept


def _join(
    sentences: Sequence[Sentence],
    paragraph_starts: set[str],
    notation: Notation,
    equation: EquationWriter | None,
) -> str:
    """Sentences of a paragraph after a space, paragraphs after a blank line."""
    text = sentences[0].written(notation, equation)
    for sentence in sentences[1:]:
        space = "\n\n" if sentence.id in paragraph_starts else " "
        text += space + sentence.written(notation, equation)
    return text


def chunk_record(chunk: Chunk, source: str | None) -> dict[str, Any]:
    """The chunk as described in docs/output.md."""
    record: dict[str, Any] = {} if source is None else {"source": source}
    return record | {
        "paper": chunk.paper,
        "title": chunk.title,
        "id": chunk.id,
        "text": chunk.text,
        "words": chunk.words,
        "section": chunk.section,
        "path": list(chunk.path),
        "sentences": [sentence.id for sentence in chunk.sentences],
        "pages": list(chunk.pages),
        "boxes": box_records(chunk.boxes),
    }


def render_chunks(
    paper: Extraction,
    max_words: int,
    overlap: int,
    source: str | None = None,
    notation: Notation = "unicode",
    equations: EquationStyle = "mark",
) -> Iterator[str]:
    """One line of JSON for each chunk; `source` names the file."""
    for chunk in split_chunks(paper, max_words, overlap, notation, equations):
        record = chunk_record(chunk, source)
        yield json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
