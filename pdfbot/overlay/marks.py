"""Which sentences get which colour: by id, by text, by score in layers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

from pdfbot.dataclass import dataclass
from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Span
from pdfbot.overlay.matching import BodyText

DEFAULT_COLOUR = "#ffe066"
# From the most to the least important layer: warm to cool, told apart by colour-blind eyes too.
PALETTE = ("#ff9f1c", "#ffe066", "#8fd694", "#7cc6fe", "#c3a6ff", "#d0d0d0")
DEFAULT_LAYERS = 3
MOST_LAYERS = len(PALETTE)

Value = str | float | None
Wanted = Mapping[str, Value] | Iterable[str]
_SENTENCE_ID = re.compile(r"s\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Layer:
    """Marks of one colour, which a reader switches on and off together."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A sentence or a piece of text in one layer; `score` is None where none was given."""

    label: str
    text: str
    spans: tuple[Span, ...]
    layer: int
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Marking:
    """All that is to be coloured; `missing` was wanted and is not in the body text."""

    layers: tuple[Layer, ...]
    marks: tuple[Mark, ...]
    missing: tuple[str, ...] = ()


def read_colour(text: str) -> str:
    """A colour as #rrggbb, from a name or any notation of CSS."""
    from tinycss2.color3 import RGBA, parse_color

    colour = parse_color(text)
    if not isinstance(colour, RGBA):
        raise UsageError(
            f"{text!r} is no colour: write it as yellow, #ffe066 or rgb(255, 224, 102)"
        )
    red, green, blue = (round(255 * part) for part in (colour.red, colour.green, colour.blue))
    return f"#{red:02x}{green:02x}{blue:02x}"


def plan_marks(paper: Extraction, wanted: Wanted, layers: int | None = None) -> Marking:
    """What to colour: keys are sentence ids or texts; values colours, scores, or nothing."""
    if layers is not None and not 1 <= layers <= MOST_LAYERS:
        raise UsageError(f"{layers} layers: use 1 to {MOST_LAYERS}")
    values = wanted if isinstance(wanted, Mapping) else dict.fromkeys(wanted)
    body = BodyText(paper)
    ids = {sentence.id: sentence for sentence in paper.sentences}
    found: list[tuple[str, str, tuple[Span, ...], Value]] = []
    missing = []
    for key, value in values.items():
        sentence = ids.get(key) or body.sentence(key)
        if sentence is not None:
            found.append((sentence.id, sentence.text, sentence.spans, value))
            continue
        places = [] if _SENTENCE_ID.fullmatch(key) else body.find(key)
        found += [("", key, spans, value) for spans in places]
        if not places:
            missing.append(key)
    return _in_layers(found, missing, layers)


def _in_layers(
    found: Sequence[tuple[str, str, tuple[Span, ...], Value]],
    missing: Sequence[str],
    wanted: int | None,
) -> Marking:
    scores = [_score(value) for *_, value in found if _is_score(value)]
    bounds = _bounds(scores, wanted or DEFAULT_LAYERS)
    made = [
        Layer(_range_name(scores, bounds, i), PALETTE[i * MOST_LAYERS // len(bounds)])
        for i in range(len(bounds))
    ]
    marks = []
    for label, text, spans, value in found:
        if _is_score(value):
            score = _score(value)
            layer = next(i for i, least in enumerate(bounds) if score >= least)
            marks.append(Mark(label, text, spans, layer, score))
            continue
        colour = DEFAULT_COLOUR if value is None else read_colour(str(value))
        own = Layer("marked" if value is None else str(value), colour)
        if own not in made:
            made.append(own)
        marks.append(Mark(label, text, spans, made.index(own)))
    return Marking(tuple(made), tuple(marks), tuple(missing))


def _is_score(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _score(value: Value) -> float:
    score = float(value or 0.0)
    if not isfinite(score):
        raise UsageError(f"the score {score} is no finite number")
    return score


def _bounds(scores: Sequence[float], layers: int) -> list[float]:
    """The least score of every layer from the highest: equal shares; equal scores stay together."""
    ranked = sorted(scores, reverse=True)
    bounds: list[float] = []
    for layer in range(min(layers, len(ranked))):
        last = ranked[(layer + 1) * len(ranked) // min(layers, len(ranked)) - 1]
        if not bounds or last < bounds[-1]:
            bounds.append(last)
    return bounds


def _range_name(scores: Sequence[float], bounds: Sequence[float], index: int) -> str:
    highest = max(s for s in scores if index == 0 or s < bounds[index - 1])
    return f"layer {index + 1}: {bounds[index]:g} to {highest:g}"
