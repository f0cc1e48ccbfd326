"""Citation marks from the PDF's links, where the text alone does not show what is cited."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pdfbot.geometry import on_one_line
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box, CitationMark, Jump, Line, Reference, Sentence
from pdfbot.structure.citation_links import Marks, outside_formulas

# Line heights: a link leads to a place that is no further above or below the top of its entry.
MAX_TARGET_RISE = 1.2
# Points: and no further left of it, where the place has a left edge.
MAX_TARGET_OFFSET = 45.0
# Points: or right of it, where entries hang out.
MAX_RIGHT = 8.0
# Share of the marks known from the text to which links must agree, or they lead elsewhere.
MIN_AGREED = 0.8
# Points by which the letters of a link may stick out.
SLACK = 1.0
# Line heights: the box of a link over two lines is higher, and covers more than its text.
MAX_HEIGHT = 1.8
# Characters between two parts of one mark: "Smith et al. (" and "2020".
MAX_CHARS_BETWEEN = 3
# Letters of a mark: more is a sentence.
MAX_MARK = 120

Targets = Mapping[int, Sequence[tuple[Box, str]]]


def add_linked_marks(
    marks: Marks,
    sentences: Sequence[Sentence],
    references: Sequence[Reference],
    layouts: Sequence[PageLayout],
    lines: Mapping[str, Line],
) -> Marks:
    """Add the marks that only links show to those of each sentence, if links and text agree."""
    targets = _targets(layouts, references)
    if not targets:
        return marks
    linked = {s.id: found for s in sentences if (found := _marks_in(s, targets, lines))}
    pairs = [
        set(mark.references) >= set(other.references)
        for name, found in linked.items()
        for mark in marks.get(name, ())
        for other in found
        if _overlap(mark, other)
    ]
    if sum(pairs) < MIN_AGREED * len(pairs):
        return marks
    return dict(marks) | {
        name: tuple(sorted((*marks.get(name, ()), *added), key=lambda mark: mark.start))
        for name, found in linked.items()
        if (added := _not_known(found, marks.get(name, ())))
    }


def _not_known(found: Iterable[CitationMark], known: Sequence[CitationMark]) -> list[CitationMark]:
    return [mark for mark in found if not any(_overlap(mark, other) for other in known)]


def _overlap(one: CitationMark, other: CitationMark) -> bool:
    return one.start < other.end and other.start < one.end


def _targets(layouts: Sequence[PageLayout], references: Sequence[Reference]) -> Targets:
    """The texts printed over links to entries, with the entries' ids, by page."""
    first: dict[int, list[tuple[Box, str]]] = defaultdict(list)
    for entry in references:
        first[entry.spans[0].page].append((entry.spans[0].box, entry.id))
    found: dict[int, list[tuple[Box, str]]] = defaultdict(list)
    for layout in layouts:
        for jump in layout.page.jumps:
            if entry_id := _entry_at(jump, first.get(jump.page, ())):
                found[layout.page.number].append((jump.box, entry_id))
    return found


def _entry_at(jump: Jump, entries: Iterable[tuple[Box, str]]) -> str:
    """The only entry whose first line begins where a link leads; "" if there is none or another."""
    place = jump.place
    near = [
        (abs(place.top - box.top), entry_id)
        for box, entry_id in entries
        if abs(place.top - box.top) <= MAX_TARGET_RISE * box.height
        and (place.left <= 0 or -MAX_RIGHT <= box.left - place.left <= MAX_TARGET_OFFSET)
    ]
    near.sort()
    is_clear = len(near) == 1 or (len(near) > 1 and near[1][0] - near[0][0] > SLACK)
    return near[0][1] if is_clear else ""


def _marks_in(
    sentence: Sentence, targets: Targets, lines: Mapping[str, Line]
) -> list[CitationMark]:
    """The text under links in a sentence; parts that lead to one entry form one mark."""
    marks: list[CitationMark] = []
    for start, end, entry_id in _linked_ranges(sentence, targets, lines):
        last = marks[-1] if marks else None
        if last and last.references == (entry_id,) and start - last.end <= MAX_CHARS_BETWEEN:
            marks[-1] = CitationMark(last.start, end, last.references)
        elif not last or start >= last.end:
            marks.append(CitationMark(start, end, (entry_id,)))
    short = (mark for mark in marks if mark.end - mark.start <= MAX_MARK)
    return list(outside_formulas(sentence, short))


def _linked_ranges(
    sentence: Sentence, targets: Targets, lines: Mapping[str, Line]
) -> Iterator[tuple[int, int, str]]:
    position = 0
    for span in sentence.spans:
        here = [
            (box, name)
            for box, name in targets.get(span.page, ())
            if on_one_line(box, span.box) and box.height <= MAX_HEIGHT * span.box.height
        ]
        if not here:
            continue
        line = lines[span.line_id]
        # The hyphen at the end of a line may be gone.
        text = line.text[span.start : span.end].rstrip("-‐\u00ad")
        place = sentence.text.find(text, position)
        if place < 0:
            continue
        position = place + len(text)
        ranges = [(i, i + 1) for i in range(span.start, span.start + len(text))]
        middles = [(left + right) / 2 for left, right in line.x_ranges(ranges)]
        found = []
        for box, name in here:
            inside = [
                index
                for index, x in enumerate(middles)
                if box.left - SLACK < x < box.right + SLACK and not text[index].isspace()
            ]
            if inside:
                found.append((place + inside[0], place + inside[-1] + 1, name))
        yield from sorted(found)
