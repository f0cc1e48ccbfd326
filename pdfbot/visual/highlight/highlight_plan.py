"""Which sentences get which colour: by id, by text, by score in layers, or by pdfbot's ranking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple, TypeAlias

from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Span
from pdfbot.ranking import DEFAULT_LAYERS, RankedSentence, Spread, rank_sentences
from pdfbot.visual.highlight.colours import (
    CHOSEN_OPACITY,
    DEFAULT_COLOUR,
    LABEL_COLOURS,
    PALETTE,
    layer_colours,
    parse_colour,
)
from pdfbot.visual.highlight.sentence_lookup import BodyText, Passage

MAX_LAYERS = len(PALETTE)
# Names of layers by their number; the first is the most important.
LAYER_NAMES = {
    1: ("important",),
    2: ("most important", "more detail"),
    3: ("most important", "important", "more detail"),
    4: ("most important", "important", "supporting", "more detail"),
    5: ("most important", "important", "supporting", "more detail", "fine detail"),
    6: (
        "most important",
        "very important",
        "important",
        "supporting",
        "more detail",
        "fine detail",
    ),
}
UNNAMED = "marked"

_SENTENCE_ID = re.compile(r"s\d+\.\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """The colour, score, label and note of a sentence or text to highlight.

    Each colour and each label makes a separate layer; otherwise the score decides. A text is
    highlighted as whole words, or with `whole_sentence` as the sentences that contain it; with
    `within_words` it may be part of a word.

    >>> pdfbot.Highlight(colour="teal", label="method", note="compare with Figure 2")
    """

    colour: str | None = None
    score: float | None = None
    label: str = ""
    note: str = ""
    whole_sentence: bool = False
    within_words: bool = False

    def __post_init__(self) -> None:
        if self.colour is not None:
            parse_colour(self.colour)
        if self.score is not None and not isfinite(self.score):
            raise UsageError(f"the score {self.score} is not a finite number")


# A colour, a score, both with more, or None for the default colour.
MarkValue: TypeAlias = str | float | Highlight | None
# Sentence ids or texts, with or without values.
Marks: TypeAlias = Mapping[str, MarkValue] | Iterable[str]


@dataclass(frozen=True, slots=True)
class Layer:
    """Highlights of one colour, which are shown and hidden together.

    Ranked layers come first, in the order of their scores.
    """

    name: str
    colour: str
    opacity: float = 1.0
    is_ranked: bool = False


@dataclass(frozen=True, slots=True)
class PlacedHighlight:
    """A highlighted sentence, or a passage that starts in one; `layer` is an index.

    `excerpt` is the sentence, or the passage with some text around it.
    """

    sentence_id: str
    excerpt: str
    spans: tuple[Span, ...]
    layer: int
    score: float | None = None
    label: str = ""
    note: str = ""
    is_passage: bool = False


@dataclass(frozen=True, slots=True)
class HighlightPlan:
    """All highlights in reading order, and their layers.

    `missing` lists the ids and texts not found in the body text.
    """

    layers: tuple[Layer, ...]
    highlights: tuple[PlacedHighlight, ...]
    missing: tuple[str, ...] = ()


class _Found(NamedTuple):
    passage: Passage
    is_passage: bool
    style: Highlight


def as_highlight(value: MarkValue) -> Highlight:
    """What a text or id is mapped to, in its long form."""
    if isinstance(value, Highlight):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Highlight(score=float(value))
    return Highlight(colour=None if value is None else str(value))


def plan_highlights(
    paper: Extraction, wanted: Marks, layers: int | None = None, names: Sequence[str] = ()
) -> HighlightPlan:
    """Find the wanted sentences and passages, and assign each to a layer.

    `names` are for the layers of scores, most important first.
    """
    count = _count_layers(layers, names)
    values = wanted if isinstance(wanted, Mapping) else dict.fromkeys(wanted)
    body = BodyText(paper)
    sentences = {sentence.id: sentence for sentence in paper.sentences}
    found: list[_Found] = []
    missing = []
    for key, value in values.items():
        style = as_highlight(value)
        sentence = sentences.get(key) or body.find_sentence(key)
        if sentence is not None:
            found.append(_Found(body.passage(sentence), False, style))
            continue
        matches = [] if _SENTENCE_ID.fullmatch(key) else list(_find_matches(body, key, style))
        found += matches
        if not matches:
            missing.append(key)
    # A sentence requested twice is coloured once, as requested last.
    unique = {(item.passage.start, item.is_passage, item.passage.text): item for item in found}
    in_order = sorted(unique.values(), key=lambda f: (f.passage.start, f.is_passage))
    assigned, highlights = _assign_layers(in_order, count, names)
    return HighlightPlan(tuple(assigned), tuple(highlights), tuple(missing))


def plan_ranking(
    paper: Extraction,
    layers: int | None = None,
    spread: Spread = "even",
    names: Sequence[str] = (),
) -> HighlightPlan:
    """Every sentence in the layer that pdfbot's ranking gives it."""
    return plan_ranked(rank_sentences(paper, _count_layers(layers, names), spread), names)


