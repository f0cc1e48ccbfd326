"""Which sentences get which colour: by id, by text, by score in layers, or by pdfbot's ranking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Annotated, NamedTuple, TypeAlias

from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Span
from pdfbot.ranking.layers import DEFAULT_LAYERS, layers_of_scores
from pdfbot.ranking.ranked_sentences import RankedSentence, rank_sentences
from pdfbot.ranking.reading_order import Spread
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
LAYER_NAMES: dict[int, tuple[str, ...]] = {
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

    Each colour and each label makes a separate layer; otherwise the layer that is given decides,
    or else the score. A text is
    highlighted as whole words, or with `whole_sentence` as the sentences that contain it; with
    `within_words` it may be part of a word.

    >>> pdfbot.Highlight(colour="teal", label="method", note="compare with Figure 2")
    """

    colour: Annotated[
        str | None, "a name or any other notation of CSS; None for the colour of the layer"
    ] = None
    score: Annotated[float | None, "any number; higher ones come first"] = None
    label: Annotated[str, "the name of its layer"] = ""
    note: Annotated[str, "shown with the sentence, and written into the annotation"] = ""
    layer: Annotated[int | None, "from 1; decides before the score"] = None
    whole_sentence: Annotated[bool, "whether the sentences with the text are coloured"] = False
    within_words: Annotated[bool, "whether the text may be part of a word"] = False

    def __post_init__(self) -> None:
        if self.colour is not None:
            parse_colour(self.colour)
        if self.score is not None and not isfinite(self.score):
            raise UsageError(f"the score {self.score} is not a finite number")
        if self.layer is not None and not 1 <= self.layer <= MAX_LAYERS:
            raise UsageError(f"layer {self.layer}: use 1 to {MAX_LAYERS}")


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

    def only(self, layer: int) -> HighlightPlan:
        """The highlights of one layer, the first of which is 1."""
        if not 1 <= layer <= len(self.layers):
            raise UsageError(f"no layer {layer}: there are {len(self.layers)}")
        kept = (replace(h, layer=0) for h in self.highlights if h.layer == layer - 1)
        return replace(self, layers=(self.layers[layer - 1],), highlights=tuple(kept))


class _Found(NamedTuple):
    passage: Passage
    is_passage: bool
    style: Highlight


def is_sentence_id(key: str) -> bool:
    """Whether a key is the id of a sentence, not a text."""
    return _SENTENCE_ID.fullmatch(key) is not None


def as_highlight(value: MarkValue) -> Highlight:
    """What a text or id is mapped to, in its long form."""
    if isinstance(value, Highlight):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Highlight(score=float(value))
    return Highlight(colour=None if value is None else str(value))


def plan_highlights(
    paper: Extraction,
    wanted: Marks,
    layers: int | None = None,
    names: Sequence[str] = (),
    density: float | None = None,
) -> HighlightPlan:
    """Find the wanted sentences and passages, and assign each to a layer.

    `names` are for the layers of scores, most important first; `density` is the share of the
    scores in each of them but the last.
    """
    values = wanted if isinstance(wanted, Mapping) else dict.fromkeys(wanted)
    given = [value.layer or 0 for value in values.values() if isinstance(value, Highlight)]
    count = max(_count_layers(layers, names), *given, 1)
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
        matches = [] if is_sentence_id(key) else list(_find_matches(body, key, style))
        found += matches
        if not matches:
            missing.append(key)
    # A sentence requested twice is coloured once, as requested last.
    unique = {(item.passage.start, item.is_passage, item.passage.text): item for item in found}
    in_order = sorted(unique.values(), key=lambda f: (f.passage.start, f.is_passage))
    assigned, highlights = _assign_layers(in_order, count, names, density)
    return HighlightPlan(tuple(assigned), tuple(highlights), tuple(missing))


def plan_ranking(
    paper: Extraction,
    layers: int | None = None,
    spread: Spread = "even",
    names: Sequence[str] = (),
    density: float | None = None,
) -> HighlightPlan:
    """Every sentence in the layer that pdfbot's ranking gives it."""
    count = _count_layers(layers, names)
    return plan_ranked(rank_sentences(paper, count, spread, density), names)


def plan_ranked(ranked: Sequence[RankedSentence], names: Sequence[str] = ()) -> HighlightPlan:
    """Every sentence of a ranking in its layer."""
    used = sorted({item.layer for item in ranked})
    in_order = sorted(ranked, key=lambda item: _reading_order(item.sentence.id))
    return HighlightPlan(
        tuple(_ranked_layers(len(used), names)),
        tuple(
            PlacedHighlight(s.id, s.written(), s.spans, used.index(item.layer), item.score)
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
    found: Sequence[_Found], max_layers: int, names: Sequence[str], density: float | None
) -> tuple[list[Layer], list[PlacedHighlight]]:
    """The ranked layers, then one per colour or label; and every passage in its layer."""
    numbers = _ranked_numbers([item.style for item in found], max_layers, density)
    used = sorted({number for number in numbers if number})
    layers = _ranked_layers(len(used), names)
    labels: list[str] = []
    highlights = []
    for (passage, is_passage, style), number in zip(found, numbers, strict=True):
        if number:
            index = used.index(number)
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


def _ranked_numbers(
    styles: Sequence[Highlight], max_layers: int, density: float | None
) -> list[int]:
    """The number of the layer that is given, or that the score has; 0 if a colour decides."""
    scores = [score for style in styles if (score := _deciding_score(style)) is not None]
    by_score = iter(layers_of_scores(scores, max_layers, density))
    return [
        0
        if style.colour is not None
        else style.layer or (0 if style.score is None else next(by_score))
        for style in styles
    ]


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
    """The score, or None if a colour or a given layer decides."""
    return style.score if style.colour is None and style.layer is None else None
