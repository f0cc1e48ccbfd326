"""The panel of a highlighted replica: what the colours mean, and a list of what is coloured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from pdfbot.visual.highlight.highlight_plan import Layer, PlacedHighlight
from pdfbot.visual.panel_switches import switch


@dataclass(frozen=True, slots=True)
class ListedHighlight:
    """A highlight on the pages shown, its anchor, and the page it starts on."""

    highlight: PlacedHighlight
    anchor: str
    page: int


def panel(layers: Sequence[Layer], highlights: Sequence[ListedHighlight]) -> str:
    """The panel as HTML; a script adds what HTML alone cannot do: stepping, tips and the range."""
    kind = "passages" if all(item.highlight.is_passage for item in highlights) else "sentences"
    rows = "".join(
        _list_item(number, item, layers[item.highlight.layer])
        for number, item in enumerate(highlights)
    )
    return (
        f'<details class="pb-fold"><summary>Coloured {kind}</summary><div class="pb-body">'
        f"{_legend(layers, highlights)}"
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


def _legend(layers: Sequence[Layer], highlights: Sequence[ListedHighlight]) -> str:
    """A checkbox for every layer; CSS alone shows and hides its highlights."""
    counts = Counter(item.highlight.layer for item in highlights)
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
    """The data of a layer for the script: its name, and whether it is ranked."""
    return f' data-name="{escape(layer.name)}"' + (' data-ranked=""' if layer.is_ranked else "")


def _range(ranked: int) -> str:
    """The slider for how many ranked layers are shown, most important first."""
    if ranked < 2:
        return ""
    return (
        f'<label class="pb-upto pb-scripted">up to<input type="range" min="1" max="{ranked}" '
        f'value="{ranked}" step="1" aria-label="show layers up to"/><output></output></label>'
    )


def _list_item(number: int, item: ListedHighlight, layer: Layer) -> str:
    highlight = item.highlight
    label = "" if highlight.label == layer.name else highlight.label
    score = "" if highlight.score is None else f"{highlight.score:.4g}"
    place = f"in {highlight.sentence_id}" if highlight.is_passage else highlight.sentence_id
    parts = (f"p. {item.page}", place, score and f"score {score}", label)
    facts = " \u00b7 ".join(part for part in parts if part)
    note = f'<span class="pb-note">{escape(highlight.note)}</span>' if highlight.note else ""
    data = {
        "layer": str(highlight.layer),
        "name": layer.name,
        "id": place,
        "page": str(item.page),
        "score": score,
        "label": label,
        "note": highlight.note,
    }
    attributes = "".join(f' data-{key}="{escape(value)}"' for key, value in data.items() if value)
    # CSS draws the text: otherwise a search in the browser would find each sentence twice.
    return (
        f'<li class="pb-in{highlight.layer}"{attributes}><a href="#{escape(item.anchor)}" '
        f'id="pb-item{number}" aria-label="{escape(highlight.excerpt)}">'
        f'<i class="pb-swatch pb-on{highlight.layer}"></i>'
        f'<span class="pb-text" data-text="{escape(highlight.excerpt)}"></span>'
        f"<small>{escape(facts)}</small>{note}</a></li>"
    )
