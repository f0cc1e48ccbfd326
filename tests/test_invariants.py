"""What holds for every document, whatever the rules say about its lines."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import pdfbot
from pdfbot.align.hyphens import HYPHENS
from pdfbot.model import Box, Extraction, Line, Paragraph, Sentence, Span

from .documents import HOSTILE, PAPERS, PDFS, REPLICAS, choices, extracted

READABLE = [
    "wrong-xref.pdf",
    "rotated-page.pdf",
    "invisible-text.pdf",
    "huge-page.pdf",
    "deep-page-tree-40.pdf",
    "2000-tiny-textblocks.pdf",
    "html-in-text.pdf",
    "active-content.pdf",
    "one-blank-page.pdf",
]
DOCUMENTS = [*PDFS, *REPLICAS, *(HOSTILE / name for name in READABLE)]
# Edges are kept in single precision.
EPSILON = 0.01


@cache
def as_published(path: Path) -> Extraction:
    return pdfbot.extract(path, rules="paper")


@pytest.fixture(
    params=[
        *(pytest.param((path, "default"), id=path.name) for path in DOCUMENTS),
        *(pytest.param((path, "paper"), id=f"{path.name}, paper's rules") for path in PDFS),
    ]
)
def paper(request: pytest.FixtureRequest) -> Extraction:
    path, rules = request.param
    return extracted(path) if rules == "default" else as_published(path)


def spans_of(paper: Extraction) -> Iterator[tuple[Paragraph, Sentence, Span]]:
    for paragraph in paper.paragraphs:
        for sentence in paragraph.sentences:
            for span in sentence.spans:
                yield paragraph, sentence, span


def test_every_line_has_exactly_one_verdict(paper: Extraction) -> None:
    ids = [line.id for line in paper.lines]
    assert len(set(ids)) == len(ids)
    assert [verdict.line_id for verdict in paper.verdicts] == ids


def test_every_block_is_in_exactly_one_line(paper: Extraction) -> None:
    on_pages = Counter(id(block) for page in paper.pages for block in page.blocks)
    in_lines = Counter(id(block) for line in paper.lines for block in line.blocks)
    assert in_lines == on_pages


def test_a_line_says_what_its_blocks_say(paper: Extraction) -> None:
    for line in paper.lines:
        for block, start in zip(line.blocks, line.starts, strict=True):
            assert line.text[start : start + len(block.text)] == block.text
        assert squeezed(line.text) == squeezed("".join(block.text for block in line.blocks))


def test_every_character_of_a_body_line_is_in_one_sentence_or_trimmed(paper: Extraction) -> None:
    taken: dict[str, list[Span]] = {line.id: [] for line in paper.lines}
    opening, closing = set(), set()
    for paragraph in paper.paragraphs:
        places = [span.line_id for sentence in paragraph.sentences for span in sentence.spans]
        opening.add(places[0])
        closing.add(places[-1])
    for _, _, span in spans_of(paper):
        taken[span.line_id].append(span)
    for line, verdict in zip(paper.lines, paper.verdicts, strict=True):
        spans = taken[line.id]
        if not verdict.is_body:
            assert spans == []
            continue
        left_out = gaps(line, spans)
        if left_out[0]:
            # A bullet or a run-in heading, which only the first line of a paragraph has.
            assert line.id in opening, line.text
        if left_out[-1].strip():
            assert left_out[-1] in HYPHENS, line.text
            assert line.id not in closing, line.text
        assert not "".join(left_out[1:-1]).strip(), line.text


def gaps(line: Line, spans: list[Span]) -> list[str]:
    """The text before, between and behind the spans, which do not overlap."""
    assert spans, f"no sentence has {line.text!r}"
    assert all(one.end <= other.start for one, other in pairwise(spans))
    ends = [0, *(span.end for span in spans)]
    starts = [*(span.start for span in spans), len(line.text)]
    return [line.text[end:start] for end, start in zip(ends, starts, strict=True)]


def test_spans_lie_in_their_lines_and_on_their_pages(paper: Extraction) -> None:
    lines = {line.id: line for line in paper.lines}
    sizes = {page.number: (page.width, page.height) for page in paper.pages}
    for _, sentence, span in spans_of(paper):
        line = lines[span.line_id]
        assert 0 <= span.start < span.end <= len(line.text)
        assert span.page == line.page
        assert holds(line.box, span.box), sentence.text
        assert span.box.width > 0
        assert holds(Box(0, 0, *sizes[span.page]), span.box), sentence.text


def holds(outer: Box, inner: Box) -> bool:
    return (
        outer.left - EPSILON <= inner.left
        and outer.bottom - EPSILON <= inner.bottom
        and inner.right <= outer.right + EPSILON
        and inner.top <= outer.top + EPSILON
    )


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_a_sentence_is_what_its_spans_say(paper: Extraction) -> None:
    """But for the spaces where lines are joined: a hyphen that goes is in no span."""
    lines = {line.id: line.text for line in paper.lines}
    for sentence in paper.sentences:
        said = "".join(lines[span.line_id][span.start : span.end] for span in sentence.spans)
        assert squeezed(sentence.text) == squeezed(said)
        assert sentence.text == sentence.text.strip()


def test_paragraphs_follow_the_reading_order(paper: Extraction) -> None:
    order = {line.id: index for index, line in enumerate(paper.lines)}
    places = [(order[span.line_id], span.start) for _, _, span in spans_of(paper)]
    assert places == sorted(places)
    pages = [line.page for line in paper.lines if line.column]
    assert pages == sorted(pages)


def test_ids_are_unique_and_count_up(paper: Extraction) -> None:
    assert [p.id for p in paper.paragraphs] == [
        f"p{number}" for number in range(1, len(paper.paragraphs) + 1)
    ]
    ids = [sentence.id for sentence in paper.sentences]
    assert len(set(ids)) == len(ids)


def test_json_comes_back_as_it_was(paper: Extraction) -> None:
    text = paper.to_json()
    back = pdfbot.from_json(text)
    assert back.to_json() == text
    assert back.text == paper.text
    assert back.verdicts == pdfbot.from_json(back.to_json()).verdicts
    assert [s.text for s in back.sentences] == [s.text for s in paper.sentences]


def digest(paper: Extraction) -> str:
    return hashlib.sha256(paper.to_json().encode()).hexdigest()


@pytest.mark.parametrize("path", [PDFS[0], REPLICAS[0]], ids=["pdf", "replica"])
def test_a_second_run_gives_the_same(path: Path) -> None:
    assert digest(pdfbot.extract(path, **choices(path))) == digest(extracted(path))


def test_another_hash_seed_gives_the_same(command_environment: dict[str, str]) -> None:
    """Sets of strings come in another order in every process: no result may follow it."""
    documents = [path for path in [*PDFS, *REPLICAS] if not choices(path)]
    code = (
        "import hashlib, sys, pdfbot\n"
        "for path in sys.argv[1:]:\n"
        "    print(hashlib.sha256(pdfbot.extract(path).to_json().encode()).hexdigest())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, documents)],
        env={**command_environment, "PYTHONHASHSEED": "20"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [digest(extracted(path)) for path in documents]


@pytest.mark.parametrize("suffix", ["pdf", "html"])
@pytest.mark.parametrize("pages", [[2], [2, 3], [1, 3]])
def test_some_pages_can_be_read_alone(suffix: str, pages: list[int]) -> None:
    path = PAPERS / "twocolumn-conference" / f"twocolumn-conference.{suffix}"
    part, whole = pdfbot.extract(path, pages=pages), extracted(path)
    assert [page.number for page in part.pages] == pages
    assert {span.page for _, _, span in spans_of(part)} == set(pages)
    for number in pages:
        assert lines_on(part, number) == lines_on(whole, number)
    assert Counter(part.text.split()).total() > 0.5 * Counter(whole.text.split()).total() * (
        len(pages) / len(whole.pages)
    )


def lines_on(paper: Extraction, number: int) -> list[tuple[str, str]]:
    return [(line.id, line.text) for line in paper.lines if line.page == number]


def test_threads_do_not_disturb_each_other() -> None:
    """The PDF library would crash, or mix up pages, if two threads used it at once."""
    paths = [path for path in PDFS if path.stat().st_size < 1 << 20] * 2
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda path: pdfbot.extract(path, **choices(path)).to_json(), paths))
    assert found == [extracted(path).to_json() for path in paths]
