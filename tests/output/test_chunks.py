"""Chunks: whole sentences within a section, up to a number of words."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import pdfbot
from pdfbot.errors import UsageError
from pdfbot.output.chunks import count_words, render_chunks, split_chunks
from pdfbot.output.places import box_records

from .papers import make_paper


@pytest.fixture(scope="module")
def paper(papers: Path) -> pdfbot.Paper:
    return pdfbot.extract(papers / "twocolumn-conference" / "twocolumn-conference.pdf")


@pytest.mark.parametrize("max_words", [1, 40, 200, 10_000])
def test_chunks_cover_the_text_within_their_sections(paper: pdfbot.Paper, max_words: int) -> None:
    chunks = paper.chunks(max_words)
    assert [s.id for chunk in chunks for s in chunk.sentences] == [s.id for s in paper.sentences]
    assert [chunk.id for chunk in chunks] == [f"c{n}" for n in range(1, len(chunks) + 1)]
    for chunk in chunks:
        assert chunk.words <= max_words or len(chunk.sentences) == 1
        assert {s.section for s in chunk.sentences} == {chunk.section}
        assert {s.path for s in chunk.sentences} == {chunk.path}
    for one, other in pairwise(chunks):
        room = max_words - one.words
        is_full = count_words(other.sentences[0].text) > room
        assert is_full or one.section != other.section


def test_overlap_repeats_sentences_of_the_same_section(paper: pdfbot.Paper) -> None:
    chunks = paper.chunks(120, overlap=2)
    repeated = 0
    for one, other in pairwise(chunks):
        shared = [s.id for s in other.sentences if s in one.sentences]
        assert shared == [s.id for s in one.sentences[len(one.sentences) - len(shared) :]]
        assert len(shared) <= 2
        assert one.section == other.section or not shared
        assert other.words <= 120 or len(other.sentences) == 1
        repeated += bool(shared)
    assert repeated > len(chunks) / 3
    assert {s.id for c in chunks for s in c.sentences} == {s.id for s in paper.sentences}


def test_paragraphs_in_a_chunk_are_separated(paper: pdfbot.Paper) -> None:
    (text,) = {c.text for c in paper.chunks(10_000) if c.path == ("Introduction",)}
    inside = [p.text for p in paper.paragraphs if p.path == ("Introduction",)]
    assert text == "\n\n".join(inside)


def test_record_names_section_sentences_pages_and_boxes() -> None:
    first, second = (json.loads(line) for line in render_chunks(make_paper(), 200, 0, "a.pdf"))
    box = [72.0, 700.0, 172.0, 710.0]
    assert first["title"] == make_paper().title != ""
    assert first["text"] == "We count sacks. All of them."
    assert second == {
        "source": "a.pdf",
        "paper": "",
        "title": make_paper().title,
        "id": "c2",
        "text": "A sack is heavy.",
        "words": 4,
        "section": "h3",
        "path": ["Mills", "Sacks"],
        "sentences": ["s2.1"],
        "pages": [1],
        "boxes": [{"page": 1, "box": box}],
    }


@pytest.mark.parametrize(("max_words", "overlap"), [(0, 0), (10, -1)])
def test_sizes_that_make_no_sense_are_refused(max_words: int, overlap: int) -> None:
    with pytest.raises(UsageError, match="use 1 or more"):
        split_chunks(make_paper(), max_words, overlap)


def test_a_chunk_is_as_long_as_the_given_measure_says(paper: pdfbot.Paper) -> None:
    chunks = paper.chunks(400, length=len)
    assert "".join(s.id for c in chunks for s in c.sentences) == "".join(
        s.id for s in paper.sentences
    )
    assert all(
        sum(len(s.text) for s in c.sentences) <= 400 or len(c.sentences) == 1 for c in chunks
    )
    assert len(chunks) > len(paper.chunks(400))


def test_metadata_of_a_chunk_names_its_paper_and_place(paper: pdfbot.Paper) -> None:
    known = replace(paper, metadata=replace(paper.metadata, doi="10.1000/m"))
    last = split_chunks(known)[-1]
    assert last.metadata == {
        "paper": "10.1000/m",
        "title": paper.title,
        "id": last.id,
        "section": " > ".join(last.path),
        "pages": list(last.pages),
        "boxes": box_records(last.boxes),
    }
