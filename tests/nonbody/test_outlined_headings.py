"""Headings that the outline of a PDF names, in whole papers; an outline that lies does no harm."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest
from make_mechanisms import HEADER, compose
from mechanisms.composer import Composer
from world.pdf import Bookmark

import pdfbot
from pdfbot.model import Box, OutlineEntry
from pdfbot.nonbody.outlined_headings import OutlinedHeading, find_outlined

from ..builders import EM, LEFT, PITCH, TOP, column, row

KINDS = {"run-in": 0, "plain": 1, "caption": 2, "two-line": 3, "level": 4}


def extract(paper: Composer) -> pdfbot.Paper:
    return pdfbot.extract(paper.finish(HEADER))


def made(number: int) -> Composer:
    return compose("outlines", number)


def without_outline(number: int) -> pdfbot.Paper:
    paper = made(number)
    paper.bookmarks = []
    return extract(paper)


def headings(paper: pdfbot.Paper) -> list[tuple[str, int]]:
    return [(section.heading, section.level) for section in paper.sections]


def expected(paper: Composer) -> list[tuple[str, int]]:
    return [(n["text"], n["level"]) for n in paper.nonbody if "level" in n]


@pytest.mark.parametrize("number", range(20))
def test_headings_in_the_outline_are_found_with_their_levels(number: int) -> None:
    paper = made(number)
    found = headings(extract(paper))
    assert [h for h in found if h[0] not in ("Abstract", "References")] == expected(paper)


@pytest.mark.parametrize("kind", ["run-in", "plain", "caption", "level"])
def test_without_the_outline_they_are_not_all_found(kind: str) -> None:
    """So the outline is what decides."""
    missing = False
    for number in range(KINDS[kind], 20, 5):
        paper = without_outline(number)
        found = headings(paper)
        text = paper.text
        missing |= any(h not in found for h in expected(made(number)))
        missing |= any(b.title in text for b in made(number).bookmarks if kind == "run-in")
    assert missing


@pytest.mark.parametrize("number", range(0, 20, 5))
def test_the_text_begins_after_a_heading_run_in(number: int) -> None:
    paper = made(number)
    found = extract(paper)
    texts = {p.text for p in found.paragraphs}
    bodies = [p["text"] for p in paper.paragraphs if "label" in p]
    assert len(bodies) == 10
    assert sum(body in texts for body in bodies) >= 9
    assert not any(p["label"] in found.text for p in paper.paragraphs if "label" in p)


def lie_shuffled(bookmarks: list[Bookmark], draw: random.Random) -> list[Bookmark]:
    """The titles lead to the places of others."""
    titles = [b.title for b in bookmarks]
    draw.shuffle(titles)
    return [replace(b, title=t) for b, t in zip(bookmarks, titles, strict=True)]


def lie_elsewhere(bookmarks: list[Bookmark], draw: random.Random) -> list[Bookmark]:
    return [
        replace(b, page=draw.randrange(3), top=draw.uniform(0, 800), left=draw.uniform(0, 500))
        for b in bookmarks
    ]


def lie_about_everything(bookmarks: list[Bookmark], draw: random.Random) -> list[Bookmark]:
    return [replace(b, title=f"Chapter {draw.random()} of a novel") for b in bookmarks]


def lie_about_depths(bookmarks: list[Bookmark], draw: random.Random) -> list[Bookmark]:
    return [replace(b, depth=draw.randint(1, 9)) for b in bookmarks]


def lie_by_omission(bookmarks: list[Bookmark], draw: random.Random) -> list[Bookmark]:
    return [b for b in bookmarks if draw.random() < 0.4]


LIES = (lie_shuffled, lie_elsewhere, lie_about_everything, lie_about_depths, lie_by_omission)
Lie = Callable[[list[Bookmark], random.Random], list[Bookmark]]


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("number", range(5))
def test_an_outline_that_lies_takes_no_text_away(lie: Lie, number: int) -> None:
    """Nor does it make a heading out of anything that is none."""
    paper, honest = made(number), without_outline(number)
    paper.bookmarks = lie(paper.bookmarks, random.Random(number))
    found = extract(paper)
    allowed = {text for text, _ in headings(honest)} | {text for text, _ in expected(made(number))}
    assert {text for text, _ in headings(found)} <= allowed
    labels = {p["label"] for p in paper.paragraphs if "label" in p}
    kept = found.text
    for label in labels:
        kept = kept.replace(label, "")
    for text, _ in expected(made(number)):
        kept = kept.replace(text, "")
    lost = [s.text for s in honest.sentences if s.text not in found.text and s.text not in kept]
    told = [t for t, _ in expected(made(number))] + list(labels)
    assert all(any(t in s or s in t for t in told) for s in lost)


@pytest.mark.parametrize("seed", range(8))
def test_sentences_in_the_outline_stay_text(seed: int) -> None:
    """Each entry has the beginning of a line of text for its title, and leads right there."""
    draw = random.Random(seed)
    paper, honest = made(4 + 5 * (seed % 3)), without_outline(4 + 5 * (seed % 3))
    lines = draw.sample([line for line in paper.layout.lines if len(line.text) > 35], 12)
    paper.bookmarks = [
        Bookmark(" ".join(line.text.split()[: draw.randint(1, 5)]), 1, line.page, line.x, line.y)
        for line in lines
    ]
    lost = {s.text for s in honest.sentences} - {s.text for s in extract(paper).sentences}
    # A word with a stop at the end of one of them looks like a heading run in.
    assert len(lost) <= 2


@dataclass(frozen=True)
class OutlineTarget:
    """An entry that leads to a row, counted from 0."""

    title: str
    row: int = 0
    depth: int = 1


def outlined(
    texts: Sequence[str], targets: Sequence[OutlineTarget], sizes: Sequence[float] = ()
) -> Mapping[int, OutlinedHeading]:
    sizes = sizes or [EM] * len(texts)
    rows = [row(text, slack=2, size=size) for text, size in zip(texts, sizes, strict=True)]
    entries = []
    for target in targets:
        y = TOP - target.row * PITCH + EM
        entries.append(OutlineEntry(target.title, target.depth, 1, Box(LEFT, y, LEFT, y)))
    return find_outlined(entries, column(rows))


TEXT = "and so the mill stood empty for years"


@pytest.mark.parametrize(
    ("lines", "title", "found"),
    [
        (["2 Old mills", TEXT], "Old mills", (1, None)),
        (["Old mills", TEXT], "2 Old mills", (1, None)),
        (["II. OLD MILLS", TEXT], "Old mills", (1, None)),
        (["A.1 Old mills", TEXT], "A.1 Old mills", (1, None)),
        (["Oﬃcial mills", TEXT], "Official mills", (1, None)),
        (["O L D M I L L S", TEXT], "Old mills", (1, None)),
        (["Old mills and their", "owners", TEXT], "Old mills and their owners", (2, None)),
        (["Old mills. Most of them", TEXT], "Old mills", (1, 11)),
        (["Old mills were built", TEXT], "Old mills", None),
        (["Older mills", TEXT], "Old mills", None),
        (["The old mills", TEXT], "Old mills", None),
        (["Figure 2. Old mills", TEXT], "Figure 2. Old mills", None),
        (["Ox", TEXT], "Ox", None),
    ],
)
def test_titles_are_found_as_they_are_printed(
    lines: list[str], title: str, found: tuple[int, int | None] | None
) -> None:
    """The number of lines, and where the text goes on in the last of them."""
    result = outlined(lines, [OutlineTarget(title)])
    heading = result.get(0)
    if found is None:
        assert heading is None
        return
    assert heading is not None
    assert len(heading.lines) == found[0]
    assert (heading.end if heading.is_run_in else None) == found[1]


def test_of_two_lines_with_the_title_the_nearer_one_is_meant() -> None:
    lines = ["Old mills", TEXT, TEXT, TEXT, "Old mills", TEXT]
    assert set(outlined(lines, [OutlineTarget("Old mills", row=4)])) == {4}
    both = [OutlineTarget("Old mills", row=4), OutlineTarget("Old mills", row=0, depth=2)]
    assert {i: h.depth for i, h in outlined(lines, both).items()} == {0: 2, 4: 1}


def test_a_heading_run_in_must_be_where_the_entry_leads() -> None:
    lines = ["Old mills. Most of them", *[TEXT] * 6]
    assert set(outlined(lines, [OutlineTarget("Old mills", row=1)])) == {0}
    assert not outlined(lines, [OutlineTarget("Old mills", row=6)])


@pytest.mark.parametrize(("others", "found"), [(1, {0}), (2, set())])
def test_most_titles_must_be_printed(others: int, found: set[int]) -> None:
    targets = [OutlineTarget("Old mills"), *[OutlineTarget("Unprinted")] * others]
    assert set(outlined(["Old mills", TEXT], targets)) == found


def test_the_title_of_the_paper_is_no_heading() -> None:
    lines = ["Old mills", TEXT, "Sources", TEXT]
    targets = [OutlineTarget("Old mills"), OutlineTarget("Sources", row=2)]
    assert set(outlined(lines, targets, sizes=[16, 10, 10, 10])) == {2}
    assert set(outlined(lines, targets, sizes=[10, 10, 16, 10])) == {0, 2}
