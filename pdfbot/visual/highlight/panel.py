"""The panel of a highlighted replica: what the colours mean, and a list of what is coloured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from pdfbot.visual.highlight.marks import Layer, Mark
from pdfbot.visual.panel_switches import switch


@dataclass(frozen=True, slots=True)
class ListedMark:
    """A mark on the pages that are shown, its anchor, and the page it starts on."""

    mark: Mark
    anchor: str
    page: int


def panel(layers: Sequence[Layer], marks: Sequence[ListedMark]) -> str:
    """The panel as HTML; a script adds what it cannot do alone: steps, tips and the range."""
    kind = "passages" if all(item.mark.is_passage for item in marks) else "sentences"
    rows = "".join(
        _list_item(number, item, layers[item.mark.layer]) for number, item in enumerate(marks)
    )
    return (
        f'<details class="pb-fold"><summary>Coloured {kind}</summary><div class="pb-body">'
        f"{_legend(layers, marks)}"
        '<p class="pb-hint pb-scripted"><kbd>n</kbd> next, <kbd>p</kbd> previous, <kbd>l</kbd> '
        "this panel, <kbd>Esc</kbd> closes. Point at a sentence, or click it, to see what is known "
        "about it.</p>"
        f'<div class="pb-scroll"><ol class="pb-list">{rows}</ol></div></div></details>'
        f'<nav class="pb-steps pb-scripted" aria-label="Coloured {kind}">'
        '<button type="button" class="pb-previous" aria-label="previous" '
        'title="previous (p)">\u2039</button>'
        '<output class="pb-count"></output>'
        '<button type="button" class="pb-next" aria-label="next" title="next (n)">\u203a</button>'
        '</nav><div class="pb-tip" id="pb-tip" role="tooltip" hidden=""></div>'
    )


def _legend(layers: Sequence[Layer], marks: Sequence[ListedMark]) -> str:
    """A checkbox for every layer; CSS alone shows and hides the marks."""
    counts = Counter(item.mark.layer for item in marks)
    rows = [
        f"<label>{switch(index, _layer_data(layer))}"
        f'<i class="pb-swatch pb-on{index}"></i>{escape(layer.name)}<b>{counts[index]}</b></label>'
        for index, layer in enumerate(layers)
    ]
    ranked = sum(layer.is_ranked for layer in layers)
    rows.insert(ranked, _range(ranked))
    return (
        '<details class="pb-legend" open=""><summary>What the colours mean</summary>'
        f"{''.join(rows)}</details>"
    )


def _layer_data(layer: Layer) -> str:
    """What the script knows about a layer: its name, and whether it has a place in the order."""
    return f' data-name="{escape(layer.name)}"' + (' data-ranked=""' if layer.is_ranked else "")


def _range(ranked: int) -> str:
    """How many of the ranked layers are shown, from the most important one on."""
    if ranked < 2:
        return ""
    return (
        f'<label class="pb-upto pb-scripted">up to<input type="range" min="1" max="{ranked}" '
        f'value="{ranked}" step="1" aria-label="show layers up to"/><output></output></label>'
    )


def _list_item(number: int, item: ListedMark, layer: Layer) -> str:
    mark = item.mark
    label = "" if mark.label == layer.name else mark.label
    score = "" if mark.score is None else f"{mark.score:.4g}"
    place = f"in {mark.sentence_id}" if mark.is_passage else mark.sentence_id
    parts = (f"p. {item.page}", place, score and f"score {score}", label)
    facts = " \u00b7 ".join(part for part in parts if part)
    note = f'<span class="pb-note">{escape(mark.note)}</span>' if mark.note else ""
    data = {
        "layer": str(mark.layer),
        "name": layer.name,
        "id": place,
        "page": str(item.page),
        "score": score,
        "label": label,
        "note": mark.note,
    }
    attributes = "".join(f' data-{key}="{escape(value)}"' for key, value in data.items() if value)
    # The text is drawn by CSS, or a search in the browser would find each sentence twice.
    return (
        f'<li class="pb-in{mark.layer}"{attributes}><a href="#{escape(item.anchor)}" '
        f'id="pb-item{number}" aria-label="{escape(mark.excerpt)}">'
        f'<i class="pb-swatch pb-on{mark.layer}"></i>'
        f'<span class="pb-text" data-text="{escape(mark.excerpt)}"></span>'
        f"<small>{escape(facts)}</small>{note}</a></li>"
    )