def plan_ranked(ranked: Sequence[RankedSentence], names: Sequence[str] = ()) -> HighlightPlan:
    """Every sentence of a ranking in its layer."""
    used = sorted({item.layer for item in ranked})
    in_order = sorted(ranked, key=lambda item: _reading_order(item.sentence.id))
    return HighlightPlan(
        tuple(_ranked_layers(len(used), names)),
        tuple(
            PlacedHighlight(s.id, s.text, s.spans, used.index(item.layer), item.score)
            for item in in_order
            for s in [item.sentence]
        ),
    )


def _reading_order(sentence_id: str) -> tuple[int, ...]:
    """The numbers of paragraph and sentence in an id such as s12.3."""
    return tuple(int(number) for number in sentence_id[1:].split("."))


def _find_matches(body: BodyText, text: str, style: Highlight) -> Iterator[_Found]:
    for passage in body.find_text(text, within_words=style.within_words):
        if style.whole_sentence:
            for sentence in passage.sentences:
                yield _Found(body.passage(sentence), False, style)
        else:
            yield _Found(passage, True, style)


def _count_layers(layers: int | None, names: Sequence[str]) -> int:
    count = layers if layers is not None else max(len(names), 1 if names else DEFAULT_LAYERS)
    if not 1 <= count <= MAX_LAYERS:
        raise UsageError(f"{count} layers: use 1 to {MAX_LAYERS}")
    if len(names) > count:
        raise UsageError(f"more layer names than layers ({len(names)} > {count})")
    if not all(name.strip() for name in names):
        raise UsageError("the name of a layer is empty")
    return count


def _ranked_layers(count: int, names: Sequence[str]) -> list[Layer]:
    own = [*names[:count], *LAYER_NAMES.get(count, ())[len(names) :]]
    return [
        Layer(name, colour, is_ranked=True)
        for name, colour in zip(own, layer_colours(count), strict=True)
    ]


def _assign_layers(
    found: Sequence[_Found], max_layers: int, names: Sequence[str]
) -> tuple[list[Layer], list[PlacedHighlight]]:
    """The layers of scores, then one per colour or label; and every passage in its layer."""
    scores = [score for item in found if (score := _deciding_score(item.style)) is not None]
    bounds = _lower_bounds(scores, max_layers)
    layers = _ranked_layers(len(bounds), names)
    labels: list[str] = []
    highlights = []
    for passage, is_passage, style in found:
        score = _deciding_score(style)
        if score is not None:
            index = next(i for i, bound in enumerate(bounds) if score >= bound)
        else:
            layer = _chosen_layer(style, labels)
            if layer not in layers:
                layers.append(layer)
            index = layers.index(layer)
        highlights.append(
            PlacedHighlight(
                passage.sentences[0].id,
                passage.excerpt,
                passage.spans,
                index,
                style.score,
                style.label,
                style.note,
                is_passage,
            )
        )
    return layers, highlights


def _chosen_layer(style: Highlight, labels: list[str]) -> Layer:
    """The layer of a colour or label; a label without a colour is added to `labels`."""
    if style.colour is not None:
        name = style.label or style.colour.strip()
        return Layer(name, parse_colour(style.colour), CHOSEN_OPACITY)
    if not style.label:
        return Layer(UNNAMED, DEFAULT_COLOUR)
    if style.label not in labels:
        labels.append(style.label)
    return Layer(style.label, LABEL_COLOURS[labels.index(style.label) % len(LABEL_COLOURS)])


def _deciding_score(style: Highlight) -> float | None:
    """The score, or None if a colour decides the layer."""
    return style.score if style.colour is None else None


def _lower_bounds(scores: Sequence[float], max_layers: int) -> list[float]:
    """The lowest score of each layer, highest layer first.

    Layers have equal numbers of scores, except that equal scores share a layer.
    """
    ranked = sorted(scores, reverse=True)
    count = min(max_layers, len(ranked))
    bounds: list[float] = []
    for layer in range(count):
        lowest = ranked[(layer + 1) * len(ranked) // count - 1]
        if not bounds or lowest < bounds[-1]:
            bounds.append(lowest)
    return bounds
