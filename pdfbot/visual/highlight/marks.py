"""Which sentences get which colour: by id, by text, by score in layers, or by pdfbot's ranking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple, TypeAlias

from tinycss2.color3 import RGBA, parse_color

from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Span
from pdfbot.ranking import DEFAULT_LAYERS, RankedSentence, Spread, rank_sentences
from pdfbot.visual.highlight.sentence_lookup import BodyText

DEFAULT_COLOUR = "#ffe066"
# From the most to the least important layer: warm to cool, distinct for colour-blind readers too.
PALETTE = ("#ff9f1c", "#ffe066", "#8fd694", "#7cc6fe", "#c3a6ff", "#d0d0d0")
MAX_LAYERS = len(PALETTE)

# A colour, a score, or None for the default colour.
MarkValue: TypeAlias = str | float | None
# Sentence ids or texts, with or without values.
Marks: TypeAlias = Mapping[str, MarkValue] | Iterable[str]
_SENTENCE_ID = re.compile(r"s\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Layer:
    """Marks of one colour, which a reader shows and hides together."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A sentence, or a passage without a label, in one layer; `layer` is an index."""

    label: str
    spans: tuple[Span, ...]
    layer: int
    score: float | None = None


@dataclass(frozen=True, slots=True)
class MarkPlan:
    """Everything to be coloured; `missing` lists the ids and texts not found in the body text."""

    layers: tuple[Layer, ...]
    marks: tuple[Mark, ...]
    missing: tuple[str, ...] = ()


class _Passage(NamedTuple):
    label: str
    spans: tuple[Span, ...]
    value: MarkValue


def parse_colour(text: str) -> str:
    """A colour as #rrggbb, from a name or any other CSS notation."""
    colour = parse_color(text)
    if not isinstance(colour, RGBA):
        raise UsageError(
            f"{text!r} is not a colour: write it as yellow, #ffe066 or rgb(255, 224, 102)"
        )
    red, green, blue = (round(255 * part) for part in (colour.red, colour.green, colour.blue))
    return f"#{red:02x}{green:02x}{blue:02x}"


def plan_marks(paper: Extraction, wanted: Marks, layers: int | None = None) -> MarkPlan:
    """Find the wanted sentences and passages, and assign each to a layer."""
    _check_layers(layers)
    values = wanted if isinstance(wanted, Mapping) else dict.fromkeys(wanted)
    body = BodyText(paper)
    sentences = {sentence.id: sentence for sentence in paper.sentences}
    found: list[_Passage] = []
    missing = []
    for key, value in values.items():
        sentence = sentences.get(key) or body.find_sentence(key)
        if sentence is not None:
            found.append(_Passage(sentence.id, sentence.spans, value))
            continue
        occurrences = [] if _SENTENCE_ID.fullmatch(key) else body.find_text(key)
        found += [_Passage("", spans, value) for spans in occurrences]
        if not occurrences:
            missing.append(key)
    assigned, marks = _assign_layers(found, layers or DEFAULT_LAYERS)
    return MarkPlan(tuple(assigned), tuple(marks), tuple(missing))


def plan_ranking(paper: Extraction, layers: int | None = None, spread: Spread = "even") -> MarkPlan:
    """Every sentence in the layer that pdfbot's own ranking gives it."""
    _check_layers(layers)
    return plan_ranked(rank_sentences(paper, layers or DEFAULT_LAYERS, spread))


def plan_ranked(ranked: Sequence[RankedSentence]) -> MarkPlan:
    """Every sentence of a ranking in its layer."""
    scores: dict[int, list[float]] = {}
    for item in ranked:
        scores.setdefault(item.layer, []).append(item.score)
    indices = {layer: index for index, layer in enumerate(scores)}
    return MarkPlan(
        tuple(
            Layer(_layer_name(i, min(found), max(found)), PALETTE[i * MAX_LAYERS // len(scores)])
            for i, found in enumerate(scores.values())
        ),
        tuple(
            Mark(item.sentence.id, item.sentence.spans, indices[item.layer], item.score)
            for item in ranked
        ),
    )


def _check_layers(layers: int | None) -> None:
    if layers is not None and not 1 <= layers <= MAX_LAYERS:
        raise UsageError(f"{layers} layers: use 1 to {MAX_LAYERS}")


def _assign_layers(passages: Sequence[_Passage], max_layers: int) -> tuple[list[Layer], list[Mark]]:
    """Layers of scores first, then one per colour; and every passage in its layer."""
    scores = [score for p in passages if (score := _parse_score(p.value)) is not None]
    bounds = _lower_bounds(scores, max_layers)
    layers = [
        Layer(_range_name(scores, bounds, i), PALETTE[i * MAX_LAYERS // len(bounds)])
        for i in range(len(bounds))
    ]
    marks = []
    for label, spans, value in passages:
        score = _parse_score(value)
        if score is not None:
            index = next(i for i, bound in enumerate(bounds) if score >= bound)
            marks.append(Mark(label, spans, index, score))
            continue
        colour = DEFAULT_COLOUR if value is None else parse_colour(str(value))
        layer = Layer("marked" if value is None else str(value), colour)
        if layer not in layers:
            layers.append(layer)
        marks.append(Mark(label, spans, layers.index(layer)))
    return layers, marks


def _parse_score(value: MarkValue) -> float | None:
    """The value as a score; None if it is a colour or missing."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    score = float(value)
    if not isfinite(score):
        raise UsageError(f"the score {score} is not a finite number")
    return score


def _lower_bounds(scores: Sequence[float], max_layers: int) -> list[float]:
    """The lowest score of each layer, highest layer first.

    Layers have equally many scores, except that equal scores stay in the same layer.
    """
    ranked = sorted(scores, reverse=True)
    count = min(max_layers, len(ranked))
    bounds: list[float] = []
    for layer in range(count):
        lowest = ranked[(layer + 1) * len(ranked) // count - 1]
        if not bounds or lowest < bounds[-1]:
            bounds.append(lowest)
    return bounds


def _range_name(scores: Sequence[float], bounds: Sequence[float], index: int) -> str:
    highest = max(s for s in scores if index == 0 or s < bounds[index - 1])
    return _layer_name(index, bounds[index], highest)


def _layer_name(index: int, lowest: float, highest: float) -> str:
    return f"layer {index + 1}: {lowest:g} to {highest:g}"
